// The order in which findings are worth reading: most likely real and easiest to judge first.
//
// After xgcc: severity class; what two engines agree on; reliability of the rule that is broken,
// and of the code it is broken in, by the z-statistic of how often it was kept to; local before
// interprocedural by length of the call chain; synonyms by length of the chain; lines, each
// conditional counting as ten.  Findings from one analysis fact stay together, so that one look
// judges them all.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "findings/finding.h"

namespace assay::findings {

/// How far the share of examples is from what chance gives, in standard deviations.
/// Pre: n > 0, 0 < p0 < 1.
double z_statistic(uint64_t n, uint64_t examples, double p0);

struct Tally {
  uint64_t successes = 0;
  uint64_t failures = 0;
  uint64_t members = 0;  // of the population, where the rule counts it instead of successes

  bool is_empty() const { return successes + failures + members == 0; }
  uint64_t size() const { return members > 0 ? members : successes + failures; }
  uint64_t examples() const;
};

struct RankOptions {
  double rule_chance = 0.8;  // p0: programmers keep to a rule four times out of five
  double code_chance = 0.5;  // p0 of a function's code
};

/// What was counted for a rule or for the code it is broken in, and how sure that makes it.
struct Reliability {
  std::string name;  // of what rules count: `malloc`, or the function
  Tally tally;
  double z = 0;
};
/// "'malloc': 8 times kept to, 1 time not (z = 0.67)".
std::string reliability_text(const Reliability& reliability);

/// What rules counted in a run.
class Statistics {
 public:
  /// Errors and notes alike; the same one at the same place counts once.
  void add(const Finding& finding);
  /// Of a name that rules of this kind count: `malloc`.
  const Tally* of_name(const std::string& kind, const std::string& name) const;
  /// Of a function, by counts without a name.
  const Tally* of_code(const std::string& kind, const std::string& function) const;
  /// All of them, by kind and name; functions in between.
  std::vector<std::pair<std::string, Reliability>> all(const RankOptions& options) const;

 private:
  void count(const Finding& finding, const std::optional<std::string>& name,
             uint64_t Tally::* counter);

  std::map<std::pair<std::string, std::string>, Tally> names_, code_;  // by kind and name
  std::set<std::tuple<std::string, Location, std::string, std::string>> seen_;
};

struct Ranked {
  size_t index = 0;                 // in what was ranked
  uint32_t place = 0;               // from 1; findings that nothing tells apart share it
  double score = 0;                 // of 100, as SARIF's `rank`
  std::optional<Reliability> rule;  // none: nothing was counted
  std::optional<Reliability> code;
};

/// Best first; deterministic.
std::vector<Ranked> rank(std::span<const IdentifiedFinding> findings, const Statistics& statistics,
                         const RankOptions& options = {});

}  // namespace assay::findings
