// Byte strings: written front to back, read front to back, little-endian, varints.
//
// A reader never runs past its end: it turns bad instead, reads zeros from then on, and the
// caller asks ok() once at the end.  Bytes come from files, so they may hold anything.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace assay {

using Bytes = std::string;

class ByteWriter {
 public:
  void u8(uint8_t value) { bytes_.push_back(static_cast<char>(value)); }
  void fixed64(uint64_t value);
  void varint(uint64_t value);
  /// Small for small magnitudes of either sign.
  void signed_varint(int64_t value) {
    varint((static_cast<uint64_t>(value) << 1) ^ static_cast<uint64_t>(value >> 63));
  }
  void text(std::string_view value) {
    varint(value.size());
    raw(value);
  }
  void raw(std::string_view value) { bytes_.append(value); }
  void hash(const Hash& value) {
    fixed64(value.high);
    fixed64(value.low);
  }

  size_t size() const { return bytes_.size(); }
  const Bytes& bytes() const { return bytes_; }
  Bytes take() { return std::move(bytes_); }

 private:
  Bytes bytes_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  uint8_t u8();
  uint64_t fixed64();
  uint64_t varint();
  int64_t signed_varint() {
    uint64_t raw = varint();
    return static_cast<int64_t>(raw >> 1) ^ -static_cast<int64_t>(raw & 1);
  }
  std::string_view text() { return raw(varint()); }
  std::string_view raw(uint64_t size);
  Hash hash() {
    uint64_t high = fixed64();
    return {.high = high, .low = fixed64()};
  }
  /// A count of things that take at least one byte each, so that a damaged count cannot make
  /// the caller reserve more than the input could hold.
  size_t count();

  bool ok() const { return ok_; }
  bool at_end() const { return at_ == bytes_.size(); }
  void fail() { ok_ = false; }
  size_t remaining() const { return bytes_.size() - at_; }

 private:
  std::string_view bytes_;
  size_t at_ = 0;
  bool ok_ = true;
};

/// zstd's level where writing is not what anybody waits for.
inline constexpr int kQuickLevel = 1;
Bytes compress(std::string_view bytes, int level = kQuickLevel);
Result<Bytes> decompress(std::string_view bytes);

}  // namespace assay
