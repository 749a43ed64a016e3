#include "support/random_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "logic/build.h"

namespace assay::test {

using logic::Bits;
using logic::Op;
using logic::Params;
using logic::Term;

RandomTerms::RandomTerms(logic::TermPool& pool, uint64_t seed, RandomTermOptions options)
    : pool_(pool), engine_(seed), options_(options) {}

uint32_t RandomTerms::width() {
  static constexpr uint32_t kCorners[] = {1, 2, 3, 4, 7, 8, 16, 31, 32, 33, 63, 64, 65, 127, 128};
  uint32_t width = number(2) == 0 ? kCorners[number(std::size(kCorners))]
                                  : static_cast<uint32_t>(number(options_.max_width)) + 1;
  return std::min(width, options_.max_width);
}

Bits RandomTerms::value(uint32_t width) {
  switch (number(6)) {
    case 0:
      return Bits(width, number(4));
    case 1:
      return bits_neg(Bits(width, number(4)));
    case 2:
      return bits_sub(bits_shl(Bits(width, 1), Bits(width, width - 1)), Bits(width, number(2)));
    case 3:
      return bits_shl(Bits(width, 1), bits_urem(Bits(width, engine_()), Bits(width, width)));
    default: {
      std::vector<uint64_t> words((width + 63) / 64);
      for (uint64_t& word : words) word = engine_();
      return Bits::from_words(width, words);
    }
  }
}

Term RandomTerms::leaf(uint32_t width) {
  if (number(3) == 0) return pool_.constant(value(width));
  for (Term symbol : symbols_) {
    if (symbol.width() == width && number(2) == 0) return symbol;
  }
  if (symbols_.size() < options_.symbols) {
    Term symbol = pool_.symbol(fmt::format("s{}_{}", symbols_.size(), width), width);
    if (std::ranges::find(symbols_, symbol) == symbols_.end()) symbols_.push_back(symbol);
    return symbol;
  }
  return fit(symbols_[number(symbols_.size())], width);
}

Term RandomTerms::make(Op op, uint32_t width, std::vector<Term> args, Params params) {
  return pool_.make(op, width, args, params);
}

// Cut, extended or repeated to a width.
Term RandomTerms::fit(Term term, uint32_t width) {
  if (term.width() == width) return term;
  if (term.width() > width) {
    auto low = static_cast<uint32_t>(number(term.width() - width + 1));
    return make(Op::Extract, width, {term}, {.a = low + width - 1, .b = low});
  }
  switch (number(3)) {
    case 0:
      return make(Op::ZExt, width, {term});
    case 1:
      return make(Op::SExt, width, {term});
    default:
      return make(Op::Concat, width, {pool_.constant(value(width - term.width())), term});
  }
}

Term RandomTerms::operand(uint32_t width) {
  if (made_.empty() || number(4) == 0) return leaf(width);
  // The younger ones more often, so that terms become deep.
  size_t back = std::min(number(made_.size()), number(made_.size()));
  Term chosen = made_[made_.size() - 1 - back];
  return fit(chosen, width);
}

Term RandomTerms::operation() {
  static constexpr Op kOps[] = {
      Op::Not,    Op::Neg,  Op::And,  Op::Or,  Op::Xor,  Op::Add,   Op::Sub,  Op::Mul,  Op::UDiv,
      Op::SDiv,   Op::URem, Op::SRem, Op::Shl, Op::LShr, Op::AShr,  Op::ZExt, Op::SExt, Op::Extract,
      Op::Concat, Op::Ite,  Op::Eq,   Op::Ult, Op::Slt,  Op::UMulO, Op::SMulO};
  Op op = kOps[number(std::size(kOps))];
  uint32_t width = number(3) == 0 ? this->width() : favourite_;
  switch (op) {
    case Op::Not:
    case Op::Neg:
      return make(op, width, {operand(width)});
    case Op::ZExt:
    case Op::SExt: {
      if (width == 1) return make(Op::Not, width, {operand(width)});
      auto inner = static_cast<uint32_t>(number(width - 1)) + 1;
      return make(op, width, {operand(inner)});
    }
    case Op::Extract: {
      auto low = static_cast<uint32_t>(number(width));
      auto high = low + static_cast<uint32_t>(number(width - low));
      return make(op, high - low + 1, {operand(width)}, {.a = high, .b = low});
    }
    case Op::Concat: {
      if (width == 1) return make(Op::Neg, width, {operand(width)});
      auto high = static_cast<uint32_t>(number(width - 1)) + 1;
      return make(op, width, {operand(high), operand(width - high)});
    }
    case Op::Ite:
      return make(op, width, {operand(1), operand(width), operand(width)});
    default: {
      bool is_predicate = op_info(op).width_rule == logic::WidthRule::Predicate;
      return make(op, is_predicate ? 1 : width, {operand(width), operand(width)});
    }
  }
}

Term RandomTerms::next() {
  symbols_.clear();
  made_.clear();
  favourite_ = width();
  uint64_t count = 1 + number(options_.operations);
  for (uint64_t i = 0; i < count; ++i) made_.push_back(operation());
  return made_.back();
}

Term RandomTerms::next_boolean() {
  Term term = next();
  if (term.width() == 1) return term;
  return make(number(2) == 0 ? Op::Eq : Op::Ult, 1, {term, operand(term.width())});
}

logic::Assignment RandomTerms::assignment() {
  logic::Assignment result;
  for (Term symbol : symbols_) result.emplace(symbol, value(symbol.width()));
  return result;
}

Term simplified(logic::TermPool& pool, Term term) {
  std::vector<uint32_t> nodes;
  std::vector<Term> todo{term};
  std::vector<Term> built(pool.node_count() + 1);
  std::vector<bool> seen(pool.node_count() + 1);
  while (!todo.empty()) {
    Term t = todo.back();
    todo.pop_back();
    if (t.node() == 0 || seen[t.node()]) continue;
    seen[t.node()] = true;
    nodes.push_back(t.node());
    for (Term arg : pool.args(t)) todo.push_back(arg);
  }
  std::ranges::sort(nodes);
  auto image = [&](Term t) { return t.node() == 0 ? t : built[t.node()]; };
  for (uint32_t id : nodes) {
    Term t = pool.term(id);
    std::vector<Term> args;
    for (Term arg : pool.args(t)) args.push_back(image(arg));
    built[id] = has_flag(pool.op(t), logic::kLeaf)
                    ? t
                    : logic::build(pool, pool.op(t), t.width(), args, pool.params(t));
  }
  return image(term);
}

}  // namespace assay::test
