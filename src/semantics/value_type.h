// What a value of a C or C++ type is: a term of some width, and so many bytes in memory.
//
// Integers, pointers, references and floating-point numbers are terms of their own width.  Complex
// numbers and vectors are one term, first lane lowest, each lane as wide as in memory.  Records
// and arrays are no terms: such a value is the address of an object that holds a copy
// (memory::ObjectKind::Value).
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "ir/type.h"
#include "logic/op.h"

namespace assay::semantics {

enum class Shape : uint8_t { None, Int, Float, Pointer, Complex, Vector, Aggregate };

struct ValueType {
  Shape shape = Shape::None;
  bool is_signed = false;
  bool is_bool = false;
  bool is_char = false;  // one byte: may hold anything, initialised or not
  logic::FloatFormat format = logic::FloatFormat::Double;
  uint32_t width = 0;     // of the term
  uint32_t accessed = 0;  // bytes that a load or store touches: 10 for x87's long double
  uint64_t bytes = 0;     // sizeof
  uint32_t alignment = 1;
  uint32_t lanes = 0;               // Complex, Vector
  const ValueType* lane = nullptr;  // likewise
  uint64_t element = 0;             // Pointer: sizeof what it points to, 1 for void and functions
  ir::TypeId type;

  bool is_scalar() const { return shape != Shape::None && shape != Shape::Aggregate; }
  /// Bits that one lane takes.
  uint32_t lane_bits() const { return static_cast<uint32_t>(lane->bytes * 8); }
};

/// The value types of one unit's types, made as they are asked for.
class ValueTypes {
 public:
  ValueTypes(const ir::TypeTable& types, uint32_t pointer_bits)
      : types_(types), pointer_bits_(pointer_bits) {}

  const ValueType& of(ir::TypeId id);
  const ir::TypeTable& types() const { return types_; }

 private:
  ValueType make(ir::TypeId id);

  const ir::TypeTable& types_;
  uint32_t pointer_bits_;
  std::vector<const ValueType*> known_;
  std::deque<ValueType> made_;
};

}  // namespace assay::semantics
