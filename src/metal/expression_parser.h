// C expressions with holes, into pattern trees.
//
// Operators wait on a stack of their own until what binds looser comes, so the depth of an
// expression costs no call stack.
#pragma once

#include <optional>
#include <vector>

#include "metal/cursor.h"
#include "metal/pattern.h"
#include "metal/pattern_scope.h"

namespace assay::metal {

enum class Commas : uint8_t { Operator, End };  // what a `,` outside parentheses is

class ExpressionParser {
 public:
  ExpressionParser(Cursor& cursor, PatternTrees& trees, const PatternScope& scope)
      : cursor_(cursor), trees_(trees), scope_(scope) {}

  /// One expression, up to the first token that cannot belong to it.  None: reported.
  std::optional<PatternId> parse(Commas commas);
  /// The same, or a list in braces.
  std::optional<PatternId> parse_initializer();

 private:
  enum class Wait : uint8_t { Prefix, Binary, Middle, Else, Paren, Arguments, Subscript, List };
  struct Frame {
    Wait wait;
    PatternOp op;
    Place place;
    uint8_t precedence = 0;  // 0: only a closing token ends it
    std::vector<PatternId> kids;
    CType type;
    std::string text;
  };
  enum class Step : uint8_t { Operand, Operator, Done, Failed };

  std::optional<PatternId> run();
  Step operand();
  Step operand_word();
  Step operand_parenthesis();
  Step operand_list(CType type);
  Step operand_new(Place place);
  Step named_cast(const Token& word);
  Step operator_after();
  Step postfix();
  Step binary(PatternOp op);
  Step colon();
  Step comma();
  Step first_inside(std::string_view closer);
  Step close(std::string_view closer);

  bool type_in_parentheses() const;
  bool parse_type(CType& type);
  void reduce(uint8_t precedence);
  Step have(PatternId operand);
  PatternId add(PatternOp op, Place place, std::vector<PatternId> kids, std::string text = {});
  PatternId finish_call(Frame& frame);
  bool inside(Wait wait) const { return !frames_.empty() && frames_.back().wait == wait; }

  Cursor& cursor_;
  PatternTrees& trees_;
  const PatternScope& scope_;
  Commas commas_ = Commas::Operator;
  std::vector<Frame> frames_;
  PatternId operand_;
};

}  // namespace assay::metal
