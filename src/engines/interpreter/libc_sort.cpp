// qsort, bsearch: library functions that call the program back.
//
// Sorting is glibc's merge sort, comparison by comparison, so that a comparison function that
// counts or prints sees what it would see there.
#include <algorithm>
#include <array>

#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using memory::ObjectId;
using semantics::CallAnswer;

/// Compares elements by the program's function, with a third argument where it takes one.
struct Comparison {
  LibraryCall& call;
  uint64_t function;
  uint64_t extra = 0;
  bool has_extra = false;

  std::optional<int64_t> operator()(uint64_t a, uint64_t b) const {
    std::array<uint64_t, 3> pointers{a, b, extra};
    return call.call_back(function, std::span(pointers).first(has_extra ? 3 : 2),
                          &call.machine.int_type());
  }
};

class MergeSort {
 public:
  MergeSort(const Comparison& compare, uint64_t base, uint64_t size)
      : compare_(compare), call_(compare.call), base_(base), size_(size) {}

  /// False where the program ended or jumped away.
  bool sort(uint64_t count) {
    ObjectId room = call_.evaluator().make_object(call_.state(), memory::ObjectKind::Heap,
                                                  call_.pointer(count * size_),
                                                  memory::Background::Indeterminate, call_.node);
    room_ = call_.state().memory.address(room).bits();
    bool ok = sort_part(0, count);
    call_.state().memory.drop(room);
    return ok;
  }

 private:
  // Halves each time, so that it never nests deeper than 64.
  bool sort_part(uint64_t begin, uint64_t count) {
    if (count <= 1) return true;
    uint64_t left = count / 2;
    return sort_part(begin, left) && sort_part(begin + left, count - left) &&
           merge(begin, left, count);
  }

  bool merge(uint64_t begin, uint64_t left, uint64_t count) {
    uint64_t a = begin, a_end = begin + left, b = a_end, b_end = begin + count, to = 0;
    while (a < a_end && b < b_end) {
      std::optional<int64_t> order = compare_(at(a), at(b));
      if (!order) return false;
      if (!call_.copy(room_ + to++ * size_, at(*order <= 0 ? a++ : b++), size_)) return false;
    }
    // What is left of the second half stands where it belongs.
    uint64_t rest = a_end - a;
    return call_.copy(room_ + to * size_, at(a), rest * size_) &&
           call_.copy(at(begin), room_, (to + rest) * size_);
  }

  uint64_t at(uint64_t index) const { return base_ + index * size_; }

  const Comparison& compare_;
  LibraryCall& call_;
  uint64_t base_, size_;
  uint64_t room_ = 0;
};

CallAnswer sort_with(const Comparison& compare) {
  LibraryCall& call = compare.call;
  uint64_t base = call.word(0), count = call.word(1), size = call.word(2);
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = UINT64_MAX;
  if (bytes == 0) return call.none();
  if (!call.accessible(base, bytes, true)) {
    return call.evaluator().failed() ? call.stop() : call.none();
  }
  if (!MergeSort(compare, base, size).sort(count)) return call.stop();
  return call.none();
}

CallAnswer sort(LibraryCall& call) { return sort_with({.call = call, .function = call.word(3)}); }

CallAnswer sort_with_argument(LibraryCall& call) {  // qsort_r
  return sort_with(
      {.call = call, .function = call.word(3), .extra = call.word(4), .has_extra = true});
}

CallAnswer search(LibraryCall& call) {  // bsearch
  uint64_t key = call.word(0), base = call.word(1), size = call.word(3);
  Comparison compare{.call = call, .function = call.word(4)};
  uint64_t low = 0, high = call.word(2);
  while (low < high) {
    uint64_t middle = (low + high) / 2;
    std::optional<int64_t> order = compare(key, base + middle * size);
    if (!order) return call.stop();
    if (*order == 0) return call.number(base + middle * size);
    if (*order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return call.number(0);
}

/// lfind and lsearch: word(2) is where the number of elements stands.
template <bool kAppends>
CallAnswer search_linearly(LibraryCall& call) {
  uint64_t key = call.word(0), base = call.word(1), size = call.word(3);
  std::optional<uint64_t> count = call.load(call.word(2), call.pointer_bytes());
  if (!count) return call.stop();
  Comparison compare{.call = call, .function = call.word(4)};
  for (uint64_t i = 0; i < *count; ++i) {
    std::optional<int64_t> order = compare(key, base + i * size);
    if (!order) return call.stop();
    if (*order == 0) return call.number(base + i * size);
  }
  if (!kAppends) return call.number(0);
  uint64_t end = base + *count * size;
  bool ok = call.copy(end, key, size) && call.store(call.word(2), call.pointer_bytes(), *count + 1);
  return ok ? call.number(end) : call.stop();
}

constexpr LibraryEntry kFunctions[] = {
    {"qsort", sort},
    {"qsort_r", sort_with_argument},
    {"bsearch", search},
    {"lfind", search_linearly<false>},
    {"lsearch", search_linearly<true>},
};

}  // namespace

std::span<const LibraryEntry> sort_functions() { return kFunctions; }

}  // namespace assay::interpreter
