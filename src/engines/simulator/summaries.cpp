#include "engines/simulator/summaries.h"

#include <algorithm>

#include "engines/simulator/joint.h"
#include "models/parse.h"
#include "models/print.h"

namespace assay::simulator {

using semantics::Entity;
using semantics::EntityId;

Summaries::Summaries(const semantics::Program& program, const models::Library* library,
                     const Surroundings* surroundings)
    : program_(program), library_(library), constant_(program.entities().size()) {
  // Without `main` somebody else's code may write what other units can name.
  EntityId main = program.find("main");
  bool is_closed = surroundings ? surroundings->is_closed : main.valid() && program[main].body;
  std::vector<bool> is_written(constant_.size());
  for (const semantics::UnitEntry& unit : program.units()) {
    add_takers(*unit.unit, takers_);
    for (uint32_t i = 0; i < unit.unit->symbols.size(); ++i) {
      const ir::Symbol& symbol = unit.unit->symbols[ir::SymbolId(i)];
      if (symbol.kind != ir::SymbolKind::Variable) continue;
      // APPROX(under): what an open program gives a value, and never another, keeps it, though
      // others could write it.
      bool is_given = program[unit.entities[i]].body != nullptr;
      bool is_open = symbol.linkage == ir::Linkage::External && !is_closed && !is_given;
      bool writes = symbol.has(ir::kWritten) || symbol.has(ir::kAddressTaken) || is_open;
      if (surroundings && symbol.linkage == ir::Linkage::External)
        writes |= surroundings->written.contains(symbol.name);
      if (writes && !symbol.has(ir::kConstant)) is_written[unit.entities[i].index()] = true;
    }
  }
  // Who is modelled by hand takes back what its model says.
  std::erase_if(takers_, [&](const auto& each) {
    return each.first != "free" && library_ && library_->find(each.first);
  });
  for (uint32_t i = 0; i < constant_.size(); ++i) {
    const Entity& entity = program.entities()[i];
    // A C++ constant may be computed when the program starts; without a body it is not known.
    bool is_known =
        entity.is_defined && (entity.body || !program.symbol(EntityId(i)).has(ir::kConstant));
    constant_[i] = entity.kind == ir::SymbolKind::Variable && is_known && !is_written[i];
  }
}

std::optional<Misfit> misfit(const models::Model& model, const ir::Symbol& symbol,
                             const ir::Type& type) {
  if (type.kind != ir::TypeKind::Function || type.has(ir::kNoPrototype) || symbol.has(ir::kMethod))
    return std::nullopt;
  auto params = static_cast<size_t>(std::count_if(
      model.externals.begin(), model.externals.end(),
      [](const models::External& each) { return each.kind == models::ExternalKind::Param; }));
  if (params == type.params.size()) return std::nullopt;
  return Misfit{.modelled = params, .declared = type.params.size()};
}

namespace {

bool fits(const models::Model& model, const semantics::Program& program, EntityId callee) {
  const ir::Symbol& symbol = program.symbol(callee);
  const ir::Type& type = program[callee].unit->types->types().resolved(symbol.type);
  return !misfit(model, symbol, type);
}

}  // namespace

FoundModel Summaries::find(EntityId callee) const {
  const Entity& entity = program_[callee];
  bool is_external = program_.symbol(callee).linkage == ir::Linkage::External;
  if (library_ && is_external) {
    // A program may have another function of that name.
    const models::Model* named = library_->find(entity.name);
    if (named && fits(*named, program_, callee)) return {named, false};
    constexpr std::string_view kBuiltin = "__builtin_";
    if (entity.name.starts_with(kBuiltin)) {
      const models::Model* model = library_->find(entity.name.substr(kBuiltin.size()));
      if (model) return {model, false};
    }
  }
  auto found = learnt_.find(callee);
  if (found != learnt_.end()) return {&found->second, true};
  if (takers_.empty() || entity.body) return {};
  auto [declared, is_new] = declared_.try_emplace(callee);
  if (is_new) {
    auto param_of = [&](std::string_view name) -> std::optional<uint32_t> {
      EntityId taker = program_.find(name);
      bool is_learnt = taker.valid() && (program_[taker].body || learnt_.contains(taker));
      auto known = takers_.find(name);
      return is_learnt || known == takers_.end() ? std::nullopt : std::optional(known->second);
    };
    declared->second = model_of_declaration(program_, callee, param_of);
  }
  return {declared->second ? &*declared->second : nullptr, false};
}

const models::Model* Summaries::demands(EntityId callee) const {
  auto [found, is_new] = demands_.try_emplace(callee);
  if (is_new) found->second = model_of_demands(program_, callee);
  return found->second ? &*found->second : nullptr;
}

EntityId Summaries::only_target(EntityId caller, ir::NodeId call) const {
  auto found = targets_.find({caller, call});
  return found == targets_.end() || found->second.size() != 1 ? EntityId() : found->second.front();
}

ModelSource::Joint Summaries::joint_target(EntityId caller, ir::NodeId call) const {
  auto found = targets_.find({caller, call});
  if (found == targets_.end() || found->second.size() < 2) return {};
  const std::vector<EntityId>& targets = found->second;
  auto [joint, is_new] = joint_.try_emplace(targets);
  if (is_new) {
    std::vector<const models::Model*> all;
    for (EntityId target : targets) {
      FoundModel each = find(target);
      if (each.model && each.is_automatic) all.push_back(each.model);
    }
    if (all.size() == targets.size()) joint->second = join_models(all);
  }
  if (!joint->second) return {};
  return {targets.front(), {&*joint->second, true}};
}

Tri Summaries::is_held(std::string_view type, std::string_view state) const {
  const models::ResourceDeclaration* declared = library_ ? library_->find_resource(type) : nullptr;
  if (!declared) return Tri::Unknown;
  for (const models::StateDeclaration& each : declared->states) {
    if (each.name == state) return each.is_held ? Tri::Yes : Tri::No;
  }
  return Tri::No;
}

bool Summaries::has_state(std::string_view type, std::string_view state) const {
  const models::ResourceDeclaration* declared = library_ ? library_->find_resource(type) : nullptr;
  return declared && std::any_of(declared->states.begin(), declared->states.end(),
                                 [&](const auto& each) { return each.name == state; });
}

const std::string* Summaries::sort_text(std::string_view type, std::string_view state) const {
  const models::ResourceDeclaration* declared = library_ ? library_->find_resource(type) : nullptr;
  if (!declared) return nullptr;
  for (const models::StateDeclaration& each : declared->states)
    if (each.name == state && each.is_sort)
      return each.description ? &*each.description : &each.name;
  return nullptr;
}

bool Summaries::has_held_state(std::string_view type) const {
  const models::ResourceDeclaration* declared = library_ ? library_->find_resource(type) : nullptr;
  return !declared || std::any_of(declared->states.begin(), declared->states.end(),
                                  [](const auto& each) { return each.is_held; });
}

void Summaries::set(EntityId function, models::Model model) {
  joint_.clear();
  learnt_.insert_or_assign(function, std::move(model));
}

void Summaries::erase(EntityId function) {
  joint_.clear();
  learnt_.erase(function);
}

std::string encode_model(const models::Model& model) { return models::print_model(model); }

Result<models::Model> decode_model(std::string_view bytes) {
  models::ModelFile file = TRY(models::parse_models("summary", bytes));
  if (file.models.size() != 1) return input_error("a summary should hold one model");
  return std::move(file.models.front());
}

}  // namespace assay::simulator
