// What a test comes to: nothing, a warning, or a constraint on the function's callers.
//
// A test that fails is a warning.  One whose answer the function's inputs decide is the callers'
// business: it goes into the model, under the path's guards.  One that the outside world decides
// is a warning, if what the path has checked leaves the bad value possible.  One that only our
// imprecision leaves open is silence.  Afterwards the path assumes that the test holds.
#pragma once

#include <functional>
#include <optional>

#include "engines/simulator/describe.h"
#include "engines/simulator/manifest.h"
#include "engines/simulator/path.h"
#include "engines/simulator/report.h"
#include "engines/simulator/solver.h"

namespace assay::simulator {

struct Test {
  logic::Term condition;
  std::function<Warning()> warning;  // if it does not hold; made only then
  /// What callers are told; none: it cannot be said.  Made only where it is asked for.
  std::function<std::optional<models::Operation>()> constraint;
  bool is_null = false;   // it asks whether a pointer is null
  bool is_bound = false;  // it asks whether an access stays inside
};

class Judge {
 public:
  Judge(logic::TermPool& pool, const semantics::Evaluator& evaluator, Solver& solver,
        const Describer& describer, Reporter& reporter, const Manifest& manifest,
        const Inputs& inputs)
      : pool_(pool),
        evaluator_(evaluator),
        solver_(solver),
        describer_(describer),
        reporter_(reporter),
        manifest_(manifest),
        inputs_(inputs) {}

  /// False: the path ends here, with a warning.
  bool test(Path& path, Test test);
  /// The warning, with the calls that brought the values from outside which the condition is about.
  Warning with_sources(Warning warning, logic::Term condition) const;
  /// As `test`, where the answer is known already.
  bool test(Path& path, Test test, Tri holds, semantics::Source source);

  /// Whether that a condition does not hold rests on leaps: only callers know it, if anybody does.
  bool is_latent(const Path& path, logic::Term condition);
  /// The function looks at a value and goes where a condition holds: leaps that gave the value are
  /// known to be possible from now on.
  void look_at(Path& path, logic::Term value, logic::Term holds);
  /// Whether what a call did rests on a leap.
  static bool is_leap(const Path& path, ir::NodeId call);
  /// Whether the end of an object does: what a container's change ends, any outcome of it does.
  static bool is_leapt_end(const Path& path, const memory::Object& ended) {
    return ended.attribute(kMovedAttribute).is_null() && is_leap(path, ended.ended_at);
  }

  /// Whether the path compared what the condition is about with something that is not known.
  bool is_checked_otherwise(const Path& path, logic::Term condition) const;

  void assume(Path& path, logic::Term condition) const;
  /// A choice between paths.
  void choose(Path& path, logic::Term condition) const;
  void constrain(Path& path, models::Operation constraint);

  Solver& solver() { return solver_; }
  const Describer& describer() const { return describer_; }
  Reporter& reporter() { return reporter_; }
  const Manifest& manifest() const { return manifest_; }
  OriginNotes& origins() { return origins_; }

 private:
  logic::TermPool& pool_;
  const semantics::Evaluator& evaluator_;
  Solver& solver_;
  const Describer& describer_;
  Reporter& reporter_;
  const Manifest& manifest_;
  const Inputs& inputs_;
  OriginNotes origins_;
};

bool same_operand(const models::Operand& a, const models::Operand& b);
bool same_operation(const models::Operation& a, const models::Operation& b);

}  // namespace assay::simulator
