#include "logic/refine.h"

#include <algorithm>

#include "logic/transfer.h"

namespace assay::logic {
namespace {

// More rounds find little more, and intervals could creep by one for ever.
constexpr int kRounds = 4;

}  // namespace

Facts Refinement::of(Term t) const {
  if (t.is_immediate() || cone_ == nullptr || !cone_->contains(t)) return base_.of(t);
  return facts_[cone_->index(t)];
}

bool Refinement::narrow(size_t index, const Facts& facts) {
  if (facts_[index].meet(facts)) {
    dirty_[index] = fresh_[index] = 1;
    changed_ = true;
  }
  return !facts_[index].empty;
}

bool Refinement::assume(std::span<const Term> assumptions) {
  for (Term t : assumptions) {
    if (t.is_false()) return false;
    if (t.is_immediate()) continue;
    if (!narrow(cone_->index(t), Facts::boolean(true))) return false;
  }
  return true;
}

void Refinement::load_args(Term t) {
  args_.clear();
  for (Term arg : pool_.args(t)) args_.push_back(of(arg));
}

bool Refinement::downwards() {
  for (size_t i = cone_->size(); i-- > 0;) {
    if (!dirty_[i]) continue;
    dirty_[i] = 0;
    Term t = cone_->term(i);
    Op op = pool_.op(t);
    if (has_flag(op, kLeaf) || has_flag(op, kOpaque)) continue;
    load_args(t);
    backward(op, facts_[i], args_, pool_.params(t));
    std::span<const Term> args = pool_.args(t);
    for (size_t k = 0; k < args.size(); ++k) {
      if (args_[k].empty) return false;
      if (args[k].is_immediate()) continue;
      if (!narrow(cone_->index(args[k]), args_[k])) return false;
    }
  }
  return true;
}

bool Refinement::has_fresh_args(Term t) const {
  for (Term arg : pool_.args(t)) {
    if (!arg.is_immediate() && fresh_[cone_->index(arg)] != 0) return true;
  }
  return false;
}

// The base's facts are those that arguments give already, so only what is news counts.
bool Refinement::upwards() {
  for (size_t i = 0; i < cone_->size(); ++i) {
    Term t = cone_->term(i);
    Op op = pool_.op(t);
    if (has_flag(op, kLeaf) || has_flag(op, kOpaque) || !has_fresh_args(t)) continue;
    load_args(t);
    if (!narrow(i, forward(op, t.width(), args_, pool_.params(t)))) return false;
    // A decided node may decide more below once its arguments know more.
    if (t.width() == 1 && facts_[i].is_constant()) dirty_[i] = 1;
  }
  std::fill(fresh_.begin(), fresh_.end(), 0);
  return true;
}

bool Refinement::run(const Cone& cone, std::span<const Term> assumptions) {
  cone_ = &cone;
  facts_.clear();
  for (size_t i = 0; i < cone.size(); ++i) facts_.push_back(base_.of(cone.term(i)));
  dirty_.assign(cone.size(), 0);
  fresh_.assign(cone.size(), 0);
  if (!assume(assumptions)) return false;
  for (int round = 0; round < kRounds; ++round) {
    changed_ = false;
    if (!downwards()) return false;
    if (!upwards()) return false;
    if (!changed_) break;
  }
  return true;
}

}  // namespace assay::logic
