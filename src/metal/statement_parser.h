// What stands in the braces of a base pattern: an expression or statements, into pattern trees.
//
// Statements that wait for their bodies stand on a stack of their own, as in expressions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "metal/cursor.h"
#include "metal/expression_parser.h"
#include "metal/pattern.h"
#include "metal/pattern_scope.h"

namespace assay::metal {

class StatementParser {
 public:
  StatementParser(Cursor& cursor, PatternTrees& trees, const PatternScope& scope)
      : cursor_(cursor), trees_(trees), scope_(scope), expressions_(cursor, trees, scope) {}

  /// From `{` to its `}`.  None: reported.
  std::optional<PatternId> parse_base();

 private:
  /// A statement that is begun: `op` with the kids so far.
  struct Frame {
    PatternOp op;
    Place place;
    std::vector<PatternId> kids;
    std::string text;
    bool after_else = false;
  };

  bool statement();
  bool statement_word(const Token& word);
  bool open_body(PatternOp op, const Token& word);
  bool open_for(const Token& word);
  bool open_case(const Token& word);
  bool simple(PatternOp op, const Token& word);
  bool expression_statement();
  bool declaration();
  bool declarator(CType specifiers, std::vector<PatternId>& declared);
  bool finish_for_part(std::string_view closer, std::vector<PatternId>& kids);
  bool complete(PatternId statement);
  bool close_compound();

  bool at_declaration() const;
  bool inside_any(std::initializer_list<PatternOp> ops) const;
  std::optional<PatternId> parenthesized(std::string_view where);
  PatternId add(PatternOp op, Place place, std::vector<PatternId> kids, std::string text = {});

  Cursor& cursor_;
  PatternTrees& trees_;
  const PatternScope& scope_;
  ExpressionParser expressions_;
  std::vector<Frame> frames_;  // the first is the base pattern itself
  PatternId expression_;       // of a base pattern that is one
  PatternId finished_;         // the base pattern, when it is closed
};

}  // namespace assay::metal
