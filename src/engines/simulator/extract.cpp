#include "engines/simulator/extract.h"

#include <algorithm>

#include "logic/build.h"

namespace assay::simulator {

using logic::Term;
using models::Operand;
using models::Operation;
using models::Operator;
using models::ReturnType;
using models::Role;

namespace {

// Callers say again what their callees say: through a long chain of calls, an outcome would grow
// with its length.
constexpr size_t kMaxGuards = 64;
constexpr size_t kMaxConstraints = 256;

}  // namespace

void Extractor::add_guards(Path& path, Found& found) {
  found.is_unsure = path.is_arbitrary;
  for (Term guard : path.guards) {
    if (found.guard_operations.contains(guard)) continue;
    // APPROX(under): when an outcome with more guards happens, callers are not told.
    if (found.order.size() == kMaxGuards) {
      found.is_unsure = true;
      break;
    }
    // What no input decides is a choice that the caller cannot see: no guard.
    auto said = parts_.judge.describer().condition(path.state, guard, Role::Guard);
    if (!said) {
      // But where it is no free choice, callers must not take the outcome for one that is there
      // for the taking.
      found.is_unsure =
          found.is_unsure || parts_.evaluator.source_of(guard) != semantics::Source::Outside;
      continue;
    }
    found.guards.push_back(guard);
    found.order.push_back(guard);
    found.guard_operations[guard] = std::move(*said);
  }
  std::sort(found.guards.begin(), found.guards.end());
  found.is_unmatched = found.is_unsure && is_unmatched(path);
}

std::set<uint32_t> Extractor::parameters_read(const Path& path) const {
  const ir::Body& body = *parts_.function.body;
  std::set<uint32_t> read;
  std::set<ir::BlockId> seen;
  for (const Crumb& crumb : trail_.until(path.trail)) {
    if (crumb.kind != CrumbKind::Block || !seen.insert(crumb.block).second) continue;
    for (ir::NodeId point : body.points_of(crumb.block)) {
      if (body[point].op != ir::Op::Load || body[point].kid_count == 0) continue;
      ir::NodeId place = body.kid(point, 0);
      if (body[place].op != ir::Op::Local) continue;
      uint32_t local = body.local_of(place).index();
      const semantics::ValueType* type = parts_.function.local_types[local];
      if (local < body.param_count && type && type->is_scalar()) read.insert(local);
    }
  }
  return read;
}

void Extractor::add_constraints(Path& path, Found& found) {
  std::vector<Operation>& made = found.others;
  for (uint32_t parameter : parameters_read(path)) {
    Operand operand;
    models::Node node{.kind = models::NodeKind::Variable, .moment = models::Moment::Entry};
    node.external = models::ExternalId(parameter);
    node.field = {.size = parts_.function.local_types[parameter]->accessed, .offset = 0};
    operand.nodes.push_back(node);
    // A constraint that compares it says so already.
    bool is_implied =
        std::any_of(path.constraints.begin(), path.constraints.end(), [&](const Operation& each) {
          return each.op >= Operator::IntNonZero && same_operand(each.operands[0], operand);
        });
    if (!is_implied) {
      made.push_back(operation(Role::Constraint, Operator::MemoryInitialized, {operand}));
    }
  }
  // APPROX(under): a caller that breaks one of the others is not told.
  for (const Operation& constraint : path.constraints) {
    if (made.size() >= kMaxConstraints) break;
    made.push_back(constraint);
  }
}

ReturnType Extractor::return_type(const Path& path, bool& is_known) const {
  is_known = false;
  if (path.end != ReturnType::Unstated) return path.end;
  Term value = path.state.frame().result;
  if (value.is_null()) return ReturnType::Void;
  value = parts_.judge.solver().with_known_values(path.conditions, value);
  is_known = true;
  if (!value.is_immediate()) return ReturnType::Other;
  if (value.is_value(0)) return ReturnType::Zero;
  if (value.is_value(1)) return ReturnType::One;
  return value.signed_bits() == -1 ? ReturnType::MinusOne : ReturnType::Other;
}

void Extractor::add(Path& path) {
  Found found;
  bool is_known = false;
  found.return_type = return_type(path, is_known);
  add_guards(path, found);
  // What is written without being read must be there as well: seen before constraints are listed.
  std::vector<Operation> results;
  bool throws = path.end == ReturnType::Throw;
  if (throws) found.thrown = parts_.evaluator.thrown_type(path.state);
  Writing out{.path = path, .results = results};
  if (throws || path.end == ReturnType::Unstated) write_results(out);
  add_constraints(path, found);
  for (Operation& result : results) found.others.push_back(std::move(result));
  outcomes_.push_back(std::move(found));
}

void Extractor::finish(bool is_complete) {
  merge();
  merge_alike(is_complete);
  std::stable_sort(outcomes_.begin(), outcomes_.end(),
                   [](const Found& a, const Found& b) { return a.return_type < b.return_type; });
  const ir::Places& places = parts_.function.function->places;
  if (parts_.function.entity.valid()) {
    model_.name = parts_.program.symbol(parts_.function.entity).name;
  }
  if (places.whole.file < places.files.size()) {
    const std::string& file = places.files[places.whole.file];
    model_.documentation =
        models::Documentation{.file = file.substr(file.rfind('/') + 1), .line = places.whole.line};
  }
  for (Found& found : outcomes_) {
    models::Outcome outcome{.return_type = found.return_type, .thrown = std::move(found.thrown)};
    if (found.is_unsure)
      outcome.reason = found.is_unmatched ? kUnmatched : found.is_joined ? kJoined : kUnsure;
    for (Term guard : found.order) {
      for (Operation& each : found.guard_operations[guard]) {
        outcome.operations.push_back(std::move(each));
      }
    }
    for (Operation& each : found.others) outcome.operations.push_back(std::move(each));
    model_.outcomes.push_back(std::move(outcome));
  }
  outcomes_.clear();
  if (!is_complete || model_.outcomes.empty()) {
    model_.outcomes.push_back(
        {.kind = models::OutcomeKind::Rest, .return_type = ReturnType::Unknown});
  }
}

}  // namespace assay::simulator
