#include "metal/pattern_parser.h"

#include <utility>

#include "base/nearest.h"

namespace assay::metal {

std::optional<PatternId> PatternParser::parse() {
  failed_ = false;
  frames_.assign(1, {cursor_.peek().place, {}, {}});
  while (true) {
    if (cursor_.at("(")) {
      frames_.push_back({cursor_.next().place, {}, {}});
      continue;
    }
    std::optional<PatternId> part = primary();
    if (!part) return {};
    frames_.back().conjuncts.push_back(*part);
    while (frames_.size() > 1 && cursor_.take(")")) {
      PatternId inner = finish(frames_.back());
      frames_.pop_back();
      frames_.back().conjuncts.push_back(inner);
    }
    if (cursor_.take("&&")) continue;
    if (cursor_.take("||")) {
      Frame& frame = frames_.back();
      frame.alternatives.push_back(combine(PatternOp::All, frame.conjuncts));
      continue;
    }
    break;
  }
  if (frames_.size() > 1) {
    cursor_.expected("'&&', '||' or ')' in this pattern");
    return {};
  }
  PatternId whole = finish(frames_.back());
  if (failed_) return {};
  return whole;
}

PatternId PatternParser::combine(PatternOp op, std::vector<PatternId>& kids) {
  PatternId combined = kids[0];
  if (kids.size() > 1) combined = trees_.add({.op = op, .place = trees_[kids[0]].place}, kids);
  kids.clear();
  return combined;
}

PatternId PatternParser::finish(Frame& frame) {
  frame.alternatives.push_back(combine(PatternOp::All, frame.conjuncts));
  return combine(PatternOp::Any, frame.alternatives);
}

/// None: nothing that starts a pattern stands here.  A base pattern with a mistake in it is
/// skipped, and an empty statement stands for it: what follows may have mistakes of its own.
std::optional<PatternId> PatternParser::primary() {
  const Token& token = cursor_.peek();
  if (token.is("{")) {
    size_t open = cursor_.position();
    std::optional<PatternId> base = statements_.parse_base();
    if (base) return base;
    failed_ = true;
    cursor_.seek(cursor_.after_braces(open));
    return trees_.add({.op = PatternOp::EmptyStatement, .place = token.place});
  }
  if (token.is("${")) {
    RawCode code;
    if (!cursor_.raw_code(code)) return {};
    if (code.text.empty()) {
      failed_ = true;
      cursor_.diagnostics().error(token.place, "this callout is empty");
    }
    return trees_.add({.op = PatternOp::Callout, .place = code.place, .text = code.text});
  }
  if (token.kind == TokenKind::Special) {
    if (token.text != "$end_of_path$") {
      cursor_.diagnostics().error(token.place, "'{}' is no pattern; did you mean '$end_of_path$'?",
                                  token.text);
      failed_ = true;
    }
    return trees_.add({.op = PatternOp::EndOfPath, .place = cursor_.next().place});
  }
  if (token.kind == TokenKind::Identifier) return named();
  cursor_.expected("a pattern");
  return {};
}

std::optional<PatternId> PatternParser::named() {
  Token word = cursor_.next();
  PatternNode node{.op = PatternOp::Named, .place = word.place, .text = std::string(word.text)};
  std::vector<std::string_view> names;
  for (size_t i = 0; i < scope_.patterns.size(); ++i) {
    names.push_back(scope_.patterns[i].name);
    if (scope_.patterns[i].name == word.text) node.named = NamedPatternId(i);
  }
  if (!node.named.valid()) {
    failed_ = true;
    cursor_.diagnostics().error(word.place, "pattern '{}' is not defined before its use{}",
                                word.text, suggestion(word.text, names));
  }
  return trees_.add(std::move(node));
}

}  // namespace assay::metal
