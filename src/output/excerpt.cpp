#include "output/excerpt.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "output/utf8.h"

namespace assay::output {
namespace {

constexpr unsigned kTabStop = 8;
constexpr std::string_view kCut = "...";

struct Glyph {
  std::string shown;
  size_t byte = 0;      // where it starts in the line
  unsigned column = 0;  // on the terminal, from 0
  unsigned width = 0;
};

std::vector<Glyph> glyphs_of(std::string_view line) {
  std::vector<Glyph> glyphs;
  unsigned column = 0;
  for (size_t at = 0; at < line.size();) {
    Character character = decode(line, at);
    Glyph glyph{.byte = at, .column = column};
    if (character.code == '\t') {
      glyph.width = kTabStop - column % kTabStop;
      glyph.shown.assign(glyph.width, ' ');
    } else {
      glyph.shown = inert(line, at, character);
      bool as_is = glyph.shown == line.substr(at, character.bytes);
      glyph.width =
          as_is ? display_width(character.code) : static_cast<unsigned>(glyph.shown.size());
    }
    column += glyph.width;
    at += character.bytes;
    glyphs.push_back(std::move(glyph));
  }
  return glyphs;
}

struct Span {
  unsigned begin = 0, end = 0;  // terminal columns, end exclusive
};

// A finding that goes on over the next lines is underlined to the end of its first.
Span marked_columns(const std::vector<Glyph>& glyphs, const findings::Location& where) {
  unsigned end_of_line = glyphs.empty() ? 0 : glyphs.back().column + glyphs.back().width;
  size_t last = where.end_line > where.line ? SIZE_MAX : where.end_column;
  Span span{end_of_line, end_of_line};
  bool begun = false;
  for (const Glyph& glyph : glyphs) {
    size_t column = glyph.byte + 1;
    if (column <= where.column) span.begin = glyph.column;
    if (column <= std::max<size_t>(last, where.column)) span.end = glyph.column + glyph.width;
    begun |= column >= where.column;
  }
  if (!begun) span = {end_of_line, end_of_line};
  span.end = std::max(span.end, span.begin + 1);
  return span;
}

// The part of the line that is shown: all of it, or a window that starts a third before the caret.
Span window_for(unsigned line_width, const Span& marked, unsigned room) {
  if (line_width <= room) return {0, line_width};
  unsigned begin = marked.begin > room / 3 ? marked.begin - room / 3 : 0;
  if (begin + room > line_width) begin = line_width > room ? line_width - room : 0;
  return {begin, begin + room};
}

}  // namespace

std::string excerpt(std::string_view line, const findings::Location& where,
                    const ExcerptStyle& style) {
  std::string gutter = fmt::format("{:5} | ", where.line);
  std::vector<Glyph> glyphs = glyphs_of(line);
  Span marked = marked_columns(glyphs, where);
  unsigned line_width = glyphs.empty() ? 0 : glyphs.back().column + glyphs.back().width;
  unsigned gutter_width = static_cast<unsigned>(gutter.size());
  unsigned room = style.width > gutter_width + 20 ? style.width - gutter_width : 20;
  Span window = window_for(line_width, marked, room);
  bool cut_before = window.begin > 0, cut_after = window.end < line_width;
  unsigned cut = static_cast<unsigned>(kCut.size());

  std::string text;
  unsigned text_begin = window.begin + (cut_before ? cut : 0);
  unsigned text_end = window.end - (cut_after ? cut : 0);
  if (cut_before) text += kCut;
  unsigned shown_to = text_begin;
  for (const Glyph& glyph : glyphs) {
    if (glyph.column + glyph.width > text_end) break;
    if (glyph.column < text_begin) continue;
    // A wide character cut in half leaves a gap that keeps the columns straight.
    text.append(glyph.column - shown_to, ' ');
    text += glyph.shown;
    shown_to = glyph.column + glyph.width;
  }
  if (cut_after) text += kCut;
  while (text.ends_with(' ')) text.pop_back();

  unsigned caret = std::max(marked.begin, window.begin);
  unsigned end = std::max(caret + 1, std::min(marked.end, std::max(window.end, caret + 1)));
  std::string blank_gutter(gutter_width - 2, ' ');
  return fmt::format("{}{}\n{}| {}{}^{}{}\n", gutter, text, blank_gutter,
                     std::string(caret - window.begin, ' '), style.caret_begin,
                     std::string(end - caret - 1, '~'), style.caret_end);
}

}  // namespace assay::output
