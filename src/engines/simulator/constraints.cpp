// Constraints: what the caller of a modelled function has to see to.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "engines/simulator/containers.h"
#include "engines/simulator/emulator.h"
#include "engines/simulator/inner.h"
#include "engines/simulator/layout.h"
#include "logic/build.h"
#include "models/print.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using memory::ObjectKind;
using models::Operator;
using semantics::Source;

namespace {

/// Of an object whose bytes the function's caller chose.
bool is_environment(const Object& object) {
  return object.contents.background() == memory::Background::Environment;
}

}  // namespace

/// In the words of this function's own inputs; none if they do not say it.
std::optional<models::Operand> Emulator::operand_for_callers(Path& path, EmulatedCall& call,
                                                             const models::Operand& operand) {
  if (operand.resource) return operand;
  const Describer& describer = parts_.judge.describer();
  Slot slot = operands_.evaluate(path, call, operand);
  if (slot.kind != SlotKind::Memory) {
    Term value = operands_.content(path, call, slot);
    if (value.is_null()) return std::nullopt;
    if (slot.is_flexible) return operand;
    return describer.value(path.state, value);
  }
  std::optional<memory::Spot> spot = operands_.spot(path, slot.address);
  if (!spot) return std::nullopt;
  std::optional<models::Operand> place =
      describer.place(spot->object, spot->offset, slot.bytes, models::Moment::Entry);
  if (place && slot.is_all) place->nodes.front().field = {.is_all = true};
  return place;
}

/// Whether this path has put another value where the operand's is.
bool Emulator::is_replaced(Path& path, EmulatedCall& call, const models::Operand& operand) {
  if (operand.resource) return false;
  Slot slot = operands_.evaluate(path, call, operand);
  bool is_value = slot.kind == SlotKind::Memory && !slot.is_all && slot.bytes > 0;
  std::optional<memory::Spot> spot = is_value ? operands_.spot(path, slot.address) : std::nullopt;
  const Object* object = spot ? path.state.memory.find(spot->object) : nullptr;
  return object && spot->offset >= 0 && is_environment(*object) &&
         is_written(path, *object, spot->object, static_cast<uint64_t>(spot->offset), slot.bytes);
}

/// Of memory at an index: where the one input that leads there leads to.
std::optional<models::Operation> Emulator::access_for_callers(Path& path, EmulatedCall& call,
                                                              const Operation& operation) {
  Slot first = operands_.evaluate(path, call, operation.operands[0]);
  Term pointer = operands_.content(path, call, first);
  bool complete = false;
  std::vector<Target> targets =
      pointer.is_null() ? std::vector<Target>() : operands_.targets(path, pointer, complete);
  if (!complete || targets.size() != 1) return std::nullopt;
  InputId input = parts_.inputs.leading_to(targets[0].object);
  if (!input.valid()) return std::nullopt;
  Term before = Term::constant(targets[0].offset.width(), kBefore);
  return parts_.judge.describer().access(
      path.state, input, logic::sub(parts_.pool, targets[0].offset, before),
      operation.operands[1].nodes.front().number, operation.op == Operator::MemoryWritable);
}

std::optional<models::Operation> Emulator::for_callers(Path& path, EmulatedCall& call,
                                                       const Operation& operation) {
  if (is_indexed(operation)) return access_for_callers(path, call, operation);
  Operation made{.role = models::Role::Constraint, .op = operation.op};
  // Of memory that must be set the place counts; otherwise what stands there now, which may be
  // another value than callers put there.
  bool is_place = operation.op == Operator::MemoryInitialized;
  bool is_ours = is_string_of_ours(path, call, operation);
  if (is_ours) made.op = Operator::MemoryValidPointer;
  for (const models::Operand& operand : operation.operands) {
    if (is_ours && !made.operands.empty()) break;
    std::optional<models::Operand> said = operand_for_callers(path, call, operand);
    if (!said || (!is_place && is_replaced(path, call, operand))) return std::nullopt;
    made.operands.push_back(std::move(*said));
  }
  // A resource goes with a place; of a number that a function chose itself nobody else knows one.
  bool is_resource =
      operation.op == Operator::ResourceState || operation.op == Operator::ResourceNotState;
  if (is_resource) {
    bool has_place = !made.operands[0].nodes.empty() &&
                     (made.operands[0].nodes.front().kind == models::NodeKind::Variable ||
                      made.operands[0].nodes.front().kind == models::NodeKind::Deref);
    if (!has_place) return std::nullopt;
  }
  return made;
}

bool Emulator::alive(Path& path, EmulatedCall& call, const Target& target) {
  const Object* object = path.state.memory.find(target.object);
  if (object && !object->live.is_false()) return true;
  std::string callee = parts_.judge.reporter().callee_name(call.request.node);
  if (!object && !is_ended(path, target.object)) return true;
  if (!object) {
    Warning gone = warning(path, call, "stack-escape",
                           fmt::format("passing pointer '{}' to '{}', whose variable is gone",
                                       argument_text(call), callee));
    if (path.gone.insert(target.object).second) {
      parts_.judge.reporter().warn(path, std::move(gone));
    }
    return true;
  }
  if (Judge::is_leapt_end(path, *object) ||
      parts_.judge.manifest().is_doubtful_end(path, target.object)) {
    path.is_latent = true;
    return false;
  }
  Warning freed = warning(
      path, call, "use-after-free",
      fmt::format("passing pointer '{}' {} to '{}'", argument_text(call), led_to(*object), callee));
  freed.notes.push_back(ended_note(*object));
  parts_.judge.reporter().warn(path, std::move(freed));
  return false;
}

/// Whether an argument is null by a callee's choice, or answers about memory led from there to the
/// call.
bool Emulator::is_null_by_chance(const Path& path, const EmulatedCall& call) const {
  const ir::Body& body = *parts_.function.body;
  ir::NodeId node = argument_node(call);
  if (leaps_.gave(path, node)) return true;
  while (node.valid() && body[node].kid_count > 0 &&
         (body[node].op == ir::Op::Cast || body[node].op == ir::Op::Load)) {
    node = body.kid(node, 0);
  }
  const Manifest& manifest = parts_.judge.manifest();
  if (call.subject && call.subject->nodes.size() > 1)
    return manifest.is_doubtful_since(path, ir::NodeId());
  // A null that is written down is meant.
  if (!node.valid() || !body[node].has(ir::kLvalue)) return false;
  ir::NodeId since = parts_.judge.reporter().written_at(path, node);
  bool has_value = since.valid() && body[since].kid_count > 1;
  return (has_value && leaps_.gave(path, body.kid(since, 1))) ||
         manifest.is_doubtful_since(path, since);
}

bool Emulator::follow(Path& path, EmulatedCall& call, const Operation& operation, Term pointer,
                      std::vector<Target>& targets) {
  Test test{.condition = logic::is_nonzero(parts_.pool, pointer)};
  test.warning = [&] {
    std::string callee = parts_.judge.reporter().callee_name(call.request.node);
    return warning(path, call, "null-deref",
                   fmt::format("passing NULL pointer '{}' to '{}', which follows it",
                               argument_text(call), callee));
  };
  test.constraint = [&] { return for_callers(path, call, operation); };
  test.is_null = true;
  Term is_null = logic::bit_not(parts_.pool, test.condition);
  if (std::find(path.soft.begin(), path.soft.end(), is_null) != path.soft.end()) {
    // An earlier callee checks it: whether it can be null here only our callers know.
    if (auto said = test.constraint()) parts_.judge.constrain(path, std::move(*said));
    path.end = models::ReturnType::Exit;
    return false;
  }
  if (test.condition.is_false() && is_null_by_chance(path, call)) {
    path.is_latent = true;
    return false;
  }
  if (!parts_.judge.test(path, std::move(test))) return false;
  bool complete = false;
  targets = operands_.targets(path, pointer, complete);
  for (const Target& target : targets) {
    if (targets.size() == 1 && complete && !alive(path, call, target)) return false;
    const Object* object = path.state.memory.find(target.object);
    // Whether it is alive is for our callers to know.
    bool is_input = object && parts_.inputs.leading_to(target.object).valid();
    if (!is_input) continue;
    if (auto said = for_callers(path, call, operation))
      parts_.judge.constrain(path, std::move(*said));
  }
  if (!complete) targets.clear();
  return true;
}

/// Whether what is to be followed is the number of a resource, widened: `fclose((FILE *)fd)`.
bool Emulator::is_number_followed(Path& path, EmulatedCall& call, Term pointer) {
  bool is_widened = !pointer.is_immediate() && (parts_.pool.is(pointer, logic::Op::SExt) ||
                                                parts_.pool.is(pointer, logic::Op::ZExt));
  if (!is_widened) return false;
  Term number = parts_.pool.arg(pointer, 0);
  auto found =
      std::find_if(path.resources.begin(), path.resources.end(), [&](const Resource& each) {
        return each.key == number && !each.is_behind_pointer && each.is_new;
      });
  if (found == path.resources.end() || Judge::is_leap(path, found->node)) return false;
  Warning made = warning(
      path, call, "resource-mismatch",
      fmt::format("passing '{}', the number of a {}, to '{}', which follows it as a pointer",
                  argument_text(call), found->type,
                  parts_.judge.reporter().callee_name(call.request.node)));
  made.notes.push_back({found->node, "it is acquired here", Operator::ResourceNew});
  parts_.judge.reporter().warn(path, std::move(made));
  return true;
}

bool Emulator::valid_pointer(Path& path, EmulatedCall& call, const Operation& operation,
                             const Slot& slot) {
  Term pointer = operands_.content(path, call, slot);
  if (pointer.is_null()) return true;
  if (is_number_followed(path, call, pointer)) return false;
  std::vector<Target> targets;
  return follow(path, call, operation, pointer, targets);
}

/// Whether this path has put something there itself.
bool Emulator::is_written(const Path& path, const Object& object, memory::ObjectId id,
                          uint64_t offset, uint64_t bytes) const {
  Holder holder;
  if (!parts_.inputs.find_holder(path.state, id, holder)) return true;
  if (holder.kind == HolderKind::Fresh) return true;
  uint32_t size = static_cast<uint32_t>(std::min<uint64_t>(bytes, 64));
  if (size == 0) return false;
  memory::Read read = object.contents.read(parts_.pool, offset, size);
  if (read.init != memory::Init::All) return false;
  int64_t from = static_cast<int64_t>(offset) - Inputs::start_of(holder);
  return !parts_.inputs.is_entry_value(holder, from, size, read.value);
}

namespace {

/// Whether no member of a record is known to be at a byte of it: padding, or part of a union.
bool is_padding(const ir::TypeTable& types, const Object& object, uint64_t offset) {
  bool is_record = object.kind == ObjectKind::Local && object.type.valid() &&
                   object.type.index() < types.size() && types.is_record(object.type);
  return is_record && !scalar_at(types, object.type, offset);
}

/// Perhaps one of several elements: an array, or what was copied from somewhere to be handed on.
bool may_be_element(const ir::TypeTable& types, const Object& object) {
  if (object.kind == ObjectKind::Value) return true;
  return object.kind == ObjectKind::Local && object.type.valid() &&
         object.type.index() < types.size() &&
         types.resolved(object.type).kind == ir::TypeKind::Array;
}

constexpr uint64_t kMaxChecked = 4096;  // bytes that are looked at one by one

/// Whether any of so many bytes was ever set.
bool is_begun(logic::TermPool& pool, const Object& object, uint64_t offset, uint64_t bytes) {
  uint64_t end = offset + std::min(bytes, kMaxChecked);
  if (object.size.is_immediate()) end = std::min(end, object.size.bits());
  for (; offset < end; ++offset)
    if (object.contents.read(pool, offset, 1).init != memory::Init::None) return true;
  return false;
}

/// Whether a record that is a variable was set up by callees alone: what they left out, their kin
/// know.
bool is_set_up(const ir::Body& body, const ir::TypeTable& types, const Object& object) {
  bool is_record = object.kind == ObjectKind::Local && object.type.valid() &&
                   object.type.index() < types.size() && types.is_record(object.type) &&
                   object.origin.entity < body.locals.size();
  if (!is_record) return false;
  bool is_touched = false;
  object.contents.for_each_page([&](uint64_t, const memory::Page& page) {
    is_touched = is_touched || !page.cells.empty() ||
                 std::any_of(std::begin(page.init), std::end(page.init),
                             [](uint8_t each) { return each != 0; });
  });
  if (!is_touched) return false;
  for (uint32_t i = 0; i < body.nodes.size(); ++i) {
    ir::NodeId at(i);
    bool writes =
        body[at].op >= ir::Op::Assign && body[at].op <= ir::Op::Init && body[at].kid_count > 0;
    if (!writes) continue;
    ir::NodeId place = body.kid(at, 0);
    while (body[place].kid_count > 0 && body[place].op != ir::Op::Deref &&
           body[place].op != ir::Op::Local) {
      place = body.kid(place, 0);
    }
    bool is_its =
        body[place].op == ir::Op::Local && body.local_of(place).index() == object.origin.entity;
    if (is_its) return false;
  }
  return true;
}

}  // namespace

/// Whether an outcome copies bytes to memory of this function's own: what is not set there is told
/// where it is used.
bool Emulator::is_carried_along(Path& path, EmulatedCall& call) {
  return std::any_of(
      outcome_->operations.begin(), outcome_->operations.end(), [&](const Operation& each) {
        if (each.op != Operator::MemoryCopied) return false;
        Term to = operands_.content(path, call, operands_.evaluate(path, call, each.operands[0]));
        std::optional<memory::Spot> spot = operands_.spot(path, to);
        const Object* object = spot ? path.state.memory.find(spot->object) : nullptr;
        return object && (object->kind == ObjectKind::Local || object->kind == ObjectKind::Heap) &&
               !is_environment(*object);
      });
}

bool Emulator::initialised(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  // Arguments by value were read by the caller.
  if (slot.kind != SlotKind::Memory) return true;
  std::optional<memory::Spot> spot = operands_.spot(path, slot.address);
  const Object* object = spot ? path.state.memory.find(spot->object) : nullptr;
  if (!object || spot->offset < 0 || object->has(memory::kPending)) return true;
  // Of an empty container no element is read.
  if (!object->attribute(kNoneAttribute).is_null()) return true;
  uint64_t bytes = slot.bytes;
  bool is_counted = operation.operands.size() > 1;
  if (is_counted) {
    Slot count = operands_.evaluate(path, call, operation.operands[1]);
    Term value = operands_.as_count(count, operands_.content(path, call, count));
    bytes = value.is_immediate() ? value.bits() : 1;
    if (bytes == 0) return true;
  } else if (slot.is_all) {
    bytes = 1;  // the first byte stands for the whole
  }
  uint64_t offset = static_cast<uint64_t>(spot->offset);
  if (is_environment(*object)) {
    bool is_input = parts_.inputs.leading_to(spot->object).valid();
    if (is_input && !is_written(path, *object, spot->object, offset, bytes)) {
      if (auto said = for_callers(path, call, operation))
        parts_.judge.constrain(path, std::move(*said));
    }
    return true;
  }
  if (is_counted && is_carried_along(path, call)) return true;
  // What is handed over as so many bytes is copied or written as it is, and its parts may be unset,
  // as those of a record that is assigned: only memory of which nothing was ever set is told.
  if (is_counted && is_begun(parts_.pool, *object, offset, bytes)) return true;
  for (uint64_t i = 0; i < std::min(bytes, kMaxChecked); ++i) {
    bool is_inside = !object->size.is_immediate() || offset + i < object->size.bits();
    // APPROX(under): a byte that is set in part holds bit-fields, and models ask for whole bytes.
    if (!is_inside || object->contents.read(parts_.pool, offset + i, 1).init != memory::Init::None)
      continue;
    if (i > 0 && is_padding(parts_.function.unit->types->types(), *object, offset + i)) continue;
    // A block of so many elements is filled in rounds that are not all followed; unknown code that
    // knows a variable may have written it.
    // How much of an array is set, as a parser's stack, and what the tables say that led here
    // belong together.
    bool is_open =
        path.is_cut ||
        (may_be_element(parts_.function.unit->types->types(), *object) &&
         parts_.judge.manifest().rests_on_environment(path)) ||
        is_set_up(*parts_.function.body, parts_.function.unit->types->types(), *object) ||
        (object->kind == ObjectKind::Local && object->has(memory::kEscaped)) ||
        (object->kind == ObjectKind::Heap && !object->size.is_immediate());
    if (is_open || leaps_.may_write(path, spot->object, offset + i, 1)) {
      path.is_latent = true;
      return false;
    }
    Warning made =
        warning(path, call, "uninit",
                fmt::format("using uninitialized memory '{}', passed to '{}'", argument_text(call),
                            parts_.judge.reporter().callee_name(call.request.node)));
    made.notes.push_back({call.request.node,
                          fmt::format("what is read there is '{}'",
                                      models::print_operand(call.model(), operation.operands[0]))});
    parts_.judge.reporter().warn(path, std::move(made));
    if (path.is_latent) return false;
    // Told once: what stands there is some value from now on, and the path goes on.
    parts_.inputs.freshen(path.state, spot->object, Source::Imprecise);
    return true;
  }
  return true;
}

bool Emulator::accessible(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot first = operands_.evaluate(path, call, operation.operands[0]);
  Slot count = operands_.evaluate(path, call, operation.operands[1]);
  Term pointer = operands_.content(path, call, first);
  Term bytes = operands_.as_count(count, operands_.content(path, call, count));
  if (pointer.is_null()) return true;
  return has_room(path, call, operation, pointer, bytes);
}

namespace {

/// Whether so many bytes at an offset are inside of so many.
Term fits_at(logic::TermPool& pool, Term offset, Term bytes, Term size) {
  // One comparison, which a constraint on callers can say.
  if (bytes.is_immediate() && size.is_immediate() && bytes.bits() <= size.bits())
    return logic::ule(pool, offset, logic::sub(pool, size, bytes));
  return logic::bit_and(pool, logic::ule(pool, offset, size),
                        logic::ule(pool, bytes, logic::sub(pool, size, offset)));
}

}  // namespace

std::string Emulator::no_room_text(const EmulatedCall& call, const Operation& operation, Term size,
                                   Term offset, Term bytes) const {
  bool writes = operation.op == Operator::MemoryWritable;
  std::string does = fmt::format("'{}' {}", parts_.judge.reporter().callee_name(call.request.node),
                                 writes ? "writes" : "reads");
  std::string_view towards = writes ? "to" : "from";
  std::string text = argument_text(call);
  if (offset.is_immediate() && offset.signed_bits() < 0) {
    return fmt::format("{} {} '{}', {} bytes before its memory", does, towards, text,
                       -offset.signed_bits());
  }
  if (!bytes.is_immediate() || !size.is_immediate() || !offset.is_immediate())
    return fmt::format("{} out of the bounds of '{}'", does, text);
  if (!is_indexed(operation)) {
    return fmt::format("{} {} bytes {} '{}', which has room for {}", does, bytes.bits(), towards,
                       text, size.bits() - offset.bits());
  }
  if (text.starts_with("&")) text.erase(0, 1);
  return fmt::format("{} {} byte{} at offset {} of '{}', which has {}", does, bytes.bits(),
                     bytes.is_value(1) ? "" : "s", offset.bits(), text, size.bits());
}

bool Emulator::has_room(Path& path, EmulatedCall& call, const Operation& operation, Term pointer,
                        Term bytes) {
  // Of no bytes nothing is asked.
  if (!bytes.is_null() && parts_.judge.solver().decide(
                              path.conditions, logic::is_nonzero(parts_.pool, bytes)) == Tri::No) {
    return true;
  }
  std::vector<Target> targets;
  // How many bytes it needs has perhaps no name: then callers are told that it is followed.
  Operation followed = operation;
  if (followed.operands.size() < 2) followed.op = Operator::MemoryValidPointer;
  if (!follow(path, call, followed, pointer, targets)) return false;
  if (bytes.is_null()) return true;
  bool writes = operation.op == Operator::MemoryWritable;
  if (writes && bytes.is_immediate() && !call.found.is_automatic) {
    warn_of_member(path, call, bytes.bits());
  }
  for (const Target& target : targets) {
    const Object* object = path.state.memory.find(target.object);
    if (writes && object && object->has(memory::kPending)) {
      parts_.evaluator.run_initialiser(path.state, target.object);
      object = path.state.memory.find(target.object);
    }
    bool is_constant = writes && object && object->has(memory::kReadOnly) && targets.size() == 1;
    if (is_constant && !path.is_cut && !leaps_.chose(path, target.object)) {
      warn_constant(path, call);
      return false;
    }
    if (!object || object->has(memory::kSizeUnknown)) continue;
    Term inside = fits_at(parts_.pool, target.offset, bytes, object->size);
    Test test{.condition = logic::implies(parts_.pool, target.guard, inside)};
    test.is_bound = true;
    if ((path.is_cut || leaps_.chose(path, target.object)) &&
        parts_.judge.solver().decide(path.conditions, test.condition) == Tri::No) {
      path.is_latent = true;
      return false;
    }
    test.warning = [&] {
      return warning(path, call, "buffer-overflow",
                     no_room_text(call, operation, object->size, target.offset, bytes));
    };
    test.constraint = [&]() -> std::optional<Operation> {
      bool is_counted = operation.operands.size() > 1;
      if (auto said = is_counted ? for_callers(path, call, operation) : std::nullopt) return said;
      // A block of our own, and a length that callers choose.
      auto said = parts_.judge.describer().condition(path.state, inside, models::Role::Constraint);
      if (!said || said->size() != 1 || !target.guard.is_true()) return std::nullopt;
      return said->front();
    };
    if (!parts_.judge.test(path, std::move(test))) return false;
  }
  return true;
}

/// Whether all places that a pointer may lead to are in variables and literals, wherever there; or
/// it is a number that somebody wrote down.
bool Emulator::is_never_allocated(Path& path, const EmulatedCall& call, Term pointer) {
  if (pointer.is_null() || pointer.is_value(0)) return false;
  if (pointer.is_immediate()) return is_written_down(call) && !call.found.is_automatic;
  bool complete = false;
  std::vector<Target> targets = operands_.targets(path, pointer, complete);
  return complete && !targets.empty() && path.leaps.empty() &&
         std::all_of(targets.begin(), targets.end(), [&](const Target& target) {
           const Object* object = path.state.memory.find(target.object);
           return object && !object->has(memory::kSizeUnknown) && target.guard.is_true() &&
                  (object->kind == ObjectKind::Global || object->kind == ObjectKind::Local ||
                   object->kind == ObjectKind::String);
         });
}

bool Emulator::freeable(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  Term pointer = operands_.content(path, call, slot);
  std::optional<memory::Spot> spot = operands_.spot(path, pointer);
  if (!spot && !is_never_allocated(path, call, pointer)) return true;
  const Object* object = spot ? path.state.memory.find(spot->object) : nullptr;
  auto refuse = [&](std::string kind, std::string message, const Note& note) {
    Warning made = warning(path, call, std::move(kind), std::move(message));
    if (note.node.valid()) made.notes.push_back(note);
    parts_.judge.reporter().warn(path, std::move(made));
    return false;
  };
  if (!spot) {
    return refuse("invalid-free",
                  fmt::format("freeing '{}', which was not allocated", argument_text(call)),
                  Note());
  }
  if (object && parts_.inputs.leading_to(spot->object).valid() && !object->live.is_false()) {
    if (auto said = for_callers(path, call, operation))
      parts_.judge.constrain(path, std::move(*said));
    return true;
  }
  std::string name = argument_text(call);
  if (object && object->live.is_false() &&
      (Judge::is_leapt_end(path, *object) ||
       parts_.judge.manifest().is_doubtful_end(path, spot->object))) {
    path.is_latent = true;
    return false;
  }
  if (object && object->live.is_false()) {
    return refuse(
        "double-free", fmt::format("freeing '{}', which is freed already", name),
        {object->ended_at, "memory is freed here for the first time", Operator::MemoryFreed});
  }
  if (object && object->kind == ObjectKind::Environment) return true;
  if (!object || object->kind != ObjectKind::Heap) {
    return refuse("invalid-free", fmt::format("freeing '{}', which was not allocated", name),
                  Note());
  }
  if (spot->offset != 0) {
    return refuse("invalid-free",
                  fmt::format("freeing '{}', which is {} byte{} into its block", name, spot->offset,
                              spot->offset == 1 ? "" : "s"),
                  allocated_at(*object));
  }
  Term family = object->attribute(kFamilyAttribute);
  if (!family.is_null() && family != parts_.names.number(family_of(operation))) {
    return refuse("invalid-free",
                  fmt::format("freeing '{}' with '{}', which does not fit its allocation", name,
                              parts_.judge.reporter().callee_name(call.request.node)),
                  allocated_at(*object));
  }
  return true;
}

bool Emulator::disjoint(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slots[3];
  for (size_t i = 0; i < 3; ++i) slots[i] = operands_.evaluate(path, call, operation.operands[i]);
  std::optional<memory::Spot> a = operands_.spot(path, operands_.content(path, call, slots[0]));
  std::optional<memory::Spot> b = operands_.spot(path, operands_.content(path, call, slots[1]));
  Term bytes = operands_.as_count(slots[2], operands_.content(path, call, slots[2]));
  if (!a || !b || a->object != b->object || !bytes.is_immediate()) return true;
  uint64_t distance = static_cast<uint64_t>(std::abs(a->offset - b->offset));
  if (distance == 0 || distance >= bytes.bits()) return true;
  parts_.judge.reporter().warn(
      path, warning(path, call, "illegal-argument",
                    fmt::format("what '{}' copies overlaps its destination",
                                parts_.judge.reporter().callee_name(call.request.node))));
  return false;
}

bool Emulator::resource(Path& path, EmulatedCall& call, const Operation& operation) {
  Slot slot = operands_.evaluate(path, call, operation.operands[0]);
  const models::ResourceState& wanted = *operation.operands[1].resource;
  Term key;
  const Resource* found = find_resource(path, call, slot, wanted.type, key);
  bool must_be = operation.op == Operator::ResourceState;
  if (!found || found->state.empty()) {
    if (auto said = for_callers(path, call, operation))
      parts_.judge.constrain(path, std::move(*said));
    return true;
  }
  if ((found->state == wanted.state) == must_be) return true;
  if (Judge::is_leap(path, found->node)) {
    path.is_latent = true;
    return false;
  }
  std::string callee = parts_.judge.reporter().callee_name(call.request.node);
  // What a function that is called back names by itself nobody has passed to it.
  bool is_its_own = call.is_callback && call.about == UINT32_MAX;
  bool is_lock = parts_.models.has_state(wanted.type, kLocked);
  // Where no state is held, another resource says whether it is there at all.
  bool is_released = parts_.models.is_held(wanted.type, found->state) == Tri::No &&
                     parts_.models.has_held_state(wanted.type);
  const std::string* sort = parts_.models.sort_text(wanted.type, found->state);
  std::string kind = sort          ? "resource-mismatch"
                     : is_lock     ? "lock-misuse"
                     : is_released ? "resource-state"
                                   : "resource-order";
  Warning made = warning(
      path, call, std::move(kind),
      sort      ? fmt::format("passing '{}', which {}, to '{}'", argument_text(call), *sort, callee)
      : must_be ? fmt::format("'{}' passed to '{}' is {}, but must be {}", argument_text(call),
                              callee, found->state, wanted.state)
      : is_lock || is_released ? fmt::format("'{}' passed to '{}' is {} already",
                                             argument_text(call), callee, found->state)
                               : fmt::format("'{}' passed to '{}' is {}, which it must not be",
                                             argument_text(call), callee, found->state));
  if (is_its_own) {
    made.whose = call.request.callee;
    made.message = fmt::format("'{}' is {} already when '{}' calls '{}'", argument_text(call),
                               found->state, callee, parts_.program.symbol(made.whose).display);
  }
  if (found->node.valid())
    made.notes.push_back({found->node, sort ? "it is made here" : "it came into this state here"});
  parts_.judge.reporter().warn(path, std::move(made));
  return false;
}

/// Whether the argument at hand is a number in the source.
bool Emulator::is_written_down(const EmulatedCall& call) const {
  return is_number(argument_node(call));
}

namespace {

/// What an operation speaks of: of memory at an index the pointer.
models::Operand subject_of(const models::Operation& operation) {
  models::Operand subject = operation.operands[0];
  if (!is_indexed(operation)) return subject;
  auto base = subject.nodes.begin() + 1, end = base;
  while (end->kind == models::NodeKind::Deref) ++end;
  subject.nodes = {base, end + 1};
  return subject;
}

}  // namespace

bool Emulator::is_number(ir::NodeId argument) const {
  const ir::Body& body = *parts_.function.body;
  while (argument.valid() && body[argument].op == ir::Op::Cast && body[argument].kid_count > 0)
    argument = body.kid(argument, 0);
  return argument.valid() && body[argument].op == ir::Op::IntLit;
}

bool Emulator::constraint(Path& path, EmulatedCall& call, const Operation& operation) {
  call.about = UINT32_MAX;
  call.subject = subject_of(operation);
  for (const models::Node& node : call.subject->nodes) {
    if (node.kind == models::NodeKind::Rest) call.about = call.rest;
    if (node.kind == models::NodeKind::Variable &&
        call.model().externals[node.external.index()].kind == models::ExternalKind::Param) {
      uint32_t before = std::exchange(call.about, node.external.index());
      // Of several, one that is not written down as a number.
      if (before != UINT32_MAX && is_number(argument_node(call))) call.about = before;
    }
  }
  switch (operation.op) {
    case Operator::MemoryInitialized:
      return initialised(path, call, operation);
    case Operator::MemoryValidPointer:
      return valid_pointer(path, call, operation,
                           operands_.evaluate(path, call, operation.operands[0]));
    case Operator::MemoryReadable:
    case Operator::MemoryWritable:
      return accessible(path, call, operation);
    case Operator::MemoryFreeable:
      return freeable(path, call, operation);
    case Operator::MemoryDisjoint:
      return disjoint(path, call, operation);
    case Operator::StringTerminated:
    case Operator::WideTerminated:
      return terminated(path, call, operation);
    case Operator::ResourceState:
    case Operator::ResourceNotState:
      return resource(path, call, operation);
    case Operator::FormatPrintf:
    case Operator::FormatScanf:
      return format(path, call, operation);
    default:
      break;
  }
  if (operation.op < Operator::IntNonZero) return true;
  Term condition = comparison(path, call, operation);
  if (condition.is_null()) return true;
  // Only divisions leave this constraint in an automatic model.
  bool divides = call.found.is_automatic && operation.op == Operator::IntNonZero;
  // And only bounds compare without signs there.
  bool indexes =
      call.found.is_automatic && operation.op >= Operator::Ult && operation.op <= Operator::Uge;
  bool fits = operation.op == Operator::IntFits;
  // What was compared as a floating-point number is not followed: it counts as checked.
  bool is_float = divides && call.about < call.types.size() && call.types[call.about] &&
                  call.types[call.about]->shape == semantics::Shape::Float;
  // No bytes may be asked for, and are, where a length turns out to be zero: only who writes it
  // down as a number means something else.
  bool is_size = (operation.op == Operator::Ine || operation.op == Operator::Une) &&
                 operation.operands[1].nodes.size() == 1 &&
                 operation.operands[1].nodes[0].kind == models::NodeKind::Constant &&
                 operation.operands[1].nodes[0].number == 0;
  if (is_size && !is_written_down(call)) {
    auto said = parts_.judge.describer().condition(path.state, condition, models::Role::Constraint);
    if (said && said->size() == 1) parts_.judge.constrain(path, std::move(said->front()));
    return true;
  }
  if (fits && !condition.is_immediate() &&
      (parts_.judge.solver().decide(path.conditions, condition) == Tri::No ||
       parts_.judge.is_checked_otherwise(path, condition) ||
       parts_.judge.solver().is_limited(path.conditions, condition))) {
    return true;  // by assumptions of this path, not by a value
  }
  if (is_float && !condition.is_immediate() &&
      parts_.judge.solver().is_compared_as_float(path.conditions, condition)) {
    return true;
  }
  Test test{.condition = condition};
  test.warning = [&] {
    std::string name = argument_text(call);
    std::string callee = parts_.judge.reporter().callee_name(call.request.node);
    if (divides) {
      return warning(path, call, "div-by-zero",
                     fmt::format("passing zero '{}' to '{}', which divides by it", name, callee));
    }
    if (fits) {
      return warning(path, call, "int-overflow",
                     fmt::format("value '{}' passed to '{}' makes a result there that does not "
                                 "fit its type",
                                 name, callee));
    }
    if (indexes) {
      return warning(path, call, "buffer-overflow",
                     fmt::format("value '{}' passed to '{}' is out of bounds there", name, callee));
    }
    return warning(path, call, "illegal-argument",
                   fmt::format("illegal value '{}' passed to '{}'", name, callee));
  };
  test.constraint = [&]() -> std::optional<Operation> {
    if (divides || indexes || fits) return for_callers(path, call, operation);
    // The condition itself is shorter than what the callee calls its operands.
    auto said = parts_.judge.describer().condition(path.state, condition, models::Role::Constraint);
    if (!said || said->size() != 1) return std::nullopt;
    return said->front();
  };
  if (path.is_cut && (divides || indexes) &&
      parts_.judge.solver().decide(path.conditions, condition) == Tri::No) {
    path.is_latent = true;
    return false;
  }
  bool holds = parts_.judge.test(path, std::move(test));
  return holds || fits;  // a result that is off ends no path
}

}  // namespace assay::simulator
