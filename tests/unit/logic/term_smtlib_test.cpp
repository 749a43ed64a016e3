// Reading and printing SMT-LIB: what comes back is what was written, bad input is named with its
// place, and depth costs no stack.
#include <gtest/gtest.h>

#include "logic/build.h"
#include "logic/eval.h"
#include "logic/smtlib_print.h"
#include "logic/smtlib_read.h"
#include "support/random_terms.h"

namespace assay::logic {
namespace {

std::string error_of(std::string_view text) {
  TermPool pool;
  Result<SmtScript> script = read_smtlib(pool, "f", text);
  return script ? "no error" : script.error();
}

TEST(TermSmtlib, RoundTripKeepsTheMeaning) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    TermPool pool;
    assay::test::RandomTerms random(pool, seed);
    Term raw = random.next_boolean();
    std::string text = smtlib_script(pool, {&raw, 1});
    TermPool other;
    Result<SmtScript> script = read_smtlib(other, "f", text);
    ASSERT_TRUE(script.ok()) << script.error() << "\n" << text;
    Term read = script.value().commands[0].values[0].term;
    Assignment values = random.assignment();
    Assignment renamed;
    for (const auto& [symbol, value] : values) {
      renamed.emplace(other.symbol(pool.name(symbol), symbol.width()), value);
    }
    ASSERT_EQ(evaluate(pool, raw, values), evaluate(other, read, renamed)) << text;
  }
}

// `(distinct ...)` of symbols that have these values.
bool are_distinct(const std::vector<uint64_t>& values) {
  TermPool pool;
  std::string text, names;
  for (size_t i = 0; i < values.size(); ++i) {
    std::string name = "v" + std::to_string(i);
    text += "(declare-const " + name + " (_ BitVec 16))";
    names += " " + name;
  }
  Result<SmtScript> script = read_smtlib(pool, "f", text + "(assert (distinct" + names + "))");
  Assignment assignment;
  for (size_t i = 0; i < values.size(); ++i) {
    Term symbol = script.value().declarations[i].symbol;
    assignment.emplace(symbol, Bits(16, values[i]));
  }
  EXPECT_LT(pool.node_count(), values.size() * 200) << "each against each";
  return evaluate(pool, script.value().commands[0].values[0].term, assignment).to_bool();
}

TEST(TermSmtlib, ManyDistinctTermsAreSorted) {
  for (size_t count : {2, 3, 100, 129, 200, 255, 256, 257, 400}) {
    std::vector<uint64_t> values(count);
    for (size_t i = 0; i < count; ++i) values[i] = i * 40'503 % 65'536;
    EXPECT_TRUE(are_distinct(values)) << count;
    for (size_t i = 0; i + 1 < count; i += 1 + count / 7) {
      std::vector<uint64_t> twice = values;
      twice[i] = values[count - 1 - i / 2];
      EXPECT_EQ(are_distinct(twice), i == count - 1 - i / 2) << count << " " << i;
    }
  }
  EXPECT_EQ(error_of("(declare-const a (_ BitVec 4))(assert (distinct a #x1 true))"),
            "f:1:39: distinct: argument 3 is a Bool, the first one a (_ BitVec 4)");
}

TEST(TermSmtlib, SharedPartsArePrintedOnce) {
  TermPool pool;
  Term t = pool.symbol("x", 32);
  for (int i = 0; i < 200; ++i) t = mul(pool, t, t);
  EXPECT_LT(smtlib_term(pool, t).size(), 20'000u);
}

TEST(TermSmtlib, NamesAreQuotedAndKeptApart) {
  TermPool pool;
  EXPECT_EQ(smtlib_symbol("a b"), "|a b|");
  EXPECT_EQ(smtlib_symbol("1x"), "|1x|");
  EXPECT_EQ(smtlib_symbol("a|b"), "|a%7cb|");
  EXPECT_EQ(smtlib_symbol("x!1"), "x!1");
  Term wide = pool.symbol("v", 8);
  Term both = concat(pool, wide, pool.symbol("v", 4));
  EXPECT_EQ(smtlib_term(pool, both), "(concat v |v'|)");
  Term builtin = neg(pool, pool.symbol("bvadd", 8));
  EXPECT_EQ(smtlib_term(pool, builtin), "(bvneg |bvadd'|)");
}

TEST(TermSmtlib, AMillionNodesInAChain) {
  std::string text = "(declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(assert (= x ";
  constexpr int kDepth = 500'000;
  for (int i = 0; i < kDepth; ++i) text += "(bvxor (bvmul y ";
  text += "x";
  for (int i = 0; i < kDepth; ++i) text += ") x)";
  text += "))";
  TermPool pool;
  Result<SmtScript> script = read_smtlib(pool, "f", text);
  ASSERT_TRUE(script.ok()) << script.error();
  Term t = script.value().commands[0].values[0].term;
  EXPECT_GT(pool.node_count(), 950'000u);
  Assignment zeros;
  EXPECT_TRUE(evaluate(pool, t, zeros).to_bool());
  EXPECT_GT(smtlib_script(pool, {&t, 1}).size(), 5'000'000u);
}

TEST(TermSmtlib, Commands) {
  TermPool pool;
  Result<SmtScript> script = read_smtlib(pool, "f", R"(
    (set-logic QF_UFBV) (set-info :status sat) ; a comment
    (define-sort Word () (_ BitVec 8))
    (declare-fun f (Word Bool) Word)
    (declare-const |a b| Word)
    (define-fun twice ((v Word)) Word (bvadd v v))
    (push 1)
    (assert (! (= (f |a b| true) (twice #x03)) :named first))
    (check-sat-assuming (first (not first)))
    (pop)
    (get-value ((twice |a b|) (let ((v #x01) (w |a b|)) (let ((v w)) (bvand v #x0f)))))
    (echo "hello") (exit))");
  ASSERT_TRUE(script.ok()) << script.error();
  const std::vector<SmtCommand>& commands = script.value().commands;
  ASSERT_EQ(commands.size(), 7u);
  EXPECT_EQ(smtlib_term(pool, commands[1].values[0].term), "(= (f |a b| true) #x06)");
  EXPECT_EQ(commands[2].values.size(), 2u);
  for (const SmtDeclaration& declared : script.value().declarations) {
    EXPECT_TRUE(declared.is_seen_by(2) && declared.is_seen_by(6));
  }
  EXPECT_EQ(commands[4].texts[0], "(twice |a b|)");
  EXPECT_EQ(smtlib_term(pool, commands[4].values[0].term), "(bvshl |a b| #x01)");
  EXPECT_EQ(smtlib_term(pool, commands[4].values[1].term), "(bvand |a b| #x0f)");
}

TEST(TermSmtlib, BadInputIsNamedWithItsPlace) {
  EXPECT_EQ(error_of("(assert x)"), "f:1:9: 'x' is not declared");
  EXPECT_EQ(error_of("(assert #xff)"), "f:1:9: a (_ BitVec 8) cannot be asserted, only a Bool");
  EXPECT_EQ(error_of("(assert (= #xff #x1))"),
            "f:1:9: =: argument 2 is a (_ BitVec 4), the first one a (_ BitVec 8)");
  EXPECT_EQ(error_of("(assert (and true #b1))"),
            "f:1:9: and: argument 2 is a (_ BitVec 1), not a Bool");
  EXPECT_EQ(error_of("(assert (bvult #x1))"), "f:1:9: bvult: it takes 2 arguments, not 1");
  EXPECT_EQ(error_of("(assert (= ((_ extract 9 0) #xff) #xff))"),
            "f:1:13: extract: bits 9 to 0 of a bit-vector of 8");
  EXPECT_EQ(error_of("(declare-const x (_ BitVec 0))"),
            "f:1:28: a bit-vector has at least one bit");
  EXPECT_EQ(error_of("(declare-const x (_ BitVec 99999999999))"),
            "f:1:28: 99999999999 is more than 65536");
  EXPECT_EQ(error_of("(assert (= ((_ repeat 60000) #xff) #b1))"),
            "f:1:13: repeat: 480000 bits are more than 65536");
  EXPECT_EQ(error_of("(assert (= (_ bv16 4) #x1))"), "f:1:15: 16 does not fit into 4 bits");
  EXPECT_EQ(error_of("(assert (foo true))"), "f:1:9: unknown function 'foo'");
  EXPECT_EQ(error_of("(assert ((_ extract 1) #xff))"),
            "f:1:10: extract: it takes 2 numbers, not 1");
  EXPECT_EQ(error_of("(assert (forall ((x Bool)) x))"), "f:1:10: quantifiers are not supported");
  EXPECT_EQ(error_of("(frobnicate)"), "f:1:2: command 'frobnicate' is not supported");
  EXPECT_EQ(error_of("(pop 1)"), "f:1:1: pop without a push");
  EXPECT_EQ(error_of("(assert (and true"), "f:1:18: the file ends inside of a term");
  EXPECT_EQ(error_of("(assert (and true) )\n)"), "f:2:1: expected '(' and a command");
  EXPECT_EQ(error_of("(declare-const x Bool)(declare-const x Bool)"),
            "f:1:23: 'x' is declared already");
  EXPECT_EQ(error_of("(declare-const bvadd Bool)"), "f:1:1: 'bvadd' has a meaning of its own");
  EXPECT_EQ(error_of("(assert #x)"), "f:1:9: a constant without digits");
  EXPECT_EQ(error_of("(assert #b12)"), "f:1:12: '2' is no binary digit");
  EXPECT_EQ(error_of("(assert |x)"), "f:1:9: a quoted symbol without an end");
  EXPECT_EQ(error_of("(declare-const x Int)"), "f:1:18: unknown sort 'Int'");
  EXPECT_EQ(error_of("(assert \x01)"), "f:1:9: unexpected byte 1");
}

TEST(TermSmtlib, OperatorsOfTheTheory) {
  struct Row {
    const char* term;
    const char* value;
  };
  constexpr Row kRows[] = {
      {"(bvsmod #x9 #x3)", "#x2"},
      {"(bvsmod #x9 #x0)", "#x9"},
      {"(bvsmod #x7 #xd)", "#xe"},
      {"(bvsrem #x9 #x3)", "#xf"},
      {"(bvsdiv #x8 #xf)", "#x8"},
      {"(bvsdiv #x9 #x0)", "#x1"},
      {"(bvsdiv #x7 #x0)", "#xf"},
      {"(bvudiv #x7 #x0)", "#xf"},
      {"(bvurem #x7 #x0)", "#x7"},
      {"(bvnand #x3 #x5)", "#xe"},
      {"(bvnor #x3 #x5)", "#x8"},
      {"(bvxnor #x3 #x5)", "#x9"},
      {"(bvcomp #x3 #x3)", "#b1"},
      {"((_ rotate_left 1) #x9)", "#x3"},
      {"((_ rotate_right 1) #x9)", "#xc"},
      {"((_ rotate_left 5) #x9)", "#x3"},
      {"((_ repeat 2) #x9)", "#x99"},
      {"(concat #x1 #x2 #x3)", "#x123"},
      {"(bvadd #x1 #x2 #x3)", "#x6"},
      {"(bvshl #x1 #x4)", "#x0"},
      {"(bvashr #x8 #xf)", "#xf"},
      {"(bvlshr #x8 #x4)", "#x0"},
      {"(ite (bvuaddo #xf #x1) #b1 #b0)", "#b1"},
      {"(ite (bvsaddo #x7 #x1) #b1 #b0)", "#b1"},
      {"(ite (bvssubo #x8 #x1) #b1 #b0)", "#b1"},
      {"(ite (bvsmulo #x4 #x2) #b1 #b0)", "#b1"},
      {"(ite (bvumulo #x4 #x3) #b1 #b0)", "#b0"},
      {"(ite (bvnego #x8) #b1 #b0)", "#b1"},
      {"(ite (bvsdivo #x8 #xf) #b1 #b0)", "#b1"},
      {"(ite (bvusubo #x1 #x2) #b1 #b0)", "#b1"},
      {"(ite (distinct #x1 #x2 #x1) #b1 #b0)", "#b0"},
      {"(ite (=> true false true) #b1 #b0)", "#b1"},
      {"(ite (bvsge #x8 #x7) #b1 #b0)", "#b0"},
      {"(ite (bvule #x7 #x7) #b1 #b0)", "#b1"},
  };
  for (const Row& row : kRows) {
    for (Simplify simplify : {Simplify::No, Simplify::Yes}) {
      TermPool pool;
      std::string text = std::string("(get-value (") + row.term + "))";
      Result<SmtScript> script = read_smtlib(pool, "f", text, simplify);
      ASSERT_TRUE(script.ok()) << script.error();
      Term t = script.value().commands[0].values[0].term;
      EXPECT_EQ(evaluate(pool, t, {}).smtlib(), row.value) << row.term;
    }
  }
}

}  // namespace
}  // namespace assay::logic
