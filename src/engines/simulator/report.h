// Warnings: what goes wrong on a path, in the words of the source.
//
// One cause gives one warning: of several paths that show it, the one with the shortest
// explanation is kept.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engines/simulator/path.h"
#include "engines/simulator/trail.h"
#include "findings/finding.h"
#include "semantics/program.h"

namespace assay::simulator {

/// A further place that explains a warning.
struct Note {
  ir::NodeId node;
  std::string message;
};

struct Warning {
  std::string kind;
  std::string message;
  ir::NodeId node;       // where; none: at the function's end
  ir::NodeId cause;      // the same cause is reported once; none: `node`
  std::string variable;  // empty: none
  std::vector<Note> notes;
};

class Reporter {
 public:
  Reporter(const semantics::Program& program, const semantics::Prepared& function,
           const Trail& trail)
      : program_(program), function_(function), trail_(trail) {}

  void warn(const Path& path, Warning warning);
  /// In the order of places.
  std::vector<findings::Finding> take();

  // Names, for messages.

  /// The expression, as C.
  std::string text(ir::NodeId node) const;
  /// What an access goes through: the pointer, or the variable itself.
  ir::NodeId pointer_of(ir::NodeId access) const;
  /// Whether the value of a load is followed as a pointer.
  bool is_followed(ir::NodeId load) const;
  /// Where a value that an expression has on this path comes from: the last assignment to it.
  std::vector<Note> origin_of(const Path& path, ir::NodeId expression) const;
  std::string local_name(uint32_t local) const { return function_.body->locals[local].name; }
  std::string callee_name(ir::NodeId call) const;

 private:
  findings::Location location(ir::NodeId node) const;
  std::string condition_text(const Crumb& crumb) const;
  std::vector<findings::Step> steps(const std::vector<Crumb>& crumbs, const Warning& warning) const;
  static size_t step_count(const std::vector<Crumb>& crumbs, const Warning& warning);
  std::string lines(const std::vector<Crumb>& crumbs, ir::NodeId last) const;
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
  std::map<Key, findings::Finding> findings_;
};

}  // namespace assay::simulator
