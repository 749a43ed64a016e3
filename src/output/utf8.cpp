#include "output/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::output {
namespace {

struct Range {
  char32_t first, last;
};

constexpr std::array kWide{
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0xA4CF},
    Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE6F},
    Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F},
    Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD},
};
constexpr std::array kZeroWidth{
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489}, Range{0x0591, 0x05BD}, Range{0x064B, 0x065F},
    Range{0x1AB0, 0x1AFF}, Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F}, Range{0xFE20, 0xFE2F},
};
// Characters that change how their neighbours are shown, or are not shown at all.
constexpr std::array kTreacherous{
    Range{0x0000, 0x001F}, Range{0x007F, 0x009F}, Range{0x00AD, 0x00AD},   Range{0x061C, 0x061C},
    Range{0x180E, 0x180E}, Range{0x200B, 0x200F}, Range{0x2028, 0x202E},   Range{0x2060, 0x206F},
    Range{0xFEFF, 0xFEFF}, Range{0xFFF9, 0xFFFB}, Range{0xE0000, 0xE0FFF},
};

template <size_t N>
bool in_ranges(const std::array<Range, N>& ranges, char32_t code) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [&](const Range& r) { return r.first <= code && code <= r.last; });
}

}  // namespace

Character decode(std::string_view text, size_t at) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  if (lead < 0x80) return {lead, 1, true};
  const Character broken{0xFFFD, 1, false};
  unsigned length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4) return broken;
  // Overlong forms, surrogates and what lies beyond U+10FFFF show in the second byte.
  unsigned low = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
  unsigned high = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
  char32_t code = lead & (0x7F >> length);
  for (unsigned i = 1; i < length; ++i) {
    if (at + i >= text.size() || byte(at + i) < low || byte(at + i) > high)
      return {0xFFFD, i, false};
    code = (code << 6) | (byte(at + i) & 0x3F);
    low = 0x80;
    high = 0xBF;
  }
  return {code, length, true};
}

std::string to_valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    Character character = decode(text, at);
    if (character.valid)
      valid.append(text.substr(at, character.bytes));
    else
      valid.append("\xEF\xBF\xBD");
    at += character.bytes;
  }
  return valid;
}

std::string inert(std::string_view text, size_t at, const Character& character) {
  std::string shown;
  if (!character.valid) {
    for (size_t i = at; i < at + character.bytes; ++i)
      shown += fmt::format("<{:02X}>", static_cast<unsigned char>(text[i]));
  } else if (in_ranges(kTreacherous, character.code)) {
    shown = fmt::format("<U+{:04X}>", static_cast<uint32_t>(character.code));
  } else {
    shown = text.substr(at, character.bytes);
  }
  return shown;
}

std::string inert(std::string_view text) {
  bool is_plain =
      std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
  if (is_plain) return std::string(text);
  std::string shown;
  shown.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    Character character = decode(text, at);
    shown += inert(text, at, character);
    at += character.bytes;
  }
  return shown;
}

unsigned display_width(char32_t code) {
  if (code < 0x300) return 1;
  if (in_ranges(kZeroWidth, code)) return 0;
  return in_ranges(kWide, code) ? 2 : 1;
}

uint32_t utf16_column(std::string_view line, uint32_t column) {
  uint32_t units = 0;
  size_t at = 0;
  while (at < line.size() && at + 1 < column) {
    Character character = decode(line, at);
    if (at + character.bytes >= column) return units + 1;  // the column is inside this character
    units += character.code > 0xFFFF ? 2 : 1;
    at += character.bytes;
  }
  // Past the end of the line: as many again as it says.
  if (at + 1 < column) units += column - 1 - static_cast<uint32_t>(at);
  return units + 1;
}

uint32_t utf16_column_after(std::string_view line, uint32_t column) {
  // At most three bytes on, the next character begins.
  uint32_t here = utf16_column(line, column);
  for (uint32_t next = column + 1; next <= column + 4; ++next)
    if (uint32_t there = utf16_column(line, next); there > here) return there;
  return here + 1;
}

}  // namespace assay::output
