#include "metal/statement_parser.h"

#include <algorithm>
#include <utility>

namespace assay::metal {

using Op = PatternOp;

std::optional<PatternId> StatementParser::parse_base() {
  Token open = cursor_.next();
  frames_.clear();
  expression_ = {};
  finished_ = {};
  if (cursor_.at("}")) {
    cursor_.diagnostics().error(open.place,
                                "this pattern is empty; '${{ 1 }}' is the one that always matches");
    return {};
  }
  frames_.push_back({Op::Compound, open.place, {}, {}});
  while (!finished_.valid()) {
    bool closes = cursor_.at("}") && frames_.back().op == Op::Compound;
    if (!(closes ? close_compound() : statement())) return {};
  }
  return finished_;
}

PatternId StatementParser::add(Op op, Place place, std::vector<PatternId> kids, std::string text) {
  return trees_.add({.op = op, .place = place, .text = std::move(text)}, kids);
}

bool StatementParser::close_compound() {
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  cursor_.next();
  if (!frames_.empty()) return complete(add(Op::Compound, frame.place, std::move(frame.kids)));
  if (expression_.valid()) {
    finished_ = expression_;
  } else if (frame.kids.size() == 1) {
    finished_ = frame.kids[0];
  } else {
    finished_ = add(Op::Compound, frame.place, std::move(frame.kids));
  }
  return true;
}

/// One step: a whole simple statement, or the head of one that has others in it.
bool StatementParser::statement() {
  const Token& token = cursor_.peek();
  if (token.is("{")) {
    frames_.push_back({Op::Compound, token.place, {}, {}});
    cursor_.next();
    return true;
  }
  if (token.is(";")) return complete(add(Op::EmptyStatement, cursor_.next().place, {}));
  if (token.kind == TokenKind::Identifier) {
    if (is_statement_word(token.text)) return statement_word(cursor_.next());
    if (cursor_.peek(1).is(":")) {
      Token name = cursor_.next();
      cursor_.next();
      frames_.push_back({Op::Label, name.place, {}, std::string(name.text)});
      return true;
    }
    if (at_declaration()) return declaration();
  }
  return expression_statement();
}

bool StatementParser::statement_word(const Token& word) {
  if (word.text == "if") return open_body(Op::If, word);
  if (word.text == "while") return open_body(Op::While, word);
  if (word.text == "switch") return open_body(Op::Switch, word);
  if (word.text == "for") return open_for(word);
  if (word.text == "case" || word.text == "default") return open_case(word);
  if (word.text == "return") return simple(Op::Return, word);
  if (word.text == "break") return simple(Op::Break, word);
  if (word.text == "continue") return simple(Op::Continue, word);
  if (word.text == "goto") return simple(Op::Goto, word);
  if (word.text == "do") {
    frames_.push_back({Op::DoWhile, word.place, {}, {}});
    return true;
  }
  return cursor_.diagnostics().error(word.place, "'else' without an 'if' before it");
}

std::optional<PatternId> StatementParser::parenthesized(std::string_view where) {
  if (!cursor_.expect("(", where)) return {};
  std::optional<PatternId> inner = expressions_.parse(Commas::Operator);
  if (!inner || !cursor_.expect(")", "at the end of the condition")) return {};
  return inner;
}

bool StatementParser::open_body(Op op, const Token& word) {
  std::optional<PatternId> condition = parenthesized(fmt::format("after '{}'", word.text));
  if (!condition) return false;
  frames_.push_back({op, word.place, {*condition}, {}});
  return true;
}

bool StatementParser::finish_for_part(std::string_view closer, std::vector<PatternId>& kids) {
  if (cursor_.at(closer)) {
    kids.push_back(add(Op::EmptyStatement, cursor_.next().place, {}));
    return true;
  }
  std::optional<PatternId> part = expressions_.parse(Commas::Operator);
  if (!part) return false;
  kids.push_back(*part);
  return cursor_.expect(closer, "in this 'for'");
}

bool StatementParser::open_for(const Token& word) {
  if (!cursor_.expect("(", "after 'for'")) return false;
  // The declaration goes to the frame as any statement goes to the one it stands in.
  frames_.push_back({Op::For, word.place, {}, {}});
  if (at_declaration()) {
    if (!declaration()) return false;
  } else if (!finish_for_part(";", frames_.back().kids)) {
    return false;
  }
  std::vector<PatternId>& kids = frames_.back().kids;
  return finish_for_part(";", kids) && finish_for_part(")", kids);
}

bool StatementParser::inside_any(std::initializer_list<Op> ops) const {
  return std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) {
    return std::find(ops.begin(), ops.end(), frame.op) != ops.end();
  });
}

bool StatementParser::open_case(const Token& word) {
  if (!inside_any({Op::Switch}))
    return cursor_.diagnostics().error(
        word.place, "'{}' outside a 'switch' is no pattern; a callout can match it", word.text);
  Frame frame{Op::Default, word.place, {}, {}};
  if (word.text == "case") {
    frame.op = Op::Case;
    std::optional<PatternId> value = expressions_.parse(Commas::Operator);
    if (!value) return false;
    frame.kids.push_back(*value);
    if (cursor_.take("...")) {
      std::optional<PatternId> last = expressions_.parse(Commas::Operator);
      if (!last) return false;
      frame.kids.push_back(*last);
      frame.op = Op::CaseRange;
    }
  }
  if (!cursor_.expect(":", fmt::format("after '{}'", word.text))) return false;
  if (cursor_.at("}"))
    return complete(add(frame.op, frame.place, [&] {
      frame.kids.push_back(add(Op::EmptyStatement, frame.place, {}));
      return frame.kids;
    }()));
  frames_.push_back(std::move(frame));
  return true;
}

/// Statements without others in them; the last `;` of a base pattern may be left out.
bool StatementParser::simple(Op op, const Token& word) {
  if ((op == Op::Break && !inside_any({Op::Switch, Op::While, Op::DoWhile, Op::For})) ||
      (op == Op::Continue && !inside_any({Op::While, Op::DoWhile, Op::For})))
    return cursor_.diagnostics().error(
        word.place, "'{}' outside a loop is no pattern; a callout can match it", word.text);
  std::vector<PatternId> kids;
  std::string text;
  if (op == Op::Goto) {
    if (!cursor_.at_identifier()) return cursor_.expected("a label after 'goto'");
    text = cursor_.next().text;
  } else if (op == Op::Return && !cursor_.at(";") && !cursor_.at("}")) {
    std::optional<PatternId> value = expressions_.parse(Commas::Operator);
    if (!value) return false;
    kids.push_back(*value);
  }
  if (!(frames_.size() == 1 && cursor_.at("}")) &&
      !cursor_.expect(";", fmt::format("after '{}'", word.text)))
    return false;
  return complete(add(op, word.place, std::move(kids), std::move(text)));
}

bool StatementParser::expression_statement() {
  Place place = cursor_.peek().place;
  std::optional<PatternId> expression = expressions_.parse(Commas::Operator);
  if (!expression) return false;
  if (frames_.size() == 1 && frames_[0].kids.empty() && cursor_.at("}")) {
    expression_ = *expression;
    return true;
  }
  if (!cursor_.expect(";", "after this expression")) return false;
  return complete(add(Op::ExpressionStatement, place, {*expression}));
}

/// What follows a name decides where no list of types does: `T x` and `T *x =` are declarations,
/// since a product whose value is dropped is not worth a pattern.
bool StatementParser::at_declaration() const {
  const Token& word = cursor_.peek();
  if (word.kind != TokenKind::Identifier || scope_.hole(word.text).valid()) return false;
  for (std::string_view begins_expression : {"new", "delete", "sizeof", "throw"})
    if (word.text == begins_expression) return false;
  // `int (*f)(void)` declares, `T(x)` converts.
  if (starts_type(cursor_, scope_.types))
    return !cursor_.peek(1).is("(") || cursor_.peek(2).is("*");
  size_t i = 1;
  while (cursor_.peek(i).is("::") && cursor_.peek(i + 1).kind == TokenKind::Identifier) i += 2;
  bool stars = cursor_.peek(i).is("*");
  while (cursor_.peek(i).is("*") || cursor_.peek(i).is_word("const")) ++i;
  if (cursor_.peek(i).kind != TokenKind::Identifier) return false;
  const Token& after = cursor_.peek(i + 1);
  return !stars || after.is(";") || after.is("=") || after.is(",") || after.is("}");
}

bool StatementParser::declaration() {
  Place place = cursor_.peek().place;
  CType specifiers;
  if (!parse_specifiers(cursor_, specifiers)) return false;
  std::vector<PatternId> declared;
  do {
    if (!declarator(specifiers, declared)) return false;
  } while (cursor_.take(","));
  if (!(frames_.size() == 1 && cursor_.at("}")) && !cursor_.expect(";", "after this declaration"))
    return false;
  PatternId statement =
      declared.size() == 1 ? declared[0] : add(Op::DeclarationGroup, place, std::move(declared));
  return complete(statement);
}

bool StatementParser::declarator(CType specifiers, std::vector<PatternId>& declared) {
  Token name;
  CType type = std::move(specifiers);
  if (!parse_declarator(cursor_, type, name)) return false;
  std::vector<PatternId> kids;
  if (cursor_.take("=")) {
    std::optional<PatternId> value = expressions_.parse_initializer();
    if (!value) return false;
    kids.push_back(*value);
  }
  PatternNode node{.op = Op::Declaration,
                   .place = name.place,
                   .text = std::string(name.text),
                   .type = std::move(type),
                   .hole = scope_.hole(name.text)};
  declared.push_back(trees_.add(std::move(node), kids));
  return true;
}

/// A statement is there: it goes into the one that waits, which may complete that one too.
bool StatementParser::complete(PatternId statement) {
  while (true) {
    Frame& frame = frames_.back();
    frame.kids.push_back(statement);
    if (frame.op == Op::Compound) return true;
    if (frame.op == Op::For && frame.kids.size() < 4) return true;  // its declaration
    if (frame.op == Op::If && !frame.after_else && cursor_.take_word("else")) {
      frame.after_else = true;
      return true;
    }
    if (frame.op == Op::DoWhile) {
      if (!cursor_.take_word("while")) return cursor_.expected("'while' after the body of 'do'");
      std::optional<PatternId> condition = parenthesized("after 'while'");
      if (!condition) return false;
      // The base pattern's last `;` may be left out.
      if (!(frames_.size() == 2 && cursor_.at("}")) &&
          !cursor_.expect(";", "after 'do … while (…)'"))
        return false;
      frames_.back().kids.push_back(*condition);
    }
    Frame done = std::move(frames_.back());
    frames_.pop_back();
    statement = add(done.op, done.place, std::move(done.kids), std::move(done.text));
  }
}

}  // namespace assay::metal
