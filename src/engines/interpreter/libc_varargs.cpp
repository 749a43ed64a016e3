#include "engines/interpreter/libc_varargs.h"

#include "logic/build.h"

namespace assay::interpreter {

using logic::FloatFormat;
using logic::Term;
using semantics::Shape;
using semantics::ValueType;

namespace {

ValueType integer(uint32_t bytes) {
  return {.shape = Shape::Int,
          .is_signed = true,
          .width = bytes * 8,
          .accessed = bytes,
          .bytes = bytes,
          .alignment = bytes};
}

ValueType long_double_of(std::string_view triple, uint32_t pointer_bytes) {
  ValueType type{.shape = Shape::Float, .width = 64, .accessed = 8, .bytes = 8, .alignment = 8};
  bool is_x86 = triple.starts_with("x86_64") ||
                (triple.size() > 3 && triple[0] == 'i' && triple.substr(2, 2) == "86");
  if (is_x86) {
    type.format = FloatFormat::X87;
    type.width = 80;
    type.accessed = 10;
    type.bytes = type.alignment = pointer_bytes == 8 ? 16 : 4;
    if (pointer_bytes == 4) type.bytes = 12;
  } else if (pointer_bytes == 8) {
    type.format = FloatFormat::Quad;
    type.width = 128;
    type.accessed = type.alignment = 16;
    type.bytes = 16;
  }
  return type;
}

}  // namespace

FormatTypes::FormatTypes(const LibraryCall& call)
    : narrow(call.machine.int_type()),
      wide(integer(8)),
      pointer_sized(integer(call.pointer_bytes())),
      pointer(call.machine.pointer_type()),
      real{.shape = Shape::Float, .width = 64, .accessed = 8, .bytes = 8, .alignment = 8},
      long_real(long_double_of(call.machine.program().units().front().unit->target,
                               call.pointer_bytes())) {}

bool VarArgs::go_to(size_t position) {
  if (is_list_) return false;
  next_ = first_ + position - 1;
  return true;
}

Term VarArgs::next(const ValueType& type) {
  if (is_list_) {
    return call_.evaluator().next_argument(call_.state(), call_.node, call_.pointer(list_), type);
  }
  auto zero = [&] { return call_.machine.pool().constant(logic::Bits(type.width, 0)); };
  size_t index = next_++;
  if (index >= call_.arguments.size()) {
    bool ended = call_.violated({.kind = semantics::ObligationKind::ArgumentGiven});
    return ended ? Term() : zero();
  }
  const semantics::Argument& argument = call_.arguments[index];
  bool is_real = argument.type && argument.type->shape == Shape::Float;
  bool fits = argument.type && argument.type->is_scalar() && !argument.value.is_null() &&
              is_real == (type.shape == Shape::Float) &&
              (is_real ? argument.type->width == type.width : true);
  if (!fits) {
    call_.machine.report("illegal-argument", "the argument is not of the type that the format says",
                         call_.node);
    return zero();
  }
  if (argument.type->width == type.width) return argument.value;
  // An int where a long is read, or the other way: registers make it work, mostly.
  call_.machine.report("illegal-argument", "the argument is not of the size that the format says",
                       call_.node);
  return logic::resize(call_.machine.pool(), argument.value, type.width,
                       argument.type->is_signed ? logic::Extend::Sign : logic::Extend::Zero);
}

}  // namespace assay::interpreter
