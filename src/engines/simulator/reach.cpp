// What unknown code can reach: it may change it, and keep its address.
#include "engines/simulator/reach.h"

#include <set>

#include "engines/simulator/emulator.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using memory::ObjectId;

namespace {
/// Larger terms hold no pointers that anybody could name.
constexpr size_t kMaxNodes = 2000;

/// The objects whose addresses a term names.
void named_in(const memory::Memory& memory, Term value, std::vector<ObjectId>& found) {
  const logic::TermPool& pool = memory.pool();
  std::vector<Term> todo{value};
  std::set<uint32_t> seen;
  while (!todo.empty() && seen.size() < kMaxNodes) {
    Term term = todo.back();
    todo.pop_back();
    if (term.is_null()) continue;
    if (term.is_immediate()) {
      if (term.width() != memory.target().pointer_bits) continue;
      memory::Spot spot = memory.spot(term.bits());
      if (spot.object.valid()) found.push_back(spot.object);
      continue;
    }
    if (!seen.insert(term.node()).second) continue;
    for (Term arg : pool.args(term)) todo.push_back(arg);
  }
}

}  // namespace

void addresses_in(const memory::Memory& memory, Term value, std::vector<ObjectId>& found) {
  // What is narrower than an address holds one only as a part that was cut out of it.
  bool is_narrow = !value.is_null() && value.width() < memory.target().pointer_bits;
  if (is_narrow && !memory.pool().is(value, logic::Op::Extract)) return;
  named_in(memory, value, found);
}

void addresses_in(const memory::Memory& memory, const Object& object,
                  std::vector<ObjectId>& found) {
  addresses_in(memory, object, 0, UINT64_MAX, found);
}

void addresses_in(const memory::Memory& memory, const Object& object, uint64_t offset,
                  uint64_t bytes, std::vector<ObjectId>& found) {
  uint32_t pointer = memory.target().pointer_bits / 8;
  object.contents.for_each_page([&](uint64_t first, const memory::Page& page) {
    // Those before the beginning wrap: they count where all do.
    auto is_inside = [&](uint32_t at) {
      return bytes == UINT64_MAX || (first + at >= offset && first + at - offset < bytes);
    };
    for (const memory::Cell& cell : page.cells) {
      if (is_inside(cell.offset)) addresses_in(memory, cell.value, found);
    }
    for (uint32_t at = 0; at + pointer <= memory::kPageBytes; at += pointer) {
      if (!is_inside(at) || !page.is_concrete(at, pointer)) continue;
      uint64_t word = 0;
      std::memcpy(&word, page.data.data() + at, pointer);
      memory::Spot spot = memory.spot(word);
      if (word != 0 && spot.object.valid()) found.push_back(spot.object);
    }
  });
}

std::set<ObjectId> reachable(const memory::Memory& memory, std::vector<ObjectId> roots) {
  std::set<ObjectId> seen;
  while (!roots.empty()) {
    ObjectId id = roots.back();
    roots.pop_back();
    if (!seen.insert(id).second) continue;
    if (const Object* object = memory.find(id)) addresses_in(memory, *object, roots);
  }
  return seen;
}

std::optional<memory::Location> only_target(const memory::Memory& memory, Term pointer) {
  std::optional<memory::Location> found;
  memory::LocationSet set = memory::locations_of(memory, pointer);
  if (!set.unknown.is_null() || set.is_cut) return std::nullopt;
  for (const memory::Location& each : set.locations) {
    if (!each.object.valid()) continue;
    if (found || !each.offset.is_immediate()) return std::nullopt;
    found = each;
  }
  return found;
}

bool name_two_inputs(const memory::Memory& memory, std::span<const Term> terms) {
  std::vector<ObjectId> found;
  for (Term term : terms) named_in(memory, term, found);
  ObjectId first;
  for (ObjectId id : found) {
    const Object* object = memory.find(id);
    if (!object || object->kind != memory::ObjectKind::Environment || id == first) continue;
    if (first.valid()) return true;
    first = id;
  }
  return false;
}

bool compares_inputs(const memory::Memory& memory, Term condition) {
  if (condition.is_null() || condition.is_immediate()) return false;
  return name_two_inputs(memory, std::span<const Term>(&condition, 1));
}

void Emulator::escape(Path& path, Term value) {
  if (value.is_null()) return;
  std::vector<ObjectId> roots;
  addresses_in(path.state.memory, value, roots);
  if (roots.empty() && !value.is_immediate() && parts_.inputs.of_symbol(value).valid() &&
      std::find(path.given.begin(), path.given.end(), value) == path.given.end()) {
    path.given.push_back(value);
  }
  escape(path, reachable(path.state.memory, std::move(roots)));
  for (Resource& resource : path.resources) {
    if (resource.key == value) resource.is_escaped = true;
  }
}

void Emulator::escape_resources(Path& path, const Object& object) {
  for (Resource& resource : path.resources) {
    if (resource.is_escaped || resource.is_behind_pointer || resource.key.is_immediate()) continue;
    object.contents.for_each_page([&](uint64_t, const memory::Page& page) {
      for (const memory::Cell& cell : page.cells) {
        resource.is_escaped = resource.is_escaped || cell.value == resource.key;
      }
    });
  }
}

/// Unknown code knows these objects, and what stands in them.
void Emulator::escape(Path& path, const std::set<ObjectId>& objects) {
  for (ObjectId id : objects) {
    const Object* object = path.state.memory.find(id);
    if (!object) continue;
    escape_resources(path, *object);
    path.state.memory.own(id).flags |= memory::kEscaped | memory::kAliased;
  }
}

/// What a pointer is meant to lead to: part of its object, where a member's address was given.
std::optional<PartOf> Emulator::part_behind(Path& path, Term pointer, uint64_t bytes) const {
  std::optional<memory::Spot> spot = operands_.spot(path, pointer);
  const Object* object = spot ? path.state.memory.find(spot->object) : nullptr;
  const ir::TypeTable& types = parts_.function.unit->types->types();
  if (!object || !object->type.valid() || object->type.index() >= types.size()) {
    return std::nullopt;
  }
  int64_t start = object->kind == memory::ObjectKind::Environment ? kBefore : 0;
  if (spot->offset < start) return std::nullopt;
  auto part = part_at(types, object->type, static_cast<uint64_t>(spot->offset - start), bytes);
  if (!part) return std::nullopt;
  return PartOf{spot->object, part->offset + static_cast<uint64_t>(start), part->bytes};
}

void Emulator::disturb(Path& path, Term pointer, bool writes, uint64_t bytes) {
  if (pointer.is_null()) return;
  // APPROX(under): who is given a member's address leaves the members beside it alone.
  std::optional<PartOf> part = part_behind(path, pointer, bytes);
  std::vector<ObjectId> roots;
  if (part) {
    const Object& object = *path.state.memory.find(part->object);
    addresses_in(path.state.memory, object, part->offset, part->bytes, roots);
    path.state.memory.own(part->object).flags |= memory::kEscaped | memory::kAliased;
  } else {
    addresses_in(path.state.memory, pointer, roots);
  }
  std::set<ObjectId> reached = reachable(path.state.memory, std::move(roots));
  escape(path, reached);
  if (!part) escape(path, pointer);
  if (!writes) return;
  for (ObjectId id : reached) {
    const Object* object = path.state.memory.find(id);
    if (!object || object->live.is_false()) continue;
    semantics::EntityId entity = parts_.program.entity_of(id);
    if (entity.valid() && parts_.models.is_constant(entity)) continue;
    parts_.inputs.freshen(path.state, id, semantics::Source::Imprecise);
  }
  if (part && !reached.contains(part->object)) {
    parts_.inputs.freshen_part(path.state, part->object, part->offset, part->bytes,
                               *parts_.function.unit->types, semantics::Source::Imprecise);
  }
}

}  // namespace assay::simulator
