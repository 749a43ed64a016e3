#include "metal/expression_parser.h"

#include <utility>

#include "base/check.h"

namespace assay::metal {
namespace {

/// The operator of this shape that the token spells.
std::optional<PatternOp> find_operator(const Token& token, PatternShape shape) {
  if (token.kind != TokenKind::Punctuation) return {};
  for (size_t i = 0; i <= static_cast<size_t>(PatternOp::EndOfPath); ++i) {
    const PatternOpInfo& info = op_info(static_cast<PatternOp>(i));
    if (info.shape == shape && info.spelling == token.text) return info.op;
  }
  return {};
}

bool is_named_cast(std::string_view word) {
  return word == "static_cast" || word == "const_cast" || word == "reinterpret_cast" ||
         word == "dynamic_cast";
}

bool is_alignof(std::string_view word) {
  return word == "_Alignof" || word == "alignof" || word == "__alignof__";
}

}  // namespace

std::optional<PatternId> ExpressionParser::parse(Commas commas) {
  commas_ = commas;
  frames_.clear();
  return run();
}

std::optional<PatternId> ExpressionParser::parse_initializer() {
  commas_ = Commas::End;
  frames_.clear();
  if (!cursor_.at("{")) return run();
  Step step = operand_list({});
  if (step == Step::Failed) return {};
  return step == Step::Operator && frames_.empty() ? operand_ : run();
}

std::optional<PatternId> ExpressionParser::run() {
  Step step = Step::Operand;
  while (step != Step::Done && step != Step::Failed)
    step = step == Step::Operand ? operand() : operator_after();
  if (step == Step::Failed) return {};
  return operand_;
}

PatternId ExpressionParser::add(PatternOp op, Place place, std::vector<PatternId> kids,
                                std::string text) {
  PatternNode node;
  node.op = op;
  node.place = place;
  node.text = std::move(text);
  return trees_.add(std::move(node), kids);
}

ExpressionParser::Step ExpressionParser::have(PatternId operand) {
  operand_ = operand;
  return Step::Operator;
}

ExpressionParser::Step ExpressionParser::operand() {
  const Token& token = cursor_.peek();
  switch (token.kind) {
    case TokenKind::Identifier:
      return operand_word();
    case TokenKind::Number:
    case TokenKind::Character: {
      PatternOp op = token.kind == TokenKind::Number ? PatternOp::Number : PatternOp::Character;
      PatternId leaf = add(op, token.place, {}, std::string(token.text));
      cursor_.next();
      return have(leaf);
    }
    case TokenKind::String: {
      Place place = token.place;
      std::string text;
      while (cursor_.peek().kind == TokenKind::String)
        text += (text.empty() ? "" : " ") + std::string(cursor_.next().text);
      return have(add(PatternOp::String, place, {}, std::move(text)));
    }
    default:
      break;
  }
  if (cursor_.at("(")) return operand_parenthesis();
  if (cursor_.at("{") && inside(Wait::List)) return operand_list({});
  if (std::optional<PatternOp> op = find_operator(token, PatternShape::Prefix)) {
    Place place = cursor_.next().place;
    frames_.push_back({Wait::Prefix, *op, place, kPrefixPrecedence, {}, {}, {}});
    return Step::Operand;
  }
  cursor_.expected("an expression");
  return Step::Failed;
}

ExpressionParser::Step ExpressionParser::operand_word() {
  Token word = cursor_.peek();
  auto prefix = [&](PatternOp op) {
    uint8_t precedence = op == PatternOp::Throw ? op_info(op).precedence : kPrefixPrecedence;
    frames_.push_back({Wait::Prefix, op, word.place, precedence, {}, {}, {}});
    return Step::Operand;
  };
  if (is_statement_word(word.text)) {
    cursor_.expected("an expression");
    return Step::Failed;
  }
  if (inside(Wait::Arguments) && starts_type(cursor_, scope_.types)) {
    // va_arg(list, int)
    PatternNode node{.op = PatternOp::TypeOperand, .place = word.place};
    if (!parse_type(node.type)) return Step::Failed;
    return have(trees_.add(std::move(node)));
  }
  cursor_.next();
  if (word.text == "sizeof" || is_alignof(word.text)) {
    bool size = word.text == "sizeof";
    if (!cursor_.at("(") || !type_in_parentheses())
      return prefix(size ? PatternOp::Sizeof : PatternOp::Alignof);
    PatternNode node{.op = size ? PatternOp::SizeofType : PatternOp::AlignofType,
                     .place = word.place};
    cursor_.next();
    if (!parse_type(node.type) || !cursor_.expect(")", "after the type")) return Step::Failed;
    return have(trees_.add(std::move(node)));
  }
  // In C these two are names like others; what follows tells.
  if (word.text == "new" && cursor_.at_identifier()) return operand_new(word.place);
  if (word.text == "delete" && cursor_.at_identifier()) return prefix(PatternOp::Delete);
  if (word.text == "delete" && cursor_.at("[") && cursor_.peek(1).is("]")) {
    cursor_.next();
    cursor_.next();
    return prefix(PatternOp::DeleteArray);
  }
  if (word.text == "throw") {
    bool throws_again = cursor_.at(";") || cursor_.at("}") || cursor_.at(")");
    if (!throws_again) return prefix(PatternOp::Throw);
    return have(trees_.add({.op = PatternOp::Throw, .place = word.place}));
  }
  if (is_named_cast(word.text) && cursor_.at("<")) return named_cast(word);
  PatternNode node{.op = PatternOp::Name, .place = word.place, .text = std::string(word.text)};
  while (cursor_.at("::")) {
    bool destroys = cursor_.peek(1).is("~");
    if (cursor_.peek(destroys ? 2 : 1).kind != TokenKind::Identifier) break;
    cursor_.next();
    if (destroys) cursor_.next();
    node.text += destroys ? "::~" : "::";
    node.text += cursor_.next().text;
  }
  node.hole = scope_.hole(node.text);
  if (node.hole.valid()) node.op = PatternOp::Hole;
  return have(trees_.add(std::move(node)));
}

/// At `(`: whether a type stands in it, and not an expression.
bool ExpressionParser::type_in_parentheses() const {
  const Token& word = cursor_.peek(1);
  if (word.kind != TokenKind::Identifier) return false;
  // A hole's name hides a type's.
  if (scope_.hole(word.text).valid()) return false;
  bool is_known = scope_.types.contains(word.text) && !cursor_.peek(2).is("::");
  if (is_type_word(word.text) || is_known) return true;
  size_t i = 2;
  while (cursor_.peek(i).is("::") && cursor_.peek(i + 1).kind == TokenKind::Identifier) i += 2;
  size_t stars = i;
  while (cursor_.peek(i).is("*") || cursor_.peek(i).is_word("const")) ++i;
  if (!cursor_.peek(i).is(")")) return false;
  // `(T *)` is no expression, and `(T) x` none either unless `(T)` is a type.
  TokenKind after = cursor_.peek(i + 1).kind;
  return i > stars || after == TokenKind::Identifier || after == TokenKind::Number ||
         after == TokenKind::Character || after == TokenKind::String;
}

bool ExpressionParser::parse_type(CType& type) {
  return parse_specifiers(cursor_, type) && parse_abstract_suffix(cursor_, type);
}

ExpressionParser::Step ExpressionParser::operand_parenthesis() {
  bool is_type = type_in_parentheses();
  Place place = cursor_.next().place;
  if (!is_type) {
    frames_.push_back({Wait::Paren, PatternOp::Name, place, 0, {}, {}, {}});
    return Step::Operand;
  }
  CType type;
  if (!parse_type(type) || !cursor_.expect(")", "after the type")) return Step::Failed;
  if (cursor_.at("{")) return operand_list(std::move(type));
  frames_.push_back(
      {Wait::Prefix, PatternOp::Cast, place, kPrefixPrecedence, {}, std::move(type), {}});
  return Step::Operand;
}

/// At `{`; with a type, a compound literal.
ExpressionParser::Step ExpressionParser::operand_list(CType type) {
  Place place = cursor_.next().place;
  frames_.push_back({Wait::List, PatternOp::InitList, place, 0, {}, std::move(type), {}});
  return first_inside("}");
}

ExpressionParser::Step ExpressionParser::operand_new(Place place) {
  CType type;
  if (!parse_specifiers(cursor_, type)) return Step::Failed;
  while (cursor_.take("*")) type.suffix += '*';
  if (cursor_.at("[")) {
    cursor_.next();
    frames_.push_back({Wait::Subscript, PatternOp::New, place, 0, {}, std::move(type), "[]"});
    return Step::Operand;
  }
  if (cursor_.take("(")) {
    frames_.push_back({Wait::Arguments, PatternOp::New, place, 0, {}, std::move(type), "()"});
    return first_inside(")");
  }
  PatternNode node{.op = PatternOp::New, .place = place, .type = std::move(type)};
  return have(trees_.add(std::move(node)));
}

ExpressionParser::Step ExpressionParser::named_cast(const Token& word) {
  cursor_.next();
  CType type;
  if (!parse_type(type) || !cursor_.expect(">", "after the type") ||
      !cursor_.expect("(", "after the type"))
    return Step::Failed;
  frames_.push_back(
      {Wait::Paren, PatternOp::Cast, word.place, 0, {}, std::move(type), std::string(word.text)});
  return Step::Operand;
}

ExpressionParser::Step ExpressionParser::operator_after() {
  const Token& token = cursor_.peek();
  if (token.is("(") || token.is("[") || token.is(".") || token.is("->") || token.is("++") ||
      token.is("--"))
    return postfix();
  if (token.is(",")) return comma();
  if (token.is("?")) {
    reduce(kConditionalPrecedence + 1);
    frames_.push_back({Wait::Middle, PatternOp::Conditional, token.place, 0, {operand_}, {}, {}});
    cursor_.next();
    return Step::Operand;
  }
  if (token.is(":")) return colon();
  if (token.is(")") || token.is("]") || token.is("}")) return close(token.text);
  if (std::optional<PatternOp> op = find_operator(token, PatternShape::Binary)) return binary(*op);
  reduce(0);
  if (frames_.empty()) return Step::Done;
  cursor_.expected("an operator or the end of this expression");
  return Step::Failed;
}

ExpressionParser::Step ExpressionParser::postfix() {
  Token token = cursor_.next();
  if (token.is("(")) {
    Place place = trees_[operand_].place;
    frames_.push_back({Wait::Arguments, PatternOp::Call, place, 0, {operand_}, {}, {}});
    return first_inside(")");
  }
  if (token.is("[")) {
    Place place = trees_[operand_].place;
    frames_.push_back({Wait::Subscript, PatternOp::Index, place, 0, {operand_}, {}, {}});
    return Step::Operand;
  }
  if (token.is("++")) return have(add(PatternOp::PostIncrement, token.place, {operand_}));
  if (token.is("--")) return have(add(PatternOp::PostDecrement, token.place, {operand_}));
  if (!cursor_.at_identifier()) {
    cursor_.expected("the name of a member");
    return Step::Failed;
  }
  PatternOp op = token.is(".") ? PatternOp::Member : PatternOp::Arrow;
  return have(add(op, token.place, {operand_}, std::string(cursor_.next().text)));
}

ExpressionParser::Step ExpressionParser::binary(PatternOp op) {
  uint8_t precedence = op_info(op).precedence;
  // Assignments group from the right.
  reduce(precedence == kAssignPrecedence ? precedence + 1 : precedence);
  Place place = cursor_.next().place;
  frames_.push_back({Wait::Binary, op, place, precedence, {operand_}, {}, {}});
  return Step::Operand;
}

ExpressionParser::Step ExpressionParser::colon() {
  reduce(0);
  if (frames_.empty()) return Step::Done;  // of a case
  if (!inside(Wait::Middle)) {
    cursor_.expected("an operator or the end of this expression");
    return Step::Failed;
  }
  Frame& frame = frames_.back();
  frame.kids.push_back(operand_);
  frame.wait = Wait::Else;
  frame.precedence = kConditionalPrecedence;
  cursor_.next();
  return Step::Operand;
}

ExpressionParser::Step ExpressionParser::comma() {
  // What is open below decides: find it first, since the operator itself may only be reduced to.
  size_t open = frames_.size();
  while (open > 0 && frames_[open - 1].precedence != 0) --open;
  Wait wait = open > 0 ? frames_[open - 1].wait : Wait::Paren;
  if (open == 0 && commas_ == Commas::End) {
    reduce(0);
    return Step::Done;
  }
  if (wait != Wait::Arguments && wait != Wait::List) return binary(PatternOp::Comma);
  reduce(0);
  frames_.back().kids.push_back(operand_);
  cursor_.next();
  // A list may end with a comma.
  return wait == Wait::List ? first_inside("}") : Step::Operand;
}

/// After an opening token or a comma: the construct ends here, or goes on.
ExpressionParser::Step ExpressionParser::first_inside(std::string_view closer) {
  operand_ = {};
  return cursor_.at(closer) ? close(closer) : Step::Operand;
}

/// A closing token: of the innermost open construct, or of whoever called us.
ExpressionParser::Step ExpressionParser::close(std::string_view closer) {
  // Without an operand the construct is empty: `f()`, `{}`.
  if (operand_.valid()) reduce(0);
  if (frames_.empty()) return Step::Done;
  Frame& top = frames_.back();
  std::string_view wanted = top.wait == Wait::List        ? "}"
                            : top.wait == Wait::Subscript ? "]"
                            : top.wait == Wait::Middle    ? ":"
                                                          : ")";
  if (closer != wanted) {
    cursor_.expected(fmt::format("'{}'", wanted));
    return Step::Failed;
  }
  Frame frame = std::move(top);
  frames_.pop_back();
  cursor_.next();
  if (frame.wait == Wait::Paren && frame.op == PatternOp::Name) return Step::Operator;
  if (operand_.valid()) frame.kids.push_back(operand_);
  if (frame.op == PatternOp::Call) return have(finish_call(frame));
  PatternNode node{.op = frame.op,
                   .place = frame.place,
                   .text = std::move(frame.text),
                   .type = std::move(frame.type)};
  if (frame.wait == Wait::List && !node.type.empty()) {
    node.op = PatternOp::CompoundLiteral;
  }
  return have(trees_.add(std::move(node), frame.kids));
}

/// `call(-1, v)`, where `call` is a hole for calls, is any call with v among its arguments.
PatternId ExpressionParser::finish_call(Frame& frame) {
  const PatternNode& callee = trees_[frame.kids[0]];
  bool any_call =
      callee.hole.valid() && scope_.holes[callee.hole.index()].kind == HoleKind::AnyCall;
  if (any_call && frame.kids.size() == 3) {
    const PatternNode& first = trees_[frame.kids[1]];
    if (first.op == PatternOp::Minus && trees_[first.kids[0]].op == PatternOp::Number &&
        trees_[first.kids[0]].text == "1")
      return add(PatternOp::CallWithArgument, frame.place, {frame.kids[0], frame.kids[2]});
  }
  return add(PatternOp::Call, frame.place, std::move(frame.kids));
}

/// Finishes the waiting operators that bind at least as tight as `precedence`.
void ExpressionParser::reduce(uint8_t precedence) {
  while (!frames_.empty() && frames_.back().precedence != 0 &&
         frames_.back().precedence >= precedence) {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    frame.kids.push_back(operand_);
    PatternNode node{.op = frame.op, .place = frame.place, .type = std::move(frame.type)};
    operand_ = trees_.add(std::move(node), frame.kids);
  }
}

}  // namespace assay::metal
