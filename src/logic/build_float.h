// Builders of floating-point operations: folded by the host's arithmetic where the operands are
// constant, opaque to the prover otherwise.
//
// A floating-point value is a bit-vector: 16, 32, 64, 80 or 128 bits as FloatFormat says.  Rounding
// is to nearest even.  Conversions to integers that have no value in C do what x86-64 code does;
// see float_fold.h.
#pragma once

#include <span>

#include "logic/term_pool.h"

namespace assay::logic {

Term f_add(TermPool& pool, FloatFormat format, Term a, Term b);
Term f_sub(TermPool& pool, FloatFormat format, Term a, Term b);
Term f_mul(TermPool& pool, FloatFormat format, Term a, Term b);
Term f_div(TermPool& pool, FloatFormat format, Term a, Term b);
/// C's fmod.
Term f_rem(TermPool& pool, FloatFormat format, Term a, Term b);
Term f_sqrt(TermPool& pool, FloatFormat format, Term a);
/// To an integer, in the same format: rint, round, floor, ceil, trunc.
Term f_round(TermPool& pool, FloatFormat format, RoundMode mode, Term a);
Term f_eq(TermPool& pool, FloatFormat format, Term a, Term b);
Term f_lt(TermPool& pool, FloatFormat format, Term a, Term b);
Term f_le(TermPool& pool, FloatFormat format, Term a, Term b);

// These are bit operations, transparent to the prover.

Term f_neg(TermPool& pool, FloatFormat format, Term a);
Term f_abs(TermPool& pool, FloatFormat format, Term a);
Term f_is_nan(TermPool& pool, FloatFormat format, Term a);
Term f_is_infinite(TermPool& pool, FloatFormat format, Term a);
/// Either zero.
Term f_is_zero(TermPool& pool, FloatFormat format, Term a);

Term f_convert(TermPool& pool, FloatFormat from, FloatFormat to, Term a);
Term f_to_sint(TermPool& pool, FloatFormat from, Term a, uint32_t width);
Term f_to_uint(TermPool& pool, FloatFormat from, Term a, uint32_t width);
Term sint_to_f(TermPool& pool, FloatFormat to, Term a);
Term uint_to_f(TermPool& pool, FloatFormat to, Term a);

/// Any operator with kFloat, by its operands as the pool's make() wants them.
Term build_float(TermPool& pool, Op op, uint32_t width, std::span<const Term> args, Params params);

}  // namespace assay::logic
