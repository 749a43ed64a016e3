// Each rule of simplification: where it fires, and where it must not.
//
// Rows are SMT-LIB terms over x, y, z of W bits and Booleans c, d.  An input becomes exactly the
// result, at 8 and at 70 bits; where nothing fires the result is `=`.  Every row is also compared
// for all inputs at 3 bits.
#include <gtest/gtest.h>

#include <cctype>
#include <ostream>
#include <string>

#include "logic/build.h"
#include "logic/smtlib_print.h"
#include "logic/smtlib_read.h"
#include "support/random_terms.h"
#include "unit/logic/term_tables.h"

namespace assay::logic {
namespace {

struct Rule {
  const char* input;
  const char* result;
};

void PrintTo(const Rule& rule, std::ostream* out) { *out << rule.input; }

std::string replace_all(std::string text, const std::string& word, const std::string& by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size())) {
    text.replace(at, word.size(), by);
  }
  return text;
}

std::string at_width(std::string text, uint32_t width) {
  Bits least = bits_shl(Bits(width, 1), Bits(width, width - 1));
  text = replace_all(text, "ONES", Bits::ones(width).smtlib());
  text = replace_all(text, "MIN", least.smtlib());
  text = replace_all(text, "MAX", bits_not(least).smtlib());
  for (uint64_t k = 1; k < 4; ++k) {
    text = replace_all(text, "NOT" + std::to_string(k), bits_not(Bits(width, k)).smtlib());
    text = replace_all(text, "NEG" + std::to_string(k), bits_neg(Bits(width, k)).smtlib());
  }
  for (int k = 0; k < 8; ++k) {
    text =
        replace_all(text, "K" + std::to_string(k), Bits(width, static_cast<uint64_t>(k)).smtlib());
  }
  return replace_all(text, "W", std::to_string(width));
}

struct Read {
  TermPool pool;
  std::vector<Term> symbols;
  Term input, result;
};

void read(const Rule& rule, uint32_t width, Read& out) {
  std::string result = std::string(rule.result) == "=" ? rule.input : rule.result;
  std::string text =
      "(declare-const x (_ BitVec W))(declare-const y (_ BitVec W))"
      "(declare-const z (_ BitVec W))(declare-const c Bool)(declare-const d Bool)"
      "(get-value (" +
      std::string(rule.input) + " " + result + "))";
  Result<SmtScript> script = read_smtlib(out.pool, "rule", at_width(text, width), Simplify::No);
  ASSERT_TRUE(script.ok()) << script.error() << "\n" << at_width(text, width);
  for (const SmtDeclaration& declared : script.value().declarations) {
    out.symbols.push_back(declared.symbol);
  }
  out.input = script.value().commands[0].values[0].term;
  out.result = script.value().commands[0].values[1].term;
}

class TermRules : public testing::TestWithParam<Rule> {};

TEST_P(TermRules, BecomesTheResult) {
  for (uint32_t width : {8u, 70u}) {
    Read terms;
    read(GetParam(), width, terms);
    Term built = assay::test::simplified(terms.pool, terms.input);
    EXPECT_EQ(built, terms.result)
        << GetParam().input << " became " << smtlib_term(terms.pool, built);
  }
}

TEST_P(TermRules, MeansTheSame) {
  Read terms;
  read(GetParam(), 3, terms);
  test::TermTables tables(terms.pool, terms.symbols);
  EXPECT_EQ(tables.table(terms.input), tables.table(terms.result)) << GetParam().input;
  Term built = assay::test::simplified(terms.pool, terms.input);
  EXPECT_EQ(tables.table(terms.input), tables.table(built)) << GetParam().input;
}

std::string name_of(const testing::TestParamInfo<Rule>& info) {
  std::string name;
  for (const char* c = info.param.input; *c != '\0'; ++c) name += isalnum(*c) != 0 ? *c : '_';
  return std::to_string(info.index) + name;
}

constexpr Rule kBits[] = {
    {"(bvnot (bvnot x))", "x"},
    {"(bvnot (bvneg x))", "(bvadd x ONES)"},
    {"(bvnot (ite c K1 K2))", "(ite c NOT1 NOT2)"},
    {"(bvnot (bvadd x y))", "="},
    {"(bvand x K0)", "K0"},
    {"(bvand x ONES)", "x"},
    {"(bvand ONES x)", "x"},
    {"(bvand K3 x)", "(bvand x K3)"},
    {"(bvand x x)", "x"},
    {"(bvand y x)", "(bvand x y)"},
    {"(bvand x (bvnot x))", "K0"},
    {"(bvand x (bvnot y))", "="},
    {"(bvand (bvand x K6) K3)", "(bvand x K2)"},
    {"(bvand (bvor x K6) K3)", "="},
    {"(bvand x (bvand x y))", "(bvand x y)"},
    {"(bvand x (bvand y z))", "="},
    {"(bvand x (bvor x y))", "x"},
    {"(bvand x (bvor y z))", "="},
    {"(bvand x (bvor (bvnot x) y))", "(bvand x y)"},
    {"(bvand x (bvand (bvnot x) y))", "K0"},
    {"(bvor x K0)", "x"},
    {"(bvor x ONES)", "ONES"},
    {"(bvor x x)", "x"},
    {"(bvor x (bvnot x))", "ONES"},
    {"(bvor x (bvand x y))", "x"},
    {"(bvor x (bvand (bvnot x) y))", "(bvor x y)"},
    {"(bvor x (bvor (bvnot x) y))", "ONES"},
    {"(bvor (bvor x K1) K4)", "(bvor x K5)"},
    {"(bvor x y)", "="},
    {"(bvxor x K0)", "x"},
    {"(bvxor x ONES)", "(bvnot x)"},
    {"(bvxor x x)", "K0"},
    {"(bvxor x (bvnot x))", "ONES"},
    {"(bvxor (bvxor x K1) K3)", "(bvxor x K2)"},
    {"(bvxor (bvnot x) ONES)", "x"},
    {"(bvxor x (bvxor x y))", "y"},
    {"(bvxor x (bvxor y z))", "="},
    {"(bvxor (bvnot x) (bvnot y))", "(bvxor x y)"},
    {"(bvxor (bvnot x) y)", "(bvnot (bvxor x y))"},
    {"(bvxor x y)", "="},
};

constexpr Rule kArithmetic[] = {
    {"(bvneg (bvneg x))", "x"},
    {"(bvneg (bvnot x))", "(bvadd x K1)"},
    {"(bvneg (bvsub x y))", "(bvsub y x)"},
    {"(bvneg (bvadd x ONES))", "(bvsub K1 x)"},
    {"(bvneg (bvmul x K3))", "(bvmul x NEG3)"},
    {"(bvneg (bvadd x y))", "="},
    {"(bvadd x K0)", "x"},
    {"(bvadd K1 x)", "(bvadd x K1)"},
    {"(bvadd y x)", "(bvadd x y)"},
    {"(bvadd (bvadd x K1) K2)", "(bvadd x K3)"},
    {"(bvadd (bvsub K1 x) K2)", "(bvsub K3 x)"},
    {"(bvadd (bvnot x) K3)", "(bvsub K2 x)"},
    {"(bvadd (bvnot x) K1)", "(bvneg x)"},
    {"(bvadd x x)", "(bvshl x K1)"},
    {"(bvadd x (bvnot x))", "ONES"},
    {"(bvadd x (bvnot y))", "="},
    {"(bvadd x (bvneg y))", "(bvsub x y)"},
    {"(bvadd x (bvsub y x))", "y"},
    {"(bvadd x (bvsub y z))", "="},
    {"(bvadd y (bvadd x K3))", "(bvadd (bvadd x y) K3)"},
    {"(bvadd (bvadd x K1) (bvadd y K2))", "(bvadd (bvadd x y) K3)"},
    {"(bvsub x K1)", "(bvadd x ONES)"},
    {"(bvsub K0 x)", "(bvneg x)"},
    {"(bvsub ONES x)", "(bvnot x)"},
    {"(bvsub K2 x)", "="},
    {"(bvsub x x)", "K0"},
    {"(bvsub x y)", "="},
    {"(bvsub x (bvneg y))", "(bvadd x y)"},
    {"(bvsub (bvadd x y) x)", "y"},
    {"(bvsub (bvadd x y) z)", "="},
    {"(bvsub x (bvadd x y))", "(bvneg y)"},
    {"(bvsub (bvsub x y) x)", "(bvneg y)"},
    {"(bvsub x (bvsub x y))", "y"},
    {"(bvsub (bvadd x K2) y)", "(bvadd (bvsub x y) K2)"},
    {"(bvsub (bvadd x K3) (bvadd x K1))", "K2"},
    {"(bvsub x (bvadd y ONES))", "(bvadd (bvsub x y) K1)"},
    {"(bvmul x K0)", "K0"},
    {"(bvmul x K1)", "x"},
    {"(bvmul x ONES)", "(bvneg x)"},
    {"(bvmul x K4)", "(bvshl x K2)"},
    {"(bvmul x K6)", "="},
    {"(bvmul (bvmul x K3) K2)", "(bvmul x K6)"},
    {"(bvmul (bvshl x K1) K3)", "(bvmul x K6)"},
    {"(bvmul (bvneg x) NEG3)", "(bvmul x K3)"},
    {"(bvmul (bvadd x K2) K3)", "(bvadd (bvmul x K3) K6)"},
    {"(bvmul (bvneg x) (bvneg y))", "(bvmul x y)"},
    {"(bvmul x (bvneg y))", "="},
    {"(bvmul y x)", "(bvmul x y)"},
    {"(bvadd (ite c K1 K4) K2)", "(ite c K3 K6)"},
    {"(bvadd (ite c K1 K4) (ite c K2 K2))", "(ite c K3 K6)"},
    {"(bvadd (ite c K1 K4) (ite d K2 K1))", "="},
    {"(bvumulo x K1)", "false"},
    {"(bvumulo x y)", "="},
    {"(bvumulo x K2)", "(bvult MAX x)"},
    {"(bvsmulo x K0)", "false"},
    {"(bvsmulo x ONES)", "(= x MIN)"},
    {"(bvsmulo x y)", "="},
};

constexpr Rule kDivision[] = {
    {"(bvudiv x K0)", "ONES"},
    {"(bvudiv x K1)", "x"},
    {"(bvudiv x K4)", "(bvlshr x K2)"},
    {"(bvudiv x K3)", "="},
    {"(bvudiv x x)", "="},
    {"(bvudiv K0 x)", "="},
    {"(bvsdiv x K0)", "(ite (bvslt x K0) K1 ONES)"},
    {"(bvsdiv x K1)", "x"},
    {"(bvsdiv x ONES)", "(bvneg x)"},
    {"(bvsdiv x K2)", "="},
    {"(bvurem x K0)", "x"},
    {"(bvurem x K1)", "K0"},
    {"(bvurem x K4)", "(bvand x K3)"},
    {"(bvurem x x)", "K0"},
    {"(bvurem K0 x)", "K0"},
    {"(bvurem x K3)", "="},
    {"(bvsrem x K0)", "x"},
    {"(bvsrem x K1)", "K0"},
    {"(bvsrem x ONES)", "K0"},
    {"(bvsrem x x)", "K0"},
    {"(bvsrem K0 x)", "K0"},
    {"(bvsrem x K2)", "="},
};

constexpr Rule kShifts[] = {
    {"(bvshl x K0)", "x"},
    {"(bvshl K0 x)", "K0"},
    {"(bvshl x ONES)", "K0"},
    {"(bvshl (bvshl x K1) K1)", "(bvshl x K2)"},
    {"(bvshl (bvlshr x K1) K1)", "="},
    {"(bvshl (bvadd x K1) K1)", "(bvadd (bvshl x K1) K2)"},
    {"(bvshl (bvmul x K3) K1)", "(bvmul x K6)"},
    {"(bvshl K1 x)", "="},
    {"(bvlshr x K0)", "x"},
    {"(bvlshr K0 x)", "K0"},
    {"(bvlshr x ONES)", "K0"},
    {"(bvlshr (bvlshr x K1) K1)", "(bvlshr x K2)"},
    {"(bvlshr (bvshl x K1) K1)", "(bvand x MAX)"},
    {"(bvlshr (bvshl x K1) K2)", "="},
    {"(bvashr x K0)", "x"},
    {"(bvashr K0 x)", "K0"},
    {"(bvashr ONES x)", "ONES"},
    {"(bvashr (bvashr x K1) K1)", "(bvashr x K2)"},
    {"(bvashr x y)", "="},
};

constexpr Rule kWidths[] = {
    {"((_ zero_extend 1) ((_ zero_extend 2) x))", "((_ zero_extend 3) x)"},
    {"((_ zero_extend 1) ((_ sign_extend 2) x))", "="},
    {"((_ sign_extend 1) ((_ sign_extend 2) x))", "((_ sign_extend 3) x)"},
    {"((_ sign_extend 1) ((_ zero_extend 2) x))", "((_ zero_extend 3) x)"},
    {"((_ extract 1 0) ((_ extract 2 1) x))", "((_ extract 2 1) x)"},
    {"((_ extract 1 1) ((_ extract 2 1) x))", "((_ extract 2 2) x)"},
    {"((_ extract 1 0) ((_ zero_extend 2) x))", "((_ extract 1 0) x)"},
    {"((_ extract 1 0) ((_ sign_extend 2) x))", "((_ extract 1 0) x)"},
    {"((_ extract 1 0) (concat x y))", "((_ extract 1 0) y)"},
    {"((_ extract 1 0) (bvlshr x K1))", "((_ extract 2 1) x)"},
    {"((_ extract 2 1) (bvshl x K1))", "((_ extract 1 0) x)"},
    {"((_ extract 0 0) (bvshl x K1))", "#b0"},
    {"((_ extract 1 0) (bvand x K3))", "((_ extract 1 0) x)"},
    {"((_ extract 1 1) (bvand x K1))", "#b0"},
    {"((_ extract 1 0) (bvand x K1))", "="},
    {"((_ extract 1 0) (bvor x K4))", "((_ extract 1 0) x)"},
    {"((_ extract 1 0) (bvxor x K4))", "((_ extract 1 0) x)"},
    {"((_ extract 1 0) (bvor x K1))", "="},
    {"((_ extract 1 0) (ite c K1 K2))", "(ite c #b01 #b10)"},
    {"((_ extract 1 0) (bvadd x y))", "="},
    {"((_ extract 1 0) (bvadd ((_ zero_extend 5) ((_ extract 0 0) x)) ((_ zero_extend 4) ((_ "
     "extract 1 0) y))))",
     "(bvadd ((_ extract 1 0) y) ((_ zero_extend 1) ((_ extract 0 0) x)))"},
    {"(concat ((_ extract 2 2) x) ((_ extract 1 1) x))", "((_ extract 2 1) x)"},
    {"(concat ((_ extract 1 1) x) ((_ extract 2 2) x))", "="},
    {"(concat ((_ extract 2 2) x) ((_ extract 1 1) y))", "="},
    {"(concat ((_ extract 2 2) x) (concat ((_ extract 1 1) x) y))",
     "(concat ((_ extract 2 1) x) y)"},
    {"(concat (concat y ((_ extract 2 2) x)) ((_ extract 1 1) x))",
     "(concat y ((_ extract 2 1) x))"},
    {"(concat #b1 (concat #b01 x))", "(concat #b101 x)"},
    {"(concat #b00 x)", "((_ zero_extend 2) x)"},
    {"(concat #b01 x)", "="},
    {"(concat ((_ zero_extend 2) x) y)", "((_ zero_extend 2) (concat x y))"},
    {"(concat x y)", "="},
};

constexpr Rule kComparisons[] = {
    {"(= x x)", "true"},
    {"(= y x)", "(= x y)"},
    {"(= x (bvnot x))", "false"},
    {"(= (bvnot x) K1)", "(= x NOT1)"},
    {"(= (bvneg x) ONES)", "(= x K1)"},
    {"(= (bvadd x K1) K3)", "(= x K2)"},
    {"(= (bvadd x y) K3)", "="},
    {"(= (bvxor x K1) K3)", "(= x K2)"},
    {"(= (bvxor x y) K0)", "(= x y)"},
    {"(= (bvsub x y) K0)", "(= x y)"},
    {"(= (bvsub K3 x) K1)", "(= x K2)"},
    {"(= ((_ zero_extend 1) x) ((_ zero_extend 1) K3))", "(= x K3)"},
    {"(= ((_ zero_extend 1) x) (concat #b1 K3))", "false"},
    {"(= ((_ sign_extend 1) x) ((_ sign_extend 1) ONES))", "(= x ONES)"},
    {"(= ((_ sign_extend 1) x) ((_ zero_extend 1) ONES))", "false"},
    {"(= (bvand x K1) K2)", "false"},
    {"(= (bvand x K3) K2)", "="},
    {"(= (bvor x K1) K2)", "false"},
    {"(= (bvor x K1) K3)", "="},
    {"(= (bvnot x) (bvnot y))", "(= x y)"},
    {"(= ((_ zero_extend 1) x) ((_ zero_extend 1) y))", "(= x y)"},
    {"(= ((_ zero_extend 1) x) ((_ sign_extend 1) y))", "="},
    {"(= (bvadd x y) (bvadd x z))", "(= y z)"},
    {"(= (bvadd x y) (bvadd y z))", "(= x z)"},
    {"(= (bvsub x y) (bvsub x z))", "(= y z)"},
    {"(= (bvsub x y) (bvsub y z))", "="},
    {"(= (concat x y) (concat x z))", "(= y z)"},
    {"(= (concat x y) (concat z x))", "="},
    {"(= (bvadd x y) x)", "(= y K0)"},
    {"(= (bvadd x K1) x)", "false"},
    {"(= (ite c K1 K2) K1)", "c"},
    {"(= (ite c K1 K2) K2)", "(not c)"},
    {"(= (ite c K1 K2) K3)", "false"},
    {"(= c d)", "(not (xor c d))"},
    {"(bvult x x)", "false"},
    {"(bvult x K0)", "false"},
    {"(bvult x K1)", "(= x K0)"},
    {"(bvult x ONES)", "(not (= x ONES))"},
    {"(bvult ONES x)", "false"},
    {"(bvult K0 x)", "(not (= x K0))"},
    {"(bvult (bvadd ONES ONES) x)", "(= x ONES)"},
    {"(bvult x K2)", "="},
    {"(bvult x (bvadd x K2))", "(bvult x NEG2)"},
    {"(bvult (bvadd x K2) x)", "(not (bvult x NEG2))"},
    {"(bvult (bvadd x K1) (bvadd x K3))", "(bvult (bvadd x K1) NEG2)"},
    {"(bvult (bvadd x K2) y)", "="},
    {"(bvslt x (bvadd x K2))", "="},
    {"(bvult (bvnot x) (bvnot y))", "(bvult y x)"},
    {"(bvult (bvnot x) y)", "="},
    {"(bvult ((_ zero_extend 1) x) ((_ zero_extend 1) y))", "(bvult x y)"},
    {"(bvult ((_ zero_extend 1) x) (concat #b1 K0))", "true"},
    {"(bvult (concat #b1 K0) ((_ zero_extend 1) x))", "false"},
    {"(bvult ((_ sign_extend 1) x) ((_ sign_extend 1) y))", "(bvult x y)"},
    {"(bvult ((_ sign_extend 1) x) ((_ zero_extend 1) y))", "="},
    {"(bvslt x x)", "false"},
    {"(bvslt x MIN)", "false"},
    {"(bvslt x MAX)", "(not (= x MAX))"},
    {"(bvslt MAX x)", "false"},
    {"(bvslt MIN x)", "(not (= x MIN))"},
    {"(bvslt x K0)", "="},
    {"(bvslt ((_ sign_extend 1) x) ((_ sign_extend 1) y))", "(bvslt x y)"},
    {"(bvslt ((_ zero_extend 1) x) ((_ zero_extend 1) y))", "(bvult x y)"},
    {"(bvslt ((_ zero_extend 1) x) (concat #b1 K0))", "false"},
    {"(bvslt (concat #b1 K0) ((_ zero_extend 1) x))", "true"},
    {"(bvslt ((_ sign_extend 2) x) (concat #b01 K0))", "true"},
    {"(bvslt ((_ sign_extend 2) x) (concat #b10 K0))", "false"},
    {"(bvslt (concat #b10 K0) ((_ sign_extend 2) x))", "true"},
};

constexpr Rule kChoices[] = {
    {"(ite c x x)", "x"},
    {"(ite true x y)", "x"},
    {"(ite (not c) x y)", "(ite c y x)"},
    {"(ite c x y)", "="},
    {"(= (ite c K1 K0) K1)", "c"},
    {"(= (ite c ONES K0) K0)", "(not c)"},
    {"(ite c (ite c x y) z)", "(ite c x z)"},
    {"(ite c x (ite c y z))", "(ite c x z)"},
    {"(ite c (ite d x y) y)", "(ite (and c d) x y)"},
    {"(ite c (ite d y x) y)", "(ite (and c (not d)) x y)"},
    {"(ite c x (ite d x y))", "(ite (or c d) x y)"},
    {"(ite c (ite d x y) z)", "="},
    {"(ite (= x y) x y)", "y"},
    {"(ite (= x y) y x)", "x"},
    {"(ite (= x y) x z)", "="},
    {"(ite c true d)", "(or c d)"},
    {"(ite c d false)", "(and c d)"},
    {"(ite c false d)", "(and d (not c))"},
    {"(ite c d true)", "(or d (not c))"},
    {"(ite c c d)", "(or c d)"},
    {"(ite c d c)", "(and c d)"},
    {"(ite c (not d) d)", "(xor c d)"},
};

constexpr Rule kConjunctions[] = {
    {"(and (and c d) (not c))", "false"},
    {"(and (and (bvult x y) c) (and d (not (bvult x y))))", "false"},
    {"(and (and (bvult x y) c) (and d (bvule y x)))", "false"},
    {"(and (= x K1) (and c (= x K2)))", "false"},
    {"(and (and c d) c)", "(and c d)"},
    {"(and (and c d) (and d c))", "(and c d)"},
    {"(and c (and d (= x y)))", "="},
    {"(and (= x K1) (= y K2))", "="},
    {"(or (or c d) (not c))", "true"},
    {"(or (not (= x K1)) (or c (not (= x K2))))", "true"},
    {"(or (= x K1) (= x K2))", "="},
    {"(or (or c d) c)", "(or c d)"},
};

INSTANTIATE_TEST_SUITE_P(Bits, TermRules, testing::ValuesIn(kBits), name_of);
INSTANTIATE_TEST_SUITE_P(Arithmetic, TermRules, testing::ValuesIn(kArithmetic), name_of);
INSTANTIATE_TEST_SUITE_P(Division, TermRules, testing::ValuesIn(kDivision), name_of);
INSTANTIATE_TEST_SUITE_P(Shifts, TermRules, testing::ValuesIn(kShifts), name_of);
INSTANTIATE_TEST_SUITE_P(Widths, TermRules, testing::ValuesIn(kWidths), name_of);
INSTANTIATE_TEST_SUITE_P(Comparisons, TermRules, testing::ValuesIn(kComparisons), name_of);
INSTANTIATE_TEST_SUITE_P(Choices, TermRules, testing::ValuesIn(kChoices), name_of);
INSTANTIATE_TEST_SUITE_P(Conjunctions, TermRules, testing::ValuesIn(kConjunctions), name_of);

}  // namespace
}  // namespace assay::logic
