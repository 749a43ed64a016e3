#include "logic/candidate.h"

#include "logic/fold.h"
#include "logic/word_ops.h"

namespace assay::logic {

void Candidate::start(const Cone& cone) {
  cone_ = &cone;
  words_.resize(cone.size());
  wide_.clear();
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

// The integer operators on words: all but a few questions are asked of these alone.
bool Candidate::compute_word(Op op, Term t, uint64_t& result) const {
  std::span<const Term> args = pool_.args(t);
  for (Term arg : args) {
    if (arg.width() > 64) return false;
  }
  uint32_t width = args[0].width();
  uint64_t a = word(args[0]), b = args.size() > 1 ? word(args[1]) : 0;
  switch (op) {
    case Op::Not:
      return result = ~a, true;
    case Op::Neg:
      return result = uint64_t{0} - a, true;
    case Op::And:
      return result = a & b, true;
    case Op::Or:
      return result = a | b, true;
    case Op::Xor:
      return result = a ^ b, true;
    case Op::Add:
      return result = a + b, true;
    case Op::Sub:
      return result = a - b, true;
    case Op::Mul:
      return result = a * b, true;
    case Op::UDiv:
      return result = word::udiv(a, b), true;
    case Op::SDiv:
      return result = word::sdiv(width, a, b), true;
    case Op::URem:
      return result = word::urem(a, b), true;
    case Op::SRem:
      return result = word::srem(width, a, b), true;
    case Op::Shl:
      return result = word::shl(width, a, b), true;
    case Op::LShr:
      return result = word::lshr(width, a, b), true;
    case Op::AShr:
      return result = word::ashr(width, a, b), true;
    case Op::ZExt:
      return result = a, true;
    case Op::SExt:
      return result = static_cast<uint64_t>(word::to_signed(width, a)), true;
    case Op::Extract:
      return result = a >> pool_.params(t).b, true;
    case Op::Concat:
      return result = a << args[1].width() | b, true;
    case Op::Ite:
      return result = a != 0 ? b : word(args[2]), true;
    case Op::Eq:
      return result = a == b, true;
    case Op::Ult:
      return result = a < b, true;
    case Op::Slt:
      return result = word::slt(width, a, b), true;
    case Op::UMulO:
      return result = word::umulo(width, a, b), true;
    case Op::SMulO:
      return result = word::smulo(width, a, b), true;
    default:
      return false;
  }
}

void Candidate::set_computed(size_t index, Term t) {
  Op op = pool_.op(t);
  if (op == Op::WideConst) return;  // value() asks the pool
  uint64_t result = 0;
  if (t.width() <= 64 && compute_word(op, t, result)) {
    words_[index] = result & low_mask(t.width());
    return;
  }
  args_.clear();
  for (Term arg : pool_.args(t)) args_.push_back(value(arg));
  set(index, fold(op, t.width(), args_, pool_.params(t)));
}

Assignment Candidate::assignment() const {
  Assignment result;
  for_each_input([&](Term t) { result.emplace(t, value(t)); });
  return result;
}

}  // namespace assay::logic
