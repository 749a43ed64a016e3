#include "base/populate_heap.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>

// jemalloc reads this when it starts: one heap for all threads, of which a process has seldom more
// than one at work, so that they find what was populated.
extern "C" {
extern const char* malloc_conf;
const char* malloc_conf = "narenas:1";
}

namespace assay {
namespace {

// What is larger the allocator keeps apart, and gives back.
constexpr size_t kPiece = size_t{2} << 20;

}  // namespace

void populate_heap(size_t bytes) {
  static const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  void* pieces[8] = {};
  for (void*& piece : pieces) {
    size_t size = std::min(bytes, kPiece);
    if (size == 0 || (piece = std::malloc(size)) == nullptr) break;
    bytes -= size;
    auto address = reinterpret_cast<uintptr_t>(piece);
    uintptr_t begin = (address + page - 1) / page * page;
    uintptr_t end = (address + size) / page * page;
    // Where the system knows no such advice, nothing happens.
    if (begin < end)
      ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_POPULATE_WRITE);
  }
  // What is free is handed out again.
  for (void* piece : pieces) std::free(piece);
}

}  // namespace assay
