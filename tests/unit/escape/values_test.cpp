#include "engines/escape/values.h"

#include <gtest/gtest.h>

#include "engines/escape/state.h"

namespace assay::escape {
namespace {

Address at(Base base, int64_t offset, uint32_t taken = 7) {
  return {{base, offset}, ir::NodeId(taken)};
}
const Base kX = local_base(ir::LocalId(0u));
const Base kY = local_base(ir::LocalId(1u));

TEST(AddressSet, IsASetOfLocations) {
  AddressSet set(at(kX, 0));
  EXPECT_FALSE(set.insert(at(kX, 0, 3)));
  EXPECT_TRUE(set.insert(at(kX, 8)));
  EXPECT_TRUE(set.insert(at(kY, 0)));
  EXPECT_EQ(set.size(), 3u);
  EXPECT_EQ(set.front().taken, ir::NodeId(3u)) << "the smallest explanation is kept";
}

TEST(AddressSet, ManyOffsetsBecomeAny) {
  AddressSet set;
  for (int64_t offset = 0; offset < 100; offset += 4) set.insert(at(kX, offset));
  ASSERT_EQ(set.size(), 1u);
  EXPECT_EQ(set.front().at.offset, kAnyOffset);
  EXPECT_FALSE(set.insert(at(kX, 4))) << "any offset includes each";
}

TEST(AddressSet, FrameLocationsAreComparedAlone) {
  AddressSet a(at(kX, 0)), b(at(kX, 0));
  b.insert(Address{});
  EXPECT_FALSE(a.same_locations(b));
  EXPECT_TRUE(a.same_frame_locations(b));
  b.insert(at(kY, 0));
  EXPECT_FALSE(a.same_frame_locations(b));
}

TEST(Offsets, UnknownAndOverflowAreAny) {
  EXPECT_EQ(add_offsets(4, 8), 12);
  EXPECT_EQ(add_offsets(kAnyOffset, 8), kAnyOffset);
  EXPECT_EQ(add_offsets(INT64_MAX, 1), kAnyOffset);
}

TEST(Objects, PointeesAreNamedByTheirWay) {
  Objects objects;
  Base direct = objects.pointee({kX, 0});
  EXPECT_EQ(objects.pointee({kX, 0}), direct);
  EXPECT_NE(objects.pointee({kX, 8}), direct);
  Base far = objects.pointee({direct, 16});
  EXPECT_EQ(objects.root(far), kX);
  // A list that is walked in a loop has finitely many names.
  for (int i = 0; i < 10; ++i) far = objects.pointee({far, 0});
  EXPECT_EQ(far.kind, BaseKind::Other);
}

TEST(Facts, KnowWhatWasLearnt) {
  Facts facts;
  ir::LocalId v(0u);
  Condition is_three{v, ir::Op::Eq, 3, false}, is_not_three{v, ir::Op::Eq, 3, true};
  EXPECT_EQ(facts.holds(is_three), Tri::Unknown);
  facts.learn(is_not_three, true);
  EXPECT_EQ(facts.holds(is_three), Tri::No);
  EXPECT_EQ(facts.holds({v, ir::Op::Eq, 4, false}), Tri::Unknown);
  facts.learn({v, ir::Op::Eq, 5, false}, true);
  EXPECT_EQ(facts.holds({v, ir::Op::Lt, 6, false}), Tri::Yes);
  EXPECT_EQ(facts.holds({v, ir::Op::Gt, 5, false}), Tri::No);
  facts.forget(v);
  EXPECT_EQ(facts.holds(is_three), Tri::Unknown);
}

TEST(Facts, BothMustAgree) {
  Facts a, b;
  Condition condition{ir::LocalId(0u), ir::Op::Eq, 0, false};
  a.learn(condition, true);
  b.learn(condition, true);
  EXPECT_FALSE(a.intersect(b));
  EXPECT_EQ(a.holds(condition), Tri::Yes);
  b.learn(condition, false);
  EXPECT_TRUE(a.intersect(b));
  EXPECT_EQ(a.holds(condition), Tri::Unknown);
}

}  // namespace
}  // namespace assay::escape
