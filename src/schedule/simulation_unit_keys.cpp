#include "schedule/simulation_unit_keys.h"

#include <link.h>

#include <cstring>

#include "engines/simulator/declared.h"
#include "ir/body_names.h"
#include "schedule/freshness.h"

namespace assay::schedule {
namespace {

// A type's own hash names what is behind a pointer by its tag alone; what a function can see
// through pointers is the types that are reached from those it names.
class TypeClosure {
 public:
  explicit TypeClosure(const ir::TypeTable& types) : types_(types), seen_(types.size()) {}

  /// Whatever the order of the roots.
  Hash of(const std::vector<ir::TypeId>& roots) {
    ++round_;
    Hash sum;
    for (ir::TypeId root : roots) push(root);
    while (!todo_.empty()) {
      ir::TypeId id = todo_.back();
      todo_.pop_back();
      Hash hash = types_.hash(id);
      sum.high += hash.high;
      sum.low += hash.low;
      const ir::Type& type = types_[id];
      push(type.inner);
      push(type.owner);
      for (ir::TypeId each : type.params) push(each);
      for (const ir::Field& each : type.fields) push(each.type);
      for (const ir::Base& each : type.bases) push(each.type);
    }
    return sum;
  }

 private:
  void push(ir::TypeId id) {
    if (!id.valid() || id.index() >= seen_.size() || seen_[id.index()] == round_) return;
    seen_[id.index()] = round_;
    todo_.push_back(id);
  }

  const ir::TypeTable& types_;
  std::vector<uint32_t> seen_;  // by type: the last round that met it
  uint32_t round_ = 0;
  std::vector<ir::TypeId> todo_;
};

// The linker's note of what it linked.
int find_build_note(dl_phdr_info* info, size_t, void* result) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr) & segment = info->dlpi_phdr[i];
    if (segment.p_type != PT_NOTE) continue;
    const char* at = reinterpret_cast<const char*>(info->dlpi_addr + segment.p_vaddr);
    const char* end = at + segment.p_memsz;
    while (at + sizeof(ElfW(Nhdr)) <= end) {
      ElfW(Nhdr) note;
      std::memcpy(&note, at, sizeof note);
      const char* name = at + sizeof note;
      const char* value = name + (note.n_namesz + 3) / 4 * 4;
      if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && std::memcmp(name, "GNU", 4) == 0)
        *static_cast<std::string*>(result) = std::string(value, note.n_descsz);
      at = value + (note.n_descsz + 3) / 4 * 4;
    }
  }
  return 1;  // the program itself comes first, and is all that is asked for
}

}  // namespace

Result<UnitKeys> find_unit_keys(const ProgramImage& image, const ImageUnits::Loaded& unit) {
  UnitKeys keys;
  const ir::Unit& tables = *unit.tables;
  ByteWriter target;
  target.text(tables.target);
  target.u8(tables.pointer_bits);
  target.u8(tables.big_endian ? 1 : 0);
  target.u8(static_cast<uint8_t>(tables.language));
  keys.target = hash_bytes(target.bytes());
  for (uint32_t i = 0; i < tables.symbols.size(); ++i) {
    const ir::Symbol& symbol = tables.symbols[ir::SymbolId(i)];
    if (symbol.kind != ir::SymbolKind::Variable) continue;
    keys.variables.emplace(
        i, UnitKeys::Variable{.name = symbol.name,
                              .is_internal = symbol.linkage == ir::Linkage::Internal,
                              .is_defined = symbol.has(ir::kDefined),
                              .symbol = unit.record.symbols[i]});
  }
  // Who takes memory back another function's declaration says, which a body need not name.
  simulator::Takers takers;
  simulator::add_takers(tables, takers);
  ByteWriter taking;
  for (const auto& [name, param] : takers) {
    taking.text(name);
    taking.varint(param);
  }
  ir::BodyNameReader names(tables);
  TypeClosure closure(tables.types);
  for (size_t i = 0; i < unit.record.functions.size(); ++i) {
    const ir::FunctionEntry& entry = unit.record.functions[i];
    if (entry.kind == ir::FunctionKind::GlobalInit)
      keys.initialisers.emplace(entry.name, static_cast<uint32_t>(i));
    UnitKeys::Function& function = keys.functions.emplace_back();
    ir::BodyNameReader::Named named = TRY(names.read(TRY(image.object(entry.body))));
    ByteWriter own;
    own.hash(entry.body);
    own.raw(taking.bytes());
    ir::SymbolId self = tables.symbols.find(entry.name, entry.linkage);
    std::vector<ir::SymbolId> symbols = named.symbols;
    if (self.valid()) symbols.insert(symbols.begin(), self);
    for (ir::SymbolId id : symbols) {
      const ir::Symbol& symbol = tables.symbols[id];
      own.hash(unit.record.symbols[id.index()]);
      named.types.push_back(symbol.type);
      named.types.push_back(symbol.record);
    }
    for (ir::SymbolId id : named.symbols)
      if (tables.symbols[id].kind == ir::SymbolKind::Variable)
        function.variables.push_back(id.index());
    own.hash(closure.of(named.types));
    function.own = hash_bytes(own.bytes());
  }
  return keys;
}

void write_unit_keys(ByteWriter& writer, const UnitKeys& keys) {
  writer.hash(keys.target);
  writer.varint(keys.functions.size());
  for (const UnitKeys::Function& function : keys.functions) {
    writer.hash(function.own);
    writer.varint(function.variables.size());
    for (uint32_t symbol : function.variables) writer.varint(symbol);
  }
  writer.varint(keys.variables.size());
  for (const auto& [symbol, variable] : keys.variables) {
    writer.varint(symbol);
    writer.text(variable.name);
    writer.u8(static_cast<uint8_t>((variable.is_internal ? 1 : 0) | (variable.is_defined ? 2 : 0)));
    writer.hash(variable.symbol);
  }
  writer.varint(keys.initialisers.size());
  for (const auto& [name, function] : keys.initialisers) {
    writer.text(name);
    writer.varint(function);
  }
}

UnitKeys read_unit_keys(ByteReader& reader) {
  UnitKeys keys;
  keys.target = reader.hash();
  keys.functions.resize(reader.count());
  for (UnitKeys::Function& function : keys.functions) {
    function.own = reader.hash();
    function.variables.resize(reader.count());
    for (uint32_t& symbol : function.variables) symbol = static_cast<uint32_t>(reader.varint());
  }
  for (size_t left = reader.count(); left > 0 && reader.ok(); --left) {
    uint32_t symbol = static_cast<uint32_t>(reader.varint());
    UnitKeys::Variable& variable = keys.variables[symbol];
    variable.name = reader.text();
    uint8_t bits = reader.u8();
    variable.is_internal = (bits & 1) != 0;
    variable.is_defined = (bits & 2) != 0;
    variable.symbol = reader.hash();
  }
  for (size_t left = reader.count(); left > 0 && reader.ok(); --left) {
    std::string name(reader.text());
    keys.initialisers.emplace(std::move(name), static_cast<uint32_t>(reader.varint()));
  }
  for (const UnitKeys::Function& function : keys.functions)
    for (uint32_t symbol : function.variables)
      if (!keys.variables.contains(symbol)) reader.fail();
  for (const auto& [name, function] : keys.initialisers)
    if (function >= keys.functions.size()) reader.fail();
  return keys;
}

const Hash& own_build() {
  static const Hash hash = [] {
    std::string note;
    dl_iterate_phdr(find_build_note, &note);
    if (!note.empty()) return hash_bytes(note);
    // Linked without one: the file itself, which takes longer.
    return hash_bytes(read_whole_file("/proc/self/exe").value_or(""));
  }();
  return hash;
}

}  // namespace assay::schedule
