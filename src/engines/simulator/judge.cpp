#include "engines/simulator/judge.h"

#include <algorithm>

#include "logic/build.h"

namespace assay::simulator {

using logic::Op;
using logic::Term;
using semantics::Source;

bool same_operand(const models::Operand& a, const models::Operand& b) {
  if (a.resource.has_value() != b.resource.has_value()) return false;
  if (a.resource &&
      (a.resource->type != b.resource->type || a.resource->state != b.resource->state))
    return false;
  return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
                    [](const models::Node& x, const models::Node& y) {
                      return x.kind == y.kind && x.moment == y.moment && x.function == y.function &&
                             x.is_negative == y.is_negative && x.external == y.external &&
                             x.field == y.field && x.number == y.number && x.numbers == y.numbers;
                    });
}

bool same_operation(const models::Operation& a, const models::Operation& b) {
  return a.role == b.role && a.op == b.op &&
         std::equal(a.operands.begin(), a.operands.end(), b.operands.begin(), b.operands.end(),
                    same_operand);
}

void Judge::constrain(Path& path, models::Operation constraint) {
  // APPROX(under): so many are enough for any caller.
  constexpr size_t kMaxConstraints = 60;
  if (path.constraints.size() >= kMaxConstraints) return;
  // APPROX(under): of the elements of an array the first ones stand for all.
  constexpr auto kMaxInitialised = 16;
  bool is_read = constraint.op == models::Operator::MemoryInitialized;
  if (is_read && std::count_if(path.constraints.begin(), path.constraints.end(),
                               [](const models::Operation& each) {
                                 return each.op == models::Operator::MemoryInitialized;
                               }) >= kMaxInitialised) {
    return;
  }
  for (const models::Operation& known : path.constraints) {
    if (same_operation(known, constraint)) return;
  }
  path.constraints.push_back(std::move(constraint));
}

bool Judge::is_checked_otherwise(const Path& path, Term condition) const {
  return solver_.is_checked_otherwise(path.conditions, condition, [&](Term symbol) {
    return evaluator_.source_of(symbol) == Source::Imprecise;
  });
}

void Judge::assume(Path& path, Term condition) const {
  std::vector<Term> todo{condition};
  while (!todo.empty()) {
    Term part = todo.back();
    todo.pop_back();
    if (part.is_immediate()) continue;
    if (pool_.is(part, Op::And)) {
      todo.push_back(pool_.arg(part, 1));
      todo.push_back(pool_.arg(part, 0));
      continue;
    }
    if (std::find(path.conditions.begin(), path.conditions.end(), part) == path.conditions.end()) {
      path.conditions.push_back(part);
    }
  }
}

void Judge::choose(Path& path, Term condition) const {
  if (condition.is_immediate()) return;
  assume(path, condition);
  path.guards.push_back(condition);
}

bool Judge::test(Path& path, Test test) {
  Tri holds = solver_.decide(path.conditions, test.condition);
  Source source = holds == Tri::Unknown ? evaluator_.source_of(test.condition) : Source::Known;
  return this->test(path, std::move(test), holds, source);
}

bool Judge::test(Path& path, Test test, Tri holds, Source source) {
  if (holds == Tri::Yes) return true;
  if (holds == Tri::No) {
    reporter_.warn(path, test.warning());
    return false;
  }
  if (source == Source::Inputs && test.constraint) {
    if (auto constraint = test.constraint()) constrain(path, std::move(*constraint));
  }
  if (source == Source::Outside && !is_checked_otherwise(path, test.condition)) {
    reporter_.warn(path, test.warning());
  }
  assume(path, test.condition);
  return true;
}

}  // namespace assay::simulator
