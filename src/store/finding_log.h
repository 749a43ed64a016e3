// Runs and what they found: the part of the database that outlives the program it was found in.
//
// A run and its findings are written in one transaction when the run is complete, so a process
// killed at any point leaves the last complete run.  A finding has one row for all of its life;
// marks are added and never changed, the latest counts.  docs/SCHEMA.md describes the tables.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "findings/mark_file.h"
#include "store/store.h"

namespace assay::store {

using FindingId = int64_t;  // a row; 0: none
using RunId = int64_t;      // counts up from 1; 0: none

struct Phase {
  std::string name;
  uint64_t milliseconds = 0;
};
/// A part of the program that was not analysed to its end.
struct Stop {
  std::string file;
  std::string why;
};

struct RunRecord {
  RunId id = 0;
  int64_t began = 0;  // seconds since 1970
  uint64_t milliseconds = 0;
  std::string version;   // of assay
  std::string options;   // as on the command line
  std::string revision;  // of the source, where a version control system knows it
  std::string engines;   // by comma
  int exit_code = 0;
  uint64_t units = 0, units_failed = 0, functions = 0, functions_failed = 0,
           functions_out_of_budget = 0;
  uint64_t findings = 0;  // of all kinds and states
  std::vector<Phase> phases;
  std::vector<Stop> stops;
};

/// A finding as a run hands it over.
struct RunFinding {
  const findings::IdentifiedFinding* finding = nullptr;
  findings::Level level = findings::Level::Warning;
  int cwe = 0;
  uint32_t place = 0;    // in the ranking, from 1
  uint64_t context = 0;  // findings::context_of() its line
  FindingId continues = 0;
};

/// What matching and marks need of every finding that was ever seen or marked.
struct LoggedFinding {
  FindingId id = 0;
  findings::Likeness likeness;
  findings::State state = findings::State::Unreviewed;
  std::string note;
  int64_t marked = 0;  // when; 0: never
  RunId first_run = 0, last_run = 0;
};

/// One finding of a list.  The texts live until the visitor returns.
struct FindingRow {
  FindingId id = 0;
  Hash identity;
  std::string_view kind, message, file, function, symbol, engines, reason;
  findings::Level level = findings::Level::Warning;
  findings::Severity severity = findings::Severity::Error;
  int cwe = 0;
  uint32_t line = 0, column = 0, end_line = 0, end_column = 0, place = 0;
  RunId first_run = 0, last_run = 0, reopened_run = 0;
  findings::State state = findings::State::Unreviewed;
  bool silenced = false;

  bool is_quiet() const {
    return silenced || state == findings::State::FalsePositive ||
           state == findings::State::Intentional;
  }
};

struct Mark {
  findings::State state = findings::State::Unreviewed;
  int64_t time = 0;
  std::string note;
};

/// All that is known of one finding.
struct StoredFinding {
  FindingId id = 0;
  findings::IdentifiedFinding finding;
  findings::Level level = findings::Level::Warning;
  int cwe = 0;
  uint32_t place = 0;
  RunId first_run = 0, last_run = 0, reopened_run = 0;
  std::vector<std::string> engines;
  std::vector<Mark> marks;  // the oldest first
};

class FindingLog {
 public:
  /// `store` must outlive it.
  explicit FindingLog(Store& store) : store_(&store) {}

  Result<std::vector<LoggedFinding>> known();
  /// Commits.  Returns the run's number.  `missing`, of a run that looked at a part of the program:
  /// what of the last run it did not find again; all others of the last run go on.
  Result<RunId> put_run(const RunRecord& run, const std::vector<RunFinding>& findings,
                        const std::optional<std::vector<FindingId>>& missing = std::nullopt);
  Result<RunId> last_run();
  /// The latest first; all of them if `limit` is 0.
  Result<std::vector<RunRecord>> runs(size_t limit);
  Result<std::vector<Phase>> phases(RunId run);
  Result<std::vector<Stop>> stops(RunId run);

  enum class Which {
    Present,  // in the last run
    All,
  };
  /// In the order of the ranking; false from the visitor ends it.  `kinds`, with * and ?: rows of
  /// others are passed over unread.
  Result<void> list(Which which, const std::function<bool(const FindingRow&)>& visit,
                    std::string_view kinds = "*");
  /// By the first digits of its identity, or of the fingerprint of its last run.
  Result<std::vector<FindingId>> find(std::string_view digits);
  Result<StoredFinding> load(FindingId id);

  /// Joins the open transaction; commit() of the store ends it.
  Result<void> mark(FindingId id, const Mark& mark);
  /// A finding that is known by a file of marks only, and is seen in no run yet.
  Result<FindingId> put_unseen(const findings::KnownFinding& finding);

 private:
  Result<void> put_finding(const RunFinding& each, RunId run, RunId before);

  Store* store_;
};

}  // namespace assay::store
