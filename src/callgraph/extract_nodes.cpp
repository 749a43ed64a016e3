// What each operator does to the flow of function addresses.
#include "callgraph/extract.h"

namespace assay::callgraph {

using ir::CastKind;
using ir::NodeId;
using ir::Op;
using ir::TypeId;

FunctionExtractor::FunctionExtractor(UnitExtractor& unit, const ir::Function& function,
                                     uint32_t fact)
    : unit_(unit),
      carriers_(unit.carriers),
      types_(unit.unit.types),
      function_(function),
      body_(function.body),
      fact_(fact),
      values_(body_.nodes.size()),
      places_(body_.nodes.size()),
      in_list_(body_.nodes.size()),
      under_delete_(body_.nodes.size()),
      exposed_(body_.locals.size()) {
  const ir::Type& type = types_.resolved(unit.unit.symbols[function.symbol].type);
  if (function.kind != ir::FunctionKind::Function || type.kind != ir::TypeKind::Function) return;
  is_variadic_ = type.has(ir::kVariadic);
  returns_reference_ = types_.is_reference(type.inner);
}

void FunctionExtractor::prepare() {
  for (uint32_t i = 0; i < body_.nodes.size(); ++i) {
    Op op = body_.nodes[i].op;
    if (op != Op::Init && op != Op::InitList && op != Op::Assign && op != Op::Delete) continue;
    for (NodeId kid : body_.kids_of(NodeId(i))) {
      if (op == Op::Delete)
        under_delete_[kid.index()] = at(kid).op == Op::Destroy;
      else
        in_list_[kid.index()] = at(kid).op == Op::InitList;
    }
  }
  find_only_values();
}

void FunctionExtractor::run() {
  prepare();
  for (uint32_t i = 0; i < body_.nodes.size(); ++i) {
    if (!body_.nodes[i].has(ir::kUnevaluated)) visit(NodeId(i));
  }
  drop_unused_cells();
  FunctionFact& fact = unit_.facts.functions[fact_];
  fact.mentions_internal = mentions_internal_;
  fact.cells = cells_;
  fact.flows = std::move(fact_flows_);
  fact.sites = std::move(sites_);
}

// Locals that are read and never set, results that nobody takes: most cells of a body carry
// nothing, and are not worth a place in the program.
void FunctionExtractor::drop_unused_cells() {
  std::vector<uint32_t> number(cells_, kNone);
  uint32_t used = 0;
  auto renumber = [&](uint32_t raw) {
    CellRef ref = CellRef::from_raw(raw);
    if (!ref.valid() || ref.is_of_unit()) return raw;
    uint32_t& to = number[ref.index()];
    if (to == kNone) to = used++;
    return to;
  };
  auto renumber_ref = [&](CellRef& ref) { ref = CellRef::from_raw(renumber(ref.raw())); };
  for (Flow& flow : fact_flows_) {
    if (flow.kind != FlowKind::Punned) flow.a = renumber(flow.a);
    if (flow.kind == FlowKind::Address || flow.kind == FlowKind::Copy ||
        flow.kind == FlowKind::Load || flow.kind == FlowKind::Store)
      flow.b = renumber(flow.b);
  }
  for (SiteFact& site : sites_) {
    renumber_ref(site.callee);
    renumber_ref(site.result);
    for (ArgumentFact& argument : site.arguments) renumber_ref(argument.value);
  }
  cells_ = used;
}

void FunctionExtractor::visit(NodeId node) {
  std::span<const NodeId> kids = body_.kids_of(node);
  switch (at(node).op) {
    case Op::Local:
    case Op::Global:
    case Op::FunctionRef:
      return visit_leaf(node);
    case Op::Load:
      return visit_load(node);
    case Op::Deref:
      return visit_deref(node, kids[0]);
    case Op::Member:
      place(node) =
          member_place(place(kids[0]), carriers_.record_in(at(kids[0]).type), at(node).payload);
      return;
    case Op::Index:
      return visit_index(node);
    case Op::AddressOf:
      if (is_function(kids[0]))
        value(node) = value(kids[0]);
      else
        value(node) = {Value::Kind::Address, kids[0].index()};
      return;
    case Op::Cast:
      return visit_cast(node);
    case Op::LogAnd:
    case Op::LogOr:
      return;
    case Op::Conditional:
      // Two kids: GNU's `a ?: b`.
      return visit_join(node, kids.size() == 3 ? kids.subspan(1) : kids);
    case Op::Comma:
      if (kids.empty()) return;
      value(node) = value(kids.back());
      place(node) = place(kids.back());
      return;
    case Op::StmtExpr:
    case Op::Opaque:
      if (uint64_t other = at(node).payload; other != 0 && other <= node.index()) {
        value(node) = value(NodeId(static_cast<uint32_t>(other - 1)));
        place(node) = place(NodeId(static_cast<uint32_t>(other - 1)));
      }
      return;
    case Op::Assign:
    case Op::Init:
      store(place(kids[0]), at(kids[0]).type, kids[1]);
      place(node) = place(at(node).has(ir::kLvalue) ? kids[0] : kids[1]);
      value(node) = value(kids[1]);
      return;
    case Op::InitList:
      // One that builds no named object: a value of its type.
      if (!in_list_[node.index()]) store_list({.kind = Place::Kind::Record}, at(node).type, node);
      return;
    case Op::New:
      if (!kids.empty()) value(node) = value(kids[0]);
      return;
    case Op::MemberPtr:
      // APPROX(over): a pointer to a data member may lead to any part of the record.
      if (TypeId record = carriers_.record_in(at(kids[0]).type); record.valid()) {
        expose(place(kids[0]));
        CellRef cell = new_cell();
        flow(FlowKind::Record, cell, carriers_.record_fact(record));
        place(node) = behind(cell, at(node).type);
      }
      return;
    case Op::Call:
      return visit_call(node);
    case Op::Construct:
      return visit_construct(node);
    case Op::Destroy:
    case Op::AtExit:
      return visit_destroy(node);
    case Op::Throw:
      visit_destroy(node);  // the handler's end is not known here: as if at once
      return visit_return(node);
    case Op::Return:
      return visit_return(node);
    case Op::VaArg:
      return visit_va_arg(node);
    case Op::CatchBegin:
      return visit_catch(node);
    case Op::Asm:
    case Op::Unsupported:
      return visit_outside(node);
    case Op::PreInc:
    case Op::PreDec:
    case Op::PostInc:
    case Op::PostDec:
    case Op::AddAssign:
    case Op::SubAssign:
    case Op::AndAssign:
    case Op::OrAssign:
    case Op::XorAssign:
      return visit_update(node);
    case Op::Plus:
    case Op::Neg:
    case Op::BitNot:
    case Op::Add:
    case Op::Sub:
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor:
      return visit_arithmetic(node);
    default:
      // APPROX(under): a function address does not survive multiplication, shifting or the
      // comparison of its bits.
      return;
  }
}

void FunctionExtractor::visit_leaf(NodeId node) {
  if (at(node).op == Op::Local) {
    uint32_t local = body_.local_of(node).index();
    place(node) = variable_place(false, local, body_.locals[local].type, at(node).type);
    return;
  }
  ir::SymbolId symbol = body_.symbol_of(node);
  const ir::Symbol& named = unit_.unit.symbols[symbol];
  mentions_internal_ |= named.linkage == ir::Linkage::Internal;
  if (at(node).op == Op::Global) {
    place(node) = variable_place(true, symbol.index(), named.type, at(node).type);
    return;
  }
  uint32_t function = unit_.function(symbol);
  place(node) = {.kind = Place::Kind::Function, .id = function};
  value(node) = {Value::Kind::Function, function};
}

void FunctionExtractor::visit_load(NodeId node) {
  NodeId from = body_.kid(node, 0);
  if (carriers_.record_in(at(node).type).valid()) {
    place(node) = place(from);
    return;
  }
  if (place(from).kind == Place::Kind::Function) {
    value(node) = value(from);
    return;
  }
  if (!carriers_.carries(at(node).type)) return;
  CellRef cell = load(place(from));
  if (cell.valid()) value(node) = {Value::Kind::Cell, cell.raw()};
}

void FunctionExtractor::visit_deref(NodeId node, NodeId pointer) {
  Value& v = value(pointer);
  if (v.kind == Value::Kind::Function) {
    place(node) = {.kind = Place::Kind::Function, .id = v.id};
    value(node) = v;
  } else if (is_function(node)) {
    value(node) = v;  // `(*f)(…)`: a function decays to a pointer again
  } else if (v.kind == Value::Kind::Address) {
    NodeId named(v.id);
    bool same = carriers_.record_in(at(named).type) == carriers_.record_in(at(node).type);
    place(node) = same ? place(named) : behind(use(pointer), at(node).type);
  } else {
    place(node) = behind(use(pointer), at(node).type);
  }
}

void FunctionExtractor::visit_index(NodeId node) {
  NodeId base = body_.kid(node, 0), other = body_.kid(node, 1);
  // C also has `2[array]`.
  if (types_.is_pointer(at(other).type)) std::swap(base, other);
  if (types_.is_pointer(at(base).type))
    visit_deref(node, base);
  else
    place(node) = place(base);  // an array's elements are one
}

void FunctionExtractor::visit_cast(NodeId node) {
  NodeId kid = body_.kid(node, 0);
  switch (body_.cast_of(node)) {
    case CastKind::ArrayToPointer:
      value(node) = {Value::Kind::Address, kid.index()};
      return;
    case CastKind::FunctionToPointer:
      value(node) = value(kid);
      return;
    case CastKind::ToVoid:
    case CastKind::NullToPointer:
    case CastKind::ToBool:
    case CastKind::IntToFloat:
    case CastKind::FloatToInt:
    case CastKind::FloatCast:
    case CastKind::Complex:
    case CastKind::Vector:
      return;
    case CastKind::ToUnion:
      if (TypeId record = carriers_.record_in(at(node).type); record.valid()) {
        CellRef from = use(kid);
        const std::vector<Leaf> leaves = carriers_.leaves(record);
        for (const Leaf& leaf : leaves) {
          if (from.valid() && leaf.offset == 0)
            flow(FlowKind::Copy, leaf_cell({.kind = Place::Kind::Record}, leaf), from);
        }
      }
      return;
    default:
      if (at(node).has(ir::kLvalue)) return visit_place_cast(node);
      if (carriers_.record_in(at(node).type).valid()) {
        place(node) = place(kid);
        return;
      }
      return visit_pointer_cast(node);
  }
}

// The same bytes under another type.
void FunctionExtractor::visit_place_cast(NodeId node) {
  NodeId kid = body_.kid(node, 0);
  TypeId from = carriers_.record_in(at(kid).type), to = carriers_.record_in(at(node).type);
  if (from == to) {
    place(node) = place(kid);
    return;
  }
  expose(place(kid));
  if (from.valid() && to.valid()) {
    if (body_.cast_of(node) == CastKind::Bitcast) {
      fact_flows_.push_back({FlowKind::Punned, CarrierKind::Any, carriers_.record_fact(from),
                             carriers_.record_fact(to)});
    }
    place(node) = {.kind = Place::Kind::Record};
  } else if (from.valid()) {
    CellRef cell = new_cell();
    flow(FlowKind::Record, cell, carriers_.record_fact(from));
    place(node) = behind(cell, at(node).type);
  } else {
    CellRef cell = address_of(place(kid), at(kid).type);
    if (cell.valid()) flow(FlowKind::Typed, cell, carriers_.record_fact(to));
    place(node) = {.kind = Place::Kind::Record};
  }
}

void FunctionExtractor::visit_pointer_cast(NodeId node) {
  NodeId kid = body_.kid(node, 0);
  TypeId from = carriers_.record_behind(at(kid).type), to = carriers_.record_behind(at(node).type);
  bool carries = carriers_.carries(at(node).type);
  // APPROX(under): a function address does not survive in an integer narrower than itself.
  if (!carries && !to.valid()) return;
  if (from == to) {
    value(node) = value(kid);
    return;
  }
  CellRef cell = use(kid);
  if (from.valid() && to.valid()) {
    CastKind kind = body_.cast_of(node);
    if (kind == CastKind::Bitcast || kind == CastKind::NoOp) {
      fact_flows_.push_back({FlowKind::Punned, CarrierKind::Any, carriers_.record_fact(from),
                             carriers_.record_fact(to)});
    }
  } else if (from.valid()) {
    if (carriers_.leaves(from).empty()) return;
    CellRef untyped = new_cell();
    flow(FlowKind::Record, untyped, carriers_.record_fact(from));
    value(node) = {Value::Kind::Cell, untyped.raw()};
  } else if (cell.valid() && !carriers_.leaves(to).empty()) {
    flow(FlowKind::Typed, cell, carriers_.record_fact(to));
  }
}

void FunctionExtractor::visit_join(NodeId node, std::span<const NodeId> kids) {
  TypeId type = at(node).type;
  bool is_place = at(node).has(ir::kLvalue);
  if (!is_place && carriers_.record_in(type).valid()) {
    for (NodeId kid : kids) export_record(kid);
    place(node) = {.kind = Place::Kind::Record};
    return;
  }
  // `c ? f : g` names one of two functions: as good as a pointer to it.
  bool names_function = is_function(node);
  is_place &= !names_function;
  std::vector<CellRef> sources;
  for (NodeId kid : kids) {
    CellRef cell = is_place ? use_argument(kid) : use(kid);
    if (cell.valid()) sources.push_back(cell);
  }
  CellRef joined;
  if (sources.size() == 1) joined = sources[0];
  if (sources.size() > 1) {
    joined = new_cell();
    for (CellRef source : sources) flow(FlowKind::Copy, joined, source);
  }
  if (is_place)
    place(node) = behind(joined, type);
  else if (joined.valid() && (names_function || carriers_.carries(type)))
    value(node) = {Value::Kind::Cell, joined.raw()};
}

void FunctionExtractor::visit_arithmetic(NodeId node) {
  std::span<const NodeId> kids = body_.kids_of(node);
  TypeId type = at(node).type;
  if (types_.is_pointer(type)) {
    // APPROX(under): arithmetic on the address of a field or variable stays inside it.
    for (NodeId kid : kids) {
      if (types_.is_pointer(at(kid).type)) value(node) = value(kid);
    }
  } else if (carriers_.carries(type) &&
             (at(node).op == Op::BitAnd || at(node).op == Op::BitOr || at(node).op == Op::Plus)) {
    // APPROX(under): in an integer a function address survives marks in its low bits, but no
    // other arithmetic.
    visit_join(node, kids);
  }
}

void FunctionExtractor::visit_update(NodeId node) {
  std::span<const NodeId> kids = body_.kids_of(node);
  TypeId type = at(kids[0]).type;
  place(node) = at(node).has(ir::kLvalue) ? place(kids[0]) : Place{};
  if (!carriers_.carries(type)) return;
  bool marks = at(node).op == Op::AndAssign || at(node).op == Op::OrAssign;
  if (marks && carriers_.carries(at(kids[1]).type)) store(place(kids[0]), type, kids[1]);
  if (at(node).has(ir::kLvalue)) return;
  CellRef cell = load(place(kids[0]));
  if (cell.valid()) value(node) = {Value::Kind::Cell, cell.raw()};
}

void FunctionExtractor::visit_return(NodeId node) {
  std::span<const NodeId> kids = body_.kids_of(node);
  if (kids.empty()) return;
  bool is_return = at(node).op == Op::Return;
  NodeId kid = kids[0];
  if (!(is_return && returns_reference_) && carriers_.record_in(at(kid).type).valid()) {
    export_record(kid);
    return;
  }
  CellRef from = !is_return ? load(place(kid)) : returns_reference_ ? use_argument(kid) : use(kid);
  if (!from.valid()) return;
  CellRef to =
      is_return ? carriers_.cell(CellKind::Result, fact_) : carriers_.cell(CellKind::Thrown, kNone);
  flow(FlowKind::Copy, to, from);
}

// The handler's local refers to what was thrown; records go through the cells of their type.
void FunctionExtractor::visit_catch(NodeId node) {
  TypeId type = body_.locals[at(node).payload].type;
  if (!types_.is_reference(type) || !carriers_.carries(type)) return;
  TypeId thrown = types_.pointee(type);
  if (!carriers_.carries(thrown)) return;
  CellRef cell = local_cell(static_cast<uint32_t>(at(node).payload), 0);
  flow(FlowKind::Address, cell, carriers_.cell(CellKind::Thrown, kNone), carriers_.kind(thrown));
}

// APPROX(under): what is passed as one kind is taken out as that kind; only `void *` stands for
// all of them.
void FunctionExtractor::visit_va_arg(NodeId node) {
  if (!carriers_.carries(at(node).type)) return;
  CarrierKind kind = carriers_.kind(at(node).type);
  CellRef result = new_cell();
  for (uint32_t i = 0; i < kCarrierKinds; ++i) {
    CarrierKind passed = static_cast<CarrierKind>(i);
    if (passed != kind && passed != CarrierKind::Untyped && kind != CarrierKind::Untyped) continue;
    flow(FlowKind::Copy, result,
         is_variadic_ ? carriers_.cell(CellKind::Variadic, fact_, i)
                      : carriers_.cell(CellKind::AnyVariadic, kNone, i));
  }
  value(node) = {Value::Kind::Cell, result.raw()};
}

// Assembly, and what has no lowering: everything it touches becomes known outside, and may come
// from there.
void FunctionExtractor::visit_outside(NodeId node) {
  for (NodeId kid : body_.kids_of(node)) {
    CellRef cell = use_argument(kid);
    if (!cell.valid()) continue;
    flow(FlowKind::Escape, cell, kNone);
    if (!at(kid).has(ir::kLvalue)) continue;
    CellRef written = cell_of(place(kid));
    if (written.valid()) flow(FlowKind::Unknown, written, kNone);
  }
  if (!carriers_.carries(at(node).type)) return;
  CellRef result = new_cell();
  flow(FlowKind::Unknown, result, kNone);
  if (at(node).has(ir::kLvalue))
    place(node) = behind(result, at(node).type);
  else
    value(node) = {Value::Kind::Cell, result.raw()};
}

}  // namespace assay::callgraph
