#include "callgraph/carriers.h"

#include <algorithm>
#include <set>

namespace assay::callgraph {

using ir::Type;
using ir::TypeId;
using ir::TypeKind;

namespace {

bool is_array(TypeKind kind) {
  return kind == TypeKind::Array || kind == TypeKind::IncompleteArray ||
         kind == TypeKind::VariableArray;
}

bool is_pointer_like(TypeKind kind) {
  return kind == TypeKind::Pointer || kind == TypeKind::LValueRef || kind == TypeKind::RValueRef;
}

}  // namespace

Carriers::Carriers(const ir::Unit& unit, UnitFacts& facts)
    : unit_(unit), facts_(facts), carries_(unit.types.size(), Answer::Unasked) {}

bool Carriers::compute_carries(TypeId type) const {
  bool behind_pointer = false;
  while (type.valid()) {
    const Type& t = unit_.types.resolved(type);
    if (is_pointer_like(t.kind)) {
      behind_pointer = true;
      type = t.inner;
    } else if (is_array(t.kind)) {
      type = t.inner;
    } else if (t.kind == TypeKind::MemberPointer) {
      return unit_.types.resolved(t.inner).kind == TypeKind::Function;
    } else if (t.kind == TypeKind::Int) {
      // Wide enough for a pointer; behind a pointer also bytes, C's older untyped memory.
      // APPROX(under): a function address that is copied byte by byte is lost.
      return t.width >= unit_.pointer_bits || (behind_pointer && t.width == 8);
    } else {
      return t.kind == TypeKind::Function || (t.kind == TypeKind::Void && behind_pointer);
    }
  }
  return false;
}

bool Carriers::carries(TypeId type) {
  if (!type.valid()) return false;
  Answer& answer = carries_[type.index()];
  if (answer == Answer::Unasked) answer = compute_carries(type) ? Answer::Yes : Answer::No;
  return answer == Answer::Yes;
}

CarrierKind Carriers::kind(TypeId type) const {
  while (is_array(unit_.types.resolved(type).kind)) type = unit_.types.resolved(type).inner;
  const Type& t = unit_.types.resolved(type);
  if (t.kind == TypeKind::Int) return CarrierKind::Integer;
  bool is_code = t.kind == TypeKind::MemberPointer || t.kind == TypeKind::Function ||
                 (t.inner.valid() && unit_.types.resolved(t.inner).kind == TypeKind::Function);
  if (is_code) return CarrierKind::Code;
  bool is_untyped = t.inner.valid() && unit_.types.resolved(t.inner).kind == TypeKind::Void;
  return is_untyped ? CarrierKind::Untyped : CarrierKind::Data;
}

TypeId Carriers::record_in(TypeId type) const {
  while (type.valid()) {
    TypeId canonical = unit_.types.canonical(type);
    const Type& t = unit_.types[canonical];
    if (t.kind == TypeKind::Record) return canonical;
    if (!is_array(t.kind)) break;
    type = t.inner;
  }
  return {};
}

TypeId Carriers::record_behind(TypeId type) const {
  if (!type.valid()) return {};
  const Type& t = unit_.types.resolved(type);
  return is_pointer_like(t.kind) ? record_in(t.inner) : TypeId{};
}

const std::vector<Leaf>& Carriers::leaves(TypeId record) {
  TypeId canonical = unit_.types.canonical(record);
  auto found = leaves_.find(canonical.index());
  if (found != leaves_.end()) return found->second;
  std::vector<Leaf> computed = compute_leaves(canonical);
  return leaves_.emplace(canonical.index(), std::move(computed)).first->second;
}

std::vector<Leaf> Carriers::compute_leaves(TypeId record) {
  struct Part {
    TypeId record;
    uint64_t offset;
  };
  std::vector<Leaf> result;
  std::set<std::pair<uint64_t, uint32_t>> seen;  // a virtual base is reached on several ways
  std::vector<Part> todo{{record, 0}};
  while (!todo.empty()) {
    Part part = todo.back();
    todo.pop_back();
    if (!seen.emplace(part.offset, part.record.index()).second) continue;
    const Type& type = unit_.types[part.record];
    for (const ir::Base& base : type.bases) {
      TypeId inner = record_in(base.type);
      if (inner.valid()) todo.push_back({inner, part.offset + base.offset * 8});
    }
    for (const ir::Field& field : type.fields) {
      TypeId inner = record_in(field.type);
      if (inner.valid()) {
        todo.push_back({inner, part.offset + field.bit_offset});
      } else if (!field.is_bit_field && carries(field.type)) {
        result.push_back(
            {part.offset + field.bit_offset, part.record, field.bit_offset, kind(field.type)});
      }
    }
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

CellRef Carriers::cell(CellKind kind, uint32_t owner, uint64_t detail) {
  UnitCell key{kind, owner, detail};
  auto [at, is_new] = cells_.try_emplace(key, static_cast<uint32_t>(facts_.cells.size()));
  if (is_new) facts_.cells.push_back(key);
  return CellRef::of_unit(at->second);
}

// Not the type's content hash: C and C++ units, or ones that see more or less of what a field
// points to, should agree on what is the same record.
// APPROX(under): units that give one tag different layouts are taken to mean different records.
Hash Carriers::record_key(const Type& type) const {
  ByteWriter writer;
  writer.text(type.name);
  writer.u8(type.has(ir::kUnion));
  writer.varint(type.size);
  for (const ir::Field& field : type.fields) {
    writer.text(field.name);
    writer.varint(field.bit_offset);
  }
  return hash_bytes(writer.bytes());
}

uint32_t Carriers::record_fact(TypeId record) {
  TypeId canonical = unit_.types.canonical(record);
  auto [at, is_new] = record_facts_.try_emplace(canonical.index(), 0);
  if (!is_new) return at->second;
  Hash key = record_key(unit_.types[canonical]);
  auto [by_key, is_new_key] =
      by_key_.try_emplace(key, static_cast<uint32_t>(facts_.records.size()));
  if (is_new_key) {
    facts_.records.push_back({.key = key});
    record_types_.push_back(canonical);
  }
  at->second = by_key->second;
  return by_key->second;
}

// The members of a union share their bytes, whatever records they are declared in.
void Carriers::link_overlaps(TypeId record, uint32_t index) {
  if (!unit_.types[record].has(ir::kUnion)) return;
  const std::vector<LeafFact>& leaves = facts_.records[index].leaves;
  for (size_t i = 1; i < leaves.size(); ++i) {
    if (leaves[i].offset != leaves[i - 1].offset || leaves[i].cell == leaves[i - 1].cell) continue;
    facts_.flows.push_back(
        {FlowKind::Copy, CarrierKind::Any, leaves[i].cell.raw(), leaves[i - 1].cell.raw()});
    facts_.flows.push_back(
        {FlowKind::Copy, CarrierKind::Any, leaves[i - 1].cell.raw(), leaves[i].cell.raw()});
  }
}

void Carriers::finish_records() {
  // The list grows while it is walked: a record mentions others.
  for (uint32_t index = 0; index < facts_.records.size(); ++index) {
    TypeId record = record_types_[index];
    std::vector<LeafFact> leaf_facts;
    for (const Leaf& leaf : leaves(record)) {
      leaf_facts.push_back({leaf.offset, leaf.kind, field_cell(leaf.owner, leaf.owner_offset)});
    }
    const Type& type = unit_.types[record];
    std::vector<uint32_t> bases, parts, reaches;
    for (const ir::Base& base : type.bases) {
      TypeId inner = record_in(base.type);
      if (inner.valid()) bases.push_back(record_fact(inner));
    }
    for (const ir::Field& field : type.fields) {
      if (TypeId inner = record_in(field.type); inner.valid()) parts.push_back(record_fact(inner));
      TypeId behind = record_behind(field.type);
      if (behind.valid() && !unit_.types[behind].fields.empty())
        reaches.push_back(record_fact(behind));
    }
    parts.insert(parts.end(), bases.begin(), bases.end());
    RecordFact& fact = facts_.records[index];
    fact.bases = std::move(bases);
    fact.parts = std::move(parts);
    fact.reaches = std::move(reaches);
    fact.leaves = std::move(leaf_facts);
    link_overlaps(record, index);
  }
}

}  // namespace assay::callgraph
