#include "marks/reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "marks/text.h"

namespace assay::marks {
namespace {

// One line of the compiler-shaped text output.
struct ReportLine {
  std::string file;
  size_t line = 0;
  std::string severity;
  std::string message;
  std::string id;  // in brackets at the end; notes have none
};

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

// A step's message stands behind blanks, one step per call entered, and its number in parentheses.
std::string without_number(std::string message) {
  message.erase(0, std::min(message.find_first_not_of(' '), message.size()));
  size_t end = message.find(") ");
  if (message.starts_with('(') && end != std::string::npos && is_number(message.substr(1, end - 1)))
    message.erase(0, end + 2);
  return message;
}

// `file:line:column: severity: message [id]`; other lines (quoted source, carets) are none.
std::optional<ReportLine> read_report_line(const std::string& text) {
  ReportLine report;
  for (const char* severity : {"error", "warning", "note"}) {
    size_t at = text.find(fmt::format(": {}: ", severity));
    if (at == std::string::npos) continue;
    std::string place = text.substr(0, at);
    size_t column = place.rfind(':');
    size_t line = column == std::string::npos ? column : place.rfind(':', column - 1);
    if (line == std::string::npos || !is_number(place.substr(column + 1)) ||
        !is_number(place.substr(line + 1, column - line - 1))) {
      continue;
    }
    report.file = place.substr(0, line);
    report.line = std::stoul(place.substr(line + 1));
    report.severity = severity;
    report.message = text.substr(at + report.severity.size() + 4);
    if (report.severity == "note") report.message = without_number(std::move(report.message));
    size_t bracket = report.message.rfind(" [");
    if (report.message.ends_with("]") && bracket != std::string::npos) {
      report.id = report.message.substr(bracket + 2, report.message.size() - bracket - 3);
      report.message.resize(bracket);
    }
    return report;
  }
  return std::nullopt;
}

// Takes the first mark of that line and id out of `actual`, preferring one with that message.
std::optional<Mark> take(std::vector<Mark>& actual, const Mark& expected) {
  auto matches = [&](const Mark& mark, bool with_message) {
    return mark.line == expected.line && mark.id == expected.id &&
           (!with_message || mark.message == expected.message);
  };
  for (bool with_message : {true, false}) {
    auto found = std::find_if(actual.begin(), actual.end(),
                              [&](const Mark& mark) { return matches(mark, with_message); });
    if (found == actual.end()) continue;
    Mark mark = *found;
    actual.erase(found);
    return mark;
  }
  return std::nullopt;
}

bool has_step(const std::vector<Mark>& steps, const Mark& expected) {
  return std::any_of(steps.begin(), steps.end(), [&](const Mark& step) {
    return step.line == expected.line && step.id == expected.id &&
           (expected.message.empty() || step.message == expected.message);
  });
}

// What one mark has to complain about, given the reports that are not taken yet.
std::string complaint_about(const Mark& expected, Reports& actual) {
  if (expected.kind == MarkKind::Step) {
    if (has_step(actual.steps, expected)) return "";
    std::string text = "no such step: " + spell_mark(expected);
    for (const Mark& step : actual.steps) {
      if (step.line == expected.line) text += "\n      but here is " + spell_mark(step);
    }
    return text;
  }
  std::optional<Mark> found = take(actual.reports, expected);
  switch (expected.kind) {
    case MarkKind::Missed:
      return found ? "promote me: now found, say " + spell_mark(*found) : "";
    case MarkKind::False:
      if (!found) return "no longer reported, remove the mark: " + spell_mark(expected);
      break;
    default:
      if (!found) return "not reported: " + spell_mark(expected);
  }
  if (expected.message.empty() || expected.message == found->message) return "";
  return fmt::format("another message\n      - {}\n      + {}", expected.message, found->message);
}

}  // namespace

Reports read_reports(const std::string& output, const std::string& file) {
  Reports actual;
  size_t step = 0;
  for (const std::string& text : split_lines(output)) {
    std::optional<ReportLine> report = read_report_line(text);
    if (!report) continue;
    bool is_step = report->severity == "note";
    step = is_step ? step + 1 : 0;
    if (!report->file.ends_with(file)) {
      if (!is_step) actual.elsewhere.push_back(text);
      continue;
    }
    Mark mark{is_step ? MarkKind::Step : MarkKind::Report, report->line,
              is_step ? std::to_string(step) : report->id, report->message};
    (is_step ? actual.steps : actual.reports).push_back(mark);
  }
  return actual;
}

std::string compare_reports(const std::string& source, Reports actual) {
  std::map<size_t, std::vector<std::string>> by_line;
  std::vector<std::string> lines = split_lines(source);
  for (size_t i = 0; i < lines.size(); ++i) {
    for (const Mark& mark : read_marks(lines[i], i + 1).marks) {
      std::string complaint = complaint_about(mark, actual);
      if (!complaint.empty()) by_line[mark.line].push_back(complaint);
    }
    for (std::string& mistake : mark_mistakes(lines[i])) by_line[i + 1].push_back(mistake);
  }
  for (const Mark& left : actual.reports) {
    by_line[left.line].push_back("unmarked report: " + spell_mark(left));
  }
  std::string complaints;
  for (const auto& [line, texts] : by_line) {
    std::string quoted = line <= lines.size() && line > 0 ? trimmed(lines[line - 1]) : "";
    complaints += fmt::format("  {}: {}\n", line, quoted);
    for (const std::string& text : texts) complaints += "    " + text + "\n";
  }
  for (const std::string& text : actual.elsewhere) complaints += "  elsewhere: " + text + "\n";
  return complaints;
}

std::string with_reports(const std::string& source, Reports actual) {
  std::vector<std::string> lines = split_lines(source);
  std::vector<std::vector<Mark>> old(lines.size());
  bool with_steps = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    old[i] = read_marks(lines[i], i + 1).marks;
    for (const Mark& mark : old[i]) with_steps |= mark.kind == MarkKind::Step;
  }
  for (size_t i = 0; i < lines.size(); ++i) {
    std::vector<Mark> marks;
    for (const Mark& mark : old[i]) {
      if (mark.kind == MarkKind::Step) continue;
      std::optional<Mark> found = take(actual.reports, mark);
      if (!found && mark.kind == MarkKind::Missed) marks.push_back(mark);
      if (!found) continue;
      if (mark.kind == MarkKind::False) found->kind = MarkKind::False;
      if (mark.message.empty() && mark.kind != MarkKind::Missed) found->message.clear();
      marks.push_back(*found);
    }
    for (const Mark& report : actual.reports) {
      if (report.line == i + 1) marks.push_back(report);
    }
    std::set<std::string> written;
    for (const Mark& step : actual.steps) {
      bool here = with_steps && step.line == i + 1;
      if (here && written.insert(spell_mark(step)).second) marks.push_back(step);
    }
    if (marks.empty() && old[i].empty()) continue;
    lines[i] = with_marks(lines[i], marks);
  }
  return join_lines(lines);
}

}  // namespace assay::marks
