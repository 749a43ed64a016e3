#include "memory/locations.h"

#include "logic/build.h"

namespace assay::memory {

using logic::Op;
using logic::Term;
using logic::TermPool;

namespace {

struct Part {
  Term guard;
  Term pointer;
  Term added;  // to the pointer
};

/// Whether a term is made of addresses: a choice, or a sum over one.
bool is_address_tree(const Memory& memory, Term term) {
  TermPool& pool = memory.pool();
  for (int depth = 0; depth < 64; ++depth) {
    if (term.is_immediate()) return memory.spot(term.bits()).object.valid();
    if (pool.is(term, Op::Ite)) {
      Term then = pool.arg(term, 1), otherwise = pool.arg(term, 2);
      // Null, or an address, with something added; a longer choice of numbers is an index.
      bool is_null = then.is_value(0) || (then.is_immediate() && otherwise.is_immediate() &&
                                          !memory.spot(then.bits()).object.valid());
      term = is_null ? otherwise : then;
    } else if (pool.is(term, Op::Add) || pool.is(term, Op::Sub)) {
      Term second = pool.arg(term, 1);
      if (second.is_immediate() && memory.spot(second.bits()).object.valid()) return true;
      term = pool.arg(term, 0);
    } else {
      return false;
    }
  }
  return false;
}

/// One step into a sum: which operand is the pointer, which the offset.
bool split_sum(const Memory& memory, Part& part) {
  TermPool& pool = memory.pool();
  bool is_sum = pool.is(part.pointer, Op::Add);
  if (!is_sum && !pool.is(part.pointer, Op::Sub)) return false;
  Term first = pool.arg(part.pointer, 0), second = pool.arg(part.pointer, 1);
  if (is_sum && is_address_tree(memory, second)) std::swap(first, second);
  if (!is_address_tree(memory, first) && !second.is_immediate()) return false;
  Term distance = is_sum ? second : logic::neg(pool, second);
  part.added = logic::add(pool, part.added, distance);
  part.pointer = first;
  return true;
}

}  // namespace

LocationSet locations_of(const Memory& memory, Term pointer, uint32_t cap) {
  TermPool& pool = memory.pool();
  LocationSet set;
  Term zero = Term::constant(pointer.width(), 0);
  std::vector<Part> todo{{logic::kTrue, pointer, zero}};
  while (!todo.empty()) {
    Part part = todo.back();
    todo.pop_back();
    if (part.guard.is_false()) continue;
    if (part.pointer.is_immediate()) {
      if (set.locations.size() >= cap) {
        set.is_cut = true;
        break;
      }
      Spot spot = memory.spot(part.pointer.bits());
      Term from = spot.object.valid()
                      ? Term::constant(pointer.width(), static_cast<uint64_t>(spot.offset))
                      : part.pointer;
      set.locations.push_back({part.guard, spot.object, logic::add(pool, from, part.added)});
    } else if (pool.is(part.pointer, Op::Ite)) {
      Term condition = pool.arg(part.pointer, 0);
      Term then = pool.arg(part.pointer, 1), otherwise = pool.arg(part.pointer, 2);
      Term no = logic::bit_not(pool, condition);
      todo.push_back({logic::bit_and(pool, part.guard, no), otherwise, part.added});
      todo.push_back({logic::bit_and(pool, part.guard, condition), then, part.added});
    } else if (split_sum(memory, part)) {
      todo.push_back(part);
    } else {
      Term whole = logic::add(pool, part.pointer, part.added);
      set.unknown =
          set.unknown.is_null() ? whole : logic::ite(pool, part.guard, whole, set.unknown);
      set.unknown_guard = set.unknown_guard.is_null()
                              ? part.guard
                              : logic::bit_or(pool, part.guard, set.unknown_guard);
    }
  }
  return set;
}

}  // namespace assay::memory
