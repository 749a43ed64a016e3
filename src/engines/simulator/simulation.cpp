#include "engines/simulator/simulation.h"

#include "base/check.h"
#include "engines/simulator/layout.h"
#include "engines/simulator/reach.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using memory::ObjectId;
using memory::ObjectKind;
using semantics::Argument;
using semantics::EntityId;
using semantics::Flow;
using semantics::Shape;
using semantics::Source;
using semantics::State;
using semantics::ValueType;

Simulation::Simulation(semantics::Program& program, const semantics::Prepared& function,
                       const ModelSource& models, const Options& options, Givens givens,
                       uint32_t depth)
    : program_(program),
      function_(function),
      models_(models),
      options_(options),
      evaluator_(pool_, program, *this, semantics::Checks::Extents),
      inputs_(pool_, program),
      solver_(pool_, options.prover_conflicts, options.solver_questions),
      describer_(pool_, program, inputs_, function, result_.model),
      reporter_(program, function, trail_, solver_),
      manifest_(function, evaluator_, inputs_, solver_, trail_),
      judge_(pool_, evaluator_, solver_, describer_, reporter_, manifest_, inputs_),
      emulator_({program, pool_, evaluator_, inputs_, judge_, function, models, options_, names_}),
      containers_({program, pool_, evaluator_, inputs_, judge_, function, models, options_, names_},
                  emulator_),
      inner_({program, pool_, evaluator_, inputs_, judge_, function, models, options_, names_},
             emulator_, containers_),
      extractor_({program, pool_, evaluator_, inputs_, judge_, function, models, options_, names_},
                 result_.model, trail_),
      loops_(ir::find_loops(*function.body)),
      written_(loops_.loops.size()),
      edges_seen_(function.body->edges.size()),
      blocks_seen_(function.body->blocks.size()),
      passed_(function.body->blocks.size()),
      givens_(std::move(givens)),
      depth_(depth) {
  pool_.set_node_limit(options.max_nodes);
  solver_.set_lengths([this](Term symbol) {
    InputId id = inputs_.of_symbol(symbol);
    return id.valid() && inputs_[id].unit > 0;
  });
  is_system_ = function.entity.valid() && program.symbol(function.entity).has(ir::kSystem);
}

/// Globals have any value when the function is called, unless nothing ever changes them.
void Simulation::make_globals(State& state) {
  const ir::Body& body = *function_.body;
  for (uint32_t i = 0; i < body.nodes.size(); ++i) {
    if (body.nodes[i].op != ir::Op::Global) continue;
    emulator_.operands().make_global(
        state, program_.entity_of(*function_.unit, body.symbol_of(ir::NodeId(i))));
  }
}

Argument Simulation::make_parameter(State& state, uint32_t index) {
  const ValueType& type = *function_.local_types[index];
  const ir::TypeTable& types = function_.unit->types->types();
  // Nobody but the system calls `main`: what it gets is whatever the user wrote.
  Holder holder =
      is_main() ? inputs_.make_fresh(Source::Outside) : Holder{HolderKind::Parameter, index};
  if (type.is_scalar()) return {inputs_.value_at(state, holder, 0, type, &types), &type};
  Object object;
  object.kind = memory::ObjectKind::Local;
  object.size = evaluator_.pointer_constant(type.bytes);
  object.alignment = type.alignment;
  object.type = type.type;
  object.origin = {.function = function_.entity.index(), .entity = index};
  object.contents = memory::Contents(memory::Background::Environment);
  ObjectId id = state.memory.create(std::move(object));
  inputs_.add_object(id, holder);
  return {state.memory.address(id), &type, true};
}

/// Of a special call, whose argument says more.
Argument Simulation::given_parameter(State& state, uint32_t index,
                                     std::span<const Argument> before) {
  const ValueType& type = *function_.local_types[index];
  switch (givens_[index].kind) {
    case GivenKind::Number:
      return {Term::constant(type.width, givens_[index].value), &type};
    case GivenKind::Function:
      return {evaluator_.address_of(state, EntityId(static_cast<uint32_t>(givens_[index].value))),
              &type};
    case GivenKind::Same:
      return {before[givens_[index].value].value, &type};
    case GivenKind::Handlers:
    case GivenKind::Any:
      break;
  }
  Argument made = make_parameter(state, index);
  if (givens_[index].kind != GivenKind::Handlers || !made.type) return made;
  std::vector<ObjectId> led;
  addresses_in(state.memory, made.value, led);
  if (led.size() != 1 || !state.memory.find(led.front())) return made;
  for (auto [offset, function] : givens_[index].functions)
    state.memory.own(led.front())
        .contents.write(pool_, static_cast<uint64_t>(kBefore) + offset,
                        evaluator_.address_of(state, EntityId(function)));
  return made;
}

Path Simulation::begin() {
  State state(pool_, program_.target());
  state.memory.reserve(program_.reserved());
  make_globals(state);
  std::vector<Argument> arguments;
  for (uint32_t i = 0; i < function_.body->param_count; ++i) {
    arguments.push_back(givens_.empty() ? make_parameter(state, i)
                                        : given_parameter(state, i, arguments));
  }
  evaluator_.enter(state, function_, arguments, ir::NodeId(), Term());
  Path path(std::move(state));
  if (is_main()) bound_arguments(path, arguments);
  return path;
}

bool Simulation::is_main() const {
  EntityId main = program_.find("main");
  return main.valid() && main == function_.entity;
}

/// A command line has not more arguments than the system hands over, and there is one.
void Simulation::bound_arguments(Path& path, std::span<const Argument> arguments) {
  constexpr uint64_t kMaxArguments = 1 << 20;
  for (const Argument& argument : arguments) {
    uint32_t width = argument.value.width();
    if (argument.is_place || width < 32) continue;
    Term bound = argument.type->shape == Shape::Pointer
                     ? logic::ne(pool_, argument.value, Term::constant(width, 0))
                     : logic::ult(pool_, argument.value, Term::constant(width, kMaxArguments));
    judge_.assume(path, bound);
  }
}

bool Simulation::is_spent() const {
  // A point whose pointer may lead to a hundred places asks a hundred questions of a long path.
  constexpr uint64_t kMaxLookedAt = 200'000'000;
  return result_.points >= options_.max_points || pool_.over_limit() ||
         solver_.looked_at() >= kMaxLookedAt;
}

bool Simulation::has_budget() const { return result_.paths < options_.max_paths && !is_spent(); }

void Simulation::leave(Path& path, models::ReturnType how) {
  path.end = how;
  containers_.hand_over_all(path);
  bool is_unwound = how == models::ReturnType::Throw && why_ != Why::Left;
  if (is_unwound && !path.is_thrown_by_leap && !extractor_.sweep(path)) result_.is_complete = false;
  if (!path.is_beyond_fault) extractor_.add(path);
}

void Simulation::end(Path& path) {
  containers_.hand_over_all(path);
  if (!extractor_.sweep(path)) result_.is_complete = false;
  if (!path.is_beyond_fault) extractor_.add(path);
}

void Simulation::follow(Path path) {
  current_ = &path;
  while (true) {
    if (is_spent()) {
      result_.is_out_of_budget = true;
      result_.is_complete = false;
      return;
    }
    semantics::Frame& frame = path.state.frame();
    bool is_ours = path.state.frames.size() == 1;
    if (is_ours && path.is_at_start) {
      if (!arrive(path)) return;
      path.is_at_start = false;
      path.trail = trail_.add(path.trail, {.kind = CrumbKind::Block, .block = frame.block});
      blocks_seen_[frame.block.index()] = true;
    }
    ir::BlockId block = frame.block;
    uint64_t points = 1 + frame.function->body->points_of(block).size() - frame.point;
    // What the library does on the way is counted apart.
    (path.run ? path.run_points : result_.points) += points;
    (path.run ? run_points_ : result_.points) += path.run ? points : 0;
    why_ = Why::Nothing;
    is_call_done_ = is_ended_by_null_ = false;
    if (is_ours) {
      path.living = frame.owned;
      path.made = path.state.memory.made();
      path.is_known_code = path.is_beyond_fault && was_passed(path);
    }
    lost_ = evaluator_.approximations().unknown_store;
    Flow flow = evaluator_.run_block(path.state);
    bool is_lost = evaluator_.approximations().unknown_store != lost_;
    bool is_inside = path.state.frames.size() > 1;
    if (is_ours) note_passed(path, block, flow);
    if (is_ours && !is_inside && flow != Flow::Apart) keep_stored(path, block, is_lost);
    for (ObjectId each : path.living) {
      if (is_ours && !path.state.memory.find(each)) path.ended.push_back(each);
    }
    if (!is_ours && path.run && (is_inside || is_run_failed_ || flow != Flow::Throw)) {
      RunStep step = go_on_with_run(path, flow);
      path.is_at_start = step == RunStep::Done && path.state.frame().point == 0;
      continue;
    }
    path.run = is_inside ? path.run : nullptr;
    switch (flow) {
      case Flow::Next:
        path.is_at_start = true;
        if (is_ours) {
          const ir::Block& left = function_.body->blocks[block.index()];
          std::span<const ir::Edge> edges = function_.body->edges_of(block);
          for (uint32_t i = 0; i < edges.size(); ++i) {
            if (edges[i].target == frame.block) edges_seen_[left.edges_begin + i] = true;
          }
        }
        continue;
      case Flow::Entered:
        path.is_at_start = path.state.frame().point == 0;
        continue;
      case Flow::Branch:
        if (fork(path)) continue;
        return;
      case Flow::Returned:
        ++result_.paths;
        end(path);
        return;
      case Flow::Throw:
        ++result_.paths;
        leave(path, models::ReturnType::Throw);
        return;
      case Flow::Apart:
        return;
      case Flow::Stop:
        if (why_ == Why::Forked || why_ == Why::Impossible) return;
        ++result_.paths;
        // After a warning nothing is known of how the function would go on.
        if (why_ == Why::Left) {
          if (path.end == models::ReturnType::Unstated) path.end = models::ReturnType::Exit;
          leave(path, path.end);
        } else {
          result_.is_complete = false;
          go_on_behind(std::move(path));
        }
        return;
    }
  }
}

Coverage Simulation::coverage() const {
  Coverage seen;
  const ir::Body& body = *function_.body;
  for (uint32_t i = 0; i < body.blocks.size(); ++i) {
    const ir::Block& block = body.blocks[i];
    if (block.is_cleanup) continue;
    seen.points += block.point_count;
    if (blocks_seen_[i]) seen.points_seen += block.point_count;
    if (block.edge_count < 2) continue;
    uint32_t taken = 0;
    for (uint32_t e = 0; e < block.edge_count; ++e) taken += edges_seen_[block.edges_begin + e];
    seen.edges += block.edge_count;
    seen.edges_seen += taken;
    ++seen.predicates;
    if (taken == block.edge_count) ++seen.predicates_seen;
  }
  return seen;
}

Simulated Simulation::run() {
  pending_.push_back({.path = std::make_shared<Path>(begin()), .condition = {}, .outcome = {}});
  while (has_budget()) {
    std::optional<Path> next = pending_.empty() ? take_behind_fault() : take_pending();
    if (!next) break;
    follow(std::move(*next));
  }
  current_ = nullptr;
  if (!behind_faults_.empty()) result_.is_complete = false;
  if (!pending_.empty()) {
    result_.is_complete = false;
    // So many paths are what is asked for; running out of steps on the way to them is not.
    if (result_.paths < options_.max_paths) result_.is_out_of_budget = true;
    pending_.clear();
  }
  extractor_.finish(result_.is_complete);
  result_.findings = reporter_.take();
  result_.origins = reporter_.origins_of(result_.model, judge_.origins());
  result_.coverage = coverage();
  result_.questions = solver_.questions();
  return std::move(result_);
}

// Driver.

Tri Simulation::decide(State&, Term condition) {
  // What only obligations ask is looked at closely there, if it matters at all.
  return solver_.decide_cheaply(current_->conditions, condition);
}

semantics::Split Simulation::split(State& state, std::span<const Term> cases) {
  if (state.frames.size() != 1) return semantics::Split::Together;
  // Evaluated again in each: there only one of the cases can hold.
  std::vector<Term> possible;
  for (Term each : cases) {
    // It was split before, and nobody can say that the other cases are excluded now.
    if (solver_.decide(current_->conditions, each) == Tri::Yes) return semantics::Split::Together;
    if (solver_.is_possible(current_->conditions, each)) possible.push_back(each);
  }
  if (possible.size() > options_.max_edges || solver_.is_exhausted())
    return semantics::Split::Together;
  auto here = std::make_shared<Path>(*current_);
  for (Term each : possible) wait({.path = here, .condition = each, .outcome = {}});
  return semantics::Split::Apart;
}

void Simulation::given_to_assembly(State& state, Term address) {
  if (state.frames.size() == 1) emulator_.give(*current_, address);
}

Term Simulation::unknown_value(State&, uint32_t width, std::string_view) {
  return inputs_.unknown_bits(width, Source::Imprecise);
}

Term Simulation::distance(State& state, Term from, Term to) {
  // Where an object of the environment lies is our choice, and so is how far it is from another.
  std::vector<ObjectId> named, others;
  addresses_in(state.memory, from, named);
  addresses_in(state.memory, to, others);
  // A pointer that nobody knows may lead anywhere; a number is none.
  bool is_apart = (named.empty() && !from.is_immediate() && !others.empty()) ||
                  (others.empty() && !to.is_immediate() && !named.empty());
  named.insert(named.end(), others.begin(), others.end());
  is_apart = is_apart || std::any_of(named.begin(), named.end(),
                                     [&](ObjectId each) { return each != named.front(); });
  bool is_chosen = is_apart && std::any_of(named.begin(), named.end(), [&](ObjectId each) {
                     const memory::Object* object = state.memory.find(each);
                     return object && object->kind == memory::ObjectKind::Environment;
                   });
  if (!is_chosen) return Term();
  auto [found, is_new] = distances_.try_emplace(logic::sub(pool_, to, from));
  if (is_new) found->second = inputs_.unknown_bits(to.width(), Source::Imprecise);
  return found->second;
}

/// APPROX(under): a number that is no address of the device's is followed all the same.
ObjectId Simulation::object_at_number(State& state, uint64_t number, uint64_t& offset) {
  constexpr uint64_t kPage = 4096;
  uint32_t width = state.memory.target().pointer_bits;
  uint64_t last = width < 64 ? (uint64_t{1} << width) - 1 : UINT64_MAX;
  // What functions answer that fail (`mmap`) is no such number.
  if (number < kPage || number > last - kPage || state.frames.size() != 1) return ObjectId();
  offset = number % kPage;
  auto [known, is_new] = current_->devices.try_emplace(number / kPage);
  if (is_new || !state.memory.find(known->second)) {
    known->second =
        evaluator_.make_object(state, ObjectKind::Environment, Term::constant(width, 2 * kPage),
                               memory::Background::Environment, ir::NodeId());
    state.memory.own(known->second)
        .set_attribute(kFreshAttribute,
                       Term::constant(32, inputs_.make_fresh(Source::Imprecise).index));
    state.memory.own(known->second).flags |= memory::kEscaped;
  }
  return known->second;
}

Term Simulation::same_address(State& state, Term a, Term b) {
  return inputs_.leads_to_own(state.memory, a, b);
}

Source Simulation::source_of(Term symbol) const { return inputs_.source_of(symbol); }

Term Simulation::environment_value(State& state, ObjectId object, uint64_t offset,
                                   const ValueType& type) {
  return emulator_.operands().environment_value(*current_, state, object, offset, type,
                                                Reading::Program);
}

}  // namespace assay::simulator
