#include "ir/second_returns.h"

#include <gtest/gtest.h>

#include "ir/verify.h"
#include "unit/ir/builder.h"

namespace assay::ir::test {
namespace {

TEST(SecondReturns, ComeFromCallsThatFollow) {
  UnitBuilder unit;
  TypeId type = unit.function(unit.int_type, {});
  SymbolId setjmp = unit.symbol("setjmp", type), work = unit.symbol("work", type);
  FunctionBuilder made(unit, "f");
  auto call = [&](SymbolId symbol, uint32_t flags = 0) {
    NodeId callee = made.point(Op::FunctionRef, type, {}, symbol.index(), kLvalue);
    return made.point(Op::Call, unit.int_type, {callee}, 0, flags);
  };
  call(work);
  NodeId saved = call(setjmp, kReturnsTwice);
  made.jump(1);
  made.branch(saved, 2, 3);
  made.leave();
  call(work);
  made.leave();
  Function& function = made.done();
  EXPECT_TRUE(verify(unit.unit, function).empty());
  std::vector<SecondReturn> found = second_returns(unit.unit, function.body);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].call, saved);
  EXPECT_EQ(found[0].resume, BlockId(1u));
  EXPECT_EQ(found[0].from, std::vector<BlockId>{BlockId(3u)});
}

TEST(SecondReturns, TheJumpFollowsAtOnce) {
  UnitBuilder unit;
  TypeId type = unit.function(unit.int_type, {});
  SymbolId setjmp = unit.symbol("setjmp", type);
  FunctionBuilder made(unit, "f");
  NodeId callee = made.point(Op::FunctionRef, type, {}, setjmp.index(), kLvalue);
  made.point(Op::Call, unit.int_type, {callee}, 0, kReturnsTwice);
  made.leave();
  EXPECT_EQ(verify(unit.unit, made.done()).size(), 1u);
}

}  // namespace
}  // namespace assay::ir::test
