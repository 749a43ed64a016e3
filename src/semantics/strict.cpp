// What C forbids although a machine does it: looked for under Checks::Strict, where every value is
// a constant.  Each is reported only where no other obligation says that something is wrong.
#include "logic/build.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using logic::Term;
using memory::Object;

ir::NodeId Evaluator::parent_of(const Prepared& function, ir::NodeId id) {
  auto [known, is_new] = parents_.try_emplace(&function);
  if (is_new) known->second = function.body->parents();
  return known->second[id.index()];
}

/// Whether an access is one that nothing else is wrong with.
bool Evaluator::is_silent_access(const State& state, Term address, uint64_t bytes) const {
  memory::Spot spot = state.memory.spot(address.bits());
  const Object* object = spot.object.valid() ? state.memory.find(spot.object) : nullptr;
  return object && object->live.is_true() && object->kind != memory::ObjectKind::Function &&
         object->size.is_immediate() && spot.offset >= 0 &&
         static_cast<uint64_t>(spot.offset) + bytes <= object->size.bits();
}

namespace {

bool is_decay(const Step& step) {
  return step.op == Op::Cast &&
         static_cast<ir::CastKind>(step.payload) == ir::CastKind::ArrayToPointer;
}

/// The last member of a struct, or any of a union, may stand for an array of another length.
bool is_flexible(const Prepared& function, const Step& array) {
  if (array.op != Op::Member) return false;
  const ir::TypeTable& types = function.unit->types->types();
  const ir::Type& record = types.resolved(function.body->nodes[array.kid0.index()].type);
  return record.has(ir::kUnion) || array.payload + 1 >= record.fields.size();
}

/// Integers and pointers go the same way; nothing else may be taken for another.
uint64_t passed_as(const ValueType& type) {
  Shape shape = type.shape == Shape::Pointer ? Shape::Int : type.shape;
  uint64_t size = shape == Shape::Aggregate ? type.bytes : type.width;
  return static_cast<uint64_t>(shape) << 32 | (size & UINT32_MAX);
}

}  // namespace

/// `a[i]` where `a` is an array, not a pointer; one past its end may be named but not accessed.
/// Outside of the whole object the access itself is wrong.
void Evaluator::check_index(State& state, ir::NodeId id, const Step& step, Term place) {
  const Prepared& function = *state.frame().function;
  const Step& base = step_of(state, step.kid0);
  if (!is_decay(base) || step.aux == 0) {
    // Through a pointer, which may lead anywhere.
    return check_alignment(state, id, step, place);
  }
  const Step& array = step_of(state, base.kid0);
  if (!array.type || array.type->bytes == 0 || is_flexible(function, array)) return;
  auto offset = static_cast<int64_t>(place.bits() - value(state, base.kid0).bits());
  int64_t index = offset / static_cast<int64_t>(step.aux);
  uint64_t count = array.type->bytes / step.aux;
  if (index >= 0 && static_cast<uint64_t>(index) < count) return;
  if (static_cast<uint64_t>(index) == count) {
    ir::NodeId parent = parent_of(function, id);
    const Step* user = parent.valid() ? &function[parent] : nullptr;
    if (!user || user->op == Op::AddressOf || is_decay(*user)) return;
  }
  if (!is_silent_access(state, place, step.aux)) return;
  violated(state, {.kind = ObligationKind::IndexInArray,
                   .holds = Tri::No,
                   .node = id,
                   .condition = logic::kFalse,
                   .offset = index,
                   .bytes = count});
}

void Evaluator::check_alignment(State& state, ir::NodeId id, const Step& step, Term address) {
  if (!step.type || !address.is_immediate()) return;
  auto is_off = [&](uint64_t alignment) {
    return alignment > 1 && address.bits() % alignment != 0;
  };
  if (!is_off(step.type->alignment)) [[likely]]
    return;
  // A typedef may ask for less than the type that it names.
  const Prepared& function = *state.frame().function;
  const ir::TypeTable& types = function.unit->types->types();
  if (!is_off(types[function.body->nodes[id.index()].type].align)) return;
  ir::NodeId parent = parent_of(function, id);
  if (!parent.valid() || function[parent].op == Op::AddressOf) return;
  if (!is_silent_access(state, address, step.type->bytes)) return;
  violated(
      state,
      {.kind = ObligationKind::Aligned, .holds = Tri::No, .node = id, .condition = logic::kFalse});
}

/// Newer C++ defines all of these, and nobody says here how new it is.
void Evaluator::check_left_shift(State& state, ir::NodeId at, Term a, Term b) {
  const UnitEntry& unit = *state.frame().function->unit;
  if (unit.unit->language != ir::Language::C || !a.is_immediate() || !b.is_immediate()) return;
  uint64_t room = a.width() - 1 - b.bits();
  bool keeps = a.signed_bits() >= 0 && (a.bits() >> room) == 0;
  require(state, ObligationKind::ShiftKeepsValue, at, Term::boolean(keeps));
}

/// In C++ a function with a result may not come to its end; in C its result may not be used.
/// Pre: the innermost frame has no result, and was called by that node of its caller.
void Evaluator::check_value_returned(State& state, ir::NodeId call) {
  const Prepared& function = *state.frame().function;
  const Prepared& caller = *state.frames[state.frames.size() - 2].function;
  const Step& step = caller[call];
  if (step.op != Op::Call || !step.type || step.type->width == 0) return;
  if (!function.entity.valid() || program_[function.entity].name == "main") return;
  bool is_c = function.unit->unit->language == ir::Language::C;
  ir::NodeId parent = parent_of(caller, call);
  if (is_c) {
    if (!parent.valid()) return;
    const Step& user = caller[parent];
    bool is_dropped =
        ir::op_info(user.op).kind == ir::OpClass::Container || user.op == Op::StmtExpr ||
        (user.op == Op::Comma && user.kid0 == call) ||
        (user.op == Op::Cast && static_cast<ir::CastKind>(user.payload) == ir::CastKind::ToVoid);
    if (is_dropped) return;
  } else {
    const ir::TypeTable& types = function.unit->types->types();
    const ir::Type& type = types.resolved(program_.symbol(function.entity).type);
    if (type.kind != ir::TypeKind::Function || !type.inner.valid() ||
        types.resolved(type.inner).kind == ir::TypeKind::Void) {
      return;
    }
  }
  violated(state, {.kind = ObligationKind::ValueReturned,
                   .holds = Tri::No,
                   .node = ir::NodeId(),
                   .condition = logic::kFalse});
}

/// The Arguments object remembers what each of its parts was, by offset.  An empty struct (GNU C)
/// shares that with its neighbour.
void Evaluator::note_argument_type(State& state, memory::ObjectId arguments, uint64_t offset,
                                   const ValueType& type) {
  if (type.bytes == 0) return;
  state.memory.own(arguments).set_attribute(static_cast<memory::AttributeKey>(offset),
                                            Term::constant(64, passed_as(type)));
}

void Evaluator::check_argument_type(State& state, ir::NodeId at, const Object& arguments,
                                    uint64_t offset, const ValueType& type) {
  Term given = arguments.attribute(static_cast<memory::AttributeKey>(offset));
  if (type.bytes == 0 || given.is_null() || given.is_value(passed_as(type))) return;
  require(state, ObligationKind::ArgumentType, at, logic::kFalse);
}

}  // namespace assay::semantics
