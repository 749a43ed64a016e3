#include <fmt/format.h>

#include <algorithm>

#include "output/excerpt.h"
#include "output/report.h"
#include "output/source_text.h"
#include "output/utf8.h"

namespace assay::output {
namespace {

using findings::Finding;
using findings::Level;
using findings::Location;

// The colours of GCC and Clang, so that a terminal full of both reads as one.
struct Palette {
  std::string_view bold, warning, error, note, caret, off;
};
constexpr Palette kPlain{"", "", "", "", "", ""};
constexpr Palette kColours{"\x1b[1m",    "\x1b[1;35m", "\x1b[1;31m",
                           "\x1b[1;36m", "\x1b[1;32m", "\x1b[0m"};

// Calls nested deeper are not indented further: the message needs room.
constexpr size_t kDeepest = 10;

class TextPrinter {
 public:
  TextPrinter(const Report& report, const TextOptions& options)
      : report_(report),
        options_(options),
        palette_(options.color ? kColours : kPlain),
        source_(report),
        ranks_(report.ranks()) {}

  std::string print() {
    report_.for_each_shown([&](const findings::IdentifiedFinding& each) { print_finding(each); });
    return std::move(out_);
  }

 private:
  void print_finding(const findings::IdentifiedFinding& each) {
    const Finding& finding = each.finding;
    Level level = options_.level.value_or(report_.level_of(finding));
    print_line(finding.where, level, finding.message, finding.kind);
    if (options_.brief) return;
    print_source(finding.where);
    print_path(finding);
    print_reliability(each);
  }

  void print_reliability(const findings::IdentifiedFinding& each) {
    auto ranked = ranks_.find(&each);
    if (ranked == ranks_.end()) return;
    for (const auto* known : {&ranked->second->rule, &ranked->second->code})
      if (*known)
        print_line(each.finding.where, Level::Note, findings::reliability_text(**known), {});
  }

  // Numbered, and indented by calls entered.  What is at the finding's own place is what the first
  // line says.
  void print_path(const Finding& finding) {
    std::vector<const findings::Step*> steps;
    int least = 0;
    for (const findings::Step& step : finding.trace) {
      least = std::min(least, step.depth);
      if (step.where != finding.where) steps.push_back(&step);
    }
    for (size_t i = 0; i < steps.size(); ++i) {
      const findings::Step& step = *steps[i];
      size_t indent = 2 * std::min<size_t>(static_cast<size_t>(step.depth - least), kDeepest);
      std::string number = steps.size() > 1 ? fmt::format("({}) ", i + 1) : "";
      print_line(step.where, Level::Note, std::string(indent, ' ') + number + step.message, {});
      if (i == 0 || step.where != steps[i - 1]->where) print_source(step.where);
    }
  }

  // Never wrapped: editors and problem matchers read one finding per line.
  void print_line(const Location& where, Level level, std::string_view message,
                  std::string_view kind) {
    std::string_view colour = level == Level::Error     ? palette_.error
                              : level == Level::Warning ? palette_.warning
                                                        : palette_.note;
    out_ += fmt::format("{}{}:{}:{}:{} {}{}:{} {}{}{}", palette_.bold,
                        inert(relative_path(where.file, report_.root)), where.line, where.column,
                        palette_.off, colour, level_word(level), palette_.off,
                        level == Level::Note ? "" : palette_.bold, inert(message),
                        level == Level::Note ? "" : palette_.off);
    if (!kind.empty()) out_ += fmt::format(" [{}]", inert(kind));
    out_ += '\n';
  }

  void print_source(const Location& where) {
    std::optional<std::string_view> line = source_.line(where.file, where.line);
    if (!line) return;
    ExcerptStyle style{options_.width, std::string(palette_.caret), std::string(palette_.off)};
    out_ += excerpt(*line, where, style);
  }

  const Report& report_;
  const TextOptions& options_;
  const Palette& palette_;
  SourceText source_;
  std::unordered_map<const findings::IdentifiedFinding*, const findings::Ranked*> ranks_;
  std::string out_;
};

}  // namespace

std::string to_text(const Report& report, const TextOptions& options) {
  return TextPrinter(report, options).print();
}

}  // namespace assay::output
