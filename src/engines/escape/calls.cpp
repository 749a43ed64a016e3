// Calls: what a callee that we do not look into may have done.
//
// An address that is only passed to a call is not reported: most callees do not keep it.  What a
// call may have reset is not reported either.
#include <algorithm>
#include <array>
#include <string_view>

#include "engines/escape/transfer.h"

namespace assay::escape {

using ir::NodeId;
using ir::Op;

namespace {

// Builtins that yield their first argument.
constexpr std::array<std::string_view, 6> kIdentities{
    "__builtin_expect",         "__builtin_expect_with_probability",
    "__builtin_assume_aligned", "__builtin_launder",
    "__builtin_addressof",      "__addressof"};
constexpr std::array<std::string_view, 4> kAllocas{
    "__builtin_alloca", "__builtin_alloca_with_align", "__builtin_alloca_uninitialized", "alloca"};

template <size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool has_no_effect(const ir::Symbol& callee) {
  return callee.find(ir::AttributeKind::Pure) || callee.find(ir::AttributeKind::Const);
}

// Functions of the compiler, and those of system headers that are declared not to throw, which in
// C is how the C library marks what neither blocks nor calls back: they touch what they are given.
bool touches_arguments_only(const ir::Symbol& callee) {
  return callee.has(ir::kBuiltin) || (callee.has(ir::kSystem) && callee.has(ir::kNoThrowDecl));
}

}  // namespace

bool is_alloca(const ir::Symbol& function) {
  return function.has(ir::kBuiltin) && is_one_of(kAllocas, function.name);
}

/// What a callee can get at.
struct Transfer::Reach {
  std::set<Base> written;  // through pointers that let it write
  std::set<Base> roots;    // where the ways to these start
  bool unknown = false;    // a pointer to who knows what
};

// A parameter `const T *` or `const T &` is a promise that callees keep in practice.
// APPROX(under): what a const parameter leads to is taken to stay as it is.
bool Transfer::may_write_through(NodeId argument, const ir::Symbol* callee,
                                 size_t parameter) const {
  ir::TypeId type = body_[argument].type;
  if (callee && callee->type.valid()) {
    const ir::Type& function = unit_.types.resolved(callee->type);
    if (function.kind == ir::TypeKind::Function && parameter < function.params.size())
      type = function.params[parameter];
  }
  if (!type.valid()) return true;
  ir::TypeId pointee = memory_.pointee(type);
  if (!pointee.valid()) return body_[argument].has(ir::kLvalue) || !memory_.is_integer(type);
  const ir::Type* at = &unit_.types[pointee];
  while (at->kind == ir::TypeKind::Alias) at = &unit_.types[at->inner];
  return !(at->kind == ir::TypeKind::Qualified && (at->quals & ir::kConst));
}

Transfer::Reach Transfer::reach_of_arguments(State& state, NodeId id, const ir::Symbol* callee,
                                             std::span<const NodeId> arguments, bool direct_only) {
  Reach reach;
  std::vector<Base> todo;
  bool is_method = callee && callee->has(ir::kMethod);
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Value& value = value_of(state, arguments[i]);
    for (const Value::Part& part : value.parts)
      for (const Address& address : part.addresses)
        if (address.at.base.kind == BaseKind::Ended && is_dying(address.at.base) &&
            body_[id].op != Op::Destroy)
          reporter_.used(address, id);
    // A method's type does not speak of `this`.
    size_t parameter = !is_method ? i : i == 0 ? SIZE_MAX : i - 1;
    if (!may_write_through(arguments[i], callee, parameter)) continue;
    bool is_pointer =
        body_[arguments[i]].has(ir::kLvalue) || memory_.pointee(body_[arguments[i]].type).valid();
    bool is_known = value.parts.empty() && !is_pointer;
    for (const Address& address : is_known ? AddressSet() : value.scalar()) {
      if (address.at.base.kind == BaseKind::Other)
        reach.unknown |= is_pointer;
      else if (address.at.base.kind != BaseKind::Null)
        todo.push_back(address.at.base);
    }
  }
  while (!todo.empty()) {
    Base base = todo.back();
    todo.pop_back();
    if (!reach.written.insert(base).second) continue;
    reach.roots.insert(memory_.objects().root(base));
    if (direct_only) continue;
    auto at = state.cells.lower_bound({base, INT64_MIN});
    for (; at != state.cells.end() && at->first.base == base; ++at)
      for (const Address& address : at->second)
        if (address.at.base.is_frame() || address.at.base.outlives_frame())
          todo.push_back(address.at.base);
  }
  return reach;
}

// A global that only this function writes keeps what it put there, whatever is called.
bool Transfer::is_private(ir::SymbolId global) {
  auto [at, is_new] = private_.try_emplace(global, false);
  if (!is_new) return at->second;
  const ir::Symbol& symbol = unit_.symbols[global];
  if (symbol.linkage != ir::Linkage::Internal || symbol.has(ir::kAddressTaken)) return false;
  // In C nobody else can name a static local; in C++ a lambda can.
  if (symbol.has(ir::kStaticLocal) && unit_.language == ir::Language::C) return at->second = true;
  bool seen_self = false;
  for (const ir::Function& other : unit_.functions) {
    if (other.symbol == function_.symbol && other.kind == function_.kind) {
      seen_self = true;
      continue;
    }
    if (other.kind == ir::FunctionKind::GlobalInit) continue;
    const ir::Body& body = other.body;
    std::vector<bool> only_read(body.nodes.size(), false);
    // Kids are older than parents: from the last node down, a place that is only loaded from
    // makes the place under it one too.
    for (size_t i = body.nodes.size(); i-- > 0;) {
      const ir::Node& node = body.nodes[i];
      NodeId here{i};
      bool reads = node.op == Op::Load || node.has(ir::kUnevaluated) ||
                   ((node.op == Op::Member || node.op == Op::Index) && only_read[i]);
      if (reads && node.kid_count > 0) only_read[body.kid(here, 0).index()] = true;
      if (node.op == Op::Global && body.symbol_of(here) == global && !only_read[i]) return false;
    }
  }
  // Without the rest of the unit nobody can tell.
  at->second = seen_self;
  return seen_self;
}

// APPROX(under): a callee is taken to have replaced the address wherever it could have.
bool Transfer::call_may_replace(const Location& holder, const AddressSet& held, const Reach& reach,
                                bool direct_only) {
  if (reach.written.contains(holder.base)) return true;
  if (direct_only) return false;
  Base root = memory_.objects().root(holder.base);
  if (root.kind == BaseKind::Global) {
    bool is_variable = holder.base.kind == BaseKind::Global;
    return !is_variable || !is_private(ir::SymbolId(holder.base.index));
  }
  if (reach.unknown || reach.roots.contains(root)) return true;
  // Given the object itself, a callee may unlink it from where it hangs.
  return std::any_of(held.begin(), held.end(), [&](const Address& address) {
    return address.at.base.is_frame() && reach.written.contains(address.at.base);
  });
}

void Transfer::call_effects(State& state, NodeId id, const ir::Symbol* callee,
                            std::span<const NodeId> arguments) {
  bool direct_only = callee && touches_arguments_only(*callee);
  Reach reach = reach_of_arguments(state, id, callee, arguments, direct_only);
  if (callee && has_no_effect(*callee)) return;
  for (auto cell = state.cells.begin(); cell != state.cells.end();) {
    bool replaced = cell->first.base.outlives_frame() &&
                    call_may_replace(cell->first, cell->second, reach, direct_only);
    cell = replaced ? state.cells.erase(cell) : std::next(cell);
  }
  for (Base base : reach.written) {
    if (base.kind != BaseKind::Local) continue;
    memory_.clobber(state, base);
    state.facts.forget(ir::LocalId(base.index));
    if (!direct_only) state.exposed.insert(ir::LocalId(base.index));
  }
  if (!direct_only)
    for (ir::LocalId local : state.exposed) memory_.clobber(state, local_base(local));
}

// Kids of an Asm: what it writes, and what it reads, each in a container.
void Transfer::assembly(State& state, NodeId id) {
  std::vector<NodeId> operands;
  for (NodeId list : body_.kids_of(id))
    for (NodeId operand : body_.kids_of(list)) operands.push_back(operand);
  call_effects(state, id, nullptr, operands);
  if (body_[id].kid_count == 0) return;
  for (NodeId written : body_.kids_of(body_.kid(id, 0)))
    if (body_[written].has(ir::kLvalue)) store(state, written, Value(AddressSet::other()), id);
}

Value Transfer::call(State& state, NodeId id) {
  if (body_[id].kid_count == 0) return {};
  NodeId named = body_.kid(id, 0);
  const ir::Symbol* callee =
      body_[named].op == Op::FunctionRef ? &unit_.symbols[body_.symbol_of(named)] : nullptr;
  if (callee && is_one_of(kIdentities, callee->name)) return kid_value(state, id, 1);
  call_effects(state, id, callee, body_.kids_of(id).subspan(1));
  if (callee && is_alloca(*callee))
    return Value(AddressSet(Address{{{BaseKind::Alloca, id.index()}, 0}, id}));
  return {};
}

// A copy constructor that the compiler made copies what is there; any other may do anything.
Value Transfer::construct(State& state, NodeId id) {
  ir::SymbolId symbol = body_.symbol_of(id);
  const ir::Symbol* constructor = symbol.valid() ? &unit_.symbols[symbol] : nullptr;
  std::span<const NodeId> kids = body_.kids_of(id);
  if (constructor && constructor->has(ir::kImplicitSymbol) && kids.size() == 2 &&
      constructor->record.valid()) {
    Value copied = memory_.read(state, kid_addresses(state, id, 1), constructor->record);
    memory_.write(state, kid_addresses(state, id, 0), constructor->record, copied, id);
    return {};
  }
  call_effects(state, id, constructor, kids);
  return {};
}

}  // namespace assay::escape
