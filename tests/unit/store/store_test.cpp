#include "store/store.h"

#include <gmock/gmock.h>

#include "unit/store/scratch.h"

namespace assay::store {
namespace {

using testing::HasSubstr;

TEST(Store, KeepsUnitsInTheOrderOfTheirPositions) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = open_for_writing(path);
    must(store.put_unit(1, hash_of("k1"), made_unit("/b.c", "g", "body of g")));
    must(store.put_unit(0, hash_of("k0"), made_unit("/a.c", "f", "body of f")));
    must(store.finish_capture());
  }
  Store store = must(Store::open(path, Store::Mode::Read));
  std::vector<StoredUnit> units = must(store.units());
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].main_file, "/a.c");
  EXPECT_EQ(units[0].key, hash_of("k0"));
  EXPECT_EQ(units[1].main_file, "/b.c");
  ir::UnitRecord record = must(store.record(units[0].row));
  ASSERT_EQ(record.functions.size(), 1u);
  EXPECT_EQ(record.functions[0].body, hash_of("body of f"));
  EXPECT_EQ(must(store.object(hash_of("body of f"))), "body of f");
}

TEST(Store, LoadsTheUnitThatWasEncoded) {
  Scratch scratch;
  ir::Unit unit;
  unit.main_file = "/a.c";
  ir::TypeId type = unit.types.intern(
      {.kind = ir::TypeKind::Int, .flags = ir::kSigned, .width = 32, .align = 4, .size = 4});
  ir::Symbol counter{.name = "counter", .display = "counter", .kind = ir::SymbolKind::Variable};
  counter.type = type;
  counter.flags = ir::kDefined | ir::kWritten;
  unit.symbols.add(counter);
  Store store = open_for_writing(scratch / "a.db");
  must(store.put_unit(0, hash_of("k"), ir::encode_unit(unit), symbol_entries(unit)));
  ir::Unit loaded = must(store.load(must(store.units())[0].row));
  ASSERT_EQ(loaded.symbols.size(), 1u);
  EXPECT_EQ(loaded.symbols[ir::SymbolId(0u)].name, "counter");
  EXPECT_TRUE(must(store.global_facts("counter")).written);
}

TEST(Store, FindsFunctionsByLinkageAndDisplayName) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  ir::EncodedUnit unit = made_unit("/a.cc", "_ZN1n1fEv", "body");
  unit.record.functions[0].display = "n::f";
  must(store.put_unit(1, hash_of("k1"), unit));
  must(store.put_unit(0, hash_of("k0"), made_unit("/b.cc", "_ZN1n1fEv", "another body")));
  for (const char* name : {"_ZN1n1fEv", "n::f"}) {
    std::vector<FoundFunction> found = must(store.find_functions(name));
    ASSERT_EQ(found.size(), 2u) << name;
    EXPECT_EQ(found[0].entry.file, "/b.cc");
    EXPECT_EQ(found[1].entry.display, "n::f");
    EXPECT_EQ(found[1].entry.body, hash_of("body"));
    EXPECT_EQ(found[1].entry.line, 3u);
  }
  EXPECT_TRUE(must(store.find_functions("g")).empty());
}

TEST(Store, JoinsFactsOfExternalSymbolsAndKeepsInternalOnesApart) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  SymbolEntry read{.name = "limit", .display = "limit", .flags = ir::kDefined};
  SymbolEntry written{.name = "limit", .display = "limit", .flags = ir::kWritten};
  SymbolEntry internal{.name = "limit",
                       .display = "limit",
                       .linkage = ir::Linkage::Internal,
                       .flags = ir::kDefined | ir::kAddressTaken};
  must(store.put_unit(0, hash_of("k0"), made_unit("/a.c", "f", "1"), {read}));
  EXPECT_FALSE(must(store.global_facts("limit")).written);
  must(store.put_unit(1, hash_of("k1"), made_unit("/b.c", "g", "2"), {written}));
  must(store.put_unit(2, hash_of("k2"), made_unit("/c.c", "h", "3"), {internal}));
  SymbolFacts facts = must(store.global_facts("limit"));
  EXPECT_EQ(facts.units, 2u);
  EXPECT_TRUE(facts.defined);
  EXPECT_TRUE(facts.written);
  EXPECT_FALSE(facts.address_taken);
  UnitRow third = must(store.units())[2].row;
  EXPECT_TRUE(must(store.internal_facts(third, "limit")).address_taken);
  EXPECT_EQ(must(store.global_facts("nobody")).units, 0u);
}

TEST(Store, ReplacesTheUnitOfTheSameKeyAndForgetsWhatOnlyItNamed) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  must(store.put_unit(0, hash_of("k"), made_unit("/a.c", "f", "old body")));
  must(store.put_unit(1, hash_of("other"), made_unit("/b.c", "g", "shared body")));
  must(store.finish_capture());
  uint64_t before = must(store.totals()).objects;
  must(store.put_unit(0, hash_of("k"), made_unit("/a.c", "f2", "shared body")));
  must(store.finish_capture());
  EXPECT_EQ(must(store.units()).size(), 2u);
  EXPECT_FALSE(must(store.has_object(hash_of("old body"))));
  EXPECT_TRUE(must(store.has_object(hash_of("shared body"))));
  EXPECT_EQ(must(store.totals()).objects, before - 2);
  EXPECT_TRUE(must(store.find_functions("f")).empty());
  EXPECT_EQ(must(store.find_functions("f2")).size(), 1u);
}

TEST(Store, DropsUnitsThatARunNeitherPutNorKept) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = open_for_writing(path);
    must(store.put_unit(0, hash_of("k0"), made_unit("/a.c", "f", "1")));
    must(store.put_unit(1, hash_of("k1"), made_unit("/b.c", "g", "2")));
    must(store.put_unit(2, hash_of("k2"), made_unit("/c.c", "h", "3")));
    must(store.finish_capture());
  }
  Store store = open_for_writing(path);
  std::vector<StoredUnit> units = must(store.units());
  must(store.keep_unit(units[2].row, 0));
  must(store.keep_unit(units[0].row, 1));
  must(store.finish_capture());
  units = must(store.units());
  ASSERT_EQ(units.size(), 2u);
  EXPECT_EQ(units[0].main_file, "/c.c");
  EXPECT_EQ(units[1].main_file, "/a.c");
  EXPECT_FALSE(must(store.has_object(hash_of("2"))));
  EXPECT_TRUE(must(store.has_object(hash_of("3"))));
  EXPECT_EQ(must(store.inputs()).files.size(), 2u);
}

TEST(Store, CollectsWhatAnInterruptedRunLeft) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = open_for_writing(path);
    must(store.put_unit(0, hash_of("k"), made_unit("/a.c", "f", "old")));
    must(store.finish_capture());
  }
  {
    Store store = open_for_writing(path);
    must(store.put_unit(0, hash_of("k"), made_unit("/a.c", "f", "new")));
    must(store.commit());
  }
  Store store = open_for_writing(path);
  EXPECT_TRUE(must(store.has_object(hash_of("old"))));
  must(store.keep_unit(must(store.units())[0].row, 0));
  must(store.finish_capture());
  EXPECT_FALSE(must(store.has_object(hash_of("old"))));
  EXPECT_TRUE(must(store.has_object(hash_of("new"))));
}

TEST(Store, RecordsFailedUnits) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  must(store.put_failed_unit(0, hash_of("k"), "/a.c", "killed by signal 11"));
  std::vector<StoredUnit> units = must(store.units());
  ASSERT_EQ(units.size(), 1u);
  EXPECT_TRUE(units[0].failed);
  EXPECT_EQ(units[0].failure, "killed by signal 11");
  EXPECT_EQ(store.record(units[0].row).error(), "/a.c: was not captured: killed by signal 11");
  EXPECT_EQ(must(store.totals()).failed_units, 1u);
}

TEST(Store, KeepsTheTextThatWasCompiled) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  ir::EncodedUnit first = made_unit("/a.c", "f", "1");
  first.record.files[0].keep_text = true;
  first.objects.push_back(
      {.hash = first.record.files[0].content, .kind = ir::ObjectKind::Text, .data = "int f;\n"});
  must(store.put_unit(0, hash_of("k0"), first));
  // The same file again: its text is stored, does not come again, and must outlive the first.
  ir::EncodedUnit second = made_unit("/a.c", "f", "2");
  second.record.files[0].keep_text = true;
  must(store.put_unit(1, hash_of("k1"), second));
  must(store.put_unit(0, hash_of("k0"), made_unit("/b.c", "f", "3")));
  must(store.finish_capture());
  EXPECT_EQ(must(store.source_text("/a.c")), "int f;\n");
  EXPECT_EQ(must(store.source_text("/b.c")), std::nullopt);
}

TEST(Store, SaysWhatEveryUnitRead) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  ir::EncodedUnit a = made_unit("/a.c", "f", "1");
  ir::SourceFile header{.path = "/h.h", .content = hash_of("h"), .size = 1, .mtime_ns = 9};
  header.included_by = 0;
  a.record.files.push_back(header);
  ir::EncodedUnit b = made_unit("/b.c", "g", "2");
  header.content = hash_of("h, changed while we captured");
  b.record.files.push_back(header);
  must(store.put_unit(0, hash_of("k0"), a));
  must(store.put_unit(1, hash_of("k1"), b));
  must(store.refresh_file({.path = "/h.h", .content = hash_of("h"), .size = 1, .mtime_ns = 77}));
  StoredInputs inputs = must(store.inputs());
  EXPECT_EQ(inputs.files.size(), 4u);
  std::vector<StoredUnit> units = must(store.units());
  const StoredFile& first = inputs.files[inputs.of_unit[units[0].row][1]];
  const StoredFile& second = inputs.files[inputs.of_unit[units[1].row][1]];
  EXPECT_EQ(first.content, hash_of("h"));
  EXPECT_EQ(first.mtime_ns, 77);
  EXPECT_EQ(second.content, header.content);
  EXPECT_EQ(second.mtime_ns, 9);
}

TEST(Store, AddsUpTheLedgers) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  for (uint32_t i = 0; i < 3; ++i) {
    ir::EncodedUnit unit = made_unit("/a.c", "f", std::to_string(i));
    unit.record.ledger.unsupported_points = 2;
    unit.record.ledger.unsupported = {{"coroutine", 2}};
    unit.record.ledger.downgraded = {{"implicit-int", i}};
    must(store.put_unit(i, hash_of(std::to_string(i)), unit));
  }
  must(store.commit());
  Totals totals = must(store.totals());
  EXPECT_EQ(totals.units, 3u);
  EXPECT_EQ(totals.functions, 3u);
  EXPECT_EQ(totals.bodies, 3u);
  EXPECT_EQ(totals.files, 1u);
  EXPECT_GT(totals.bytes, 0u);
  EXPECT_EQ(totals.ledger.points, 15u);
  EXPECT_EQ(totals.ledger.unsupported["coroutine"], 6u);
  EXPECT_EQ(totals.ledger.downgraded["implicit-int"], 3u);
}

TEST(Store, TellsUnitsThatDidNotCompile) {
  Scratch scratch;
  Store store = open_for_writing(scratch / "a.db");
  ir::EncodedUnit unit = made_unit("/a.c", "f", "1");
  unit.record.diagnostics = {{ir::Severity::Warning, "/a.c", 1, 1, "unused"},
                             {ir::Severity::Fatal, "/a.c", 2, 10, "'x.h' file not found"}};
  must(store.put_unit(0, hash_of("k"), unit));
  StoredUnit stored = must(store.units())[0];
  EXPECT_TRUE(stored.fatal);
  EXPECT_EQ(stored.first_error, "/a.c:2:10: 'x.h' file not found");
}

TEST(Store, RefusesToWriteWhenOpenedForReading) {
  Scratch scratch;
  std::string path = scratch / "a.db";
  {
    Store store = open_for_writing(path);
  }
  Store store = must(Store::open(path, Store::Mode::Read));
  EXPECT_THAT(store.put_failed_unit(0, hash_of("k"), "/a.c", "x").error(),
              HasSubstr("a.db: opened for reading only"));
}

}  // namespace
}  // namespace assay::store
