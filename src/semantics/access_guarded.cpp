// Access through a pointer that is no constant: one case for each location it may lead to.
//
// The driver says whether the cases are taken together, under their guards, or apart.
#include "logic/build.h"
#include "memory/locations.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using logic::Term;
using memory::Location;
using memory::LocationSet;
using memory::Object;

namespace {
constexpr uint64_t kMaxCells = 64;
}  // namespace

/// One constant place that a pointer may lead to, and when.
struct Evaluator::GuardedTarget {
  Term guard;
  memory::ObjectId object;
  uint64_t offset;
};

bool Evaluator::add_cells(State& state, ir::NodeId at, const Location& location, uint64_t bytes,
                          std::vector<GuardedTarget>& cells) {
  const Object* object = state.memory.find(location.object);
  if (object && object->has(memory::kPending)) {
    run_initialiser(state, location.object);
    object = state.memory.find(location.object);
  }
  if (!object || object->live.is_false()) {
    Term never = logic::bit_not(pool_, location.guard);
    require(state, ObligationKind::Valid, at, never);
    return true;
  }
  Term last = logic::sub(pool_, object->size, pointer_constant(bytes));
  Term inside = logic::bit_and(pool_, logic::ule(pool_, pointer_constant(bytes), object->size),
                               logic::ule(pool_, location.offset, last));
  if (!object->has(memory::kSizeUnknown) &&
      !require(state, ObligationKind::InBounds, at,
               logic::implies(pool_, location.guard, inside))) {
    return true;
  }
  if (location.offset.is_immediate()) {
    if (inside.is_false() && !object->has(memory::kSizeUnknown)) return true;
    // APPROX(over): too far away to be kept.
    if (!is_kept(state.memory, *object, location.offset.signed_bits())) return false;
    cells.push_back({location.guard, location.object, location.offset.bits()});
    return true;
  }
  // The cells that a symbolic index may touch: multiples of the element's size.
  if (!object->size.is_immediate() || object->size.bits() / bytes > kMaxCells) return false;
  for (uint64_t offset = 0; offset + bytes <= object->size.bits(); offset += bytes) {
    Term here = logic::bit_and(pool_, location.guard,
                               logic::eq(pool_, location.offset, pointer_constant(offset)));
    if (!here.is_false()) cells.push_back({here, location.object, offset});
  }
  return true;
}

bool Evaluator::guarded_targets(State& state, ir::NodeId at, Term address, uint64_t bytes,
                                std::vector<GuardedTarget>& cells) {
  LocationSet set = memory::locations_of(state.memory, address);
  std::vector<Location> possible;
  for (const Location& location : set.locations) {
    if (!location.guard.is_true() && driver_.decide(state, location.guard) == Tri::No) continue;
    possible.push_back(location);
  }
  bool has_unknown =
      !set.unknown.is_null() &&
      (set.unknown_guard.is_true() || driver_.decide(state, set.unknown_guard) != Tri::No);
  // A pointer that leads to nothing is no case of its own: that it does not must hold.
  for (const Location& location : possible) {
    if (location.object.valid()) continue;
    bool is_null = location.offset.is_immediate() && is_near_null(location.offset.bits());
    if (!require(state, is_null ? ObligationKind::NonNull : ObligationKind::Valid, at,
                 logic::bit_not(pool_, location.guard))) {
      return false;
    }
  }
  std::erase_if(possible, [](const Location& location) { return !location.object.valid(); });
  if (possible.size() + (has_unknown ? 1 : 0) > 1) {
    std::vector<Term> cases;
    for (const Location& location : possible) cases.push_back(location.guard);
    if (has_unknown) cases.push_back(set.unknown_guard);
    if (driver_.split(state, cases) == Split::Apart) {
      flow_ = Flow::Apart;
      return false;
    }
  }
  bool complete = !has_unknown && !set.is_cut;
  if (set.is_cut) ++approximations_.too_many_targets;
  for (const Location& location : possible) {
    if (!add_cells(state, at, location, bytes, cells)) {
      ++approximations_.unknown_element;
      complete = false;
    }
    if (failed()) return false;
  }
  return complete;
}

Term Evaluator::load_guarded(State& state, ir::NodeId at, Term address, const ValueType& type,
                             BitRange bits) {
  uint32_t bytes = bits.width ? (bits.offset + bits.width + 7) / 8 : type.accessed;
  std::vector<GuardedTarget> cells;
  bool complete = guarded_targets(state, at, address, bytes, cells);
  if (failed()) return Term();
  Term result;
  // APPROX(over): what lies past the cells is any value.
  if (!complete || cells.empty()) result = driver_.unknown_value(state, type.width, "element");
  for (const GuardedTarget& cell : cells) {
    Term read = read_object(state, at, cell.object, cell.offset, type, bits);
    if (failed()) return Term();
    result = result.is_null() ? read : logic::ite(pool_, cell.guard, read, result);
  }
  return result;
}

void Evaluator::store_guarded(State& state, ir::NodeId at, Term address, const ValueType& type,
                              Term value, BitRange bits) {
  uint32_t bytes = bits.width ? (bits.offset + bits.width + 7) / 8 : type.accessed;
  std::vector<GuardedTarget> cells;
  // APPROX(under): a store to places that are not known changes none of those that are.
  guarded_targets(state, at, address, bytes, cells);
  if (failed()) return;
  for (const GuardedTarget& cell : cells) {
    const Object& object = *state.memory.find(cell.object);
    if (object.has(memory::kReadOnly) &&
        !require(state, ObligationKind::Writable, at, logic::bit_not(pool_, cell.guard))) {
      return;
    }
    Term stored = value;
    if (!cell.guard.is_true() && cells.size() > 1) {
      memory::Read old = object.contents.read(pool_, cell.offset, bytes);
      // What was indeterminate before and is written under a guard stays so otherwise.
      Term before = old.init == memory::Init::All && !bits.width
                        ? from_memory(old.value, type)
                        : read_object(state, at, cell.object, cell.offset, type, bits);
      if (failed()) return;
      stored = logic::ite(pool_, cell.guard, value, before);
    }
    write_object(state, cell.object, cell.offset, type, stored, bits);
  }
}

void Evaluator::copy_guarded(State& state, ir::NodeId at, Term to, Term from, uint64_t bytes) {
  // Word by word: each is a load and a store of its own.
  for (uint64_t done = 0; done < bytes && !failed();) {
    uint32_t take = bytes - done >= 8 ? 8 : bytes - done >= 4 ? 4 : 1;
    Term step = pointer_constant(done);
    Term value = load_bytes(state, at, logic::add(pool_, from, step), take);
    if (failed()) return;
    store_bytes(state, at, logic::add(pool_, to, step), value);
    done += take;
  }
}

}  // namespace assay::semantics
