// Obligations: the tests that the language's own rules ask for.
#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/simulation.h"
#include "logic/build.h"
#include "memory/locations.h"

namespace assay::simulator {

using logic::Op;
using logic::Term;
using memory::Object;
using memory::ObjectKind;
using semantics::Obligation;
using semantics::ObligationKind;
using semantics::Source;
using semantics::State;
using semantics::Verdict;

namespace {

/// What an obligation is to us.
enum class Care : uint8_t {
  Test,   // warn, constrain or assume; the path ends where it fails
  Value,  // a result that is off: warn only where it is sure, or the outside decides; go on
  Ignore,
};

Care care_for(ObligationKind kind) {
  switch (kind) {
    case ObligationKind::NoOverflow:
    case ObligationKind::ShiftInRange:
    case ObligationKind::ConversionFits:
    case ObligationKind::NoWrap:
    case ObligationKind::Narrows:
      return Care::Value;
    case ObligationKind::SameObject:
    case ObligationKind::ArgumentGiven:  // which arguments there are, callers know
      return Care::Ignore;
    default:
      return Care::Test;
  }
}

bool is_write(const ir::Body& body, ir::NodeId node) {
  return node.valid() && body[node].op != ir::Op::Load;
}

std::string object_name(const semantics::Program& program, const semantics::Prepared& function,
                        const Object& object) {
  if (object.kind == ObjectKind::Local && object.origin.entity != UINT32_MAX &&
      object.origin.entity < function.body->locals.size()) {
    return fmt::format("'{}'", function.body->locals[object.origin.entity].name);
  }
  if (object.kind == ObjectKind::Global && object.origin.entity != UINT32_MAX) {
    return fmt::format("'{}'", program.symbol(semantics::EntityId(object.origin.entity)).display);
  }
  if (object.kind == ObjectKind::Heap) return "its memory block";
  if (object.kind == ObjectKind::String) return "a string literal";
  return "its object";
}

/// Whether a point calls a function through a pointer to it: not by a method's object.
bool is_called_through(const ir::Body& body, ir::NodeId node) {
  return node.valid() && body[node].op == ir::Op::Call &&
         body.call_kind_of(node) != ir::CallKind::Method &&
         body.call_kind_of(node) != ir::CallKind::Virtual;
}

/// Whether what an access goes through is a number, `(void *)-1`, that a leap returned.
bool is_sentinel(const ir::Body& body, const Reporter& reporter, const Path& path,
                 ir::NodeId access) {
  ir::NodeId pointer = reporter.pointer_of(access);
  while (pointer.valid() && body[pointer].kid_count > 0 &&
         (body[pointer].op == ir::Op::Cast || body[pointer].op == ir::Op::Load)) {
    pointer = body.kid(pointer, 0);
  }
  std::vector<Note> origin = reporter.origin_of(path, pointer);
  return std::any_of(origin.begin(), origin.end(),
                     [&](const Note& note) { return Judge::is_leap(path, note.node); });
}

/// Whether a floating-point result is converted to an integer where it is made.
bool becomes_integer(const semantics::Prepared& function, ir::NodeId node) {
  const ir::Body& body = *function.body;
  std::vector<ir::NodeId> parents = body.parents();
  for (ir::NodeId at = parents[node.index()]; at.valid(); at = parents[at.index()]) {
    const semantics::ValueType* type = function[at].type;
    if (!type) return false;
    if (type->shape != semantics::Shape::Float) return body[at].op == ir::Op::Cast;
  }
  return false;
}

/// Whether a load is all that its variable begins with: `int n = n;` says that nothing else is
/// meant.
bool is_own_value(const ir::Body& body, ir::NodeId load) {
  if (!load.valid() || body[load].op != ir::Op::Load || body[load].kid_count == 0) return false;
  ir::NodeId from = body.kid(load, 0), user = body.parents()[load.index()];
  bool is_plain = body[from].op == ir::Op::Local && user.valid() && body[user].op == ir::Op::Init &&
                  body[user].kid_count > 1;
  if (!is_plain) return false;
  ir::NodeId to = body.kid(user, 0);
  return body[to].op == ir::Op::Local && body.local_of(to) == body.local_of(from);
}

/// Whether an expression names a variable.
bool names_local(const ir::Body& body, ir::NodeId root, uint32_t local) {
  std::vector<ir::NodeId> todo{root};
  while (!todo.empty()) {
    ir::NodeId at = todo.back();
    todo.pop_back();
    if (body[at].op == ir::Op::Local && body.local_of(at).index() == local) return true;
    std::span<const ir::NodeId> kids = body.kids_of(at);
    todo.insert(todo.end(), kids.begin(), kids.end());
  }
  return false;
}

/// Whether a path asked a record that is a variable about itself: one of its members may say which
/// of the others are set.
bool is_asked_about(const ir::Body& body, const ir::TypeTable& types, const Path& path,
                    const Object& object) {
  bool is_record = object.kind == ObjectKind::Local && object.type.valid() &&
                   object.type.index() < types.size() && types.is_record(object.type) &&
                   object.origin.entity < body.locals.size();
  return is_record &&
         std::any_of(path.decisions.begin(), path.decisions.end(), [&](const Decision& decision) {
           ir::NodeId operand = body.blocks[decision.block.index()].operand;
           return !decision.is_forced && operand.valid() &&
                  names_local(body, operand, object.origin.entity);
         });
}

}  // namespace

/// Of the places that an access may go to, one that is gone; none if all are there.
memory::ObjectId Simulation::ended_object(const State& state, ir::NodeId access) const {
  const ir::Body& body = *function_.body;
  if (!access.valid() || body[access].kid_count == 0) return memory::ObjectId();
  Term address = evaluator_.value_of(state, body.kid(access, 0));
  if (address.is_null() || address.width() != state.memory.target().pointer_bits) {
    return memory::ObjectId();
  }
  for (const memory::Location& at : memory::locations_of(state.memory, address).locations) {
    const Object* object = at.object.valid() ? state.memory.find(at.object) : nullptr;
    if (at.object.valid() && (!object || object->live.is_false())) return at.object;
  }
  return memory::ObjectId();
}

/// What the library did on behalf of a call or of an object's end; empty: the program freed it.
std::string Simulation::freed_by(const Object& object) const {
  const ir::Body& body = *function_.body;
  bool is_plain = object.attribute(kFreedInRunAttribute).is_null() &&
                  object.attribute(kMovedAttribute).is_null();
  if (is_plain || !object.ended_at.valid()) return "";
  if (body[object.ended_at].op == ir::Op::Destroy && body[object.ended_at].kid_count > 0)
    return fmt::format("the end of '{}'", reporter_.text(body.kid(object.ended_at, 0)));
  return fmt::format("'{}'", reporter_.text(object.ended_at));
}

Warning Simulation::invalid_access(const State& state, const Obligation& asked) const {
  ir::NodeId pointer = reporter_.pointer_of(asked.node);
  std::string name = reporter_.text(pointer);
  // What an iterator's operator gave: the iterator leads there.
  bool is_iterator = pointer.valid() && function_.body->nodes[pointer.index()].op == ir::Op::Call &&
                     name.starts_with("*");
  if (is_iterator) name.erase(0, 1);
  Warning made{.node = asked.node, .variable = name};
  memory::ObjectId id = asked.object;
  if (!id.valid()) id = ended_object(state, asked.node);
  const Object* object = id.valid() ? state.memory.find(id) : nullptr;
  if (object && object->live.is_false()) {
    made.kind = "use-after-free";
    made.message = fmt::format("dereferencing pointer '{}' {}", name, led_to(*object));
    std::string by = freed_by(*object);
    if (!object->attribute(kMovedAttribute).is_null())
      made.message =
          fmt::format("dereferencing '{}', which {} may have moved or destroyed", name, by);
    else if (!by.empty())
      made.message = fmt::format("dereferencing '{}', whose memory {} has freed", name, by);
    made.notes.push_back(ended_note(*object));
  } else if (id.valid() && !object) {
    made.kind = "stack-escape";
    made.message = fmt::format("dereferencing pointer '{}' to a variable that is gone", name);
  } else {
    made.kind = "invalid-deref";
    made.message = fmt::format("dereferencing invalid pointer '{}'", name);
  }
  return made;
}

Warning Simulation::uninitialised(const State& state, const Obligation& asked) const {
  const ir::Body& body = *function_.body;
  ir::NodeId place = asked.node;
  // A load, or an assignment that reads first.
  bool is_around = place.valid() && body[place].kid_count > 0 &&
                   (body[place].op == ir::Op::Load ||
                    (body[place].op >= ir::Op::AddAssign && body[place].op <= ir::Op::PostDec));
  if (is_around) place = body.kid(place, 0);
  std::string name = reporter_.text(place);
  Warning made{.kind = "uninit", .node = asked.node, .variable = name};
  bool is_pointer = asked.node.valid() && body[asked.node].op == ir::Op::Load &&
                    reporter_.is_followed(asked.node);
  made.message = is_pointer ? fmt::format("dereferencing uninitialized pointer '{}'", name)
                            : fmt::format("using uninitialized memory '{}'", name);
  const Object* object = asked.object.valid() ? state.memory.find(asked.object) : nullptr;
  if (object && object->origin.node.valid()) {
    bool is_heap = object->kind == ObjectKind::Heap;
    made.cause = object->origin.node;  // once, wherever it is read
    made.notes.push_back(is_heap ? allocated_at(*object)
                                 : Note{object->origin.node, "variable declared here"});
  }
  return made;
}

Warning Simulation::warning_for(const State& state, const Obligation& asked) const {
  std::string name = reporter_.text(reporter_.pointer_of(asked.node));
  Warning made{.node = asked.node, .variable = name};
  switch (asked.kind) {
    case ObligationKind::NonNull: {
      const ir::Body& body = *function_.body;
      ir::NodeId pointer = reporter_.pointer_of(asked.node);
      if (is_called_through(body, asked.node)) {
        pointer = body.kid(asked.node, 0);
        made.variable = reporter_.text(pointer);
      }
      // `MAP_FAILED` is no null.
      Term value = pointer.valid() ? evaluator_.value_of(state, pointer) : Term();
      if (!value.is_null() && value.is_immediate() && value.signed_bits() < 0)
        return invalid_access(state, asked);
      made.kind = "null-deref";
      made.message = fmt::format("dereferencing NULL pointer '{}'", made.variable);
      while (pointer.valid() && body[pointer].op == ir::Op::Cast && body[pointer].kid_count > 0) {
        pointer = body.kid(pointer, 0);
      }
      if (pointer.valid() && body[pointer].op == ir::Op::Load) pointer = body.kid(pointer, 0);
      made.notes = reporter_.origin_of(*current_, pointer);
      return made;
    }
    case ObligationKind::Valid:
      return invalid_access(state, asked);
    case ObligationKind::InBounds: {
      const Object* object = asked.object.valid() ? state.memory.find(asked.object) : nullptr;
      made.kind = "buffer-overflow";
      std::string_view does = is_write(*function_.body, asked.node) ? "writing" : "reading";
      made.message = fmt::format("{} out of bounds of '{}'", does, name);
      if (object && object->size.is_immediate() && asked.bytes > 0) {
        made.message = fmt::format("{} {} byte{} at offset {} of {}, which has {}", does,
                                   asked.bytes, asked.bytes == 1 ? "" : "s", asked.offset,
                                   object_name(program_, function_, *object), object->size.bits());
      }
      return made;
    }
    case ObligationKind::IndexInArray: {
      ir::NodeId array = function_.body->kid(asked.place, 0);
      made.kind = "buffer-overflow";
      made.variable = reporter_.text(array);
      std::string_view does = is_write(*function_.body, asked.node) ? "writing" : "reading";
      made.message = asked.condition.is_immediate()
                         ? fmt::format("{} element {} of '{}', which has {}", does, asked.offset,
                                       made.variable, asked.bytes)
                         : fmt::format("{} out of bounds of '{}'", does, made.variable);
      return made;
    }
    case ObligationKind::Initialised:
      return uninitialised(state, asked);
    case ObligationKind::Writable:
      made.kind = "invalid-deref";
      made.message = fmt::format("writing to constant memory '{}'", name);
      return made;
    case ObligationKind::DivisorNonZero:
      made.kind = "div-by-zero";
      made.variable = reporter_.text(asked.node);
      made.message = fmt::format("dividing by zero in '{}'", made.variable);
      return made;
    case ObligationKind::NoOverflow:
    case ObligationKind::ConversionFits:
    case ObligationKind::NoWrap:
    case ObligationKind::Narrows:
      if (asked.kind == ObligationKind::NoOverflow && is_floating(asked.node)) {
        made.kind = "float-overflow";
        made.variable = reporter_.text(asked.node);
        made.message = fmt::format("the result of '{}' is out of range", made.variable);
        return made;
      }
      if (is_conversion(asked)) {
        made.kind = "lossy-conversion";
        made.variable = reporter_.text(function_.body->kid(asked.node, 0));
        made.message = fmt::format("converting '{}' changes its value", made.variable);
        return made;
      }
      made.kind = "int-overflow";
      made.variable = reporter_.text(asked.node);
      made.message = fmt::format("the result of '{}' does not fit its type", made.variable);
      return made;
    case ObligationKind::ShiftInRange:
      made.kind = "bad-shift";
      made.variable = reporter_.text(asked.node);
      made.message = fmt::format("shifting too far in '{}'", made.variable);
      return made;
    case ObligationKind::Freeable:
      made.kind = "invalid-free";
      made.message = fmt::format("freeing '{}', which cannot be freed", name);
      return made;
    case ObligationKind::Callable:
      made.kind = "invalid-deref";
      made.message = fmt::format("calling '{}', which is no function", name);
      return made;
    case ObligationKind::Implemented:
      made.kind = "pure-virtual";
      made.message = "calling a pure virtual method";
      return made;
    case ObligationKind::Terminated:
      made.kind = "buffer-overflow";
      made.message = fmt::format("string '{}' does not end within its memory", name);
      return made;
    default:
      made.kind = "illegal-argument";
      made.message = fmt::format("illegal value in '{}'", reporter_.text(asked.node));
      return made;
  }
}

/// Which input a condition says is not null; none if it says something else.
InputId Simulation::flagged_by(Term condition) const {
  if (condition.is_immediate() || !pool_.is(condition, Op::Not)) return InputId();
  Term flag = pool_.arg(condition, 0);
  InputId id = inputs_.of_symbol(flag);
  return id.valid() && inputs_[id].is_null == flag ? id : InputId();
}

std::optional<models::Operation> Simulation::constraint_for(const State& state,
                                                            const Obligation& asked) const {
  Term condition = asked.condition;
  if (asked.kind == ObligationKind::NonNull) {
    InputId id = flagged_by(condition);
    if (!id.valid()) return std::nullopt;
    std::optional<models::Operand> pointer = describer_.input(id, models::Moment::Entry);
    if (!pointer) return std::nullopt;
    return operation(models::Role::Constraint, models::Operator::MemoryValidPointer, {*pointer});
  }
  auto said = describer_.condition(state, condition, models::Role::Constraint);
  if (!said || said->size() != 1) return std::nullopt;
  models::Operation made = said->front();
  // The divisor is not zero: in the word that says what happens otherwise.
  bool is_divisor =
      asked.kind == ObligationKind::DivisorNonZero && made.op == models::Operator::Ine;
  if (is_divisor) return operation(made.role, models::Operator::IntNonZero, {made.operands[0]});
  return made;
}

/// How large what a pointer of the callers leads to has to be, they know.
void Simulation::unbounded_access(State& state, ir::NodeId at, const memory::Location& location,
                                  uint64_t bytes) {
  constexpr auto kMaxKept = 8;  // constraints of this sort on one path
  Path& path = *current_;
  InputId pointer = inputs_.leading_to(location.object);
  bool is_asked = pointer.valid() && at.valid() && state.frames.size() == 1 &&
                  evaluator_.source_of(location.offset) == Source::Inputs &&
                  solver_.is_simple(location.offset) &&
                  solver_.decide(path.conditions, location.guard) == Tri::Yes;
  if (!is_asked) return;
  Term index = logic::sub(pool_, location.offset, Term::constant(location.offset.width(), kBefore));
  auto said = describer_.access(state, pointer, index, bytes, is_write(*function_.body, at));
  bool is_full =
      std::count_if(path.constraints.begin(), path.constraints.end(), is_indexed) >= kMaxKept;
  if (said && !is_full) judge_.constrain(path, std::move(*said));
}

/// Whether what the path asked of its inputs leaves no way but to shift too far.
bool Simulation::is_shown(const Path& path, const Obligation& asked) {
  return asked.kind == ObligationKind::ShiftInRange && asked.source == Source::Inputs &&
         !path.is_cut && solver_.decide(path.conditions, asked.condition) == Tri::No;
}

/// Pointers into two objects of our own have no distance.
void Simulation::check_distance(Path& path, const State& state, const Obligation& asked) {
  const ir::Body& body = *function_.body;
  bool is_here = asked.node.valid() && state.frames.size() == 1;
  if (!is_here || body[asked.node].op != ir::Op::Sub || body[asked.node].kid_count != 2) return;
  for (ir::NodeId kid : body.kids_of(asked.node)) {
    Term pointer = evaluator_.value_of(state, kid);
    if (pointer.is_null() || !pointer.is_immediate()) return;
    const Object* object = state.memory.find(state.memory.spot(pointer.bits()).object);
    bool is_ours =
        object && (object->kind == ObjectKind::Local || object->kind == ObjectKind::Global ||
                   object->kind == ObjectKind::Heap);
    if (!is_ours) return;
  }
  std::string text = reporter_.text(asked.node);
  reporter_.warn(path,
                 {.kind = "unrelated-pointers",
                  .message = fmt::format("'{}' subtracts pointers into different objects", text),
                  .node = asked.node,
                  .cause = {},
                  .variable = text,
                  .notes = {}});
}

/// Where an access goes in its object and how large that is; or which element of an inner array,
/// and how many there are.  Null: not known.
std::pair<Term, Term> Simulation::place_and_end(const State& state, const Obligation& asked) const {
  const ir::Body& body = *function_.body;
  if (asked.kind == ObligationKind::IndexInArray) {
    Term index = evaluator_.value_of(state, body.kid(asked.place, 1));
    if (index.is_null()) return {};
    return {index, Term::constant(index.width(), asked.bytes)};
  }
  Term address = evaluator_.value_of(state, body.kid(asked.node, 0));
  if (address.is_null() || address.width() != state.memory.target().pointer_bits) return {};
  const memory::LocationSet set = memory::locations_of(state.memory, address);
  if (set.locations.size() != 1) return {};
  const memory::Location& at = set.locations.front();
  const Object* object = at.object.valid() ? state.memory.find(at.object) : nullptr;
  if (!object || object->has(memory::kSizeUnknown)) return {};
  return {at.offset, object->size};
}

/// Whether the function's own tests let an index of its callers go one past the end, and no
/// further: `if (k > 3) return;` for three elements.  Who asks for that much takes it for what
/// there is.
bool Simulation::is_one_past(const Path& path, const State& state, const Obligation& asked) {
  const ir::Body& body = *function_.body;
  bool is_counted = asked.source == Source::Imprecise;  // by a loop: `i <= n` for n elements
  bool is_inner = asked.kind == ObligationKind::IndexInArray;
  bool is_asked = (is_inner || asked.kind == ObligationKind::InBounds) &&
                  (is_counted || (asked.source == Source::Inputs && !path.is_cut)) &&
                  path.leaps.empty() && body[asked.node].kid_count > 0;
  if (!is_asked) return false;
  std::vector<Term> tests;
  for (const Decision& each : path.decisions)
    if (!each.condition.is_immediate()) tests.push_back(each.condition);
  if (!solver_.is_limited(tests, asked.condition)) return false;
  auto [offset, end] = place_and_end(state, asked);
  if (offset.is_null() || offset.is_immediate()) return false;
  bool is_known = std::ranges::all_of(solver_.symbols_of(offset), [&](uint32_t each) {
    InputId id = inputs_.of_symbol(solver_.term(each));
    return id.valid() && (inputs_[id].source == Source::Inputs || inputs_.is_of_loop(id));
  });
  if (is_counted && !is_known) return false;
  // No object is larger than that, whatever its size was computed from.
  Term largest = evaluator_.pointer_constant(state.memory.largest());
  if (end.width() == largest.width()) tests.push_back(logic::ule(pool_, end, largest));
  // A counter begins somewhere, and nobody knows where any more.
  Term within = is_counted ? logic::sle(pool_, offset, end) : logic::ule(pool_, offset, end);
  return solver_.decide({}, within) != Tri::Yes && solver_.decide(tests, within) == Tri::Yes &&
         solver_.is_shown_to_fail(path.conditions,
                                  logic::bit_not(pool_, logic::eq(pool_, offset, end)));
}

/// A pointer that is null because a callee's model has an outcome for that: only callers know.
Verdict Simulation::leave_to_callers(Path& path, const State& state, const Obligation& asked) {
  std::optional<models::Operation> constraint = constraint_for(state, asked);
  why_ = constraint ? Why::Left : Why::Impossible;
  if (constraint) judge_.constrain(path, std::move(*constraint));
  return Verdict::Stop;
}

/// Whether one point of the function gives a variable its value, and no other ever does.
static bool is_set_once(const ir::Body& body, ir::NodeId place) {
  if (body[place].op != ir::Op::Local) return false;
  ir::LocalId local = body.local_of(place);
  if (body.locals[local.index()].address_taken) return false;
  auto sets = [&](const ir::Node& node) {
    bool writes =
        (node.op >= ir::Op::Assign && node.op <= ir::Op::PostDec) || node.op == ir::Op::Init;
    if (!writes || node.kid_count == 0) return false;
    ir::NodeId to = body.kid(ir::NodeId(static_cast<uint32_t>(&node - body.nodes.data())), 0);
    return body[to].op == ir::Op::Local && body.local_of(to) == local;
  };
  return std::count_if(body.nodes.begin(), body.nodes.end(), sets) == 1;
}

/// Whether a pointer is null, and answers about memory led from where it became so to the access.
bool Simulation::is_null_by_chance(const Path& path, ir::NodeId access) const {
  const ir::Body& body = *function_.body;
  ir::NodeId pointer = reporter_.pointer_of(access);
  if (is_called_through(body, access)) pointer = body.kid(access, 0);
  while (pointer.valid() && body[pointer].kid_count > 0 &&
         (body[pointer].op == ir::Op::Cast || body[pointer].op == ir::Op::Load)) {
    pointer = body.kid(pointer, 0);
  }
  // A null that is written down is meant.
  if (!pointer.valid() || !body[pointer].has(ir::kLvalue)) return false;
  ir::NodeId since = reporter_.written_at(path, pointer);
  bool has_value = since.valid() && body[since].kid_count > 1;
  if (has_value && emulator_.leaps().gave(path, body.kid(since, 1))) return true;
  return !is_set_once(body, pointer) && manifest_.is_doubtful_since(path, since);
}

/// Whether memory is as it is only because of a leap.
bool Simulation::is_leapt(const Path& path, const State& state, const Obligation& asked) const {
  if (asked.kind == ObligationKind::Initialised) {
    // So many elements are built one by one, in rounds that are not all followed.
    const Object* block = state.memory.find(asked.object);
    if (block && block->kind == ObjectKind::Heap && !block->size.is_immediate()) return true;
    if (block && is_asked_about(*function_.body, function_.unit->types->types(), path, *block))
      return true;
    // How many elements were set, and what else is asked of memory, belong together.
    const ir::TypeTable& types = function_.unit->types->types();
    bool is_array = block && block->type.valid() && block->type.index() < types.size() &&
                    types.resolved(block->type).kind == ir::TypeKind::Array;
    if (is_array && manifest_.rests_on_environment(path)) return true;
    // Unknown code knows the variable, and may have written it.
    if (block && block->kind == ObjectKind::Local && block->has(memory::kEscaped)) return true;
    if (emulator_.leaps().may_be_kept(path, asked.object)) return true;
    return asked.offset >= 0 &&
           emulator_.leaps().may_write(path, asked.object, static_cast<uint64_t>(asked.offset),
                                       asked.bytes);
  }
  // Which object it is that a callee answered with: its own, that stands for none.
  if (asked.kind == ObligationKind::Writable || asked.kind == ObligationKind::InBounds)
    return emulator_.leaps().chose(path, asked.object);
  const Object* object = state.memory.find(asked.object);
  return asked.kind == ObligationKind::Valid && object && object->live.is_false() &&
         (Judge::is_leapt_end(path, *object) || manifest_.is_doubtful_end(path, asked.object));
}

/// What the library's own code needs: all of it is known to hold, or the call takes a model.
Verdict Simulation::obligation_in_run(const State& state, const Obligation& asked) {
  (void)state;
  if (asked.kind == ObligationKind::Handled) {
    if (asked.holds == Tri::Unknown) {
      check_thrown_in_run(*current_);
      current_->thrown_at = current_->run->call;
      return Verdict::Continue;
    }
    is_run_failed_ = true;
    return Verdict::Stop;
  }
  bool is_inner = asked.kind == ObligationKind::IndexInArray;
  if (is_inner || care_for(asked.kind) != Care::Test) return Verdict::Continue;
  Tri holds = asked.holds;
  if (holds == Tri::Unknown) holds = solver_.decide(current_->conditions, asked.condition);
  if (holds == Tri::Yes) return Verdict::Continue;
  if (holds == Tri::No && report_in_run(*current_, asked)) {
    go_on_behind_run(*current_);
    current_->run = nullptr;
    why_ = Why::Warned;
    return Verdict::Stop;
  }
  is_run_failed_ = true;
  return Verdict::Stop;
}

/// Whether an access goes through `this`.
bool Simulation::is_this(ir::NodeId access) const {
  const ir::Body& body = *function_.body;
  ir::NodeId pointer = reporter_.pointer_of(access);
  if (pointer.valid() && body[pointer].op == ir::Op::Load) pointer = body.kid(pointer, 0);
  return pointer.valid() && body[pointer].op == ir::Op::Local &&
         body.locals[body.local_of(pointer).index()].kind == ir::LocalKind::This;
}

Verdict Simulation::obligation(State& state, const Obligation& required) {
  Path& path = *current_;
  if (path.run && state.frames.size() > 1) return obligation_in_run(state, required);
  Obligation asked = required;
  // At an unknown index from null there is nothing.
  if (asked.kind == ObligationKind::Valid && flagged_by(asked.condition).valid())
    asked.kind = ObligationKind::NonNull;
  if (asked.kind == ObligationKind::Handled && asked.holds == Tri::Unknown) {
    path.thrown_at = asked.node;
    return Verdict::Continue;  // what is alive is destroyed on the way out
  }
  if (asked.kind == ObligationKind::Handled) {
    why_ = Why::Left;
    return Verdict::Stop;
  }
  if (asked.kind == ObligationKind::Reachable) {
    why_ = Why::Left;
    return Verdict::Stop;
  }
  Care care = care_for(asked.kind);
  // `1.0 / 0.0` is a way to write infinity, and so is `1e300 * 1e300`.
  bool divides = asked.kind == ObligationKind::DivisorNonZero;
  bool overflows = asked.kind == ObligationKind::NoOverflow && is_floating(asked.node);
  if ((divides || overflows) && asked.node.valid() && state.frames.size() == 1 &&
      function_.body->kids_of(asked.node).size() == 2 &&
      is_number(function_.body->kid(asked.node, 1)) &&
      (divides || is_number(function_.body->kid(asked.node, 0)))) {
    return Verdict::Continue;
  }
  // IEEE 754 has an answer for a quotient; no integer has.
  if (divides && asked.node.valid() && state.frames.size() == 1 && is_floating(asked.node) &&
      !becomes_integer(function_, asked.node)) {
    return Verdict::Continue;
  }
  if (asked.kind == ObligationKind::SameObject && asked.holds == Tri::No) {
    check_distance(path, state, asked);
  }
  // In a constant initialiser, or where no source is: nobody wrote what is wrong.
  if (care == Care::Ignore || state.frames.size() != 1 || !asked.node.valid()) {
    return Verdict::Continue;
  }
  // Which index it is, only callers or nobody knows: as far as the whole object goes, it is asked.
  if (asked.kind == ObligationKind::IndexInArray && asked.holds == Tri::Unknown &&
      asked.source != Source::Outside && !is_one_past(path, state, asked)) {
    return Verdict::Continue;
  }
  // How large a block is that a call's number made, nobody has looked at; how many arguments a
  // program has, whoever counts them has.
  if (asked.kind == ObligationKind::InBounds && asked.holds == Tri::Unknown &&
      asked.object.valid() &&
      (path.is_cut || std::ranges::any_of(solver_.symbols_of(asked.condition), [&](uint32_t each) {
         return !inputs_.brought_by(each).valid();
       }))) {
    return Verdict::Continue;
  }
  if (care == Care::Value && asked.holds == Tri::Unknown && !is_shown(path, asked))
    return value_off(path, state, asked);
  // What C allows is no fault because a path's assumptions lead to it.
  bool is_allowed = asked.kind == ObligationKind::NoWrap || asked.kind == ObligationKind::Narrows;
  if (is_allowed && (!asked.condition.is_false() || is_meant(asked) || path.is_cut ||
                     manifest_.rests_on_environment(path))) {
    return Verdict::Continue;
  }
  // Nor is a number off because a callee has an outcome for the largest there is.
  if (care == Care::Value && !asked.condition.is_immediate() &&
      evaluator_.source_of(asked.condition) == Source::Imprecise) {
    return Verdict::Continue;
  }
  Tri holds = asked.holds;
  if (holds == Tri::Unknown) holds = solver_.decide(path.conditions, asked.condition);
  if (holds == Tri::Yes) return Verdict::Continue;
  if (holds == Tri::No && asked.kind == ObligationKind::NonNull) {
    Term is_null = logic::bit_not(pool_, asked.condition);
    bool is_soft = std::find(path.soft.begin(), path.soft.end(), is_null) != path.soft.end();
    if (is_soft) return leave_to_callers(path, state, asked);
  }
  if (holds == Tri::No && asked.kind == ObligationKind::Valid) {
    // A variable that is gone is told once; what is done with its address later counts too.
    memory::ObjectId id = asked.object.valid() ? asked.object : ended_object(state, asked.node);
    const Object* ended = id.valid() ? state.memory.find(id) : nullptr;
    if (ended && ended->live.is_false() &&
        (Judge::is_leapt_end(path, *ended) || manifest_.is_doubtful_end(path, id))) {
      why_ = Why::Impossible;
      return Verdict::Stop;
    }
    // It is there on the paths that made it.
    if (id.valid() && !ended && !is_ended(path, id)) {
      why_ = Why::Impossible;
      return Verdict::Stop;
    }
    if (id.valid() && !ended) {
      if (path.gone.insert(id).second) reporter_.warn(path, invalid_access(state, asked));
      return Verdict::Continue;
    }
  }
  // Something in this block was written behind an index that is not known: perhaps this.
  if (holds == Tri::No && asked.kind == ObligationKind::Initialised && asked.object.valid() &&
      evaluator_.approximations().unknown_store != lost_) {
    auto again = std::make_shared<Path>(path);
    inputs_.freshen(again->state, asked.object, Source::Imprecise);
    wait({.path = std::move(again), .condition = logic::kTrue, .outcome = {}});
    why_ = Why::Forked;
    return Verdict::Stop;
  }
  // No method is called for an object that is not there, whatever it compares.
  if (holds == Tri::No && asked.kind == ObligationKind::NonNull && is_this(asked.node)) {
    why_ = Why::Impossible;
    return Verdict::Stop;
  }
  if (holds == Tri::No && asked.kind == ObligationKind::NonNull && asked.condition.is_immediate() &&
      (is_sentinel(*function_.body, reporter_, path, asked.node) ||
       emulator_.leaps().gave(path, reporter_.pointer_of(asked.node)) ||
       is_null_by_chance(path, asked.node))) {
    why_ = Why::Impossible;
    return Verdict::Stop;
  }
  // A number that is no address, and came out of what others keep.
  if (holds == Tri::No && asked.kind == ObligationKind::Valid && asked.condition.is_immediate() &&
      !asked.object.valid() && (!path.leaps.empty() || manifest_.rests_on_environment(path))) {
    why_ = Why::Impossible;
    return Verdict::Stop;
  }
  if (holds == Tri::No && asked.kind == ObligationKind::DivisorNonZero &&
      asked.condition.is_immediate() && manifest_.rests_on_environment(path)) {
    why_ = Why::Impossible;
    return Verdict::Stop;
  }
  bool is_bound =
      asked.kind == ObligationKind::InBounds || asked.kind == ObligationKind::IndexInArray;
  // Where the rounds that were followed show the same, another path reports it.
  bool is_by_rounds = asked.kind == ObligationKind::Initialised || is_bound ||
                      asked.kind == ObligationKind::DivisorNonZero ||
                      asked.kind == ObligationKind::Terminated;
  if (holds == Tri::No && is_by_rounds && path.is_cut) {
    why_ = Why::Impossible;
    return Verdict::Stop;
  }
  if (holds == Tri::No && is_bound && asked.condition.is_immediate() &&
      manifest_.is_led_by_memory(path, loops_)) {
    why_ = Why::Impossible;
    return Verdict::Stop;
  }
  if (holds == Tri::No && asked.object.valid() && is_leapt(path, state, asked)) {
    why_ = Why::Impossible;
    return Verdict::Stop;
  }
  if (holds == Tri::No && asked.kind == ObligationKind::Initialised &&
      is_own_value(*function_.body, asked.node)) {
    return Verdict::Continue;
  }
  if (holds == Tri::Unknown && is_one_past(path, state, asked)) {
    Warning past = warning_for(state, asked);
    past.message =
        fmt::format("{} one past the end of '{}'",
                    is_write(*function_.body, asked.node) ? "writing" : "reading", past.variable);
    reporter_.warn(path, judge_.with_sources(std::move(past), asked.condition));
    judge_.assume(path, asked.condition);
    return Verdict::Continue;
  }
  size_t constraints = path.constraints.size();
  Test test{.condition = asked.condition,
            .warning = [&] { return warning_for(state, asked); },
            .constraint = [&]() -> std::optional<models::Operation> {
              if (asked.kind == ObligationKind::IndexInArray) return std::nullopt;
              return constraint_for(state, asked);
            },
            .is_null = asked.kind == ObligationKind::NonNull,
            .is_bound = is_bound};
  if (judge_.test(path, std::move(test), holds, asked.source) || care == Care::Value) {
    return Verdict::Continue;
  }
  why_ = Why::Warned;
  is_ended_by_null_ = asked.kind == ObligationKind::NonNull;
  // Told once: what stands there is some value from now on, and the path goes on.
  if (asked.kind == ObligationKind::Initialised && !path.is_latent && forget_unset(path, asked)) {
    why_ = Why::Forked;
    return Verdict::Stop;
  }
  if (path.is_latent) why_ = path.constraints.size() > constraints ? Why::Left : Why::Impossible;
  return Verdict::Stop;
}

}  // namespace assay::simulator
