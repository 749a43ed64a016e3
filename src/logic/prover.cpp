#include "logic/prover.h"

#include <algorithm>

#include "base/check.h"
#include "logic/build.h"
#include "logic/completion.h"
#include "logic/gate_solver.h"
#include "logic/preparation.h"
#include "logic/query_recorder.h"

namespace assay::logic {

class Prover::Impl {
 public:
  Impl(TermPool& pool, ProverOptions options)
      : pool_(pool),
        options_(options),
        preparation_(pool),
        cone_(pool),
        candidate_(pool),
        completion_(pool) {}

  void assert_always(Term t) {
    ASSAY_CHECK(t.width() == 1, "an assertion should be a Boolean");
    asserted_.push_back({t, Conjunct::kAsserted});
  }

  Answer check(std::span<const Term> assumptions, const Budget& budget) {
    ++counts_.questions;
    model_ = nullptr;
    conjuncts_ = asserted_;
    for (uint32_t i = 0; i < assumptions.size(); ++i) {
      ASSAY_CHECK(assumptions[i].width() == 1, "an assumption should be a Boolean");
      conjuncts_.push_back({assumptions[i], i});
    }
    question_.clear();
    for (const Conjunct& conjunct : conjuncts_) question_.push_back(conjunct.term);
    if (options_.recorder != nullptr) options_.recorder->record(pool_, question_);
    switch (preparation_.run(conjuncts_, options_.filters)) {
      case Preparation::Outcome::SatAsAsked:
        ++counts_.by_guess;
        return remembered(preparation_.guess());
      case Preparation::Outcome::Sat:
        ++counts_.by_guess;
        return satisfied(preparation_.guess());
      case Preparation::Outcome::UnsatTrivial:
        ++counts_.trivial;
        return refuted(assumptions, preparation_.core());
      case Preparation::Outcome::UnsatByFacts:
        ++counts_.by_facts;
        return refuted(assumptions, preparation_.core());
      case Preparation::Outcome::UnsatByRewrite:
        ++counts_.by_rewrite;
        return refuted(assumptions, preparation_.core());
      case Preparation::Outcome::Open:
        break;
    }
    return decide(assumptions, budget);
  }

  TermPool& pool() { return pool_; }
  Assignment model() const { return model_ != nullptr ? model_->assignment() : Assignment(); }
  const ProverCounts& counts() const { return counts_; }

 private:
  Answer refuted(std::span<const Term> assumptions, std::span<const uint32_t> core) {
    Answer answer{.verdict = Verdict::Unsat};
    for (uint32_t origin : core) {
      if (origin != Conjunct::kAsserted) answer.core.push_back(assumptions[origin]);
    }
    return answer;
  }

  Answer satisfied(const Candidate& found) {
    if (!completion_.run(question_, found, preparation_.replaced())) {
      ++counts_.wrong_models;
      return unknown("the model found does not satisfy the question");
    }
    return remembered(completion_.values());
  }

  /// A model of the whole question.
  Answer remembered(const Candidate& model) {
    model_ = &model;
    preparation_.remember(model);
    return {.verdict = Verdict::Sat};
  }

  Answer unknown(std::string_view reason) {
    ++counts_.unknown;
    return {.verdict = Verdict::Unknown, .reason = reason};
  }

  // Asks the gates.  A model of theirs may take an opaque term for something it is not; then a
  // lemma says what it is there, and they are asked again.
  Answer decide(std::span<const Term> assumptions, const Budget& budget) {
    if (gates_ == nullptr) gates_ = std::make_unique<GateSolver>(pool_, options_.max_gates);
    std::vector<Term> terms = preparation_.terms();
    size_t own = terms.size();
    for (uint32_t round = 0; round <= budget.rounds; ++round) {
      // All rounds after the first share what the first one has.
      int64_t conflicts = budget.conflicts;
      if (round > 0 && conflicts > 0) conflicts = std::max<int64_t>(conflicts / budget.rounds, 1);
      GateSolver::Outcome outcome = gates_->solve(terms, conflicts);
      if (outcome == GateSolver::Outcome::TooLarge) return unknown("the circuit is too large");
      if (outcome == GateSolver::Outcome::OutOfConflicts) return unknown("out of conflicts");
      if (round == 0) ++(gates_->was_solver_used() ? counts_.by_solver : counts_.by_gates);
      if (outcome == GateSolver::Outcome::Unsat) {
        std::vector<uint32_t> failed;
        for (uint32_t position : gates_->failed()) {
          if (position < own) failed.push_back(position);
        }
        return refuted(assumptions, preparation_.origins(failed));
      }
      cone_.collect(preparation_.terms());
      candidate_.compute(cone_, [&](Term t) { return gates_->value(t); });
      if (holds()) return satisfied(candidate_);
      size_t before = terms.size();
      add_lemmas(terms);
      ASSAY_CHECK(terms.size() > before, "a model of the gates should satisfy the question");
    }
    return unknown("floating point or functions refuted every model tried");
  }

  bool holds() const {
    for (Term t : preparation_.terms()) {
      if (!candidate_.is_true(t)) return false;
    }
    return true;
  }

  void add_lemmas(std::vector<Term>& terms) {
    for (size_t i = 0, count = cone_.size(); i < count; ++i) {
      Term t = cone_.term(i);
      Op op = pool_.op(t);
      if (!has_flag(op, kOpaque) || has_flag(op, kLeaf) || !gates_->has_value(t)) continue;
      if (candidate_.value(t) == gates_->value(t)) continue;
      terms.push_back(op == Op::Apply ? same_application(i) : value_there(t));
    }
  }

  // f(a) and f(b) differ where a and b are the same: a = b implies f(a) = f(b).
  Term same_application(size_t index) {
    Term t = cone_.term(index);
    for (size_t i = 0; i < index; ++i) {
      Term other = cone_.term(i);
      if (!pool_.is(other, Op::Apply) || other.width() != t.width() ||
          pool_.params(other) != pool_.params(t) ||
          pool_.args(other).size() != pool_.args(t).size())
        continue;
      Term same = kTrue;
      bool alike = true;
      for (size_t k = 0; k < pool_.args(t).size() && alike; ++k) {
        Term a = pool_.arg(t, k), b = pool_.arg(other, k);
        alike = a.width() == b.width() && candidate_.value(a) == candidate_.value(b);
        if (alike) same = bit_and(pool_, same, eq(pool_, a, b));
      }
      if (alike) return implies(pool_, same, eq(pool_, t, other));
    }
    ASSAY_CHECK(false, "an application with another value should have an equal one before it");
    return kTrue;
  }

  // Arguments of these values imply this result.
  Term value_there(Term t) {
    Term there = kTrue;
    for (size_t k = 0; k < pool_.args(t).size(); ++k) {
      Term arg = pool_.arg(t, k);
      there = bit_and(pool_, there, eq(pool_, arg, pool_.constant(candidate_.value(arg))));
    }
    return implies(pool_, there, eq(pool_, t, pool_.constant(candidate_.value(t))));
  }

  TermPool& pool_;
  ProverOptions options_;
  ProverCounts counts_;
  Preparation preparation_;
  std::unique_ptr<GateSolver> gates_;  // made when the first question needs it
  Cone cone_;
  Candidate candidate_;
  Completion completion_;
  std::vector<Conjunct> asserted_, conjuncts_;
  std::vector<Term> question_;
  const Candidate* model_ = nullptr;  // after a Sat, until the next question
};

Prover::Prover(TermPool& pool, ProverOptions options)
    : impl_(std::make_unique<Impl>(pool, options)) {}

Prover::~Prover() = default;

void Prover::assert_always(Term t) { impl_->assert_always(t); }

Answer Prover::check(std::span<const Term> assumptions, const Budget& budget) {
  return impl_->check(assumptions, budget);
}

Tri Prover::is_valid(Term t, const Budget& budget) {
  Term negation = bit_not(impl_->pool(), t);
  switch (check(negation, budget).verdict) {
    case Verdict::Unsat:
      return Tri::Yes;
    case Verdict::Sat:
      return Tri::No;
    default:
      return Tri::Unknown;
  }
}

Assignment Prover::model() const { return impl_->model(); }

const ProverCounts& Prover::counts() const { return impl_->counts(); }

}  // namespace assay::logic
