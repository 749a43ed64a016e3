// A page: 64 bytes of an object, each bit of which knows whether it is initialised.
//
// A byte is concrete (`data`) or symbolic: then one cell covers it.  Cells are sorted, do not
// overlap, and cover exactly the bytes of `symbolic`.  Symbolic bytes count as initialised; a
// byte that is initialised on some paths only is a cell that chooses between a value and an
// indeterminate symbol (see indeterminate.h).
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "logic/term.h"
#include "memory/ref.h"

namespace assay::memory {

inline constexpr uint32_t kPageBytes = 64;

struct Cell {
  uint8_t offset = 0;
  uint8_t bytes = 0;
  logic::Term value;  // width: 8 * bytes; its lowest byte is the first one (little-endian)
  friend bool operator==(const Cell&, const Cell&) = default;
};

struct Page : Pooled<Page> {
  uint32_t refs = 0;
  uint64_t symbolic = 0;  // a bit for each byte
  std::array<uint8_t, kPageBytes> data{};
  std::array<uint8_t, kPageBytes> init{};  // a bit for each bit
  std::vector<Cell> cells;

  Page() = default;
  Page(const Page& other)
      : Pooled(other),
        symbolic(other.symbolic),
        data(other.data),
        init(other.init),
        cells(other.cells) {}

  static constexpr uint64_t range(uint32_t offset, uint32_t bytes) {
    return (bytes >= 64 ? ~uint64_t{0} : (uint64_t{1} << bytes) - 1) << offset;
  }
  bool is_concrete(uint32_t offset, uint32_t bytes) const {
    return (symbolic & range(offset, bytes)) == 0;
  }
  /// The cell that covers a byte; null if it is concrete.
  const Cell* cell_at(uint32_t offset) const;
};

}  // namespace assay::memory
