#include "ir/encode.h"

#include <thread>
#include <unordered_set>

#include "ir/body_coder.h"
#include "ir/symbol_coder.h"
#include "ir/type_coder.h"
#include "ir/used_types.h"

namespace assay::ir {

namespace {

// Functions of a unit; fewer are encoded sooner than a thread starts to help.
constexpr size_t kWorthAThread = 1000;

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
  struct EncodedFunction {
    FunctionEntry entry;
    Bytes body, places;  // with their kinds
  };
  void encode_functions();
  FunctionEntry entry_of(const Function& function) const;
  std::vector<EncodedFunction> encode_range(size_t begin, size_t end) const;
  void take(std::vector<EncodedFunction> functions);
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

FunctionEntry UnitEncoder::entry_of(const Function& function) const {
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
  return entry;
}

std::vector<UnitEncoder::EncodedFunction> UnitEncoder::encode_range(size_t begin,
                                                                    size_t end) const {
  BodyWriter writer(unit_, type_hashes_);
  std::vector<EncodedFunction> result;
  result.reserve(end - begin);
  for (size_t i = begin; i < end; ++i) {
    const Function& function = unit_.functions[i];
    EncodedFunction& each = result.emplace_back();
    each.entry = entry_of(function);

    ByteWriter body;
    body.u8(static_cast<uint8_t>(ObjectKind::Body));
    writer.write_body(function.body, body);
    each.entry.body = hash_bytes(body.bytes());
    each.body = body.take();

    ByteWriter where;
    where.u8(static_cast<uint8_t>(ObjectKind::Places));
    writer.write_places(function.body, function.places, where);
    each.entry.places = hash_bytes(where.bytes());
    each.places = where.take();
  }
  return result;
}

void UnitEncoder::take(std::vector<EncodedFunction> functions) {
  for (EncodedFunction& each : functions) {
    add(ObjectKind::Body, each.entry.body, std::string_view(each.body).substr(1));
    add(ObjectKind::Places, each.entry.places, std::string_view(each.places).substr(1));
    result_.record.functions.push_back(std::move(each.entry));
  }
}

void UnitEncoder::encode_functions() {
  size_t count = unit_.functions.size();
  result_.record.functions.reserve(count);
  if (count < kWorthAThread) {
    take(encode_range(0, count));
    return;
  }
  // A capture ends with its largest unit, and by then a core is free.  By size, not by number:
  // functions differ.
  size_t all = 0, sum = 0, middle = 0;
  for (const Function& function : unit_.functions) all += function.body.nodes.size();
  while (middle < count && sum < all / 2) sum += unit_.functions[middle++].body.nodes.size();
  std::vector<EncodedFunction> rest;
  std::thread helper([&] { rest = encode_range(middle, count); });
  std::vector<EncodedFunction> first = encode_range(0, middle);
  helper.join();
  take(std::move(first));
  take(std::move(rest));
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
