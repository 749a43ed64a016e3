// Patterns of rules: base patterns, callouts and names, combined by `&&`, `||` and parentheses.
#pragma once

#include <optional>
#include <vector>

#include "metal/statement_parser.h"

namespace assay::metal {

class PatternParser {
 public:
  PatternParser(Cursor& cursor, PatternTrees& trees, const PatternScope& scope)
      : cursor_(cursor), trees_(trees), scope_(scope), statements_(cursor, trees, scope) {}

  /// `&&` binds tighter.  None: reported; the cursor stands after the pattern where its end could
  /// be found.
  std::optional<PatternId> parse();

 private:
  /// What an open parenthesis, or the whole pattern, has so far.
  struct Frame {
    Place place;
    std::vector<PatternId> alternatives;
    std::vector<PatternId> conjuncts;  // of the alternative that is being read
  };

  std::optional<PatternId> primary();
  std::optional<PatternId> named();
  PatternId combine(PatternOp op, std::vector<PatternId>& kids);
  PatternId finish(Frame& frame);

  Cursor& cursor_;
  PatternTrees& trees_;
  const PatternScope& scope_;
  StatementParser statements_;
  std::vector<Frame> frames_;
  bool failed_ = false;
};

}  // namespace assay::metal
