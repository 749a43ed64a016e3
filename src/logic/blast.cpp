#include "logic/blast.h"

#include <algorithm>

#include "base/check.h"

namespace assay::logic {
namespace {

// Wide terms that only move bits about need no gates, but room for literals.
constexpr size_t kMaxLits = size_t{1} << 26;

}  // namespace

Lits Blaster::inputs(uint32_t width) {
  Lits result(width);
  for (Lit& lit : result) lit = aig_.make_input();
  return result;
}

Lits Blaster::bits(Term t) const {
  Lits result(t.width());
  if (t.is_immediate()) {
    for (uint32_t i = 0; i < t.width(); ++i) result[i] = Lit((t.bits() >> i & 1) != 0);
    return result;
  }
  if (pool_.is(t, Op::WideConst)) {
    Bits value = pool_.value(t);
    for (uint32_t i = 0; i < t.width(); ++i) result[i] = Lit(value.bit(i));
    return result;
  }
  ASSAY_CHECK(is_blasted(t), "a term should be blasted before its bits are asked for");
  auto start = lits_.begin() + (offsets_[t.node()] - 1);
  std::copy(start, start + t.width(), result.begin());
  return result;
}

void Blaster::visit(Term t) {
  if (t.node() == 0 || seen_[t.node()] || pool_.is(t, Op::WideConst)) return;
  seen_[t.node()] = true;
  todo_.push_back(t.node());
  stack_.push_back(t);
}

// The nodes under `root` that have no gates yet.  seen_ stays set: whatever is seen is blasted
// before the next question, or the blaster is given up.
void Blaster::collect(Term root) {
  if (seen_.size() <= pool_.node_count()) {
    size_t size = std::max<size_t>(pool_.node_count() + 1, seen_.size() * 2);
    seen_.resize(size);
    offsets_.resize(size);
  }
  todo_.clear();
  visit(root);
  while (!stack_.empty()) {
    Term t = stack_.back();
    stack_.pop_back();
    if (has_flag(pool_.op(t), kOpaque)) continue;
    for (Term arg : pool_.args(t)) visit(arg);
  }
  std::sort(todo_.begin(), todo_.end());
}

bool Blaster::blast(Term root) {
  collect(root);
  for (uint32_t node : todo_) {
    blast_node(pool_.term(node));
    if (aig_.too_large() || lits_.size() > kMaxLits) return false;
  }
  return !aig_.too_large();
}

void Blaster::blast_node(Term t) {
  Lits lits = circuit_for(t);
  ASSAY_CHECK(lits.size() == t.width(), "a circuit should be as wide as its term");
  offsets_[t.node()] = static_cast<uint32_t>(lits_.size()) + 1;
  lits_.insert(lits_.end(), lits.begin(), lits.end());
}

Lits Blaster::division(Term t, const Lits& a, const Lits& b) {
  Op op = pool_.op(t);
  DivisionKey key{op == Op::SDiv || op == Op::SRem, pool_.arg(t, 0), pool_.arg(t, 1)};
  auto found = divisions_.find(key);
  if (found == divisions_.end()) {
    circuit::Division made =
        key.is_signed ? circuit::sdivide(aig_, a, b) : circuit::udivide(aig_, a, b);
    found = divisions_.emplace(key, std::move(made)).first;
  }
  bool quotient = op == Op::UDiv || op == Op::SDiv;
  return quotient ? found->second.quotient : found->second.remainder;
}

Lits Blaster::arithmetic(Term t, const Lits& a, const Lits& b) {
  switch (pool_.op(t)) {
    case Op::And:
      return circuit::bit_and(aig_, a, b);
    case Op::Or:
      return circuit::bit_or(aig_, a, b);
    case Op::Xor:
      return circuit::bit_xor(aig_, a, b);
    case Op::Add:
      return circuit::add(aig_, a, b);
    case Op::Sub:
      return circuit::sub(aig_, a, b);
    case Op::Mul:
      return circuit::mul(aig_, a, b);
    case Op::UDiv:
    case Op::SDiv:
    case Op::URem:
    case Op::SRem:
      return division(t, a, b);
    case Op::Shl:
      return circuit::shl(aig_, a, b);
    case Op::LShr:
      return circuit::lshr(aig_, a, b);
    case Op::AShr:
      return circuit::ashr(aig_, a, b);
    case Op::Eq:
      return {circuit::eq(aig_, a, b)};
    case Op::Ult:
      return {circuit::ult(aig_, a, b)};
    case Op::Slt:
      return {circuit::slt(aig_, a, b)};
    case Op::UMulO:
      return {circuit::umul_overflows(aig_, a, b)};
    case Op::SMulO:
      return {circuit::smul_overflows(aig_, a, b)};
    default:
      break;
  }
  ASSAY_CHECK(false, "an operator should be opaque or have a circuit");
  return {};
}

Lits Blaster::circuit_for(Term t) {
  Op op = pool_.op(t);
  if (has_flag(op, kOpaque)) return inputs(t.width());
  std::span<const Term> args = pool_.args(t);
  Lits a = bits(args[0]);
  switch (op) {
    case Op::Not:
      return circuit::bit_not(a);
    case Op::Neg:
      return circuit::neg(aig_, a);
    case Op::ZExt:
      a.resize(t.width(), kFalseLit);
      return a;
    case Op::SExt: {
      Lit sign = a.back();
      a.resize(t.width(), sign);
      return a;
    }
    case Op::Extract: {
      Params slice = pool_.params(t);
      return Lits(a.begin() + slice.b, a.begin() + slice.a + 1);
    }
    case Op::Concat: {
      Lits result = bits(args[1]);
      result.insert(result.end(), a.begin(), a.end());
      return result;
    }
    case Op::Ite:
      return circuit::ite(aig_, a[0], bits(args[1]), bits(args[2]));
    default:
      return arithmetic(t, a, bits(args[1]));
  }
}

}  // namespace assay::logic
