// mc.h: types and constants.
#include "metal/actions/constant.h"
#include "metal/actions/context.h"
#include "metal/actions/program_names.h"
#include "metal/actions/rule_symbols.h"
#include "metal/node_view.h"

namespace assay::metal {
namespace {

using ir::TypeKind;

/// The type that the source gives it, arrays not decayed; none where the tree is another
/// function's.
ir::TypeId written_type(Context& c, TreeHandle handle) {
  const RuleTree* tree = c.find(handle);
  if (tree == nullptr || !tree->node.valid()) return {};
  return type_of(c.code(), source_node(c.code(), tree->node));
}

/// Its declared type as text, where no more is known: a tree of another function, or what a pointer
/// leads to where the source only names the pointer, as in `p->lock()`.
std::string_view declared_text(Context& c, TreeHandle handle) {
  const RuleTree* tree = c.find(handle);
  if (tree == nullptr || !tree->tree.valid()) return {};
  const TreePool& pool = c.code().pool;
  TreeId at = tree->tree;
  size_t derefs = 0;
  for (; pool[at].op == ir::Op::Deref && !pool[at].type.valid(); at = pool[at].kids[0]) ++derefs;
  std::string_view text = pool.text(pool[at].type);
  for (; derefs > 0; --derefs) {
    if (!text.ends_with('*')) return {};
    text.remove_suffix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
  }
  return text;
}

Scalar scalar_of_tree(Context& c, TreeHandle handle) {
  const RuleTree* tree = c.find(handle);
  return tree != nullptr && tree->tree.valid() ? c.code().pool[tree->tree].scalar : Scalar();
}

const char* type_text(TreeHandle handle) {
  return answer([&](Context& c) -> const char* {
    ir::TypeId type = written_type(c, handle);
    if (type.valid()) return c.keep(c.code().unit.types.spell(type));
    std::string_view text = declared_text(c, handle);
    return text.empty() ? nullptr : c.keep(text);
  });
}

const char* resolved_text(TreeHandle handle) {
  return answer([&](Context& c) -> const char* {
    ir::TypeId type = written_type(c, handle);
    const ir::TypeTable& types = c.code().unit.types;
    if (type.valid()) return c.keep(types.spell(types.canonical(type)));
    std::string_view text = declared_text(c, handle);
    return text.empty() ? nullptr : c.keep(text);
  });
}

const char* pointee_text(TreeHandle handle) {
  return answer([&](Context& c) -> const char* {
    ir::TypeId type = written_type(c, handle);
    const ir::TypeTable& types = c.code().unit.types;
    if (type.valid()) {
      ir::TypeId to = types.pointee(type);
      return to.valid() ? c.keep(types.spell(to)) : nullptr;
    }
    std::string_view text = declared_text(c, handle);
    if (!text.ends_with('*')) return nullptr;
    text.remove_suffix(1);
    while (text.ends_with(' ')) text.remove_suffix(1);
    return c.keep(text);
  });
}

long size_of(TreeHandle handle) {
  return answer([&](Context& c) -> long {
    ir::TypeId type = written_type(c, handle);
    if (!type.valid()) return -1;
    const ir::Type& resolved = c.code().unit.types.resolved(type);
    return resolved.size == 0 ? -1 : static_cast<long>(resolved.size);
  });
}

/// Whether the type is of a kind; for trees of other functions, whether their values are.
template <class OfKind, class OfScalar>
int has_type(TreeHandle handle, OfKind&& of_kind, OfScalar&& of_scalar) {
  return answer([&](Context& c) -> int {
    ir::TypeId type = written_type(c, handle);
    if (type.valid()) return of_kind(c.code().unit.types.resolved(type));
    return of_scalar(scalar_of_tree(c, handle));
  });
}

bool never(const Scalar&) { return false; }

int is_pointer(TreeHandle handle) {
  return has_type(
      handle, [](const ir::Type& type) { return type.kind == TypeKind::Pointer; },
      [](const Scalar& scalar) { return scalar.kind == ScalarKind::Pointer; });
}

int is_integer(TreeHandle handle) {
  return has_type(
      handle,
      [](const ir::Type& type) {
        return type.kind == TypeKind::Int || type.kind == TypeKind::Bool ||
               type.kind == TypeKind::Enum;
      },
      [](const Scalar& scalar) { return scalar.kind == ScalarKind::Int; });
}

int is_signed(TreeHandle handle) {
  return has_type(
      handle,
      [](const ir::Type& type) {
        return (type.kind == TypeKind::Int || type.kind == TypeKind::Enum) && type.has(ir::kSigned);
      },
      [](const Scalar& scalar) { return scalar.kind == ScalarKind::Int && scalar.is_signed; });
}

int is_float(TreeHandle handle) {
  return has_type(
      handle,
      [](const ir::Type& type) {
        return type.kind == TypeKind::Float || type.kind == TypeKind::Complex;
      },
      [](const Scalar& scalar) { return scalar.kind == ScalarKind::Float; });
}

int is_record(TreeHandle handle) {
  return has_type(
      handle, [](const ir::Type& type) { return type.kind == TypeKind::Record; }, never);
}

int is_array(TreeHandle handle) {
  return has_type(
      handle,
      [](const ir::Type& type) {
        return type.kind == TypeKind::Array || type.kind == TypeKind::IncompleteArray ||
               type.kind == TypeKind::VariableArray;
      },
      never);
}

/// A hole stands for what is under casts; the value is that of the casts that are written around
/// it, `(unsigned char)300`.
ir::NodeId with_casts(Context& c, const RuleTree& tree) {
  ir::NodeId node = tree.node;
  if (!tree.hole.valid()) return node;
  for (ir::NodeId at = node;;) {
    ir::NodeId parent = c.code().parents[at.index()];
    if (!parent.valid() || wrapped(c.code(), parent) != at) return node;
    at = parent;
    if (is_written_cast(c.code(), at)) node = at;
  }
}

std::optional<int64_t> constant_of(Context& c, TreeHandle handle) {
  const RuleTree* tree = c.find(handle);
  if (tree == nullptr) return std::nullopt;
  if (tree->node.valid()) return constant_value(c.code().unit, c.body(), with_casts(c, *tree));
  if (!tree->tree.valid()) return std::nullopt;
  const Tree& at = c.code().pool[tree->tree];
  if (at.op != ir::Op::IntLit) return std::nullopt;
  return static_cast<int64_t>(at.payload);
}

int is_constant_tree(TreeHandle handle) {
  return answer([&](Context& c) -> int { return constant_of(c, handle).has_value(); });
}

long long int_value(TreeHandle handle) {
  return answer([&](Context& c) -> long long { return constant_of(c, handle).value_or(0); });
}

int is_null(TreeHandle handle) {
  return answer([&](Context& c) -> int {
    std::optional<int64_t> value = constant_of(c, handle);
    if (!value || *value != 0) return 0;
    const RuleTree* tree = c.find(handle);
    if (!tree->node.valid()) return c.code().pool[tree->tree].scalar.kind == ScalarKind::Pointer;
    // `free(0)`: the compiler's conversion makes it one.
    ir::TypeId type = c.body()[outermost(c.code(), tree->node)].type;
    return op_of(c, *tree) == ir::Op::NullLit ||
           (type.valid() && c.code().unit.types.is_pointer(type));
  });
}

const char* string_value(TreeHandle handle) {
  return answer([&](Context& c) -> const char* {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr) return nullptr;
    if (tree->node.valid()) {
      ir::NodeId node = source_node(c.code(), tree->node);
      return c.body()[node].op == ir::Op::StringLit ? c.keep(c.body().text_of(node)) : nullptr;
    }
    if (!tree->tree.valid() || c.code().pool[tree->tree].op != ir::Op::StringLit) return nullptr;
    return c.keep(c.code().pool.text(c.code().pool[tree->tree].text));
  });
}

int is_known_null(TreeHandle handle) {
  return answer([&](Context& c) -> int {
    const RuleTree* tree = c.find(handle);
    return tree != nullptr && tree->tree.valid() && c.host().is_known_zero(tree->tree, tree->node);
  });
}

}  // namespace

std::vector<RuleSymbol> type_symbols() {
  return {rule_symbol("mc_type", type_text),
          rule_symbol("mc_type_resolved", resolved_text),
          rule_symbol("mc_pointee_type", pointee_text),
          rule_symbol("mc_sizeof", size_of),
          rule_symbol("mc_is_pointer", is_pointer),
          rule_symbol("mc_is_integer", is_integer),
          rule_symbol("mc_is_signed", is_signed),
          rule_symbol("mc_is_float", is_float),
          rule_symbol("mc_is_record", is_record),
          rule_symbol("mc_is_array", is_array),
          rule_symbol("mc_is_constant", is_constant_tree),
          rule_symbol("mc_int_value", int_value),
          rule_symbol("mc_is_null", is_null),
          rule_symbol("mc_known_null", is_known_null),
          rule_symbol("mc_string_value", string_value)};
}

}  // namespace assay::metal
