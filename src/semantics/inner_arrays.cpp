// Indices of arrays that are parts of larger objects: a member, a row.  Whether bytes are inside of
// the whole object an access asks (access.cpp); this asks whether they are of that array.
#include "logic/build.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using logic::Term;
using memory::Object;

namespace {

bool decays_here(const Step& step) {
  return step.op == Op::Cast &&
         static_cast<ir::CastKind>(step.payload) == ir::CastKind::ArrayToPointer;
}

/// Whether an array is a part of its object, and has just the elements that its type says: the last
/// one of what a pointer leads to may have been given more room, and members of a union stand for
/// one another.
bool is_inner_array(const Prepared& function, const Step& array, uint64_t element) {
  if (!array.type || element == 0 || array.type->bytes == 0) return false;
  const ir::TypeTable& types = function.unit->types->types();
  bool has_one = array.type->bytes <= element;
  for (const Step* at = &array;;) {
    if (at->op == Op::Index) return at != &array || !has_one || decays_here(function[at->kid0]);
    if (at->op != Op::Member) return false;
    const ir::Type& record = types.resolved(function.body->nodes[at->kid0.index()].type);
    if (record.has(ir::kUnion)) return false;
    if (at->payload + 1 < record.fields.size()) return true;
    if (has_one) return false;
    at = &function[at->kid0];
    // An element of what a pointer leads to.
    if (at->op == Op::Index && !decays_here(function[at->kid0])) return false;
  }
}

}  // namespace

/// The point that reads or writes a place, or a part of it; none: it is only named.
ir::NodeId Evaluator::access_of(const Prepared& function, ir::NodeId place) {
  for (ir::NodeId at = place;;) {
    ir::NodeId parent = parent_of(function, at);
    if (!parent.valid()) return parent;
    const Step& user = function[parent];
    bool is_part = user.op == Op::Member || decays_here(user) ||
                   ((user.op == Op::Index || user.op == Op::Deref) && user.kid0 == at);
    if (!is_part) {
      bool writes = user.op >= Op::Assign && user.op <= Op::PostDec;
      return user.op == Op::Load || (writes && user.kid0 == at) ? parent : ir::NodeId();
    }
    at = parent;
  }
}

/// `a[i]` where `a` is such an array.  False: the path ends here.
bool Evaluator::is_in_array(State& state, ir::NodeId id, const Step& step, Term index,
                            const ValueType& index_type, Term place) {
  const Prepared& function = *state.frame().function;
  const Step& base = function[step.kid0];
  if (!decays_here(base)) return true;
  const Step& array = function[base.kid0];
  if ((array.op != Op::Member && array.op != Op::Index) ||
      !is_inner_array(function, array, step.aux)) {
    return true;
  }
  uint64_t count = array.type->bytes / step.aux;
  Term wide = logic::resize(pool_, index, program_.target().pointer_bits,
                            index_type.is_signed ? logic::Extend::Sign : logic::Extend::Zero);
  Term inside = logic::ult(pool_, wide, pointer_constant(count));
  if (inside.is_true()) return true;
  ir::NodeId access = access_of(function, id);
  if (!access.valid()) return true;
  // Outside of the whole object the access itself is wrong.
  if (place.is_immediate()) {
    memory::Spot spot = state.memory.spot(place.bits());
    const Object* object = spot.object.valid() ? state.memory.find(spot.object) : nullptr;
    bool is_outside =
        object && object->size.is_immediate() && !object->has(memory::kSizeUnknown) &&
        (spot.offset < 0 || static_cast<uint64_t>(spot.offset) + step.aux > object->size.bits());
    if (!object || is_outside) return true;
  }
  return require(state, {.kind = ObligationKind::IndexInArray,
                         .node = access,
                         .condition = inside,
                         .offset = wide.is_immediate() ? wide.signed_bits() : 0,
                         .bytes = count,
                         .place = id});
}

}  // namespace assay::semantics
