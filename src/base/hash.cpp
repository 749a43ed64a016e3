#include "base/hash.h"

#include <fmt/format.h>
#include <xxhash.h>

#include "base/check.h"

namespace assay {

std::string Hash::hex() const { return fmt::format("{:016x}{:016x}", high, low); }

std::string Hash::bytes() const {
  std::string result(16, '\0');
  for (int i = 0; i < 8; ++i) {
    result[i] = static_cast<char>(high >> (56 - 8 * i));
    result[8 + i] = static_cast<char>(low >> (56 - 8 * i));
  }
  return result;
}

Hash Hash::from_bytes(std::string_view bytes) {
  ASSAY_CHECK(bytes.size() == 16, "a stored hash should have 16 bytes");
  Hash result;
  for (int i = 0; i < 8; ++i) {
    result.high = result.high << 8 | static_cast<uint8_t>(bytes[i]);
    result.low = result.low << 8 | static_cast<uint8_t>(bytes[8 + i]);
  }
  return result;
}

Hash hash_bytes(std::string_view bytes) {
  XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return Hash{.high = hash.high64, .low = hash.low64};
}

}  // namespace assay
