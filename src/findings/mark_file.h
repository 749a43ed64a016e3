// Findings that somebody knows of, as a text file kept beside the source: marks, and baselines.
//
// One line per finding, sorted, so that branches merge as text:
//   STATE IDENTITY CONTEXT KIND FILE FUNCTION VARIABLES TIME NOTE
// separated by blanks; `-` stands for nothing, and what a field may not hold is written %XX.  The
// note is the rest of the line.  Lines that begin with # say nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "findings/match.h"

namespace assay::findings {

struct KnownFinding {
  Likeness likeness;  // its file relative to the project, its line not kept
  State state = State::Unreviewed;
  int64_t time = 0;  // of the mark, seconds since 1970; 0: not marked
  std::string note;
};

enum class KnownFile { Marks, Baseline };

/// Sorted by file, function, kind and identity.
std::string write_known(KnownFile what, std::vector<KnownFinding> findings);
/// `name` is for messages, which give the line.
Result<std::vector<KnownFinding>> read_known(std::string_view text, const std::string& name);

}  // namespace assay::findings
