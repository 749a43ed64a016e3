// Which errors of a rule are told: those whose path some run can take, as far as that was asked.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "engines/machines/refute.h"
#include "engines/machines/result.h"
#include "engines/machines/writes.h"
#include "findings/finding.h"

namespace assay::schedule {

/// What one rule says when it starts from one function.
struct RuleAnswer {
  std::vector<findings::Finding> findings;
  /// The way to each finding from the function the rule started at; none unless asked for.
  std::vector<std::vector<machines::PathEvent>> paths;
  /// How many findings in a row are one error by different ways: the first whose path is possible
  /// is told.  None unless asked for.
  std::vector<uint64_t> ways;
  std::vector<findings::Finding> notes;
  std::vector<machines::RuleCount> counts;
  struct Stop {
    callgraph::FunctionId function;
    std::string why;
  };
  std::vector<Stop> stopped;   // functions whose analysis is not complete: a budget, a rule's fault
  std::vector<Stop> failed;    // functions that could not be read
  std::vector<Stop> doubtful;  // where what a rule says depends on the analysis

  bool is_empty() const {
    return findings.empty() && notes.empty() && counts.empty() && stopped.empty() &&
           failed.empty() && doubtful.empty();
  }
};

/// Where an error's path is asked about, and dropped if no run can take it.
enum class Refuting : uint8_t { Nowhere, InWorker, InCoordinator };

/// Asks about paths within a limit of points, so that what it costs grows as the program does.
class ErrorFilter {
 public:
  /// All that is given outlives it.
  ErrorFilter(machines::ProgramView& view, machines::Writes& writes, Refuting refuting)
      : refuting_(refuting), refuter_(view, {.writes = &writes}) {}

  /// What is kept from here on depends on what comes from here on.
  void begin(uint64_t max_points);
  /// Whether it is worth while to find out how it comes about.
  bool wants(const machines::ErrorOutline& error);
  /// Whether, since it was last asked, something was not told because not all ways to it were asked
  /// about.
  bool take_given_up() { return std::exchange(gives_up_, false); }
  /// Into the answer, unless each of its ways is impossible.
  void keep(callgraph::FunctionId root, machines::RuleFinding error, RuleAnswer& answer);

 private:
  struct Asked {
    size_t told = 0;             // so many times
    size_t shortest = SIZE_MAX;  // of the traces that were told
    uint64_t points = 0;         // of paths to it
    size_t in_vain = 0;          // ways that no run can take
  };
  bool is_told(const Asked& asked, size_t steps) const {
    return refuting_ == Refuting::InWorker && asked.told >= findings::kMaxEvidence &&
           steps >= asked.shortest;
  }
  bool is_over(const Asked& asked) const;
  Tri ask(callgraph::FunctionId root, const machines::RuleFinding& way, Asked& asked);

  Refuting refuting_;
  machines::Refuter refuter_;
  uint64_t max_points_ = 0;
  bool gives_up_ = false;
  /// By what makes two reports of an engine one finding.
  using ErrorKey = std::tuple<std::string, findings::Location, std::vector<std::string>>;
  std::map<ErrorKey, Asked> asked_;
};

}  // namespace assay::schedule
