// Strings that a modelled function wants to be there.
#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/emulator.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using models::Operator;

namespace {

/// A string is looked through so far.
constexpr uint64_t kMaxString = 4096;

}  // namespace

/// Whether it asks for a string in memory of the caller that this path has begun to write: then
/// callers know where it is, and nothing of what it is.
bool Emulator::is_string_of_ours(Path& path, EmulatedCall& call, const Operation& operation) {
  if (operation.op != Operator::StringTerminated && operation.op != Operator::WideTerminated) {
    return false;
  }
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  std::optional<memory::Spot> spot = operands_.spot(path, operands_.content(path, call, slot));
  const Object* object = spot ? path.state.memory.find(spot->object) : nullptr;
  return object && spot->offset >= 0 &&
         object->contents.background() == memory::Background::Environment &&
         is_written(path, *object, spot->object, static_cast<uint64_t>(spot->offset), 1);
}

bool Emulator::terminated(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  Term pointer = operands_.content(path, call, slot);
  if (pointer.is_null()) return true;
  std::vector<Target> targets;
  if (!follow(path, call, operation, pointer, targets)) return false;
  if (targets.size() != 1 || !targets[0].offset.is_immediate()) return true;
  const Object* object = path.state.memory.find(targets[0].object);
  bool is_known = object && object->size.is_immediate() &&
                  object->contents.background() != memory::Background::Environment &&
                  !object->has(memory::kPending);
  if (!is_known) return true;
  uint64_t limit = kMaxString;
  if (operation.operands.size() > 1) {
    Slot count = operands_.evaluate(path, call, operation.operands[1]);
    Term most = operands_.as_count(count, operands_.content(path, call, count));
    if (!most.is_immediate()) return true;
    limit = std::min(limit, most.bits());
  }
  uint32_t unit = operation.op == Operator::WideTerminated ? kWideBytes : 1;
  std::string callee = parts_.judge.reporter().callee_name(call.request.node);
  auto refuse = [&](std::string kind, std::string text) {
    parts_.judge.reporter().warn(path, warning(path, call, std::move(kind), std::move(text)));
    return false;
  };
  uint64_t begin = targets[0].offset.bits();
  // Before the beginning: wrapped.
  if (targets[0].offset.signed_bits() < 0 && limit > 0) {
    return refuse("buffer-overflow",
                  fmt::format("string '{}', passed to '{}', begins {} bytes before its memory",
                              argument_text(call), callee, -targets[0].offset.signed_bits()));
  }
  for (uint64_t i = 0; i < limit; ++i) {
    if (begin + (i + 1) * unit > object->size.bits()) {
      return refuse("buffer-overflow",
                    fmt::format("string '{}', passed to '{}', does not end within its memory",
                                argument_text(call), callee));
    }
    memory::Read one = object->contents.read(parts_.pool, begin + i * unit, unit);
    if (one.init != memory::Init::All) {
      // Unknown code that knows a variable may have written it, and so may rounds that were not
      // followed.
      if (path.is_cut ||
          (object->kind == memory::ObjectKind::Local && object->has(memory::kEscaped)) ||
          leaps_.may_write(path, targets[0].object, begin + i * unit, unit)) {
        path.is_latent = true;
        return false;
      }
      std::string_view what = i > 0 ? "string '{}', passed to '{}', is not terminated where it ends"
                                    : "using uninitialized memory '{}', passed to '{}'";
      return refuse(i > 0 ? "buffer-overflow" : "uninit",  // what has begun lacks its end
                    fmt::format(fmt::runtime(what), argument_text(call), callee));
    }
    if (!one.value.is_immediate() || one.value.is_value(0)) return true;
  }
  return true;
}

}  // namespace assay::simulator
