// Rules at a program point: which of them apply, and what they do to a state.
//
// Instances come first, each with the first rule in text order that its state enables; then the
// rules of the global state, which also begin to track objects.  A rule that is guarded by `start`
// does not fire on an object that is tracked.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engines/machines/annotations.h"
#include "engines/machines/code.h"
#include "engines/machines/context.h"
#include "engines/machines/machine_rules.h"
#include "engines/machines/options.h"
#include "engines/machines/state.h"

namespace assay::machines {

/// Where a rule is about to fire, and what came of it.
struct Occasion {
  ir::NodeId at;
  bool at_end = false;                 // of the function, past its last point
  bool any_fired = false;              // some rule fired
  bool path_ends = false;              // by a global `stop`, or by mc_set_path_kill
  std::set<metal::TreeId> touched;     // of instances on which rules fired, or which they made
  std::set<metal::TreeId> in_the_way;  // tracked objects that kept a rule of `start` from firing
};

class Firing : private metal::Host, private metal::CalloutRunner {
 public:
  /// `named`: MachineRules::named_in the function.
  Firing(const MachineRules& rules, const FunctionCode& code, const std::vector<bool>& named,
         Context& context, Annotations& annotations, metal::ActionRunner& runner,
         const EngineOptions& options, const std::function<bool(ir::NodeId)>& has_body)
      : rules_(rules),
        code_(code),
        named_(named),
        context_(context),
        annotations_(annotations),
        runner_(runner),
        options_(options),
        has_body_(has_body) {}

  /// Rules that the states of instances enable.
  void fire_instances(State& state, metal::Moment moment, Occasion& occasion);
  /// Rules that the global state enables.
  void fire_global(State& state, metal::Moment moment, Occasion& occasion);
  /// `$end_of_path$` for one instance, or for the global state.
  void end_instance(State& state, size_t instance, Occasion& occasion);
  void end_global(State& state, Occasion& occasion);
  /// What rules that matched the condition do on the side that is taken.
  void take_branch(State& state, bool truth, Occasion& occasion);
  void run_code(const std::vector<metal::CodeId>& codes, State& state);

  /// A rule's code misbehaved: this is what to say, and the function's analysis ends.
  const std::string& failure() const { return failure_; }
  bool is_active(const Instance& instance) const;

 private:
  static constexpr size_t kNone = SIZE_MAX;

  metal::Bindings bind(const Instance& instance, metal::TreeId tree) const;
  std::optional<metal::TreeId> match_instance(State& state, size_t number, metal::RuleRef ref,
                                              ir::NodeId node, metal::Moment moment,
                                              metal::Match& match);
  bool match_global(State& state, metal::RuleRef ref, ir::NodeId node, metal::Moment moment,
                    Occasion& occasion, metal::Match& match);
  bool is_in_the_way(State& state, metal::RuleRef ref, const metal::Match& match,
                     Occasion& occasion) const;
  bool is_subsumed(State& state, size_t instance, ir::NodeId node, Occasion& occasion);
  bool matches_end(metal::PatternId pattern, const metal::Bindings& bindings, ir::NodeId at);
  void apply(State& state, size_t instance, metal::TreeId tree, metal::RuleRef ref,
             const metal::Match& match, Occasion& occasion);
  void postpone(State& state, size_t instance, metal::TreeId tree, metal::RuleRef ref,
                const metal::Match& match, Occasion& occasion);
  void set_target(State& state, size_t instance, metal::TreeId tree, metal::StateId target,
                  const metal::Bindings& bindings, metal::RuleRef ref, Occasion& occasion);
  void change(State& state, Instance& instance, metal::TreeId tree, metal::StateId target,
              Occasion& occasion);
  void create(State& state, metal::HoleId variable, metal::TreeId tree, metal::StateId target,
              std::optional<metal::InstanceData> data, Occasion& occasion);
  void run_action(State& state, size_t instance, metal::TreeId tree, metal::RuleRef ref,
                  const metal::Bindings& bindings, Pending* pending, Occasion& occasion);
  void drop_stopped(State& state);

  // firing_host.cpp: what the rules' code asks.
  void report(metal::RuleReport report) override;
  void keep(RuleError error);
  void kill_path(ir::NodeId at) override;
  uint64_t error_count() const override;
  std::optional<metal::InstanceData> data(metal::HoleId variable) const override;
  void set_data(metal::HoleId variable, std::optional<metal::InstanceData> data) override;
  std::string state(metal::HoleId variable) const override;
  bool set_state(metal::HoleId variable, std::string_view name) override;
  std::optional<std::string> annotation(ir::NodeId node, std::string_view key) const override;
  void annotate(ir::NodeId node, std::string_view key, std::string value) override;
  void count(std::string_view key, int64_t by) override;
  bool has_body(ir::NodeId call) const override { return has_body_(call); }
  bool is_known_zero(metal::TreeId tree, ir::NodeId node) const override;
  uint32_t loop_depth(ir::NodeId point) const override { return code_.loop_depth(point); }
  bool is_root() const override { return context_.entry.is_root; }
  size_t name_count(metal::HoleId variable) const override {
    const Instance* instance = instance_of(variable);
    return instance == nullptr ? 0 : instance->names.size();
  }
  bool holds(metal::PatternId callout, const metal::Code& code, ir::NodeId at,
             const metal::Bindings& bindings) override;
  Instance* instance_of(metal::HoleId variable) const;
  int64_t run(metal::CodeId code, ir::NodeId at, const metal::Bindings& bindings);

  /// The transition whose code runs.
  struct Current {
    State* state = nullptr;
    size_t instance = kNone;
    metal::TreeId tree;
    const metal::Bindings* bindings = nullptr;
    Pending* pending = nullptr;
    Occasion* occasion = nullptr;
    metal::RuleRef rule;
    std::set<std::string> counted;  // by this run of the code
  };

  const MachineRules& rules_;
  const FunctionCode& code_;
  const std::vector<bool>& named_;
  Context& context_;
  Annotations& annotations_;
  metal::ActionRunner& runner_;
  const EngineOptions& options_;
  const std::function<bool(ir::NodeId)>& has_body_;
  Current current_;
  std::string failure_;
};

}  // namespace assay::machines
