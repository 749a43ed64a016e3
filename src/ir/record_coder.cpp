// Unit records, and whole encoded units, as bytes.
#include "ir/encode.h"

namespace assay::ir {

namespace {

template <class Enum>
Enum read_enum(ByteReader& in, Enum last) {
  uint8_t value = in.u8();
  if (value > static_cast<uint8_t>(last)) {
    in.fail();
    return Enum{};
  }
  return static_cast<Enum>(value);
}

/// Reads `count` things with `read`, and stops at the first that is damaged.
template <class T, class Read>
void read_list(ByteReader& in, std::vector<T>& out, Read&& read) {
  size_t count = in.count();
  for (size_t i = 0; i < count && in.ok(); ++i) out.push_back(read());
}

void write_counts(ByteWriter& out, const std::map<std::string, uint64_t>& counts) {
  out.varint(counts.size());
  for (const auto& [name, count] : counts) {
    out.text(name);
    out.varint(count);
  }
}

void read_counts(ByteReader& in, std::map<std::string, uint64_t>& counts) {
  size_t size = in.count();
  for (size_t i = 0; i < size && in.ok(); ++i) {
    std::string name(in.text());
    counts[name] = in.varint();
  }
}

void write_function(ByteWriter& out, const FunctionEntry& entry) {
  out.text(entry.name);
  out.text(entry.display == entry.name ? std::string_view() : entry.display);
  out.u8(static_cast<uint8_t>(entry.kind));
  out.u8(static_cast<uint8_t>(entry.linkage));
  out.varint(entry.symbol_flags);
  out.hash(entry.body);
  out.hash(entry.places);
  out.text(entry.file);
  out.varint(entry.line);
  out.varint(entry.points);
  out.varint(entry.unsupported);
}

FunctionEntry read_function(ByteReader& in) {
  FunctionEntry entry;
  entry.name = in.text();
  entry.display = in.text();
  if (entry.display.empty()) entry.display = entry.name;
  entry.kind = read_enum(in, FunctionKind::ThreadInit);
  entry.linkage = read_enum(in, Linkage::Internal);
  entry.symbol_flags = static_cast<uint32_t>(in.varint());
  entry.body = in.hash();
  entry.places = in.hash();
  entry.file = in.text();
  entry.line = static_cast<uint32_t>(in.varint());
  entry.points = static_cast<uint32_t>(in.varint());
  entry.unsupported = static_cast<uint32_t>(in.varint());
  return entry;
}

void write_file(ByteWriter& out, const SourceFile& file) {
  out.text(file.path);
  out.hash(file.content);
  out.varint(file.size);
  out.signed_varint(file.mtime_ns);
  out.u8(static_cast<uint8_t>((file.is_system ? 2 : 0) | (file.keep_text ? 1 : 0)));
  out.signed_varint(file.included_by);
}

SourceFile read_file(ByteReader& in) {
  SourceFile file;
  file.path = in.text();
  file.content = in.hash();
  file.size = in.varint();
  file.mtime_ns = in.signed_varint();
  uint8_t bits = in.u8();
  file.is_system = (bits & 2) != 0;
  file.keep_text = (bits & 1) != 0;
  file.included_by = static_cast<int32_t>(in.signed_varint());
  return file;
}

// Most directories lack the same names: each is written once.
void write_absent(ByteWriter& out, const std::vector<AbsentNames>& absent) {
  std::map<std::string_view, uint64_t> numbers;
  for (const AbsentNames& each : absent)
    for (const std::string& name : each.names) numbers.emplace(name, 0);
  out.varint(numbers.size());
  uint64_t next = 0;
  for (auto& [name, number] : numbers) {
    number = next++;
    out.text(name);
  }
  out.varint(absent.size());
  for (const AbsentNames& each : absent) {
    out.text(each.directory);
    out.signed_varint(each.mtime_ns);
    out.varint(each.names.size());
    int64_t previous = -1;
    for (const std::string& name : each.names) {
      auto number = static_cast<int64_t>(numbers[name]);
      out.signed_varint(number - previous);
      previous = number;
    }
  }
}

void read_absent(ByteReader& in, std::vector<AbsentNames>& absent) {
  std::vector<std::string> names;
  read_list(in, names, [&] { return std::string(in.text()); });
  read_list(in, absent, [&] {
    AbsentNames each;
    each.directory = in.text();
    each.mtime_ns = in.signed_varint();
    int64_t number = -1;
    read_list(in, each.names, [&]() -> std::string {
      // Unsigned: damaged differences may leave the range of their type.
      number = static_cast<int64_t>(static_cast<uint64_t>(number) +
                                    static_cast<uint64_t>(in.signed_varint()));
      if (number >= 0 && static_cast<uint64_t>(number) < names.size())
        return names[static_cast<size_t>(number)];
      in.fail();
      return {};
    });
    return each;
  });
}

void write_diagnostic(ByteWriter& out, const Diagnostic& diagnostic) {
  out.u8(static_cast<uint8_t>(diagnostic.severity));
  out.text(diagnostic.file);
  out.varint(diagnostic.line);
  out.varint(diagnostic.column);
  out.text(diagnostic.message);
}

Diagnostic read_diagnostic(ByteReader& in) {
  Diagnostic diagnostic;
  diagnostic.severity = read_enum(in, Severity::Fatal);
  diagnostic.file = in.text();
  diagnostic.line = static_cast<uint32_t>(in.varint());
  diagnostic.column = static_cast<uint32_t>(in.varint());
  diagnostic.message = in.text();
  return diagnostic;
}

void write_ledger(ByteWriter& out, const Ledger& ledger) {
  out.varint(ledger.functions);
  out.varint(ledger.system_functions);
  out.varint(ledger.failed_functions);
  out.varint(ledger.points);
  out.varint(ledger.unsupported_points);
  write_counts(out, ledger.unsupported);
  write_counts(out, ledger.downgraded);
}

Ledger read_ledger(ByteReader& in) {
  Ledger ledger;
  ledger.functions = static_cast<uint32_t>(in.varint());
  ledger.system_functions = static_cast<uint32_t>(in.varint());
  ledger.failed_functions = static_cast<uint32_t>(in.varint());
  ledger.points = in.varint();
  ledger.unsupported_points = in.varint();
  read_counts(in, ledger.unsupported);
  read_counts(in, ledger.downgraded);
  return ledger;
}

void write_record(ByteWriter& out, const UnitRecord& record) {
  out.varint(kFormatVersion);
  out.text(record.main_file);
  out.u8(static_cast<uint8_t>(record.language));
  out.text(record.target);
  out.u8(record.big_endian ? 1 : 0);
  out.u8(record.pointer_bits);
  out.varint(record.types.size());
  for (const Hash& hash : record.types) out.hash(hash);
  out.varint(record.symbols.size());
  for (const Hash& hash : record.symbols) out.hash(hash);
  out.varint(record.functions.size());
  for (const FunctionEntry& entry : record.functions) write_function(out, entry);
  out.varint(record.files.size());
  for (const SourceFile& file : record.files) write_file(out, file);
  write_absent(out, record.absent);
  out.varint(record.diagnostics.size());
  for (const Diagnostic& each : record.diagnostics) write_diagnostic(out, each);
  write_ledger(out, record.ledger);
}

Result<UnitRecord> read_record(ByteReader& in) {
  UnitRecord record;
  uint64_t version = in.varint();
  if (in.ok() && version != kFormatVersion)
    return input_error("a unit stored by another version of assay (format {}, not {})", version,
                       kFormatVersion);
  record.main_file = in.text();
  record.language = read_enum(in, Language::Other);
  record.target = in.text();
  record.big_endian = in.u8() != 0;
  record.pointer_bits = in.u8();
  read_list(in, record.types, [&] { return in.hash(); });
  read_list(in, record.symbols, [&] { return in.hash(); });
  read_list(in, record.functions, [&] { return read_function(in); });
  read_list(in, record.files, [&] { return read_file(in); });
  read_absent(in, record.absent);
  read_list(in, record.diagnostics, [&] { return read_diagnostic(in); });
  record.ledger = read_ledger(in);
  if (!in.ok()) return input_error("a damaged unit record");
  return record;
}

}  // namespace

Bytes pack_record(const UnitRecord& record) {
  ByteWriter out;
  write_record(out, record);
  return compress(out.bytes());
}

Result<UnitRecord> unpack_record(std::string_view bytes) {
  Bytes plain = TRY(decompress(bytes));
  ByteReader in(plain);
  UnitRecord record = TRY(read_record(in));
  if (!in.at_end()) return input_error("a damaged unit record");
  return record;
}

// Not compressed: it crosses a pipe, and what is new of it is compressed when it is stored.
Bytes pack(const EncodedUnit& unit) {
  ByteWriter out;
  write_record(out, unit.record);
  out.varint(unit.objects.size());
  for (const Object& object : unit.objects) {
    out.hash(object.hash);
    out.u8(static_cast<uint8_t>(object.kind));
    out.text(object.data);
  }
  return out.take();
}

Result<EncodedUnit> unpack(std::string_view bytes) {
  ByteReader in(bytes);
  EncodedUnit unit;
  unit.record = TRY(read_record(in));
  read_list(in, unit.objects, [&] {
    Object object;
    object.hash = in.hash();
    object.kind = read_enum(in, ObjectKind::Text);
    if (object.kind < ObjectKind::Type) in.fail();
    object.data = in.text();
    return object;
  });
  if (!in.ok() || !in.at_end()) return input_error("a damaged unit");
  return unit;
}

}  // namespace assay::ir
