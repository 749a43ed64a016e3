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

/// What a callee does, down to where nobody else does it.
void descend(const OperationName& from, const FindPlaces& find, const FindOrigin& origin,
             std::vector<findings::Step>& trace) {
  constexpr int kDeepest = 20;  // functions that call each other have no end
  OperationName next = from;
  for (int depth = 1; depth <= kDeepest && next.is_given(); ++depth) {
    const Origin* known = origin(next);
    const ir::Places* places = known ? find(next.function) : nullptr;
    if (!places) return;
    trace.push_back(
        {.where = location(*places, known->node), .message = known->message, .depth = depth});
    next = known->deeper;
  }
}

}  // namespace

bool lies_in_macro(const findings::Finding& finding) {
  if (finding.rank.conditionals == 0) return false;
  return std::all_of(finding.trace.begin(), finding.trace.end(), [&](const auto& step) {
    if (step.depth > 0) return true;  // what a callee does is asked there
    return step.where.file == finding.where.file && step.where.line == finding.where.line &&
           step.where.column == finding.where.column;
  });
}

findings::Finding place(Unplaced unplaced, const FindPlaces& find, const FindOrigin& origin) {
  auto located = [&](const NodePlace& at) {
    const ir::Places* places = find(at.function);
    return places ? location(*places, at.node) : Location();
  };
  findings::Finding finding = std::move(unplaced.finding);
  finding.where = located(unplaced.where);
  if (unplaced.where.deeper.is_given()) {
    const Origin* known = origin(unplaced.where.deeper);
    const ir::Places* places = known ? find(unplaced.where.deeper.function) : nullptr;
    if (places) finding.where = location(*places, known->node);
  }
  std::vector<findings::Step> trace;
  uint32_t began = 0;
  size_t last = 0;
  for (size_t i = 0; i < finding.trace.size(); ++i) {
    const NodePlace at = i < unplaced.steps.size() ? unplaced.steps[i] : NodePlace();
    last = trace.size();
    trace.push_back(std::move(finding.trace[i]));
    trace.back().where = located(at);
    // What cannot be found any more is told where the finding is.
    if (trace.back().where.file.empty()) trace.back().where = finding.where;
    if (i + 1 == finding.rank.origin) began = static_cast<uint32_t>(trace.size());
    descend(at.deeper, find, origin, trace);
  }
  finding.trace = std::move(trace);
  finding.rank.origin = began;
  size_t first = began > 0 ? began - 1 : 0;
  if (first < finding.trace.size() && finding.trace[first].where.file == finding.where.file) {
    uint32_t from = finding.trace[first].where.line, to = finding.where.line;
    finding.rank.distance = std::max(from, to) - std::min(from, to);
  }
  const ir::Places* own = find("");
  if (!own || finding.trace.empty()) return finding;
  finding.trace[last].message += "; " + lines(*own, unplaced.path);
  return finding;
}

}  // namespace assay::simulator
