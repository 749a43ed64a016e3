// A finding: what is wrong, where, and why we believe it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "findings/status.h"

namespace assay::findings {

enum class Level : uint8_t { Note, Warning, Error };
/// "note", "warning" or "error": what compilers and SARIF call it.
std::string_view level_word(Level level);

/// A kind of bug: the last part of a rule id.  kKinds is the one table of them.
struct KindInfo {
  std::string_view id;           // "stack-escape"
  std::string_view title;        // at most 255 characters
  std::string_view description;  // what goes wrong, then how to mend it; at most 1024 characters
  std::string_view limits;       // what it does not see, by choice or yet
  Level level;
  int cwe;
  std::string_view security_severity;  // "0.1" to "10.0"
};
std::span<const KindInfo> kinds();
const KindInfo* find_kind(std::string_view id);

struct Location {
  std::string file;  // absolute
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t end_line = 0;
  uint32_t end_column = 0;  // of the last character
  friend auto operator<=>(const Location&, const Location&) = default;
};

struct Step {
  Location where;
  std::string message;
  int depth = 0;  // calls entered
};

/// How bad it is, by what the rule says of it; the worst first.
enum class Severity : uint8_t { Security, Error, Minor };

/// What ranking.h orders findings by.
struct RankInputs {
  Severity severity = Severity::Error;
  uint32_t origin = 0;        // the trace's step where it began, from 1; 0: not told
  uint32_t distance = 0;      // in lines, from where the checked property began
  uint32_t conditionals = 0;  // passed on the way
  uint32_t indirection = 0;   // assignments that made other names for the object
  uint32_t call_chain = 0;    // calls between there and here; 0: in one function
  std::string group;          // the fact it was computed from (the freeing function); empty: none
  // What a rule counts: that something was kept to, was not, or could have been.  The text names
  // what is counted (a function, a pair); empty: the function that the finding is in.
  std::optional<std::string> success, failure, population;
};

struct Finding {
  std::string kind;
  std::string message;  // first sentence stands alone; lower-case, no period, as compilers do
  Location where;
  std::string function;         // display name
  std::string function_symbol;  // linkage name
  std::vector<std::string> variables;
  std::vector<Step> trace;  // in execution order; one step is at `where`
  std::string engine;
  RankInputs rank;
};

/// What else says the same: another engine, or another way to the same place.
struct Evidence {
  std::string engine;
  std::string message;
  Location where;
  std::vector<Step> trace;
};

struct IdentifiedFinding {
  Finding finding;
  /// Names it across versions of the source: kind, function, variables, shape of the trace, and an
  /// ordinal among equals in the order of files and places; never a line number.
  Hash identity;
  std::vector<Evidence> evidence;  // the easiest to follow first; not more than kMaxEvidence
  uint32_t others = 0;             // how many reports were merged into this one
  Status status = {};              // what people, comments and earlier runs say of it
};
inline constexpr size_t kMaxEvidence = 4;

/// One cause, one finding: of several reports the easiest to follow stands for all, the others
/// become its evidence.  Sorted by (file, line, column, kind, message), identities given.
std::vector<IdentifiedFinding> identify(std::vector<Finding> findings);

/// The engines that saw it, sorted, each once.
std::vector<std::string> engines_of(const IdentifiedFinding& finding);

}  // namespace assay::findings
