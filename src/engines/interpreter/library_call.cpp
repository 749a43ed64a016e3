#include "engines/interpreter/library_call.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>

#include "base/check.h"
#include "engines/interpreter/library.h"
#include "logic/build.h"
#include "logic/build_float.h"

namespace assay::interpreter {

using logic::FloatFormat;
using logic::Term;
using memory::Init;
using memory::Object;
using memory::Spot;
using semantics::CallAnswer;
using semantics::Obligation;
using semantics::ObligationKind;
using semantics::Shape;
using semantics::ValueType;

LibraryCall::LibraryCall(Interpreter& machine, Library& library,
                         const semantics::CallRequest& request)
    : machine(machine),
      library(library),
      node(request.node),
      arguments(request.arguments.begin(), request.arguments.end()),
      result_type(request.result),
      result_slot(request.result_slot) {}

uint32_t LibraryCall::pointer_bytes() const { return machine.program().target().pointer_bits / 8; }

Term LibraryCall::pointer(uint64_t address) const { return evaluator().pointer_constant(address); }

uint64_t LibraryCall::word(size_t index) const {
  if (index >= arguments.size() || arguments[index].value.is_null()) return 0;
  const semantics::Argument& argument = arguments[index];
  Term value = argument.value;
  if (!value.is_immediate()) return machine.pool().value(value).low();
  bool is_signed = argument.type && argument.type->shape == Shape::Int && argument.type->is_signed;
  return is_signed ? static_cast<uint64_t>(value.signed_bits()) : value.bits();
}

long double real_value(const logic::TermPool& pool, const ValueType& type, Term term) {
  logic::Bits bits = pool.value(term);
  std::array<uint64_t, 2> words{bits.word(0), bits.word_count() > 1 ? bits.word(1) : 0};
  auto as = [&]<class T>(T value) {
    std::memcpy(&value, words.data(), std::min(sizeof value, sizeof words));
    return static_cast<long double>(value);
  };
  switch (type.format) {
    case FloatFormat::Single:
      return as(float{});
    case FloatFormat::Double:
      return as(double{});
    case FloatFormat::X87:
      return as(static_cast<long double>(0));
    case FloatFormat::Quad:
      return as(__float128{});
    case FloatFormat::Half:
    case FloatFormat::BFloat:
      break;
  }
  logic::TermPool scratch;
  Term wide =
      logic::f_convert(scratch, type.format, FloatFormat::Double, Term::constant(16, words[0]));
  words[0] = wide.bits();
  return as(double{});
}

long double LibraryCall::long_real(size_t index) const {
  if (index >= arguments.size() || arguments[index].value.is_null()) return 0;
  const semantics::Argument& argument = arguments[index];
  if (!argument.type || argument.type->shape != Shape::Float) {
    return static_cast<long double>(static_cast<int64_t>(word(index)));
  }
  return real_value(machine.pool(), *argument.type, argument.value);
}

Term LibraryCall::real_term(const ValueType& type, long double value) const {
  auto constant = [&](auto number, uint32_t width) {
    std::array<uint64_t, 2> words{};
    std::memcpy(words.data(), &number, std::min(sizeof number, sizeof words));
    if (width == 80) words[1] &= 0xffff;
    return machine.pool().constant(logic::Bits::from_words(width, words));
  };
  switch (type.format) {
    case FloatFormat::Single:
      return constant(static_cast<float>(value), 32);
    case FloatFormat::Double:
      return constant(static_cast<double>(value), 64);
    case FloatFormat::X87:
      return constant(value, 80);
    case FloatFormat::Quad:
      return constant(static_cast<__float128>(value), 128);
    case FloatFormat::Half:
    case FloatFormat::BFloat:
      break;
  }
  return logic::f_convert(machine.pool(), FloatFormat::Double, type.format,
                          constant(static_cast<double>(value), 64));
}

bool LibraryCall::violated(Obligation obligation) {
  obligation.holds = Tri::No;
  obligation.node = node;
  obligation.condition = logic::kFalse;
  return evaluator().violated(state(), obligation);
}

bool LibraryCall::non_null(uint64_t address) {
  return address != 0 || !violated({.kind = ObligationKind::NonNull});
}

bool LibraryCall::accessible(uint64_t address, uint64_t bytes, bool writes) {
  return evaluator().accessible(state(), node, pointer(address), bytes, writes);
}

/// A size that no object has runs over every page there is, and ends the program.
bool LibraryCall::is_plausible(uint64_t address, uint64_t bytes) {
  if (bytes <= state().memory.largest()) [[likely]]
    return true;
  Spot spot = state().memory.spot(address);
  violated({.kind = ObligationKind::InBounds,
            .object = spot.object,
            .offset = spot.offset,
            .bytes = bytes});
  if (!machine.ended()) machine.signal(SIGSEGV);
  return false;
}

std::optional<std::string> LibraryCall::bytes(uint64_t address, uint64_t count) {
  if (!is_plausible(address, count)) return std::nullopt;
  std::string text;
  if (count == 0) return text;
  if (!accessible(address, count, false)) {
    return evaluator().failed() ? std::nullopt : std::optional(text);
  }
  Spot spot = state().memory.spot(address);
  uint64_t size = state().memory.find(spot.object)->size.bits();
  auto offset = static_cast<uint64_t>(spot.offset);
  text.resize(std::min(count, offset < size ? size - offset : 0));
  if (!read(address, text.data(), text.size())) return std::nullopt;
  return text;
}

bool LibraryCall::read(uint64_t address, void* to, uint64_t bytes, Reading reading) {
  if (bytes == 0) return true;
  if (!accessible(address, bytes, false)) {
    std::memset(to, 0, bytes);
    return !evaluator().failed();
  }
  Spot spot = state().memory.spot(address);
  const Object& object = *state().memory.find(spot.object);
  auto* out = static_cast<uint8_t*>(to);
  bool initialised = true;
  for (uint64_t done = 0; done < bytes;) {
    uint64_t offset = static_cast<uint64_t>(spot.offset) + done;
    auto count = static_cast<uint32_t>(
        std::min<uint64_t>({bytes - done, 8, memory::kPageBytes - offset % memory::kPageBytes}));
    memory::Read part = object.contents.read(machine.pool(), offset, count);
    initialised = initialised && part.init == Init::All;
    uint64_t bits = part.value.bits();
    std::memcpy(out + done, &bits, count);
    done += count;
  }
  if (initialised || reading == Reading::Any) return true;
  return !violated({.kind = ObligationKind::Initialised,
                    .object = spot.object,
                    .offset = spot.offset,
                    .bytes = bytes});
}

bool LibraryCall::write(uint64_t address, const void* from, uint64_t bytes) {
  if (bytes == 0) return true;
  if (!is_plausible(address, bytes)) return false;
  if (!accessible(address, bytes, true)) return !evaluator().failed();
  Spot spot = state().memory.spot(address);
  memory::Contents& contents = state().memory.own(spot.object).contents;
  const auto* in = static_cast<const uint8_t*>(from);
  for (uint64_t done = 0; done < bytes;) {
    uint64_t offset = static_cast<uint64_t>(spot.offset) + done;
    auto count = static_cast<uint32_t>(
        std::min<uint64_t>({bytes - done, 8, memory::kPageBytes - offset % memory::kPageBytes}));
    uint64_t bits = 0;
    std::memcpy(&bits, in + done, count);
    contents.write(machine.pool(), offset, Term::constant(count * 8, bits));
    done += count;
  }
  return true;
}

bool LibraryCall::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  if (!is_plausible(to, bytes)) return false;
  evaluator().copy(state(), node, pointer(to), pointer(from), bytes);
  return !evaluator().failed();
}

bool LibraryCall::fill(uint64_t to, uint64_t bytes, uint8_t value) {
  if (!is_plausible(to, bytes)) return false;
  evaluator().fill(state(), node, pointer(to), bytes, value);
  return !evaluator().failed();
}

std::optional<uint64_t> LibraryCall::load(uint64_t address, uint32_t bytes) {
  Term value = evaluator().load_bytes(state(), node, pointer(address), bytes);
  if (evaluator().failed() || value.is_null()) return std::nullopt;
  return value.bits();
}

bool LibraryCall::store(uint64_t address, uint32_t bytes, uint64_t value) {
  evaluator().store_bytes(state(), node, pointer(address), Term::constant(bytes * 8, value));
  return !evaluator().failed();
}

bool LibraryCall::store_real(uint64_t address, const ValueType& type, long double value) {
  evaluator().store(state(), node, pointer(address), type, real_term(type, value));
  return !evaluator().failed();
}

bool LibraryCall::apart(uint64_t a, uint64_t b, uint64_t bytes) {
  if (bytes == 0 || a >= b + bytes || b >= a + bytes) return true;
  Spot spot = state().memory.spot(a);
  return !violated({.kind = ObligationKind::NoOverlap,
                    .object = spot.object,
                    .offset = spot.offset,
                    .bytes = bytes});
}

std::optional<std::string> LibraryCall::text(uint64_t address, uint64_t limit) {
  std::string text;
  ByteReader bytes(*this, address);
  while (text.size() < limit) {
    uint8_t byte = bytes.next();
    if (bytes.failed()) return std::nullopt;
    if (byte == 0) break;
    text += static_cast<char>(byte);
  }
  return text;
}

std::optional<std::u32string> LibraryCall::wide_text(uint64_t address, uint64_t limit) {
  std::u32string text;
  while (text.size() < limit) {
    std::optional<uint64_t> unit = load(address + text.size() * 4, 4);
    if (!unit) return std::nullopt;
    if (*unit == 0) break;
    text += static_cast<char32_t>(*unit);
  }
  return text;
}

std::optional<int64_t> LibraryCall::call_entity(uint64_t function,
                                                std::span<const semantics::Argument> given,
                                                const ValueType* result) {
  semantics::EntityId entity = evaluator().function_at(state(), pointer(function));
  if (!entity.valid()) {
    violated({.kind = function == 0 ? ObligationKind::NonNull : ObligationKind::Callable});
    return std::nullopt;
  }
  called_back = true;
  // Callbacks nest on the host's stack.
  constexpr uint32_t kMaxDepth = 1000;
  if (library.callback_depth >= kMaxDepth) {
    machine.unsupported("callbacks of library functions nested more than 1000 deep");
    return std::nullopt;
  }
  uint64_t jumps_before = library.jumps;
  ++library.callback_depth;
  Term value = machine.call_back(entity, given, result);
  --library.callback_depth;
  if (machine.ended() || evaluator().failed() || library.threw || library.jumps != jumps_before) {
    return std::nullopt;
  }
  return value.is_null() ? 0 : value.signed_bits();
}

std::optional<int64_t> LibraryCall::call_back(uint64_t function, std::span<const uint64_t> pointers,
                                              const ValueType* result) {
  std::vector<semantics::Argument> given;
  for (uint64_t each : pointers) {
    given.push_back({.value = pointer(each), .type = &machine.pointer_type()});
  }
  return call_entity(function, given, result);
}

std::optional<int64_t> LibraryCall::call_back_with_int(uint64_t function, int value) {
  semantics::Argument given{.value = Term::constant(32, static_cast<uint32_t>(value)),
                            .type = &machine.int_type()};
  return call_entity(function, {&given, 1}, nullptr);
}

CallAnswer LibraryCall::number(uint64_t value) {
  if (!result_type || result_type->width == 0) return CallAnswer::Returned;
  if (result_type->shape == Shape::Float) return real_number(static_cast<long double>(value));
  uint32_t width = result_type->width;
  if (width <= 64) {
    result = Term::constant(width, value);
  } else {
    result = logic::sext(machine.pool(), Term::constant(64, value), width);
  }
  return CallAnswer::Returned;
}

CallAnswer LibraryCall::real_number(long double value) {
  if (!result_type || result_type->width == 0) return CallAnswer::Returned;
  if (result_type->shape != Shape::Float) {
    // Declared with another type: the register that the caller reads holds something else.
    result = Term::constant(std::min<uint32_t>(result_type->width, 64), 0);
    return CallAnswer::Returned;
  }
  result = real_term(*result_type, value);
  return CallAnswer::Returned;
}

CallAnswer LibraryCall::aggregate(const void* bytes, uint64_t count) {
  uint64_t address = result_slot.bits();
  if (result_slot.is_null()) {
    memory::ObjectId id =
        evaluator().make_object(state(), memory::ObjectKind::Value, pointer(count),
                                memory::Background::Indeterminate, node);
    state().frame().owned.push_back(id);
    address = state().memory.address(id).bits();
  }
  if (!write(address, bytes, count)) return stop();
  result = pointer(address);
  return CallAnswer::Returned;
}

void LibraryCall::set_errno(int error) { library.set_errno(*this, error); }

CallAnswer LibraryCall::failure(int error, uint64_t value) {
  set_errno(error);
  return number(value);
}

CallAnswer LibraryCall::unsupported(std::string_view what) {
  machine.unsupported(std::string(what));
  return stop();
}

uint8_t ByteReader::next() {
  if (failed_ || reported_) return 0;
  memory::Memory& memory = call_.state().memory;
  Spot spot = memory.spot(address_);
  const Object* object = spot.object.valid() ? memory.find(spot.object) : nullptr;
  bool inside = object && object->live.is_true() && spot.offset >= 0 &&
                static_cast<uint64_t>(spot.offset) < object->size.bits();
  if (inside) [[likely]] {
    memory::Read read =
        object->contents.read(call_.machine.pool(), static_cast<uint64_t>(spot.offset), 1);
    if (read.init == Init::All) [[likely]] {
      is_first_ = false;
      ++address_;
      return static_cast<uint8_t>(read.value.bits());
    }
  }
  return next_slowly(spot);
}

uint8_t ByteReader::next_slowly(Spot spot) {
  uint8_t byte = 0;
  memory::Memory& memory = call_.state().memory;
  const Object* object = spot.object.valid() ? memory.find(spot.object) : nullptr;
  bool ran_out = !is_first_ && object && object->live.is_true() &&
                 static_cast<uint64_t>(spot.offset) == object->size.bits();
  reported_ = true;
  if (ran_out) {
    failed_ = call_.violated({.kind = ObligationKind::Terminated,
                              .object = spot.object,
                              .offset = spot.offset,
                              .bytes = 1});
  } else {
    failed_ = !call_.read(address_, &byte, 1, Reading::Initialised);
    // What was freed, or never written, is there nevertheless.
    reported_ = failed_ || byte == 0;
  }
  is_first_ = false;
  ++address_;
  return failed_ ? 0 : byte;
}

}  // namespace assay::interpreter
