// Marks: the expectations that stand in a finding test's source, on the line they speak of.
//
//   return &x;  // report stack-escape: "address of local `x` is returned"
//   p = &x;     // step 1: "`p` points to `x`"
//   return q;   // missed stack-escape        a known false negative
//   return r;   // false stack-escape         a known false positive
//
// The text after the colon may be left out.  A line may hold several marks, each with its own
// `//` (or `/* … */`, before a line's final backslash).
#pragma once

#include <string>
#include <vector>

namespace assay::marks {

enum class MarkKind { Report, Step, Missed, False };

struct Mark {
  MarkKind kind = MarkKind::Report;
  size_t line = 0;      // from 1
  std::string id;       // of the finding kind; of a step: its number
  std::string message;  // empty: any
};

std::string spell_mark(const Mark& mark);

/// The marks of one line, and where its first one begins (npos: none).
struct MarkedLine {
  std::vector<Mark> marks;
  size_t begin = std::string::npos;
};
MarkedLine read_marks(const std::string& line, size_t number);

/// What is wrong with comments of the line that were meant as marks: without a kind, or misspelt.
std::vector<std::string> mark_mistakes(const std::string& line);

/// The line with its marks replaced.
std::string with_marks(const std::string& line, const std::vector<Mark>& marks);

}  // namespace assay::marks
