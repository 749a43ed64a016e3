// Stores behind an index or a pointer that is not known: the evaluator leaves them out.
#include <algorithm>

#include "engines/simulator/simulation.h"
#include "memory/locations.h"

namespace assay::simulator {

using ir::Op;
using logic::Term;
using semantics::Source;

/// The bytes that one of the elements of `place` is part of have some value or other.
void Simulation::forget_stored(Path& path, ir::NodeId place) {
  const ir::Body& body = *function_.body;
  semantics::ValueTypes& types = *function_.unit->types;
  // An array that is a variable, or part of one: its bytes and no others.
  while (body[place].op == Op::Member && body[place].kid_count > 0) place = body.kid(place, 0);
  bool is_array = body[place].op == Op::Index && body[body.kid(place, 0)].has(ir::kLvalue);
  Term array = is_array ? evaluator_.value_of(path.state, body.kid(place, 0)) : Term();
  if (!array.is_null()) {
    uint64_t bytes = types.types().resolved(body[body.kid(place, 0)].type).size;
    bool is_done = false;
    for (const memory::Location& at : memory::locations_of(path.state.memory, array).locations) {
      bool is_known = at.object.valid() && path.state.memory.find(at.object) && bytes > 0 &&
                      at.offset.is_immediate() && at.offset.signed_bits() >= 0;
      if (!is_known) continue;
      inputs_.freshen_part(path.state, at.object, at.offset.bits(), bytes, types,
                           Source::Imprecise);
      is_done = true;
    }
    if (is_done || array.is_immediate()) return;
  }
  Term address = evaluator_.value_of(path.state, place);
  if (address.is_null()) return;
  for (const memory::Location& at : memory::locations_of(path.state.memory, address).locations) {
    const memory::Object* object = at.object.valid() ? path.state.memory.find(at.object) : nullptr;
    // APPROX(under): a record in which an element of an array was set stays as it is.
    bool is_record = object && object->type.valid() &&
                     object->type.index() < types.types().size() &&
                     types.types().is_record(object->type);
    if (object && !is_record) inputs_.freshen(path.state, at.object, Source::Imprecise);
  }
}

static bool has_symbolic_offset(const memory::LocationSet& places) {
  return std::any_of(places.locations.begin(), places.locations.end(), [](const auto& each) {
    return each.object.valid() && !each.offset.is_immediate();
  });
}

void Simulation::keep_stored(Path& path, ir::BlockId block, bool is_element_lost) {
  const ir::Body& body = *function_.body;
  for (ir::NodeId point : body.points_of(block)) {
    bool is_store =
        (body[point].op == Op::Assign || body[point].op == Op::Init) && body[point].kid_count > 1;
    if (!is_store) continue;
    Term address = evaluator_.value_of(path.state, body.kid(point, 0));
    if (address.is_null() || address.is_immediate()) continue;
    // At one of several places, too: who takes it from there by another index takes a choice.
    memory::LocationSet places = memory::locations_of(path.state.memory, address);
    bool is_lost = is_element_lost || !places.unknown.is_null() || has_symbolic_offset(places);
    if (is_lost) emulator_.keep(path, evaluator_.value_of(path.state, body.kid(point, 1)));
    if (is_element_lost) forget_stored(path, body.kid(point, 0));
  }
}

}  // namespace assay::simulator
