#include "logic/candidate.h"

#include <algorithm>

#include "logic/fold.h"
#include "logic/word_ops.h"

namespace assay::logic {

uint32_t Candidate::place_of(Term arg) {
  if (!arg.is_immediate()) return cone_->index(arg);
  words_.push_back(arg.bits());
  return static_cast<uint32_t>(words_.size() - 1);
}

Candidate::Step Candidate::step_for(Term t) {
  Step step;
  step.op = pool_.op(t);
  if (step.op == Op::WideConst) return step.kind = Step::Constant, step;
  if (step.op == Op::Apply) return step.kind = Step::Application, step;
  if (has_flag(step.op, kLeaf)) return step.kind = Step::Input, step;
  std::span<const Term> args = pool_.args(t);
  bool is_word = t.width() <= 64 && !has_flag(step.op, kOpaque);
  for (Term arg : args) is_word = is_word && arg.width() <= 64;
  if (!is_word) return step;
  step.kind = Step::Word;
  step.width = static_cast<uint8_t>(t.width());
  step.arg_width = static_cast<uint8_t>(args[0].width());
  if (step.op == Op::Extract) step.shift = pool_.params(t).b;
  if (step.op == Op::Concat) step.shift = args[1].width();
  step.a = place_of(args[0]);
  step.b = args.size() > 1 ? place_of(args[1]) : step.a;
  step.c = args.size() > 2 ? place_of(args[2]) : step.a;
  return step;
}

void Candidate::start(const Cone& cone) {
  wide_.clear();
  if (cone_ == &cone && version_ == cone.version()) return;
  cone_ = &cone;
  version_ = cone.version();
  words_.resize(cone.size());
  steps_.clear();
  is_plain_ = true;
  for (size_t i = 0; i < cone.size(); ++i) {
    steps_.push_back(step_for(cone.term(i)));
    is_plain_ = is_plain_ && steps_.back().kind != Step::Application;
  }
}

void Candidate::set(size_t index, const Bits& value) {
  if (value.is_small())
    words_[index] = value.low();
  else
    wide_[static_cast<uint32_t>(index)] = value;
}

Bits Candidate::value(Term t) const {
  if (pool_.is_constant(t)) return pool_.value(t);
  if (t.width() <= 64) return Bits(t.width(), words_[cone_->index(t)]);
  return wide_.at(cone_->index(t));
}

void Candidate::set_application(size_t index, Term t, const Bits& wish) {
  std::vector<Bits> args;
  for (Term arg : pool_.args(t)) args.push_back(value(arg));
  // One name at two widths is two functions.
  Term function = Term::constant(64, uint64_t{pool_.params(t).a} << 32 | t.width());
  set(index, functions_.try_emplace({function, std::move(args)}, wish).first->second);
}

void Candidate::set_folded(size_t index, Term t) {
  args_.clear();
  for (Term arg : pool_.args(t)) args_.push_back(value(arg));
  set(index, fold(pool_.op(t), t.width(), args_, pool_.params(t)));
}

// The integer operators on words: all but a few questions are asked of these alone.
uint64_t Candidate::compute_word(const Step& step) const {
  uint64_t a = words_[step.a], b = words_[step.b];
  uint32_t width = step.arg_width;
  auto result = [&]() -> uint64_t {
    switch (step.op) {
      case Op::Not:
        return ~a;
      case Op::Neg:
        return uint64_t{0} - a;
      case Op::And:
        return a & b;
      case Op::Or:
        return a | b;
      case Op::Xor:
        return a ^ b;
      case Op::Add:
        return a + b;
      case Op::Sub:
        return a - b;
      case Op::Mul:
        return a * b;
      case Op::UDiv:
        return word::udiv(a, b);
      case Op::SDiv:
        return word::sdiv(width, a, b);
      case Op::URem:
        return word::urem(a, b);
      case Op::SRem:
        return word::srem(width, a, b);
      case Op::Shl:
        return word::shl(width, a, b);
      case Op::LShr:
        return word::lshr(width, a, b);
      case Op::AShr:
        return word::ashr(width, a, b);
      case Op::ZExt:
        return a;
      case Op::SExt:
        return static_cast<uint64_t>(word::to_signed(width, a));
      case Op::Extract:
        return a >> step.shift;
      case Op::Concat:
        return a << step.shift | b;
      case Op::Ite:
        return a != 0 ? b : words_[step.c];
      case Op::Eq:
        return a == b ? 1 : 0;
      case Op::Ult:
        return a < b ? 1 : 0;
      case Op::Slt:
        return word::slt(width, a, b) ? 1 : 0;
      case Op::UMulO:
        return word::umulo(width, a, b) ? 1 : 0;
      case Op::SMulO:
        return word::smulo(width, a, b) ? 1 : 0;
      default:
        ASSAY_CHECK(false, "every integer operator should have a meaning on words");
        return 0;
    }
  };
  return result() & low_mask(step.width);
}

bool Candidate::is_any_changed(std::span<const Term> args) const {
  return std::any_of(args.begin(), args.end(), [&](Term arg) {
    return !arg.is_immediate() && changed_[cone_->index(arg)] != 0;
  });
}

void Candidate::change(Term leaf, uint64_t word) {
  ASSAY_CHECK(is_plain_, "an application's value should not be changed alone");
  changed_.assign(words_.size(), 0);
  uint32_t begin = cone_->index(leaf);
  words_[begin] = word & low_mask(leaf.width());
  changed_[begin] = 1;
  for (size_t i = begin + 1; i < steps_.size(); ++i) {
    const Step& step = steps_[i];
    if (step.kind == Step::Word) {
      if ((changed_[step.a] | changed_[step.b] | changed_[step.c]) == 0) continue;
      uint64_t before = words_[i];
      words_[i] = compute_word(step);
      changed_[i] = words_[i] != before ? 1 : 0;
    } else if (step.kind == Step::Any && is_any_changed(pool_.args(cone_->term(i)))) {
      set_folded(i, cone_->term(i));
      changed_[i] = 1;
    }
  }
}

Assignment Candidate::assignment() const {
  Assignment result;
  for_each_input([&](Term t) { result.emplace(t, value(t)); });
  return result;
}

}  // namespace assay::logic
