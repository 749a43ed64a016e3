// Text of unknown origin: source files and names may hold any bytes.
//
// What goes to a terminal is made inert (no control character, no bidirectional override, no
// broken sequence reaches it); what goes into JSON is made valid UTF-8.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay::output {

struct Character {
  char32_t code = 0;   // U+FFFD when not valid
  uint32_t bytes = 1;  // how many it takes in the text; a broken sequence is taken up to where
                       // it breaks, as browsers and Node.js do
  bool valid = true;
};

/// Pre: at < text.size().
Character decode(std::string_view text, size_t at);

/// Broken sequences become U+FFFD.
std::string to_valid_utf8(std::string_view text);

/// A character as a terminal may show it: itself, or `<U+202E>`, or `<C3>` for a byte that belongs
/// to none.  A tab is the caller's business.
std::string inert(std::string_view text, size_t at, const Character& character);
std::string inert(std::string_view text);

/// Columns on a terminal: 0 for combining marks, 2 for East Asian wide ones.
unsigned display_width(char32_t code);

/// The column in UTF-16 code units, as SARIF counts, of the character that the byte at `column`
/// belongs to; columns count from 1.
uint32_t utf16_column(std::string_view line, uint32_t column);
/// The column just after that character.
uint32_t utf16_column_after(std::string_view line, uint32_t column);

}  // namespace assay::output
