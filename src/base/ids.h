// Strong ids: an index that cannot be confused with an index into something else.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace assay {

template <class Tag>
class Id {
 public:
  constexpr Id() = default;  // none
  constexpr explicit Id(uint32_t index) : value_(index) {}
  constexpr explicit Id(size_t index) : value_(static_cast<uint32_t>(index)) {}

  constexpr bool valid() const { return value_ != kNone; }
  constexpr uint32_t index() const { return value_; }
  friend constexpr auto operator<=>(Id, Id) = default;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t value_ = kNone;
};

}  // namespace assay

template <class Tag>
struct std::hash<assay::Id<Tag>> {
  size_t operator()(assay::Id<Tag> id) const noexcept { return id.index(); }
};
