// The bytes of one object, shared between states until one of them writes.
//
// Pages are made when something is written; what no page holds is the background.  Values are
// terms of 8 * n bits whose lowest byte comes first; who has a big-endian target turns them.
// Offsets wrap: those just below 2^64 are before the beginning, where what a pointer from outside
// leads to may go on (`container_of`).
#pragma once

#include <cstdint>
#include <functional>

#include "logic/term_pool.h"
#include "memory/page.h"
#include "memory/persistent_array.h"

namespace assay::memory {

/// What bytes are that nobody wrote.
enum class Background : uint8_t {
  Indeterminate,  // uninitialised
  Zero,           // static storage, calloc
  Environment,    // the caller's: whoever reads them decides (`Init::None` in a read)
};

/// How much of what was read is initialised.
enum class Init : uint8_t { All, Some, None };

struct Read {
  logic::Term value;  // bits that are not initialised read as 0 (never null)
  Init init = Init::All;
};

class Contents {
 public:
  explicit Contents(Background background = Background::Indeterminate) : background_(background) {}

  Background background() const { return background_; }

  /// Pre: 1 <= bytes <= kMaxValueBytes.
  Read read(logic::TermPool& pool, uint64_t offset, uint32_t bytes) const {
    uint32_t at = offset % kPageBytes;
    if (at + bytes <= kPageBytes && bytes <= 8) [[likely]] {
      const Page* page = find(offset / kPageBytes);
      if (page && page->is_concrete(at, bytes)) [[likely]] {
        uint64_t value = 0, init = 0;
        std::memcpy(&value, page->data.data() + at, bytes);
        std::memcpy(&init, page->init.data() + at, bytes);
        uint64_t all = logic::low_mask(bytes * 8);
        return {logic::Term::constant(bytes * 8, value), init == all ? Init::All
                                                         : init == 0 ? Init::None
                                                                     : Init::Some};
      }
    }
    return read_slowly(pool, offset, bytes);
  }

  /// Pre: value's width is a multiple of 8.
  void write(logic::TermPool& pool, uint64_t offset, logic::Term value) {
    uint32_t bytes = value.width() / 8;
    uint32_t at = offset % kPageBytes;
    if (at + bytes <= kPageBytes && value.is_immediate()) [[likely]] {
      Page& page = own(offset / kPageBytes);
      if (page.symbolic == 0) [[likely]] {
        uint64_t bits = value.bits();
        std::memcpy(page.data.data() + at, &bits, bytes);
        std::memset(page.init.data() + at, 0xff, bytes);
        return;
      }
    }
    write_slowly(pool, offset, value);
  }

  /// As `write`, for the bits of `mask` only (a width of up to 64): a bit-field.
  void write_masked(logic::TermPool& pool, uint64_t offset, logic::Term value, uint64_t mask);

  /// Whether all bits of `mask` are, in the bytes from `offset` on.
  bool bits_initialised(uint64_t offset, uint32_t bytes, uint64_t mask) const;

  /// Whether nothing was ever written to the page that begins at `offset`.
  bool is_untouched(uint64_t offset) const { return find(offset / kPageBytes) == nullptr; }

  /// Bytes, initialised ones and others, as they are.
  void copy(logic::TermPool& pool, uint64_t offset, const Contents& from, uint64_t from_offset,
            uint64_t bytes);
  void fill(logic::TermPool& pool, uint64_t offset, uint64_t bytes, uint8_t value);
  void make_indeterminate(logic::TermPool& pool, uint64_t offset, uint64_t bytes);
  /// All of it unknown: what was written is forgotten.
  void reset(Background background) { *this = Contents(background); }

  /// This where the condition holds, the other where it does not.  Where only one of them has
  /// looked at bytes of the environment, `outside` says what is there.
  using Outside = std::function<logic::Term(uint64_t offset, uint32_t bytes)>;
  /// Whether a number is an address of an object: such a one is merged as a whole, so that what
  /// comes out is a choice between addresses.
  using IsAddress = std::function<bool(uint64_t)>;
  struct MergeWith {
    const Outside& outside;
    const IsAddress& is_address;
  };
  void merge(logic::TermPool& pool, logic::Term condition, const Contents& otherwise,
             const MergeWith& with);

  bool shares_with(const Contents& other) const {
    return first_ == other.first_ && background_ == other.background_ && same_rest(other);
  }
  /// Offsets of written pages, in order (those before the beginning last): visit(first byte, const
  /// Page&).
  template <class Visit>
  void for_each_page(Visit&& visit) const {
    if (first_) visit(uint64_t{0}, *first_);
    rest_.for_each(
        [&](uint32_t index, const Page& page) { visit(page_at(index) * kPageBytes, page); });
  }

  static constexpr uint32_t kMaxValueBytes = 4096;
  /// How far before the beginning bytes are kept.
  static constexpr uint64_t kBefore = uint64_t{1} << 30;

 private:
  const Page* find(uint64_t page) const {
    if (page == 0) return first_.get();
    return page <= UINT32_MAX || is_before(page) ? rest_.find(static_cast<uint32_t>(page))
                                                 : nullptr;
  }
  /// Ours alone, made where it is missing.
  Page& own(uint64_t page) {
    if (page == 0 && first_) [[likely]]
      return first_.own();
    return own_slowly(page);
  }
  Page& own_slowly(uint64_t page);
  // Pages before the beginning are kept at the end of rest_.
  static constexpr uint64_t kPageNumbers = ~uint64_t{0} / kPageBytes;
  static bool is_before(uint64_t page) { return page > kPageNumbers - kBefore / kPageBytes; }
  static uint64_t page_at(uint32_t index) {
    bool before = index > UINT32_MAX - kBefore / kPageBytes;
    return before ? kPageNumbers - (UINT32_MAX - index) : index;
  }
  Ref<Page> make_page() const;
  bool same_rest(const Contents& other) const;
  Read read_slowly(logic::TermPool& pool, uint64_t offset, uint32_t bytes) const;
  void merge_page(logic::TermPool& pool, logic::Term condition, const Contents& otherwise,
                  uint64_t page, const MergeWith& with);
  void write_slowly(logic::TermPool& pool, uint64_t offset, logic::Term value);

  Ref<Page> first_;             // page 0: most objects have no other
  PersistentArray<Page> rest_;  // from page 1 on
  Background background_;
};

}  // namespace assay::memory
