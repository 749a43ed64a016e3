#include "ir/encode.h"

#include <unordered_set>

#include "ir/body_coder.h"
#include "ir/symbol_coder.h"
#include "ir/type_coder.h"
#include "ir/used_types.h"

namespace assay::ir {

namespace {

class UnitEncoder {
 public:
  explicit UnitEncoder(const Unit& unit) : unit_(unit) {}

  EncodedUnit encode() {
    copy_plain_parts();
    encode_types();
    encode_symbols();
    encode_functions();
    return std::move(result_);
  }

 private:
  void copy_plain_parts();
  void encode_types();
  void encode_symbols();
  void encode_functions();
  void add(ObjectKind kind, const Hash& hash, std::string_view data) {
    if (seen_.insert(hash).second) result_.objects.push_back({hash, kind, Bytes(data)});
  }
  /// `bytes` start with the kind: what the hash is taken of.
  Hash add_tagged(ObjectKind kind, std::string_view bytes) {
    Hash hash = hash_bytes(bytes);
    add(kind, hash, bytes.substr(1));
    return hash;
  }

  const Unit& unit_;
  EncodedUnit result_;
  std::unordered_set<Hash> seen_;
  std::vector<Hash> type_hashes_;
};

void UnitEncoder::copy_plain_parts() {
  UnitRecord& record = result_.record;
  record.main_file = unit_.main_file;
  record.language = unit_.language;
  record.target = unit_.target;
  record.big_endian = unit_.big_endian;
  record.pointer_bits = unit_.pointer_bits;
  record.files = unit_.files;
  record.absent = unit_.absent;
  record.diagnostics = unit_.diagnostics;
  record.ledger = unit_.ledger;
}

void UnitEncoder::encode_types() {
  UsedTypes used = find_used_types(unit_);
  std::vector<Hash> shallow;
  std::unordered_set<Hash> listed;
  TypeHasher hasher(unit_.types, type_hashes_, shallow, &used.opaque,
                    [&](TypeId, const Hash& hash, std::string_view data) {
                      if (!listed.insert(hash).second) return;
                      result_.record.types.push_back(hash);
                      add(ObjectKind::Type, hash, data);
                    });
  for (TypeId id : used.order) hasher.full(id);
}

void UnitEncoder::encode_symbols() {
  result_.record.symbols.reserve(unit_.symbols.size());
  ByteWriter out;
  for (size_t i = 0; i < unit_.symbols.size(); ++i) {
    out = ByteWriter();
    out.u8(static_cast<uint8_t>(ObjectKind::Symbol));
    write_symbol(out, unit_.symbols[SymbolId(i)], type_hashes_);
    result_.record.symbols.push_back(add_tagged(ObjectKind::Symbol, out.bytes()));
  }
}

void UnitEncoder::encode_functions() {
  BodyWriter writer(unit_, type_hashes_);
  result_.record.functions.reserve(unit_.functions.size());
  for (const Function& function : unit_.functions) {
    FunctionEntry entry;
    const Symbol& symbol = unit_.symbols[function.symbol];
    entry.name = symbol.name;
    entry.display = symbol.display;
    entry.kind = function.kind;
    entry.linkage = symbol.linkage;
    entry.symbol_flags = symbol.flags;
    const Places& places = function.places;
    if (places.whole.file < places.files.size()) entry.file = places.files[places.whole.file];
    entry.line = places.whole.line;
    entry.points = static_cast<uint32_t>(function.body.points.size());
    for (const Node& node : function.body.nodes)
      if (node.op == Op::Unsupported) ++entry.unsupported;

    ByteWriter body;
    body.u8(static_cast<uint8_t>(ObjectKind::Body));
    writer.write_body(function.body, body);
    entry.body = add_tagged(ObjectKind::Body, body.bytes());

    ByteWriter where;
    where.u8(static_cast<uint8_t>(ObjectKind::Places));
    writer.write_places(function.body, places, where);
    entry.places = add_tagged(ObjectKind::Places, where.bytes());
    result_.record.functions.push_back(std::move(entry));
  }
}

}  // namespace

Hash object_hash(ObjectKind kind, std::string_view data) {
  Bytes bytes;
  bytes.reserve(data.size() + 1);
  bytes.push_back(static_cast<char>(kind));
  bytes.append(data);
  return hash_bytes(bytes);
}

EncodedUnit encode_unit(const Unit& unit) { return UnitEncoder(unit).encode(); }

}  // namespace assay::ir
