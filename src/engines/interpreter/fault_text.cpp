#include "engines/interpreter/fault_text.h"

#include <fmt/format.h>

#include <csignal>

namespace assay::interpreter {

using memory::Object;
using memory::ObjectKind;
using semantics::Entity;
using semantics::EntityId;
using semantics::Obligation;
using semantics::ObligationKind;

namespace {

std::string allocation_place(const semantics::Program& program, const Object& object) {
  if (object.origin.function == UINT32_MAX || !object.origin.node.valid()) return "";
  const Entity& entity = program[EntityId(object.origin.function)];
  if (!entity.body) return "";
  const ir::Places& places = entity.body->places;
  if (object.origin.node.index() >= places.of_node.size()) return "";
  return fmt::format(" allocated on line {}", places[object.origin.node].line);
}

std::string freed_place(const semantics::Program& program, const Object& object) {
  if (object.ended_in == UINT32_MAX || !object.ended_at.valid()) return "";
  const Entity& entity = program[EntityId(object.ended_in)];
  if (!entity.body || object.ended_at.index() >= entity.body->places.of_node.size()) return "";
  return fmt::format(" on line {}", entity.body->places[object.ended_at].line);
}

FaultText invalid_access(const semantics::Program& program, const semantics::State& state,
                         const Obligation& obligation) {
  const Object* object = obligation.object.valid() ? state.memory.find(obligation.object) : nullptr;
  if (!obligation.object.valid()) {
    return {"invalid-deref", "an address that is no object's is followed", SIGSEGV};
  }
  if (!object) {
    return {"stack-escape", "a variable is used through its address after its scope has ended", 0};
  }
  if (object->kind == ObjectKind::Function) {
    return {"invalid-deref", "the address of a function is followed as data", SIGSEGV};
  }
  return {"use-after-free",
          fmt::format("memory is used after it was freed{}", freed_place(program, *object)), 0};
}

FaultText invalid_free(const semantics::Program& program, const semantics::State& state,
                       const Obligation& obligation) {
  const Object* object = obligation.object.valid() ? state.memory.find(obligation.object) : nullptr;
  if (!object || object->kind != ObjectKind::Heap) {
    return {"invalid-free", "what is freed was not allocated", 0};
  }
  if (object->live.is_false()) {
    return {"double-free",
            fmt::format("memory is freed that was freed before{}", freed_place(program, *object)),
            0};
  }
  if (obligation.offset == 0) {
    return {"invalid-free",
            fmt::format("{} is freed by another family of functions than it came from",
                        object_name(program, state, obligation.object)),
            0};
  }
  return {"invalid-free",
          fmt::format("what is freed is {} bytes from the beginning of {}", obligation.offset,
                      object_name(program, state, obligation.object)),
          0};
}

/// The most negative number by -1 traps.
bool is_division(const semantics::State& state, ir::NodeId node) {
  if (!node.valid() || state.frames.empty()) return false;
  ir::Op op = (*state.frame().function)[node].op;
  return op == ir::Op::Div || op == ir::Op::Rem || op == ir::Op::DivAssign ||
         op == ir::Op::RemAssign;
}

FaultText out_of_bounds(const semantics::Program& program, const semantics::State& state,
                        const Obligation& obligation) {
  const Object* object = state.memory.find(obligation.object);
  uint64_t size = object && object->size.is_immediate() ? object->size.bits() : 0;
  return {"buffer-overflow",
          fmt::format("{} byte{} at offset {} of {}, which has {}", obligation.bytes,
                      obligation.bytes == 1 ? "" : "s", obligation.offset,
                      object_name(program, state, obligation.object), size),
          0};
}

}  // namespace

std::string object_name(const semantics::Program& program, const semantics::State& state,
                        memory::ObjectId id) {
  const Object* object = id.valid() ? state.memory.find(id) : nullptr;
  if (!object) return "an object that is gone";
  switch (object->kind) {
    case ObjectKind::Local:
      if (object->origin.function != UINT32_MAX && object->origin.entity != UINT32_MAX) {
        const Entity& entity = program[EntityId(object->origin.function)];
        if (entity.body && object->origin.entity < entity.body->body.locals.size()) {
          const std::string& name = entity.body->body.locals[object->origin.entity].name;
          if (!name.empty()) return fmt::format("'{}'", name);
        }
      }
      return "a local object";
    case ObjectKind::Global:
      if (object->origin.entity != UINT32_MAX) {
        return fmt::format("'{}'", program.symbol(EntityId(object->origin.entity)).display);
      }
      return "a global object";
    case ObjectKind::Heap:
      return "the memory" + allocation_place(program, *object);
    case ObjectKind::String:
      return "a string literal";
    default:
      return "an object";
  }
}

FaultText fault_text(const semantics::Program& program, const semantics::State& state,
                     const Obligation& obligation) {
  switch (obligation.kind) {
    case ObligationKind::NonNull:
      return {"null-deref", "a null pointer is followed", SIGSEGV};
    case ObligationKind::Valid:
      return invalid_access(program, state, obligation);
    case ObligationKind::InBounds:
      return out_of_bounds(program, state, obligation);
    case ObligationKind::Initialised:
      return {"uninit",
              fmt::format("{} is read before it was written",
                          object_name(program, state, obligation.object)),
              0};
    case ObligationKind::Writable:
      return {"invalid-deref",
              fmt::format("{} is constant and is written",
                          object_name(program, state, obligation.object)),
              SIGSEGV};
    case ObligationKind::DivisorNonZero:
      return {"div-by-zero", "division by zero", SIGFPE};
    case ObligationKind::NoOverflow:
      return {"int-overflow", "the result of a signed operation does not fit its type",
              is_division(state, obligation.node) ? SIGFPE : 0};
    case ObligationKind::ShiftInRange:
      return {"bad-shift", "a shift by a negative number, or by as many bits as there are", 0};
    case ObligationKind::ConversionFits:
      return {"int-overflow", "a floating-point number does not fit the integer type", 0};
    case ObligationKind::SameObject:
    case ObligationKind::NoWrap:
    case ObligationKind::Narrows:
      return {};  // common in working programs: engines may care
    case ObligationKind::Freeable:
      return invalid_free(program, state, obligation);
    case ObligationKind::Callable:
      return {"invalid-deref", "an address that is no function's is called", SIGSEGV};
    case ObligationKind::ArgumentGiven:
      return {"illegal-argument", "va_arg asks for more than was given", 0};
    case ObligationKind::Reachable:
      return {"unreachable", "control comes where it never should", SIGILL};
    case ObligationKind::PositiveSize:
      return {"illegal-argument",
              "the bound of an array is not positive, or more than any memory has", 0};
    case ObligationKind::NoOverlap:
      return {"illegal-argument", "what is copied overlaps its destination", 0};
    case ObligationKind::Handled:
      return {};  // ends the program in its own way
    case ObligationKind::Implemented:
      return {"pure-virtual", "a pure virtual method is called", SIGABRT};
    case ObligationKind::IndexInArray:
      return {"buffer-overflow",
              fmt::format("index {} of an array that has {} element{}", obligation.offset,
                          obligation.bytes, obligation.bytes == 1 ? "" : "s"),
              0};
    case ObligationKind::Aligned:
      return {"misaligned", "an address is followed that is not aligned for its type", 0};
    case ObligationKind::ValidValue:
      return {"invalid-value", "what is read as a truth value is neither 0 nor 1", 0};
    case ObligationKind::HasSetBit:
      return {"illegal-argument", "the first set bit of zero is asked for", 0};
    case ObligationKind::ShiftKeepsValue:
      return {"bad-shift", "a left shift of a negative number, or out of its signed type", 0};
    case ObligationKind::ValueReturned:
      return {"missing-return", "a function with a result ends without a value", 0};
    case ObligationKind::ArgumentType:
      return {"illegal-argument", "va_arg asks for another type than was given", 0};
    case ObligationKind::Terminated:
      return {"buffer-overflow", "a string has no end within its object", 0};
  }
  return {};
}

}  // namespace assay::interpreter
