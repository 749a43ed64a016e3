#include <cvc5/cvc5.h>

#include <algorithm>
#include <map>

#include "logic/cone.h"
#include "prover/solvers.h"

namespace assay::bench {
namespace {

using logic::Op;
using logic::Term;
using logic::TermPool;
using logic::Verdict;

/// Terms go over one by one: the library has no parser in its interface.
class Cvc5 : public Rival {
 public:
  explicit Cvc5(uint32_t milliseconds) : milliseconds_(milliseconds) {}
  std::string_view name() const override { return "cvc5"; }

  bool prepare(const std::string&, const TermPool& pool, std::span<const Term> conjuncts) override {
    made_.clear();
    assertions_.clear();
    solver_ = std::make_unique<cvc5::Solver>();
    solver_->setOption("tlimit-per", std::to_string(milliseconds_));
    solver_->setLogic("QF_BV");
    logic::Cone cone(pool);
    cone.collect(conjuncts);
    for (size_t i = 0; i < cone.size(); ++i) {
      if (!make(pool, cone.term(i))) return false;
    }
    for (Term t : conjuncts)
      assertions_.push_back(
          solver_->mkTerm(cvc5::EQUAL, {get(pool, t), solver_->mkBitVector(1, 1)}));
    return true;
  }

  Verdict solve() override {
    for (const cvc5::Term& assertion : assertions_) solver_->assertFormula(assertion);
    cvc5::Result result = solver_->checkSat();
    if (result.isSat()) return Verdict::Sat;
    return result.isUnsat() ? Verdict::Unsat : Verdict::Unknown;
  }

 private:
  cvc5::Term get(const TermPool& pool, Term t) {
    if (!pool.is_constant(t)) return made_.at(t);
    return solver_->mkBitVector(t.width(), pool.value(t).decimal(), 10);
  }

  static cvc5::Kind kind(Op op) {
    switch (op) {
      case Op::Not:
        return cvc5::BITVECTOR_NOT;
      case Op::Neg:
        return cvc5::BITVECTOR_NEG;
      case Op::And:
        return cvc5::BITVECTOR_AND;
      case Op::Or:
        return cvc5::BITVECTOR_OR;
      case Op::Xor:
        return cvc5::BITVECTOR_XOR;
      case Op::Add:
        return cvc5::BITVECTOR_ADD;
      case Op::Sub:
        return cvc5::BITVECTOR_SUB;
      case Op::Mul:
        return cvc5::BITVECTOR_MULT;
      case Op::UDiv:
        return cvc5::BITVECTOR_UDIV;
      case Op::SDiv:
        return cvc5::BITVECTOR_SDIV;
      case Op::URem:
        return cvc5::BITVECTOR_UREM;
      case Op::SRem:
        return cvc5::BITVECTOR_SREM;
      case Op::Shl:
        return cvc5::BITVECTOR_SHL;
      case Op::LShr:
        return cvc5::BITVECTOR_LSHR;
      case Op::AShr:
        return cvc5::BITVECTOR_ASHR;
      case Op::Concat:
        return cvc5::BITVECTOR_CONCAT;
      case Op::Eq:
        return cvc5::BITVECTOR_COMP;
      case Op::Ult:
        return cvc5::BITVECTOR_ULTBV;
      case Op::Slt:
        return cvc5::BITVECTOR_SLTBV;
      default:
        return cvc5::UNDEFINED_KIND;
    }
  }

  // Overflow of a product, by the product at double width: this version has no operator for it.
  cvc5::Term overflow(bool is_signed, uint32_t width, const std::vector<cvc5::Term>& args) {
    cvc5::Op extend = solver_->mkOp(
        is_signed ? cvc5::BITVECTOR_SIGN_EXTEND : cvc5::BITVECTOR_ZERO_EXTEND, {width});
    cvc5::Term product =
        solver_->mkTerm(cvc5::BITVECTOR_MULT,
                        {solver_->mkTerm(extend, {args[0]}), solver_->mkTerm(extend, {args[1]})});
    cvc5::Term low =
        solver_->mkTerm(solver_->mkOp(cvc5::BITVECTOR_EXTRACT, {width - 1, 0}), {product});
    return solver_->mkTerm(
        cvc5::BITVECTOR_NOT,
        {solver_->mkTerm(cvc5::BITVECTOR_COMP, {product, solver_->mkTerm(extend, {low})})});
  }

  bool make(const TermPool& pool, Term t) {
    Op op = pool.op(t);
    if (op == Op::WideConst) return true;
    if (op == Op::Symbol) {
      made_[t] = solver_->mkConst(solver_->mkBitVectorSort(t.width()), std::string(pool.name(t)));
      return true;
    }
    if (logic::has_flag(op, logic::kOpaque)) return false;
    std::vector<cvc5::Term> args;
    for (Term arg : pool.args(t)) args.push_back(get(pool, arg));
    uint32_t width = pool.arg(t, 0).width();
    switch (op) {
      case Op::ZExt:
      case Op::SExt: {
        cvc5::Kind extend =
            op == Op::ZExt ? cvc5::BITVECTOR_ZERO_EXTEND : cvc5::BITVECTOR_SIGN_EXTEND;
        made_[t] = solver_->mkTerm(solver_->mkOp(extend, {t.width() - width}), args);
        return true;
      }
      case Op::Extract: {
        logic::Params slice = pool.params(t);
        made_[t] =
            solver_->mkTerm(solver_->mkOp(cvc5::BITVECTOR_EXTRACT, {slice.a, slice.b}), args);
        return true;
      }
      case Op::Ite: {
        cvc5::Term condition = solver_->mkTerm(cvc5::EQUAL, {args[0], solver_->mkBitVector(1, 1)});
        made_[t] = solver_->mkTerm(cvc5::ITE, {condition, args[1], args[2]});
        return true;
      }
      case Op::UMulO:
      case Op::SMulO:
        made_[t] = overflow(op == Op::SMulO, width, args);
        return true;
      default:
        made_[t] = solver_->mkTerm(kind(op), args);
        return true;
    }
  }

  uint32_t milliseconds_;
  std::unique_ptr<cvc5::Solver> solver_;
  std::map<Term, cvc5::Term> made_;
  std::vector<cvc5::Term> assertions_;
};

}  // namespace

std::unique_ptr<Rival> make_cvc5(uint32_t milliseconds) {
  return std::make_unique<Cvc5>(milliseconds);
}

}  // namespace assay::bench
