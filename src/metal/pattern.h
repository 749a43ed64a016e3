// Patterns as trees: C expressions and statements with holes, and what combines them.
//
// All patterns of a machine stand in one PatternTrees.  A kid is always older than its parent
// (smaller id); every walk relies on it.  Parentheses leave no trace.  A base pattern is the tree
// of its expression or statement itself; `{ f(x); }` is an ExpressionStatement, `{ f(x) }` is not.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "metal/c_type.h"
#include "metal/token.h"

namespace assay::metal {

using HoleId = Id<struct HoleTag>;
using PatternId = Id<struct PatternTag>;
using NamedPatternId = Id<struct NamedPatternTag>;

enum class PatternOp : uint8_t {
  // leaves
  Hole,
  Name,
  Number,
  Character,
  String,
  TypeOperand,
  // prefix, by their one kid
  Deref,
  AddressOf,
  Plus,
  Minus,
  Not,
  BitNot,
  PreIncrement,
  PreDecrement,
  Sizeof,
  Alignof,
  Delete,
  DeleteArray,
  Throw,
  // postfix
  PostIncrement,
  PostDecrement,
  // with a type
  Cast,
  SizeofType,
  AlignofType,
  CompoundLiteral,
  New,
  // binary
  Multiply,
  Divide,
  Remainder,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  Greater,
  LessEqual,
  GreaterEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr,
  And,
  Or,
  Assign,
  AddAssign,
  SubtractAssign,
  MultiplyAssign,
  DivideAssign,
  RemainderAssign,
  ShiftLeftAssign,
  ShiftRightAssign,
  AndAssign,
  XorAssign,
  OrAssign,
  Comma,
  // other expressions
  Conditional,       // condition, then, else
  Call,              // callee, arguments
  CallWithArgument,  // callee, what is one of the arguments: `call(-1, v)`
  Index,
  Member,
  Arrow,
  InitList,
  // statements
  ExpressionStatement,
  EmptyStatement,
  Declaration,
  DeclarationGroup,
  Compound,
  If,
  While,
  DoWhile,
  For,  // first (a statement), condition or EmptyStatement, step or EmptyStatement, body
  Switch,
  Case,
  CaseRange,
  Default,
  Return,
  Break,
  Continue,
  Goto,
  Label,
  // combinations
  All,
  Any,
  Named,
  Callout,
  EndOfPath,
};

enum class PatternShape : uint8_t {
  Leaf,
  Prefix,
  Postfix,
  Typed,
  Binary,
  Other,
  Statement,
  Combination
};

struct PatternOpInfo {
  PatternOp op;
  std::string_view name;      // in dumps
  std::string_view spelling;  // in C, of prefix, postfix and binary operators
  PatternShape shape;
  uint8_t precedence;  // of expressions: what binds tighter is higher; 0: no expression
};

inline constexpr uint8_t kCommaPrecedence = 1, kAssignPrecedence = 2, kConditionalPrecedence = 3,
                         kPrefixPrecedence = 14, kPostfixPrecedence = 15, kPrimaryPrecedence = 16;

const PatternOpInfo& op_info(PatternOp op);
inline bool is_expression(PatternOp op) { return op_info(op).precedence != 0; }
inline bool is_statement(PatternOp op) { return op_info(op).shape == PatternShape::Statement; }

struct PatternNode {
  PatternOp op = PatternOp::EmptyStatement;
  Place place;
  std::string text;  // a name, literal, member, label, named cast or callout
  CType type;        // of Typed operators, TypeOperand and Declaration
  HoleId hole;       // of Hole, and of a Declaration whose name is a hole
  NamedPatternId named;
  std::vector<PatternId> kids;
};

class PatternTrees {
 public:
  PatternId add(PatternNode node, std::span<const PatternId> kids = {});
  const PatternNode& operator[](PatternId id) const { return nodes_[id.index()]; }
  size_t size() const { return nodes_.size(); }
  /// The subtree's nodes, each once, parents before kids, kids from left to right.
  std::vector<PatternId> subtree(PatternId root) const;

 private:
  std::vector<PatternNode> nodes_;
};

}  // namespace assay::metal
