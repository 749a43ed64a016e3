// Ref<T>: shared ownership of copy-on-write parts of a state.
//
// The count is not atomic: a state and its forks belong to one thread.  T has a public member
// `uint32_t refs = 0`.  A part with one owner is changed in place; `own` copies it first where
// it has several.
#pragma once

#include <cstdint>
#include <utility>

namespace assay::memory {

template <class T>
class Ref {
 public:
  constexpr Ref() = default;
  explicit Ref(T* target) : target_(target) {
    if (target_) ++target_->refs;
  }
  Ref(const Ref& other) : Ref(other.target_) {}
  Ref(Ref&& other) noexcept : target_(std::exchange(other.target_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(target_, other.target_);
    return *this;
  }
  ~Ref() {
    if (target_ && --target_->refs == 0) delete target_;
  }

  explicit operator bool() const { return target_ != nullptr; }
  const T* get() const { return target_; }
  const T& operator*() const { return *target_; }
  const T* operator->() const { return target_; }

  /// To change it: ours alone, a copy where others hold it too.  Pre: not null.
  T& own() {
    if (target_->refs > 1) *this = Ref(new T(*target_));
    return *target_;
  }
  /// To change it for all who hold it.
  T& shared() const { return *target_; }

  friend bool operator==(const Ref& a, const Ref& b) { return a.target_ == b.target_; }

 private:
  T* target_ = nullptr;
};

/// Gives a type its own list of freed blocks: states make and drop objects and pages at a rate
/// that malloc would dominate.
template <class T>
struct Pooled {
  static void* operator new(size_t size) {
    if (free_list_) {
      FreeBlock* block = free_list_;
      free_list_ = block->next;
      return block;
    }
    return ::operator new(size);
  }
  static void operator delete(void* block) {
    auto* freed = static_cast<FreeBlock*>(block);
    freed->next = free_list_;
    free_list_ = freed;
  }

 private:
  struct FreeBlock {
    FreeBlock* next;
  };
  static inline thread_local FreeBlock* free_list_ = nullptr;
};

}  // namespace assay::memory
