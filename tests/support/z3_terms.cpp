#include "support/z3_terms.h"

#include <fmt/format.h>

#include <vector>

namespace assay::test {

using logic::Bits;
using logic::Op;
using logic::Term;

Z3Terms::Z3Terms(const logic::TermPool& pool) : pool_(pool) {
  Z3_config config = Z3_mk_config();
  context_ = Z3_mk_context(config);
  Z3_del_config(config);
}

Z3Terms::~Z3Terms() { Z3_del_context(context_); }

Z3_ast Z3Terms::constant(const Bits& value) {
  return Z3_mk_numeral(context_, value.decimal().c_str(), Z3_mk_bv_sort(context_, value.width()));
}

Z3_ast Z3Terms::from_bool(Z3_ast condition) {
  return Z3_mk_ite(context_, condition, constant(Bits(1, 1)), constant(Bits(1, 0)));
}

Z3_ast Z3Terms::to_bool(Z3_ast bit) { return Z3_mk_eq(context_, bit, constant(Bits(1, 1))); }

Z3_ast Z3Terms::translate(Term term) {
  std::vector<Term> todo{term};
  while (!todo.empty()) {
    Term t = todo.back();
    if (translated_.contains(t)) {
      todo.pop_back();
      continue;
    }
    size_t before = todo.size();
    if (!pool_.is_constant(t)) {
      for (Term arg : pool_.args(t)) {
        if (!translated_.contains(arg)) todo.push_back(arg);
      }
    }
    if (todo.size() > before) continue;
    translated_[t] = pool_.is_constant(t) ? constant(pool_.value(t)) : node(t);
    todo.pop_back();
  }
  return translated_.at(term);
}

// Of a node whose arguments are translated.
Z3_ast Z3Terms::node(Term t) {
  Z3_context c = context_;
  std::vector<Z3_ast> a;
  for (Term arg : pool_.args(t)) a.push_back(translated_.at(arg));
  auto extension = [&] { return t.width() - pool_.arg(t, 0).width(); };
  switch (pool_.op(t)) {
    case Op::Symbol:
      return Z3_mk_const(c, Z3_mk_string_symbol(c, std::string(pool_.name(t)).c_str()),
                         Z3_mk_bv_sort(c, t.width()));
    case Op::Not:
      return Z3_mk_bvnot(c, a[0]);
    case Op::Neg:
      return Z3_mk_bvneg(c, a[0]);
    case Op::And:
      return Z3_mk_bvand(c, a[0], a[1]);
    case Op::Or:
      return Z3_mk_bvor(c, a[0], a[1]);
    case Op::Xor:
      return Z3_mk_bvxor(c, a[0], a[1]);
    case Op::Add:
      return Z3_mk_bvadd(c, a[0], a[1]);
    case Op::Sub:
      return Z3_mk_bvsub(c, a[0], a[1]);
    case Op::Mul:
      return Z3_mk_bvmul(c, a[0], a[1]);
    case Op::UDiv:
      return Z3_mk_bvudiv(c, a[0], a[1]);
    case Op::SDiv:
      return Z3_mk_bvsdiv(c, a[0], a[1]);
    case Op::URem:
      return Z3_mk_bvurem(c, a[0], a[1]);
    case Op::SRem:
      return Z3_mk_bvsrem(c, a[0], a[1]);
    case Op::Shl:
      return Z3_mk_bvshl(c, a[0], a[1]);
    case Op::LShr:
      return Z3_mk_bvlshr(c, a[0], a[1]);
    case Op::AShr:
      return Z3_mk_bvashr(c, a[0], a[1]);
    case Op::ZExt:
      return Z3_mk_zero_ext(c, extension(), a[0]);
    case Op::SExt:
      return Z3_mk_sign_ext(c, extension(), a[0]);
    case Op::Extract:
      return Z3_mk_extract(c, pool_.params(t).a, pool_.params(t).b, a[0]);
    case Op::Concat:
      return Z3_mk_concat(c, a[0], a[1]);
    case Op::Ite:
      return Z3_mk_ite(c, to_bool(a[0]), a[1], a[2]);
    case Op::Eq:
      return from_bool(Z3_mk_eq(c, a[0], a[1]));
    case Op::Ult:
      return from_bool(Z3_mk_bvult(c, a[0], a[1]));
    case Op::Slt:
      return from_bool(Z3_mk_bvslt(c, a[0], a[1]));
    // By the definition, in twice the width; Z3's own predicates are younger than its operators.
    case Op::UMulO:
    case Op::SMulO: {
      uint32_t width = pool_.arg(t, 0).width();
      auto extend = [&](Z3_ast x) {
        return pool_.is(t, Op::UMulO) ? Z3_mk_zero_ext(c, width, x) : Z3_mk_sign_ext(c, width, x);
      };
      Z3_ast product = Z3_mk_bvmul(c, extend(a[0]), extend(a[1]));
      Z3_ast back = extend(Z3_mk_extract(c, width - 1, 0, product));
      return from_bool(Z3_mk_not(c, Z3_mk_eq(c, product, back)));
    }
    default:
      ASSAY_CHECK(false, "only integer operators should be asked of Z3");
      return nullptr;
  }
}

namespace {

// Z3 prints numerals as decimal numbers.
Bits parse_decimal(uint32_t width, std::string_view digits) {
  Bits ten(width + 4, 10);
  Bits sum(width + 4, 0);
  for (char digit : digits) {
    sum = bits_add(bits_mul(sum, ten), Bits(width + 4, static_cast<uint64_t>(digit - '0')));
  }
  return bits_extract(sum, width - 1, 0);
}

}  // namespace

Bits Z3Terms::evaluate(Term term, const logic::Assignment& assignment) {
  Z3_ast expression = translate(term);
  std::vector<Z3_ast> from, to;
  for (const auto& [symbol, value] : assignment) {
    from.push_back(translate(symbol));
    to.push_back(constant(value));
  }
  Z3_ast closed = Z3_substitute(context_, expression, static_cast<unsigned>(from.size()),
                                from.data(), to.data());
  Z3_ast result = Z3_simplify(context_, closed);
  ASSAY_CHECK(Z3_get_ast_kind(context_, result) == Z3_NUMERAL_AST, "Z3 should find a number");
  return parse_decimal(term.width(), Z3_get_numeral_string(context_, result));
}

std::optional<bool> Z3Terms::satisfiable(Term term, unsigned effort) {
  Z3_solver solver = Z3_mk_solver_for_logic(context_, Z3_mk_string_symbol(context_, "QF_BV"));
  Z3_solver_inc_ref(context_, solver);
  Z3_params params = Z3_mk_params(context_);
  Z3_params_inc_ref(context_, params);
  Z3_params_set_uint(context_, params, Z3_mk_string_symbol(context_, "rlimit"), effort);
  Z3_solver_set_params(context_, solver, params);
  Z3_solver_assert(context_, solver, to_bool(translate(term)));
  Z3_lbool answer = Z3_solver_check(context_, solver);
  Z3_params_dec_ref(context_, params);
  Z3_solver_dec_ref(context_, solver);
  if (answer == Z3_L_UNDEF) return std::nullopt;
  return answer == Z3_L_TRUE;
}

}  // namespace assay::test
