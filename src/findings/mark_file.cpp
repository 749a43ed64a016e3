#include "findings/mark_file.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/nearest.h"

namespace assay::findings {
namespace {

constexpr std::string_view kMarksHead =
    "# assay marks 1: what was decided about findings; `assay marks import` reads it\n";
constexpr std::string_view kBaselineHead =
    "# assay baseline 1: findings that were there before; `assay check --baseline` reads it\n";
constexpr std::string_view kColumns =
    "# state identity context kind file function variables time note\n";

bool is_plain(char c) {
  auto byte = static_cast<unsigned char>(c);
  return byte > 0x20 && byte < 0x7f && c != '%';
}

// Blanks may stand in a note, which is the last of its line.
std::string escaped(std::string_view text, bool with_blanks) {
  if (text.empty()) return "-";
  std::string out;
  if (text == "-") return "%2D";
  for (char c : text) {
    bool utf8 = with_blanks && static_cast<unsigned char>(c) >= 0x80;
    if (is_plain(c) || utf8 || (c == ' ' && with_blanks))
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

Result<std::string> unescaped(std::string_view text) {
  if (text == "-") return std::string();
  std::string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    unsigned byte = 0;
    const char* begin = text.data() + i + 1;
    const char* end = begin + std::min<size_t>(2, text.size() - i - 1);
    auto [stop, error] = std::from_chars(begin, end, byte, 16);
    if (error != std::errc() || stop != begin + 2)
      return input_error("'{}' is no %XX escape", text.substr(i, 3));
    out += static_cast<char>(byte);
    i += 2;
  }
  return out;
}

template <class Number>
Result<Number> number(std::string_view text, int base) {
  Number value = 0;
  if (text == "-") return value;
  auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || stop != text.data() + text.size())
    return input_error("'{}' is not a number", text);
  return value;
}

Result<Hash> identity(std::string_view text) {
  if (text.size() != 32) return input_error("'{}' is no identity of 32 digits", text);
  Hash hash;
  hash.high = TRY(number<uint64_t>(text.substr(0, 16), 16));
  hash.low = TRY(number<uint64_t>(text.substr(16), 16));
  return hash;
}

std::string_view next_word(std::string_view& line) {
  size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  line.remove_prefix(begin);
  size_t end = std::min(line.find_first_of(" \t"), line.size());
  std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

Result<KnownFinding> read_line(std::string_view line) {
  std::array<std::string_view, 8> words;
  for (std::string_view& word : words) {
    word = next_word(line);
    if (word.empty()) return input_error("there should be eight fields and a note");
  }
  KnownFinding known;
  std::optional<State> state = find_state(words[0]);
  if (!state) {
    std::vector<std::string_view> names;
    for (State each : kStates) names.push_back(state_word(each));
    return input_error("'{}' is no state{}", words[0], suggestion(words[0], names));
  }
  known.state = *state;
  Likeness& likeness = known.likeness;
  likeness.identity = TRY(identity(words[1]));
  likeness.fingerprint = likeness.identity;
  likeness.context = TRY(number<uint64_t>(words[2], 16));
  likeness.kind = TRY(unescaped(words[3]));
  likeness.file = TRY(unescaped(words[4]));
  likeness.function = TRY(unescaped(words[5]));
  likeness.variables = TRY(unescaped(words[6]));
  known.time = TRY(number<int64_t>(words[7], 10));
  size_t note = line.find_first_not_of(" \t");
  if (note != std::string_view::npos) known.note = TRY(unescaped(line.substr(note)));
  return known;
}

}  // namespace

std::string write_known(KnownFile what, std::vector<KnownFinding> findings) {
  std::sort(findings.begin(), findings.end(), [](const KnownFinding& a, const KnownFinding& b) {
    const Likeness &x = a.likeness, &y = b.likeness;
    return std::tie(x.file, x.function, x.kind, x.identity) <
           std::tie(y.file, y.function, y.kind, y.identity);
  });
  std::string text(what == KnownFile::Marks ? kMarksHead : kBaselineHead);
  text += kColumns;
  for (const KnownFinding& known : findings) {
    const Likeness& likeness = known.likeness;
    text += fmt::format("{} {} {:x} {} {} {} {} {} {}\n", state_word(known.state),
                        likeness.identity.hex(), likeness.context, escaped(likeness.kind, false),
                        escaped(likeness.file, false), escaped(likeness.function, false),
                        escaped(likeness.variables, false), known.time, escaped(known.note, true));
  }
  return text;
}

Result<std::vector<KnownFinding>> read_known(std::string_view text, const std::string& name) {
  std::vector<KnownFinding> findings;
  size_t number = 0;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.starts_with('#')) continue;
    Result<KnownFinding> known = read_line(line);
    if (!known) return input_error("{}:{}: {}", name, number, known.error());
    findings.push_back(known.take());
  }
  return findings;
}

}  // namespace assay::findings
