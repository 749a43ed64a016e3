#include "engines/escape/transfer.h"

#include "base/check.h"

namespace assay::escape {

using ir::CastKind;
using ir::NodeId;
using ir::Op;

namespace {

const Value kNothing;

// The node whose value an Opaque or a StmtExpr yields.
NodeId node_behind(const ir::Node& node) {
  if ((node.op != Op::Opaque && node.op != Op::StmtExpr) || node.payload == 0) return {};
  return NodeId(static_cast<uint32_t>(node.payload - 1));
}

}  // namespace

Transfer::Transfer(const ir::Unit& unit, const ir::Function& function, Reporter& reporter)
    : unit_(unit),
      function_(function),
      body_(function.body),
      reporter_(reporter),
      memory_(unit, function.body),
      values_(function.body.nodes.size()),
      evaluated_in_(function.body.nodes.size(), 0),
      is_carried_(function.body.nodes.size(), false),
      is_read_again_(function.body.nodes.size(), false) {
  const ir::Symbol& symbol = unit.symbols[function.symbol];
  is_main_ = symbol.name == "main" && symbol.linkage == ir::Linkage::External;
  is_destructor_ = symbol.has(ir::kDestructor);
  if (symbol.type.valid()) {
    const ir::Type& type = unit.types.resolved(symbol.type);
    if (type.kind == ir::TypeKind::Function) returned_ = type.inner;
  }
  std::vector<ir::BlockId> block_of(body_.nodes.size());
  for (uint32_t b = 0; b < body_.blocks.size(); ++b)
    for (NodeId point : body_.points_of(ir::BlockId(b))) block_of[point.index()] = ir::BlockId(b);
  auto asks = [&](ir::BlockId block, NodeId node) {
    if (node.valid() && block_of[node.index()] != block) is_carried_[node.index()] = true;
  };
  for (uint32_t b = 0; b < body_.blocks.size(); ++b) {
    ir::BlockId block(b);
    for (NodeId point : body_.points_of(block)) {
      for (NodeId kid : body_.kids_of(point)) asks(block, kid);
      if (NodeId behind = node_behind(body_[point]); behind.valid()) {
        asks(block, behind);
        is_read_again_[behind.index()] = true;
      }
    }
    asks(block, body_.blocks[b].operand);
  }
  phis_.resize(body_.blocks.size());
  for (const ir::Phi& phi : body_.phis) {
    is_carried_[phi.node.index()] = true;
    asks(phi.from, phi.value);
    if (ir::BlockId block = block_of[phi.node.index()]; block.valid())
      phis_[block.index()].push_back(phi);
  }
}

const Value& Transfer::value_of(const State& state, NodeId node) const {
  if (!node.valid()) return kNothing;
  if (evaluated_in_[node.index()] == visit_) return values_[node.index()];
  auto carried = state.carried.find(node);
  return carried == state.carried.end() ? kNothing : carried->second;
}

Value Transfer::kid_value(const State& state, NodeId id, size_t i) const {
  return i < body_[id].kid_count ? value_of(state, body_.kid(id, i)) : Value();
}

AddressSet Transfer::kid_addresses(const State& state, NodeId id, size_t i) const {
  return kid_value(state, id, i).scalar();
}

bool Transfer::is_dying(Base base) const {
  if (base.kind == BaseKind::Alloca) return true;
  if (base.kind != BaseKind::Local && base.kind != BaseKind::Ended) return false;
  ir::LocalKind kind = body_.locals[base.index].kind;
  return kind == ir::LocalKind::Param || kind == ir::LocalKind::Variable ||
         kind == ir::LocalKind::Temporary;
}

// Joins are evaluated on the way into their block, where it is known which way that was.
void Transfer::pass_phis(State& state, ir::BlockId from, ir::BlockId to) {
  for (const ir::Phi& phi : phis_[to.index()]) {
    if (phi.from != from) continue;
    Value value = value_of(state, phi.value);
    state.facts.learn_join(phi.node, known_value(state, phi.value));
    state.carried.erase(phi.node);
    if (value.has_frame()) state.carried[phi.node] = std::move(value);
  }
}

Transfer::Then Transfer::evaluate(State& state, NodeId id) {
  const ir::Node& node = body_[id];
  Value value = evaluate_value(state, id);
  for (NodeId kid : body_.kids_of(id))
    if (is_carried_[kid.index()] && !is_read_again_[kid.index()] &&
        evaluated_in_[kid.index()] != visit_)
      state.carried.erase(kid);
  if (is_carried_[id.index()]) {
    state.carried.erase(id);
    if (value.has_frame()) state.carried[id] = value;
  }
  values_[id.index()] = std::move(value);
  evaluated_in_[id.index()] = visit_;
  return node.has(ir::kNoReturnCall) ? Then::NeverReturns : Then::GoOn;
}

Value Transfer::evaluate_value(State& state, NodeId id) {
  const ir::Node& node = body_[id];
  switch (node.op) {
    case Op::Local:
    case Op::Global:
    case Op::Deref:
    case Op::Member:
    case Op::Index:
    case Op::MemberPtr:
    case Op::AddressOf:
      return evaluate_place(state, id);
    case Op::Load:
      return load(state, id);
    case Op::Cast:
      return cast(state, id);
    case Op::Add:
    case Op::Sub:
    case Op::BitAnd:
    case Op::BitOr:
      return arithmetic(state, id);
    case Op::Plus:
      return kid_value(state, id, 0);
    case Op::Assign:
    case Op::Init:
      return assign(state, id);
    case Op::AddAssign:
    case Op::SubAssign:
    case Op::MulAssign:
    case Op::DivAssign:
    case Op::RemAssign:
    case Op::ShlAssign:
    case Op::ShrAssign:
    case Op::AndAssign:
    case Op::OrAssign:
    case Op::XorAssign:
    case Op::PreInc:
    case Op::PreDec:
    case Op::PostInc:
    case Op::PostDec:
      return step_pointer(state, id);
    case Op::Conditional:
      return value_of(state, id);
    case Op::Comma:
      return kid_value(state, id, 1);
    case Op::Opaque:
    case Op::StmtExpr:
      return value_of(state, node_behind(node));
    case Op::InitList:
      return init_list(state, id);
    case Op::Call:
      return call(state, id);
    case Op::Construct:
      return construct(state, id);
    case Op::Destroy: {
      ir::SymbolId symbol = body_.symbol_of(id);
      call_effects(state, id, symbol.valid() ? &unit_.symbols[symbol] : nullptr, body_.kids_of(id));
      return {};
    }
    case Op::New:
    case Op::Delete:
    case Op::Unsupported:
      call_effects(state, id, nullptr, body_.kids_of(id));
      return {};
    case Op::Asm:
      assembly(state, id);
      return {};
    case Op::Decl:
      memory_.clear(state, local_base(body_.local_of(id)));
      state.facts.forget(body_.local_of(id));
      return {};
    case Op::ScopeEnd:
      scope_end(state, id);
      return {};
    case Op::Return:
      return_point(state, id);
      return {};
    default:
      return {};
  }
}

Value Transfer::moved(const AddressSet& addresses, int64_t offset) const {
  AddressSet result;
  for (Address address : addresses) {
    address.at.offset = add_offsets(address.at.offset, offset);
    result.insert(address);
  }
  return Value(std::move(result));
}

Value Transfer::taken_at(AddressSet addresses, NodeId where) const {
  for (Address& address : addresses)
    if (address.at.base.is_frame()) address.taken = where;
  return Value(std::move(addresses));
}

Value Transfer::evaluate_place(State& state, NodeId id) {
  const ir::Node& node = body_[id];
  switch (node.op) {
    case Op::Local:
      return Value(AddressSet(Address{{local_base(body_.local_of(id)), 0}, id}));
    case Op::Global:
      return Value(AddressSet(Address{{{BaseKind::Global, body_.symbol_of(id).index()}, 0}}));
    case Op::Deref:
      return Value(kid_addresses(state, id, 0));
    // The address may have been taken before: of `&p->f`, it was where p got its value.
    case Op::AddressOf: {
      NodeId operand = body_.kid(id, 0);
      AddressSet addresses = kid_addresses(state, id, 0);
      for (Address& address : addresses)
        if (address.taken == operand) address.taken = id;
      return Value(std::move(addresses));
    }
    case Op::Member: {
      NodeId object = body_.kid(id, 0);
      const ir::Type& record = unit_.types.resolved(body_[object].type);
      bool known = record.kind == ir::TypeKind::Record && node.payload < record.fields.size();
      int64_t offset =
          known ? static_cast<int64_t>(record.fields[node.payload].bit_offset / 8) : kAnyOffset;
      if (body_[object].has(ir::kLvalue)) return moved(kid_addresses(state, id, 0), offset);
      // A member of an object that is a value: the parts of it that lie inside the member.
      Value selected;
      int64_t size = static_cast<int64_t>(std::max<uint64_t>(memory_.size_of(node.type), 1));
      for (const Value::Part& part : value_of(state, object).parts) {
        if (part.offset == kAnyOffset || offset == kAnyOffset)
          selected.insert(Value{part.addresses});
        else if (part.offset >= offset && part.offset < offset + size)
          selected.parts.push_back({part.offset - offset, part.addresses});
      }
      return selected;
    }
    case Op::Index: {
      std::optional<int64_t> index = constant_of(body_.kid(id, 1));
      int64_t offset = kAnyOffset;
      if (index &&
          __builtin_mul_overflow(*index, static_cast<int64_t>(memory_.size_of(node.type)), &offset))
        offset = kAnyOffset;
      return moved(kid_addresses(state, id, 0), offset);
    }
    default:
      return moved(kid_addresses(state, id, 0), kAnyOffset);
  }
}

void Transfer::check_access(const AddressSet& places, NodeId where) {
  for (const Address& place : places)
    if (place.at.base.kind == BaseKind::Ended && is_dying(place.at.base))
      reporter_.used(place, where);
}

Value Transfer::load(State& state, NodeId id) {
  AddressSet places = kid_addresses(state, id, 0);
  check_access(places, id);
  return memory_.read(state, places, body_[id].type);
}

void Transfer::store(State& state, NodeId place, const Value& value, NodeId where) {
  AddressSet places = value_of(state, place).scalar();
  check_access(places, where);
  memory_.write(state, places, body_[place].type, value, where);
}

Value Transfer::assign(State& state, NodeId id) {
  NodeId place = body_.kid(id, 0);
  Value value = body_[id].has(ir::kElided) ? Value() : kid_value(state, id, 1);
  store(state, place, value, id);
  if (body_[id].kid_count > 1) learn_constant(state, place, body_.kid(id, 1));
  return body_[id].has(ir::kLvalue) ? value_of(state, place) : value;
}

// `p += n`, `p++`: it points into the same objects, nobody knows where.
Value Transfer::step_pointer(State& state, NodeId id) {
  NodeId place = body_.kid(id, 0);
  AddressSet places = kid_addresses(state, id, 0);
  check_access(places, id);
  Value before = memory_.read(state, places, body_[place].type);
  Op op = body_[id].op;
  bool keeps_object = op != Op::MulAssign && op != Op::DivAssign && op != Op::RemAssign &&
                      op != Op::ShlAssign && op != Op::ShrAssign && op != Op::XorAssign;
  Value after = keeps_object ? moved(before.scalar(), kAnyOffset) : Value(AddressSet::other());
  memory_.write(state, places, body_[place].type, after, id);
  if (body_[id].has(ir::kLvalue)) return Value(std::move(places));
  return op == Op::PostInc || op == Op::PostDec ? before : after;
}

Value Transfer::arithmetic(const State& state, NodeId id) const {
  constexpr int64_t kSmallMask = 4096;
  const ir::Node& node = body_[id];
  if (memory_.size_of(node.type) * 8 < unit_.pointer_bits) return {};
  NodeId left = body_.kid(id, 0), right = body_.kid(id, 1);
  if (node.op == Op::Sub) {
    // The difference of two addresses is none.
    if (value_of(state, right).has_frame() || memory_.is_pointer(body_[right].type)) return {};
    return moved(kid_addresses(state, id, 0), kAnyOffset);
  }
  if (node.op == Op::BitAnd) {
    // The low bits of an address alone lead nowhere.
    for (NodeId kid : {left, right})
      if (auto mask = constant_of(kid); mask && *mask >= 0 && *mask < kSmallMask) return {};
  }
  AddressSet both = kid_addresses(state, id, 0);
  both.insert(kid_addresses(state, id, 1));
  if (both.has_frame()) both.erase_if([](const Address& a) { return a.at == Location{}; });
  return moved(both, kAnyOffset);
}

Value Transfer::cast(const State& state, NodeId id) const {
  const ir::Node& node = body_[id];
  switch (body_.cast_of(id)) {
    case CastKind::ArrayToPointer: {
      NodeId operand = body_.kid(id, 0);
      AddressSet addresses = kid_addresses(state, id, 0);
      for (Address& address : addresses)
        if (address.taken == operand) address.taken = id;
      return Value(std::move(addresses));
    }
    case CastKind::Integral:
    case CastKind::PointerToInt:
    case CastKind::IntToPointer:
      if (memory_.size_of(node.type) * 8 < unit_.pointer_bits) return {};
      return kid_value(state, id, 0);
    case CastKind::NullToPointer:
      return Value(AddressSet::null());
    case CastKind::Bitcast:
    case CastKind::NoOp:
    case CastKind::ToUnion:
    case CastKind::AtomicToValue:
    case CastKind::ValueToAtomic:
      return kid_value(state, id, 0);
    case CastKind::DerivedToBase: {
      ir::TypeId from = body_[body_.kid(id, 0)].type, to = node.type;
      if (memory_.is_pointer(from)) from = memory_.pointee(from);
      if (memory_.is_pointer(to)) to = memory_.pointee(to);
      if (from.valid() && to.valid())
        for (const ir::Base& base : unit_.types.resolved(from).bases)
          if (!base.is_virtual && unit_.types.canonical(base.type) == unit_.types.canonical(to))
            return moved(kid_addresses(state, id, 0), static_cast<int64_t>(base.offset));
      return moved(kid_addresses(state, id, 0), kAnyOffset);
    }
    case CastKind::BaseToDerived:
    case CastKind::Dynamic:
      return moved(kid_addresses(state, id, 0), kAnyOffset);
    default:
      return {};
  }
}

Value Transfer::init_list(const State& state, NodeId id) const {
  const ir::Node& node = body_[id];
  if (!memory_.is_aggregate(node.type)) return {};  // built in place, part by part
  const ir::Type& type = unit_.types.resolved(node.type);
  Value list;
  for (size_t i = 0; i < node.kid_count; ++i) {
    const Value& kid = value_of(state, body_.kid(id, i));
    int64_t offset = kAnyOffset;
    if (type.kind == ir::TypeKind::Record) {
      // One kid per field; of a union, the payload counts from 1 and 0 is none.
      size_t index = type.has(ir::kUnion) ? node.payload - 1 : i;
      if (index < type.fields.size())
        offset = static_cast<int64_t>(type.fields[index].bit_offset / 8);
    } else if (type.kind == ir::TypeKind::Array && type.inner.valid()) {
      offset = static_cast<int64_t>(i * memory_.size_of(type.inner));
    }
    Value placed;
    for (const Value::Part& part : kid.parts)
      placed.parts.push_back({add_offsets(offset, part.offset), part.addresses});
    list.insert(placed);
  }
  return list;
}

void Transfer::return_point(State& state, NodeId id) {
  state.return_point = id;
  // An address that is returned as a number marks a place; nobody reads through it.
  if (body_[id].kid_count == 0 || memory_.is_integer(returned_)) return;
  NodeId operand = body_.kid(id, 0);
  Reporter::How how = Reporter::How::Address;
  if (returned_.valid()) {
    if (unit_.types.is_reference(returned_)) how = Reporter::How::Reference;
    if (unit_.types.is_record(returned_)) how = Reporter::How::InObject;
  }
  for (const Value::Part& part : value_of(state, operand).parts)
    for (const Address& address : part.addresses)
      if (in_frame(address)) reporter_.returned(address, id, how);
}

// A local's life ends while control stays in the function.
void Transfer::scope_end(State& state, NodeId id) {
  Base base = local_base(body_.local_of(id));
  for (auto& [location, addresses] : state.cells) {
    if (!location.base.outlives_frame()) continue;
    for (const Address& address : addresses)
      if (address.at.base == base && is_dying(base)) reporter_.left_behind(address, location, id);
    addresses.erase_if([&](const Address& address) { return address.at.base == base; });
  }
  std::erase_if(state.cells, [](const auto& cell) { return cell.second.empty(); });
  memory_.end_life(state, base, id);
  state.exposed.erase(body_.local_of(id));
  state.facts.forget(body_.local_of(id));
}

void Transfer::at_exit(const State& state) {
  for (const auto& [location, addresses] : state.cells) {
    // The program ends with main: what its globals and arguments hold is used by nobody.
    if (!location.base.outlives_frame() || is_main_) continue;
    Base root = memory_.objects().root(location.base);
    bool is_own_object = is_destructor_ && root.kind == BaseKind::Local &&
                         body_.locals[root.index].kind == ir::LocalKind::This;
    if (is_own_object) continue;
    for (const Address& address : addresses)
      if (in_frame(address) && address.stored.valid())
        reporter_.left_behind(address, location, state.return_point);
  }
}

}  // namespace assay::escape
