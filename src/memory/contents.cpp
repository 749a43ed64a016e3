#include "memory/contents.h"

#include <algorithm>

#include "logic/build.h"

namespace assay::memory {

using logic::Term;
using logic::TermPool;

const Cell* Page::cell_at(uint32_t offset) const {
  if ((symbolic >> offset & 1) == 0) return nullptr;
  auto after = std::upper_bound(cells.begin(), cells.end(), offset,
                                [](uint32_t at, const Cell& cell) { return at < cell.offset; });
  return &*std::prev(after);
}

namespace {

/// Bytes [from, from + bytes) of a value.
Term slice(TermPool& pool, Term value, uint32_t from, uint32_t bytes) {
  if (from == 0 && bytes * 8 == value.width()) return value;
  return logic::extract(pool, value, (from + bytes) * 8 - 1, from * 8);
}

/// What remains of the cells around [at, at + bytes) when that range is written anew.
void clear_cells(TermPool& pool, Page& page, uint32_t at, uint32_t bytes) {
  if (page.is_concrete(at, bytes)) return;
  std::vector<Cell> kept;
  for (const Cell& cell : page.cells) {
    uint32_t begin = cell.offset, end = cell.offset + cell.bytes;
    if (end <= at || begin >= at + bytes) {
      kept.push_back(cell);
      continue;
    }
    if (begin < at) {
      uint8_t left = static_cast<uint8_t>(at - begin);
      kept.push_back({cell.offset, left, slice(pool, cell.value, 0, left)});
    }
    if (end > at + bytes) {
      uint32_t skip = at + bytes - begin;
      kept.push_back({static_cast<uint8_t>(at + bytes), static_cast<uint8_t>(end - at - bytes),
                      slice(pool, cell.value, skip, cell.bytes - skip)});
    }
  }
  page.cells = std::move(kept);
  page.symbolic &= ~Page::range(at, bytes);
}

void insert_cell(Page& page, const Cell& cell) {
  auto place = std::lower_bound(page.cells.begin(), page.cells.end(), cell,
                                [](const Cell& a, const Cell& b) { return a.offset < b.offset; });
  page.cells.insert(place, cell);
  page.symbolic |= Page::range(cell.offset, cell.bytes);
  std::fill_n(page.init.begin() + cell.offset, cell.bytes, uint8_t{0xff});
}

/// Writes a value that lies within one page.
void write_in_page(TermPool& pool, Page& page, uint32_t at, Term value) {
  uint32_t bytes = value.width() / 8;
  clear_cells(pool, page, at, bytes);
  if (!pool.is_constant(value)) {
    insert_cell(page, {static_cast<uint8_t>(at), static_cast<uint8_t>(bytes), value});
    return;
  }
  logic::Bits bits = pool.value(value);
  for (uint32_t i = 0; i < bytes; ++i) {
    page.data[at + i] = static_cast<uint8_t>(bits.word(i / 8) >> (i % 8 * 8));
  }
  std::fill_n(page.init.begin() + at, bytes, uint8_t{0xff});
}

/// The longest concrete stretch from `at`, up to `limit` bytes.  Pre: `at` is concrete.
uint32_t concrete_run(const Page& page, uint32_t at, uint32_t limit) {
  uint64_t rest = page.symbolic >> at;
  uint32_t run = rest == 0 ? kPageBytes - at : static_cast<uint32_t>(__builtin_ctzll(rest));
  return std::min(run, limit);
}

/// Joins the pieces of a value, lowest byte first, and counts what is initialised.
class Assembly {
 public:
  explicit Assembly(TermPool& pool) : pool_(pool) {}

  void add(Term piece, uint64_t initialised_bits) {
    value_ = value_.is_null() ? piece : logic::concat(pool_, piece, value_);
    initialised_ += initialised_bits;
  }
  void add_background(uint32_t bytes, Background background) {
    bool zero = background == Background::Zero;
    while (bytes > 0) {
      uint32_t chunk = std::min(bytes, 8u);
      add(Term::constant(chunk * 8, 0), zero ? chunk * 8 : 0);
      bytes -= chunk;
    }
  }
  void add_concrete(const Page& page, uint32_t at, uint32_t bytes) {
    uint64_t value = 0, init = 0;
    std::memcpy(&value, page.data.data() + at, bytes);
    std::memcpy(&init, page.init.data() + at, bytes);
    add(Term::constant(bytes * 8, value & init), __builtin_popcountll(init));
  }
  Read result() const {
    Init init = initialised_ == value_.width() ? Init::All
                : initialised_ == 0            ? Init::None
                                               : Init::Some;
    return {value_, init};
  }

 private:
  TermPool& pool_;
  Term value_;
  uint64_t initialised_ = 0;
};

}  // namespace

Ref<Page> Contents::make_page() const {
  auto* page = new Page;
  if (background_ == Background::Zero) page->init.fill(0xff);
  return Ref<Page>(page);
}

Page& Contents::own_slowly(uint64_t page) {
  if (page == 0) {
    if (!first_) first_ = make_page();
    return first_.own();
  }
  ASSAY_CHECK(page <= UINT32_MAX || is_before(page),
              "an object should not have more than 2^38 bytes");
  uint32_t index = static_cast<uint32_t>(page);
  if (!rest_.find(index)) rest_.set(index, make_page());
  return rest_.own(index);
}

bool Contents::same_rest(const Contents& other) const {
  bool same = true;
  PersistentArray<Page>::for_each_difference(
      rest_, other.rest_, [&](uint32_t, const Page*, const Page*) { same = false; });
  return same;
}

Read Contents::read_slowly(TermPool& pool, uint64_t offset, uint32_t bytes) const {
  ASSAY_CHECK(bytes >= 1 && bytes <= kMaxValueBytes, "a value should have a sensible size");
  Assembly assembly(pool);
  for (uint32_t done = 0; done < bytes;) {
    uint64_t from = offset + done;
    uint32_t at = from % kPageBytes;
    uint32_t room = std::min(kPageBytes - at, bytes - done);
    const Page* page = find(from / kPageBytes);
    if (!page) {
      assembly.add_background(room, background_);
      done += room;
    } else if (const Cell* cell = page->cell_at(at)) {
      uint32_t skip = at - cell->offset;
      uint32_t take = std::min<uint32_t>(cell->bytes - skip, room);
      assembly.add(slice(pool, cell->value, skip, take), take * 8);
      done += take;
    } else {
      uint32_t take = concrete_run(*page, at, std::min(room, 8u));
      assembly.add_concrete(*page, at, take);
      done += take;
    }
  }
  return assembly.result();
}

void Contents::write_slowly(TermPool& pool, uint64_t offset, Term value) {
  uint32_t bytes = value.width() / 8;
  ASSAY_CHECK(value.width() % 8 == 0 && bytes <= kMaxValueBytes, "a value should be whole bytes");
  for (uint32_t done = 0; done < bytes;) {
    uint64_t to = offset + done;
    uint32_t at = to % kPageBytes;
    uint32_t take = std::min(kPageBytes - at, bytes - done);
    write_in_page(pool, own(to / kPageBytes), at, slice(pool, value, done, take));
    done += take;
  }
}

void Contents::write_masked(TermPool& pool, uint64_t offset, Term value, uint64_t mask) {
  uint32_t bytes = value.width() / 8;
  Read old = read(pool, offset, bytes);
  Term kept = logic::bit_and(pool, old.value, Term::constant(value.width(), ~mask));
  Term added = logic::bit_and(pool, value, Term::constant(value.width(), mask));
  Term both = logic::bit_or(pool, kept, added);
  if (!both.is_immediate() || old.init == Init::All) {
    // APPROX(under): bits beside a symbolic bit-field count as initialised from now on.
    write(pool, offset, both);
    return;
  }
  for (uint32_t i = 0; i < bytes; ++i) {
    uint8_t byte_mask = static_cast<uint8_t>(mask >> (i * 8));
    if (byte_mask == 0) continue;
    Page& page = own((offset + i) / kPageBytes);
    uint32_t at = (offset + i) % kPageBytes;
    clear_cells(pool, page, at, 1);
    page.data[at] = static_cast<uint8_t>(both.bits() >> (i * 8));
    page.init[at] |= byte_mask;
  }
}

bool Contents::bits_initialised(uint64_t offset, uint32_t bytes, uint64_t mask) const {
  for (uint32_t i = 0; i < bytes; ++i) {
    uint8_t wanted = static_cast<uint8_t>(mask >> (i * 8));
    const Page* page = find((offset + i) / kPageBytes);
    uint8_t there = page                              ? page->init[(offset + i) % kPageBytes]
                    : background_ == Background::Zero ? 0xff
                                                      : 0;
    if ((wanted & ~there) != 0) return false;
  }
  return true;
}

void Contents::copy(TermPool& pool, uint64_t offset, const Contents& from, uint64_t from_offset,
                    uint64_t bytes) {
  const Contents source = from;  // the two may be one: what is read is what was there before
  for (uint64_t done = 0; done < bytes;) {
    uint32_t to_at = (offset + done) % kPageBytes;
    uint32_t from_at = (from_offset + done) % kPageBytes;
    uint32_t take = static_cast<uint32_t>(
        std::min<uint64_t>({kPageBytes - to_at, kPageBytes - from_at, bytes - done}));
    const Page* page = source.find((from_offset + done) / kPageBytes);
    if (!page) {
      if (source.background_ == Background::Zero) {
        fill(pool, offset + done, take, 0);
      } else {
        make_indeterminate(pool, offset + done, take);
      }
    } else if (const Cell* cell = page->cell_at(from_at)) {
      uint32_t skip = from_at - cell->offset;
      take = std::min<uint32_t>(take, cell->bytes - skip);
      write(pool, offset + done, slice(pool, cell->value, skip, take));
    } else {
      take = concrete_run(*page, from_at, take);
      Page& target = own((offset + done) / kPageBytes);
      clear_cells(pool, target, to_at, take);
      std::memcpy(target.data.data() + to_at, page->data.data() + from_at, take);
      std::memcpy(target.init.data() + to_at, page->init.data() + from_at, take);
    }
    done += take;
  }
}

namespace {
/// Calls visit(page, first, bytes) for each page of a range.
template <class Visit>
void for_each_part(uint64_t offset, uint64_t bytes, Visit&& visit) {
  for (uint64_t done = 0; done < bytes;) {
    uint32_t at = (offset + done) % kPageBytes;
    uint32_t take = static_cast<uint32_t>(std::min<uint64_t>(kPageBytes - at, bytes - done));
    visit((offset + done) / kPageBytes, at, take);
    done += take;
  }
}
}  // namespace

void Contents::fill(TermPool& pool, uint64_t offset, uint64_t bytes, uint8_t value) {
  for_each_part(offset, bytes, [&](uint64_t index, uint32_t at, uint32_t take) {
    if (value == 0 && background_ == Background::Zero && !find(index)) return;
    Page& page = own(index);
    clear_cells(pool, page, at, take);
    std::memset(page.data.data() + at, value, take);
    std::memset(page.init.data() + at, 0xff, take);
  });
}

void Contents::make_indeterminate(TermPool& pool, uint64_t offset, uint64_t bytes) {
  for_each_part(offset, bytes, [&](uint64_t index, uint32_t at, uint32_t take) {
    if (background_ != Background::Zero && !find(index)) return;
    Page& page = own(index);
    clear_cells(pool, page, at, take);
    std::memset(page.data.data() + at, 0, take);
    std::memset(page.init.data() + at, 0, take);
  });
}

}  // namespace assay::memory
