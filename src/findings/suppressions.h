// Comments that silence findings: ours, and those that other analysers have taught people.
//
//   // assay-ignore[kind, …]: reason          this line, or the next line of code
//   // assay-ignore-begin[…]: reason … // assay-ignore-end
//   // assay-ignore-file[…]: reason           the whole file
// and NOLINT, codechecker_…, cppcheck-suppress, @infer-ignore, coverity[…], nosemgrep with their
// own meaning; ids of other tools stand for our kinds by a table (foreign_ids.cpp).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"

namespace assay::findings {

struct Suppression {
  uint32_t line = 0, column = 0;   // of the comment
  uint32_t first = 0, last = 0;    // the lines it speaks of; first 0: of none
  std::vector<std::string> kinds;  // globs; empty: all
  std::string variable;            // cppcheck's symbolName; empty: any
  State state = State::FalsePositive;
  bool is_ours = false;
  bool spares_errors = false;  // a bare NOLINT does not hide what is surely bad
  std::string spelling;        // `assay-ignore[null-deref]`
  std::string reason;
  std::string mistake;  // what is wrong with the comment itself; mostly empty
  bool used = false;

  bool covers(const Finding& finding, Level level) const;
};

/// In the order of the text.
std::vector<Suppression> read_suppressions(std::string_view text);
/// Whether a look at the comments is worth while: false for nearly every file.
bool may_have_suppressions(std::string_view text);

/// What another tool's id stands for; empty: nothing that we look for.
std::vector<std::string> kinds_of_foreign_id(std::string_view id);

/// Silences what the comments speak of, and notes which were of use.  Both are of one file.
void silence(std::span<Suppression> suppressions, std::span<IdentifiedFinding> findings,
             const std::function<Level(std::string_view kind)>& level_of);

}  // namespace assay::findings
