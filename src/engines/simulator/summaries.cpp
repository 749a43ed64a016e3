#include "engines/simulator/summaries.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

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
  for (uint32_t i = 0; i < constant_.size(); ++i) {
    const Entity& entity = program.entities()[i];
    // A C++ constant may be computed when the program starts; without a body it is not known.
    bool is_known =
        entity.is_defined && (entity.body || !program.symbol(EntityId(i)).has(ir::kConstant));
    constant_[i] = entity.kind == ir::SymbolKind::Variable && is_known && !is_written[i];
  }
}

FoundModel Summaries::find(EntityId callee) const {
  const Entity& entity = program_[callee];
  bool is_external = program_.symbol(callee).linkage == ir::Linkage::External;
  if (library_ && is_external) {
    if (const models::Model* model = library_->find(entity.name)) return {model, false};
    constexpr std::string_view kBuiltin = "__builtin_";
    if (entity.name.starts_with(kBuiltin)) {
      const models::Model* model = library_->find(entity.name.substr(kBuiltin.size()));
      if (model) return {model, false};
    }
  }
  auto found = learnt_.find(callee);
  if (found == learnt_.end()) return {};
  return {&found->second, true};
}

namespace {

/// By `nonnull`, of all pointers or of those it numbers.
std::vector<size_t> non_null_params(const ir::Symbol& symbol, const ir::Type& type,
                                    const ir::TypeTable& types) {
  // A method's object is the first argument, and no part of its type.
  size_t first = symbol.has(ir::kMethod) ? 1 : 0;
  std::set<size_t> params;
  for (const ir::Attribute& attribute : symbol.attributes) {
    if (attribute.kind != ir::AttributeKind::NonNull) continue;
    for (int64_t each : attribute.args) params.insert(static_cast<size_t>(each));
    if (!attribute.args.empty()) continue;
    for (size_t i = 0; i < type.params.size(); ++i)
      if (types.is_pointer(type.params[i])) params.insert(first + i);
  }
  return {params.begin(), params.end()};
}

std::optional<models::Model> model_of_demands(const semantics::Program& program, EntityId callee) {
  const ir::Symbol& symbol = program.symbol(callee);
  if (!symbol.find(ir::AttributeKind::NonNull)) return std::nullopt;
  const ir::TypeTable& types = program[callee].unit->types->types();
  const ir::Type& type = types.resolved(symbol.type);
  if (type.kind != ir::TypeKind::Function) return std::nullopt;
  size_t count = type.params.size() + (symbol.has(ir::kMethod) ? 1 : 0);
  std::string params, constraints;
  for (size_t i = 0; i < count; ++i) params += fmt::format(" p{}", i);
  for (size_t i : non_null_params(symbol, type, types))
    if (i < count) constraints += fmt::format(" (constraint memory_valid_pointer p{})", i);
  if (constraints.empty()) return std::nullopt;
  if (type.has(ir::kVariadic)) params += " ...";
  Result<models::Model> model =
      decode_model(fmt::format("(f (param{}) (normal{}))", params, constraints));
  ASSAY_CHECK(model.ok(), model.error());
  return model.take();
}

}  // namespace

const models::Model* Summaries::demands(EntityId callee) const {
  auto [found, is_new] = demands_.try_emplace(callee);
  if (is_new) found->second = model_of_demands(program_, callee);
  return found->second ? &*found->second : nullptr;
}

EntityId Summaries::only_target(EntityId caller, ir::NodeId call) const {
  auto found = targets_.find({caller, call});
  return found == targets_.end() ? EntityId() : found->second;
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

void Summaries::set(EntityId function, models::Model model) {
  learnt_.insert_or_assign(function, std::move(model));
}

std::string encode_model(const models::Model& model) { return models::print_model(model); }

Result<models::Model> decode_model(std::string_view bytes) {
  models::ModelFile file = TRY(models::parse_models("summary", bytes));
  if (file.models.size() != 1) return input_error("a summary should hold one model");
  return std::move(file.models.front());
}

}  // namespace assay::simulator
