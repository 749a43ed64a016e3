#include "metal/actions/rule_heap.h"

#include <cstdlib>

namespace assay::metal {

void* RuleHeap::allocate(size_t size) {
  // An empty block has an address of its own too.
  size_t taken = size == 0 ? 1 : size;
  if (taken > kMaxBytes - bytes_) return nullptr;
  void* memory = std::calloc(1, taken);
  if (memory == nullptr) return nullptr;
  bytes_ += taken;
  blocks_[memory] = taken;
  return memory;
}

bool RuleHeap::release(void* memory) {
  auto found = blocks_.find(memory);
  if (found == blocks_.end()) return false;
  bytes_ -= found->second;
  blocks_.erase(found);
  std::free(memory);
  return true;
}

size_t RuleHeap::size_of(void* memory) const {
  auto found = blocks_.find(memory);
  return found == blocks_.end() ? 0 : found->second;
}

void RuleHeap::clear() {
  for (const auto& [memory, size] : blocks_) std::free(memory);
  blocks_.clear();
  bytes_ = 0;
}

}  // namespace assay::metal
