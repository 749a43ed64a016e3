#include "engines/machines/writes.h"

#include <fmt/format.h>

#include <algorithm>

#include "engines/machines/code.h"

namespace assay::machines {
namespace {

using ir::CastKind;
using ir::NodeId;
using ir::Op;
using ir::TypeKind;

constexpr std::string_view kAnyKind = "*";
constexpr std::string_view kNamedKind = "&";
constexpr std::string_view kEverything = "?";

std::string kind_name(const ir::Unit& unit, ir::TypeId type) {
  if (!type.valid()) return std::string(kAnyKind);
  metal::Scalar scalar = metal::scalar_of(unit, type);
  switch (scalar.kind) {
    case metal::ScalarKind::Int:
      return fmt::format("*i{}", scalar.bits);
    case metal::ScalarKind::Pointer:
      return "*p";
    case metal::ScalarKind::Float:
      return fmt::format("*f{}", scalar.bits);
    case metal::ScalarKind::None:
      break;
  }
  return std::string(kAnyKind);
}

// A record without a name of its own is only numbered, in each file anew.
std::string field_name(const ir::Type& record, const ir::Field& field) {
  return fmt::format(".{}.{}", record.name.starts_with('$') ? "" : record.name, field.name);
}

/// The way from a place to what it is a part of.
struct PlaceRoot {
  NodeId node;            // a variable, or what leads through a pointer
  NodeId member;          // the last field on the way; none: there is no field
  bool in_union = false;  // so that other fields are the same memory
};

PlaceRoot root_of(const ir::Unit& unit, const ir::Body& body, NodeId place) {
  PlaceRoot root{place, {}, false};
  for (;;) {
    const ir::Node& node = body[root.node];
    bool is_part = node.op == Op::Member || node.op == Op::Index ||
                   (node.op == Op::Cast &&
                    (node.has(ir::kLvalue) || body.cast_of(root.node) == CastKind::ArrayToPointer));
    if (!is_part) return root;
    if (node.op == Op::Member) {
      ir::TypeId record = body[body.kid(root.node, 0)].type;
      if (record.valid() && unit.types.resolved(record).has(ir::kUnion)) root.in_union = true;
      if (!root.member.valid()) root.member = root.node;
    }
    root.node = body.kid(root.node, 0);
  }
}

bool is_own(const ir::Unit& unit, const ir::Body& body, NodeId root) {
  return body[root].op == Op::Local &&
         !unit.types.is_reference(body.locals[body.local_of(root).index()].type);
}

void add_written(const ir::Unit& unit, const ir::Body& body, NodeId place, MemoryNames& names) {
  PlaceRoot root = root_of(unit, body, place);
  if (is_own(unit, body, root.node)) return;
  if (body[root.node].op == Op::Global)
    names.insert(metal::symbol_text(unit, unit.symbols[body.symbol_of(root.node)]));
  if (is_aggregate(unit, body[place].type)) add_memory_of(unit, body[place].type, names);
  names.insert(memory_name(unit, body, place));
}

/// A pointer that is handed to code that we do not see.
void add_given(const ir::Unit& unit, const ir::Body& body, NodeId argument, MemoryNames& names) {
  const ir::TypeTable& types = unit.types;
  ir::TypeId given = body[argument].type;
  if (!given.valid() || !types.is_pointer(given) || leads_to_constant(types, given)) return;
  while (body[argument].op == Op::Cast) argument = body.kid(argument, 0);
  ir::TypeId type = body[argument].type;
  if (!type.valid() || body[argument].op == Op::StringLit) return;
  TypeKind kind = types.resolved(type).kind;
  bool leads = kind == TypeKind::Pointer || kind == TypeKind::Array;
  ir::TypeId inner = leads ? types.pointee(type) : ir::TypeId();
  if (inner.valid() && types.resolved(inner).kind == TypeKind::Function) return;
  if (inner.valid())
    add_memory_of(unit, inner, names);
  else
    names.insert(std::string(kAnyKind));
}

/// By the parameter's own type: an argument may have lost the word.
bool takes_constant(const ir::Unit& unit, const ir::Symbol& callee, size_t parameter) {
  if (!callee.type.valid()) return false;
  const ir::Type& type = unit.types.resolved(callee.type);
  return type.kind == TypeKind::Function && parameter < type.params.size() &&
         leads_to_constant(unit.types, type.params[parameter]);
}

/// `p->f`, where p is such a variable.
bool is_in_new(const ir::Unit& unit, const ir::Body& body, NodeId place,
               const std::vector<bool>& locals) {
  NodeId node = root_of(unit, body, place).node;
  if (body[node].op == Op::Deref) node = body.kid(node, 0);
  if (body[node].op != Op::Load || body[body.kid(node, 0)].op != Op::Local) return false;
  return locals[body.local_of(body.kid(node, 0)).index()];
}

/// The place whose address it is, or the array that becomes a pointer; none: neither.
NodeId place_of_address(const ir::Body& body, NodeId node) {
  bool is_address = body[node].op == Op::AddressOf ||
                    (body[node].op == Op::Cast && body.cast_of(node) == CastKind::ArrayToPointer);
  return is_address ? body.kid(node, 0) : NodeId();
}

/// Pointers that nobody keeps: of an array that is indexed on the spot, and those that are handed
/// to a function, which counts as writing there.
std::vector<bool> passing_addresses(const ir::Body& body) {
  std::vector<bool> result(body.nodes.size());
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    Op op = body.nodes[i].op;
    if (op == Op::Index) result[body.kid(NodeId(i), 0).index()] = true;
    if (op != Op::Call && op != Op::Construct) continue;
    for (NodeId kid : body.kids_of(NodeId(i))) {
      while (body[kid].op == Op::Cast && body.cast_of(kid) != CastKind::ArrayToPointer)
        kid = body.kid(kid, 0);
      result[kid.index()] = true;
    }
  }
  return result;
}

/// An address that somebody may write through; the object itself, where the pointer is a record's
/// and becomes one to raw memory.
void add_address(const ir::Unit& unit, const ir::Body& body, NodeId node, MemoryNames& names) {
  const ir::TypeTable& types = unit.types;
  if (NodeId place = place_of_address(body, node); place.valid()) {
    PlaceRoot root = root_of(unit, body, place);
    if (is_own(unit, body, root.node)) return;
    if (body[root.node].op == Op::Global)
      names.insert(metal::symbol_text(unit, unit.symbols[body.symbol_of(root.node)]));
    if (root.member.valid()) names.insert(memory_name(unit, body, place));
    return;
  }
  if (body[node].op != Op::Cast || body.cast_of(node) != CastKind::Bitcast) return;
  ir::TypeId to = body[node].type, from = body[body.kid(node, 0)].type;
  if (!to.valid() || !from.valid() || !types.is_pointer(to) || !types.is_pointer(from)) return;
  if (leads_to_constant(types, to)) return;
  if (types.is_record(types.pointee(from)) && !types.is_record(types.pointee(to)))
    add_memory_of(unit, types.pointee(from), names);
}

}  // namespace

bool leads_to_constant(const ir::TypeTable& types, ir::TypeId pointer) {
  if (!pointer.valid() || !types.is_pointer(pointer)) return false;
  const ir::Type& pointee = types[types.resolved(pointer).inner];
  return pointee.kind == TypeKind::Qualified && (pointee.quals & ir::kConst) != 0;
}

bool is_aggregate(const ir::Unit& unit, ir::TypeId type) {
  if (!type.valid()) return true;
  TypeKind kind = unit.types.resolved(type).kind;
  return kind == TypeKind::Record || kind == TypeKind::Array;
}

bool may_write(const MemoryNames& written, const std::string& name) {
  if (written.contains(name) || written.contains(kEverything)) return true;
  for (std::string_view kind : {kAnyKind, kNamedKind}) {
    if (!name.starts_with(kind)) continue;
    if (written.contains(kind)) return true;
    auto next = written.lower_bound(kind);
    return name == kind && next != written.end() && next->starts_with(kind);
  }
  return false;
}

std::string memory_name(const ir::Unit& unit, const ir::Body& body, NodeId place) {
  PlaceRoot root = root_of(unit, body, place);
  if (is_own(unit, body, root.node)) return "";
  if (root.in_union) return std::string(kAnyKind);
  if (root.member.valid()) {
    const ir::Type& record = unit.types.resolved(body[body.kid(root.member, 0)].type);
    uint64_t field = body[root.member].payload;
    if (field < record.fields.size() && !record.fields[field].name.empty())
      return field_name(record, record.fields[field]);
    return std::string(kAnyKind);
  }
  if (body[root.node].op == Op::Global && root.node == place)
    return metal::symbol_text(unit, unit.symbols[body.symbol_of(root.node)]);
  return kind_name(unit, body[place].type);
}

void add_memory_of(const ir::Unit& unit, ir::TypeId type, MemoryNames& names) {
  const ir::TypeTable& types = unit.types;
  std::set<ir::TypeId> seen;
  std::vector<ir::TypeId> todo{type};
  while (!todo.empty()) {
    ir::TypeId id = todo.back();
    todo.pop_back();
    if (!id.valid() || !seen.insert(types.canonical(id)).second) continue;
    const ir::Type& at = types.resolved(id);
    if (at.kind == TypeKind::Array || at.kind == TypeKind::IncompleteArray ||
        at.kind == TypeKind::VariableArray) {
      todo.push_back(at.inner);
      continue;
    }
    if (at.kind != TypeKind::Record) {
      names.insert(kind_name(unit, id));
      continue;
    }
    if (at.has(ir::kUnion)) names.insert(std::string(kAnyKind));
    for (const ir::Base& base : at.bases) todo.push_back(base.type);
    for (const ir::Field& field : at.fields) {
      if (!field.name.empty()) names.insert(field_name(at, field));
      // The elements of an array are named by its field.
      ir::TypeId inner = field.type;
      while (inner.valid() && types.resolved(inner).kind == TypeKind::Array)
        inner = types.resolved(inner).inner;
      if (is_aggregate(unit, inner)) todo.push_back(inner);
    }
  }
}

// A named place is what a pointer leads to, where its address is somewhere.
void Writes::add_pointed_to(const ir::Unit& unit, const ir::Body& body, NodeId place,
                            MemoryNames& names) {
  std::string name = memory_name(unit, body, place);
  if (name.empty() || name.starts_with(kAnyKind) || !is_exposed(name)) return;
  names.insert(std::string(kNamedKind) + kind_name(unit, body[place].type).substr(1));
}

MemoryNames Writes::at(const ir::Unit& unit, const callgraph::ProgramFunction& function,
                       const ir::Body& body, std::span<const NodeId> points) {
  MemoryNames names;
  // `free((void *)r)` makes raw memory of a record, and nobody writes it.
  std::set<NodeId> spared;
  for (NodeId point : points) {
    std::span<const NodeId> kids = body.kids_of(point);
    if (body[point].op != Op::Call) continue;
    for (size_t i = 1; i < kids.size(); ++i) {
      if (body[kids[i]].op != Op::Cast || !pointers_.is_left_alone(unit, function, body, point, i))
        continue;
      for (NodeId kid = kids[i]; body[kid].op == Op::Cast; kid = body.kid(kid, 0))
        spared.insert(kid);
    }
  }
  for (NodeId point : points) {
    if (std::optional<Write> write = write_of(body, point)) {
      add_written(unit, body, write->place, names);
      add_pointed_to(unit, body, write->place, names);
    }
    if (!spared.contains(point)) add_address(unit, body, point, names);
    Op op = body[point].op;
    if (op == Op::Asm) names.insert(std::string(kAnyKind));
    if (op != Op::Call && op != Op::Construct && op != Op::Destroy) continue;
    for (NodeId kid : body.kids_of(point)) {
      while (body[kid].op == Op::Cast && body.cast_of(kid) != CastKind::ArrayToPointer) {
        if (!spared.contains(kid)) add_address(unit, body, kid, names);
        kid = body.kid(kid, 0);
      }
      add_address(unit, body, kid, names);
    }
    std::span<const callgraph::CallSite> sites = sites_at(function, point);
    bool is_seen = !sites.empty();
    for (const callgraph::CallSite& site : sites)
      is_seen = is_seen && !site.open &&
                std::ranges::all_of(site.targets, [&](callgraph::FunctionId target) {
                  return view_.graph().functions[target.index()].unit >= 0;
                });
    if (is_seen) continue;
    // Of the system's functions, and the compiler's own, we know that they write what they are
    // given.
    const ir::Symbol* callee = callee_of(unit, body, point);
    if (callee != nullptr && !callee->has(ir::kSystem) && !callee->has(ir::kBuiltin))
      names.insert(std::string(kEverything));
    if (callee != nullptr && callee->has(ir::kSystem) && view_.only_frees(callee->name)) continue;
    std::span<const NodeId> kids = body.kids_of(point);
    for (size_t i = 0; i < kids.size(); ++i)
      if (callee == nullptr || i == 0 || !takes_constant(unit, *callee, i - 1))
        add_given(unit, body, kids[i], names);
  }
  return names;
}

const MemoryNames& Writes::written_by(callgraph::FunctionId function) {
  auto [at, is_new] = names_.try_emplace(function);
  std::shared_ptr<const LoadedFunction> loaded = is_new ? view_.load(function) : nullptr;
  if (!loaded) return at->second;
  const ir::Body& body = loaded->function.body;
  const callgraph::ProgramFunction& known = view_.graph().functions[function.index()];
  // What it has made itself nobody knew before it was called.
  std::vector<bool> made = pointers_.new_locals(*loaded, known);
  std::vector<NodeId> nodes;
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    std::optional<Write> write = write_of(body, NodeId(i));
    if (write && is_in_new(*loaded->unit, body, write->place, made)) continue;
    nodes.push_back(NodeId(i));
  }
  at->second = this->at(*loaded->unit, known, body, nodes);
  return at->second;
}

// All functions of the program are looked at, once.
bool Writes::is_exposed(const std::string& name) {
  const callgraph::CallGraph& graph = view_.graph();
  if (!taken_) {
    taken_.emplace();
    for (size_t i = 0; i < graph.functions.size(); ++i) {
      is_closed_ =
          is_closed_ || (graph.functions[i].name == "main" && graph.functions[i].unit >= 0);
      std::shared_ptr<const LoadedFunction> loaded = view_.load(callgraph::FunctionId(i));
      if (!loaded) continue;
      const ir::Unit& unit = *loaded->unit;
      const ir::Body& body = loaded->function.body;
      std::vector<bool> is_passing = passing_addresses(body);
      for (size_t k = 0; k < body.nodes.size(); ++k) {
        NodeId place = place_of_address(body, NodeId(k));
        if (!place.valid() || is_passing[k]) continue;
        PlaceRoot root = root_of(unit, body, place);
        if (body[root.node].op == Op::Global)
          taken_->insert(metal::symbol_text(unit, unit.symbols[body.symbol_of(root.node)]));
        if (root.member.valid()) taken_->insert(memory_name(unit, body, root.member));
      }
    }
  }
  return !is_closed_ || taken_->contains(name);
}

MemoryNames Writes::names_of(const ir::Unit& unit, const ir::Body& body, NodeId place) {
  std::string name = memory_name(unit, body, place);
  MemoryNames names;
  bool is_named = !name.empty() && !name.starts_with(kAnyKind);
  if (!is_named || is_exposed(name)) add_memory_of(unit, body[place].type, names);
  if (!is_named)
    names.insert(std::string(kNamedKind) + kind_name(unit, body[place].type).substr(1));
  if (!name.empty()) names.insert(std::move(name));
  return names;
}

void add_memory_behind(const ir::Unit& unit, ir::TypeId pointer, MemoryNames& names) {
  if (!pointer.valid() || !unit.types.is_pointer(pointer)) return;
  ir::TypeId type = unit.types.pointee(pointer);
  add_memory_of(unit, type, names);
  if (!is_aggregate(unit, type))
    names.insert(std::string(kNamedKind) + kind_name(unit, type).substr(1));
}

MemoryNames Writes::names_of(const ir::Unit& unit, const ir::Symbol& global) {
  MemoryNames names{metal::symbol_text(unit, global)};
  bool is_scalar = metal::scalar_of(unit, global.type).kind != metal::ScalarKind::None &&
                   !is_aggregate(unit, global.type);
  bool is_own = global.has(ir::kSystem) || global.linkage == ir::Linkage::Internal;
  bool is_taken = global.has(ir::kAddressTaken) || (!is_own && is_exposed(*names.begin()));
  if (!is_scalar || is_taken) add_memory_of(unit, global.type, names);
  return names;
}

// APPROX(over): bit-fields and long arrays are left out, and are written as soon as any field is.
const std::vector<MemoryPart>& Writes::parts_of(const ir::Unit& unit, const ir::Symbol& global) {
  constexpr uint64_t kLongest = 16;
  auto [at, is_new] = parts_.try_emplace(metal::symbol_text(unit, global));
  if (!is_new) return at->second;
  const ir::TypeTable& types = unit.types;
  std::vector<std::pair<ir::TypeId, uint64_t>> todo{{global.type, 0}};
  while (!todo.empty()) {
    auto [id, offset] = todo.back();
    todo.pop_back();
    const ir::Type& record = types.resolved(id);
    if (record.kind != TypeKind::Record || record.has(ir::kUnion)) continue;
    for (const ir::Base& base : record.bases)
      if (!base.is_virtual) todo.emplace_back(base.type, offset + base.offset);
    for (const ir::Field& field : record.fields) {
      if (!field.type.valid() || field.is_bit_field) continue;
      uint64_t begin = offset + field.bit_offset / 8, count = 1;
      ir::TypeId type = field.type;
      for (; types.resolved(type).kind == TypeKind::Array; type = types.resolved(type).inner)
        count *= types.resolved(type).count;
      if (count == 1 && types.resolved(type).kind == TypeKind::Record)
        todo.emplace_back(type, begin);
      bool is_scalar = metal::scalar_of(unit, type).kind != metal::ScalarKind::None;
      uint64_t bytes = types.resolved(type).size;
      if (!is_scalar || bytes == 0 || bytes > 8 || count == 0 || count > kLongest ||
          field.name.empty())
        continue;
      std::string name = field_name(record, field);
      MemoryPart part{begin, bytes, count, {name}};
      if (is_exposed(name)) part.names.insert(kind_name(unit, type));
      at->second.push_back(std::move(part));
    }
  }
  return at->second;
}

bool Writes::below(callgraph::FunctionId function, const std::string& name) {
  auto at = below_.find(name);
  if (at == below_.end())
    at = below_
             .emplace(name, Below(view_,
                                  [this, name](callgraph::FunctionId one) {
                                    return may_write(written_by(one), name);
                                  }))
             .first;
  return at->second(function);
}

}  // namespace assay::machines
