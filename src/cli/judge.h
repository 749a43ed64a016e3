// What is known of a run's findings beside the bug: comments in the source, marks of people, what
// earlier runs and a baseline had.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/check_program.h"
#include "findings/match.h"
#include "store/finding_log.h"

namespace assay::cli {

/// Something to say about a comment that silences: it matched nothing, gives no reason, …
struct CommentProblem {
  findings::Location where;
  std::string message;
};

struct Judgement {
  std::vector<findings::Likeness> likenesses;  // as the report's findings stand
  std::vector<store::FindingId> continues;     // likewise; 0: new
  std::vector<CommentProblem> problems;
  /// Of a part of the program: what the last run had there and this one has not.
  std::optional<std::vector<store::FindingId>> missing;
};

/// Gives each of the report's findings its status.  A comment in the source beats a mark.
Result<Judgement> judge(const Options& options, CheckedProgram& program);

/// The files of likenesses are relative to the repository, so that marks mean the same everywhere.
findings::Likeness likeness_of(const findings::IdentifiedFinding& finding, const std::string& root,
                               uint64_t context);

/// Takes over what is newer than what the log says.  Returns how many were.
Result<size_t> import_marks(store::FindingLog& log,
                            const std::vector<findings::KnownFinding>& marks,
                            const std::string& root);

Result<std::string> read_text_file(const std::string& path);

}  // namespace assay::cli
