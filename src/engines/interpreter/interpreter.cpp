#include "engines/interpreter/interpreter.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>

#include "base/check.h"
#include "engines/interpreter/fault_text.h"
#include "engines/interpreter/libc_tables.h"
#include "engines/interpreter/library.h"

namespace assay::interpreter {

using logic::Term;
using semantics::Argument;
using semantics::CallAnswer;
using semantics::CallRequest;
using semantics::Entity;
using semantics::EntityId;
using semantics::Flow;
using semantics::Obligation;
using semantics::ObligationKind;
using semantics::Shape;
using semantics::State;
using semantics::ValueType;
using semantics::Verdict;

namespace {

constexpr int64_t kDefaultPriority = 65535;

/// Of a function that runs at the start or the end.
int64_t start_priority(const ir::Symbol& symbol, ir::AttributeKind kind) {
  const ir::Attribute* attribute = symbol.find(kind);
  return attribute && !attribute->args.empty() ? attribute->args[0] : kDefaultPriority;
}

bool is_early(const ir::Symbol& symbol) {
  return start_priority(symbol, ir::AttributeKind::ConstructorPriority) < kDefaultPriority;
}

}  // namespace

Interpreter::Interpreter(semantics::Program& program, Options options)
    : program_(program),
      options_(std::move(options)),
      evaluator_(pool_, program, *this, semantics::Checks::Strict),
      state_(pool_, program.target()),
      library_(std::make_unique<Library>(*this)),
      points_left_(options_.max_points) {
  state_.memory.reserve(program.reserved());
  uint32_t pointer_bytes = program.target().pointer_bits / 8;
  int_type_ = {.shape = Shape::Int,
               .is_signed = true,
               .width = 32,
               .accessed = 4,
               .bytes = 4,
               .alignment = 4};
  pointer_type_ = {.shape = Shape::Pointer,
                   .width = program.target().pointer_bits,
                   .accessed = pointer_bytes,
                   .bytes = pointer_bytes,
                   .alignment = pointer_bytes,
                   .element = 1};
}

Interpreter::~Interpreter() = default;

void Interpreter::exit(int status) {
  if (!ended_) outcome_ = {.how = Outcome::How::Exited, .status = status & 0xff};
  ended_ = true;
}

void Interpreter::signal(int number) {
  if (!ended_) outcome_ = {.how = Outcome::How::Signalled, .status = number};
  ended_ = true;
}

void Interpreter::unsupported(std::string reason) {
  if (!ended_) outcome_ = {.how = Outcome::How::Unsupported, .reason = std::move(reason)};
  ended_ = true;
}

bool Interpreter::run_initialiser(const ir::Function& initialiser) {
  evaluator_.enter(state_, program_.prepare(initialiser), {}, ir::NodeId(), Term());
  if (!run_until(1)) return false;
  evaluator_.abandon(state_);
  return true;
}

/// A unit's further initialisers hold what those before them were found to refer to, members of
/// templates, which have no order of their own: they come first.
bool Interpreter::run_initialisers(const semantics::UnitEntry& unit, ir::FunctionKind kind) {
  for (auto each = unit.initialisers.rbegin(); each != unit.initialisers.rend(); ++each) {
    if ((*each)->kind != kind || is_early(unit.unit->symbols[(*each)->symbol])) continue;
    if (!run_initialiser(**each)) return false;
  }
  return true;
}

/// What has a priority, `constructor(N)` and `init_priority(N)`: by it, then by unit.
bool Interpreter::run_early() {
  struct Start {
    int64_t priority = 0;
    const ir::Function* initialiser = nullptr;  // else a function
    EntityId function;
  };
  std::vector<Start> starts;
  for (const semantics::UnitEntry& unit : program_.units()) {
    for (uint32_t i = 0; i < unit.entities.size(); ++i) {
      const ir::Symbol& symbol = unit.unit->symbols[ir::SymbolId(i)];
      const Entity& entity = program_.entities()[unit.entities[i].index()];
      bool is_here = entity.unit == &unit && entity.symbol == ir::SymbolId(i);
      if (is_here && entity.body != nullptr && is_early(symbol))
        starts.push_back(
            {.priority = start_priority(symbol, ir::AttributeKind::ConstructorPriority),
             .function = unit.entities[i]});
    }
    for (const ir::Function* each : unit.initialisers) {
      const ir::Symbol& symbol = unit.unit->symbols[each->symbol];
      if (is_early(symbol))
        starts.push_back(
            {.priority = start_priority(symbol, ir::AttributeKind::ConstructorPriority),
             .initialiser = each});
    }
  }
  std::stable_sort(starts.begin(), starts.end(),
                   [](const Start& a, const Start& b) { return a.priority < b.priority; });
  for (const Start& start : starts) {
    if (start.initialiser != nullptr && !run_initialiser(*start.initialiser)) return false;
    if (start.function.valid()) call_back(start.function, {}, nullptr);
    if (ended_) return false;
  }
  return true;
}

bool Interpreter::initialise_globals() {
  library_->initialise_variables();
  for (uint32_t i = 0; i < program_.entities().size() && !ended_; ++i) {
    const Entity& entity = program_.entities()[i];
    if (entity.kind == ir::SymbolKind::Variable && entity.is_defined) {
      evaluator_.address_of(state_, EntityId(i));
      memory::ObjectId object = program_.object_of(EntityId(i));
      if (state_.memory.find(object)->has(memory::kPending)) {
        evaluator_.run_initialiser(state_, object);
      }
    }
  }
  if (!run_early()) return false;
  for (const semantics::UnitEntry& unit : program_.units()) {
    if (!run_initialisers(unit, ir::FunctionKind::DynamicInit)) return false;
    if (!run_initialisers(unit, ir::FunctionKind::ThreadInit)) return false;
  }
  return call_marked(ir::AttributeKind::ConstructorPriority);
}

/// `__attribute__((constructor))` without a priority, and `((destructor))`, those with one last.
bool Interpreter::call_marked(ir::AttributeKind attribute) {
  std::vector<std::pair<int64_t, EntityId>> marked;
  for (uint32_t i = 0; i < program_.entities().size(); ++i) {
    const Entity& entity = program_.entities()[i];
    if (entity.kind != ir::SymbolKind::Function || !entity.body) continue;
    const ir::Symbol& symbol = program_.symbol(EntityId(i));
    if (!symbol.find(attribute)) continue;
    if (attribute == ir::AttributeKind::ConstructorPriority && is_early(symbol)) continue;
    marked.emplace_back(start_priority(symbol, attribute), EntityId(i));
  }
  std::stable_sort(marked.begin(), marked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [priority, function] : marked) {
    if (ended_) break;
    call_back(function, {}, nullptr);
  }
  return !ended_;
}

/// Runs until the frame number `floor` is at its end; false: the program ended before, or control
/// went on below that frame.
bool Interpreter::run_until(size_t floor) {
  Flow flow = Flow::Stop;
  while (true) {
    uint64_t jumps = library_->jumps;
    flow = evaluator_.run(state_, points_left_, floor);
    // A handler of the trap that stopped the path has jumped away from it.
    if (flow != Flow::Stop || ended_ || library_->jumps == jumps) break;
    if (state_.frames.size() < floor) return false;
  }
  switch (flow) {
    case Flow::Returned:
      return true;
    case Flow::Next:
      if (!ended_) {
        outcome_ = {.how = Outcome::How::OutOfBudget,
                    .reason = "the limit of program points was reached"};
      }
      ended_ = true;
      return false;
    case Flow::Stop:
      if (!ended_) signal(SIGTRAP);
      return false;
    case Flow::Throw:
      // Out of a callback: the library's function that called it is left as well.
      if (floor == 1) {
        library_->terminate();
        return false;
      }
      evaluator_.abandon(state_);
      library_->threw = true;
      return false;
    case Flow::Entered:  // jumped out
      return false;
    case Flow::Branch:
    case Flow::Apart:
      unsupported("a value that is not known");
      return false;
  }
  return false;
}

Term Interpreter::call_back(EntityId function, std::span<const Argument> arguments,
                            const ValueType* result) {
  const Entity& entity = program_[function];
  if (LibraryFunction known = entity.body ? nullptr : library_->find(entity.name)) {
    return library_->call_directly(known, arguments, result);
  }
  if (!entity.body) {
    unsupported("a callback without a body: " + std::string(entity.name));
    return Term();
  }
  evaluator_.enter(state_, program_.prepare(*entity.body), arguments, ir::NodeId(), Term());
  if (!run_until(state_.frames.size())) return Term();
  Term value = state_.frame().result;
  evaluator_.abandon(state_);
  if (!result || value.is_null()) return Term();
  return value;
}

Term Interpreter::make_argument_vector() {
  uint32_t bytes = program_.target().pointer_bits / 8;
  size_t count = options_.arguments.size();
  memory::ObjectId vector = evaluator_.make_object(state_, memory::ObjectKind::Global,
                                                   evaluator_.pointer_constant((count + 1) * bytes),
                                                   memory::Background::Zero, ir::NodeId());
  for (size_t i = 0; i < count; ++i) {
    const std::string& text = options_.arguments[i];
    memory::ObjectId string = evaluator_.make_object(state_, memory::ObjectKind::Global,
                                                     evaluator_.pointer_constant(text.size() + 1),
                                                     memory::Background::Zero, ir::NodeId());
    for (size_t j = 0; j < text.size(); ++j) {
      state_.memory.own(string).contents.write(pool_, j,
                                               Term::constant(8, static_cast<uint8_t>(text[j])));
    }
    evaluator_.store_bytes(state_, ir::NodeId(),
                           state_.memory.address(vector, static_cast<int64_t>(i * bytes)),
                           state_.memory.address(string));
  }
  return state_.memory.address(vector);
}

Outcome Interpreter::run() {
  EntityId main = program_.find("main");
  if (!main.valid() || !program_[main].body) {
    return {.how = Outcome::How::Unsupported, .reason = "there is no function main"};
  }
  if (initialise_globals()) {
    Term vector = make_argument_vector();
    Argument arguments[] = {
        {Term::constant(32, options_.arguments.size()), &int_type_},
        {vector, &pointer_type_},
        {evaluator_.pointer_constant(vector.bits() + options_.arguments.size() *
                                                         (program_.target().pointer_bits / 8)),
         &pointer_type_}};
    const semantics::Prepared& body = program_.prepare(*program_[main].body);
    evaluator_.enter(state_, body,
                     std::span(arguments).first(std::min<size_t>(3, body.body->param_count)),
                     ir::NodeId(), Term());
    if (run_until(1)) {
      Term value = state_.frame().result;
      evaluator_.abandon(state_);
      int status = value.is_immediate() ? static_cast<int>(value.bits()) : 0;
      call_marked(ir::AttributeKind::DestructorPriority);
      library_->finish();
      exit(status);
    } else if (ended_ && outcome_.how != Outcome::How::Signalled) {
      library_->finish();
    }
  }
  outcome_.points = options_.max_points - points_left_;
  return outcome_;
}

void Interpreter::report(std::string kind, std::string message, ir::NodeId node) {
  if (!options_.fault) return;
  Fault fault{.kind = std::move(kind), .message = std::move(message)};
  for (size_t i = state_.frames.size(); i-- > 0;) {
    const semantics::Frame& frame = state_.frames[i];
    const ir::Function& function = *frame.function->function;
    ir::NodeId at = node;
    if (i + 1 < state_.frames.size() || !node.valid()) {
      std::span<const ir::NodeId> points = function.body.points_of(frame.block);
      at = frame.point > 0 && frame.point <= points.size() ? points[frame.point - 1] : ir::NodeId();
    }
    FaultStep step;
    step.function = frame.function->entity.valid() ? program_.symbol(frame.function->entity).display
                                                   : std::string("initialiser");
    step.place = at.valid() ? function.places[at] : function.places.whole;
    if (step.place.line == 0) step.place = function.places.whole;
    if (step.place.file < function.places.files.size()) {
      step.file = function.places.files[step.place.file];
    }
    fault.calls.push_back(std::move(step));
  }
  options_.fault(fault);
}

bool Interpreter::is_absent(EntityId entity) const {
  // Variables of the library have been made by now.
  return !library_->find(program_[entity].name) && !state_.memory.find(program_.object_of(entity));
}

Tri Interpreter::decide(State&, Term) { return Tri::Unknown; }

semantics::Split Interpreter::split(State&, std::span<const Term>) {
  return semantics::Split::Together;
}

void Interpreter::at_exit(State& state, EntityId destructor, Term object) {
  library_->exit_handlers.push_back({.function = evaluator_.address_of(state, destructor).bits(),
                                     .argument = object.bits(),
                                     .has_argument = true});
}

Verdict Interpreter::obligation(State&, const Obligation& obligation) {
  if (obligation.kind == ObligationKind::Handled) {
    library_->terminate();
    return Verdict::Stop;
  }
  FaultText text = fault_text(program_, state_, obligation);
  if (!text.kind.empty()) report(text.kind, text.message, obligation.node);
  if (text.signal != 0) {
    library_->trap(text.signal);
    return Verdict::Stop;
  }
  return Verdict::Continue;
}

/// What is called: the program's own operator new also where its operator new[] is the library's.
EntityId Interpreter::replaced(EntityId callee) const {
  if (program_[callee].body) return callee;
  for (std::string_view name = forwarded_by_library(program_[callee].name); !name.empty();
       name = forwarded_by_library(name)) {
    EntityId other = program_.find(name);
    if (other.valid() && program_[other].body) return other;
  }
  return callee;
}

CallAnswer Interpreter::call(State& state, const CallRequest& request) {
  if (!request.callee.valid()) {
    unsupported("a call through a pointer that is not known");
    return CallAnswer::Stop;
  }
  const Entity& callee = program_[replaced(request.callee)];
  if (callee.body) {
    if (state.frames.size() >= options_.max_depth) {
      report("stack-overflow", "the calls are nested too deeply", request.node);
      signal(SIGSEGV);
      return CallAnswer::Stop;
    }
    evaluator_.enter(state, program_.prepare(*callee.body), request.arguments, request.node,
                     request.result_slot);
    return CallAnswer::Entered;
  }
  LibraryFunction function = library_->find(callee.name);
  if (!function) {
    const ir::Symbol& symbol = callee.unit->unit->symbols[callee.symbol];
    bool is_library_code = symbol.has(ir::kSystem) && !symbol.has(ir::kCLinkage);
    unsupported(fmt::format("the function {}, {}", symbol.display,
                            is_library_code ? "whose code is in the C++ library, not in its headers"
                                            : "which has no body"));
    return CallAnswer::Stop;
  }
  CallAnswer answer = library_->call(function, request);
  return ended_ ? CallAnswer::Stop : answer;
}

Term Interpreter::unknown_value(State&, uint32_t width, std::string_view why) {
  // What the program did not write reads as zero, like an argument that was not given, and a
  // function that returns nothing gives it.
  if (why == "read outside" || why == "no value returned" || why == "environment" ||
      why == "argument") {
    return width <= 64 ? Term::constant(width, 0) : pool_.constant(logic::Bits(width, 0));
  }
  unsupported(std::string(why));
  return Term();
}

}  // namespace assay::interpreter
