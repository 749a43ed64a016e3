#include "semantics/complex_fold.h"

#include <complex>
#include <cstring>

namespace assay::semantics {

using logic::Bits;
using logic::FloatFormat;
using logic::Term;
using logic::TermPool;

namespace {

template <class Float>
Float number(const TermPool& pool, Term term) {
  Bits bits = pool.value(term);
  std::array<uint64_t, 2> words{bits.word(0), bits.word_count() > 1 ? bits.word(1) : 0};
  Float value{};
  std::memcpy(&value, words.data(), sizeof value);
  return value;
}

template <class Float>
Term term(TermPool& pool, uint32_t width, Float value) {
  std::array<uint64_t, 2> words{};
  std::memcpy(words.data(), &value, sizeof value);
  if (width < 128) words[1] &= 0xffff;  // what an 80-bit number does not use
  return pool.constant(Bits::from_words(width, words));
}

template <class Float>
std::array<Term, 2> fold(TermPool& pool, ComplexOp op, const std::array<Term, 4>& parts) {
  std::complex<Float> a(number<Float>(pool, parts[0]), number<Float>(pool, parts[1]));
  std::complex<Float> b(number<Float>(pool, parts[2]), number<Float>(pool, parts[3]));
  std::complex<Float> made = op == ComplexOp::Multiply ? a * b : a / b;
  uint32_t width = parts[0].width();
  return {term(pool, width, made.real()), term(pool, width, made.imag())};
}

}  // namespace

std::optional<std::array<Term, 2>> fold_complex(TermPool& pool, ComplexOp op, FloatFormat format,
                                                const std::array<Term, 4>& parts) {
  for (Term part : parts) {
    if (!pool.is_constant(part)) return std::nullopt;
  }
  switch (format) {
    case FloatFormat::Single:
      return fold<float>(pool, op, parts);
    case FloatFormat::Double:
      return fold<double>(pool, op, parts);
    case FloatFormat::X87:
      return fold<long double>(pool, op, parts);
    default:
      return std::nullopt;
  }
}

}  // namespace assay::semantics
