#include "memory/contents.h"

#include <gtest/gtest.h>

#include "logic/build.h"

namespace assay::memory {
namespace {

using logic::Term;

struct ContentsTest : testing::Test {
  logic::TermPool pool;
  Contents contents{Background::Indeterminate};
  uint64_t before_beginning = uint64_t{0} - 24;

  Term number(uint32_t width, uint64_t value) { return Term::constant(width, value); }
};

TEST_F(ContentsTest, ReadsWhatWasWritten) {
  contents.write(pool, 8, number(32, 0x11223344));
  Read read = contents.read(pool, 8, 4);
  EXPECT_EQ(read.value, number(32, 0x11223344));
  EXPECT_EQ(read.init, Init::All);
}

TEST_F(ContentsTest, ReadsOverlappingParts) {
  contents.write(pool, 0, number(32, 0x11223344));
  contents.write(pool, 2, number(16, 0xaabb));
  EXPECT_EQ(contents.read(pool, 0, 4).value, number(32, 0xaabb3344));
  EXPECT_EQ(contents.read(pool, 1, 2).value, number(16, 0xbb33));
}

TEST_F(ContentsTest, KnowsWhatIsInitialised) {
  contents.write(pool, 0, number(16, 1));
  EXPECT_EQ(contents.read(pool, 0, 4).init, Init::Some);
  EXPECT_EQ(contents.read(pool, 2, 2).init, Init::None);
  EXPECT_EQ(contents.read(pool, 1000, 8).init, Init::None);
  EXPECT_EQ(Contents(Background::Zero).read(pool, 1000, 8).init, Init::All);
}

TEST_F(ContentsTest, SpansPages) {
  Term wide = pool.constant(logic::Bits::from_words(128, std::vector<uint64_t>{1, 2}));
  contents.write(pool, kPageBytes - 4, wide);
  EXPECT_EQ(contents.read(pool, kPageBytes - 4, 16).value, wide);
  EXPECT_EQ(contents.read(pool, kPageBytes + 4, 8).value, number(64, 2));
}

TEST_F(ContentsTest, SymbolicValuesComeBackWhole) {
  Term x = pool.symbol("x", 32);
  contents.write(pool, 62, x);  // across a page
  EXPECT_EQ(contents.read(pool, 62, 4).value, x);
  EXPECT_EQ(contents.read(pool, 63, 1).value, logic::extract(pool, x, 15, 8));
}

TEST_F(ContentsTest, ConcreteBytesCutASymbolicCell) {
  Term x = pool.symbol("x", 32);
  contents.write(pool, 0, x);
  contents.write(pool, 1, number(8, 7));
  EXPECT_EQ(contents.read(pool, 1, 1).value, number(8, 7));
  EXPECT_EQ(contents.read(pool, 0, 1).value, logic::extract(pool, x, 7, 0));
  EXPECT_EQ(contents.read(pool, 2, 2).value, logic::extract(pool, x, 31, 16));
}

TEST_F(ContentsTest, MaskedWritesInitialiseTheirBitsOnly) {
  contents.write_masked(pool, 0, number(8, 0xff), 0x0c);
  EXPECT_EQ(contents.read(pool, 0, 1).init, Init::Some);
  EXPECT_TRUE(contents.bits_initialised(0, 1, 0x0c));
  EXPECT_FALSE(contents.bits_initialised(0, 1, 0x1c));
  contents.write_masked(pool, 0, number(8, 0x00), 0xf3);
  EXPECT_EQ(contents.read(pool, 0, 1).value, number(8, 0x0c));
  EXPECT_EQ(contents.read(pool, 0, 1).init, Init::All);
}

TEST_F(ContentsTest, CopiesShareUntilOneWrites) {
  contents.write(pool, 0, number(32, 1));
  contents.write(pool, 500, number(32, 2));
  Contents other = contents;
  EXPECT_TRUE(other.shares_with(contents));
  other.write(pool, 500, number(32, 3));
  EXPECT_FALSE(other.shares_with(contents));
  EXPECT_EQ(contents.read(pool, 500, 4).value, number(32, 2));
  EXPECT_EQ(other.read(pool, 500, 4).value, number(32, 3));
}

TEST_F(ContentsTest, OverlappingCopyReadsTheOldBytes) {
  for (uint64_t i = 0; i < 100; ++i) contents.write(pool, i, number(8, i));
  contents.copy(pool, 10, contents, 0, 90);
  for (uint64_t i = 0; i < 90; ++i) {
    EXPECT_EQ(contents.read(pool, 10 + i, 1).value, number(8, i)) << i;
  }
}

TEST_F(ContentsTest, CopyKeepsWhatIsNotInitialised) {
  Contents source{Background::Indeterminate};
  source.write(pool, 0, number(8, 1));
  contents.fill(pool, 0, 8, 0xee);
  contents.copy(pool, 0, source, 0, 4);
  EXPECT_EQ(contents.read(pool, 0, 1).init, Init::All);
  EXPECT_EQ(contents.read(pool, 1, 3).init, Init::None);
  EXPECT_EQ(contents.read(pool, 4, 4).value, number(32, 0xeeeeeeee));
}

TEST_F(ContentsTest, ZeroBackgroundCanBecomeIndeterminate) {
  Contents zero{Background::Zero};
  zero.make_indeterminate(pool, 3, 2);
  EXPECT_EQ(zero.read(pool, 3, 2).init, Init::None);
  EXPECT_EQ(zero.read(pool, 0, 3).init, Init::All);
}

TEST_F(ContentsTest, GoesOnBeforeItsBeginning) {
  auto before = [](uint64_t bytes) { return uint64_t{0} - bytes; };
  contents.write(pool, before(16), number(64, 0x1122334455667788));
  contents.write(pool, before(4), number(64, 0xaabbccdd00000001));  // across the beginning
  EXPECT_EQ(contents.read(pool, before(16), 4).value, number(32, 0x55667788));
  EXPECT_EQ(contents.read(pool, before(4), 4).value, number(32, 1));
  EXPECT_EQ(contents.read(pool, 0, 4).value, number(32, 0xaabbccdd));
  EXPECT_EQ(contents.read(pool, before(8), 4).init, Init::None);
  std::vector<uint64_t> pages;
  contents.for_each_page([&](uint64_t first, const Page&) { pages.push_back(first); });
  EXPECT_EQ(pages, (std::vector<uint64_t>{0, before(kPageBytes)}));
}

TEST_F(ContentsTest, MergesAddressesAsAWhole) {
  constexpr uint64_t kHere = uint64_t{7} << 32, kThere = uint64_t{9} << 32;
  Contents::Outside outside = [&](uint64_t, uint32_t bytes) { return number(bytes * 8, 0); };
  Contents::IsAddress is_address = [](uint64_t number) { return number >= kHere; };
  Term condition = pool.symbol("c", 1);
  Contents other = contents;
  contents.write(pool, 8, number(64, kHere));
  other.write(pool, 8, number(64, kThere));
  contents.write(pool, before_beginning, number(64, kHere));
  other.write(pool, before_beginning, number(64, kHere));
  contents.merge(pool, condition, other, {outside, is_address});
  EXPECT_EQ(contents.read(pool, 8, 8).value,
            logic::ite(pool, condition, number(64, kHere), number(64, kThere)));
  EXPECT_EQ(contents.read(pool, before_beginning, 8).value, number(64, kHere));
}

}  // namespace
}  // namespace assay::memory
