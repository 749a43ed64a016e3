// 128-bit content hashes (XXH3).  Equal hashes are taken to mean equal content.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

struct Hash {
  uint64_t high = 0;
  uint64_t low = 0;

  friend constexpr auto operator<=>(const Hash&, const Hash&) = default;
  bool is_zero() const { return high == 0 && low == 0; }
  /// 32 hexadecimal digits.
  std::string hex() const;
  /// 16 bytes, big-endian: byte order is hash order.
  std::string bytes() const;
  static Hash from_bytes(std::string_view bytes);  // pre: 16 bytes
};

Hash hash_bytes(std::string_view bytes);

}  // namespace assay

template <>
struct std::hash<assay::Hash> {
  size_t operator()(const assay::Hash& hash) const noexcept { return hash.low; }
};
