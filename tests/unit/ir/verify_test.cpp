#include "ir/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/ir/builder.h"

namespace assay::ir::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Verify : public ::testing::Test {
 protected:
  std::vector<std::string> problems() { return verify(b.unit, f.function); }

  UnitBuilder b;
  FunctionBuilder f{b, "f"};
};

TEST_F(Verify, AcceptsStraightCode) {
  LocalId x = f.local("x", b.int_type);
  NodeId place = f.place(x), value = f.number(1);
  f.point(Op::Assign, b.int_type, {place, value}, 0, kLvalue);
  f.leave();
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(Verify, KidsAreOlder) {
  f.point(Op::Neg, b.int_type, {NodeId(1u)});
  f.number(1);
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n0 has kid n1, which is not older"));
}

TEST_F(Verify, OneParent) {
  NodeId one = f.number(1);
  f.point(Op::Neg, b.int_type, {one});
  f.point(Op::Not, b.int_type, {one});
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n0 is a kid of n1 and of n2"));
}

TEST_F(Verify, ElementsMayRepeatInOneList) {
  NodeId one = f.number(1);
  f.point(Op::InitList, b.array(b.int_type, 2), {one, one});
  f.leave();
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(Verify, PayloadsAreInRange) {
  f.point(Op::Local, b.int_type, {}, 3, kLvalue);
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n0 (local) has payload 3, which is out of range"));
}

TEST_F(Verify, EdgesAreInRange) {
  f.jump(9);
  EXPECT_THAT(problems(), ElementsAre("B0 has an edge to no block"));
}

TEST_F(Verify, NoBlocks) { EXPECT_THAT(problems(), ElementsAre("there is no entry block")); }

TEST_F(Verify, PointsOnce) {
  NodeId one = f.number(1);
  f.body().points.push_back(one);
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n0 is a point twice, in B0 and in B0"));
}

TEST_F(Verify, EvaluatedNodesArePoints) {
  f.node(Op::IntLit, b.int_type, {}, 1);
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n0 (int) is evaluated, but no point"));
}

TEST_F(Verify, UnevaluatedNodesAreNoPoints) {
  NodeId one = f.point(Op::IntLit, b.int_type, {}, 1, kUnevaluated);
  f.point(Op::SizeOf, b.int_type, {one}, 4);
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n0 (int) is a point, but never evaluated"));
}

TEST_F(Verify, ContainersAreNoPoints) {
  f.point(Op::Compound, TypeId());
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n0 (compound) is a point, but never evaluated"));
}

TEST_F(Verify, KidsComeFirstInTheBlock) {
  NodeId one = f.node(Op::IntLit, b.int_type, {}, 1);
  f.point(Op::Neg, b.int_type, {one});
  f.body().points.push_back(one);
  f.leave();
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("not evaluated before it on every path")));
}

TEST_F(Verify, KidsComeFirstOnEveryPath) {
  f.branch(f.number(1), 1, 2);
  NodeId value = f.number(2);
  f.jump(2);
  f.point(Op::Neg, b.int_type, {value});
  f.leave();
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("n2 in B2 uses n1 in B1")));
}

TEST_F(Verify, BranchHasTrueThenFalse) {
  NodeId one = f.number(1);
  f.end(Terminator::Branch, one,
        {{.target = BlockId(1u), .kind = EdgeKind::False},
         {.target = BlockId(1u), .kind = EdgeKind::True}});
  f.leave();
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("a true edge, then a false edge")));
}

TEST_F(Verify, SwitchEndsInItsDefault) {
  NodeId one = f.number(1);
  f.end(Terminator::Switch, one, {{.target = BlockId(1u), .kind = EdgeKind::Case}});
  f.leave();
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("an edge per case, then the default")));
}

TEST_F(Verify, IndirectGotoHasSomewhereToGo) {
  NodeId one = f.number(1);
  f.end(Terminator::IndirectGoto, one, {});
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("a label to go to")));
}

TEST_F(Verify, BranchNeedsItsOperand) {
  f.branch(NodeId(), 1, 1);
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("B0 ends in a branch without an operand"));
}

TEST_F(Verify, ReturnHasNoEdges) {
  f.end(Terminator::Return, NodeId(), {{.target = BlockId(0u)}});
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("no edges")));
}

// B0: a ? -> B1: b -> B2: join
class VerifyJoin : public Verify {
 protected:
  void SetUp() override {
    a = f.number(1);
    f.branch(a, 1, 2);
    c = f.number(2);
    f.jump(2);
    join = f.point(Op::LogAnd, b.int_type, {a, c});
    f.leave();
  }
  NodeId a, c, join;
};

TEST_F(VerifyJoin, TakesAValuePerEdge) {
  f.body().phis = {{join, BlockId(0u), a}, {join, BlockId(1u), c}};
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(VerifyJoin, MissesOne) {
  f.body().phis = {{join, BlockId(0u), a}};
  EXPECT_THAT(problems(), ElementsAre("n2 in B2 has no phi for the edge from B1"));
}

TEST_F(VerifyJoin, TakesAValueThatIsNotThere) {
  f.body().phis = {{join, BlockId(0u), c}, {join, BlockId(1u), c}};
  EXPECT_THAT(problems(), ElementsAre(HasSubstr("not evaluated on the way through B0")));
}

TEST_F(VerifyJoin, KnowsOneEdgeOnce) {
  f.body().phis = {{join, BlockId(0u), a}, {join, BlockId(0u), a}, {join, BlockId(1u), c}};
  EXPECT_THAT(problems(), ElementsAre("n2 has two phis for one edge"));
}

// As a condition, `a && b` is no point.
TEST_F(Verify, SpreadConditionsAreNoPoints) {
  NodeId a = f.number(1);
  f.branch(a, 1, 2);
  NodeId c = f.number(2);
  f.branch(c, 2, 2);
  NodeId both = f.node(Op::LogAnd, b.int_type, {a, c});
  NodeId inverted = f.node(Op::Not, b.int_type, {both});
  f.node(Op::If, TypeId(), {inverted});
  f.leave();
  EXPECT_THAT(problems(), IsEmpty());
}

class VerifyLives : public Verify {
 protected:
  void SetUp() override {
    type = b.record("Guard", {{"x", b.int_type}}, kClass | kNonTrivialDestructor);
    guard = f.local("guard", type);
  }
  void construct(uint32_t flags = 0) {
    NodeId place = f.place(guard);
    f.point(Op::Construct, type, {place}, UINT32_MAX, flags);
  }
  void destroy() {
    NodeId place = f.place(guard);
    f.point(Op::Destroy, b.void_type, {place}, UINT32_MAX);
  }
  TypeId type;
  LocalId guard;
};

TEST_F(VerifyLives, ConstructedThenDestroyed) {
  construct();
  destroy();
  f.leave();
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(VerifyLives, NeverDestroyed) {
  construct();
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("B0 leaves the function while guard may be alive"));
}

TEST_F(VerifyLives, DestroyedTwice) {
  construct();
  destroy();
  destroy();
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n5 destroys guard, which may not be alive"));
}

TEST_F(VerifyLives, DestroyedFirst) {
  destroy();
  construct();
  destroy();
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n1 destroys guard, which may not be alive"));
}

TEST_F(VerifyLives, HandlersLetGo) {
  LocalId caught = f.local("caught", b.pointer(b.void_type), LocalKind::Exception);
  f.point(Op::CatchBegin, TypeId(), {}, caught.index());
  f.point(Op::CatchEnd, TypeId(), {}, caught.index());
  f.leave();
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(VerifyLives, HandlersThatKeepTheirException) {
  LocalId caught = f.local("caught", b.pointer(b.void_type), LocalKind::Exception);
  f.point(Op::CatchBegin, TypeId(), {}, caught.index());
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("B0 leaves the function while caught may be alive"));
}

TEST_F(VerifyLives, ConstructedOnOnePathOnly) {
  f.branch(f.number(1), 1, 2);
  construct();
  f.jump(2);
  destroy();
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n4 destroys guard, which may not be alive"));
}

// The same with a temporary is what `c ? f(T()) : 0` looks like.
TEST_F(VerifyLives, TemporariesMayDependOnThePath) {
  f.body().locals[guard.index()].kind = LocalKind::Temporary;
  f.branch(f.number(1), 1, 2);
  construct();
  f.jump(2);
  f.branch(f.number(1), 3, 4);
  destroy();
  f.jump(4);
  f.leave();
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(VerifyLives, EachIterationHasItsOwn) {
  f.jump(1);
  construct();
  destroy();
  f.branch(f.number(1), 1, 2);
  f.leave();
  EXPECT_THAT(problems(), IsEmpty());
}

TEST_F(VerifyLives, IterationsThatForgetToDestroy) {
  f.jump(1);
  construct();
  f.branch(f.number(1), 1, 2);
  destroy();
  f.leave();
  EXPECT_THAT(problems(), ElementsAre("n1 constructs guard, which may be alive already"));
}

// A constructor that throws leaves nothing to destroy; a call after it does.
TEST_F(VerifyLives, Unwinding) {
  construct(kMayThrow);
  f.end(Terminator::Jump, NodeId(), {{.target = BlockId(1u)}}, BlockId(4u));
  f.point(Op::Opaque, b.int_type, {}, 0, kMayThrow);
  f.end(Terminator::Jump, NodeId(), {{.target = BlockId(2u)}}, BlockId(3u));
  destroy();
  f.leave();
  destroy();
  f.jump(4);
  f.end(Terminator::Resume, NodeId(), {});
  EXPECT_THAT(problems(), IsEmpty());
  f.body().blocks[1].unwind = BlockId(4u);
  EXPECT_THAT(problems(), ElementsAre("B4 leaves the function while guard may be alive"));
}

// 2 000 blocks with an object each.
TEST_F(Verify, IsFastEnough) {
  TypeId type = b.record("Guard", {}, kClass | kNonTrivialDestructor);
  for (uint32_t i = 0; i < 2000; ++i) {
    LocalId guard = f.local("", type);
    NodeId made = f.place(guard);
    f.point(Op::Construct, type, {made}, UINT32_MAX);
    NodeId gone = f.place(guard);
    f.point(Op::Destroy, b.void_type, {gone}, UINT32_MAX);
    f.jump(i + 1);
  }
  f.leave();
  EXPECT_THAT(problems(), IsEmpty());
}

}  // namespace
}  // namespace assay::ir::test
