// Which memory a piece of program may write, by name.
//
// Memory is told apart by the field or global that names it; what a pointer leads to without
// either, by the kind of value.  Reading one field again, after a loop or call that writes only
// others, gives the same value.
//
// A pointer may lead to a field or global whose address is kept somewhere; without `main`, to any.
//
// APPROX(under): an address that is handed to a function is not kept by it.
// APPROX(under): functions that a call through an unknown pointer reaches below a callee are not
// seen.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engines/machines/pointers.h"
#include "engines/machines/program.h"
#include "engines/machines/reach.h"

namespace assay::machines {

/// `.record.f`: a field of that name; `*i32`: what a pointer leads to, of that kind, `*` of any
/// kind;
/// `&i32`: a field or global of that kind, as what a pointer leads to; a global as trees name it
/// (metal::symbol_text); `?`: all there is.
using MemoryNames = std::set<std::string, std::less<>>;

/// `const T *`.
bool leads_to_constant(const ir::TypeTable& types, ir::TypeId pointer);
/// A record or an array; also what has no type.
bool is_aggregate(const ir::Unit& unit, ir::TypeId type);
/// Whether memory of that name is among what is written.
bool may_write(const MemoryNames& written, const std::string& name);

/// What place it is for others; none: a variable of the function's own.
std::string memory_name(const ir::Unit& unit, const ir::Body& body, ir::NodeId place);
/// All that an object of the type has: its fields, or its kind.
void add_memory_of(const ir::Unit& unit, ir::TypeId type, MemoryNames& names);

/// Likewise, of what such a pointer leads to, whatever else may name it.
void add_memory_behind(const ir::Unit& unit, ir::TypeId pointer, MemoryNames& names);

/// Scalars within an object, as far as nothing but their own name leads to them.
struct MemoryPart {
  uint64_t offset, bytes;  // of one
  uint64_t count;          // of them in a row
  MemoryNames names;       // by which they may be written
};

class Writes {
 public:
  explicit Writes(ProgramView& view) : view_(view), pointers_(view) {}

  /// What the points write themselves, and functions without a body that they call.
  MemoryNames at(const ir::Unit& unit, const callgraph::ProgramFunction& function,
                 const ir::Body& body, std::span<const ir::NodeId> points);
  /// The function, or one that it leads to.
  bool below(callgraph::FunctionId function, const std::string& name);
  /// By which the place may be written; a variable of the function's own by its kind.
  MemoryNames names_of(const ir::Unit& unit, const ir::Body& body, ir::NodeId place);
  MemoryNames names_of(const ir::Unit& unit, const ir::Symbol& global);
  /// Of a global that is a record: its fields, and those of records in it.  None are in a union.
  const std::vector<MemoryPart>& parts_of(const ir::Unit& unit, const ir::Symbol& global);

 private:
  const MemoryNames& written_by(callgraph::FunctionId function);
  bool is_exposed(const std::string& name);
  void add_pointed_to(const ir::Unit& unit, const ir::Body& body, ir::NodeId place,
                      MemoryNames& names);

  ProgramView& view_;
  Pointers pointers_;
  std::optional<MemoryNames> taken_;  // fields and globals whose address is; once somebody asked
  bool is_closed_ = false;            // all of the program is there
  std::map<callgraph::FunctionId, MemoryNames> names_;
  std::map<std::string, Below> below_;
  std::map<std::string, std::vector<MemoryPart>> parts_;  // of globals
};

}  // namespace assay::machines
