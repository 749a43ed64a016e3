#include "memory/memory.h"

#include <gtest/gtest.h>

#include <ctime>

#include "logic/build.h"
#include "memory/locations.h"

namespace assay::memory {
namespace {

using logic::Term;

struct MemoryTest : testing::Test {
  logic::TermPool pool;
  Memory memory{pool, {.pointer_bits = 64}};

  ObjectId make(uint64_t bytes) {
    Object object;
    object.size = Term::constant(64, bytes);
    return memory.create(std::move(object));
  }
};

TEST_F(MemoryTest, AnAddressLeadsToItsObject) {
  ObjectId a = make(4), b = make(100);
  Spot spot = memory.spot(memory.address(b, 12).bits());
  EXPECT_EQ(spot.object, b);
  EXPECT_EQ(spot.offset, 12);
  EXPECT_EQ(memory.spot(memory.address(a, -3).bits()).object, a);
  EXPECT_EQ(memory.spot(memory.address(a, -3).bits()).offset, -3);
}

TEST_F(MemoryTest, NullAndSmallNumbersLeadNowhere) {
  make(4);
  EXPECT_FALSE(memory.spot(0).object.valid());
  EXPECT_FALSE(memory.spot(4096).object.valid());
  EXPECT_FALSE(memory.spot(UINT64_MAX).object.valid());
}

TEST_F(MemoryTest, ADroppedObjectsAddressIsNotUsedAgain) {
  ObjectId a = make(4);
  Term address = memory.address(a);
  memory.drop(a);
  ObjectId b = make(4);
  EXPECT_NE(memory.address(b), address);
  EXPECT_EQ(memory.find(a), nullptr);
  EXPECT_TRUE(memory.was_made(a));
}

TEST_F(MemoryTest, AHugeObjectIsFoundFromItsFarEnd) {
  ObjectId big = make(uint64_t{10} << 30);
  ObjectId next = make(4);
  Spot spot = memory.spot(memory.address(big, int64_t{9} << 30).bits());
  EXPECT_EQ(spot.object, big);
  EXPECT_EQ(spot.offset, int64_t{9} << 30);
  EXPECT_EQ(memory.spot(memory.address(next).bits()).object, next);
}

TEST_F(MemoryTest, AForkDoesNotSeeLaterWrites) {
  ObjectId a = make(4);
  memory.own(a).contents.write(pool, 0, Term::constant(32, 1));
  Memory fork = memory;
  fork.own(a).contents.write(pool, 0, Term::constant(32, 2));
  EXPECT_EQ(memory.find(a)->contents.read(pool, 0, 4).value, Term::constant(32, 1));
  EXPECT_EQ(fork.find(a)->contents.read(pool, 0, 4).value, Term::constant(32, 2));
}

TEST_F(MemoryTest, ForkingTenThousandObjectsTakesLessThanAMicrosecond) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer's time is not ours";
#endif
  for (int i = 0; i < 10000; ++i) make(8);
  constexpr int kForks = 10000;
  std::clock_t start = std::clock();  // processor time: others on the machine do not count
  for (int i = 0; i < kForks; ++i) {
    Memory fork = memory;
    ASSERT_EQ(fork.made(), memory.made());
  }
  double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  EXPECT_LT(seconds / kForks, 1e-6);
}

TEST_F(MemoryTest, LocationsOfAChoiceCarryTheirGuards) {
  ObjectId a = make(16);
  Term is_null = pool.symbol("is_null", 1);
  Term index = pool.symbol("index", 64);
  Term choice = logic::ite(pool, is_null, Term::constant(64, 0), memory.address(a));
  Term pointer = logic::add(pool, choice, index);
  LocationSet set = locations_of(memory, pointer);
  ASSERT_EQ(set.locations.size(), 2u);
  EXPECT_TRUE(set.unknown.is_null());
  EXPECT_EQ(set.locations[0].guard, is_null);
  EXPECT_FALSE(set.locations[0].object.valid());
  EXPECT_EQ(set.locations[1].guard, logic::bit_not(pool, is_null));
  EXPECT_EQ(set.locations[1].object, a);
  EXPECT_EQ(set.locations[1].offset, index);
}

TEST_F(MemoryTest, AnAddressPlusASymbolIsInTheObject) {
  ObjectId a = make(16);
  Term index = pool.symbol("index", 64);
  LocationSet set = locations_of(memory, logic::add(pool, memory.address(a, 4), index));
  ASSERT_EQ(set.locations.size(), 1u);
  EXPECT_EQ(set.locations[0].object, a);
  EXPECT_EQ(set.locations[0].offset, logic::add(pool, index, Term::constant(64, 4)));
}

TEST_F(MemoryTest, AnUnknownPointerIsSaidToBeOne) {
  Term pointer = pool.symbol("p", 64);
  LocationSet set = locations_of(memory, pointer);
  EXPECT_TRUE(set.locations.empty());
  EXPECT_EQ(set.unknown, pointer);
}

TEST_F(MemoryTest, TooManyLocationsAreCut) {
  Term pointer = Term::constant(64, 0);
  for (int i = 0; i < 10; ++i) {
    pointer =
        logic::ite(pool, pool.symbol("c" + std::to_string(i), 1), memory.address(make(4)), pointer);
  }
  LocationSet set = locations_of(memory, pointer, 5);
  EXPECT_TRUE(set.is_cut);
  EXPECT_EQ(set.locations.size(), 5u);
}

TEST(PersistentArrayTest, DifferencesSkipWhatIsShared) {
  struct Number {
    uint32_t refs = 0;
    int value = 0;
  };
  PersistentArray<Number> a;
  for (uint32_t i = 0; i < 5000; i += 7) a.set(i, Ref<Number>(new Number{0, int(i)}));
  PersistentArray<Number> b = a;
  b.set(700, Ref<Number>(new Number{0, -1}));
  b.erase(1400);
  b.set(100000, Ref<Number>(new Number{0, 5}));
  std::vector<uint32_t> differing;
  PersistentArray<Number>::for_each_difference(
      a, b, [&](uint32_t index, const Number*, const Number*) { differing.push_back(index); });
  EXPECT_EQ(differing, (std::vector<uint32_t>{700, 1400, 100000}));
  EXPECT_EQ(a.find(1400)->value, 1400);
  EXPECT_EQ(b.find(1400), nullptr);
}

TEST(PersistentArrayTest, ErasingAllLeavesNothing) {
  struct Number {
    uint32_t refs = 0;
  };
  PersistentArray<Number> a;
  for (uint32_t i = 0; i < 3000; ++i) a.set(i, Ref<Number>(new Number));
  for (uint32_t i = 0; i < 3000; ++i) a.erase(i);
  EXPECT_TRUE(a.empty());
}

}  // namespace
}  // namespace assay::memory
