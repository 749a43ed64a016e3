// Paths to a model: each path that came to its end gives an outcome (PREfix: automodelling).
//
// Assumptions become guards, tests constraints, and what the path leaves in memory that callers
// can see becomes results.  Outcomes that are equal, or equal but for two opposite guards, are
// merged; nothing is lost by that.  Where very many are left, those that return the same and do the
// same to blocks and resources become one, which says what all of them say.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "engines/simulator/leaps.h"
#include "engines/simulator/parts.h"
#include "engines/simulator/path.h"
#include "ir/loops.h"

namespace assay::simulator {

class Extractor {
 public:
  Extractor(const Parts& parts, models::Model& model, const Trail& trail)
      : parts_(parts), leaps_(parts), model_(model), trail_(trail) {}

  /// What the path has lost, or left to callers that must not see it.  False: that was reported,
  /// and it makes the outcome useless.
  bool sweep(Path& path);
  void add(Path& path);
  /// Completes the model.
  void finish(bool is_complete);

 private:
  /// One path's outcome.
  struct Found {
    std::vector<logic::Term> guards;  // as terms, sorted: for merging
    std::map<logic::Term, std::vector<models::Operation>> guard_operations;
    std::vector<logic::Term> order;  // of guards, as they were assumed
    std::vector<models::Operation> others;
    models::ReturnType return_type = models::ReturnType::Unstated;
    std::string thrown;         // as in models::Outcome
    bool is_unsure = false;     // what decides it cannot be said
    bool is_joined = false;     // it stands for several, with loss
    bool is_unmatched = false;  // a lookup that has compared texts, and found none
  };
  /// While one path's results are written down.
  struct Writing {
    Path& path;
    std::vector<models::Operation>& results;
    std::map<memory::ObjectId, models::Operand> named;  // pointers to objects that are new
    std::vector<memory::ObjectId> todo;                 // new objects, contents still to write
    std::vector<std::pair<logic::Term, models::Operand>> values;  // where values were put
    std::vector<memory::ObjectId> kept = {};  // led to from memory that has no name
  };

  // sweep.cpp
  void report_leaks(Path& path, const std::set<memory::ObjectId>& marked,
                    const std::set<logic::Term>& kept);
  bool is_standard(const Path& path, const Resource& resource) const;
  bool report_escapes(Path& path);
  ir::NodeId end_node(const Path& path) const;

  // extract.cpp
  void add_guards(Path& path, Found& found);
  void add_constraints(Path& path, Found& found);
  std::set<uint32_t> parameters_read(const Path& path) const;
  models::ReturnType return_type(const Path& path, bool& is_known) const;

  // unmatched.cpp
  Tri compares_text(ir::NodeId condition) const;
  bool is_unmatched(const Path& path);

  // contents.cpp
  void write_results(Writing& out);
  bool is_lent(memory::ObjectId id, const memory::Object& object) const;
  bool is_null(const Path& path, InputId pointer) const;
  void write_object(Writing& out, memory::ObjectId id, const memory::Object& object);
  void constrain_extent(Writing& out, memory::ObjectId id, const memory::Object& object,
                        bool writes);
  /// For a result that a point of the path stands for.
  uint32_t tag_of(const Path& path, ir::NodeId node, models::Operator op);
  void write_new(Writing& out, memory::ObjectId id);
  void write_return(Writing& out);
  void write_kept(Writing& out) const;
  void write_relations(Writing& out);
  void write_resources(Writing& out);
  void write_value(Writing& out, const models::Operand& place, logic::Term value, bool is_pointer);
  bool write_address(Writing& out, const models::Operand& place, logic::Term value);
  struct Piece {
    uint64_t offset = 0;
    uint32_t bytes = 0;
    logic::Term value;
    bool is_pointer = false;
  };
  bool write_runs(Writing& out, const models::Operand& pointer, int64_t start,
                  std::vector<Piece>& changed) const;
  void keep_values(Writing& out, const std::vector<Piece>& written) const;
  std::vector<Piece> pieces(const Path& path, const memory::Object& object, int64_t start) const;

  // merge.cpp
  void merge();
  bool merge_pair(Found& a, const Found& b) const;
  static bool asks_alike(const Found& a, const Found& b);
  void merge_alike(bool is_complete);
  /// By name in the other outcome: the same new object here.
  using Names = std::map<models::ExternalId, models::ExternalId>;
  std::optional<Names> names_alike(const Found& a, const Found& b, bool with_return) const;
  std::vector<std::pair<logic::Term, models::Operation>> common_limits(const Found& a,
                                                                       const Found& b) const;
  void join(Found& a, const Found& b, const Names& names, bool is_complete);

  Parts parts_;
  Leaps leaps_;
  models::Model& model_;
  const Trail& trail_;
  std::vector<Found> outcomes_;
  std::optional<ir::Loops> loops_;  // made when it is asked for
  uint32_t temporaries_ = 0;
};

}  // namespace assay::simulator
