#include <fmt/format.h>

#include "output/report.h"

namespace assay::output {
namespace {

std::string count(uint64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

// Remarks on compilers stand beside the flags, and are none.
uint64_t dropped_flags(const std::map<std::string, uint64_t>& dropped) {
  uint64_t sum = 0;
  for (const auto& [name, number] : dropped)
    if (name.starts_with('-')) sum += number;
  return sum;
}

uint64_t total(const std::map<std::string, uint64_t>& counts) {
  uint64_t sum = 0;
  for (const auto& [name, number] : counts) sum += number;
  return sum;
}

}  // namespace

const findings::KindInfo* Report::find_kind(std::string_view id) const {
  if (const findings::KindInfo* known = findings::find_kind(id)) return known;
  for (const findings::KindInfo& kind : kinds)
    if (kind.id == id) return &kind;
  return nullptr;
}

findings::Level Report::level_of(const findings::Finding& finding) const {
  if (const findings::KindInfo* kind = find_kind(finding.kind)) return kind->level;
  bool is_grave = finding.rank.severity == findings::Severity::Security;
  return is_grave ? findings::Level::Error : findings::Level::Warning;
}

std::unordered_map<const findings::IdentifiedFinding*, const findings::Ranked*> Report::ranks()
    const {
  std::unordered_map<const findings::IdentifiedFinding*, const findings::Ranked*> by_finding;
  for (const findings::Ranked& ranked : order) by_finding.emplace(&findings[ranked.index], &ranked);
  return by_finding;
}

void Report::for_each_shown(
    const std::function<void(const findings::IdentifiedFinding&)>& visit) const {
  auto show = [&](const findings::IdentifiedFinding& each) {
    if (findings::is_shown(each.status)) visit(each);
  };
  if (order.empty()) {
    for (const findings::IdentifiedFinding& each : findings) show(each);
  }
  for (const findings::Ranked& ranked : order) show(findings[ranked.index]);
}

std::string coverage_line(const Coverage& c) {
  std::string line =
      fmt::format("{}, {} analysed", count(c.units, "unit"), count(c.functions, "function"));
  if (c.units_failed) line += fmt::format("; {} failed", count(c.units_failed, "unit"));
  if (c.units_with_errors)
    line += fmt::format("; {} with compile errors", count(c.units_with_errors, "unit"));
  if (c.functions_failed) line += fmt::format("; {} failed", count(c.functions_failed, "function"));
  if (c.functions_out_of_budget)
    line += fmt::format("; {} out of budget", count(c.functions_out_of_budget, "function"));
  if (c.functions_doubtful)
    line += fmt::format("; {} of which rules say doubtful things",
                        count(c.functions_doubtful, "function"));
  if (c.unsupported_points)
    line += fmt::format("; {} unsupported in {}", count(c.unsupported_points, "point"),
                        count(c.functions_with_unsupported, "function"));
  if (uint64_t flags = dropped_flags(c.dropped_flags))
    line += fmt::format("; {} dropped", count(flags, "compiler flag"));
  if (uint64_t errors = total(c.downgraded))
    line += fmt::format("; {} downgraded as GCC does", count(errors, "error"));
  return line;
}

}  // namespace assay::output
