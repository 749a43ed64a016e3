#include <gtest/gtest.h>

#include "unit/ir/builder.h"

namespace assay::ir::test {
namespace {

TEST(TypeSpelling, IsC) {
  UnitBuilder b;
  auto spell = [&](TypeId id) { return b.unit.types.spell(id); };
  TypeId const_char = b.constant(b.char_type);
  EXPECT_EQ(spell(b.int_type), "int");
  EXPECT_EQ(spell(b.long_type), "long");
  EXPECT_EQ(spell(b.double_type), "double");
  EXPECT_EQ(spell(b.pointer(const_char)), "const char *");
  EXPECT_EQ(spell(b.constant(b.pointer(b.char_type))), "char *const");
  EXPECT_EQ(spell(b.pointer(b.constant(b.pointer(b.char_type)))), "char *const *");
  EXPECT_EQ(spell(b.array(b.array(b.int_type, 3), 2)), "int[2][3]");
  EXPECT_EQ(spell(b.pointer(b.array(b.int_type, 4))), "int (*)[4]");
  EXPECT_EQ(spell(b.array(b.pointer(b.int_type), 4)), "int *[4]");
  EXPECT_EQ(spell(b.constant(b.array(b.int_type, 4))), "const int[4]");
  EXPECT_EQ(spell(b.alias("size_t", b.long_type)), "size_t");
  EXPECT_EQ(spell(TypeId()), "?");
}

TEST(TypeSpelling, Functions) {
  UnitBuilder b;
  auto spell = [&](TypeId id) { return b.unit.types.spell(id); };
  TypeId argv = b.pointer(b.pointer(b.char_type));
  EXPECT_EQ(spell(b.function(b.int_type, {b.int_type, argv})), "int (int, char **)");
  TypeId handler = b.pointer(b.function(b.void_type, {b.int_type}));
  EXPECT_EQ(spell(handler), "void (*)(int)");
  EXPECT_EQ(spell(b.pointer(b.function(handler, {b.int_type, handler}))),
            "void (*(*)(int, void (*)(int)))(int)");
  EXPECT_EQ(spell(b.function(b.int_type, {}, kNoPrototype)), "int ()");
  EXPECT_EQ(spell(b.function(b.int_type, {})), "int (void)");
  EXPECT_EQ(spell(b.function(b.int_type, {b.char_type}, kVariadic)), "int (char, ...)");
  EXPECT_EQ(spell(b.array(handler, 8)), "void (*[8])(int)");
}

TEST(TypeSpelling, Tags) {
  UnitBuilder b;
  auto spell = [&](TypeId id) { return b.unit.types.spell(id); };
  EXPECT_EQ(spell(b.pointer(b.unit.types.declare_record("stat", 0))), "struct stat *");
  EXPECT_EQ(spell(b.unit.types.declare_record("u", kUnion)), "union u");
  EXPECT_EQ(spell(b.record("Widget", {}, kClass)), "Widget");
  EXPECT_EQ(spell(b.unit.types.declare_record("std::vector<int>", 0)), "std::vector<int>");
}

// Signatures that nest 30 000 deep, and ones that double at each step.
TEST(TypeSpelling, NeitherOverflowsNorExplodes) {
  UnitBuilder b;
  TypeId deep = b.int_type, twice = b.int_type;
  for (int i = 0; i < 30000; ++i) deep = b.pointer(b.function(b.void_type, {deep}));
  for (int i = 0; i < 60; ++i) twice = b.pointer(b.function(b.void_type, {twice, twice}));
  EXPECT_LT(b.unit.types.spell(deep).size(), 10000u);
  EXPECT_LT(b.unit.types.spell(twice).size(), 10000u);
  EXPECT_FALSE(b.unit.types.hash(deep).is_zero());
}

TEST(TypeTable, InternsByContent) {
  UnitBuilder b;
  EXPECT_EQ(b.pointer(b.int_type), b.pointer(b.int_type));
  EXPECT_NE(b.pointer(b.int_type), b.pointer(b.char_type));
  EXPECT_NE(b.alias("a", b.int_type), b.alias("b", b.int_type));
}

TEST(TypeTable, CanonicalAndPointee) {
  UnitBuilder b;
  TypeId p = b.constant(b.alias("string", b.pointer(b.char_type)));
  EXPECT_EQ(b.unit.types.canonical(p), b.pointer(b.char_type));
  EXPECT_TRUE(b.unit.types.is_pointer(p));
  EXPECT_EQ(b.unit.types.pointee(p), b.char_type);
  EXPECT_EQ(b.unit.types.pointee(b.array(b.long_type, 2)), b.long_type);
  EXPECT_FALSE(b.unit.types.pointee(b.int_type).valid());
}

TEST(TypeHash, RecursiveRecordsHaveOne) {
  auto list = [](UnitBuilder& b) {
    TypeId node = b.unit.types.declare_record("node", 0);
    b.complete(node, {{"next", b.pointer(node)}, {"value", b.int_type}});
    return node;
  };
  UnitBuilder one, two;
  two.pointer(two.long_type);  // other ids
  EXPECT_EQ(one.unit.types.hash(list(one)), two.unit.types.hash(list(two)));
}

TEST(TypeHash, TellsRecordsOfOneNameApart) {
  UnitBuilder one, two;
  TypeId a = one.record("node", {{"x", one.int_type}});
  TypeId b = two.record("node", {{"x", two.long_type}});
  EXPECT_NE(one.unit.types.hash(a), two.unit.types.hash(b));
  EXPECT_EQ(one.unit.types.shallow_hash(a), two.unit.types.shallow_hash(b));
  EXPECT_EQ(one.unit.types.hash(one.pointer(a)), two.unit.types.hash(two.pointer(b)));
  EXPECT_NE(one.unit.types.hash(one.array(a, 2)), two.unit.types.hash(two.array(b, 2)));
}

TEST(TypeHash, PointerIsTheSameWhetherOrNotTheBodyWasSeen) {
  UnitBuilder one, two;
  TypeId opaque = one.unit.types.declare_record("file", 0);
  TypeId complete = two.record("file", {{"fd", two.int_type}});
  auto through = [](UnitBuilder& b, TypeId record) {
    return b.unit.types.hash(b.pointer(b.constant(b.alias("FILE", record))));
  };
  EXPECT_EQ(through(one, opaque), through(two, complete));
  EXPECT_NE(one.unit.types.hash(opaque), two.unit.types.hash(complete));
}

TEST(TypeHash, EveryPartCounts) {
  auto hash = [](auto change) {
    UnitBuilder b;
    Type body;
    body.kind = TypeKind::Record;
    body.name = "r";
    body.flags = kComplete;
    body.size = 8;
    body.align = 4;
    body.fields = {
        {.name = "f", .type = b.int_type, .bit_offset = 3, .bit_width = 5, .is_bit_field = true}};
    change(b, body);
    return b.unit.types.hash(b.unit.types.intern(body));
  };
  Hash same = hash([](UnitBuilder&, Type&) {});
  EXPECT_EQ(same, hash([](UnitBuilder&, Type&) {}));
  EXPECT_NE(same, hash([](UnitBuilder&, Type& t) { t.name = "s"; }));
  EXPECT_NE(same, hash([](UnitBuilder&, Type& t) { t.size = 12; }));
  EXPECT_NE(same, hash([](UnitBuilder&, Type& t) { t.align = 8; }));
  EXPECT_NE(same, hash([](UnitBuilder&, Type& t) { t.flags |= kUnion; }));
  EXPECT_NE(same, hash([](UnitBuilder&, Type& t) { t.fields[0].name = "g"; }));
  EXPECT_NE(same, hash([](UnitBuilder&, Type& t) { t.fields[0].bit_offset = 4; }));
  EXPECT_NE(same, hash([](UnitBuilder&, Type& t) { t.fields[0].bit_width = 4; }));
  EXPECT_NE(same, hash([](UnitBuilder& b, Type& t) { t.fields[0].type = b.uint_type; }));
}

// A chain of 50 000 records, each holding the next.
TEST(TypeHash, DeepContainment) {
  UnitBuilder b;
  TypeId inner = b.int_type;
  for (int i = 0; i < 50000; ++i) inner = b.record(fmt::format("r{}", i), {{"in", inner}});
  EXPECT_FALSE(b.unit.types.hash(inner).is_zero());
}

}  // namespace
}  // namespace assay::ir::test
