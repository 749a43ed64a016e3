// malloc for the C code of rules: bounded, zeroed, and gone when the static data is set back.
//
// So a rule cannot eat the worker's memory, keeps nothing from one function to the next that the
// engine does not know of, and never sees what an earlier run left in memory.
#pragma once

#include <cstddef>
#include <map>

namespace assay::metal {

class RuleHeap {
 public:
  static constexpr size_t kMaxBytes = size_t{64} << 20;

  RuleHeap() = default;
  RuleHeap(const RuleHeap&) = delete;
  RuleHeap& operator=(const RuleHeap&) = delete;
  ~RuleHeap() { clear(); }

  /// Null: there is no more.
  void* allocate(size_t size);
  /// False: this is no memory of ours.
  bool release(void* memory);
  /// The size it was allocated with; 0 for what is no memory of ours.
  size_t size_of(void* memory) const;
  void clear();

 private:
  std::map<void*, size_t> blocks_;
  size_t bytes_ = 0;
};

}  // namespace assay::metal
