// Two states' memories as one, under a condition (SATURN 3.3).  Parts that they share cost nothing.
#include <algorithm>
#include <cstring>

#include "logic/build.h"
#include "memory/indeterminate.h"
#include "memory/memory.h"

namespace assay::memory {

using logic::Term;
using logic::TermPool;

namespace {

/// A stretch of a page that is merged as one value: a word, an address, or as far as cells reach.
struct Stretch {
  uint32_t begin, end;
};

constexpr uint32_t kAddress = 8;  // bytes; where addresses are shorter, a word holds one

enum class Whole : uint8_t { Written, Unwritten, Mixed };

Whole whole_at(const Page* page, uint32_t at) {
  if (!page) return Whole::Unwritten;
  if (!page->is_concrete(at, kAddress)) return Whole::Mixed;
  auto all = [&](uint8_t init) {
    return std::all_of(page->init.begin() + at, page->init.begin() + at + kAddress,
                       [&](uint8_t each) { return each == init; });
  };
  return all(0xff) ? Whole::Written : all(0) ? Whole::Unwritten : Whole::Mixed;
}

/// One of the pages has an address there, the other one too or another number, or nothing yet.
bool is_address_at(const Page* a, const Page* b, uint32_t at,
                   const Contents::IsAddress& is_address) {
  if (at % kAddress != 0) return false;
  Whole in_a = whole_at(a, at), in_b = whole_at(b, at);
  if (in_a == Whole::Mixed || in_b == Whole::Mixed) return false;
  auto has_address = [&](Whole whole, const Page* page) {
    if (whole != Whole::Written) return false;
    uint64_t number;
    std::memcpy(&number, page->data.data() + at, kAddress);
    return is_address(number);
  };
  return has_address(in_a, a) || has_address(in_b, b);
}

Stretch stretch_at(const Page* a, const Page* b, uint32_t at,
                   const Contents::IsAddress& is_address) {
  Stretch stretch{at / 4 * 4, at / 4 * 4 + 4};
  if (is_address_at(a, b, at, is_address)) return {at, at + kAddress};
  for (bool grown = true; grown;) {
    grown = false;
    for (const Page* page : {a, b}) {
      for (uint32_t edge : {stretch.begin, stretch.end - 1}) {
        const Cell* cell = page ? page->cell_at(edge) : nullptr;
        if (!cell) continue;
        uint32_t begin = std::min<uint32_t>(stretch.begin, cell->offset);
        uint32_t end = std::max<uint32_t>(stretch.end, cell->offset + cell->bytes);
        grown |= begin != stretch.begin || end != stretch.end;
        stretch = {begin, end};
      }
    }
  }
  return stretch;
}

bool same_bytes(const Page* a, const Page* b, Stretch stretch) {
  if (!a || !b) return false;
  uint32_t bytes = stretch.end - stretch.begin;
  return a->is_concrete(stretch.begin, bytes) && b->is_concrete(stretch.begin, bytes) &&
         std::equal(a->data.begin() + stretch.begin, a->data.begin() + stretch.end,
                    b->data.begin() + stretch.begin) &&
         std::equal(a->init.begin() + stretch.begin, a->init.begin() + stretch.end,
                    b->init.begin() + stretch.begin);
}

/// A Boolean that was never set is false; another attribute that one side lacks is the other's.
void merge_attributes(TermPool& pool, Term condition, Object& object, const Object& otherwise) {
  auto merged = [&](Term mine, Term theirs) {
    Term known = mine.is_null() ? theirs : mine;
    Term missing = known.width() == 1 ? logic::kFalse : known;
    if (mine.is_null()) mine = missing;
    if (theirs.is_null()) theirs = missing;
    return mine.width() == theirs.width() ? logic::ite(pool, condition, mine, theirs) : mine;
  };
  const auto mine = object.attributes;
  for (const auto& [key, value] : mine) {
    object.set_attribute(key, merged(value, otherwise.attribute(key)));
  }
  for (const auto& [key, value] : otherwise.attributes) {
    if (object.attribute(key).is_null()) object.set_attribute(key, merged(Term(), value));
  }
}

}  // namespace

void Contents::merge_page(TermPool& pool, Term condition, const Contents& otherwise, uint64_t page,
                          const MergeWith& with) {
  const Page* other = otherwise.find(page);
  for (uint32_t at = 0; at < kPageBytes;) {
    const Page* own_page = find(page);
    Stretch stretch = stretch_at(own_page, other, at, with.is_address);
    uint32_t begin = std::max(stretch.begin, at), bytes = stretch.end - begin;
    at = stretch.end;
    if (same_bytes(own_page, other, stretch)) continue;
    uint64_t offset = page * kPageBytes + begin;
    Read mine = read(pool, offset, bytes), theirs = otherwise.read(pool, offset, bytes);
    if (mine.init == Init::None && theirs.init == Init::None) continue;
    auto value_of = [&](const Read& side, Background background) {
      if (side.init == Init::All) return side.value;
      if (background == Background::Environment) return with.outside(offset, bytes);
      // APPROX(under): a word of which some bytes are initialised is taken as it is.
      return side.init == Init::Some ? side.value : memory::make_indeterminate(pool, bytes * 8);
    };
    write(pool, offset,
          logic::ite(pool, condition, value_of(mine, background_),
                     value_of(theirs, otherwise.background_)));
  }
}

void Contents::merge(TermPool& pool, Term condition, const Contents& otherwise,
                     const MergeWith& with) {
  if (background_ != otherwise.background_) {
    // One side was forgotten: unknown altogether is all that both agree on.
    reset(Background::Environment);
    return;
  }
  if (first_ != otherwise.first_) merge_page(pool, condition, otherwise, 0, with);
  std::vector<uint32_t> differing;
  PersistentArray<Page>::for_each_difference(
      rest_, otherwise.rest_,
      [&](uint32_t index, const Page*, const Page*) { differing.push_back(index); });
  for (uint32_t index : differing) merge_page(pool, condition, otherwise, page_at(index), with);
}

/// In an object or at its end, so far as its size is known; a small number that happens to look so
/// costs nothing but a wider choice.
bool Memory::leads_into_object(uint64_t address) const {
  Spot spot = this->spot(address);
  return spot.object.valid() && spot.offset >= 0 &&
         static_cast<uint64_t>(spot.offset) < (uint64_t{1} << (slot_bits_ - 4));
}

void Memory::merge(Term condition, const Memory& otherwise, const Outside& outside) {
  TermPool& pool = *pool_;
  Term otherwise_holds = logic::bit_not(pool, condition);
  struct Difference {
    ObjectId id;
    const Object* mine;
    const Object* theirs;
  };
  std::vector<Difference> differences;
  PersistentArray<Object>::for_each_difference(
      objects_, otherwise.objects_, [&](uint32_t id, const Object* mine, const Object* theirs) {
        differences.push_back({ObjectId(id), mine, theirs});
      });
  // The environment was there before anyone looked.
  auto exists = [](const Object& object) {
    return object.kind == ObjectKind::Environment || object.kind == ObjectKind::Global ||
           object.kind == ObjectKind::Function || object.kind == ObjectKind::String;
  };
  Contents::IsAddress is_address = [&](uint64_t number) { return leads_into_object(number); };
  if (target_.pointer_bits != 64) is_address = [](uint64_t) { return false; };
  for (const Difference& difference : differences) {
    Contents::Outside outside_here = [&](uint64_t offset, uint32_t bytes) {
      return outside(difference.id, offset, bytes);
    };
    Contents::MergeWith with{outside_here, is_address};
    // An object of the environment that one side has not seen is there as it was in the beginning.
    auto merge_untouched = [&](Object& object, Term touched) {
      object.contents.merge(pool, touched, Contents(object.contents.background()), with);
    };
    if (!difference.mine) {
      Object copy = *difference.theirs;
      if (copy.kind == ObjectKind::Environment) merge_untouched(copy, otherwise_holds);
      if (!exists(copy)) copy.live = logic::bit_and(pool, copy.live, otherwise_holds);
      objects_.set(difference.id.index(), Ref<Object>(new Object(std::move(copy))));
      continue;
    }
    Object& object = own(difference.id);
    if (!difference.theirs) {
      if (object.kind == ObjectKind::Environment) merge_untouched(object, condition);
      if (!exists(object)) object.live = logic::bit_and(pool, object.live, condition);
      continue;
    }
    object.live = logic::ite(pool, condition, object.live, difference.theirs->live);
    object.flags |= difference.theirs->flags & (kEscaped | kAliased);
    merge_attributes(pool, condition, object, *difference.theirs);
    object.contents.merge(pool, condition, difference.theirs->contents, with);
  }
}

}  // namespace assay::memory
