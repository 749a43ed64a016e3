// Reading and writing the cells of a state, by type and layout.
#pragma once

#include "engines/escape/state.h"
#include "ir/unit.h"

namespace assay::escape {

class Memory {
 public:
  Memory(const ir::Unit& unit, const ir::Body& body) : unit_(unit), body_(body) {}

  Value read(const State& state, const AddressSet& places, ir::TypeId type);
  /// `store` is the point that explains, later, how an address got there.
  void write(State& state, const AddressSet& places, ir::TypeId type, const Value& value,
             ir::NodeId store);
  /// Whatever the object holds is unknown from here on.
  void clobber(State& state, Base base) const;
  /// The object is new, or gone: it holds nothing.
  void clear(State& state, Base base) const;
  /// The local's life ends: what points to it dangles from here on.
  void end_life(State& state, Base base, ir::NodeId where) const;

  // Questions about a type; containers have none, so none is a type like any other.
  /// An object, whose value has a part per pointer in it.
  bool is_aggregate(ir::TypeId type) const;
  bool is_integer(ir::TypeId type) const;
  bool is_pointer(ir::TypeId type) const;
  /// What a pointer or reference leads to, an array's element; none for others, and for none.
  ir::TypeId pointee(ir::TypeId type) const;
  uint64_t size_of(ir::TypeId type) const;
  Objects& objects() { return objects_; }

 private:
  AddressSet read_scalar(const State& state, const Location& place);
  void read_aggregate(const State& state, const Location& place, uint64_t size, Value& value);
  void write_at(State& state, const Location& place, ir::TypeId type, const Value& value,
                bool is_only_place);
  void set_cell(State& state, const Location& location, const AddressSet& addresses, bool strong);
  void forget_frame(State& state, const Location& place, uint64_t size) const;
  void forget_field_of_pointees(State& state, int64_t offset) const;

  const ir::Unit& unit_;
  const ir::Body& body_;
  Objects objects_;
};

}  // namespace assay::escape
