#include "output/json_writer.h"

#include <fmt/format.h>

#include <array>

#include "output/utf8.h"

namespace assay::output {
namespace {

// Bytes that stand for themselves inside a JSON text, one after the other.
constexpr std::array<bool, 256> plain_bytes() {
  std::array<bool, 256> plain{};
  for (size_t i = 0x20; i < 0x7f; ++i) plain[i] = true;
  for (char c : {'"', '\\', '<', '>', '&'}) plain[static_cast<unsigned char>(c)] = false;
  return plain;
}
constexpr std::array<bool, 256> kPlain = plain_bytes();

void append_escaped(std::string& out, char32_t code) {
  switch (code) {
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    case '\n':
      out += "\\n";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\r':
      out += "\\r";
      return;
    default:
      out += fmt::format("\\u{:04x}", static_cast<uint32_t>(code));
  }
}

}  // namespace

void JsonWriter::text(std::string_view text) {
  out_ += '"';
  for (size_t at = 0; at < text.size();) {
    size_t run = at;
    while (run < text.size() && kPlain[static_cast<unsigned char>(text[run])]) ++run;
    out_.append(text.substr(at, run - at));
    at = run;
    if (at >= text.size()) break;
    Character character = decode(text, at);
    if (!character.valid)
      out_ += "\xEF\xBF\xBD";
    else if (character.code < 0x80)
      append_escaped(out_, character.code);
    else
      out_.append(text.substr(at, character.bytes));
    at += character.bytes;
  }
  out_ += '"';
}

void JsonWriter::new_line() {
  if (layout_ == Layout::Line) return;
  out_ += '\n';
  out_.append(2 * filled_.size(), ' ');
}

void JsonWriter::separate() {
  if (after_key_) {
    after_key_ = false;
    return;
  }
  if (filled_.empty()) return;
  if (filled_.back()) out_ += ',';
  filled_.back() = true;
  new_line();
}

void JsonWriter::key(std::string_view name) {
  separate();
  text(name);
  out_ += layout_ == Layout::Line ? ":" : ": ";
  after_key_ = true;
}

void JsonWriter::begin(char bracket) {
  separate();
  out_ += bracket;
  filled_.push_back(false);
}

void JsonWriter::end(char bracket) {
  bool filled = filled_.back();
  filled_.pop_back();
  if (filled) new_line();
  out_ += bracket;
}

void JsonWriter::value(std::string_view content) {
  separate();
  text(content);
}

void JsonWriter::value(bool truth) {
  separate();
  out_ += truth ? "true" : "false";
}

void JsonWriter::value(double number) {
  separate();
  out_ += fmt::format("{}", number);
}

}  // namespace assay::output
