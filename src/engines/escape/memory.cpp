#include "engines/escape/memory.h"

#include <algorithm>

namespace assay::escape {
namespace {

using ir::TypeKind;

// The cells of one object, as a range of iterators.
template <class Cells>
auto cells_of(Cells& cells, Base base) {
  return std::pair(cells.lower_bound(Location{base, INT64_MIN}),
                   cells.upper_bound(Location{base, INT64_MAX}));
}

template <class Cells>
auto cells_in(Cells& cells, const Location& place, uint64_t size) {
  int64_t last = add_offsets(place.offset, static_cast<int64_t>(std::max<uint64_t>(size, 1) - 1));
  if (last < place.offset) last = INT64_MAX;
  return std::pair(cells.lower_bound(place), cells.upper_bound(Location{place.base, last}));
}

bool is_frame(const Address& address) { return address.at.base.is_frame(); }

}  // namespace

bool Memory::is_aggregate(ir::TypeId type) const {
  if (!type.valid()) return false;
  TypeKind kind = unit_.types.resolved(type).kind;
  return kind == TypeKind::Record || kind == TypeKind::Array || kind == TypeKind::VariableArray ||
         kind == TypeKind::IncompleteArray;
}

bool Memory::is_integer(ir::TypeId type) const {
  if (!type.valid()) return false;
  TypeKind kind = unit_.types.resolved(type).kind;
  return kind == TypeKind::Int || kind == TypeKind::Bool || kind == TypeKind::Enum;
}

bool Memory::is_pointer(ir::TypeId type) const {
  return type.valid() && unit_.types.is_pointer(type);
}

ir::TypeId Memory::pointee(ir::TypeId type) const {
  return type.valid() ? unit_.types.pointee(type) : ir::TypeId();
}

uint64_t Memory::size_of(ir::TypeId type) const {
  return type.valid() ? unit_.types.resolved(type).size : 0;
}

AddressSet Memory::read_scalar(const State& state, const Location& place) {
  AddressSet found;
  if (place.offset == kAnyOffset) {
    for (auto [at, end] = cells_of(state.cells, place.base); at != end; ++at)
      found.insert(at->second);
    found.insert(initial_value(place, objects_, body_));
    return found;
  }
  if (auto exact = state.cells.find(place); exact != state.cells.end())
    found = exact->second;
  else
    found = initial_value(place, objects_, body_);
  if (auto any = state.cells.find({place.base, kAnyOffset}); any != state.cells.end())
    found.insert(any->second);
  return found;
}

void Memory::read_aggregate(const State& state, const Location& place, uint64_t size,
                            Value& value) {
  Value read;
  if (place.offset == kAnyOffset) {
    AddressSet all;
    for (auto [at, end] = cells_of(state.cells, place.base); at != end; ++at)
      all.insert(at->second);
    if (!all.empty()) read.parts.push_back({kAnyOffset, std::move(all)});
  } else {
    for (auto [at, end] = cells_in(state.cells, place, size); at != end; ++at)
      read.parts.push_back({at->first.offset - place.offset, at->second});
    if (auto any = state.cells.find({place.base, kAnyOffset}); any != state.cells.end())
      read.parts.push_back({kAnyOffset, any->second});
  }
  value.insert(read);
}

Value Memory::read(const State& state, const AddressSet& places, ir::TypeId type) {
  if (is_aggregate(type)) {
    Value value;
    for (const Address& place : places) read_aggregate(state, place.at, size_of(type), value);
    return value;
  }
  AddressSet addresses;
  for (const Address& place : places) addresses.insert(read_scalar(state, place.at));
  return Value(std::move(addresses));
}

// An unknown value needs no cell, except where its absence would mean the initial value.
void Memory::set_cell(State& state, const Location& location, const AddressSet& addresses,
                      bool strong) {
  auto at = state.cells.find(location);
  if (!strong) {
    if (at == state.cells.end())
      at = state.cells.emplace(location, initial_value(location, objects_, body_)).first;
    at->second.insert(addresses);
    return;
  }
  bool unknown = addresses.same_locations(AddressSet::other());
  bool initially_unknown =
      initial_value(location, objects_, body_).same_locations(AddressSet::other());
  if (unknown && initially_unknown) {
    if (at != state.cells.end()) state.cells.erase(at);
  } else {
    state.cells[location] = addresses;
  }
}

void Memory::forget_frame(State& state, const Location& place, uint64_t size) const {
  auto [at, end] = place.offset == kAnyOffset
                       ? std::pair(state.cells.lower_bound(place), state.cells.upper_bound(place))
                       : cells_in(state.cells, place, size);
  for (; at != end; ++at) at->second.erase_if(is_frame);
  std::erase_if(state.cells, [](const auto& cell) { return cell.second.empty(); });
}

void Memory::forget_field_of_pointees(State& state, int64_t offset) const {
  for (auto& [location, addresses] : state.cells)
    if (location.base.kind == BaseKind::Pointee && location.offset == offset)
      addresses.erase_if(is_frame);
  std::erase_if(state.cells, [](const auto& cell) { return cell.second.empty(); });
}

void Memory::write_at(State& state, const Location& place, ir::TypeId type, const Value& value,
                      bool is_only_place) {
  bool outlives = place.base.outlives_frame();
  if (outlives && !value.has_frame())
    // APPROX(under): a store of something harmless to an element or through a pointer that may
    // lead elsewhere is taken to replace the address that was put there before.
    forget_frame(state, place, size_of(type));
  bool strong = is_only_place && place.offset != kAnyOffset;
  if (!is_aggregate(type)) {
    set_cell(state, place, value.scalar(), strong);
    return;
  }
  if (strong) {
    auto [begin, end] = cells_in(state.cells, place, size_of(type));
    state.cells.erase(begin, end);
  }
  for (const Value::Part& part : value.parts)
    set_cell(state, {place.base, add_offsets(place.offset, part.offset)}, part.addresses,
             strong && part.offset != kAnyOffset);
}

void Memory::write(State& state, const AddressSet& places, ir::TypeId type, const Value& value,
                   ir::NodeId store) {
  Value explained = value;
  for (Value::Part& part : explained.parts)
    for (Address& address : part.addresses) address.stored = store;
  // A number made from an address marks a place on the stack; nobody reads through it.
  Value number = is_integer(type) ? Value(AddressSet::other()) : explained;
  for (const Address& place : places) {
    const Base base = place.at.base;
    if (base.kind == BaseKind::Local) state.facts.forget(ir::LocalId(base.index));
    if (base.kind == BaseKind::Ended || base.kind == BaseKind::Null) continue;
    if (base.kind == BaseKind::Other) {
      // APPROX(under): a pointer that we know nothing of may lead to any pointee.
      if (!is_integer(type) && !value.has_frame()) forget_field_of_pointees(state, place.at.offset);
      continue;
    }
    write_at(state, place.at, type, base.outlives_frame() ? number : explained, places.size() == 1);
  }
}

void Memory::clobber(State& state, Base base) const {
  for (auto [at, end] = cells_of(state.cells, base); at != end; ++at)
    at->second = AddressSet::other();
}

void Memory::clear(State& state, Base base) const {
  auto [begin, end] = cells_of(state.cells, base);
  state.cells.erase(begin, end);
}

void Memory::end_life(State& state, Base base, ir::NodeId where) const {
  auto end_in = [&](AddressSet& addresses) {
    AddressSet changed;
    bool any = false;
    for (Address address : addresses) {
      if (address.at.base == base) {
        address.at.base.kind = BaseKind::Ended;
        address.ended = where;
        any = true;
      }
      changed.insert(address);
    }
    if (any) addresses = std::move(changed);
  };
  clear(state, base);
  for (auto& [location, addresses] : state.cells) end_in(addresses);
  for (auto& [node, value] : state.carried)
    for (Value::Part& part : value.parts) end_in(part.addresses);
}

}  // namespace assay::escape
