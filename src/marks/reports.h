// What a run reported, compiler-shaped (`file:line:column: warning: message [kind]`), against the
// marks in a source file.
#pragma once

#include <string>
#include <vector>

#include "marks/marks.h"

namespace assay::marks {

/// All that a run said, as marks; what is in other files is kept apart.
struct Reports {
  std::vector<Mark> reports;
  std::vector<Mark> steps;
  std::vector<std::string> elsewhere;
};

/// Lines of another shape (quoted source, carets) are skipped.
Reports read_reports(const std::string& output, const std::string& file);

/// What is wrong, line by line; empty: nothing is.
std::string compare_reports(const std::string& source, Reports actual);

/// The source with the marks that the run calls for.  `missed` and `false` stay as they are where
/// they still hold; steps are written only in files that already speak of steps.
std::string with_reports(const std::string& source, Reports actual);

}  // namespace assay::marks
