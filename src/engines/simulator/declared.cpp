#include "engines/simulator/declared.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/check.h"
#include "engines/simulator/summaries.h"

namespace assay::simulator {

using semantics::EntityId;

namespace {

/// A method's object is the first argument, and no part of its type.
size_t count_params(const ir::Symbol& symbol, const ir::Type& type) {
  return type.params.size() + (symbol.has(ir::kMethod) ? 1 : 0);
}

/// The list of parameters; nothing where there are none.
std::string params_text(const ir::Symbol& symbol, const ir::Type& type) {
  std::string params;
  for (size_t i = 0; i < count_params(symbol, type); ++i) params += fmt::format(" p{}", i);
  if (type.has(ir::kVariadic)) params += " ...";
  return params.empty() ? params : fmt::format("(param{})", params);
}

models::Model read(const std::string& text) {
  Result<models::Model> model = decode_model(text);
  ASSAY_CHECK(model.ok(), model.error());
  return model.take();
}

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

/// By `access`: what a function reads or writes behind its pointers, so many elements if that is
/// said; else one byte, if there is something.
std::string accesses_text(const ir::Symbol& symbol, const ir::Type& type,
                          const ir::TypeTable& types) {
  std::string constraints;
  for (const ir::Attribute& attribute : symbol.attributes) {
    if (attribute.kind != ir::AttributeKind::Access || attribute.args.empty()) continue;
    auto is_param = [&](size_t i) {
      return i < attribute.args.size() && attribute.args[i] >= 0 &&
             static_cast<size_t>(attribute.args[i]) < type.params.size();
    };
    if (symbol.has(ir::kMethod) || !is_param(0)) continue;
    auto pointer = static_cast<size_t>(attribute.args[0]);
    ir::TypeId pointee = types.pointee(type.params[pointer]);
    if (!pointee.valid()) continue;
    uint64_t size = std::max<uint64_t>(types.resolved(pointee).size, 1);
    std::string bytes = is_param(1) ? fmt::format("(mul p{} {})", attribute.args[1], size)
                                    : fmt::format("(ite (eq p{} 0) 0 1)", pointer);
    bool writes = attribute.text == "write_only" || attribute.text == "read_write";
    bool reads = attribute.text == "read_only" || attribute.text == "read_write";
    if (writes) constraints += fmt::format(" (constraint memory_writable p{} {})", pointer, bytes);
    if (reads) constraints += fmt::format(" (constraint memory_readable p{} {})", pointer, bytes);
  }
  return constraints;
}

const ir::Attribute* taker_of(const ir::Symbol& symbol) {
  for (const ir::Attribute& attribute : symbol.attributes)
    if (attribute.kind == ir::AttributeKind::Malloc && !attribute.text.empty()) return &attribute;
  return nullptr;
}

/// `free` takes what malloc's family makes; its model knows that.
std::string heap_text(const std::string& family) {
  return family == "free" ? "" : fmt::format(" (heap |{}|)", family);
}

std::string maker_text(const ir::Symbol& symbol, const ir::Type& type, const std::string& family) {
  size_t count = count_params(symbol, type);
  std::string size = "size", contents = " (result memory_initialized *<all>return)";
  const ir::Attribute* sized = symbol.find(ir::AttributeKind::AllocSize);
  auto is_param = [&](size_t i) {
    return i < sized->args.size() && static_cast<size_t>(sized->args[i]) < count;
  };
  if (sized && is_param(0)) {
    size = fmt::format("p{}", sized->args[0]);
    if (is_param(1)) size = fmt::format("(mul p{} p{})", sized->args[0], sized->args[1]);
    contents.clear();  // as malloc's: nobody has set it
  }
  std::string fails = symbol.find(ir::AttributeKind::ReturnsNonNull)
                          ? ""
                          : " (error return_0 \"memory exhausted\" (result peq return NULL))";
  return fmt::format(
      "(f {} (temp size) (normal return_X \"memory allocated\" (result memory_new return "
      "{}{})"
      "{}){})",
      params_text(symbol, type), size, heap_text(family), contents, fails);
}

std::string taker_text(const ir::Symbol& symbol, const ir::Type& type, uint32_t param) {
  return fmt::format(
      "(f {0} (normal return_type_unknown \"nothing to free\" (guard peq p{1} NULL))"
      " (normal return_type_unknown \"memory freed\" (guard pne p{1} NULL)"
      " (constraint memory_freeable p{1}{2}) (result memory_freed p{1}{2})))",
      params_text(symbol, type), param, heap_text(symbol.name));
}

}  // namespace

void add_takers(const ir::Unit& unit, Takers& takers) {
  for (uint32_t i = 0; i < unit.symbols.size(); ++i) {
    const ir::Attribute* attribute = taker_of(unit.symbols[ir::SymbolId(i)]);
    if (!attribute) continue;
    uint32_t param = attribute->args.empty() ? 0 : static_cast<uint32_t>(attribute->args[0]);
    takers.try_emplace(attribute->text, param);
  }
}

std::optional<models::Model> model_of_declaration(
    const semantics::Program& program, EntityId callee,
    const std::function<std::optional<uint32_t>(std::string_view name)>& param_of) {
  const ir::Symbol& symbol = program.symbol(callee);
  const ir::TypeTable& types = program[callee].unit->types->types();
  const ir::Type& type = types.resolved(symbol.type);
  if (type.kind != ir::TypeKind::Function) return std::nullopt;
  const ir::Attribute* attribute = taker_of(symbol);
  bool makes = attribute && types.is_pointer(type.inner) && param_of(attribute->text);
  if (makes) return read(maker_text(symbol, type, attribute->text));
  std::optional<uint32_t> param = param_of(symbol.name);
  bool takes = param && *param < count_params(symbol, type);
  return takes ? std::optional(read(taker_text(symbol, type, *param))) : std::nullopt;
}

std::optional<models::Model> model_of_demands(const semantics::Program& program, EntityId callee) {
  const ir::Symbol& symbol = program.symbol(callee);
  bool asks = symbol.find(ir::AttributeKind::NonNull) || symbol.find(ir::AttributeKind::Access);
  if (!asks) return std::nullopt;
  const ir::TypeTable& types = program[callee].unit->types->types();
  const ir::Type& type = types.resolved(symbol.type);
  if (type.kind != ir::TypeKind::Function) return std::nullopt;
  size_t count = count_params(symbol, type);
  std::string constraints;
  for (size_t i : non_null_params(symbol, type, types))
    if (i < count) constraints += fmt::format(" (constraint memory_valid_pointer p{})", i);
  constraints += accesses_text(symbol, type, types);
  if (constraints.empty()) return std::nullopt;
  return read(fmt::format("(f {} (normal{}))", params_text(symbol, type), constraints));
}

}  // namespace assay::simulator
