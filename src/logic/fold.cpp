#include "logic/fold.h"

#include "base/check.h"
#include "logic/float_fold.h"

namespace assay::logic {

Bits fold(Op op, uint32_t width, std::span<const Bits> args, Params params) {
  switch (op) {
    case Op::Not:
      return bits_not(args[0]);
    case Op::Neg:
      return bits_neg(args[0]);
    case Op::And:
      return bits_and(args[0], args[1]);
    case Op::Or:
      return bits_or(args[0], args[1]);
    case Op::Xor:
      return bits_xor(args[0], args[1]);
    case Op::Add:
      return bits_add(args[0], args[1]);
    case Op::Sub:
      return bits_sub(args[0], args[1]);
    case Op::Mul:
      return bits_mul(args[0], args[1]);
    case Op::UDiv:
      return bits_udiv(args[0], args[1]);
    case Op::SDiv:
      return bits_sdiv(args[0], args[1]);
    case Op::URem:
      return bits_urem(args[0], args[1]);
    case Op::SRem:
      return bits_srem(args[0], args[1]);
    case Op::Shl:
      return bits_shl(args[0], args[1]);
    case Op::LShr:
      return bits_lshr(args[0], args[1]);
    case Op::AShr:
      return bits_ashr(args[0], args[1]);
    case Op::ZExt:
      return bits_zext(args[0], width);
    case Op::SExt:
      return bits_sext(args[0], width);
    case Op::Extract:
      return bits_extract(args[0], params.a, params.b);
    case Op::Concat:
      return bits_concat(args[0], args[1]);
    case Op::Ite:
      return args[0].to_bool() ? args[1] : args[2];
    case Op::Eq:
      return Bits::boolean(args[0] == args[1]);
    case Op::Ult:
      return Bits::boolean(bits_ult(args[0], args[1]));
    case Op::Slt:
      return Bits::boolean(bits_slt(args[0], args[1]));
    case Op::UMulO:
      return Bits::boolean(bits_umulo(args[0], args[1]));
    case Op::SMulO:
      return Bits::boolean(bits_smulo(args[0], args[1]));
    default:
      ASSAY_CHECK(has_flag(op, kFloat), "a leaf or an unknown function has no value of its own");
      return fold_float(op, width, args, params);
  }
}

}  // namespace assay::logic
