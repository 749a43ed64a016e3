// Units as bytes: content-addressed objects, and a record that lists them.
//
// A body, a type and a symbol are objects keyed by the hash of their content, so what a hundred
// units share is stored once.  Objects name others by hash (types behind pointers by their
// shallow hash) or by linkage name, never by a number that depends on a unit or on the order of
// insertion; the unit's record says which objects those are.  Bytes may be damaged: every decoder
// answers with an error, never with a crash.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "ir/body_names.h"
#include "ir/unit.h"

namespace assay::ir {

/// Changes whenever the meaning or layout of stored bytes does: units stored under another
/// version are captured again.
inline constexpr uint32_t kFormatVersion = 6;

enum class ObjectKind : uint8_t { Type = 1, Symbol = 2, Body = 3, Places = 4, Text = 5 };

struct Object {
  Hash hash;  // of kind and data
  ObjectKind kind = ObjectKind::Type;
  Bytes data;
};

/// What the hash of an object is taken of.
Hash object_hash(ObjectKind kind, std::string_view data);

/// One function of a unit, found without decoding it.
struct FunctionEntry {
  std::string name;  // linkage name of its symbol
  std::string display;
  FunctionKind kind = FunctionKind::Function;
  Linkage linkage = Linkage::External;
  uint32_t symbol_flags = 0;
  Hash body;
  Hash places;
  std::string file;
  uint32_t line = 0;
  uint32_t points = 0;
  uint32_t unsupported = 0;
};

/// A unit without its content: what the database indexes.
struct UnitRecord {
  std::string main_file;
  Language language = Language::C;
  std::string target;
  bool big_endian = false;
  uint8_t pointer_bits = 64;
  std::vector<Hash> types;
  std::vector<Hash> symbols;
  std::vector<FunctionEntry> functions;
  std::vector<SourceFile> files;
  std::vector<AbsentNames> absent;
  std::vector<Diagnostic> diagnostics;
  Ledger ledger;
};

struct EncodedUnit {
  UnitRecord record;
  std::vector<Object> objects;  // no hash twice; what the record and its functions name
};

EncodedUnit encode_unit(const Unit& unit);

/// The one byte form that crosses from a worker to the coordinator.
Bytes pack(const EncodedUnit& unit);
Result<EncodedUnit> unpack(std::string_view bytes);

Bytes pack_record(const UnitRecord& record);
Result<UnitRecord> unpack_record(std::string_view bytes);

/// How a decoder gets at objects: the data of a hash.
using FetchObject = std::function<Result<Bytes>(const Hash&)>;

/// The unit's types and symbols, without any function.
Result<Unit> decode_unit_tables(const UnitRecord& record, const FetchObject& fetch);

/// Decodes functions of one unit, whose tables are loaded.
class FunctionDecoder {
 public:
  /// `unit` must outlive the decoder and not change.
  explicit FunctionDecoder(const Unit& unit) : names_(unit) {}
  Result<Function> decode(const FunctionEntry& entry, std::string_view body,
                          std::string_view places) const;

 private:
  UnitNames names_;
};

}  // namespace assay::ir
