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
}  // namespace

void addresses_in(const memory::Memory& memory, Term value, std::vector<ObjectId>& found) {
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

void addresses_in(const memory::Memory& memory, const Object& object,
                  std::vector<ObjectId>& found) {
  uint32_t bytes = memory.target().pointer_bits / 8;
  object.contents.for_each_page([&](uint64_t, const memory::Page& page) {
    for (const memory::Cell& cell : page.cells) addresses_in(memory, cell.value, found);
    for (uint32_t at = 0; at + bytes <= memory::kPageBytes; at += bytes) {
      if (!page.is_concrete(at, bytes)) continue;
      uint64_t word = 0;
      std::memcpy(&word, page.data.data() + at, bytes);
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

void Emulator::escape(Path& path, Term value) {
  if (value.is_null()) return;
  std::vector<ObjectId> roots;
  addresses_in(path.state.memory, value, roots);
  for (ObjectId id : reachable(path.state.memory, std::move(roots))) {
    if (!path.state.memory.find(id)) continue;
    path.state.memory.own(id).flags |= memory::kEscaped | memory::kAliased;
  }
  for (Resource& resource : path.resources) {
    if (resource.key == value) resource.is_escaped = true;
  }
}

void Emulator::disturb(Path& path, Term pointer, bool writes) {
  escape(path, pointer);
  if (!writes || pointer.is_null()) return;
  std::vector<ObjectId> roots;
  addresses_in(path.state.memory, pointer, roots);
  for (ObjectId id : reachable(path.state.memory, std::move(roots))) {
    const Object* object = path.state.memory.find(id);
    if (!object || object->live.is_false()) continue;
    semantics::EntityId entity = parts_.program.entity_of(id);
    if (entity.valid() && parts_.models.is_constant(entity)) continue;
    parts_.inputs.freshen(path.state, id, semantics::Source::Imprecise);
  }
}

}  // namespace assay::simulator
