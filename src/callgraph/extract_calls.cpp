// Calls: who is meant, and what is handed over.
#include "callgraph/extract.h"

namespace assay::callgraph {

using ir::CallKind;
using ir::NodeId;
using ir::Op;
using ir::TypeId;

/// The record's fact if functions without a body could find function addresses in it.
uint32_t FunctionExtractor::interesting_record(TypeId record) {
  if (!record.valid() || types_[record].fields.empty()) return kNone;
  return carriers_.record_fact(record);
}

/// What an argument is for, before it becomes the `void *` that the parameter asks for.
CarrierKind FunctionExtractor::kind_before_conversion(NodeId node) {
  while (at(node).op == ir::Op::Cast && at(node).has(ir::kImplicit) &&
         types_.is_pointer(at(node).type) && types_.is_pointer(at(body_.kid(node, 0)).type))
    node = body_.kid(node, 0);
  bool is_address = at(node).has(ir::kLvalue) || !carriers_.carries(at(node).type);
  return is_address ? CarrierKind::Data : carriers_.kind(at(node).type);
}

ArgumentFact FunctionExtractor::argument(NodeId node, TypeId param) {
  ArgumentFact fact;
  TypeId type = at(node).type;
  fact.value = use_argument(node);
  if (fact.value.valid()) fact.kind = kind_before_conversion(node);
  bool is_value = !at(node).has(ir::kLvalue);
  TypeId record = is_value ? carriers_.record_behind(type) : carriers_.record_in(type);
  if (TypeId itself = carriers_.record_in(type); is_value && itself.valid()) {
    record = itself;
    fact.is_const = true;  // a copy
  }
  fact.record = interesting_record(record);
  TypeId declared = param.valid() ? param : type;
  TypeId pointee = types_.pointee(declared);
  if (pointee.valid() && types_[pointee].kind == ir::TypeKind::Qualified)
    fact.is_const |= (types_[pointee].quals & ir::kConst) != 0;
  return fact;
}

/// `this` for an object that is named as a place.
ArgumentFact FunctionExtractor::object_argument(NodeId node) {
  ArgumentFact fact;
  fact.value = address_of(place(node), at(node).type);
  if (fact.value.valid()) fact.kind = CarrierKind::Data;
  fact.record = interesting_record(carriers_.record_in(at(node).type));
  return fact;
}

void FunctionExtractor::find_only_values() {
  only_value_.resize(body_.locals.size());
  std::vector<uint32_t> mentions(body_.locals.size()), understood(body_.locals.size());
  std::vector<bool> is_set_again(body_.locals.size());
  auto local_at = [&](NodeId node) {
    return at(node).op == Op::Local ? body_.local_of(node) : ir::LocalId();
  };
  for (uint32_t i = 0; i < body_.nodes.size(); ++i) {
    NodeId node(i);
    if (ir::LocalId local = local_at(node); local.valid()) ++mentions[local.index()];
    bool sets = at(node).op == Op::Init && at(node).kid_count == 2;
    if (!sets && at(node).op != Op::Load) continue;
    ir::LocalId local = local_at(body_.kid(node, 0));
    if (!local.valid()) continue;
    ++understood[local.index()];
    if (!sets) continue;
    if (only_value_[local.index()].valid()) is_set_again[local.index()] = true;
    only_value_[local.index()] = body_.kid(node, 1);
  }
  for (size_t i = 0; i < only_value_.size(); ++i)
    if (mentions[i] != understood[i] || is_set_again[i]) only_value_[i] = NodeId();
}

/// What made the object, which is named by its place or by its address: a new-expression, or a
/// variable or temporary of this function that it is.
NodeId FunctionExtractor::made_here(NodeId object) const {
  // Each step goes to an older node, or from a variable to the value before it.
  for (size_t steps = 0; steps < body_.nodes.size(); ++steps) {
    switch (at(object).op) {
      case Op::New:
        return at(object).has(ir::kArrayForm) ? NodeId() : object;
      case Op::Local:
        return types_.is_record(at(object).type) ? object : NodeId();
      case Op::Comma:
        if (at(object).kid_count == 0) return {};
        object = body_.kids_of(object).back();
        break;
      case Op::Cast:
        if (at(object).kid_count != 1 || body_.cast_of(object) != ir::CastKind::DerivedToBase)
          return {};
        [[fallthrough]];
      case Op::Deref:
      case Op::AddressOf:
        if (at(object).kid_count != 1) return {};
        object = body_.kid(object, 0);
        break;
      case Op::Opaque:
        // One more than the number of the older node; 0: there is none.
        if (at(object).payload == 0 || at(object).payload > object.index()) return {};
        object = NodeId(static_cast<uint32_t>(at(object).payload - 1));
        break;
      case Op::Load: {
        NodeId place = body_.kid(object, 0);
        if (at(place).op != Op::Local) return {};
        object = only_value_[body_.local_of(place).index()];
        if (!object.valid()) return {};
        break;
      }
      default:
        return {};
    }
  }
  return {};
}

/// The object's class before any implicit conversion to the base that declares the method.
void FunctionExtractor::set_receiver(SiteFact& site, NodeId object) {
  if (NodeId made = made_here(object); made.valid()) {
    object = made;
    site.is_exact = true;
  }
  while (at(object).op == Op::Cast && at(object).kid_count == 1 &&
         body_.cast_of(object) == ir::CastKind::DerivedToBase)
    object = body_.kid(object, 0);
  TypeId type = at(object).type;
  TypeId record =
      at(object).has(ir::kLvalue) ? carriers_.record_in(type) : carriers_.record_behind(type);
  if (record.valid()) site.receiver = carriers_.record_fact(record);
}

void FunctionExtractor::visit_call(NodeId node) {
  std::span<const NodeId> kids = body_.kids_of(node);
  if (kids.empty()) return;
  NodeId callee = kids[0];
  std::span<const NodeId> arguments = kids.subspan(1);
  CallKind kind = body_.call_kind_of(node);
  const Value target = value(callee);

  SiteFact site{.point = node.index()};
  TypeId type = at(callee).type;
  if (target.kind == Value::Kind::Function) {
    if ((unit_.facts.functions[target.id].flags & ir::kBuiltin) != 0)
      return visit_builtin(node, arguments);
    site.function = target.id;
    site.kind = kind == CallKind::Virtual ? SiteKind::Virtual : SiteKind::Direct;
  } else {
    site.callee = use(callee);
    site.kind = kind == CallKind::MemberPointer ? SiteKind::MemberPointer : SiteKind::Indirect;
  }
  bool has_object = kind != CallKind::Plain && !arguments.empty();
  if (has_object && site.kind != SiteKind::Direct) set_receiver(site, arguments[0]);

  // Through a pointer or a pointer to member: the function's type is behind it.
  if (types_.resolved(type).kind != ir::TypeKind::Function && types_.resolved(type).inner.valid())
    type = types_.resolved(type).inner;
  const ir::Type& signature = types_.resolved(type);
  for (size_t i = 0; i < arguments.size(); ++i) {
    size_t number = has_object ? i - 1 : i;  // wraps for the object: no declared type
    TypeId param;
    if (signature.kind == ir::TypeKind::Function && number < signature.params.size())
      param = signature.params[number];
    site.arguments.push_back(argument(arguments[i], param));
  }
  if (carriers_.carries(at(node).type)) {
    site.result = new_cell();
    bool is_place = at(node).has(ir::kLvalue);
    if (is_place)
      place(node) = behind(site.result, at(node).type);
    else
      value(node) = {Value::Kind::Cell, site.result.raw()};
  } else if (at(node).has(ir::kLvalue)) {
    // A reference to a plain type may still lead to cells behind it.
    place(node) = behind(CellRef{}, at(node).type);
  }
  if (TypeId record = carriers_.record_behind(at(node).type); record.valid())
    site.result_record = interesting_record(record);
  sites_.push_back(std::move(site));
}

void FunctionExtractor::visit_construct(NodeId node) {
  std::span<const NodeId> kids = body_.kids_of(node);
  ir::SymbolId symbol = body_.symbol_of(node);
  if (kids.empty() || !symbol.valid() || symbol.index() >= unit_.unit.symbols.size()) return;
  const ir::Symbol& constructor = unit_.unit.symbols[symbol];
  mentions_internal_ |= constructor.linkage == ir::Linkage::Internal;
  const ir::Type& signature = types_.resolved(constructor.type);
  SiteFact site{.point = node.index(), .function = unit_.function(symbol)};
  site.arguments.push_back(object_argument(kids[0]));
  for (size_t i = 1; i < kids.size(); ++i) {
    TypeId param = i - 1 < signature.params.size() ? signature.params[i - 1] : TypeId{};
    site.arguments.push_back(argument(kids[i], param));
  }
  sites_.push_back(std::move(site));
  place(node) = place(kids[0]);
}

void FunctionExtractor::visit_destroy(NodeId node) {
  std::span<const NodeId> kids = body_.kids_of(node);
  ir::SymbolId symbol = body_.symbol_of(node);
  if (kids.empty() || !symbol.valid() || symbol.index() >= unit_.unit.symbols.size()) return;
  const ir::Symbol& destructor = unit_.unit.symbols[symbol];
  mentions_internal_ |= destructor.linkage == ir::Linkage::Internal;
  SiteFact site{.point = node.index(), .function = unit_.function(symbol)};
  // An array's elements are of the class itself, and so is every object that is named.
  if (destructor.has(ir::kVirtual) && under_delete_[node.index()] &&
      !at(node).has(ir::kArrayForm)) {
    site.kind = SiteKind::Virtual;
    set_receiver(site, kids[0]);
  }
  site.arguments.push_back(object_argument(kids[0]));
  sites_.push_back(std::move(site));
}

// The compiler's own: they call nothing, and their effect is on what they are given.
// APPROX(over): what one pointer points to may end up behind each other one that is not to
// const, and so may values behind pointers to carriers; the result may be any of it.  That holds
// for copies, exchanges, loads and stores alike.
void FunctionExtractor::visit_builtin(NodeId node, std::span<const NodeId> arguments) {
  struct Pointer {
    CellRef cell;
    CellRef content;
    CarrierKind through;  // Any: untyped
    bool writable;
  };
  std::vector<Pointer> pointers;
  std::vector<CellRef> values, results;
  for (NodeId argument : arguments) {
    CellRef cell = use_argument(argument);
    if (!cell.valid()) continue;
    values.push_back(cell);
    TypeId type = at(argument).type;
    if (!types_.is_pointer(type)) {
      results.push_back(cell);
      continue;
    }
    TypeId pointee = types_.pointee(type);
    bool typed = carriers_.carries(pointee);
    bool is_const = types_[pointee].kind == ir::TypeKind::Qualified &&
                    (types_[pointee].quals & ir::kConst) != 0;
    CarrierKind through = typed ? carriers_.kind(pointee) : CarrierKind::Any;
    pointers.push_back({cell, new_cell(), through, !is_const});
    flow(FlowKind::Load, pointers.back().content, cell, through);
    results.push_back(typed ? pointers.back().content : cell);
  }
  for (const Pointer& to : pointers) {
    if (!to.writable) continue;
    for (const Pointer& from : pointers) {
      if (from.cell != to.cell) flow(FlowKind::Store, to.cell, from.content, to.through);
    }
    if (to.through == CarrierKind::Any) continue;
    for (CellRef value : values) {
      if (value != to.cell) flow(FlowKind::Store, to.cell, value, to.through);
    }
  }
  if (!carriers_.carries(at(node).type)) return;
  CellRef result = new_cell();
  for (CellRef source : results) flow(FlowKind::Copy, result, source);
  if (types_.is_pointer(at(node).type) && pointers.empty()) {
    flow(FlowKind::Memory, result, kNone);  // alloca and its kind
  }
  value(node) = {Value::Kind::Cell, result.raw()};
}

}  // namespace assay::callgraph
