// Where each call of the linked program goes: direct and virtual calls by name, the others by
// solving the flow of function addresses, with everything outside the program as one big cell.
#pragma once

#include <unordered_map>
#include <vector>

#include "callgraph/hierarchy.h"
#include "callgraph/link.h"
#include "callgraph/solver.h"

namespace assay::callgraph {

/// A call site in one body that counts.
struct LinkedSite {
  uint32_t caller = kNone;  // kNone: a global's initialiser
  uint32_t unit = 0;
  const SiteFact* fact = nullptr;
  Cell base = 0;                    // first of the body's own cells
  std::vector<uint32_t> targets;    // sorted when resolved
  std::vector<uint32_t> callbacks;  // sorted when resolved
  Cell handed = kNone;              // all that functions without a body get to see here
  bool unknown = false;             // the callee may come from outside
  bool open = false;
};

class Resolver : private Watcher {
 public:
  Resolver(Program& program, Solver& solver);
  void run();

  std::vector<LinkedSite> sites;
  std::vector<bool> escapes;  // by function: code outside may call it

 private:
  static constexpr uint32_t kOutsideWatch = UINT32_MAX;
  static constexpr uint32_t kStoreWatch = uint32_t{1} << 31;  // with the cell that is stored
  static constexpr uint64_t kRecordPair = uint64_t{1} << 63;  // else a pair of cells

  void add_flows();
  void add_flow(uint32_t unit, Cell base, const Flow& flow);
  void add_sites();
  void add_entry_points();
  void call(uint32_t site, uint32_t function);
  void call_defined(const LinkedSite& site, uint32_t function);
  void call_bodyless(uint32_t site, uint32_t function);
  void call_unknown(uint32_t site);
  void hand_over(LinkedSite& site);
  void escape_record(uint32_t record);
  void fill_from_outside(uint32_t record);
  void escape_function(uint32_t function);
  Cell given_away(const LinkedSite& site, const ArgumentFact& argument);
  void arrived(uint32_t watch, Token token) override;
  bool settle_untyped();
  void link_records(uint32_t record_a, uint32_t record_b);
  void collect_targets();
  bool takes(uint32_t function, size_t arguments) const;
  Cell cell(const LinkedSite& site, CellRef ref) const {
    return program_.cell(site.unit, ref, site.base);
  }

  struct Untyped {
    Cell pointer;
    uint32_t record;
  };
  Program& program_;
  Solver& solver_;
  Hierarchy hierarchy_;
  Cell outside_;  // holds what code outside may hold
  std::vector<Untyped> untyped_;
  std::vector<bool> escaped_records_, filled_records_;
  std::unordered_set<uint64_t> called_;  // (site, function) that is connected
  std::unordered_set<uint64_t> linked_;  // pairs of records
};

}  // namespace assay::callgraph
