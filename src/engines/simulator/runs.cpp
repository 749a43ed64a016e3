// The C++ library's functions, run as they are written where all that they ask is known.
//
// A model says what a function does for all callers, and of a class template whose methods hand
// pointers to each other that is little.  On an object that this function made the library's own
// code has one way to go: it is followed, frame by frame, and leaves behind exactly what it does.
// Where something is not known (a branch, a pointer, code that nobody sees), the path goes back to
// the call and takes the model.  Nothing is reported inside: what the library allocates and frees,
// it does on behalf of the call.
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

/// Of a method its object, and of all functions the library's objects that they are given.
bool Simulation::are_built(const Path& path, const CallRequest& request) const {
  const ir::Symbol& symbol = program_.symbol(request.callee);
  const ir::TypeTable& types = program_[request.callee].unit->types->types();
  const ir::Type& type = types.resolved(symbol.type);
  size_t first = symbol.has(ir::kMethod) ? 1 : 0;
  bool has_object = first == 1 && !symbol.has(ir::kConstructor) && !request.arguments.empty();
  if (has_object && types.resolved(symbol.record).size > 1 &&
      !is_built(path, request.arguments[0].value))
    return false;
  for (size_t i = 0; i < type.params.size() && i + first < request.arguments.size(); ++i) {
    const semantics::Argument& argument = request.arguments[i + first];
    bool is_reference = types.is_reference(type.params[i]) || argument.is_place;
    if (!is_reference) continue;
    ir::TypeId pointee =
        types.is_reference(type.params[i]) ? types.pointee(type.params[i]) : type.params[i];
    const ir::Type& record = types.resolved(pointee);
    bool is_plain = record.kind != ir::TypeKind::Record || record.size <= 1 ||
                    !record.has(ir::kNonTrivialCopy);
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
    bool is_open = each.is_text && given.contains(each.object) && object && !object->live.is_false();
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

CallAnswer Simulation::begin_run(Path& path, const CallRequest& request) {
  auto before = std::make_shared<Path>(path);
  path.run = std::make_shared<const Run>(Run{.before = std::move(before), .call = request.node});
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
  bool is_plain = path.state.frame().function->body->nodes[request.node.index()].op ==
                      ir::Op::Call &&
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
    why_ = applied == Applied::Warned   ? Why::Warned
           : applied == Applied::Left ? Why::Left
                                      : Why::Impossible;
    return CallAnswer::Stop;
  }
  bool has_value = request.result && request.result->is_scalar();
  Term value = has_value ? evaluator_.value_of(path.state, path.run->call) : Term();
  come_back();
  if (has_value) evaluator_.set_value(path.state, request.node, value);
  // The frames lie elsewhere now: who is at work should look for his again.
  return CallAnswer::Entered;
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
  bool goes_on = !is_run_failed_ && path.run_points <= kMaxRunPoints &&
                 (flow == semantics::Flow::Next || flow == semantics::Flow::Entered ||
                  (flow == semantics::Flow::Branch && path.state.frames.size() > 1 &&
                   branch_in_run(path)));
  if (!goes_on) {
    give_up_run(path);
    return RunStep::Again;
  }
  if (path.state.frames.size() > 1) return RunStep::Inside;
  path.run = nullptr;
  return RunStep::Done;
}

}  // namespace assay::simulator
