// What one unit contributes to the call graph: its functions, call sites, and how function
// addresses flow, as inclusion constraints between small integers.
//
// A constraint speaks of *cells*: places that may hold a function's address, or the address of
// such a place.  A cell of the unit (a global, a field of a record type, a parameter, a result)
// has an identity that other units can name; a cell of a function (a local, an intermediate
// value) has not.  Facts are grouped by function, so that an inline function that a hundred
// units share counts once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "ir/unit.h"

namespace assay::callgraph {

inline constexpr uint32_t kNone = UINT32_MAX;

/// Of the unit if the top bit is set (index into UnitFacts::cells), of the function otherwise.
class CellRef {
 public:
  constexpr CellRef() = default;  // none
  static constexpr CellRef of_unit(uint32_t index) { return CellRef(index | kUnitBit); }
  static constexpr CellRef of_function(uint32_t index) { return CellRef(index); }
  static constexpr CellRef from_raw(uint32_t raw) { return CellRef(raw); }

  constexpr bool valid() const { return raw_ != kNone; }
  constexpr bool is_of_unit() const { return (raw_ & kUnitBit) != 0; }
  constexpr uint32_t index() const { return raw_ & ~kUnitBit; }
  constexpr uint32_t raw() const { return raw_; }
  friend constexpr auto operator<=>(CellRef, CellRef) = default;

 private:
  static constexpr uint32_t kUnitBit = uint32_t{1} << 31;
  explicit constexpr CellRef(uint32_t raw) : raw_(raw) {}
  uint32_t raw_ = kNone;
};

enum class CellKind : uint8_t {
  Global,       // owner: variable; detail: bit offset, array elements being one
  Field,        // owner: record; detail: bit offset
  Param,        // owner: function; detail: its number
  Result,       // owner: function
  Variadic,     // owner: function; detail: CarrierKind; what is passed for its `...`
  AnyVariadic,  // detail: CarrierKind; what a va_list may deliver whose origin is not in sight
  Thrown,       // all scalars that are thrown anywhere
};

struct UnitCell {
  CellKind kind = CellKind::Global;
  uint32_t owner = kNone;
  uint64_t detail = 0;
  friend auto operator<=>(const UnitCell&, const UnitCell&) = default;
};

enum class FlowKind : uint8_t {
  Function,  // a holds the address of function b
  Address,   // a holds the address of cell b
  Memory,    // a holds the address of memory of its own, without a type
  Record,    // a holds the address of some record b, as an untyped pointer
  Copy,      // a holds what b holds
  Load,      // a holds what the cells hold that b points to
  Store,     // the cells that a points to hold what b holds
  Typed,     // the untyped pointer a is used as a pointer to record b
  Punned,    // a pointer to record a is used as a pointer to record b
  Unknown,   // a holds something from outside the program
  Escape,    // what a holds becomes known outside the program
};

/// What a carrier's type says it is for.
enum class CarrierKind : uint8_t {
  Code,     // a function's address
  Untyped,  // `void *`
  Data,     // other pointers: to characters, to carriers
  Integer,
  Any,  // not a kind: bytes, whatever they are
};
inline constexpr uint32_t kCarrierKinds = 4;

/// Whether a place of one kind may be used through a pointer to the other, by C's rules of
/// aliasing and by what programs do all the same: `void *` stands for every pointer.
constexpr bool mixes(CarrierKind a, CarrierKind b) {
  if (a == b || a == CarrierKind::Any || b == CarrierKind::Any) return true;
  if (a == CarrierKind::Integer || b == CarrierKind::Integer) return false;
  return a == CarrierKind::Untyped || b == CarrierKind::Untyped;
}

struct Flow {
  FlowKind kind = FlowKind::Copy;
  CarrierKind through = CarrierKind::Any;  // Address, Load, Store: what is pointed to
  uint32_t a = kNone;                      // CellRef::raw, or a record for Punned
  uint32_t b = kNone;                      // CellRef::raw, function or record
  friend auto operator<=>(const Flow&, const Flow&) = default;
};

struct ArgumentFact {
  CellRef value;                        // none: carries no function address
  CarrierKind kind = CarrierKind::Any;  // of the value, if there is one
  uint32_t record = kNone;  // what it points to or is, when that is a record of interest
  bool is_const = false;    // the pointee, by the callee's declaration
};

enum class SiteKind : uint8_t { Direct, Indirect, Virtual, MemberPointer };

struct SiteFact {
  uint32_t point = 0;
  SiteKind kind = SiteKind::Direct;
  uint32_t function = kNone;            // Direct, Virtual
  CellRef callee;                       // Indirect, MemberPointer
  uint32_t receiver = kNone;            // Virtual, MemberPointer: the object's class, or a base
  bool is_exact = false;                // it is of that class itself: it was made here
  std::vector<ArgumentFact> arguments;  // in the order of the callee's params
  CellRef result;
  uint32_t result_record = kNone;  // the record that the result points to
};

struct FunctionFact {
  std::string name;
  std::string display;
  std::string alias;  // of which symbol this is another name
  ir::Linkage linkage = ir::Linkage::External;
  uint32_t flags = 0;       // ir::SymbolFlags
  uint32_t record = kNone;  // a method's class
  std::vector<std::string> overrides;
  uint32_t params = 0;
  bool variadic = false;   // or without a prototype
  bool allocates = false;  // by its attributes: its result is memory, not news
  bool address_taken = false;

  // Only with a body:
  bool has_body = false;
  bool is_program_function = true;  // false: a global's initialiser
  bool mentions_internal = false;   // its meaning depends on the unit it stands in
  std::string file;
  uint32_t line = 0;
  uint32_t index_in_unit = 0;
  Hash body;
  uint32_t cells = 0;  // number of its own cells
  std::vector<Flow> flows;
  std::vector<SiteFact> sites;
};

struct VariableFact {
  std::string name;
  std::string alias;  // of which symbol this is another name
  ir::Linkage linkage = ir::Linkage::External;
  bool defined = false;
};

/// A part of a record that may hold a function's address.
struct LeafFact {
  uint64_t offset = 0;  // in bits, from the record's start
  CarrierKind kind = CarrierKind::Data;
  CellRef cell;
};

struct RecordFact {
  Hash key;  // name, size, and the names and offsets of its fields
  std::vector<uint32_t> bases;
  std::vector<uint32_t> parts;    // records directly inside it, bases too
  std::vector<uint32_t> reaches;  // records that its own fields point to
  std::vector<LeafFact> leaves;   // by offset
};

class UnitFacts {
 public:
  std::string main_file;
  std::vector<FunctionFact> functions;
  std::vector<VariableFact> variables;
  std::vector<RecordFact> records;
  std::vector<UnitCell> cells;
  std::vector<Flow> flows;  // true of the unit as a whole
};

UnitFacts extract_facts(const ir::Unit& unit);

Bytes encode(const UnitFacts& facts);
/// Checks every index, so that what it returns can be used without looking again.
Result<UnitFacts> decode_facts(std::string_view bytes);

}  // namespace assay::callgraph
