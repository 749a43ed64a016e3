#include "store/pack.h"

#include <gmock/gmock.h>

#include "unit/store/scratch.h"

namespace assay::store {
namespace {

using testing::HasSubstr;

TEST(Pack, ReadsBackWhatItWrote) {
  Pack pack(7);
  ObjectId first = pack.add(hash_of("a"), "alpha");
  pack.add_hole();
  ObjectId third = pack.add(hash_of("c"), "");
  Pack read = must(Pack::read(7, pack.hash_list(), pack.size_list(), compress(pack.data())));
  EXPECT_EQ(read.size(), 3u);
  EXPECT_EQ(read.live(), 2u);
  EXPECT_EQ(pack_of(first), 7);
  EXPECT_EQ(read.object(slot_of(first)), "alpha");
  EXPECT_EQ(read.object(slot_of(third)), "");
  EXPECT_EQ(read.hash(slot_of(third)), hash_of("c"));
}

TEST(Pack, RefusesDamage) {
  Pack pack(7);
  pack.add(hash_of("a"), "alpha");
  Bytes data = compress(pack.data());
  EXPECT_FALSE(Pack::read(7, "short", pack.size_list(), data).ok());
  EXPECT_FALSE(Pack::read(7, pack.hash_list(), "", data).ok());
  EXPECT_FALSE(Pack::read(7, pack.hash_list(), "\x06", data).ok());
  EXPECT_FALSE(Pack::read(7, pack.hash_list(), pack.size_list(), "no frame").ok());
}

TEST(Packs, HoldMoreObjectsThanOneTakes) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  constexpr int kObjects = 10'000;
  {
    Store store = open_for_writing(path);
    ir::EncodedUnit unit = made_unit("/a.c", "f", "body");
    for (int i = 0; i < kObjects; ++i) {
      unit.objects.push_back(made_object(fmt::format("type {}", i), ir::ObjectKind::Type));
      unit.record.types.push_back(unit.objects.back().hash);
    }
    must(store.put_unit(0, hash_of("k"), unit));
    must(store.finish_capture());
  }
  Store store = must(Store::open(path, Store::Mode::Read));
  ir::UnitRecord record = must(store.record(must(store.units())[0].row));
  ASSERT_EQ(record.types.size(), kObjects + 1u);
  EXPECT_EQ(must(store.object(record.types[1])), "type 0");
  EXPECT_EQ(must(store.object(record.types.back())), "type 9999");
}

TEST(Packs, LeaveNoRoomBehindHoweverOftenARunCommits) {
  Scratch scratch;
  std::vector<uintmax_t> sizes;
  for (bool often : {false, true}) {
    std::string path = scratch / (often ? "often.db" : "once.db");
    {
      Store store = open_for_writing(path);
      for (uint32_t i = 0; i < 40; ++i) {
        std::string name = fmt::format("f{}", i);
        std::string body;
        for (int word = 0; word < 2000; ++word)
          body += hash_of(fmt::format("{} {}", i, word)).hex();
        must(store.put_unit(i, hash_of(name), made_unit("/a.c", name, body)));
        if (often) must(store.commit());
      }
      must(store.finish_capture());
    }
    sizes.push_back(std::filesystem::file_size(path));
  }
  EXPECT_LT(sizes[1], sizes[0] + sizes[0] / 10);
}

// The next run goes on where the last one stopped, and what it adds does not disturb what was.
TEST(Packs, AreAddedToFromRunToRun) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  for (uint32_t run = 0; run < 3; ++run) {
    Store store = open_for_writing(path);
    for (const StoredUnit& unit : must(store.units())) must(store.keep_unit(unit.row, 0));
    std::string name = fmt::format("f{}", run);
    must(store.put_unit(run, hash_of(name), made_unit("/a.c", name, "body of " + name)));
    must(store.finish_capture());
  }
  Store store = must(Store::open(path, Store::Mode::Read));
  for (uint32_t run = 0; run < 3; ++run) {
    std::vector<FoundFunction> found = must(store.find_functions(fmt::format("f{}", run)));
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(must(store.object(found[0].entry.body)), fmt::format("body of f{}", run));
  }
  EXPECT_EQ(must(store.totals()).bodies, 3u);
}

}  // namespace
}  // namespace assay::store
