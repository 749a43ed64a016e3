// From nodes to trees, in the order of the nodes.
#include <fmt/format.h>

#include <utility>

#include "metal/tree.h"

namespace assay::metal {
namespace {

using ir::Op;
using ir::TypeKind;

class Builder {
 public:
  Builder(TreePool& pool, const ir::Unit& unit, const ir::Function& function, ScopeId scope,
          std::vector<TreeId>& trees, std::vector<TreeId>& locals)
      : pool_(pool),
        unit_(unit),
        body_(function.body),
        scope_(scope),
        trees_(trees),
        locals_(locals) {}

  void build() {
    locals_.resize(body_.locals.size());
    for (size_t i = 0; i < locals_.size(); ++i) locals_[i] = make_local(ir::LocalId(i));
    trees_.resize(body_.nodes.size());
    for (size_t i = 0; i < trees_.size(); ++i) trees_[i] = make(ir::NodeId(i));
  }

 private:
  TreeId make_local(ir::LocalId id) {
    const ir::Local& local = body_.locals[id.index()];
    Tree tree;
    tree.op = Op::Local;
    tree.scope = scope_;
    tree.payload = id.index();
    tree.name = pool_.text(local.name);
    tree.type = type_text(local.type);
    tree.scalar = scalar_of(unit_, local.type);
    return pool_.make(std::move(tree));
  }

  TextId type_text(ir::TypeId type) {
    auto [found, is_new] = type_texts_.try_emplace(type);
    if (is_new) found->second = pool_.text(unit_.types.spell(type));
    return found->second;
  }

  TreeId kid(ir::NodeId id, size_t i) const { return trees_[body_.kid(id, i).index()]; }
  bool is_reference(ir::NodeId id) const {
    ir::TypeId type = body_[id].type;
    return type.valid() && unit_.types.is_reference(type);
  }

  TreeId make(ir::NodeId id);
  TreeId make_leaf(ir::NodeId id);
  TreeId make_symbol(ir::NodeId id);
  TreeId make_cast(ir::NodeId id);
  TreeId make_literal(uint64_t value, Scalar scalar);
  TreeId make_member(ir::NodeId id);
  TreeId make_pointer_sum(ir::NodeId id);
  TreeId make_general(ir::NodeId id);
  uint64_t element_size(ir::NodeId pointer) const;
  void bind_reference(ir::NodeId init);
  bool stays(TreeId place) const;
  bool changes_value(ir::NodeId cast) const;

  TreePool& pool_;
  const ir::Unit& unit_;
  const ir::Body& body_;
  ScopeId scope_;
  std::vector<TreeId>& trees_;
  std::vector<TreeId>& locals_;
  std::unordered_map<ir::TypeId, TextId> type_texts_;
};

TreeId Builder::make(ir::NodeId id) {
  const ir::Node& node = body_[id];
  if (ir::op_info(node.op).kind != ir::OpClass::Expression) return {};
  switch (node.op) {
    case Op::IntLit:
    case Op::FloatLit:
    case Op::StringLit:
    case Op::NullLit:
    case Op::ZeroValue:
    case Op::SizeOf:
      return make_leaf(id);
    case Op::Local:
      return locals_[body_.local_of(id).index()];
    case Op::Global:
    case Op::FunctionRef:
      return make_symbol(id);
    case Op::Load:
      return kid(id, 0);
    case Op::Deref:
      // A reference is what it refers to; a function and its address are one.
      if (is_reference(body_.kid(id, 0)) ||
          (node.type.valid() && unit_.types.resolved(node.type).kind == TypeKind::Function))
        return kid(id, 0);
      return make_general(id);
    case Op::AddressOf: {
      TreeId place = kid(id, 0);
      if (is_reference(id) || (place.valid() && pool_[place].op == Op::FunctionRef)) return place;
      return make_general(id);
    }
    case Op::Cast:
      return make_cast(id);
    case Op::Member:
      return make_member(id);
    case Op::Add:
    case Op::Sub:
      return make_pointer_sum(id);
    case Op::Init:
      bind_reference(id);
      return {};
    case Op::Comma:
      return node.kid_count == 0 ? TreeId() : kid(id, node.kid_count - 1);
    case Op::Opaque:
    case Op::StmtExpr:
      return node.payload == 0 ? TreeId() : trees_[node.payload - 1];
    case Op::Destroy:
    case Op::AtExit:
    case Op::Construct:
    case Op::Delete:
    case Op::Throw:
    case Op::Unsupported:
      return {};
    default:
      // An assignment is, as a value, what it wrote.
      if (node.op >= Op::Assign && node.op <= Op::PreDec) return kid(id, 0);
      return make_general(id);
  }
}

TreeId Builder::make_leaf(ir::NodeId id) {
  const ir::Node& node = body_[id];
  Tree tree;
  tree.op = node.op;
  tree.scalar = scalar_of(unit_, node.type);
  if (node.op == Op::StringLit) {
    tree.text = pool_.text(body_.text_of(id));
    return pool_.make(std::move(tree));
  }
  TypeKind kind = unit_.types.resolved(node.type).kind;
  if (node.op == Op::ZeroValue && (kind == TypeKind::Record || kind == TypeKind::Array)) {
    tree.text = type_text(node.type);
    return pool_.make(std::move(tree));
  }
  if (node.op == Op::NullLit || node.op == Op::ZeroValue) return pool_.make_int(0);
  if (node.op == Op::FloatLit) tree.text = type_text(node.type);
  if (node.op == Op::SizeOf) tree.op = Op::IntLit;
  tree.payload = node.payload;
  if (node.has(ir::kWide)) {
    std::string digits = "0x";
    const std::vector<uint64_t>& words = body_.wides[node.payload];
    for (size_t i = words.size(); i > 0; --i) digits += fmt::format("{:016x}", words[i - 1]);
    tree.payload = 0;
    tree.text = pool_.text(digits + pool_.text(tree.text));
  }
  return pool_.make(std::move(tree));
}

TreeId Builder::make_symbol(ir::NodeId id) {
  const ir::Symbol& symbol = unit_.symbols[body_.symbol_of(id)];
  Tree tree;
  tree.op = body_[id].op;
  bool internal = symbol.linkage == ir::Linkage::Internal;
  tree.text = pool_.text(symbol_text(unit_, symbol));
  tree.name = pool_.text(symbol.display.empty() ? symbol.name : symbol.display);
  tree.type = type_text(symbol.type);
  tree.scalar = scalar_of(unit_, symbol.type);
  if (internal) tree.file = pool_.text(unit_.main_file);
  return pool_.make(std::move(tree));
}

/// Whether the result may be another number than the operand.
bool Builder::changes_value(ir::NodeId cast) const {
  const ir::Type& to = unit_.types.resolved(body_[cast].type);
  const ir::Type& from = unit_.types.resolved(body_[body_.kid(cast, 0)].type);
  switch (body_.cast_of(cast)) {
    case ir::CastKind::Integral:
      // Wider: only a negative number in a type that has none.  As wide: whatever changes its sign.
      if (to.width > from.width) return from.has(ir::kSigned) && !to.has(ir::kSigned);
      return to.width < from.width || from.has(ir::kSigned) != to.has(ir::kSigned);
    case ir::CastKind::FloatCast:
      return to.width < from.width;
    case ir::CastKind::IntToFloat:
      return from.width >= to.width;
    case ir::CastKind::FloatToInt:
    case ir::CastKind::Complex:
    case ir::CastKind::Vector:
    case ir::CastKind::Dynamic:
      return true;
    default:
      return false;
  }
}

TreeId Builder::make_cast(ir::NodeId id) {
  TreeId inner = kid(id, 0);
  if (!inner.valid() || body_.cast_of(id) == ir::CastKind::ToVoid) return {};
  if (body_.cast_of(id) == ir::CastKind::ToBool) {
    Tree tree;
    tree.op = Op::Ne;
    tree.scalar = scalar_of(unit_, body_[id].type);
    tree.kids = {inner, pool_.make_int(0)};
    return pool_.make(std::move(tree));
  }
  if (!changes_value(id)) return inner;
  Scalar scalar = scalar_of(unit_, body_[id].type);
  bool literal = pool_[inner].op == Op::IntLit && !pool_[inner].text.valid();
  if (literal && body_.cast_of(id) == ir::CastKind::Integral && scalar.kind == ScalarKind::Int)
    return make_literal(pool_[inner].payload, scalar);
  Tree tree;
  tree.op = Op::Cast;
  tree.text = type_text(unit_.types.canonical(body_[id].type));
  tree.scalar = scalar_of(unit_, body_[id].type);
  tree.kids = {inner};
  return pool_.make(std::move(tree));
}

/// The number in another type: `(unsigned)-1`.
TreeId Builder::make_literal(uint64_t value, Scalar scalar) {
  unsigned unused = 64u - scalar.bits;
  value <<= unused;
  Tree tree;
  tree.op = Op::IntLit;
  tree.payload = scalar.is_signed ? static_cast<uint64_t>(static_cast<int64_t>(value) >> unused)
                                  : value >> unused;
  tree.scalar = scalar;
  return pool_.make(std::move(tree));
}

TreeId Builder::make_member(ir::NodeId id) {
  TreeId place = kid(id, 0);
  if (!place.valid()) return {};
  const ir::Type& record = unit_.types.resolved(body_[body_.kid(id, 0)].type);
  uint64_t field = body_[id].payload;
  Tree tree;
  tree.op = Op::Member;
  bool named = field < record.fields.size() && !record.fields[field].name.empty();
  tree.text = pool_.text(named ? record.fields[field].name : fmt::format("#{}", field));
  tree.owner = pool_.text(record.has(ir::kUnion) ? "union " + record.name : record.name);
  tree.type = type_text(body_[id].type);
  tree.scalar = scalar_of(unit_, body_[id].type);
  if (field < record.fields.size() && record.fields[field].is_bit_field)
    tree.scalar.bits = static_cast<uint8_t>(record.fields[field].bit_width);
  tree.kids = {place};
  return pool_.make(std::move(tree));
}

/// How far apart the elements are that the pointer steps over.
uint64_t Builder::element_size(ir::NodeId pointer) const {
  ir::TypeId element = unit_.types.pointee(body_[pointer].type);
  uint64_t size = element.valid() ? unit_.types.resolved(element).size : 0;
  return size == 0 ? 1 : size;
}

/// In sums the pointer stands first, so that `*(p + i)` and `*(i + p)` are both `p[i]`.
TreeId Builder::make_pointer_sum(ir::NodeId id) {
  const ir::Node& node = body_[id];
  if (!unit_.types.is_pointer(node.type)) return make_general(id);
  TreeId left = kid(id, 0), right = kid(id, 1);
  if (!left.valid() || !right.valid()) return {};
  Tree tree;
  tree.op = node.op;
  tree.payload = element_size(id);
  tree.scalar = scalar_of(unit_, node.type);
  tree.kids = {left, right};
  if (!unit_.types.is_pointer(body_[body_.kid(id, 0)].type)) std::swap(tree.kids[0], tree.kids[1]);
  return pool_.make(std::move(tree));
}

TreeId Builder::make_general(ir::NodeId id) {
  const ir::Node& node = body_[id];
  Tree tree;
  tree.op = node.op;
  tree.scalar = scalar_of(unit_, node.type);
  for (ir::NodeId kid : body_.kids_of(id)) {
    TreeId part = trees_[kid.index()];
    if (!part.valid()) {
      // What a kid without a value does is no part of the value; an operator needs all of its own.
      if (node.op == Op::New || node.op == Op::InitList) continue;
      return {};
    }
    tree.kids.push_back(part);
  }
  switch (ir::op_info(node.op).payload) {
    case ir::PayloadKind::Call:
      tree.call = body_.call_kind_of(id);
      break;
    case ir::PayloadKind::Symbol:
      if (body_.symbol_of(id).valid())
        tree.text = pool_.text(unit_.symbols[body_.symbol_of(id)].name);
      break;
    case ir::PayloadKind::Label:
      tree.text = pool_.text(body_.labels[node.payload]);
      tree.scope = scope_;
      tree.payload = node.payload;
      break;
    case ir::PayloadKind::Type:
      tree.text = type_text(ir::TypeId(static_cast<uint32_t>(node.payload)));
      break;
    case ir::PayloadKind::Int:
    case ir::PayloadKind::Field:
      tree.payload = node.payload;
      break;
    default:
      break;
  }
  // Which order numbers have is no part of the operator's name.
  bool ordered = (node.op >= Op::Lt && node.op <= Op::Ge) || node.op == Op::Div ||
                 node.op == Op::Rem || node.op == Op::Shr;
  if (ordered) {
    const ir::Type& operand = unit_.types.resolved(body_[body_.kid(id, 0)].type);
    bool is_signed = operand.kind == TypeKind::Float || operand.has(ir::kSigned);
    if (!is_signed) tree.text = pool_.text("unsigned");
  }
  if (node.op == Op::Index) tree.payload = element_size(body_.kid(id, 0));
  if (node.op == Op::VaArg || node.op == Op::MemberAddr) tree.text = type_text(node.type);
  return pool_.make(std::move(tree));
}

/// Whether the place is the same whenever it is named: nothing on the way to it can be assigned.
bool Builder::stays(TreeId place) const {
  while (place.valid()) {
    const Tree& tree = pool_[place];
    if (tree.op == Op::Local || tree.op == Op::Global) return true;
    if (tree.op != Op::Member) return false;
    place = tree.kids[0];
  }
  return false;
}

/// `int &r = x;`: from here on `r` is `x`.  Scopes keep uses of `r` behind its declaration.
void Builder::bind_reference(ir::NodeId init) {
  ir::NodeId place = body_.kid(init, 0);
  if (body_[place].op != Op::Local || !is_reference(place)) return;
  const ir::Local& local = body_.locals[body_.local_of(place).index()];
  TreeId value = kid(init, 1);
  if (local.kind != ir::LocalKind::Variable || !stays(value)) return;
  locals_[body_.local_of(place).index()] = value;
}

}  // namespace

std::string symbol_text(const ir::Unit& unit, const ir::Symbol& symbol) {
  return symbol.linkage == ir::Linkage::Internal ? unit.main_file + ":" + symbol.name : symbol.name;
}

Scalar scalar_of(const ir::Unit& unit, ir::TypeId id) {
  if (id.valid() && unit.types.is_reference(id)) id = unit.types.pointee(id);
  if (!id.valid()) return {};
  const ir::Type& type = unit.types.resolved(id);
  auto of_width = [&](ScalarKind kind, bool is_signed) {
    if (type.width == 0 || type.width > 64) return Scalar();
    return Scalar{kind, static_cast<uint8_t>(type.width), is_signed};
  };
  switch (type.kind) {
    case TypeKind::Bool:
      return {ScalarKind::Int, 1, false};
    case TypeKind::Int:
    case TypeKind::Enum:
      return of_width(ScalarKind::Int, type.has(ir::kSigned));
    case TypeKind::Float:
      return of_width(ScalarKind::Float, true);
    case TypeKind::Pointer:
    case TypeKind::Nullptr:
    case TypeKind::Array:
    case TypeKind::IncompleteArray:
    case TypeKind::VariableArray:
    case TypeKind::Function:
      return {ScalarKind::Pointer, unit.pointer_bits, false};
    default:
      return {};
  }
}

FunctionTrees::FunctionTrees(TreePool& pool, const ir::Unit& unit, const ir::Function& function,
                             ScopeId scope) {
  Builder(pool, unit, function, scope, trees_, locals_).build();
}

}  // namespace assay::metal
