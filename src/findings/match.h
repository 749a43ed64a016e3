// Which finding of an earlier run a finding of this run continues.
//
// An identity stands for itself as long as function, variables and the way through calls stay;
// where an edit changed one of them, or put an equal finding before it, what is left in common
// decides: kind, function, variables, the text of the line.  The file only breaks ties, and lines
// give no more than an order.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "findings/finding.h"

namespace assay::findings {

/// What of a finding may stay the same when the source changes.
struct Likeness {
  Hash identity;     // as given when it was first seen
  Hash fingerprint;  // as identify() gives it in the run at hand
  std::string kind;
  std::string function;   // linkage name
  std::string variables;  // joined_variables()
  std::string file;
  uint32_t line = 0;
  uint64_t context = 0;  // context_of() its line; 0: not known
};

/// One text of all names, as databases and files of marks keep it.
std::string joined_variables(std::span<const std::string> variables);
/// A hash of the line without blanks, and with the words of the variables made alike: so a renamed
/// variable leaves it as it is.  0 for an empty line.
uint64_t context_of(std::string_view line, std::span<const std::string> variables);

/// For each of `now` the index in `before` that it continues; none: it is new.  Nothing of
/// `before` is continued twice.
std::vector<std::optional<size_t>> match(std::span<const Likeness> before,
                                         std::span<const Likeness> now);

}  // namespace assay::findings
