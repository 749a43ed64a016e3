#include "metal/pattern.h"

#include <utility>

#include "base/check.h"

namespace assay::metal {
namespace {

using enum PatternShape;
using Op = PatternOp;

constexpr size_t kOpCount = static_cast<size_t>(Op::EndOfPath) + 1;

constexpr std::array<PatternOpInfo, kOpCount> kOps = {{
    {Op::Hole, "hole", "", Leaf, 16},
    {Op::Name, "name", "", Leaf, 16},
    {Op::Number, "number", "", Leaf, 16},
    {Op::Character, "character", "", Leaf, 16},
    {Op::String, "string", "", Leaf, 16},
    {Op::TypeOperand, "type", "", Leaf, 16},
    {Op::Deref, "deref", "*", Prefix, 14},
    {Op::AddressOf, "address", "&", Prefix, 14},
    {Op::Plus, "plus", "+", Prefix, 14},
    {Op::Minus, "minus", "-", Prefix, 14},
    {Op::Not, "not", "!", Prefix, 14},
    {Op::BitNot, "bit-not", "~", Prefix, 14},
    {Op::PreIncrement, "pre-increment", "++", Prefix, 14},
    {Op::PreDecrement, "pre-decrement", "--", Prefix, 14},
    {Op::Sizeof, "sizeof", "sizeof ", Prefix, 14},
    {Op::Alignof, "alignof", "_Alignof ", Prefix, 14},
    {Op::Delete, "delete", "delete ", Prefix, 14},
    {Op::DeleteArray, "delete-array", "delete[] ", Prefix, 14},
    {Op::Throw, "throw", "throw ", Prefix, 2},
    {Op::PostIncrement, "post-increment", "++", Postfix, 15},
    {Op::PostDecrement, "post-decrement", "--", Postfix, 15},
    {Op::Cast, "cast", "", Typed, 14},
    {Op::SizeofType, "sizeof-type", "sizeof", Typed, 16},
    {Op::AlignofType, "alignof-type", "_Alignof", Typed, 16},
    {Op::CompoundLiteral, "compound-literal", "", Typed, 15},
    {Op::New, "new", "new", Typed, 14},
    {Op::Multiply, "*", "*", Binary, 13},
    {Op::Divide, "/", "/", Binary, 13},
    {Op::Remainder, "%", "%", Binary, 13},
    {Op::Add, "+", "+", Binary, 12},
    {Op::Subtract, "-", "-", Binary, 12},
    {Op::ShiftLeft, "<<", "<<", Binary, 11},
    {Op::ShiftRight, ">>", ">>", Binary, 11},
    {Op::Less, "<", "<", Binary, 10},
    {Op::Greater, ">", ">", Binary, 10},
    {Op::LessEqual, "<=", "<=", Binary, 10},
    {Op::GreaterEqual, ">=", ">=", Binary, 10},
    {Op::Equal, "==", "==", Binary, 9},
    {Op::NotEqual, "!=", "!=", Binary, 9},
    {Op::BitAnd, "&", "&", Binary, 8},
    {Op::BitXor, "^", "^", Binary, 7},
    {Op::BitOr, "|", "|", Binary, 6},
    {Op::And, "&&", "&&", Binary, 5},
    {Op::Or, "||", "||", Binary, 4},
    {Op::Assign, "=", "=", Binary, 2},
    {Op::AddAssign, "+=", "+=", Binary, 2},
    {Op::SubtractAssign, "-=", "-=", Binary, 2},
    {Op::MultiplyAssign, "*=", "*=", Binary, 2},
    {Op::DivideAssign, "/=", "/=", Binary, 2},
    {Op::RemainderAssign, "%=", "%=", Binary, 2},
    {Op::ShiftLeftAssign, "<<=", "<<=", Binary, 2},
    {Op::ShiftRightAssign, ">>=", ">>=", Binary, 2},
    {Op::AndAssign, "&=", "&=", Binary, 2},
    {Op::XorAssign, "^=", "^=", Binary, 2},
    {Op::OrAssign, "|=", "|=", Binary, 2},
    {Op::Comma, ",", ",", Binary, 1},
    {Op::Conditional, "conditional", "", Other, 3},
    {Op::Call, "call", "", Other, 15},
    {Op::CallWithArgument, "call-with-argument", "", Other, 15},
    {Op::Index, "index", "", Other, 15},
    {Op::Member, "member", ".", Other, 15},
    {Op::Arrow, "arrow", "->", Other, 15},
    {Op::InitList, "init-list", "", Other, 16},
    {Op::ExpressionStatement, "statement", "", Statement, 0},
    {Op::EmptyStatement, "empty", "", Statement, 0},
    {Op::Declaration, "declaration", "", Statement, 0},
    {Op::DeclarationGroup, "declarations", "", Statement, 0},
    {Op::Compound, "compound", "", Statement, 0},
    {Op::If, "if", "", Statement, 0},
    {Op::While, "while", "", Statement, 0},
    {Op::DoWhile, "do-while", "", Statement, 0},
    {Op::For, "for", "", Statement, 0},
    {Op::Switch, "switch", "", Statement, 0},
    {Op::Case, "case", "", Statement, 0},
    {Op::CaseRange, "case-range", "", Statement, 0},
    {Op::Default, "default", "", Statement, 0},
    {Op::Return, "return", "", Statement, 0},
    {Op::Break, "break", "", Statement, 0},
    {Op::Continue, "continue", "", Statement, 0},
    {Op::Goto, "goto", "", Statement, 0},
    {Op::Label, "label", "", Statement, 0},
    {Op::All, "all", "&&", Combination, 0},
    {Op::Any, "any", "||", Combination, 0},
    {Op::Named, "pattern", "", Combination, 0},
    {Op::Callout, "callout", "", Combination, 0},
    {Op::EndOfPath, "end-of-path", "", Combination, 0},
}};

constexpr bool in_order() {
  for (size_t i = 0; i < kOpCount; ++i) {
    if (kOps[i].op != static_cast<Op>(i)) return false;
  }
  return true;
}
static_assert(in_order(), "the table has the order of the enum");

}  // namespace

const PatternOpInfo& op_info(PatternOp op) { return kOps[static_cast<size_t>(op)]; }

PatternId PatternTrees::add(PatternNode node, std::span<const PatternId> kids) {
  for (PatternId kid : kids)
    ASSAY_CHECK(kid.valid() && kid.index() < nodes_.size(), "kids should be older than parents");
  node.kids.assign(kids.begin(), kids.end());
  nodes_.push_back(std::move(node));
  return PatternId(nodes_.size() - 1);
}

std::vector<PatternId> PatternTrees::subtree(PatternId root) const {
  std::vector<PatternId> found, todo{root};
  while (!todo.empty()) {
    PatternId id = todo.back();
    todo.pop_back();
    found.push_back(id);
    const std::vector<PatternId>& kids = nodes_[id.index()].kids;
    todo.insert(todo.end(), kids.rbegin(), kids.rend());
  }
  return found;
}

}  // namespace assay::metal
