#include "metal/literal.h"

#include <cstdlib>

namespace assay::metal {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

std::optional<uint64_t> number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.starts_with("0b") || text.starts_with("0B")) {
    base = 2;
    text.remove_prefix(2);
  } else if (text.starts_with('0')) {
    base = 8;
  }
  uint64_t value = 0;
  size_t at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '\'') continue;
    int digit = digit_of(text[at]);
    if (digit >= base) break;
    value = value * base + digit;
  }
  std::string_view suffix = text.substr(at);
  if (suffix.find_first_not_of("uUlLzZ") != std::string_view::npos) return {};
  return value;
}

void append_utf8(std::string& out, uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr uint8_t kLead[] = {0, 0xc0, 0xe0, 0xf0};
  out += static_cast<char>(kLead[more] | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) out += static_cast<char>(0x80 | (code >> (6 * i) & 0x3f));
}

uint32_t digits(std::string_view text, size_t& at, int base, size_t most) {
  uint32_t value = 0;
  for (size_t n = 0; n < most && at < text.size() && digit_of(text[at]) < base; ++n)
    value = value * base + digit_of(text[at++]);
  return value;
}

/// At what follows a backslash; leaves `at` behind it.
void append_escape(std::string& out, std::string_view text, size_t& at) {
  constexpr std::string_view kNames = "abefnrtv";
  constexpr std::string_view kValues = "\a\b\x1b\f\n\r\t\v";
  char c = text[at];
  if (c >= '0' && c <= '7') {
    out += static_cast<char>(digits(text, at, 8, 3));
    return;
  }
  ++at;
  if (c == 'x') {
    out += static_cast<char>(digits(text, at, 16, 8));
  } else if (c == 'u' || c == 'U') {
    append_utf8(out, digits(text, at, 16, c == 'u' ? 4 : 8));
  } else if (size_t known = kNames.find(c); known != std::string_view::npos) {
    out += kValues[known];
  } else {
    out += c;
  }
}

/// What stands between the quotes that start at `at`; leaves `at` behind the closing one.
void append_quoted(std::string& out, std::string_view text, size_t& at) {
  char quote = text[at++];
  while (at < text.size() && text[at] != quote) {
    if (text[at] == '\\' && at + 1 < text.size()) {
      append_escape(out, text, ++at);
    } else {
      out += text[at++];
    }
  }
  ++at;
}

std::optional<uint64_t> character(std::string_view text) {
  size_t at = text.find('\'');
  if (at == std::string_view::npos) return {};
  std::string bytes;
  append_quoted(bytes, text, at);
  if (bytes.size() == 1)  // `char` is signed on the targets that matter to literals
    return static_cast<uint64_t>(static_cast<int64_t>(static_cast<signed char>(bytes[0])));
  uint64_t value = 0;
  for (char c : bytes) value = value << 8 | static_cast<uint8_t>(c);
  return value;
}

}  // namespace

std::optional<uint64_t> integer_value(const PatternNode& node) {
  switch (node.op) {
    case PatternOp::Number:
      return number(node.text);
    case PatternOp::Character:
      return character(node.text);
    case PatternOp::Name:
      if (node.text == "NULL" || node.text == "nullptr" || node.text == "false") return 0;
      if (node.text == "true") return 1;
      return {};
    default:
      return {};
  }
}

std::optional<double> float_value(const PatternNode& node) {
  if (node.op != PatternOp::Number || number(node.text)) return {};
  char* end = nullptr;
  double value = std::strtod(node.text.c_str(), &end);
  if (end == node.text.c_str()) return {};
  return value;
}

std::string string_value(std::string_view tokens) {
  std::string bytes;
  for (size_t at = tokens.find('"'); at < tokens.size(); at = tokens.find('"', at))
    append_quoted(bytes, tokens, at);
  return bytes;
}

bool is_zero(const Machine& machine, PatternId pattern) {
  const PatternNode* node = &machine.trees[pattern];
  while (node->op == PatternOp::Cast) node = &machine.trees[node->kids[0]];
  return integer_value(*node) == uint64_t{0};
}

}  // namespace assay::metal
