// Strings that a modelled function wants to be there.
#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/emulator.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using models::Operator;

namespace {

/// A string is looked through so far.
constexpr uint64_t kMaxString = 4096;

/// On an object: whether what came from outside may fill it to its end, as a condition.
constexpr memory::AttributeKey kRawAttribute = UINT32_MAX - 20;
/// And which bytes these are (`raw_number`).
constexpr memory::AttributeKey kRawOfAttribute = UINT32_MAX - 21;

/// Pre: its bytes were made unknown.
Holder fresh_holder(const Object& object) {
  uint64_t number = object.attribute(kFreshAttribute).bits();
  return {HolderKind::Fresh, static_cast<uint32_t>(number)};
}

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

/// Notes that bytes which end nowhere come into an object of known size; before they do.
void Emulator::note_raw(Path& path, memory::Spot at, Term count) {
  const Object* object = path.state.memory.find(at.object);
  bool is_known = object && object->size.is_immediate() && !object->has(memory::kSizeUnknown) &&
                  object->size.bits() > 0 && at.offset == 0 && !count.is_null();
  Term reaches;
  if (is_known) {
    memory::Read last = object->contents.read(parts_.pool, object->size.bits() - 1, 1);
    bool is_zero = last.init == memory::Init::All && last.value.is_value(0);
    bool is_unset = last.init == memory::Init::None &&
                    object->contents.background() == memory::Background::Indeterminate;
    if (is_zero) reaches = logic::ule(parts_.pool, object->size, count);
    if (is_unset) reaches = logic::kTrue;
  }
  bool is_noted = object && !object->attribute(kRawAttribute).is_null();
  if (!reaches.is_null() || is_noted)
    path.state.memory.own(at.object).set_attribute(kRawAttribute, reaches);
}

/// Of an object whose bytes were just made unknown: they are those that were noted, for as long as
/// nothing else is done to them.
void Emulator::keep_raw(Path& path, memory::ObjectId id) {
  const Object* object = path.state.memory.find(id);
  if (!object || object->attribute(kRawAttribute).is_null()) return;
  path.state.memory.own(id).set_attribute(kRawOfAttribute, raw_number(*object));
}

void Emulator::end_string(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  Term pointer = operands_.content(path, call, slot);
  std::optional<memory::Spot> spot =
      pointer.is_null() ? std::nullopt : operands_.spot(path, pointer);
  const Object* object = spot ? path.state.memory.find(spot->object) : nullptr;
  if (object && !object->attribute(kRawAttribute).is_null())
    path.state.memory.own(spot->object).set_attribute(kRawAttribute, Term());
}

/// Which bytes an object holds: changes when they are made unknown again, or something is stored
/// at an index that is not known.
Term Emulator::raw_number(const Object& object) const {
  Term fresh = object.attribute(kFreshAttribute);
  uint64_t lost = parts_.evaluator.approximations().unknown_store;
  return Term::constant(64, (fresh.is_null() ? 0 : fresh.bits() << 32) | (lost & UINT32_MAX));
}

/// Whether the object still holds what came from outside without an end, from an offset on.
bool Emulator::is_raw(const Path& path, const Object& object, uint64_t begin) const {
  Term noted = object.attribute(kRawOfAttribute);
  bool is_same =
      !object.attribute(kRawAttribute).is_null() && !noted.is_null() && noted == raw_number(object);
  if (!is_same) return false;
  Holder holder = fresh_holder(object);
  auto is_its = [&](uint32_t symbol) {
    InputId id = parts_.inputs.of_symbol(parts_.pool.term(symbol));
    return id.valid() && parts_.inputs[id].holder == holder;
  };
  Solver& solver = parts_.judge.solver();
  // Who looks at the bytes may know where they end.
  for (Term each : path.conditions) {
    const Solver::Symbols& symbols = solver.symbols_of(each);
    if (std::any_of(symbols.begin(), symbols.end(), is_its)) return false;
  }
  bool is_ended = false;
  object.contents.for_each_page([&](uint64_t first, const memory::Page& page) {
    for (uint32_t at = 0; at < memory::kPageBytes && !is_ended; ++at) {
      if (first + at < begin || (!page.cell_at(at) && page.init[at] == 0)) continue;
      Term value = object.contents.read(parts_.pool, first + at, 1).value;
      if (value.is_null()) continue;
      if (value.is_immediate()) {
        is_ended = value.is_value(0);
        continue;
      }
      const Solver::Symbols& symbols = solver.symbols_of(value);
      is_ended = !std::all_of(symbols.begin(), symbols.end(), is_its);
    }
  });
  return !is_ended;
}

/// A string in bytes that came from outside: whether they fill their memory is theirs to say.
void Emulator::warn_of_raw(Path& path, EmulatedCall& call, const Object& object) {
  Term reaches = object.attribute(kRawAttribute);
  Solver& solver = parts_.judge.solver();
  Term ends = logic::bit_not(parts_.pool, reaches);
  if (path.is_cut || (!reaches.is_true() && !solver.is_shown_to_fail(path.conditions, ends)))
    return;
  const Reporter& reporter = parts_.judge.reporter();
  Warning made = warning(path, call, "buffer-overflow",
                         fmt::format("string '{}', passed to '{}', may not end within its memory",
                                     argument_text(call), reporter.callee_name(call.request.node)));
  ir::NodeId from = parts_.inputs.brought_by(fresh_holder(object));
  if (from.valid()) {
    made.notes.push_back(
        {from, fmt::format("'{}' brings bytes from outside the program here, without an end",
                           reporter.callee_name(from))});
  }
  parts_.judge.reporter().warn(path, std::move(made));
}

bool Emulator::terminated(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  Term pointer = operands_.content(path, call, slot);
  if (pointer.is_null()) return true;
  std::vector<Target> targets;
  if (operation.operands.size() > 1) {
    // Of no bytes nothing is asked.
    Slot count = operands_.evaluate(path, call, operation.operands[1]);
    Term most = operands_.as_count(count, operands_.content(path, call, count));
    if (!most.is_null() && most.is_value(0)) return true;
  }
  if (!follow(path, call, operation, pointer, targets)) return false;
  if (targets.size() != 1 || !targets[0].offset.is_immediate()) return true;
  const Object* object = path.state.memory.find(targets[0].object);
  if (object && operation.op == Operator::StringTerminated && operation.operands.size() == 1 &&
      is_raw(path, *object, targets[0].offset.bits())) {
    warn_of_raw(path, call, *object);
    return true;
  }
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
          leaps_.may_be_kept(path, targets[0].object) ||
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
