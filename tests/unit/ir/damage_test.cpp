// Damaged bytes give an error, never a crash.  Hashes catch most damage, so these tests put
// matching hashes to the damaged bytes: the readers have to stand on their own.
#include <gtest/gtest.h>

#include "ir/encode.h"
#include "ir/print.h"
#include "unit/ir/builder.h"

namespace assay::ir::test {
namespace {

Unit sample(uint32_t seed) {
  UnitBuilder b;
  std::mt19937 random(seed);
  TypeId node = b.unit.types.declare_record("node", 0);
  b.complete(node, {{"next", b.pointer(node)}, {"value", b.int_type}});
  b.array(b.pointer(b.function(b.int_type, {b.pointer(node)})), 3);
  add_random_function(b, random, 120);
  return std::move(b.unit);
}

std::vector<Bytes> damaged(const Bytes& bytes, std::mt19937& random) {
  std::vector<Bytes> result;
  for (size_t i = 0; i < bytes.size(); ++i) result.push_back(bytes.substr(0, i));
  for (size_t i = 0; i < bytes.size(); ++i) {
    Bytes copy = bytes;
    copy[i] = static_cast<char>(random());
    result.push_back(copy);
    copy[i] = '\xff';
    result.push_back(copy);
    copy[random() % copy.size()] ^= static_cast<char>(1u << random() % 8);
    result.push_back(std::move(copy));
  }
  result.push_back(bytes + "x");
  return result;
}

TEST(Damage, Functions) {
  Unit unit = sample(7);
  Stored stored(encode_unit(unit));
  Unit tables = decode_unit_tables(stored.record, stored.fetch()).take();
  FunctionDecoder decoder(tables);
  FunctionEntry entry = stored.record.functions[0];
  Bytes body = stored.objects.at(entry.body), places = stored.objects.at(entry.places);
  std::mt19937 random(3);
  size_t read = 0;
  auto try_it = [&](const Bytes& body_bytes, const Bytes& place_bytes) {
    entry.body = object_hash(ObjectKind::Body, body_bytes);
    entry.places = object_hash(ObjectKind::Places, place_bytes);
    Result<Function> result = decoder.decode(entry, body_bytes, place_bytes);
    if (!result.ok()) return;
    ++read;
    // What is accepted can be worked with.
    print_function(tables, result.value(), {.tree = false});
    for (size_t i = 0; i < result.value().body.nodes.size(); ++i)
      print_expression(tables, result.value().body, NodeId(i));
  };
  for (const Bytes& bytes : damaged(body, random)) try_it(bytes, places);
  for (const Bytes& bytes : damaged(places, random)) try_it(body, bytes);
  EXPECT_GT(read, 0u);
}

TEST(Damage, IsNoticedByHash) {
  Unit unit = sample(7);
  Stored stored(encode_unit(unit));
  Unit tables = decode_unit_tables(stored.record, stored.fetch()).take();
  const FunctionEntry& entry = stored.record.functions[0];
  Bytes& body = stored.objects.at(entry.body);
  body[body.size() / 2] ^= 1;
  EXPECT_EQ(stored.decode(tables, 0).error(), "function 'random0': its body is damaged");
}

TEST(Damage, Tables) {
  Unit unit = sample(8);
  const Stored stored(encode_unit(unit));
  std::mt19937 random(4);
  for (std::vector<Hash> UnitRecord::* list : {&UnitRecord::types, &UnitRecord::symbols}) {
    ObjectKind kind = list == &UnitRecord::types ? ObjectKind::Type : ObjectKind::Symbol;
    for (size_t i = 0; i < (stored.record.*list).size(); ++i) {
      for (const Bytes& bytes : damaged(stored.objects.at((stored.record.*list)[i]), random)) {
        Stored copy = stored;
        Hash hash = object_hash(kind, bytes);
        (copy.record.*list)[i] = hash;
        copy.objects[hash] = bytes;
        Result<Unit> result = decode_unit_tables(copy.record, copy.fetch());
        if (!result.ok()) continue;
        for (size_t t = 0; t < result.value().types.size(); ++t) {
          result.value().types.spell(TypeId(t));
          result.value().types.canonical(TypeId(t));
        }
      }
    }
  }
}

TEST(Damage, Records) {
  Unit unit = sample(9);
  unit.diagnostics = {{Severity::Error, "a.c", 3, 4, "no such thing"}};
  EncodedUnit encoded = encode_unit(unit);
  std::mt19937 random(5);
  for (const Bytes& bytes : damaged(pack(encoded), random)) (void)unpack(bytes);
  for (const Bytes& bytes : damaged(pack_record(encoded.record), random))
    (void)unpack_record(bytes);
  EXPECT_FALSE(unpack("").ok());
  EXPECT_FALSE(unpack_record("").ok());
}

TEST(Damage, MissingObjects) {
  Unit unit = sample(9);
  Stored stored(encode_unit(unit));
  stored.objects.erase(stored.record.types[0]);
  EXPECT_NE(decode_unit_tables(stored.record, stored.fetch()).error().find("missing"),
            std::string::npos);
}

}  // namespace
}  // namespace assay::ir::test
