#include "base/bytes.h"

#include <zstd.h>

#include <memory>

namespace assay {

void ByteWriter::fixed64(uint64_t value) {
  for (int i = 0; i < 8; ++i) u8(static_cast<uint8_t>(value >> (8 * i)));
}

void ByteWriter::varint(uint64_t value) {
  while (value >= 0x80) {
    u8(static_cast<uint8_t>(value) | 0x80);
    value >>= 7;
  }
  u8(static_cast<uint8_t>(value));
}

uint8_t ByteReader::u8() {
  if (!ok_ || at_ == bytes_.size()) {
    ok_ = false;
    return 0;
  }
  return static_cast<uint8_t>(bytes_[at_++]);
}

uint64_t ByteReader::fixed64() {
  uint64_t value = 0;
  for (int i = 0; i < 8; ++i) value |= static_cast<uint64_t>(u8()) << (8 * i);
  return value;
}

uint64_t ByteReader::varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    uint8_t byte = u8();
    value |= static_cast<uint64_t>(byte & 0x7f) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  ok_ = false;
  return 0;
}

std::string_view ByteReader::raw(uint64_t size) {
  if (!ok_ || size > remaining()) {
    ok_ = false;
    return {};
  }
  std::string_view result = bytes_.substr(at_, size);
  at_ += size;
  return result;
}

size_t ByteReader::count() {
  uint64_t value = varint();
  if (value > remaining()) {
    ok_ = false;
    return 0;
  }
  return value;
}

namespace {

constexpr uint64_t kMaxDecompressed = uint64_t{4} << 30;

// Making a context costs more than compressing a small function: each thread keeps one.
ZSTD_CCtx* compressor() {
  thread_local std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                            &ZSTD_freeCCtx);
  return context.get();
}

ZSTD_DCtx* decompressor() {
  thread_local std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context(ZSTD_createDCtx(),
                                                                            &ZSTD_freeDCtx);
  return context.get();
}

}  // namespace

Bytes compress(std::string_view bytes, int level) {
  Bytes result(ZSTD_compressBound(bytes.size()), '\0');
  size_t size = ZSTD_compressCCtx(compressor(), result.data(), result.size(), bytes.data(),
                                  bytes.size(), level);
  ASSAY_CHECK(!ZSTD_isError(size), "compressing into a buffer of the bound's size should succeed");
  result.resize(size);
  return result;
}

Result<Bytes> decompress(std::string_view bytes) {
  unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN || size > kMaxDecompressed)
    return input_error("damaged compressed data");
  Bytes result(size, '\0');
  size_t got =
      ZSTD_decompressDCtx(decompressor(), result.data(), result.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) || got != size) return input_error("damaged compressed data");
  return result;
}

}  // namespace assay
