#include "ir/encode.h"

#include <gtest/gtest.h>

#include "ir/node_text.h"
#include "ir/print.h"
#include "unit/ir/builder.h"

namespace assay::ir::test {
namespace {

// Prints every function of the unit before and after a round trip through bytes.
void expect_round_trip(const Unit& unit) {
  EncodedUnit encoded = unpack(pack(encode_unit(unit))).take();
  encoded.record = unpack_record(pack_record(encoded.record)).take();
  Stored stored(encoded);
  Unit tables = decode_unit_tables(stored.record, stored.fetch()).take();
  ASSERT_EQ(stored.record.functions.size(), unit.functions.size());
  for (size_t i = 0; i < unit.functions.size(); ++i) {
    Result<Function> decoded = stored.decode(tables, i);
    ASSERT_TRUE(decoded.ok()) << decoded.error();
    EXPECT_EQ(print_function(tables, decoded.value()), print_function(unit, unit.functions[i]));
    // Every node, also those that are no points.
    NodeText before(unit, unit.functions[i]), after(tables, decoded.value());
    for (size_t n = 0; n < unit.functions[i].body.nodes.size(); ++n)
      EXPECT_EQ(after.point(NodeId(n)), before.point(NodeId(n)));
    EXPECT_EQ(decoded.value().places.of_node, unit.functions[i].places.of_node);
    EXPECT_EQ(decoded.value().places.whole, unit.functions[i].places.whole);
  }
}

void add_some_types(UnitBuilder& b) {
  TypeId node = b.unit.types.declare_record("node", 0);
  b.complete(node, {{"next", b.pointer(node)}, {"value", b.int_type}});
  TypeId opaque = b.unit.types.declare_record("opaque", 0);
  b.pointer(b.constant(b.alias("opaque_t", opaque)));
  b.array(node, 3);
  b.pointer(b.function(b.void_type, {b.pointer(node), b.pointer(opaque)}, kVariadic));
  b.unit.types.intern({.kind = TypeKind::Enum,
                       .flags = kComplete,
                       .width = 32,
                       .inner = b.uint_type,
                       .name = "color",
                       .enumerators = {{"Red", 1}, {"Blue", -2}}});
  b.symbol("printf", b.function(b.int_type, {b.pointer(b.char_type)}, kVariadic));
  b.symbol("counter", node, SymbolKind::Variable, Linkage::Internal);
}

TEST(Encode, RandomFunctionsRoundTrip) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    UnitBuilder b;
    std::mt19937 random(seed);
    add_some_types(b);
    for (size_t size : {10, 60, 700}) add_random_function(b, random, size);
    expect_round_trip(b.unit);
  }
}

TEST(Encode, ExtremeNumbersRoundTrip) {
  UnitBuilder b;
  FunctionBuilder f(b, "f");
  for (uint64_t value : {uint64_t{0}, ~uint64_t{0}, uint64_t{UINT32_MAX}, uint64_t{1} << 63}) {
    f.number(value);
    f.point(Op::FloatLit, b.double_type, {}, value);
  }
  f.leave();
  f.done();
  expect_round_trip(b.unit);
}

TEST(Encode, SymbolsAndRecordRoundTrip) {
  UnitBuilder b;
  add_some_types(b);
  Symbol& symbol = b.unit.symbols[SymbolId(0u)];
  symbol.display = "ns::printf";
  symbol.flags = kDefined | kSynthetic;
  symbol.param_names = {"format", ""};
  symbol.overrides = {"_ZN1A1fEv"};
  symbol.attributes = {{AttributeKind::Format, {0, -1}, "printf"},
                       {AttributeKind::NoReturn, {}, ""}};
  b.unit.ledger.unsupported["coroutine"] = 3;
  b.unit.diagnostics = {{Severity::Error, "a.c", 3, 4, "no such thing"}};
  b.unit.files[1].mtime_ns = -5;
  Stored stored(encode_unit(b.unit));
  UnitRecord record = unpack_record(pack_record(stored.record)).take();
  Unit unit = decode_unit_tables(record, stored.fetch()).take();
  const Symbol& back = unit.symbols[SymbolId(0u)];
  EXPECT_EQ(back.display, "ns::printf");
  EXPECT_EQ(back.flags, symbol.flags);
  EXPECT_EQ(back.param_names, symbol.param_names);
  EXPECT_EQ(back.overrides, symbol.overrides);
  EXPECT_EQ(back.attributes, symbol.attributes);
  EXPECT_EQ(unit.types.spell(back.type), "int (char *, ...)");
  EXPECT_EQ(unit.symbols[SymbolId(1u)].linkage, Linkage::Internal);
  EXPECT_EQ(unit.ledger.unsupported, b.unit.ledger.unsupported);
  EXPECT_EQ(unit.diagnostics[0].message, "no such thing");
  EXPECT_EQ(unit.files[1].mtime_ns, -5);
}

// The decoded table has the unit's record behind its pointers, and knows its own hashes.
TEST(Encode, PointersLeadToTheUnitsRecord) {
  UnitBuilder b;
  TypeId node = b.unit.types.declare_record("node", 0);
  b.complete(node, {{"next", b.pointer(b.constant(node))}, {"value", b.int_type}});
  b.symbol("head", node, SymbolKind::Variable);
  Stored stored(encode_unit(b.unit));
  Unit unit = decode_unit_tables(stored.record, stored.fetch()).take();
  TypeId head = unit.symbols[SymbolId(0u)].type;
  const Type& record = unit.types[head];
  ASSERT_EQ(record.fields.size(), 2u);
  TypeId behind = unit.types.pointee(record.fields[0].type);
  EXPECT_EQ(unit.types[behind].kind, TypeKind::Qualified);
  EXPECT_EQ(unit.types.canonical(behind), head);
  EXPECT_EQ(unit.types.hash(head), b.unit.types.hash(node));
  TypeTable fresh = unit.types;
  fresh.complete_record(head, Type(fresh[head]));  // forgets what was stored
  EXPECT_EQ(fresh.hash(head), b.unit.types.hash(node));
}

// A record that is only passed on by address is stored by its name.
TEST(Encode, RecordsBehindTwoPointersAreOpaque) {
  UnitBuilder b;
  TypeId secret = b.record("secret", {{"x", b.int_type}});
  TypeId used = b.record("used", {{"y", b.pointer(secret)}});
  FunctionBuilder f(b, "f");
  LocalId local = f.local("p", b.pointer(used));
  f.place(local);
  f.leave();
  f.done();
  Stored stored(encode_unit(b.unit));
  Unit unit = decode_unit_tables(stored.record, stored.fetch()).take();
  bool saw_used = false, saw_secret = false;
  for (size_t i = 0; i < unit.types.size(); ++i) {
    const Type& type = unit.types[TypeId(i)];
    if (type.name == "used") {
      saw_used = true;
      EXPECT_TRUE(type.has(kComplete));
    }
    if (type.name == "secret") {
      saw_secret = true;
      EXPECT_FALSE(type.has(kComplete));
      EXPECT_TRUE(type.fields.empty());
    }
  }
  EXPECT_TRUE(saw_used && saw_secret);
}

// Content decides: other ids, other lines and another file make no other body.
TEST(Encode, BodiesAreSharedAcrossUnits) {
  auto encoded = [](bool shifted) {
    UnitBuilder b;
    if (shifted) {
      b.pointer(b.pointer(b.long_type));
      b.symbol("other", b.int_type);
    }
    FunctionBuilder f(b, "f");
    LocalId x = f.local("x", b.int_type);
    NodeId line = f.point(Op::IntLit, b.int_type, {}, shifted ? 77 : 5, kLineLiteral);
    f.point(Op::Assign, b.int_type, {f.place(x), line}, 0, kLvalue);
    f.leave();
    if (shifted)
      for (Place& place : f.function.places.of_node) place.line += 72;
    f.done();
    return encode_unit(b.unit);
  };
  EncodedUnit one = encoded(false), two = encoded(true);
  EXPECT_EQ(one.record.functions[0].body, two.record.functions[0].body);
  EXPECT_NE(one.record.functions[0].places, two.record.functions[0].places);
  Stored stored(two);
  Unit unit = decode_unit_tables(stored.record, stored.fetch()).take();
  Function f = stored.decode(unit, 0).take();
  EXPECT_EQ(f.body.nodes[0].payload, 77u);
  ASSERT_EQ(f.places.line_literals.size(), 1u);
  EXPECT_EQ(f.places.line_literals[0].second, 77u);
}

TEST(Encode, AbsentNames) {
  UnitBuilder unit;
  unit.unit.absent = {{"/a", 5, {"config.h", "sub"}}, {"/b", -1, {}}, {"/c", 7, {"sub", "zlib.h"}}};
  Result<UnitRecord> record = unpack_record(pack_record(encode_unit(unit.unit).record));
  ASSERT_TRUE(record.ok());
  ASSERT_EQ(record.value().absent.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(record.value().absent[i].directory, unit.unit.absent[i].directory);
    EXPECT_EQ(record.value().absent[i].mtime_ns, unit.unit.absent[i].mtime_ns);
    EXPECT_EQ(record.value().absent[i].names, unit.unit.absent[i].names);
  }
}

TEST(Encode, NoObjectTwiceAndHashesAreOfContent) {
  UnitBuilder b;
  std::mt19937 random(1);
  add_some_types(b);
  add_random_function(b, random, 100);
  EncodedUnit encoded = encode_unit(b.unit);
  std::map<Hash, int> seen;
  for (const Object& object : encoded.objects) {
    EXPECT_EQ(++seen[object.hash], 1);
    EXPECT_EQ(object_hash(object.kind, object.data), object.hash);
  }
}

TEST(Encode, EntryCountsPoints) {
  UnitBuilder b;
  FunctionBuilder f(b, "f");
  f.body().strings = {"coroutine"};
  f.point(Op::Unsupported, b.int_type);
  f.number(3);
  f.leave();
  f.done();
  EncodedUnit encoded = encode_unit(b.unit);
  const FunctionEntry& entry = encoded.record.functions[0];
  EXPECT_EQ(entry.points, 2u);
  EXPECT_EQ(entry.unsupported, 1u);
  EXPECT_EQ(entry.file, "/src/main.c");
  EXPECT_EQ(entry.line, 3u);
}

TEST(Encode, OldVersionIsNamed) {
  Bytes bytes(1, static_cast<char>(kFormatVersion + 1));
  EXPECT_NE(unpack(bytes).error().find("another version"), std::string::npos);
}

}  // namespace
}  // namespace assay::ir::test
