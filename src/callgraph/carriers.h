// Which types can carry a function's address, and where inside a record they stand.
//
// A record is never a carrier itself: it is seen as its leaves.  A leaf's identity is the
// innermost record that declares it and the offset there, so that a table of functions is one
// thing whether it stands alone, in an array, or nested in ten other records.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "callgraph/unit_facts.h"
#include "ir/unit.h"

namespace assay::callgraph {

struct Leaf {
  uint64_t offset = 0;  // in bits, from the start of the outermost record
  ir::TypeId owner;     // innermost record
  uint64_t owner_offset = 0;
  CarrierKind kind = CarrierKind::Data;
  friend auto operator<=>(const Leaf&, const Leaf&) = default;
};

/// Answers about one unit's types, each computed once.  Also collects the facts about records
/// and the unit's cells on the way.
class Carriers {
 public:
  Carriers(const ir::Unit& unit, UnitFacts& facts);

  /// May a value of this type be, or lead without a record in between to, a function's address?
  bool carries(ir::TypeId type);
  /// Of a type that carries, or of an array of them.
  CarrierKind kind(ir::TypeId type) const;
  /// The record that this is, or is an array of; none for others.
  ir::TypeId record_in(ir::TypeId type) const;
  /// The record that a value of this type points or refers to; none for others.
  ir::TypeId record_behind(ir::TypeId type) const;
  /// By offset.
  const std::vector<Leaf>& leaves(ir::TypeId record);

  CellRef cell(CellKind kind, uint32_t owner, uint64_t detail = 0);
  CellRef field_cell(ir::TypeId record, uint64_t offset) {
    return cell(CellKind::Field, record_fact(record), offset);
  }
  /// Index into the facts; made on first use.
  uint32_t record_fact(ir::TypeId record);
  /// Fills in what the facts say of the records mentioned so far, and of those they lead to.
  void finish_records();

 private:
  enum class Answer : uint8_t { Unasked, No, Yes };
  bool compute_carries(ir::TypeId type) const;
  std::vector<Leaf> compute_leaves(ir::TypeId record);
  Hash record_key(const ir::Type& type) const;
  void link_overlaps(ir::TypeId record, uint32_t index);

  const ir::Unit& unit_;
  UnitFacts& facts_;
  std::vector<Answer> carries_;
  std::unordered_map<uint32_t, std::vector<Leaf>> leaves_;
  std::unordered_map<uint32_t, uint32_t> record_facts_;  // canonical TypeId → index
  std::map<Hash, uint32_t> by_key_;
  std::vector<ir::TypeId> record_types_;  // by index
  std::map<UnitCell, uint32_t> cells_;
};

}  // namespace assay::callgraph
