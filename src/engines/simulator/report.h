// Warnings: what goes wrong on a path, in the words of the source.
//
// One cause gives one warning: of several paths that show it, the one with the shortest
// explanation is kept.  A warning names nodes, not lines: it stays true when the function moves.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "engines/simulator/origins.h"
#include "engines/simulator/path.h"
#include "engines/simulator/solver.h"
#include "engines/simulator/trail.h"
#include "findings/finding.h"
#include "semantics/program.h"

namespace assay::simulator {

/// Where a block of memory came to its end, and where it began, as notes say it.
inline constexpr std::string_view kFreedHere = "memory is freed here";
inline constexpr std::string_view kAllocatedHere = "memory is allocated here";

/// A further place that explains a warning.
struct Note {
  ir::NodeId node;
  std::string message;
  std::optional<models::Operator> does =
      {};  // where it is a call: what the callee does, if it is that
};

/// Where a block was made.
Note allocated_at(const memory::Object& block);

struct Warning {
  std::string kind;
  std::string message;
  ir::NodeId node;       // where; none: at the function's end
  ir::NodeId cause;      // the same cause is reported once; none: `node`
  std::string variable;  // empty: none
  std::vector<Note> notes;
  OperationName deeper = {};  // the callee's constraint that is broken
  /// The function that goes wrong, at what `deeper` names; none: the one that is simulated.
  semantics::EntityId whose = {};
};

/// A node of a function's body; none: the function's end.
struct NodePlace {
  ir::NodeId node;
  std::string function;       // its linkage name; empty: the one that the finding is in
  OperationName deeper = {};  // what a callee does there, told in steps of its own
};

/// A finding that does not know its lines yet.
struct Unplaced {
  findings::Finding finding;  // without places
  NodePlace where;  // with `deeper`: where the callee does that
  std::vector<NodePlace> steps;  // by step of the trace
  std::vector<ir::NodeId> path;  // the points passed, each once: the last step lists their lines
};

/// The places of a function by its linkage name (empty: that of the finding's own); null: unknown.
using FindPlaces = std::function<const ir::Places*(const std::string& function)>;
/// Where an operation comes from; null: nobody knows.
using FindOrigin = std::function<const Origin*(const OperationName& operation)>;
findings::Finding place(Unplaced unplaced, const FindPlaces& find, const FindOrigin& origin);
/// Whether all that a finding rests on, of what the function asks, lies in one place: a macro asks
/// it, for every use, and knows more than it says.
bool lies_in_macro(const findings::Finding& finding);

/// What people call a function of the C++ library: without what its templates were given.
std::string library_name(std::string_view display);

class Reporter {
 public:
  Reporter(const semantics::Program& program, const semantics::Prepared& function,
           const Trail& trail, Solver& solver)
      : program_(program), function_(function), trail_(trail), solver_(solver) {}

  void warn(Path& path, Warning warning);
  /// In the order of nodes.
  std::vector<Unplaced> take();

  // Names, for messages.

  /// The expression, as C.
  std::string text(ir::NodeId node) const;
  /// What an access goes through: the pointer, or the variable itself.
  ir::NodeId pointer_of(ir::NodeId access) const;
  /// Whether the value of a load is followed as a pointer.
  bool is_followed(ir::NodeId load) const;
  /// Where a value that an expression has on this path comes from: the last assignment to it.
  std::vector<Note> origin_of(const Path& path, ir::NodeId expression) const;
  /// The last assignment to an expression on this path; none: there is none.
  ir::NodeId written_at(const Path& path, ir::NodeId expression) const;
  std::string local_name(uint32_t local) const { return function_.body->locals[local].name; }
  std::string callee_name(ir::NodeId call) const;
  /// What the operations of a finished model come from.
  Origins origins_of(const models::Model& model, const OriginNotes& notes) const;

 private:
  std::string origin_text(const OriginNotes::Noted& noted, models::Operator op) const;
  std::string condition_text(const Crumb& crumb) const;
  void add_steps(const std::vector<Crumb>& crumbs, const Warning& warning, Unplaced& made) const;
  static size_t step_count(const std::vector<Crumb>& crumbs, const Warning& warning);
  bool is_question(ir::NodeId condition) const;
  bool writes_part(const Crumb& block, const std::string& question) const;
  /// Whether the path needs two answers to one question about memory, with nothing in the function
  /// that changes it in between: some call may have, or nothing has.
  bool contradicts_itself(const std::vector<Crumb>& crumbs) const;
  std::vector<ir::NodeId> points(const std::vector<Crumb>& crumbs, ir::NodeId last) const;
  std::string model_name(const Crumb& crumb) const;
  std::string model_title(const Crumb& crumb) const;
  std::string model_text(const Crumb& crumb) const;

  struct Key {
    std::string kind;
    uint32_t cause;
    std::string variable;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  const semantics::Program& program_;
  const semantics::Prepared& function_;
  const Trail& trail_;
  Solver& solver_;
  std::map<Key, Unplaced> findings_;
};

}  // namespace assay::simulator
