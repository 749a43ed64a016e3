#include "engines/simulator/joint.h"

#include <algorithm>

#include "engines/simulator/parts.h"
#include "models/print.h"

namespace assay::simulator {

using models::External;
using models::ExternalId;
using models::ExternalKind;
using models::Model;
using models::Outcome;
using models::OutcomeKind;

namespace {

/// Callers follow each of them.
constexpr size_t kMaxOutcomes = 12;

size_t param_count(const Model& model) {
  return static_cast<size_t>(
      std::count_if(model.externals.begin(), model.externals.end(),
                    [](const External& each) { return each.kind == ExternalKind::Param; }));
}

/// Which external of the joint model each one of a part is; those that it does not have are added.
std::optional<std::vector<ExternalId>> add_externals(const Model& part, Model& joint) {
  std::vector<ExternalId> numbers;
  for (uint32_t i = 0; i < part.externals.size(); ++i) {
    const External& external = part.externals[i];
    if (external.kind == ExternalKind::Static) return std::nullopt;
    if (external.kind == ExternalKind::Param) {
      numbers.push_back(ExternalId(i));
      continue;
    }
    auto known =
        std::find_if(joint.externals.begin(), joint.externals.end(), [&](const External& each) {
          return each.kind == external.kind && each.name == external.name;
        });
    numbers.push_back(ExternalId(static_cast<uint32_t>(known - joint.externals.begin())));
    if (known == joint.externals.end()) joint.externals.push_back(external);
  }
  return numbers;
}

Outcome renumbered(Outcome outcome, const std::vector<ExternalId>& numbers) {
  for (models::Operation& operation : outcome.operations) {
    for (models::Operand& operand : operation.operands) {
      for (models::Node& node : operand.nodes)
        if (node.kind == models::NodeKind::Variable) node.external = numbers[node.external.index()];
    }
  }
  return outcome;
}

}  // namespace

std::optional<Model> join_models(const std::vector<const Model*>& all) {
  Model joint{.name = all.front()->name, .externals = {}, .is_variadic = all.front()->is_variadic};
  for (const External& each : all.front()->externals)
    if (each.kind == ExternalKind::Param) joint.externals.push_back(each);
  bool is_complete = true;
  std::vector<std::string> seen;
  std::vector<size_t> parts;  // that have it, by outcome
  for (const Model* part : all) {
    // Variables that are named alike and are two would be one.
    if (param_count(*part) != param_count(*all.front()) || part->is_variadic != joint.is_variadic)
      return std::nullopt;
    std::optional<std::vector<ExternalId>> numbers = add_externals(*part, joint);
    if (!numbers) return std::nullopt;
    is_complete = is_complete && part->is_complete() && !part->outcomes.empty();
    for (const Outcome& outcome : part->outcomes) {
      if (outcome.kind == OutcomeKind::Rest) continue;
      Outcome made = renumbered(outcome, *numbers);
      Model alone = joint;
      alone.outcomes = {made};
      std::string text = models::print_model(alone);
      auto known = std::find(seen.begin(), seen.end(), text);
      if (known != seen.end()) {
        ++parts[static_cast<size_t>(known - seen.begin())];
        continue;
      }
      seen.push_back(std::move(text));
      parts.push_back(1);
      joint.outcomes.push_back(std::move(made));
    }
  }
  if (joint.outcomes.empty() || joint.outcomes.size() > kMaxOutcomes) return std::nullopt;
  // Which of them is called the object's class decides, which callers of the caller know.
  for (size_t i = 0; i < parts.size(); ++i)
    if (parts[i] < all.size() && !is_unsure(joint.outcomes[i]))
      joint.outcomes[i].reason = std::string(kUnsure);
  // Whether any of the others would have done something else is not known.
  if (!is_complete) joint.outcomes.push_back({.kind = OutcomeKind::Rest});
  return joint;
}

}  // namespace assay::simulator
