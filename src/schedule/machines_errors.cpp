#include "schedule/machines_errors.h"

#include <algorithm>

namespace assay::schedule {

// Ways to one error that no run can take, before it is given up.  APPROX(under): the next one may
// be possible; but the larger the program, the more callers lead to each mistake of ours.
constexpr size_t kMaxInVain = 48;

using callgraph::FunctionId;

void ErrorFilter::begin(uint64_t max_points) {
  asked_.clear();
  refuter_.begin_anew();
  max_points_ = max_points;
}

// Of an error that was told some times `merge_causes` keeps no further way, unless that is easier
// to follow.
bool ErrorFilter::wants(const machines::ErrorOutline& error) {
  const findings::Finding& about = error.about;
  auto known = asked_.find({about.kind, about.where, about.variables});
  const Asked& asked = known == asked_.end() ? Asked() : known->second;
  bool is_vain = asked.in_vain >= kMaxInVain && !error.is_beside;
  gives_up_ = gives_up_ || (is_vain && asked.told == 0);
  if (is_vain || (is_told(asked, error.steps) && !error.is_beside)) return false;
  // `ask` would not even look at it.
  bool is_dropped = error.crosses_calls && is_over(asked);
  gives_up_ = gives_up_ || is_dropped;
  return !is_dropped;
}

void ErrorFilter::keep(FunctionId root, machines::RuleFinding error, RuleAnswer& answer) {
  const findings::Finding& about = error.finding;
  Asked& asked = asked_[{about.kind, about.where, about.variables}];
  if (is_told(asked, about.trace.size())) return;
  std::vector<machines::RuleFinding> ways = std::move(error.others);
  ways.insert(ways.begin(), std::move(error));
  if (refuting_ == Refuting::InCoordinator) answer.ways.push_back(ways.size());
  bool is_dropped = false;
  for (machines::RuleFinding& way : ways) {
    Tri is_possible = ask(root, way, asked);
    is_dropped = is_dropped || is_possible == Tri::Unknown;
    if (is_possible == Tri::No) ++asked.in_vain;
    if (is_possible != Tri::Yes) continue;
    ++asked.told;
    asked.shortest = std::min(asked.shortest, way.finding.trace.size());
    answer.findings.push_back(std::move(way.finding));
    if (refuting_ != Refuting::InCoordinator) return;
    answer.paths.push_back(std::move(way.path));
  }
  gives_up_ = gives_up_ || is_dropped;
}

// Unknown: there are no points left, and the error is not of one function.  APPROX(under): it is
// not told, because most that are asked about are impossible; the root is, among those out of
// budget.
bool ErrorFilter::is_over(const Asked& asked) const {
  // One error that is reached in many ways leaves something to the others.
  constexpr uint64_t kErrors = 32;
  return refuting_ == Refuting::InWorker &&
         (refuter_.points() >= max_points_ || asked.points >= max_points_ / kErrors);
}

Tri ErrorFilter::ask(FunctionId root, const machines::RuleFinding& way, Asked& asked) {
  if (refuting_ != Refuting::InWorker || way.path.empty()) return Tri::Yes;
  machines::PathWitness witness{.root = root, .events = way.path};
  uint64_t before = refuter_.points();
  bool over = is_over(asked);
  if (over && way.finding.rank.call_chain > 0) return Tri::Unknown;
  Tri answer = over ? refuter_.possible_there(witness) : refuter_.possible(witness);
  asked.points += refuter_.points() - before;
  return answer == Tri::No ? Tri::No : Tri::Yes;
}

}  // namespace assay::schedule
