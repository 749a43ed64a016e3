// Calls: a model is emulated, each of its eligible outcomes on a path of its own.
#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/returns.h"
#include "engines/simulator/simulation.h"
#include "logic/build.h"
#include "models/in_common.h"

namespace assay::simulator {

using logic::Term;
using semantics::CallAnswer;
using semantics::CallRequest;

/// What an earlier call of this path that asked for the same was told; null: there is none.
const models::Outcome* Simulation::told_before(const Path& path, const EmulatedCall& call) const {
  const std::vector<models::Outcome>& outcomes = call.model().outcomes;
  bool looks_up = std::any_of(outcomes.begin(), outcomes.end(),
                              [](const auto& each) { return each.reason == kNotSet; });
  if (!looks_up || call.found.is_automatic) return nullptr;
  std::string asked = reporter_.text(call.request.node);
  for (const Crumb& crumb : trail_.until(path.trail)) {
    bool is_same = crumb.kind == CrumbKind::Model && crumb.model == call.found.model &&
                   reporter_.text(crumb.node) == asked;
    if (is_same) return crumb.outcome;
  }
  return nullptr;
}

/// Whether a function that was seen to come back by many ways, and by none of them for what it is
/// called with here, ends the path: an error handler that goes on below some level.
static bool ends_here(const models::Model& model,
                      const std::vector<const models::Outcome*>& eligible) {
  auto ends = [](const models::Outcome& outcome) {
    return outcome.return_type == models::ReturnType::Exit ||
           outcome.return_type == models::ReturnType::Longjmp;
  };
  return std::all_of(eligible.begin(), eligible.end(),
                     [&](const models::Outcome* each) { return ends(*each); }) &&
         std::all_of(model.outcomes.begin(), model.outcomes.end(),
                     [&](const models::Outcome& each) {
                       return ends(each) || each.kind == models::OutcomeKind::Rest ||
                              each.reason == kJoined;
                     });
}

/// The outcome that this path takes; the others wait, at the call.  Null: there is none.
const models::Outcome* Simulation::select(Path& path, EmulatedCall& call) {
  std::vector<const models::Outcome*> eligible;
  Guards guards;
  const models::Outcome* told = told_before(path, call);
  for (const models::Outcome& outcome : call.model().outcomes) {
    if (outcome.kind == models::OutcomeKind::Rest || (told && told != &outcome)) continue;
    if (!options_.allocation_fails && outcome.reason == models::kExhausted) continue;
    if (emulator_.is_eligible(path, call, outcome, guards)) eligible.push_back(&outcome);
  }
  if (eligible.empty()) return nullptr;
  call.is_open = eligible.size() > 1 || !call.model().is_complete();
  // Of a function whose other answers were not seen there is more to say than this one.
  bool is_one_answer = std::all_of(eligible.begin(), eligible.end(), [&](const auto* each) {
    return each->return_type == eligible.front()->return_type;
  });
  bool answers = eligible.front()->return_type != models::ReturnType::Void;
  if (!call.model().is_complete() && call.found.is_automatic && is_one_answer && answers &&
      !never_returns(call.model()) && !ends_here(call.model(), eligible))
    eligible.push_back(&call.model().outcomes.back());
  // What the library answers the outside decides; what a learnt outcome rests on is not known.
  if (eligible.size() > 1 && call.found.is_automatic)
    for (Rounds& rounds : path.rounds) rounds.is_by_outside = false;
  size_t chosen = 0;
  for (size_t i = eligible.size(); i-- > 0;) {
    if (!answers_seen_.contains({call.request.node, eligible[i]->return_type})) chosen = i;
  }
  std::shared_ptr<Path> here;
  // The paths that wait begin behind the stores of this block.
  bool is_lost = path.state.frames.size() == 1 && eligible.size() > 1 &&
                 evaluator_.approximations().unknown_element != lost_;
  if (is_lost) keep_stored(path, path.state.frame().block, true);
  if (eligible.size() > 1) here = lending_ ? lending_ : std::make_shared<Path>(path);
  for (size_t i = eligible.size(); i-- > 0;) {
    if (i == chosen) continue;
    wait({.path = here, .condition = {}, .outcome = {call.request.node, eligible[i]}});
  }
  return eligible[chosen];
}

/// An exception comes out of a callee; `leaps`: how many there were before the call.
CallAnswer Simulation::throw_out_of(Path& path, const EmulatedCall& call,
                                    const models::Outcome& outcome, size_t leaps) {
  path.thrown_at = ir::NodeId();
  memory::ObjectId thrown = evaluator_.throw_of(path.state, call.request.node, outcome.thrown);
  inputs_.freshen(path.state, thrown, semantics::Source::Imprecise);
  bool is_caught = !path.thrown_at.valid();
  if (is_caught) {
    // Who catches it says that it is thrown.
    path.leaps.resize(leaps);
    return CallAnswer::Threw;
  }
  // What a library throws, and what may be any type, is followed where somebody waits for it.
  if (!call.found.is_automatic || outcome.thrown.empty()) {
    path.end = models::ReturnType::Throw;
    why_ = Why::Left;
    return CallAnswer::Stop;
  }
  path.is_thrown_by_leap = path.leaps.size() > leaps && !path.leaps.back()->is_direct;
  return CallAnswer::Threw;
}

namespace {

/// What a special call may spend.
Options options_of_special(Options options) {
  options.max_paths = std::min<uint32_t>(options.max_paths, 12);
  options.max_points = std::min<uint64_t>(options.max_points, 8'000);
  options.max_pending = std::min<uint32_t>(options.max_pending, 40);
  options.solver_questions = std::min<uint64_t>(options.solver_questions, 20);
  options.max_nodes = std::min<uint32_t>(options.max_nodes, 40'000);
  return options;
}

}  // namespace

const Special* Simulation::special_of(Path& path, const CallRequest& request,
                                      const FoundModel& found) {
  constexpr size_t kMaxSpecial = 8;  // of one function
  constexpr uint32_t kMaxDepth = 2;
  bool is_possible = found.is_automatic && depth_ < kMaxDepth && path.state.frames.size() == 1 &&
                     request.callee != function_.entity && models_.is_helper(request.callee);
  if (!is_possible) return nullptr;
  const semantics::Prepared& callee = program_.prepare(*program_[request.callee].body);
  SpecialCall special{request.callee,
                      givens_of(callee, *found.model, request.arguments, path.state, evaluator_),
                      depth_};
  if (special.givens.empty()) return nullptr;
  bool is_new = !special_.contains(special);
  if (is_new && special_.size() >= kMaxSpecial) return nullptr;
  Specials& known = models_.specials();
  auto at = known.find(special);
  if (at == known.end()) {
    Simulated simulated = Simulation(program_, callee, models_, options_of_special(options_),
                                     special.givens, depth_ + 1)
                              .run();
    Special made{.points = simulated.points};
    const std::vector<models::Outcome>& outcomes = simulated.model.outcomes;
    bool has_outcome = std::any_of(outcomes.begin(), outcomes.end(), [](const auto& each) {
      return each.kind != models::OutcomeKind::Rest;
    });
    if (!has_outcome && simulated.findings.size() == 1 && !simulated.is_out_of_budget) {
      made.kind = simulated.findings.front().finding.kind;
      made.message = simulated.findings.front().finding.message;
    }
    made.is_usable = has_outcome && !simulated.is_out_of_budget;
    made.model = std::move(simulated.model);
    at = known.emplace(special, std::move(made)).first;
  }
  if (is_new) {
    special_.insert(special);
    result_.points += at->second.points;
  }
  return &at->second;
}

/// Containers that a callee only looks at are afterwards what they were.
CallAnswer Simulation::emulate(Path& path, const CallRequest& request, FoundModel found) {
  const Special* special = special_of(path, request, found);
  if (special && special->is_usable) found.model = &special->model;
  if (special && !special->kind.empty()) {
    std::string text = reporter_.text(request.node);
    reporter_.warn(path,
                   {.kind = special->kind,
                    .message = fmt::format("{}, in '{}' as it is called here", special->message,
                                           reporter_.callee_name(request.node)),
                    .node = request.node,
                    .cause = {},
                    .variable = text,
                    .notes = {}});
    why_ = Why::Warned;
    return CallAnswer::Stop;
  }
  if (!found.is_automatic || path.followed.size() == 0) return emulate_with(path, request, found);
  lending_ = std::make_shared<Path>(path);
  Containers::Lent lent = containers_.hand_over(path, request);
  if (lent.is_none) lending_ = nullptr;
  CallAnswer answer = emulate_with(path, request, found);
  if (answer == CallAnswer::Returned) containers_.take_back(path, lent);
  lending_ = nullptr;
  return answer;
}

CallAnswer Simulation::emulate_with(Path& path, const CallRequest& request, FoundModel found) {
  EmulatedCall call = emulator_.operands().begin(request, found);
  const models::Outcome* outcome = nullptr;
  if (path.forced_outcome && path.forced_call == request.node) {
    outcome = path.forced_outcome;
    call.is_open = true;
    path.forced_outcome = nullptr;
  } else {
    outcome = select(path, call);
  }
  Crumb crumb{.kind = CrumbKind::Model,
              .node = request.node,
              .model = found.model,
              .outcome = outcome,
              .is_automatic = found.is_automatic};
  if (!outcome || outcome->kind == models::OutcomeKind::Rest) {
    if (!outcome && found.model->is_complete()) {
      why_ = Why::Impossible;
      return CallAnswer::Stop;
    }
    crumb.outcome = &found.model->outcomes.back();
    answers_seen_.insert({request.node, crumb.outcome->return_type});
    path.trail = trail_.add(path.trail, crumb);
    // APPROX(under): what was never seen to come back does not.
    if (never_returns(*found.model)) {
      path.end = models::ReturnType::Exit;
      why_ = Why::Left;
      return CallAnswer::Stop;
    }
    emulator_.apply_rest(path, call, *crumb.outcome);
    return CallAnswer::Returned;
  }
  answers_seen_.insert({request.node, outcome->return_type});
  if (is_unmatched(*outcome) || outcome->reason == kNotFound)
    call.is_given_unseen = is_given_unseen_text(path, request);
  path.trail = trail_.add(path.trail, crumb);
  Guards guards;
  if (!emulator_.is_eligible(path, call, *outcome, guards)) {
    why_ = Why::Impossible;
    return CallAnswer::Stop;
  }
  size_t leaps = path.leaps.size();
  switch (emulator_.apply(path, call, *outcome, guards)) {
    case Applied::Threw:
      return throw_out_of(path, call, *outcome, leaps);
    case Applied::Returned:
      return CallAnswer::Returned;
    case Applied::Warned:
      why_ = Why::Warned;
      return CallAnswer::Stop;
    case Applied::Impossible:
      why_ = Why::Impossible;
      return CallAnswer::Stop;
    case Applied::Left:
      why_ = Why::Left;
      return CallAnswer::Stop;
  }
  return CallAnswer::Stop;
}

namespace {

/// Whether a value of one type can be passed where the other is expected, as any machine does it:
/// pointers are pointers, whatever they lead to.
bool is_passed_alike(const semantics::ValueType& a, const semantics::ValueType& b) {
  using semantics::Shape;
  if (a.shape != b.shape) return false;
  return a.shape == Shape::Pointer || a.bytes == b.bytes;
}

}  // namespace

/// A function that a pointer of another type leads to gets what it does not expect.
void Simulation::check_signature(Path& path, const CallRequest& request) {
  const ir::Body& body = *function_.body;
  if (path.state.frames.size() != 1 || body[request.node].op != ir::Op::Call) return;
  ir::NodeId pointer = body.kid(request.node, 0);
  if (body[pointer].op == ir::Op::FunctionRef || program_.symbol(request.callee).has(ir::kMethod)) {
    return;
  }
  semantics::ValueTypes& ours = *function_.unit->types;
  semantics::ValueTypes& theirs = *program_[request.callee].unit->types;
  ir::TypeId through = ours.types().pointee(body[pointer].type);
  const ir::Type& called = ours.types().resolved(through.valid() ? through : body[pointer].type);
  const ir::Type& real = theirs.types().resolved(program_.symbol(request.callee).type);
  if (called.kind != ir::TypeKind::Function || real.kind != ir::TypeKind::Function) return;
  auto is_vague = [](const ir::Type& type) {
    return type.has(ir::kVariadic) || type.has(ir::kNoPrototype);
  };
  bool is_open = is_vague(called) || is_vague(real);
  bool fits = is_open || called.params.size() == real.params.size();
  for (size_t i = 0; fits && !is_open && i < real.params.size(); ++i) {
    fits = is_passed_alike(ours.of(called.params[i]), theirs.of(real.params[i]));
  }
  const semantics::ValueType& result = ours.of(called.inner);
  if (fits && request.result) fits = is_passed_alike(result, theirs.of(real.inner));
  if (fits) return;
  std::string name = reporter_.text(pointer);
  reporter_.warn(path, {.kind = "wrong-call",
                        .message = fmt::format("'{}' is called as a function of another type than "
                                               "'{}' is",
                                               name, program_.symbol(request.callee).display),
                        .node = request.node,
                        .cause = {},
                        .variable = name,
                        .notes = reporter_.origin_of(path, pointer)});
}

/// What a function that nobody knows asks of its arguments by its declaration.
bool Simulation::meets_demands(Path& path, const CallRequest& request) {
  const models::Model* demands = models_.demands(request.callee);
  if (!demands) return true;
  EmulatedCall call = emulator_.operands().begin(request, {.model = demands});
  Applied applied = emulator_.apply(path, call, demands->outcomes.front(), Guards());
  // Nobody knows what comes of it there: the path goes on.
  if (applied != Applied::Impossible) return true;
  why_ = Why::Impossible;
  return false;
}

/// A function pointer that the path knows to be null is not called; false: it is.
bool Simulation::is_called_null(Path& path, const CallRequest& request) {
  Term pointer = request.pointer;
  if (pointer.is_null() || pointer.is_immediate() || path.state.frames.size() != 1) return true;
  Term is_there = logic::is_nonzero(pool_, pointer);
  if (solver_.decide(path.conditions, is_there) != Tri::No) return true;
  return obligation(path.state, {.kind = semantics::ObligationKind::NonNull,
                                 .holds = Tri::No,
                                 .node = request.node,
                                 .condition = is_there,
                                 .source = evaluator_.source_of(is_there)}) ==
         semantics::Verdict::Continue;
}

/// Whoever is given a pointer to freed memory can do nothing with it that is right.
void Simulation::check_freed(Path& path, const CallRequest& request) {
  const ir::Body& body = *function_.body;
  if (path.state.frames.size() != 1 || body[request.node].op != ir::Op::Call) return;
  std::span<const ir::NodeId> kids = body.kids_of(request.node);
  for (size_t i = 0; i < request.arguments.size() && i + 1 < kids.size(); ++i) {
    const semantics::Argument& argument = request.arguments[i];
    bool is_pointer = argument.type && argument.type->shape == semantics::Shape::Pointer &&
                      !argument.value.is_null() && argument.value.is_immediate();
    if (!is_pointer) continue;
    memory::ObjectId id = path.state.memory.spot(argument.value.bits()).object;
    const memory::Object* object = id.valid() ? path.state.memory.find(id) : nullptr;
    bool is_freed = object && object->kind == memory::ObjectKind::Heap && object->live.is_false() &&
                    !Judge::is_leapt_end(path, *object) && !manifest_.is_doubtful_end(path, id);
    if (!is_freed) continue;
    std::string name = reporter_.text(kids[i + 1]);
    reporter_.warn(path,
                   {.kind = "use-after-free",
                    .message = fmt::format("passing pointer '{}' {} to '{}'", name, led_to(*object),
                                           reporter_.callee_name(request.node)),
                    .node = request.node,
                    .cause = {},
                    .variable = name,
                    .notes = {ended_note(*object)}});
  }
}

CallAnswer Simulation::call(semantics::State&, const CallRequest& request) {
  Path& path = *current_;
  if (path.run) return call_in_run(path, request);
  CallRequest resolved = request;
  memory::ObjectId erased = inner_.led_by_iterator(path, request);
  CallAnswer answer = call_one(path, resolved);
  if (answer == CallAnswer::Stop && why_ == Why::Warned && !path.run) {
    emulator_.call_unknown(path, resolved);
    is_call_done_ = true;
  }
  if (answer == CallAnswer::Returned) inner_.after(path, resolved, erased);
  return answer;
}

/// `resolved`: the request, and from then on with the callee that is meant.
CallAnswer Simulation::call_one(Path& path, CallRequest& resolved) {
  const CallRequest request = resolved;
  // APPROX(under): of a virtual method the object is taken to begin where its base does.
  if (!request.callee.valid() && path.state.frames.size() == 1) {
    resolved.callee = models_.only_target(function_.entity, request.node);
  }
  // Evaluated again, to take another outcome: a destructor has made its object one of its own class
  // by then.
  ModelSource::Joint joint = path.state.frames.size() == 1
                                 ? models_.joint_target(function_.entity, request.node)
                                 : ModelSource::Joint();
  bool is_again =
      joint.found.model && path.forced_call == request.node &&
      std::any_of(joint.found.model->outcomes.begin(), joint.found.model->outcomes.end(),
                  [&](const auto& each) { return &each == path.forced_outcome; });
  if (joint.found.model && (is_again || !resolved.callee.valid())) {
    resolved.callee = joint.callee;
    note_changed(path, resolved);
    return emulate(path, resolved, joint.found);
  }
  if (resolved.callee.valid() && program_[resolved.callee].alias_of.valid()) {
    resolved.callee = program_[resolved.callee].alias_of;
  }
  if (resolved.callee.valid()) {
    check_signature(path, resolved);
    check_math(path, resolved);
  }
  if (resolved.callee.valid() && inner_.give_text(path, resolved)) return CallAnswer::Returned;
  bool is_tried = path.no_run == request.node || path.forced_call == request.node;
  path.no_run = ir::NodeId();
  if (resolved.callee.valid() && !is_tried && can_run(path, resolved)) {
    FoundModel known = models_.find(resolved.callee);
    bool is_by_hand = known.model && !known.is_automatic;
    if (!is_by_hand && !is_inside_vector(path, resolved)) return CallAnswer::Stop;
    if (!is_by_hand) return begin_run(path, resolved);
  }
  note_changed(path, resolved);
  if (resolved.callee.valid() && containers_.knows(resolved.callee)) {
    containers_.call(path, resolved);
    return CallAnswer::Returned;
  }
  FoundModel found = resolved.callee.valid() ? models_.find(resolved.callee) : FoundModel();
  // APPROX(under): a model is that of a whole object, and says what becomes of virtual bases.
  if (request.is_part_only) {
    emulator_.call_unknown(path, resolved);
    return CallAnswer::Returned;
  }
  // APPROX(under): what the library's allocators take and give back is followed where their code
  // is run, and stays out of their models: when a string has a block, those cannot say.
  bool is_allocators = is_system_ && resolved.callee.valid() &&
                       program_[resolved.callee].name.starts_with("__builtin_operator_");
  if (found.model && !is_allocators) {
    CallAnswer answer = emulate(path, resolved, found);
    Term exact = answer == CallAnswer::Returned ? exact_result(resolved) : Term();
    if (!exact.is_null()) evaluator_.set_value(path.state, request.node, exact);
    return answer;
  }
  if (resolved.callee.valid() && !meets_demands(path, resolved)) return CallAnswer::Stop;
  if (!resolved.callee.valid() && !is_called_null(path, resolved)) return CallAnswer::Stop;
  check_freed(path, resolved);
  path.trail = trail_.add(path.trail, {.kind = CrumbKind::Unknown, .node = request.node});
  // Who returns nothing, or is called through a pointer, may be there to end the program: whether
  // the path goes on is not known.  Constructors and destructors are there for something else.
  ir::Op op = path.state.frame().function->body->nodes[request.node.index()].op;
  bool is_life = op == ir::Op::Construct || op == ir::Op::Destroy;
  path.is_arbitrary =
      path.is_arbitrary || !resolved.callee.valid() || (!request.result && !is_life);
  emulator_.call_unknown(path, resolved);
  return CallAnswer::Returned;
}

}  // namespace assay::simulator
