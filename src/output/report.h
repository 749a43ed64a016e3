// What a run found, as text for people, as SARIF 2.1.0 and as lines of JSON for tools.
//
// Findings that are quiet or known from before are in SARIF, which says so of them; text and lines
// of JSON leave them out.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "findings/finding.h"
#include "findings/ranking.h"

namespace assay::output {

/// The coverage ledger of a run: the one line of truth, and SARIF's notifications.
struct Coverage {
  uint64_t units = 0, units_failed = 0, units_with_errors = 0;
  uint64_t functions = 0, functions_failed = 0, functions_out_of_budget = 0,
           functions_doubtful = 0, functions_with_unsupported = 0;
  uint64_t points = 0, unsupported_points = 0;
  std::map<std::string, uint64_t> unsupported;  // by construct
  std::map<std::string, uint64_t> dropped_flags;
  std::map<std::string, uint64_t> downgraded;
  std::vector<std::pair<std::string, std::string>> failures;  // file, why
};

struct Report {
  std::vector<findings::IdentifiedFinding> findings;
  /// In which order findings are worth reading, best first; empty: as they stand.
  std::vector<findings::Ranked> order;
  /// What rules say of the kinds they report; the texts live as long as the report.
  std::vector<findings::KindInfo> kinds;
  Coverage coverage;
  std::string root;  // paths are printed relative to it
  int exit_code = 0;
  /// The text of a file as it was compiled, for quoting.
  std::function<std::optional<std::string>(const std::string& file)> source;

  /// Calls `visit` for each finding that a person should see, best first.
  void for_each_shown(const std::function<void(const findings::IdentifiedFinding&)>& visit) const;
  /// In the engines' table or in that of the rules; null: known by its name only.
  const findings::KindInfo* find_kind(std::string_view id) const;
  /// The kind's; of one known by its name only, what the rule said of this finding.
  findings::Level level_of(const findings::Finding& finding) const;
  /// By finding; empty if `order` is.  Only to look up.
  std::unordered_map<const findings::IdentifiedFinding*, const findings::Ranked*> ranks() const;
};

struct TextOptions {
  bool color = false;
  unsigned width = 100;
  bool brief = false;                    // only the `file:line:col:` lines
  std::optional<findings::Level> level;  // of all of them; none: each kind's own
};

std::string to_text(const Report& report, const TextOptions& options);
std::string to_sarif(const Report& report);
/// One object a line, in the order of the ranking, each with its whole trace.
std::string to_json_lines(const Report& report);
/// "12 units, 340 functions analysed; 1 unit failed; …": always one line.
std::string coverage_line(const Coverage& coverage);

}  // namespace assay::output
