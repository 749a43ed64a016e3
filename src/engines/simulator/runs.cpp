// The C++ library's functions, run as they are written where all that they ask is known.
//
// A model says what a function does for all callers, and of a class template whose methods hand
// pointers to each other that is little.  On an object that this function made the library's own
// code has one way to go: it is followed, frame by frame, and leaves behind exactly what it does.
// Where something is not known (a branch, a pointer, code that nobody sees), the path goes back to
// the call and takes the model.  Nothing is reported inside: what the library allocates and frees,
// it does on behalf of the call.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "engines/simulator/reach.h"
#include "engines/simulator/simulation.h"
#include "logic/build.h"
#include "models/in_common.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using memory::ObjectId;
using semantics::CallAnswer;
using semantics::CallRequest;
using semantics::EntityId;

namespace {

constexpr uint64_t kMaxRunPoints = 4'000;         // of one call
constexpr uint64_t kMaxAllRunPoints = 1'000'000;  // of one function, all its paths together
constexpr size_t kMaxRunDepth = 48;
constexpr uint32_t kMaxRunFailures = 2;  // of a call, then it is not tried again

/// What a function of the library answers wherever it is asked.
struct KnownAnswer {
  std::string_view function;
  uint64_t answer;
};
constexpr std::array<KnownAnswer, 3> kKnownAnswers = {{
    // Reference counts are the same numbers either way.
    {"__gnu_cxx::__is_single_threaded", 1},
    {"__gthread_active_p", 0},
    {"std::__is_constant_evaluated", 0},
}};

const KnownAnswer* known_answer(std::string_view function) {
  auto found = std::find_if(kKnownAnswers.begin(), kKnownAnswers.end(),
                            [&](const auto& each) { return each.function == function; });
  return found == kKnownAnswers.end() ? nullptr : &*found;
}

bool is_library_name(std::string_view display) {
  return display.starts_with("std::") || display.starts_with("__gnu_cxx::") ||
         display.find(" std::") != display.npos;
}

}  // namespace

bool Simulation::is_built(const Path& path, Term address) const {
  if (address.is_null() || !address.is_immediate()) return false;
  memory::Spot at = path.state.memory.spot(address.bits());
  const Object* object = at.object.valid() ? path.state.memory.find(at.object) : nullptr;
  Holder holder;
  if (!object || object->live.is_false() || at.offset < 0 ||
      inputs_.find_holder(path.state, at.object, holder))
    return false;
  auto offset = static_cast<uint64_t>(at.offset);
  return std::any_of(path.built.begin(), path.built.end(), [&](const BuiltObject& each) {
    return each.object == at.object && offset >= each.offset && offset < each.offset + each.bytes;
  });
}

/// Whether an object is alive, and nothing that is not known was put into it as a whole.
bool Simulation::is_own_object(const Path& path, Term address) const {
  if (address.is_null() || !address.is_immediate()) return false;
  ObjectId id = path.state.memory.spot(address.bits()).object;
  const Object* object = id.valid() ? path.state.memory.find(id) : nullptr;
  Holder holder;
  return object && !object->live.is_false() && !inputs_.find_holder(path.state, id, holder);
}

/// Of a method its object, and of all functions the library's objects that they are given.
bool Simulation::are_built(const Path& path, const CallRequest& request) const {
  const ir::Symbol& symbol = program_.symbol(request.callee);
  const ir::TypeTable& types = program_[request.callee].unit->types->types();
  const ir::Type& type = types.resolved(symbol.type);
  size_t first = symbol.has(ir::kMethod) ? 1 : 0;
  bool has_object = first == 1 && !symbol.has(ir::kConstructor) && !request.arguments.empty();
  if (has_object) {
    // What is copied as bytes is built by nobody.
    const ir::Type& own = types.resolved(symbol.record);
    Term object = request.arguments[0].value;
    bool is_known = own.has(ir::kNonTrivialCopy) ? own.size <= 1 || is_built(path, object)
                                                 : is_own_object(path, object);
    if (!is_known) return false;
  }
  for (size_t i = 0; i < type.params.size() && i + first < request.arguments.size(); ++i) {
    const semantics::Argument& argument = request.arguments[i + first];
    bool is_reference = types.is_reference(type.params[i]) || argument.is_place;
    if (!is_reference) continue;
    ir::TypeId pointee =
        types.is_reference(type.params[i]) ? types.pointee(type.params[i]) : type.params[i];
    const ir::Type& record = types.resolved(pointee);
    bool is_plain =
        record.kind != ir::TypeKind::Record || record.size <= 1 || !record.has(ir::kNonTrivialCopy);
    if (!is_plain && !is_built(path, argument.value)) return false;
  }
  return true;
}

void Simulation::note_built(Path& path, const CallRequest& request) const {
  const ir::Symbol& symbol = program_.symbol(request.callee);
  if (!symbol.has(ir::kConstructor) || !symbol.has(ir::kSystem) || request.arguments.empty())
    return;
  Term address = request.arguments[0].value;
  if (address.is_null() || !address.is_immediate()) return;
  memory::Spot at = path.state.memory.spot(address.bits());
  if (!at.object.valid() || at.offset < 0) return;
  const ir::TypeTable& types = program_[request.callee].unit->types->types();
  BuiltObject made{.object = at.object,
                   .offset = static_cast<uint64_t>(at.offset),
                   .bytes = types.resolved(symbol.record).size,
                   .is_text = symbol.display.starts_with("std::basic_string<")};
  bool is_known = std::any_of(path.built.begin(), path.built.end(), [&](const BuiltObject& each) {
    return each.object == made.object && each.is_text == made.is_text &&
           each.offset <= made.offset && each.offset + each.bytes >= made.offset + made.bytes;
  });
  if (!is_known) path.built.push_back(made);
}

/// A call that is not run may have left behind in them what only a model says.
void Simulation::note_changed(Path& path, const CallRequest& request) {
  if (path.built.empty()) return;
  std::vector<ObjectId> roots;
  for (size_t i = 0; i < request.arguments.size(); ++i) {
    uint64_t bytes = 0;
    if (!request.arguments[i].value.is_null() && !emulator_.is_to_const(request, i, bytes))
      addresses_in(path.state.memory, request.arguments[i].value, roots);
  }
  if (roots.empty()) return;
  std::set<ObjectId> given = reachable(path.state.memory, std::move(roots));
  for (const BuiltObject& each : path.built) {
    const Object* object = path.state.memory.find(each.object);
    bool is_open =
        each.is_text && given.contains(each.object) && object && !object->live.is_false();
    if (!is_open) continue;
    // What models say of strings leaves open whether the text lies in the string.
    std::vector<ObjectId> texts;
    addresses_in(path.state.memory, *object, each.offset, each.bytes, texts);
    for (ObjectId id : texts)
      if (id != each.object) emulator_.keep(path, path.state.memory.address(id));
    inputs_.freshen_part(path.state, each.object, each.offset, each.bytes, *function_.unit->types,
                         semantics::Source::Imprecise);
  }
  std::erase_if(path.built, [&](const BuiltObject& each) { return given.contains(each.object); });
}

bool Simulation::can_run(const Path& path, const CallRequest& request) const {
  // What a special call runs may not be at hand.
  if (path.state.frames.size() != 1 || is_system_ || depth_ > 0 || run_points_ >= kMaxAllRunPoints)
    return false;
  const semantics::Entity& callee = program_[request.callee];
  const ir::Symbol& symbol = program_.symbol(request.callee);
  if (!callee.body || !symbol.has(ir::kSystem) || !is_library_name(symbol.display)) return false;
  auto failures = run_failures_.find(request.node);
  if (failures != run_failures_.end() && failures->second >= kMaxRunFailures) return false;
  const semantics::Step& step = (*path.state.frame().function)[request.node];
  bool is_array = step.op != ir::Op::Call && step.has(ir::kArrayForm);
  if (is_array) return false;
  if (containers_.knows(request.callee) && !containers_.is_followed(path, request)) return false;
  return are_built(path, request);
}

/// Whether an access to a vector stays in it; what is past the last element may be room of its own.
bool Simulation::is_inside_vector(Path& path, const CallRequest& request) {
  if (!containers_.knows(request.callee) || !path.leaps.empty() || path.is_cut) return true;
  std::optional<Containers::Access> access = containers_.access(path, request);
  if (!access || access->index < access->count || manifest_.is_led_by_memory(path, loops_))
    return true;
  const ir::Body& body = *function_.body;
  std::span<const ir::NodeId> kids = body.kids_of(request.node);
  if (body[request.node].op != ir::Op::Call || kids.size() < 2) return true;
  std::string vector = reporter_.text(kids[1]);
  bool is_address = body[kids[1]].op == ir::Op::AddressOf && body[kids[1]].has(ir::kImplicit);
  if (is_address) vector = reporter_.text(body.kid(kids[1], 0));
  // `&v[v.size()]` is where the last one ends.
  if (access->index == access->count && kids.size() > 2) {
    std::vector<ir::NodeId> parents = body.parents();
    ir::NodeId user = parents[request.node.index()];
    while (user.valid() && body[user].op == ir::Op::Deref) user = parents[user.index()];
    if (user.valid() && body[user].op == ir::Op::AddressOf) return true;
  }
  std::string what = kids.size() > 2 ? fmt::format("index {} is", access->index)
                                     : fmt::format("'{}' is", reporter_.text(request.node));
  std::string holds = access->count == 0   ? std::string("is empty")
                      : access->count == 1 ? std::string("has 1 element")
                                           : fmt::format("has {} elements", access->count);
  reporter_.warn(path,
                 {.kind = "buffer-overflow",
                  .message = fmt::format("{} out of bounds of '{}', which {}", what, vector, holds),
                  .node = request.node,
                  .cause = {},
                  .variable = vector,
                  .notes = {}});
  why_ = Why::Warned;
  return false;
}

CallAnswer Simulation::begin_run(Path& path, const CallRequest& request) {
  auto before = std::make_shared<Path>(path);
  path.run = std::make_shared<const Run>(
      Run{.before = std::move(before),
          .call = request.node,
          .callee = request.callee,
          .object = request.arguments.empty() ? Term() : request.arguments[0].value});
  path.run_points = 0;
  is_run_failed_ = false;
  return enter_in_run(path, request);
}

CallAnswer Simulation::enter_in_run(Path& path, const CallRequest& request) {
  containers_.note_built(path, request);
  note_built(path, request);
  evaluator_.enter(path.state, program_.prepare(*program_[request.callee].body), request.arguments,
                   request.node, request.result_slot);
  return CallAnswer::Entered;
}

CallAnswer Simulation::fail_run() {
  is_run_failed_ = true;
  return CallAnswer::Stop;
}

/// A call in code that is run.
CallAnswer Simulation::call_in_run(Path& path, const CallRequest& request) {
  if (!request.callee.valid() || is_run_failed_) return fail_run();
  CallRequest resolved = request;
  if (program_[resolved.callee].alias_of.valid())
    resolved.callee = program_[resolved.callee].alias_of;
  const ir::Symbol& symbol = program_.symbol(resolved.callee);
  const KnownAnswer* known = known_answer(symbol.display);
  // Without threads a lock is not taken, and nobody would know of it: a model says that it is.
  const semantics::Prepared& caller = *path.state.frame().function;
  bool is_of_lock = known && caller.entity.valid() &&
                    program_.symbol(caller.entity).display.starts_with("__gthread_mutex_");
  if (is_of_lock) return fail_run();
  if (known && request.result && request.result->is_scalar()) {
    evaluator_.set_value(path.state, request.node,
                         Term::constant(request.result->width, known->answer));
    return CallAnswer::Returned;
  }
  if (fill_in_run(path, resolved)) return is_run_failed_ ? CallAnswer::Stop : CallAnswer::Returned;
  FoundModel found = models_.find(resolved.callee);
  if (found.model && !found.is_automatic) return emulate_in_run(path, resolved, *found.model);
  if (!program_[resolved.callee].body || path.state.frames.size() >= kMaxRunDepth)
    return fail_run();
  // A vector under construction is nobody else's business.
  if (containers_.knows(resolved.callee) && !containers_.is_followed(path, resolved) &&
      !containers_.is_noted(path, resolved))
    return fail_run();
  return enter_in_run(path, resolved);
}

/// So many bytes set, or copied from one place to another; false: it is another function.
bool Simulation::fill_in_run(Path& path, const CallRequest& request) {
  constexpr uint64_t kMostBytes = 1 << 16;
  std::string_view name = program_[request.callee].name;
  constexpr std::string_view kBuiltin = "__builtin_";
  if (name.starts_with(kBuiltin)) name.remove_prefix(kBuiltin.size());
  bool sets = name == "memset", copies = name == "memcpy" || name == "memmove";
  if ((!sets && !copies) || request.arguments.size() != 3) return false;
  const Term to = request.arguments[0].value, what = request.arguments[1].value,
             bytes = request.arguments[2].value;
  if (to.is_null() || what.is_null() || bytes.is_null() || !bytes.is_immediate() ||
      bytes.bits() > kMostBytes || (sets && !what.is_immediate())) {
    is_run_failed_ = true;
    return true;
  }
  if (sets && bytes.bits() > 0)
    evaluator_.fill(path.state, request.node, to, bytes.bits(), static_cast<uint8_t>(what.bits()));
  else if (bytes.bits() > 0)
    evaluator_.copy(path.state, request.node, to, what, bytes.bits());
  if (evaluator_.failed()) is_run_failed_ = true;
  if (request.result && request.result->is_scalar())
    evaluator_.set_value(path.state, request.node, to);
  return true;
}

/// What the library asks of the system it asks for the call: the frames in between step aside.
CallAnswer Simulation::emulate_in_run(Path& path, const CallRequest& request,
                                      const models::Model& model) {
  bool is_plain =
      path.state.frame().function->body->nodes[request.node.index()].op == ir::Op::Call &&
      (!request.result || request.result->shape != semantics::Shape::Aggregate);
  if (!is_plain) return fail_run();
  std::vector<semantics::Argument> arguments(request.arguments.begin(), request.arguments.end());
  CallRequest outer = request;
  outer.node = path.run->call;
  outer.arguments = arguments;
  outer.result_slot = Term();
  EmulatedCall call = emulator_.operands().begin(outer, {.model = &model});
  std::vector<semantics::Frame> inner;
  while (path.state.frames.size() > 1) {
    inner.push_back(std::move(path.state.frames.back()));
    path.state.frames.pop_back();
  }
  auto come_back = [&] {
    for (size_t i = inner.size(); i-- > 0;) path.state.frames.push_back(std::move(inner[i]));
  };
  const models::Outcome* chosen = nullptr;
  Guards guards, its;
  size_t eligible = 0;
  for (const models::Outcome& outcome : model.outcomes) {
    bool is_left = outcome.kind == models::OutcomeKind::Rest ||
                   outcome.reason == models::kExhausted ||
                   outcome.return_type == models::ReturnType::Throw;
    its = Guards();
    if (is_left || !emulator_.is_eligible(path, call, outcome, its)) continue;
    if (++eligible == 1) {
      chosen = &outcome;
      guards = its;
    }
  }
  if (eligible != 1 || !guards.unknown.empty() || guards.is_vague) {
    come_back();
    return fail_run();
  }
  Applied applied = emulator_.apply(path, call, *chosen, guards);
  if (applied != Applied::Returned) {
    path.run = nullptr;
    why_ = applied == Applied::Warned ? Why::Warned
           : applied == Applied::Left ? Why::Left
                                      : Why::Impossible;
    return CallAnswer::Stop;
  }
  const bool has_value = request.result && request.result->is_scalar();
  for (const semantics::Argument& argument : arguments) {
    if (argument.value.is_null() || !argument.value.is_immediate()) continue;
    ObjectId id = path.state.memory.spot(argument.value.bits()).object;
    const Object* object = id.valid() ? path.state.memory.find(id) : nullptr;
    if (object && object->live.is_false())
      path.state.memory.own(id).set_attribute(kFreedInRunAttribute, logic::kTrue);
  }
  Term value = has_value ? evaluator_.value_of(path.state, path.run->call) : Term();
  come_back();
  if (has_value) evaluator_.set_value(path.state, request.node, value);
  // The frames lie elsewhere now: who is at work should look for his again.
  return CallAnswer::Entered;
}

namespace {

/// What the library throws at who uses an object that holds nothing.
constexpr std::array<std::string_view, 3> kEmptyUses = {
    "std::bad_optional_access", "std::bad_variant_access", "std::bad_function_call"};

}  // namespace

/// What the call is about: the object of a method, else the call itself.
std::string Simulation::run_subject(const Path& path) const {
  const ir::Body& body = *function_.body;
  ir::NodeId call = path.run->call;
  std::span<const ir::NodeId> kids = body.kids_of(call);
  ir::NodeId subject = call;
  if (body[call].op == ir::Op::Destroy && !kids.empty()) {
    subject = kids[0];
  } else if (body[call].op == ir::Op::Call && kids.size() > 1 &&
             body.call_kind_of(call) != ir::CallKind::Plain) {
    subject = kids[1];
    while (body[subject].op == ir::Op::AddressOf && body[subject].has(ir::kImplicit))
      subject = body.kid(subject, 0);
  }
  return reporter_.text(subject);
}

/// An exception leaves the library, and nobody in the function waits for it.
void Simulation::check_thrown_in_run(Path& path) {
  std::string type = evaluator_.thrown_type(path.state);
  if (std::find(kEmptyUses.begin(), kEmptyUses.end(), type) == kEmptyUses.end()) return;
  if (!path.leaps.empty() || manifest_.rests_on_environment(path)) return;
  std::string subject = run_subject(path);
  reporter_.warn(path, {.kind = "illegal-argument",
                        .message = fmt::format("'{}' is empty: '{}' throws '{}'", subject,
                                               reporter_.text(path.run->call), type),
                        .node = path.run->call,
                        .cause = {},
                        .variable = subject,
                        .notes = {}});
}

/// The library's own code goes where nothing is, and the path says so for certain; false: perhaps.
bool Simulation::report_in_run(Path& path, const semantics::Obligation& asked) {
  if (!path.leaps.empty() || path.is_cut || manifest_.rests_on_environment(path)) return false;
  std::string subject = run_subject(path);
  const Object* object = asked.object.valid() ? path.state.memory.find(asked.object) : nullptr;
  bool is_valid = asked.kind == semantics::ObligationKind::Valid && asked.object.valid();
  bool is_freed = is_valid && object && object->live.is_false() &&
                  !manifest_.is_doubtful_end(path, asked.object);
  bool is_gone = is_valid && !object && asked.object.index() <= path.run->before->made;
  is_gone = is_gone && is_ended(*path.run->before, asked.object);
  bool is_null = asked.kind == semantics::ObligationKind::NonNull && asked.condition.is_false();
  if (!is_freed && !is_gone && !is_null) return false;
  Warning made{.kind = is_freed  ? "use-after-free"
                       : is_gone ? "stack-escape"
                                 : "null-deref",
               .node = path.run->call,
               .cause = {},
               .variable = subject};
  std::string_view what = is_freed  ? "memory that was freed"
                          : is_gone ? "a variable that is gone"
                                    : "a NULL pointer";
  made.message = fmt::format("what '{}' does here uses {}", subject, what);
  if (is_freed)
    made.notes.push_back(
        {object->ended_at, std::string(kFreedHere), models::Operator::MemoryFreed});
  reporter_.warn(path, std::move(made));
  return true;
}

/// A branch in code that is run; false: the answer is not known.
bool Simulation::branch_in_run(Path& path) {
  const semantics::Frame& frame = path.state.frame();
  const ir::Block& block = frame.function->body->blocks[frame.block.index()];
  if (block.terminator != ir::Terminator::Branch) return false;
  Term holds = logic::is_nonzero(pool_, evaluator_.branch_value(path.state));
  Tri answer = solver_.decide(path.conditions, holds);
  if (answer == Tri::Unknown) return false;
  evaluator_.follow(path.state, answer == Tri::Yes ? 0 : 1);
  return true;
}

/// Back to the call, which takes a model.
void Simulation::give_up_run(Path& path) {
  std::shared_ptr<const Run> run = path.run;
  ++run_failures_[run->call];
  path = Path(*run->before);
  path.no_run = run->call;
  --path.state.frame().point;
  path.is_at_start = false;
  is_run_failed_ = false;
}

/// After so much of the code that is run; false: the path ends here.
Simulation::RunStep Simulation::go_on_with_run(Path& path, semantics::Flow flow) {
  bool goes_on =
      !is_run_failed_ && path.run_points <= kMaxRunPoints &&
      (flow == semantics::Flow::Next || flow == semantics::Flow::Entered ||
       (flow == semantics::Flow::Branch && path.state.frames.size() > 1 && branch_in_run(path)));
  if (!goes_on) {
    give_up_run(path);
    return RunStep::Again;
  }
  if (path.state.frames.size() > 1) return RunStep::Inside;
  std::shared_ptr<const Run> run = std::move(path.run);
  path.run = nullptr;
  inner_.after_run(path, *run);
  return RunStep::Done;
}

}  // namespace assay::simulator
