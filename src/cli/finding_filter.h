// Which findings `assay findings` lists, and which one `show` and `mark` mean.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "store/finding_log.h"

namespace assay::cli {

class FindingFilter {
 public:
  /// Refuses states and levels that do not exist, runs and revisions that were never checked.
  static Result<FindingFilter> make(const Options& options, const std::string& root,
                                    store::FindingLog& log);
  bool matches(const store::FindingRow& row) const;
  /// Of those that match: not quiet, unless these are asked for.
  bool is_shown(const store::FindingRow& row) const { return quiet_too_ || !row.is_quiet(); }
  /// A glob that all kinds match which are wanted.
  std::string_view kinds() const { return kinds_.size() == 1 ? kinds_.front() : kAllKinds; }
  store::FindingLog::Which which() const { return which_; }

 private:
  static constexpr std::string_view kAllKinds = "*";
  std::vector<std::string> kinds_, files_, functions_, engines_;
  std::vector<findings::State> states_;
  std::vector<findings::Level> levels_;
  store::RunId after_ = -1;  // first seen later than in this run; -1: whenever
  bool quiet_too_ = false;
  store::FindingLog::Which which_ = store::FindingLog::Which::Present;
  std::string root_;
};

/// The database of the project that the options name, and its root.
struct OpenLog {
  std::string root;
  store::Store store;
};
Result<OpenLog> open_log(const Options& options, store::Store::Mode mode);

/// By the first digits of its id, or by FILE:LINE.
Result<store::FindingId> find_finding(store::FindingLog& log, const std::string& word);

/// As many digits as people need.
std::string short_id(const Hash& identity);
/// 2026-11-16 08:03, in UTC: the same text on every machine.
std::string spell_time(int64_t seconds);

}  // namespace assay::cli
