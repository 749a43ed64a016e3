// Findings get their lines: what a function's places say of the nodes that they name.
#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/report.h"

namespace assay::simulator {

using findings::Location;

namespace {

Location location(const ir::Places& places, ir::NodeId node) {
  bool has_place = node.valid() && node.index() < places.of_node.size() && places[node].line != 0 &&
                   places[node].file < places.files.size();
  if (has_place) {
    const ir::Place& place = places[node];
    return {places.files[place.file], place.line, place.column, place.end_line, place.end_column};
  }
  const ir::Place& whole = places.whole;
  std::string file = whole.file < places.files.size() ? places.files[whole.file] : "";
  return {file, whole.end_line, whole.end_column, whole.end_line, whole.end_column};
}

std::string lines(const ir::Places& places, const std::vector<ir::NodeId>& path) {
  std::vector<uint32_t> seen;
  for (ir::NodeId point : path) {
    if (point.index() >= places.of_node.size()) continue;
    uint32_t line = places[point].line;
    if (line != 0 && std::find(seen.begin(), seen.end(), line) == seen.end()) seen.push_back(line);
  }
  std::string text;
  for (uint32_t line : seen) text += fmt::format(" {}", line);
  return fmt::format("path includes {} statement{} on the following lines:{}", seen.size(),
                     seen.size() == 1 ? "" : "s", text);
}

}  // namespace

bool lies_in_macro(const findings::Finding& finding) {
  if (finding.rank.conditionals == 0) return false;
  return std::all_of(finding.trace.begin(), finding.trace.end(), [&](const auto& step) {
    return step.where.file == finding.where.file && step.where.line == finding.where.line &&
           step.where.column == finding.where.column;
  });
}

findings::Finding place(Unplaced unplaced, const FindPlaces& find) {
  auto located = [&](const NodePlace& at) {
    const ir::Places* places = find(at.function);
    return places ? location(*places, at.node) : Location();
  };
  findings::Finding finding = std::move(unplaced.finding);
  finding.where = located(unplaced.where);
  for (size_t i = 0; i < finding.trace.size() && i < unplaced.steps.size(); ++i) {
    finding.trace[i].where = located(unplaced.steps[i]);
    // What cannot be found any more is told where the finding is.
    if (finding.trace[i].where.file.empty()) finding.trace[i].where = finding.where;
  }
  size_t origin = finding.rank.origin > 0 ? finding.rank.origin - 1 : 0;
  if (origin < finding.trace.size() && finding.trace[origin].where.file == finding.where.file) {
    uint32_t from = finding.trace[origin].where.line, to = finding.where.line;
    finding.rank.distance = std::max(from, to) - std::min(from, to);
  }
  const ir::Places* own = find("");
  if (!own || finding.trace.empty()) return finding;
  finding.trace.back().message += "; " + lines(*own, unplaced.path);
  return finding;
}

}  // namespace assay::simulator
