#include "support/symbolic.h"

#include <fmt/format.h>

#include <algorithm>

#include "logic/build.h"

namespace assay::testing_support {

using logic::Term;
using semantics::Argument;
using semantics::CallAnswer;
using semantics::CallRequest;
using semantics::Obligation;
using semantics::Shape;
using semantics::State;
using semantics::ValueType;

SymbolicDriver::SymbolicDriver(semantics::Program& program, logic::ProverOptions options)
    : program_(program), prover_(pool_, options), evaluator_(pool_, program, *this) {}

memory::ObjectId SymbolicDriver::environment_object(State& state, const std::string& name,
                                                    ir::TypeId pointee,
                                                    const ir::TypeTable& types) {
  auto found = pointees_.find(name);
  memory::Object object;
  object.kind = memory::ObjectKind::Environment;
  object.contents = memory::Contents(memory::Background::Environment);
  uint64_t bytes = pointee.valid() ? types.resolved(pointee).size : 0;
  object.size = evaluator_.pointer_constant(bytes);
  object.flags = memory::kSizeUnknown;
  object.type = pointee;
  if (found != pointees_.end()) {
    if (!state.memory.find(found->second.object)) {
      state.memory.create_at(found->second.object, std::move(object));
    }
    return found->second.object;
  }
  memory::ObjectId id = state.memory.create(std::move(object));
  pointees_[name] = {id, name, bytes, pointee, &types};
  names_[id.index()] = name;
  return id;
}

Term SymbolicDriver::input(State& state, const std::string& name, const ValueType& type,
                           const ir::TypeTable& types) {
  if (type.shape != Shape::Pointer) return pool_.symbol(name, type.width);
  ir::TypeId pointee = types.pointee(type.type);
  bool is_code = pointee.valid() && types.resolved(pointee).kind == ir::TypeKind::Function;
  constexpr size_t kMaxName = 60;  // a list has no end: at some point its rest is unknown
  if (is_code || name.size() > kMaxName) return pool_.symbol(name, type.width);
  memory::ObjectId object = environment_object(state, "*" + name, pointee, types);
  return logic::ite(pool_, pool_.symbol(name + "_null", 1), evaluator_.pointer_constant(0),
                    state.memory.address(object));
}

State SymbolicDriver::begin(const semantics::Prepared& function) {
  State state(pool_, program_.target());
  state.memory.reserve(program_.reserved());
  std::vector<Argument> arguments;
  parameters_.clear();
  const ir::TypeTable& types = function.unit->types->types();
  for (uint32_t i = 0; i < function.body->param_count; ++i) {
    const ValueType& type = *function.local_types[i];
    std::string name = "p" + std::to_string(i);
    Term value = type.shape == Shape::Aggregate
                     ? state.memory.address(environment_object(state, "*" + name, type.type, types))
                     : input(state, name, type, types);
    parameters_.push_back(value);
    arguments.push_back({value, &type});
  }
  evaluator_.enter(state, function, arguments, ir::NodeId(), Term());
  return state;
}

Term SymbolicDriver::environment_value(State& state, memory::ObjectId object, uint64_t offset,
                                       const ValueType& type) {
  Place place{object.index(), offset, type.accessed};
  auto found = environment_.find(place);
  if (found != environment_.end() && found->second.width() == type.width) {
    // The object that it leads to may be unknown to this state.
    for (auto& [name, pointee] : pointees_) {
      if (!state.memory.find(pointee.object)) {
        environment_object(state, name, pointee.type, *pointee.types);
      }
    }
    return found->second;
  }
  auto named = names_.find(object.index());
  std::string name = named != names_.end() ? named->second : "g" + std::to_string(object.index());
  name += fmt::format("{:+}", static_cast<int64_t>(offset));
  if (found != environment_.end()) name += ":" + std::to_string(type.width);
  // Plain bytes are also asked for where parameters are bound, before there is a frame.
  Term made = type.type.valid()
                  ? input(state, name, type, state.frame().function->unit->types->types())
                  : pool_.symbol(name, type.width);
  environment_[place] = made;
  return made;
}

Term SymbolicDriver::outside(State& state, memory::ObjectId object, uint64_t offset,
                             uint32_t bytes) {
  ValueType type{.shape = Shape::Int, .width = bytes * 8, .accessed = bytes, .bytes = bytes};
  return environment_value(state, object, offset, type);
}

semantics::Verdict SymbolicDriver::obligation(State&, const Obligation& obligation) {
  obligations_.push_back(obligation);
  if (obligation.holds == Tri::Unknown) assume(obligation.condition);
  return obligation.holds == Tri::No ? semantics::Verdict::Stop : semantics::Verdict::Continue;
}

/// The heap of C++: enough of it for objects that `new` makes and `delete` ends.
bool SymbolicDriver::library_call(State& state, const CallRequest& request) {
  const std::string& name = program_.symbol(request.callee).name;
  if (name == "_Znwm" || name == "_Znam") {
    memory::ObjectId made =
        evaluator_.make_object(state, memory::ObjectKind::Heap, request.arguments[0].value,
                               memory::Background::Indeterminate, request.node);
    evaluator_.set_value(state, request.node, state.memory.address(made));
    return true;
  }
  if (!name.starts_with("_ZdlPv") && !name.starts_with("_ZdaPv")) return false;
  memory::LocationSet ended = memory::locations_of(state.memory, request.arguments[0].value);
  for (const memory::Location& location : ended.locations) {
    if (!location.object.valid()) continue;
    memory::Object& object = state.memory.own(location.object);
    object.live = logic::ite(pool_, location.guard, logic::kFalse, object.live);
  }
  return true;
}

CallAnswer SymbolicDriver::call(State& state, const CallRequest& request) {
  const ir::Function* body = request.callee.valid() ? program_[request.callee].body : nullptr;
  if (body && state.frames.size() < max_depth_) {
    evaluator_.enter(state, program_.prepare(*body), request.arguments, request.node,
                     request.result_slot);
    return CallAnswer::Entered;
  }
  if (!body && request.callee.valid() && library_call(state, request)) return CallAnswer::Returned;
  if (request.result && request.result->is_scalar()) {
    Term value = unknown_value(state, request.result->width, "call");
    evaluator_.set_value(state, request.node, value);
  } else if (request.result && request.result->shape == Shape::Aggregate) {
    return CallAnswer::Stop;
  }
  return CallAnswer::Returned;
}

Term SymbolicDriver::unknown_value(State&, uint32_t width, std::string_view) {
  Term made = pool_.fresh_symbol("unknown", width);
  imprecise_.insert(made);
  return made;
}

semantics::Source SymbolicDriver::source_of(Term symbol) const {
  return imprecise_.contains(symbol) ? semantics::Source::Imprecise : semantics::Source::Inputs;
}

Tri SymbolicDriver::decide_under(std::span<const Term> path, Term condition) {
  if (condition.is_immediate()) return condition.is_true() ? Tri::Yes : Tri::No;
  std::vector<Term> question(path.begin(), path.end());
  question.push_back(condition);
  bool can_hold = !prover_.check(question, budget_).unsat();
  question.back() = logic::bit_not(pool_, condition);
  bool can_fail = !prover_.check(question, budget_).unsat();
  return can_hold && can_fail ? Tri::Unknown : can_hold ? Tri::Yes : Tri::No;
}

}  // namespace assay::testing_support
