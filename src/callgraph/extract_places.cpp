// Places and values: which cell is meant, and what flows into it.
#include "callgraph/extract.h"

namespace assay::callgraph {

using ir::NodeId;
using ir::TypeId;

CellRef FunctionExtractor::local_cell(uint32_t local, uint64_t offset) {
  if (local < body_.param_count && function_.kind == ir::FunctionKind::Function)
    return carriers_.cell(CellKind::Param, fact_, local);
  auto [found, is_new] = local_cells_.try_emplace({local, offset});
  if (is_new) found->second = new_cell();
  return found->second;
}

CellRef FunctionExtractor::cell_of(const Place& place) {
  switch (place.kind) {
    case Place::Kind::Cell:
      return place.cell;
    case Place::Kind::Object:
      if (!place.is_global) return local_cell(place.id, place.offset);
      return carriers_.cell(CellKind::Global, unit_.variable(ir::SymbolId(place.id)), place.offset);
    default:
      return {};
  }
}

Place FunctionExtractor::behind(CellRef pointer, TypeId type) {
  if (carriers_.record_in(type).valid()) return {.kind = Place::Kind::Record};
  if (!pointer.valid() || !carriers_.carries(type)) return {};
  return {.kind = Place::Kind::Behind, .through = carriers_.kind(type), .cell = pointer};
}

Place FunctionExtractor::variable_place(bool is_global, uint32_t id, TypeId declared, TypeId used) {
  Place slot{.kind = Place::Kind::Object, .is_global = is_global, .id = id};
  // A reference that is used as what it refers to.
  if (types_.is_reference(declared) && !types_.is_reference(used))
    return behind(carriers_.carries(declared) ? cell_of(slot) : CellRef{}, used);
  bool is_record = carriers_.record_in(declared).valid();
  if (!is_record && !carriers_.carries(declared)) return {};
  // Records come in through the cells of their type: the callers copy them there.
  if (is_record && !is_global && id < body_.param_count) return {.kind = Place::Kind::Record};
  return slot;
}

Place FunctionExtractor::member_place(const Place& base, TypeId record, uint64_t index) {
  const ir::Type& type = types_.resolved(record);
  if (type.kind != ir::TypeKind::Record || index >= type.fields.size()) return {};
  const ir::Field& field = type.fields[index];
  bool is_record = carriers_.record_in(field.type).valid();
  if (field.is_bit_field || (!is_record && !carriers_.carries(field.type))) return {};
  if (base.kind == Place::Kind::Object) {
    Place inner = base;
    inner.offset += field.bit_offset;
    return inner;
  }
  if (is_record) return {.kind = Place::Kind::Record};
  return {.kind = Place::Kind::Cell, .cell = carriers_.field_cell(record, field.bit_offset)};
}

CellRef FunctionExtractor::leaf_cell(const Place& base, const Leaf& leaf) {
  if (base.kind == Place::Kind::Object) {
    Place inner = base;
    inner.offset += leaf.offset;
    return cell_of(inner);
  }
  return carriers_.field_cell(leaf.owner, leaf.owner_offset);
}

CellRef FunctionExtractor::load(const Place& place) {
  if (place.kind != Place::Kind::Behind) return cell_of(place);
  CellRef result = new_cell();
  flow(FlowKind::Load, result, place.cell, place.through);
  return result;
}

/// The address of a place as a value that goes somewhere; none where its type says it all.
CellRef FunctionExtractor::address_of(const Place& place, TypeId type) {
  if (place.kind == Place::Kind::Function) {
    unit_.facts.functions[place.id].address_taken = true;
    CellRef result = new_cell();
    flow(FlowKind::Function, result, place.id);
    return result;
  }
  if (carriers_.record_in(type).valid()) {
    expose(place);
    return {};
  }
  if (place.kind == Place::Kind::Behind) return place.cell;
  CellRef cell = cell_of(place);
  if (!cell.valid()) return {};
  CellRef result = new_cell();
  flow(FlowKind::Address, result, cell, carriers_.kind(type));
  return result;
}

/// The value of a node as a cell; afterwards the node stands for that cell.
CellRef FunctionExtractor::use(NodeId node) {
  Value& v = value(node);
  switch (v.kind) {
    case Value::Kind::None:
      return {};
    case Value::Kind::Cell:
      return CellRef::from_raw(v.id);
    case Value::Kind::Function: {
      CellRef cell = address_of({.kind = Place::Kind::Function, .id = v.id}, {});
      v = {Value::Kind::Cell, cell.raw()};
      return cell;
    }
    case Value::Kind::Address: {
      NodeId named(v.id);
      CellRef cell = address_of(place(named), at(named).type);
      v = cell.valid() ? Value{Value::Kind::Cell, cell.raw()} : Value{};
      return cell;
    }
  }
  return {};
}

/// What is handed over: a value, or the address of a place for a reference.
CellRef FunctionExtractor::use_argument(NodeId node) {
  if (is_function(node)) return use(node);
  if (at(node).has(ir::kLvalue)) return address_of(place(node), at(node).type);
  if (carriers_.record_in(at(node).type).valid()) export_record(node);
  return use(node);
}

void FunctionExtractor::copy_record(const Place& to, const Place& from, TypeId type) {
  TypeId record = carriers_.record_in(type);
  if (to.kind != Place::Kind::Object && from.kind != Place::Kind::Object) return;
  // A copy: the list may grow, and move, while cells are made.
  const std::vector<Leaf> leaves = carriers_.leaves(record);
  for (const Leaf& leaf : leaves) {
    CellRef a = leaf_cell(to, leaf), b = leaf_cell(from, leaf);
    if (a != b) flow(FlowKind::Copy, a, b);
  }
}

/// A record that leaves by value goes into the cells of its type.
void FunctionExtractor::export_record(NodeId node) {
  if (place(node).kind != Place::Kind::Object) return;
  copy_record({.kind = Place::Kind::Record}, place(node), at(node).type);
  place(node) = {.kind = Place::Kind::Record};
}

void FunctionExtractor::expose(const Place& place) {
  if (place.kind != Place::Kind::Object) return;
  if (place.is_global) {
    unit_.expose_global(ir::SymbolId(place.id));
    return;
  }
  if (exposed_[place.id]) return;
  exposed_[place.id] = true;
  TypeId record = carriers_.record_in(body_.locals[place.id].type);
  if (!record.valid()) return;
  Place whole{.kind = Place::Kind::Object, .id = place.id};
  copy_record(whole, {.kind = Place::Kind::Record}, record);
  copy_record({.kind = Place::Kind::Record}, whole, record);
}

void FunctionExtractor::store(const Place& to, TypeId type, NodeId from) {
  if (at(from).op == ir::Op::InitList) return store_list(to, type, from);
  if (carriers_.record_in(type).valid()) return copy_record(to, place(from), type);
  CellRef source = types_.is_reference(type) ? use_argument(from) : use(from);
  if (!source.valid()) return;
  if (to.kind == Place::Kind::Behind) {
    flow(FlowKind::Store, to.cell, source, to.through);
  } else if (CellRef cell = cell_of(to); cell.valid() && cell != source) {
    flow(FlowKind::Copy, cell, source);
  }
}

void FunctionExtractor::store_list(const Place& to, TypeId type, NodeId list) {
  struct Item {
    Place place;
    TypeId type;
    NodeId node;
  };
  std::vector<Item> todo{{to, type, list}};
  while (!todo.empty()) {
    Item item = todo.back();
    todo.pop_back();
    if (at(item.node).op != ir::Op::InitList) {
      store(item.place, item.type, item.node);
      continue;
    }
    std::span<const NodeId> kids = body_.kids_of(item.node);
    const ir::Type& t = types_.resolved(item.type);
    if (t.kind != ir::TypeKind::Record) {
      // An array's elements are one; braces around a scalar mean nothing.
      bool is_array = t.kind == ir::TypeKind::Array || t.kind == ir::TypeKind::IncompleteArray ||
                      t.kind == ir::TypeKind::VariableArray;
      TypeId element = is_array ? t.inner : item.type;
      for (NodeId kid : kids) todo.push_back({item.place, element, kid});
      continue;
    }
    TypeId record = types_.canonical(item.type);
    if (t.has(ir::kUnion)) {
      uint64_t field = body_[item.node].payload;
      if (field == 0 || field > t.fields.size() || kids.empty()) continue;
      todo.push_back(
          {member_place(item.place, record, field - 1), t.fields[field - 1].type, kids[0]});
      continue;
    }
    for (size_t i = 0; i < kids.size(); ++i) {
      if (i < t.bases.size()) {
        Place base = item.place;
        if (base.kind == Place::Kind::Object) base.offset += t.bases[i].offset * 8;
        todo.push_back({base, t.bases[i].type, kids[i]});
      } else if (size_t field = i - t.bases.size(); field < t.fields.size()) {
        todo.push_back({member_place(item.place, record, field), t.fields[field].type, kids[i]});
      }
    }
  }
}

}  // namespace assay::callgraph
