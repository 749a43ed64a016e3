#include "metal/diagnostics.h"

#include <algorithm>
#include <tuple>

namespace assay::metal {
namespace {

// Beyond these, what follows is mostly the consequence of what stands above.
constexpr size_t kMaxShown = 20;
constexpr size_t kMaxLine = 160;

}  // namespace

std::vector<Diagnostics::Entry> Diagnostics::sorted(std::vector<Entry> entries) {
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.place, a.message) < std::tie(b.place, b.message);
  });
  auto same = [](const Entry& a, const Entry& b) {
    return a.place == b.place && a.message == b.message;
  };
  entries.erase(std::unique(entries.begin(), entries.end(), same), entries.end());
  return entries;
}

std::string_view Diagnostics::line_of(Place place) const {
  size_t start = 0;
  for (uint32_t line = 1; line < place.line; ++line) {
    size_t newline = source_.find('\n', start);
    if (newline == std::string_view::npos) return {};
    start = newline + 1;
  }
  size_t end = std::min(source_.find('\n', start), source_.size());
  std::string_view line = source_.substr(start, end - start);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string Diagnostics::render(const Entry& entry) const {
  std::string text =
      fmt::format("{}:{}:{}: {}", file_, entry.place.line, entry.place.column, entry.message);
  std::string_view line = line_of(entry.place);
  size_t before = std::min<size_t>(entry.place.column - 1, line.size());
  if (line.empty() || before > kMaxLine) return text;
  // Tabs stay tabs, so that the caret stands under its token at any tab width.
  std::string indent;
  for (char c : line.substr(0, before)) indent += c == '\t' ? '\t' : ' ';
  text += fmt::format("\n  {}\n  {}^", line.substr(0, kMaxLine), indent);
  return text;
}

std::string Diagnostics::errors() const {
  std::vector<Entry> entries = sorted(errors_);
  std::string text;
  for (size_t i = 0; i < entries.size() && i < kMaxShown; ++i)
    text += (text.empty() ? "" : "\n") + render(entries[i]);
  if (entries.size() > kMaxShown)
    text += fmt::format("\n{}: {} more errors are not shown", file_, entries.size() - kMaxShown);
  return text;
}

std::vector<std::string> Diagnostics::warnings() const {
  std::vector<std::string> texts;
  for (const Entry& entry : sorted(warnings_)) texts.push_back(render(entry));
  return texts;
}

}  // namespace assay::metal
