// What facts must know: the paper's steps, and the habits of C that false paths come from.
#include "engines/machines/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "engines/machines/facts_number.h"

namespace assay::machines {
namespace {

using ir::Op;
using metal::Scalar;
using metal::ScalarKind;
using metal::Tree;
using metal::TreeId;
using testing::ElementsAre;

constexpr Scalar kInt{ScalarKind::Int, 32, true}, kUnsigned{ScalarKind::Int, 32, false},
    kByte{ScalarKind::Int, 8, false}, kPointer{ScalarKind::Pointer, 64, false},
    kDouble{ScalarKind::Float, 64, true};

class FactsTest : public testing::Test {
 protected:
  TreeId leaf(Op op, std::string_view name, Scalar scalar, std::string_view type = "") {
    Tree tree;
    tree.op = op;
    if (op == Op::Local) tree.scope = metal::ScopeId(0u);
    tree.payload = op == Op::Local ? locals_++ : 0;
    tree.text = op == Op::Local ? metal::TextId() : pool.text(name);
    tree.name = pool.text(name);
    tree.type = pool.text(type);
    tree.scalar = scalar;
    return pool.make(std::move(tree));
  }
  TreeId make(Op op, Scalar scalar, std::vector<TreeId> kids) {
    Tree tree;
    tree.op = op;
    tree.scalar = scalar;
    tree.kids = std::move(kids);
    return pool.make(std::move(tree));
  }
  TreeId field(TreeId pointer, std::string_view name, Scalar scalar,
               std::string_view owner = "node") {
    Tree tree;
    tree.op = Op::Member;
    tree.text = pool.text(name);
    tree.owner = pool.text(owner);
    tree.scalar = scalar;
    tree.kids = {make(Op::Deref, {}, {pointer})};
    return pool.make(std::move(tree));
  }
  TreeId number(int64_t value) { return pool.make_int(static_cast<uint64_t>(value)); }
  TreeId compare(Op op, TreeId a, TreeId b) { return make(op, kInt, {a, b}); }
  TreeId is(TreeId a, int64_t value) { return compare(Op::Eq, a, number(value)); }
  TreeId plus(TreeId a, int64_t by) { return make(Op::Add, pool[a].scalar, {a, number(by)}); }
  TreeId no(TreeId a) { return make(Op::Not, kInt, {a}); }

  void is_known(TreeId condition, Tri answer) {
    EXPECT_EQ(facts.holds(pool, condition), answer) << pool.spell(condition);
  }

  metal::TreePool pool;
  uint64_t locals_ = 0;
  Facts facts;
  TreeId x = leaf(Op::Local, "x", kInt), y = leaf(Op::Local, "y", kInt),
         z = leaf(Op::Local, "z", kInt), u = leaf(Op::Local, "u", kUnsigned),
         p = leaf(Op::Local, "p", kPointer), q = leaf(Op::Local, "q", kPointer),
         d = leaf(Op::Local, "d", kDouble), b = leaf(Op::Local, "b", kByte),
         g = leaf(Op::Global, "g", kInt);
};

TEST_F(FactsTest, TheSameConditionTwice) {
  EXPECT_EQ(facts.assume(pool, x, true), Tri::Unknown);
  EXPECT_EQ(facts.assume(pool, x, true), Tri::Yes);
  EXPECT_EQ(facts.assume(pool, no(x), true), Tri::No);
}

TEST_F(FactsTest, ConstantsAndWhatIsComputedFromThem) {
  facts.assign(pool, x, number(10));
  facts.assign(pool, y, plus(x, 1));
  is_known(is(y, 11), Tri::Yes);
  is_known(compare(Op::Lt, y, x), Tri::No);
}

TEST_F(FactsTest, AnAssignmentMakesAnotherValue) {
  facts.assume(pool, compare(Op::Lt, x, number(5)), true);
  facts.assign(pool, y, x);
  facts.assign(pool, x, plus(x, 1));
  is_known(compare(Op::Lt, y, number(5)), Tri::Yes);
  is_known(compare(Op::Lt, x, number(5)), Tri::Unknown);
  is_known(compare(Op::Eq, x, y), Tri::No);
  is_known(compare(Op::Eq, x, plus(y, 1)), Tri::Yes);
  facts.write(pool, Op::PostDec, x, TreeId());
  is_known(compare(Op::Eq, x, y), Tri::Yes);
}

TEST_F(FactsTest, EqualitiesAreCongruent) {
  facts.assume(pool, compare(Op::Eq, p, q), true);
  facts.assume(pool, field(p, "count", kInt), false);
  is_known(is(field(q, "count", kInt), 0), Tri::Yes);
  facts.assume(pool, compare(Op::Eq, x, y), true);
  is_known(compare(Op::Eq, make(Op::Mul, kInt, {x, z}), make(Op::Mul, kInt, {z, y})), Tri::Yes);
}

TEST_F(FactsTest, OrdersGoOn) {
  facts.assume(pool, compare(Op::Lt, x, y), true);
  facts.assume(pool, compare(Op::Ge, z, y), true);
  is_known(compare(Op::Lt, x, z), Tri::Yes);
  is_known(compare(Op::Eq, x, z), Tri::No);
  EXPECT_EQ(facts.assume(pool, compare(Op::Lt, z, x), true), Tri::No);
}

TEST_F(FactsTest, OrderFromBothSidesIsEquality) {
  facts.assume(pool, compare(Op::Le, x, y), true);
  facts.assume(pool, compare(Op::Le, y, x), true);
  is_known(compare(Op::Eq, x, y), Tri::Yes);
}

TEST_F(FactsTest, RangesNarrow) {
  facts.assume(pool, compare(Op::Ge, x, number(0)), true);
  facts.assume(pool, compare(Op::Lt, x, number(3)), true);
  facts.assume(pool, is(x, 0), false);
  facts.assume(pool, is(x, 2), false);
  is_known(is(x, 1), Tri::Yes);
}

TEST_F(FactsTest, AConditionKeptInAVariable) {
  facts.assign(pool, y, compare(Op::Lt, x, number(0)));
  facts.assume(pool, y, true);
  is_known(compare(Op::Gt, x, number(3)), Tri::No);
}

TEST_F(FactsTest, UnsignedNumbersWrapAround) {
  is_known(compare(Op::Lt, plus(u, 1), u), Tri::Unknown);
  is_known(compare(Op::Lt, plus(x, 1), x), Tri::Unknown);
  is_known(compare(Op::Lt, u, number(0)), Tri::No);
  facts.assume(pool, compare(Op::Lt, u, number(100)), true);
  is_known(compare(Op::Lt, plus(u, 1), number(101)), Tri::Yes);
  facts.assign(pool, b, number(255));
  facts.write(pool, Op::PreInc, b, TreeId());
  is_known(is(b, 0), Tri::Yes);
}

TEST_F(FactsTest, AConversionThatLosesBitsIsNoCopy) {
  facts.assign(pool, b, x);
  is_known(compare(Op::Eq, b, x), Tri::Unknown);
  is_known(compare(Op::Lt, b, number(256)), Tri::Yes);
  facts.assume(pool, is(b, 0), true);
  is_known(is(x, 0), Tri::Unknown);
  facts.assume(pool, compare(Op::Lt, make(Op::Cast, kUnsigned, {x}), number(10)), true);
  is_known(compare(Op::Ge, x, number(0)), Tri::Yes);
}

TEST_F(FactsTest, FloatingPointNumbersMayBeNone) {
  is_known(compare(Op::Eq, d, d), Tri::Unknown);
  facts.assume(pool, compare(Op::Lt, d, d), false);
  is_known(compare(Op::Ge, d, d), Tri::Unknown);
  facts.assume(pool, compare(Op::Lt, d, number(1)), true);
  is_known(compare(Op::Lt, d, number(1)), Tri::Yes);
}

TEST_F(FactsTest, TheAddressOfAVariableIsNotNull) {
  facts.assign(pool, p, make(Op::AddressOf, kPointer, {x}));
  is_known(p, Tri::Yes);
  facts.assign(pool, make(Op::Deref, kInt, {p}), number(7));
  is_known(is(x, 7), Tri::Yes);
  is_known(make(Op::AddressOf, kPointer, {field(q, "count", kInt)}), Tri::Yes);
}

TEST_F(FactsTest, MinusOneIsTheHighestAddress) {
  facts.assign(pool, p, number(-1));
  is_known(is(p, -1), Tri::Yes);
  is_known(is(q, -1), Tri::Unknown);
}

TEST_F(FactsTest, AWriteToAFieldIsToThatFieldOfAnyObject) {
  facts.assume(pool, is(field(p, "count", kInt), 1), true);
  facts.assume(pool, is(field(p, "size", kInt), 2), true);
  facts.assign(pool, field(q, "count", kInt), number(5));
  is_known(is(field(p, "count", kInt), 1), Tri::Unknown);
  is_known(is(field(p, "size", kInt), 2), Tri::Yes);
  facts.assume(pool, compare(Op::Eq, p, q), false);
  facts.assign(pool, field(p, "count", kInt), number(6));
  is_known(is(field(q, "count", kInt), 5), Tri::Yes);
}

TEST_F(FactsTest, FieldsOfAUnionShareTheirPlace) {
  facts.assume(pool, is(field(p, "a", kInt, "union value"), 1), true);
  facts.assign(pool, field(p, "b", kInt, "union value"), number(5));
  is_known(is(field(p, "a", kInt, "union value"), 1), Tri::Unknown);
}

TEST_F(FactsTest, ElementsOfAnArray) {
  auto element = [&](TreeId index) { return make(Op::Index, kInt, {p, index}); };
  facts.assign(pool, element(number(1)), number(10));
  facts.assign(pool, element(number(2)), number(20));
  is_known(is(element(number(1)), 10), Tri::Yes);
  facts.assign(pool, element(x), number(30));
  is_known(is(element(number(1)), 10), Tri::Unknown);
  is_known(is(element(x), 30), Tri::Yes);
  facts.assign(pool, x, plus(x, 1));
  is_known(is(element(x), 30), Tri::Unknown);
}

TEST_F(FactsTest, ACallGivesAnotherValueEachTime) {
  TreeId call = make(Op::Call, kInt, {leaf(Op::FunctionRef, "next", {})});
  facts.assume(pool, call, true);
  is_known(call, Tri::Unknown);
  TreeId hint = make(Op::Call, kInt, {leaf(Op::FunctionRef, "__builtin_expect", {}), x, number(0)});
  facts.assume(pool, hint, true);
  is_known(x, Tri::Yes);
}

TEST_F(FactsTest, AVolatileVariableChangesByItself) {
  TreeId flag = leaf(Op::Local, "flag", kInt, "volatile int");
  facts.assume(pool, flag, true);
  is_known(flag, Tri::Unknown);
}

TEST_F(FactsTest, ConditionsWithAndAndOr) {
  TreeId both = make(Op::LogAnd, kInt, {p, is(x, 1)});
  facts.assume(pool, both, true);
  is_known(p, Tri::Yes);
  is_known(is(x, 1), Tri::Yes);
  Facts other;
  other.assume(pool, p, true);
  other.assume(pool, both, false);
  EXPECT_EQ(other.holds(pool, is(x, 1)), Tri::No);
}

TEST_F(FactsTest, CasesOfASwitch) {
  facts.assume(pool, compare(Op::Ge, x, number(0)), true);
  facts.assume_case(pool, x, 0, 3, false);
  facts.assume_case(pool, x, 4, 4, false);
  is_known(compare(Op::Gt, x, number(4)), Tri::Yes);
  EXPECT_EQ(facts.assume_case(pool, x, 2, 2, true), Tri::No);
  EXPECT_EQ(facts.assume_case(pool, x, 5, 9, true), Tri::Unknown);
  is_known(is(x, 10), Tri::No);
}

TEST_F(FactsTest, ForgettingWhatACallMayChange) {
  facts.assume(pool, is(g, 1), true);
  facts.assume(pool, is(x, 1), true);
  facts.assume(pool, is(field(p, "count", kInt), 1), true);
  facts.forget_if(pool, [&](TreeId tree) { return pool[tree].op != Op::Local; });
  is_known(is(g, 1), Tri::Unknown);
  is_known(is(field(p, "count", kInt), 1), Tri::Unknown);
  is_known(is(x, 1), Tri::Yes);
}

TEST_F(FactsTest, JoinKeepsWhatBothKnow) {
  Facts other;
  facts.assign(pool, x, number(1));
  facts.assign(pool, y, x);
  facts.assume(pool, p, true);
  other.assign(pool, x, number(5));
  other.assign(pool, y, x);
  other.assume(pool, q, true);
  facts.join(pool, other);
  is_known(compare(Op::Eq, x, y), Tri::Yes);
  is_known(compare(Op::Le, x, number(5)), Tri::Yes);
  is_known(is(x, 9), Tri::No);
  is_known(p, Tri::Unknown);
  EXPECT_TRUE(other.implies(pool, facts));
  EXPECT_FALSE(facts.implies(pool, other));
}

TEST_F(FactsTest, FactsCrossCallsUnderOtherNames) {
  facts.assume(pool, is(x, 4), true);
  facts.assume(pool, compare(Op::Eq, y, z), true);
  TreeId formal = leaf(Op::Local, "formal", kInt);
  Facts inside = facts.renamed(pool, [&](TreeId tree) { return tree == x ? formal : TreeId(); });
  EXPECT_EQ(inside.holds(pool, is(formal, 4)), Tri::Yes);
  EXPECT_THAT(inside.spell(pool), ElementsAre("formal == 4"));
  Facts caller;
  caller.assume(pool, is(formal, 5), true);
  EXPECT_EQ(caller.meet(pool, inside), Tri::No);
}

TEST_F(FactsTest, ACopyIsItsOwn) {
  facts.assume(pool, x, true);
  Facts copy = facts;
  copy.assume(pool, y, true);
  is_known(y, Tri::Unknown);
  EXPECT_TRUE(copy.implies(pool, facts));
  EXPECT_FALSE(facts.implies(pool, copy));
  EXPECT_NE(facts.key(pool), copy.key(pool));
}

// An empty range is no divisor.
TEST_F(FactsTest, APathThatContradictsItselfIsNotComputedOn) {
  Range empty{1, 0};
  EXPECT_EQ(result_range(Op::Div, kInt, {0, 9}, empty), range_of(kInt));
  EXPECT_EQ(result_range(Op::Rem, kInt, empty, {1, 9}), range_of(kInt));
}

// Values that lost their names are left behind; what others say of them stays.
TEST_F(FactsTest, ManyForgottenValuesDoNotPushOutWhatIsKnown) {
  TreeId kept = leaf(Op::Local, "kept", kInt);
  facts.assume(pool, is(kept, 7), true);
  for (int i = 0; i < 100; ++i) {
    TreeId gone = leaf(Op::Local, "gone", kInt);
    facts.assume(pool, compare(Op::Lt, gone, number(i)), true);
    facts.forget_if(pool, [&](TreeId tree) { return tree == gone; });
  }
  is_known(is(kept, 7), Tri::Yes);
  EXPECT_EQ(facts.spell(pool).size(), 1u);
}

}  // namespace
}  // namespace assay::machines
