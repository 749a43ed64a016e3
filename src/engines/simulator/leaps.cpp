#include "engines/simulator/leaps.h"

#include <algorithm>

#include "engines/simulator/emulator.h"
#include "engines/simulator/reach.h"
#include "logic/build.h"
#include "memory/locations.h"

namespace assay::simulator {

using logic::Term;
using memory::ObjectId;
using models::Operator;
using models::Role;
using semantics::Source;

namespace {

enum class Returns : uint8_t { Anything, Negative, Zero, Positive };

/// What a test of its value can tell of an outcome.
Returns returns_of(const models::Outcome& outcome) {
  if (outcome.return_type == models::ReturnType::Zero) return Returns::Zero;
  if (outcome.return_type == models::ReturnType::One) return Returns::Positive;
  if (outcome.return_type == models::ReturnType::MinusOne) return Returns::Negative;
  for (const models::Operation& result : outcome.operations) {
    bool is_return = result.role == Role::Result && !result.operands.empty() &&
                     !result.operands[0].nodes.empty() &&
                     result.operands[0].nodes[0].kind == models::NodeKind::Return;
    if (!is_return) continue;
    if (result.op == Operator::MemoryValidPointer || result.op == Operator::MemoryNew) {
      return Returns::Positive;
    }
    bool is_number = (result.op == Operator::Ieq || result.op == Operator::Ueq) &&
                     result.operands[1].nodes.size() == 1 &&
                     result.operands[1].nodes[0].kind == models::NodeKind::Constant;
    if (!is_number) continue;
    const models::Node& number = result.operands[1].nodes[0];
    if (number.number == 0) return Returns::Zero;
    return number.is_negative ? Returns::Negative : Returns::Positive;
  }
  return Returns::Anything;
}

/// Whether it happens for a number only that few arguments are: a size of 0, a year that is far
/// off.
bool needs_one_number(const models::Outcome& outcome) {
  return std::any_of(outcome.operations.begin(), outcome.operations.end(),
                     [](const models::Operation& each) {
                       bool is_narrow = each.op == Operator::Ieq || each.op == Operator::Ueq ||
                                        each.op == Operator::Igt || each.op == Operator::Ugt;
                       return each.role == Role::Guard && is_narrow &&
                              each.operands[1].nodes.front().kind == models::NodeKind::Constant;
                     });
}

/// Whether a test of what is returned leaves both possible.
bool return_alike(const models::Outcome& a, const models::Outcome& b) {
  bool is_left = b.return_type == models::ReturnType::Exit ||
                 b.return_type == models::ReturnType::Longjmp ||
                 b.return_type == models::ReturnType::Throw;
  Returns one = returns_of(a), other = returns_of(b);
  return !is_left && (one == other || one == Returns::Anything || other == Returns::Anything);
}

}  // namespace

bool Leaps::others(const Path& path, const Leap& leap, const See& see) const {
  Path before(path);
  before.state.memory = leap.before;
  EmulatedCall call = operands_.begin(leap.request, leap.found);
  for (const models::Outcome& outcome : leap.found.model->outcomes) {
    bool is_possible =
        &outcome != leap.outcome && (!leap.is_settled || return_alike(*leap.outcome, outcome));
    if (!is_possible) continue;
    for (const models::Operation& operation : outcome.operations) {
      if (operation.role != Role::Result || operation.operands.empty()) continue;
      if (see(before, call, operation)) return true;
    }
  }
  return false;
}

/// Whether the callee could get at an object at all.
bool Leaps::is_given(const Leap& leap, ObjectId object) const {
  std::vector<ObjectId> roots;
  for (const semantics::Argument& argument : leap.arguments) {
    if (!argument.value.is_null()) addresses_in(leap.before, argument.value, roots);
  }
  // What is stored in a global, or behind a pointer from outside, is within everybody's reach.
  leap.before.for_each([&](ObjectId id, const memory::Object& each) {
    bool is_open = each.kind == memory::ObjectKind::Global ||
                   each.kind == memory::ObjectKind::Environment || each.has(memory::kEscaped);
    if (is_open) roots.push_back(id);
  });
  return reachable(leap.before, std::move(roots)).contains(object);
}

bool Leaps::may_write(const Path& path, ObjectId object, uint64_t offset, uint64_t bytes) const {
  auto writes = [&](const std::shared_ptr<const Leap>& leap) {
    if (leap->is_direct || !is_given(*leap, object)) return false;
    // What was not simulated may write whatever it is given.
    if (!leap->found.model->is_complete() && !leap->is_settled) return true;
    return others(path, *leap, [&](Path& before, EmulatedCall& call, const auto& result) {
      Slot slot = operands_.evaluate(before, call, result.operands[0]);
      Term address = slot.kind == SlotKind::Memory ? slot.address : Term();
      bool is_filled = result.op == Operator::MemoryCopied || result.op == Operator::MemoryFilled;
      if (is_filled) address = operands_.content(before, call, slot);
      if (address.is_null()) return false;
      bool complete = false;
      for (const Target& target : operands_.targets(before, address, complete)) {
        if (target.object != object) continue;
        if (is_filled || slot.is_all || slot.bytes == 0 || !target.offset.is_immediate()) {
          return true;
        }
        uint64_t begin = target.offset.bits();
        if (begin < offset + bytes && offset < begin + slot.bytes) return true;
      }
      return false;
    });
  };
  return std::any_of(path.leaps.begin(), path.leaps.end(), writes);
}

namespace {

/// Whether a result takes over what its operand leads to.
bool takes(Operator op) {
  return op == Operator::MemoryFreed || op == Operator::PointerEscaped ||
         op == Operator::MemoryOwnedBy;
}

}  // namespace

bool Leaps::may_keep(const Path& path, ObjectId object) const {
  auto keeps = [&](const std::shared_ptr<const Leap>& leap) {
    if (leap->is_direct || !is_given(*leap, object)) return false;
    if (!leap->found.model->is_complete() && !leap->is_settled) return true;
    return others(path, *leap, [&](Path& before, EmulatedCall& call, const auto& result) {
      bool stores =
          (result.op == Operator::Ieq || result.op == Operator::Peq) && result.operands.size() > 1;
      if (!stores && !takes(result.op)) return false;
      Slot slot = operands_.evaluate(before, call, result.operands[stores ? 1 : 0]);
      Term value = operands_.content(before, call, slot);
      std::vector<ObjectId> found;
      if (!value.is_null()) addresses_in(before.state.memory, value, found);
      // Who keeps a block keeps, or frees by a function of its own, what hangs there.
      return reachable(before.state.memory, std::move(found)).contains(object);
    });
  };
  return std::any_of(path.leaps.begin(), path.leaps.end(), keeps);
}

bool Leaps::may_keep(const Path& path, const Resource& resource) const {
  auto keeps = [&](const std::shared_ptr<const Leap>& leap) {
    return !leap->is_direct &&
           others(path, *leap, [&](Path& before, EmulatedCall& call, const auto& result) {
             bool stores = (result.op == Operator::Ieq || result.op == Operator::Peq) &&
                           result.operands.size() > 1;
             bool changes = result.op == Operator::ResourceState;
             if (!stores && !changes && !takes(result.op)) return false;
             Slot slot = operands_.evaluate(before, call, result.operands[stores ? 1 : 0]);
             if (changes && slot.kind == SlotKind::Memory && slot.address == resource.key)
               return true;
             return operands_.content(before, call, slot) == resource.key;
           });
  };
  return std::any_of(path.leaps.begin(), path.leaps.end(), keeps);
}

bool Leaps::chose(const Path& path, ObjectId id) const {
  const memory::Object* object = path.state.memory.find(id);
  if (!object) return false;
  auto makes = [](const models::Operation& each) {
    return each.role == Role::Result && each.op == Operator::MemoryNew;
  };
  auto is_its = [&](const std::shared_ptr<const Leap>& leap) {
    if (std::binary_search(leap->objects.begin(), leap->objects.end(), id)) return true;
    if (object->origin.node != leap->request.node) return false;
    // Where every outcome that makes a block makes the same, none of them matters.
    const std::vector<models::Operation>& taken = leap->outcome->operations;
    auto made = std::find_if(taken.begin(), taken.end(), makes);
    if (made == taken.end() || !leap->found.model->is_complete()) return true;
    return std::any_of(leap->found.model->outcomes.begin(), leap->found.model->outcomes.end(),
                       [&](const models::Outcome& other) {
                         auto its =
                             std::find_if(other.operations.begin(), other.operations.end(), makes);
                         return its != other.operations.end() && !same_operation(*its, *made);
                       });
  };
  return std::any_of(path.leaps.begin(), path.leaps.end(), is_its);
}

bool Leaps::may_be_kept(const Path& path, ObjectId id) const {
  const memory::Object* object = path.state.memory.find(id);
  if (!object || object->kind != memory::ObjectKind::Heap) return false;
  auto makes = [](const models::Operation& each) {
    return each.role == Role::Result && each.op == Operator::MemoryNew;
  };
  auto returns_another = [&](const models::Outcome& other) {
    bool is_pointer =
        other.return_type == models::ReturnType::Other && other.kind != models::OutcomeKind::Rest;
    return is_pointer && std::none_of(other.operations.begin(), other.operations.end(), makes);
  };
  auto is_its = [&](const std::shared_ptr<const Leap>& leap) {
    return object->origin.node == leap->request.node &&
           std::any_of(leap->found.model->outcomes.begin(), leap->found.model->outcomes.end(),
                       returns_another);
  };
  return std::any_of(path.leaps.begin(), path.leaps.end(), is_its);
}

bool Leaps::gave(const Path& path, ir::NodeId expression) const {
  const ir::Body& body = *parts_.function.body;
  if (path.leaps.empty()) return false;
  const memory::Memory& memory = path.state.memory;
  for (ir::NodeId at = expression; at.valid() && body[at].kid_count > 0; at = body.kid(at, 0)) {
    // What is loaded, and not the address that is taken, was put there by somebody.
    ir::NodeId place = body[at].op == ir::Op::Load ? body.kid(at, 0) : ir::NodeId();
    Term address = place.valid() ? parts_.evaluator.value_of(path.state, place) : Term();
    if (address.is_null() || address.width() != memory.target().pointer_bits) continue;
    for (const memory::Location& each : memory::locations_of(memory, address).locations) {
      if (!each.object.valid()) continue;
      if (chose(path, each.object)) return true;
      bool is_exact = each.offset.is_immediate() && each.offset.signed_bits() >= 0;
      if (is_exact &&
          may_write(path, each.object, each.offset.bits(), memory.target().pointer_bits / 8))
        return true;
    }
  }
  return false;
}

bool Emulator::is_leap(const Path& path, const EmulatedCall& call, const models::Outcome& outcome,
                       const Guards& guards) const {
  // What the outside world chooses it may choose here, and that a pointer leads somewhere is no
  // assumption worth the name.
  bool is_input = std::any_of(guards.unknown.begin(), guards.unknown.end(), [&](Term each) {
    bool is_there = parts_.pool.is(each, logic::Op::Not) &&
                    parts_.inputs.of_symbol(parts_.pool.arg(each, 0)).valid();
    return !is_there && parts_.evaluator.source_of(each) != Source::Outside;
  });
  if (!call.found.is_automatic) {
    bool is_normal = outcome.kind == models::OutcomeKind::Normal;
    return (outcome.kind == models::OutcomeKind::Alternate && outcome.reason == kNotFound &&
            !call.is_given_unseen) ||
           (!is_normal && is_input && needs_one_number(outcome));
  }
  if (is_unmatched(outcome) && call.is_given_unseen) return false;
  // What else may happen need not be an outcome: the program may end.
  if (is_unsure(outcome) || (call.is_open && guards.is_vague)) return true;
  if (call.is_open && is_input) return true;
  // What an earlier leap decides is one as well.
  Solver& solver = parts_.judge.solver();
  for (const auto& leap : path.leaps) {
    for (Term decided : guards.all()) {
      const Solver::Symbols symbols = solver.symbols_of(decided);
      auto has = [&](uint32_t symbol) {
        return std::binary_search(symbols.begin(), symbols.end(), symbol);
      };
      if (std::any_of(leap->given.begin(), leap->given.end(), has)) return true;
      for (Term assumed : leap->assumed) {
        const Solver::Symbols& its = solver.symbols_of(assumed);
        if (std::any_of(its.begin(), its.end(), has)) return true;
      }
    }
  }
  return false;
}

bool Emulator::is_vague(Path& path, EmulatedCall& call, const models::Outcome& outcome) {
  return std::any_of(call.model().outcomes.begin(), call.model().outcomes.end(),
                     [&](const models::Outcome& each) {
                       Guards guards;
                       return &each != &outcome && each.kind != models::OutcomeKind::Rest &&
                              return_alike(outcome, each) && is_eligible(path, call, each, guards);
                     });
}

/// Whether nothing but numbers that the function is passed decide.
bool Emulator::is_direct(const models::Outcome& outcome, const Guards& guards) const {
  if (is_unsure(outcome) || guards.is_vague) return false;
  Solver& solver = parts_.judge.solver();
  std::vector<Term> all = guards.all();
  return std::all_of(all.begin(), all.end(), [&](Term guard) {
    const Solver::Symbols& symbols = solver.symbols_of(guard);
    return std::all_of(symbols.begin(), symbols.end(), [&](uint32_t symbol) {
      InputId id = parts_.inputs.of_symbol(parts_.pool.term(symbol));
      return id.valid() && parts_.inputs[id].holder.kind == HolderKind::Parameter &&
             parts_.inputs[id].is_null.is_null();
    });
  });
}

void Emulator::note_given(Term value) {
  if (value.is_null() || value.is_immediate()) return;
  const Solver::Symbols& symbols = parts_.judge.solver().symbols_of(value);
  leap_->given.insert(leap_->given.end(), symbols.begin(), symbols.end());
}

/// Which of the objects that it could get at the callee returned is its choice.
void Emulator::note_objects(const Path& path, const EmulatedCall& call, Term returned) {
  if (!call.request.result || call.request.result->shape != semantics::Shape::Pointer) return;
  addresses_in(path.state.memory, returned, leap_->objects);
  std::erase_if(leap_->objects, [&](ObjectId id) {
    const memory::Object* object = path.state.memory.find(id);
    return !object || object->origin.node == call.request.node;
  });
  std::sort(leap_->objects.begin(), leap_->objects.end());
}

Term Emulator::as_leapt(Path& path, EmulatedCall& call, const Slot& slot, Term value) {
  // APPROX(over): of more numbers that are left in memory it is not seen whether they are looked
  // at.
  constexpr uint32_t kMaxNumbers = 4;
  bool is_address = value.is_immediate() && value.width() == parts_.program.target().pointer_bits &&
                    path.state.memory.spot(value.bits()).object.valid();
  if (!value.is_immediate() || is_address) return value;
  if (slot.kind == SlotKind::Memory && leapt_++ >= kMaxNumbers) return value;
  Term made = unknown_content(path, call, slot, Source::Imprecise);
  if (made.is_null() || made.is_immediate()) return value;
  if (made.width() != value.width()) {
    value = logic::resize(parts_.pool, value, made.width(), logic::Extend::Sign);
  }
  size_t known = path.conditions.size();
  parts_.judge.assume(path, logic::eq(parts_.pool, made, value));
  leap_->assumed.insert(leap_->assumed.end(),
                        path.conditions.begin() + static_cast<ptrdiff_t>(known),
                        path.conditions.end());
  note_given(made);
  return made;
}

bool Emulator::is_asked_anyway(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                               const Operation& operation, size_t known) {
  std::vector<Term> taken(path.conditions.begin() + static_cast<ptrdiff_t>(known),
                          path.conditions.end());
  path.conditions.resize(known);
  bool is_asked = std::all_of(
      call.model().outcomes.begin(), call.model().outcomes.end(), [&](const models::Outcome& each) {
        if (&each == &outcome || each.kind == models::OutcomeKind::Rest) return true;
        bool asks =
            std::any_of(each.operations.begin(), each.operations.end(),
                        [&](const Operation& other) { return same_operation(other, operation); });
        Guards guards;
        return asks || !is_eligible(path, call, each, guards);
      });
  path.conditions.insert(path.conditions.end(), taken.begin(), taken.end());
  return is_asked;
}

}  // namespace assay::simulator
