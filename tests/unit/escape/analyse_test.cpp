// The engine on bodies built by hand; what it says of real source is in tests/findings.
#include <gtest/gtest.h>

#include "unit/escape/body_maker.h"

namespace assay::escape {
namespace {

std::vector<std::string> messages(const Outcome& outcome) {
  std::vector<std::string> texts;
  for (const findings::Finding& finding : outcome.findings) texts.push_back(finding.message);
  return texts;
}
using Texts = std::vector<std::string>;

TEST(Analyse, AnAddressThatIsReturned) {
  BodyMaker make;
  LocalId x = make.local("x", make.int_type);
  NodeId address = make.address(make.place(x));
  make.give_back(address);
  Outcome outcome = make.run();
  EXPECT_EQ(messages(outcome), Texts{"address of local variable 'x' is returned to the caller"});
  const findings::Finding& finding = outcome.findings.at(0);
  EXPECT_EQ(finding.kind, "stack-escape");
  EXPECT_EQ(finding.function, "f");
  EXPECT_EQ(finding.variables, Texts{"x"});
  ASSERT_EQ(finding.trace.size(), 2u);
  EXPECT_EQ(finding.trace[0].where.line, address.index() + 1);
  EXPECT_EQ(finding.trace[1].where, finding.where);
}

TEST(Analyse, AJoinTakesTheValueOfTheEdge) {
  BodyMaker make;
  LocalId x = make.local("x", make.int_type);
  LocalId c = make.local("c", make.int_type, ir::LocalKind::Param);
  BlockId first{0u}, yes = make.block(), no = make.block(), join = make.block();
  make.in(first);
  make.branch(make.load(make.place(c)), yes, no);
  make.in(yes);
  NodeId address = make.address(make.place(x));
  make.jump(join);
  make.in(no);
  NodeId null = make.null();
  make.jump(join);
  make.in(join);
  NodeId chosen = make.point(Op::Conditional, make.pointer_type, {address, null});
  make.phi(chosen, yes, address);
  make.phi(chosen, no, null);
  make.give_back(chosen);
  EXPECT_EQ(make.run().findings.size(), 1u);
}

TEST(Analyse, AValueCrossesBlocks) {
  BodyMaker make;
  LocalId x = make.local("x", make.int_type);
  BlockId next = make.block();
  make.in(BlockId(0u));
  NodeId address = make.address(make.place(x));
  make.jump(next);
  make.in(next);
  make.give_back(address);
  EXPECT_EQ(make.run().findings.size(), 1u);
}

TEST(Analyse, ALoopThatWalksThroughAnObjectEnds) {
  BodyMaker make;
  TypeId array =
      make.type({.kind = ir::TypeKind::Array, .size = 400, .count = 100, .inner = make.int_type});
  LocalId a = make.local("a", array), p = make.local("p", make.pointer_type);
  BlockId loop = make.block(), out = make.block();
  make.in(BlockId(0u));
  NodeId place = make.place(p);
  make.assign(place, make.address(make.place(a)));
  make.jump(loop);
  make.in(loop);
  NodeId one = make.load(make.place(p));
  NodeId next = make.point(Op::Index, make.int_type, {one, make.number(1)}, 0, ir::kLvalue);
  NodeId target = make.place(p);
  make.assign(target, make.address(next));
  make.branch(make.point(Op::Opaque, make.int_type), loop, out);
  make.in(out);
  make.give_back(make.load(make.place(p)));
  Outcome outcome = make.run();
  EXPECT_EQ(outcome.findings.size(), 1u);
  EXPECT_FALSE(outcome.out_of_budget);
}

TEST(Analyse, AGlobalThatStillHoldsTheAddress) {
  BodyMaker make;
  LocalId x = make.local("x", make.int_type);
  SymbolId g = make.global("g");
  NodeId place = make.place(g);
  make.assign(place, make.address(make.place(x)));
  make.fall_off();
  Outcome outcome = make.run();
  EXPECT_EQ(messages(outcome),
            Texts{"address of local variable 'x' is still stored in global variable 'g' when 'f' "
                  "returns"});
  EXPECT_EQ(outcome.findings.at(0).trace.back().where.line, 99u) << "the closing brace";
}

TEST(Analyse, AGlobalThatWasReset) {
  BodyMaker make;
  LocalId x = make.local("x", make.int_type);
  SymbolId g = make.global("g");
  NodeId place = make.place(g);
  make.assign(place, make.address(make.place(x)));
  NodeId again = make.place(g);
  make.assign(again, make.null());
  make.fall_off();
  EXPECT_EQ(messages(make.run()), Texts());
}

TEST(Analyse, MainEndsTheProgram) {
  BodyMaker make("main");
  LocalId x = make.local("x", make.int_type);
  SymbolId g = make.global("g");
  NodeId place = make.place(g);
  make.assign(place, make.address(make.place(x)));
  make.fall_off();
  EXPECT_EQ(messages(make.run()), Texts());
}

TEST(Analyse, AFrameThatNeverEnds) {
  BodyMaker make;
  LocalId x = make.local("x", make.int_type);
  SymbolId g = make.global("g");
  NodeId place = make.place(g);
  make.assign(place, make.address(make.place(x)));
  make.end(ir::Terminator::Unreachable);
  EXPECT_EQ(messages(make.run()), Texts());
}

// g = &x; run();
void make_store_and_call(BodyMaker& make, ir::Linkage linkage) {
  LocalId x = make.local("x", make.int_type);
  SymbolId g = make.global("g", linkage);
  SymbolId run = make.unit.symbols.add({.name = "run", .display = "run"});
  NodeId place = make.place(g);
  make.assign(place, make.address(make.place(x)));
  NodeId callee = make.point(Op::FunctionRef, make.void_type, {}, run.index());
  make.point(Op::Call, make.void_type, {callee});
  make.fall_off();
}

TEST(Analyse, ACallMayHaveResetWhatOthersCanReach) {
  BodyMaker external, internal;
  make_store_and_call(external, ir::Linkage::External);
  EXPECT_EQ(messages(external.run_in_whole_unit()), Texts());
  // Without the rest of the unit, who else writes the global is not known.
  make_store_and_call(internal, ir::Linkage::Internal);
  EXPECT_EQ(messages(internal.run()), Texts());
}

TEST(Analyse, ACallCannotResetWhatOnlyThisFunctionWrites) {
  BodyMaker make;
  make_store_and_call(make, ir::Linkage::Internal);
  EXPECT_EQ(make.run_in_whole_unit().findings.size(), 1u);
}

TEST(Analyse, ThroughAParameter) {
  BodyMaker make;
  TypeId to_pointer =
      make.type({.kind = ir::TypeKind::Pointer, .size = 8, .inner = make.pointer_type});
  LocalId out = make.local("out", to_pointer, ir::LocalKind::Param);
  LocalId x = make.local("x", make.int_type);
  NodeId place = make.deref(make.load(make.place(out)), make.pointer_type);
  make.assign(place, make.address(make.place(x)));
  make.fall_off();
  EXPECT_EQ(make.run().findings.size(), 1u);
}

TEST(Analyse, UsedAfterItsScope) {
  BodyMaker make;
  LocalId x = make.local("x", make.int_type), p = make.local("p", make.pointer_type);
  NodeId place = make.place(p);
  make.assign(place, make.address(make.place(x)));
  make.scope_end(x);
  make.load(make.deref(make.load(make.place(p)), make.int_type));
  make.fall_off();
  EXPECT_EQ(messages(make.run()),
            Texts{"address of local variable 'x' is used after its scope has ended"});
}

TEST(Analyse, HeldButNotUsedAfterItsScope) {
  BodyMaker make;
  LocalId x = make.local("x", make.int_type), p = make.local("p", make.pointer_type);
  NodeId place = make.place(p);
  make.assign(place, make.address(make.place(x)));
  make.scope_end(x);
  make.point(Op::Eq, make.int_type, {make.load(make.place(p)), make.null()});
  make.fall_off();
  EXPECT_EQ(messages(make.run()), Texts());
}

TEST(Analyse, ATestThatWasMadeBeforeIsRemembered) {
  BodyMaker make;
  LocalId c = make.local("c", make.int_type, ir::LocalKind::Param);
  LocalId x = make.local("x", make.int_type);
  SymbolId g = make.global("g");
  BlockId store = make.block(), middle = make.block(), reset = make.block(), out = make.block();
  make.in(BlockId(0u));
  make.branch(make.load(make.place(c)), store, middle);
  make.in(store);
  NodeId place = make.place(g);
  make.assign(place, make.address(make.place(x)));
  make.jump(middle);
  make.in(middle);
  make.branch(make.load(make.place(c)), reset, out);
  make.in(reset);
  NodeId again = make.place(g);
  make.assign(again, make.null());
  make.jump(out);
  make.in(out);
  make.fall_off();
  EXPECT_EQ(messages(make.run()), Texts());
}

TEST(Analyse, TheBudgetIsCounted) {
  BodyMaker make;
  LocalId x = make.local("x", make.int_type);
  for (int i = 0; i < 10; ++i) {
    make.address(make.place(x));
    BlockId from = BlockId(static_cast<uint32_t>(i));
    BlockId next = make.block();
    make.in(from);
    make.jump(next);
    make.in(next);
  }
  make.give_back(make.address(make.place(x)));
  Outcome outcome = make.run({.max_steps = 20});
  EXPECT_TRUE(outcome.out_of_budget);
}

TEST(Analyse, AFunctionThatTakesNoAddressIsDoneAtOnce) {
  BodyMaker make;
  LocalId p = make.local("p", make.pointer_type, ir::LocalKind::Param);
  make.give_back(make.load(make.place(p)));
  Outcome outcome = make.run({.max_steps = 0});
  EXPECT_FALSE(outcome.out_of_budget);
  EXPECT_EQ(messages(outcome), Texts());
}

}  // namespace
}  // namespace assay::escape
