// Access through a pointer that is no constant: one case for each location it may lead to.
//
// The driver says whether the cases are taken together, under their guards, or apart.
#include "logic/build.h"
#include "memory/indeterminate.h"
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
  if (object->has(memory::kSizeUnknown)) {
    if (!location.offset.is_immediate()) driver_.unbounded_access(state, at, location, bytes);
  } else if (!require(state, ObligationKind::InBounds, at,
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
  uint32_t before = bits.offset / 8;
  Obligation asked{.kind = ObligationKind::Initialised,
                   .node = at,
                   .condition = logic::kTrue,
                   .bytes = bytes - before};
  size_t unwritten = 0;
  for (const GuardedTarget& cell : cells) {
    Seen seen = look_at(state, cell.object, cell.offset, type, bits);
    if (failed()) return Term();
    result = result.is_null() ? seen.value : logic::ite(pool_, cell.guard, seen.value, result);
    if (seen.initialised.is_true()) continue;
    unwritten += seen.initialised.is_false() ? 1 : 0;
    asked.condition =
        logic::bit_and(pool_, asked.condition, logic::implies(pool_, cell.guard, seen.initialised));
    if (asked.object.valid()) continue;
    asked.object = cell.object;
    asked.offset = static_cast<int64_t>(cell.offset + before);
  }
  // Whichever it is, nobody wrote it.
  if (complete && !cells.empty() && unwritten == cells.size()) asked.condition = logic::kFalse;
  return require(state, asked) ? result : Term();
}

bool Evaluator::is_writable(State& state, ir::NodeId at, const GuardedTarget& cell) {
  return !state.memory.find(cell.object)->has(memory::kReadOnly) ||
         require(state, ObligationKind::Writable, at, logic::bit_not(pool_, cell.guard));
}

void Evaluator::store_guarded(State& state, ir::NodeId at, Term address, const ValueType& type,
                              Term value, BitRange bits) {
  uint32_t bytes = bits.width ? (bits.offset + bits.width + 7) / 8 : type.accessed;
  std::vector<GuardedTarget> cells;
  // APPROX(under): a store to places that are not known changes none of those that are.
  uint64_t lost = approximations_.unknown_element;
  guarded_targets(state, at, address, bytes, cells);
  approximations_.unknown_store += approximations_.unknown_element - lost;
  if (failed()) return;
  for (const GuardedTarget& cell : cells) {
    if (!is_writable(state, at, cell)) return;
    Term stored = value;
    if (!cell.guard.is_true() && cells.size() > 1) {
      Seen before = look_at(state, cell.object, cell.offset, type, bits);
      if (failed()) return;
      // What was indeterminate before and is written under a guard stays so otherwise.
      if (before.initialised.is_false())
        before.value = memory::make_indeterminate(pool_, type.width);
      stored = logic::ite(pool_, cell.guard, value, before.value);
    }
    write_object(state, cell.object, cell.offset, type, stored, bits);
  }
}

/// The places of all the bytes, whatever kind of pointer it is; false: there may be others.
bool Evaluator::any_targets(State& state, ir::NodeId at, Term address, uint64_t bytes, bool writes,
                            std::vector<GuardedTarget>& cells) {
  if (!address.is_immediate()) {
    uint64_t lost = approximations_.unknown_element;
    bool complete = guarded_targets(state, at, address, bytes, cells);
    if (writes) approximations_.unknown_store += approximations_.unknown_element - lost;
    for (size_t i = 0; writes && i < cells.size() && !failed(); ++i) {
      if (!is_writable(state, at, cells[i])) stop();
    }
    return complete;
  }
  Target target;
  if (!single_target(state, at, address, bytes, writes, target)) return false;
  cells.push_back({logic::kTrue, target.object, target.offset});
  return true;
}

/// Bytes as they are: those that were not written are indeterminate.
Term Evaluator::raw_value(State& state, const GuardedTarget& cell, uint64_t offset,
                          uint32_t bytes) {
  const memory::Contents& contents = state.memory.find(cell.object)->contents;
  Term value;
  for (uint32_t i = bytes; i-- > 0;) {
    memory::Read all = contents.read(pool_, cell.offset + offset, i + 1);
    if (all.init != memory::Init::Some) {
      Term rest = all.init == memory::Init::All
                      ? all.value
                      : memory::make_indeterminate(pool_, all.value.width());
      return value.is_null() ? rest : logic::concat(pool_, value, rest);
    }
    memory::Read last = contents.read(pool_, cell.offset + offset + i, 1);
    Term byte = last.init == memory::Init::All ? last.value : memory::make_indeterminate(pool_, 8);
    value = value.is_null() ? byte : logic::concat(pool_, value, byte);
  }
  return value;
}

void Evaluator::write_raw(State& state, std::span<const GuardedTarget> cells, uint64_t offset,
                          Term value) {
  for (const GuardedTarget& cell : cells) {
    Term stored = value;
    if (!cell.guard.is_true() && cells.size() > 1) {
      Term before = raw_value(state, cell, offset, value.width() / 8);
      stored = logic::ite(pool_, cell.guard, value, before);
    }
    state.memory.own(cell.object).contents.write(pool_, cell.offset + offset, stored);
  }
}

void Evaluator::copy_guarded(State& state, ir::NodeId at, Term to, Term from, uint64_t bytes) {
  std::vector<GuardedTarget> sources, targets;
  bool complete = any_targets(state, at, from, bytes, false, sources);
  if (failed()) return;
  any_targets(state, at, to, bytes, true, targets);
  if (failed() || targets.empty()) return;
  for (const GuardedTarget& source : sources) {
    materialise(state, source.object, source.offset, bytes);
  }
  if (complete && sources.size() == 1 && targets.size() == 1) {
    memory::Contents contents = state.memory.find(sources[0].object)->contents;
    state.memory.own(targets[0].object)
        .contents.copy(pool_, targets[0].offset, contents, sources[0].offset, bytes);
    return;
  }
  // All is read before something is written: the places may overlap.
  std::vector<Term> values;
  for (uint64_t done = 0; done < bytes;) {
    uint32_t take = bytes - done >= 8 ? 8 : 1;
    Term value;
    // APPROX(over): what comes from elsewhere is any value.
    if (!complete || sources.empty()) value = driver_.unknown_value(state, take * 8, "element");
    for (const GuardedTarget& source : sources) {
      Term there = raw_value(state, source, done, take);
      value = value.is_null() ? there : logic::ite(pool_, source.guard, there, value);
    }
    values.push_back(value);
    done += take;
  }
  uint64_t done = 0;
  for (Term value : values) {
    write_raw(state, targets, done, value);
    done += value.width() / 8;
  }
}

void Evaluator::fill_guarded(State& state, ir::NodeId at, Term to, uint64_t bytes, uint8_t value) {
  std::vector<GuardedTarget> targets;
  any_targets(state, at, to, bytes, true, targets);
  if (failed()) return;
  if (targets.size() == 1) {
    state.memory.own(targets[0].object).contents.fill(pool_, targets[0].offset, bytes, value);
    return;
  }
  for (uint64_t done = 0; done < bytes && !targets.empty();) {
    uint32_t take = bytes - done >= 8 ? 8 : 1;
    write_raw(state, targets, done, Term::constant(take * 8, value * 0x0101010101010101u));
    done += take;
  }
}

}  // namespace assay::semantics
