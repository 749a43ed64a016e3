// Bodies and places as bytes.  Inside src/ir only; encode.h is the way in.
//
// A body starts with what it names from outside -- types, then symbols, 8 bytes of hash each, in
// order of first use -- and goes on with numbers into these lists.  So its bytes depend on
// nothing but its content, and equal functions of different units are one object.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "ir/body_names.h"
#include "ir/unit.h"

namespace assay::ir {

/// Set in an operator's byte: flags, type and kids are those of the last node with this operator.
inline constexpr uint8_t kAsBefore = 0x80;
static_assert(kOpCount <= kAsBefore, "an operator should leave a bit of its byte free");

/// How a body names a symbol.
uint64_t symbol_key(std::string_view name, Linkage linkage);
/// How places name a file.
uint64_t file_key(std::string_view path);

/// Whether the node's value depends on the line it stands in, so that it is kept with the places.
inline bool is_line_literal(const Node& node) {
  return node.has(kLineLiteral) && op_info(node.op).payload == PayloadKind::Int;
}

/// Writes the functions of one unit.
class BodyWriter {
 public:
  /// `type_hashes`: the full hash of each type that a body uses, by TypeId.
  BodyWriter(const Unit& unit, const std::vector<Hash>& type_hashes);

  /// Both append to `out`.
  void write_body(const Body& body, ByteWriter& out);
  void write_places(const Body& body, const Places& places, ByteWriter& out);

 private:
  // Numbers things in order of first use; emptied by walking what was used, not the whole table.
  class Imports {
   public:
    explicit Imports(size_t size) : number_(size, 0) {}
    /// Counts from 1; 0 for what is not in the table.
    uint32_t number(uint32_t index);
    const std::vector<uint32_t>& used() const { return used_; }
    void clear();

   private:
    std::vector<uint32_t> number_;
    std::vector<uint32_t> used_;
  };
  void write_nodes(const Body& body);
  void write_payload(const Body& body, const Node& node, size_t index);
  void write_tables(const Body& body);
  void write_blocks(const Body& body);

  const std::vector<Hash>& type_hashes_;
  std::vector<uint64_t> symbol_keys_;
  std::unordered_map<std::string_view, uint64_t> unit_files_;
  Imports types_;
  Imports symbols_;
  ByteWriter stream_;
};

/// `names`: what the names in it mean.
Result<Body> read_body(const UnitNames& names, std::string_view data);
/// Puts the values of __LINE__ back into `body`.
Result<Places> read_places(const UnitNames& names, std::string_view data, Body& body);

// How one node's place follows from the one before and from its kids': the low bits of the byte
// that starts it.  Two thirds of all places are that byte alone.
enum class PlaceBegin : uint8_t {
  Same,  // as the node before
  FirstKid,
  SameLine,  // column: difference
  New,       // line: difference, with a bit for another file; column
};
enum class PlaceEnd : uint8_t {
  Same,    // as the node before
  Length,  // on the same line; the length is in the high bits, or follows
  LastKid,
  New,  // line: difference; column
};
inline constexpr uint8_t kLongLength = 15;

}  // namespace assay::ir
