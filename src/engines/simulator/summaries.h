// The models of a program: hand-written ones first, then those that were learnt.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "engines/simulator/declared.h"
#include "engines/simulator/model_source.h"
#include "models/library.h"

namespace assay::simulator {

/// What units that are not part of the program at hand do to external variables.
struct Surroundings {
  bool is_closed = false;  // one of them has `main`
  std::set<std::string, std::less<>> written;
};

struct Misfit {
  size_t modelled = 0, declared = 0;  // numbers of parameters
};
/// A program may have another function of a model's name; none: it takes as many arguments, or
/// nobody says how many.  `type`: the symbol's, resolved.
std::optional<Misfit> misfit(const models::Model& model, const ir::Symbol& symbol,
                             const ir::Type& type);

class Summaries final : public ModelSource {
 public:
  /// Without a library only automatic models are known; without surroundings the program is whole.
  /// All outlive this.
  Summaries(const semantics::Program& program, const models::Library* library,
            const Surroundings* surroundings = nullptr);

  FoundModel find(semantics::EntityId callee) const override;
  const models::Model* demands(semantics::EntityId callee) const override;
  semantics::EntityId only_target(semantics::EntityId caller, ir::NodeId call) const override;
  Joint joint_target(semantics::EntityId caller, ir::NodeId call) const override;
  bool is_helper(semantics::EntityId callee) const override { return helpers_.contains(callee); }
  Specials& specials() const override { return specials_; }
  Tri is_held(std::string_view type, std::string_view state) const override;
  bool has_state(std::string_view type, std::string_view state) const override;
  const std::string* sort_text(std::string_view type, std::string_view state) const override;
  bool has_held_state(std::string_view type) const override;
  bool is_constant(semantics::EntityId global) const override { return constant_[global.index()]; }

  /// Replaces an earlier one.
  void set(semantics::EntityId function, models::Model model);
  void erase(semantics::EntityId function);
  /// Whose bodies special calls of the functions at hand may simulate.
  void set_helpers(std::set<semantics::EntityId> helpers) { helpers_ = std::move(helpers); }
  /// In the order of the call graph.
  void set_targets(semantics::EntityId caller, ir::NodeId call,
                   std::vector<semantics::EntityId> targets) {
    targets_[{caller, call}] = std::move(targets);
  }
  const std::map<semantics::EntityId, models::Model>& learnt() const { return learnt_; }

 private:
  const semantics::Program& program_;
  const models::Library* library_;
  std::map<semantics::EntityId, models::Model> learnt_;
  mutable std::map<semantics::EntityId, std::optional<models::Model>> demands_, declared_;
  Takers takers_;
  std::map<std::pair<semantics::EntityId, ir::NodeId>, std::vector<semantics::EntityId>> targets_;
  mutable std::map<std::vector<semantics::EntityId>, std::optional<models::Model>> joint_;
  std::vector<bool> constant_;  // by entity
  std::set<semantics::EntityId> helpers_;
  mutable Specials specials_;
};

/// A model as it is stored: its canonical text, so that equal models have equal bytes.
std::string encode_model(const models::Model& model);
Result<models::Model> decode_model(std::string_view bytes);

}  // namespace assay::simulator
