#include "engines/simulator/judge.h"

#include <algorithm>
#include <set>

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

namespace {

/// Which point is being evaluated; none: the path is at its end.
ir::NodeId point_of(const Path& path) {
  if (path.state.frames.size() != 1) return ir::NodeId();
  const semantics::Frame& frame = path.state.frame();
  std::span<const ir::NodeId> points = frame.function->body->points_of(frame.block);
  bool is_inside = frame.point > 0 && frame.point <= points.size();
  return is_inside ? points[frame.point - 1] : ir::NodeId();
}

}  // namespace

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
  OriginNotes::Noted from = path.asking;
  if (!from.node.valid()) from.node = point_of(path);
  constraint.tag = from.node.valid() ? origins_.add(from) : 0;
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

bool Judge::is_leap(const Path& path, ir::NodeId call) {
  auto is_its = [&](const std::shared_ptr<const Leap>& leap) {
    return leap->request.node == call && !leap->is_direct;
  };
  return std::any_of(path.leaps.begin(), path.leaps.end(), is_its);
}

bool Judge::is_latent(const Path& path, Term condition) {
  if (path.leaps.empty() || condition.is_immediate()) return false;
  std::set<Term> leapt;
  for (const auto& leap : path.leaps) leapt.insert(leap->assumed.begin(), leap->assumed.end());
  std::vector<Term> sure;
  for (Term each : path.conditions) {
    if (!leapt.contains(each)) sure.push_back(each);
  }
  sure.insert(sure.end(), path.asked.begin(), path.asked.end());
  return solver_.decide(sure, condition) != Tri::No;
}

void Judge::look_at(Path& path, Term value, Term holds) {
  if (path.leaps.empty() || value.is_immediate()) return;
  std::vector<Term> todo{value};
  while (!todo.empty() && !path.leaps.empty()) {
    Solver::Symbols symbols = solver_.symbols_of(todo.back());
    // Who compares two pointers does not ask whether one is null.
    if (todo.back() == value) {
      std::erase_if(symbols, [&](uint32_t symbol) {
        Term flag = pool_.term(symbol);
        return flag.width() == 1 &&
               solver_.decide(std::span<const Term>(&holds, 1), flag) == Tri::Unknown;
      });
    }
    todo.pop_back();
    auto has = [&](uint32_t symbol) {
      return std::binary_search(symbols.begin(), symbols.end(), symbol);
    };
    for (std::shared_ptr<const Leap>& leap : path.leaps) {
      if (std::none_of(leap->given.begin(), leap->given.end(), has)) continue;
      // What it returned may tell it from all other outcomes: then all of it is known.  Otherwise
      // only what was looked at.
      auto seen = std::make_shared<Leap>(*leap);
      seen->request.arguments = seen->arguments;
      bool is_return = std::any_of(seen->returned.begin(), seen->returned.end(), has);
      bool is_told = is_return && !seen->is_vague;
      seen->is_settled = seen->is_settled || is_return;
      std::erase_if(seen->given, has);
      std::vector<Term> known;
      std::erase_if(seen->assumed, [&](Term each) {
        const Solver::Symbols& its = solver_.symbols_of(each);
        bool is_known = is_told || std::any_of(its.begin(), its.end(), has);
        if (is_known) known.push_back(each);
        return is_known;
      });
      todo.insert(todo.end(), known.begin(), known.end());
      leap = std::move(seen);
    }
    std::erase_if(path.leaps, [](const std::shared_ptr<const Leap>& leap) {
      return leap->is_settled && !leap->is_vague;
    });
  }
}

Warning Judge::with_sources(Warning warning, Term condition) const {
  constexpr size_t kMaxTold = 2;
  if (condition.is_immediate()) return warning;
  std::vector<ir::NodeId> calls;
  for (uint32_t symbol : solver_.symbols_of(condition)) {
    ir::NodeId call = inputs_.brought_by(symbol);
    if (call.valid() && call != warning.node && std::ranges::find(calls, call) == calls.end())
      calls.push_back(call);
  }
  std::ranges::sort(calls);
  for (size_t i = 0; i < calls.size() && i < kMaxTold; ++i)
    warning.notes.push_back({calls[i],
                             fmt::format("'{}' brings a value from outside the program here",
                                         reporter_.callee_name(calls[i])),
                             models::Operator::ValueExternal});
  return warning;
}

bool Judge::test(Path& path, Test test) {
  Tri holds = solver_.decide(path.conditions, test.condition);
  Source source = holds == Tri::Unknown ? evaluator_.source_of(test.condition) : Source::Known;
  return this->test(path, std::move(test), holds, source);
}

bool Judge::test(Path& path, Test test, Tri holds, Source source) {
  if (holds == Tri::Yes) return true;
  if (holds == Tri::No &&
      (is_latent(path, test.condition) || manifest_.is_doubtful(path, test.condition) ||
       (test.is_null && manifest_.is_lost_in_loop(test.condition)) ||
       (test.is_bound && manifest_.is_chosen(path, test.condition)))) {
    if (auto constraint = test.constraint ? test.constraint() : std::nullopt) {
      constrain(path, std::move(*constraint));
    }
    path.is_latent = true;
    return false;
  }
  if (holds == Tri::No) {
    reporter_.warn(path, with_sources(test.warning(), test.condition));
    return false;
  }
  if (source == Source::Inputs && test.constraint) {
    if (auto constraint = test.constraint()) constrain(path, std::move(*constraint));
  }
  // What nobody could decide within the budget is no evidence, and a pointer that shares its bytes
  // with numbers from outside is none of them.
  if (source == Source::Outside && !test.is_null && !is_checked_otherwise(path, test.condition) &&
      solver_.is_shown_to_fail(path.conditions, test.condition)) {
    reporter_.warn(path, with_sources(test.warning(), test.condition));
  }
  assume(path, test.condition);
  return true;
}

}  // namespace assay::simulator
