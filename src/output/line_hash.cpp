#include "output/line_hash.h"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <map>

#include "output/utf8.h"

namespace assay::output {
namespace {

constexpr size_t kWindow = 100;
constexpr uint64_t kBase = 37;
constexpr uint16_t kEndOfFile = 0xFFFF;

constexpr uint64_t power_of_window() {
  uint64_t power = 1;
  for (size_t i = 0; i < kWindow; ++i) power *= kBase;
  return power;
}

// The hash of a line is complete when its first character is about to leave the window.
class RollingHash {
 public:
  void put(uint16_t unit) {
    if (unit == ' ' || unit == '\t' || (after_return_ && unit == '\n')) {
      after_return_ = false;
      return;
    }
    after_return_ = unit == '\r';
    if (after_return_) unit = '\n';
    finish_line_here();
    if (at_line_start_) starts_line_[at_] = true;
    at_line_start_ = unit == '\n';
    roll(unit);
  }

  std::vector<std::string> finish() {
    put(kEndOfFile);
    for (size_t i = 0; i < kWindow; ++i) {
      finish_line_here();
      roll(0);
    }
    return std::move(lines_);
  }

 private:
  void finish_line_here() {
    if (!starts_line_[at_]) return;
    starts_line_[at_] = false;
    lines_.push_back(fmt::format("{:x}:{}", hash_, ++occurrences_[hash_]));
  }
  void roll(uint16_t unit) {
    hash_ = kBase * hash_ + unit - power_of_window() * window_[at_];
    window_[at_] = unit;
    at_ = (at_ + 1) % kWindow;
  }

  std::array<uint16_t, kWindow> window_{};
  std::array<bool, kWindow> starts_line_{};
  size_t at_ = 0;
  uint64_t hash_ = 0;
  bool at_line_start_ = true;
  bool after_return_ = false;
  std::map<uint64_t, uint64_t> occurrences_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> line_hashes(std::string_view text) {
  RollingHash rolling;
  for (size_t at = 0; at < text.size();) {
    Character character = decode(text, at);
    at += character.bytes;
    if (character.code > 0xFFFF) {
      char32_t beyond = character.code - 0x10000;
      rolling.put(static_cast<uint16_t>(0xD800 + (beyond >> 10)));
      rolling.put(static_cast<uint16_t>(0xDC00 + (beyond & 0x3FF)));
    } else {
      rolling.put(static_cast<uint16_t>(character.code));
    }
  }
  return rolling.finish();
}

}  // namespace assay::output
