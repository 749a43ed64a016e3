#include "logic/eval.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"
#include "logic/fold.h"

namespace assay::logic {
namespace {

// The nodes below the roots, children first.  Costs what is below, and one bit per node of the
// pool.
std::vector<uint32_t> needed_nodes(const TermPool& pool, std::span<const Term> roots) {
  std::vector<bool> seen(pool.node_count() + 1);
  std::vector<uint32_t> nodes;
  auto add = [&](Term t) {
    if (t.node() == 0 || seen[t.node()]) return;
    seen[t.node()] = true;
    nodes.push_back(t.node());
  };
  for (Term root : roots) add(root);
  for (size_t next = 0; next < nodes.size(); ++next) {
    for (Term arg : pool.args(pool.term(nodes[next]))) add(arg);
  }
  std::ranges::sort(nodes);
  return nodes;
}

// Where functions have values: name, width (one name at two widths is two functions), arguments.
using Points = std::map<std::tuple<uint32_t, uint32_t, std::vector<Bits>>, Bits>;

Points points_of(const TermPool& pool, const Assignment& assignment);

class Evaluation {
 public:
  /// `points`: where to look for applications that the assignment does not have; null: in the
  /// assignment's own.
  Evaluation(const TermPool& pool, const Assignment& assignment, const Points* points = nullptr)
      : pool_(pool), assignment_(assignment), points_(points) {}

  std::vector<Bits> run(std::span<const Term> terms) {
    nodes_ = needed_nodes(pool_, terms);
    values_.resize(nodes_.size());
    std::vector<Bits> args;
    for (size_t i = 0; i < nodes_.size(); ++i) {
      Term t = pool_.term(nodes_[i]);
      args.clear();
      for (Term arg : pool_.args(t)) args.push_back(value(arg));
      values_[i] = compute(t, args);
    }
    std::vector<Bits> results;
    results.reserve(terms.size());
    for (Term t : terms) results.push_back(value(t));
    return results;
  }

 private:
  Bits value(Term t) const {
    ASSAY_CHECK(!t.is_null(), "only terms have values");
    if (t.node() == 0) return Bits(t.width(), t.bits());
    return values_[std::ranges::lower_bound(nodes_, t.node()) - nodes_.begin()];
  }

  // One node whose arguments have their values.
  Bits compute(Term t, const std::vector<Bits>& args) {
    Op op = pool_.op(t);
    if (op == Op::WideConst) return pool_.value(t);
    if (has_flag(op, kOpaque)) {
      if (auto given = assignment_.find(t); given != assignment_.end()) {
        ASSAY_CHECK(given->second.width() == t.width(), "a value should have its term's width");
        return given->second;
      }
      if (op == Op::Apply) return application(t, args);
      if (!has_flag(op, kFloat)) return Bits(t.width(), 0);
    }
    return fold(op, t.width(), args, pool_.params(t));
  }

  Bits application(Term t, const std::vector<Bits>& args) {
    if (points_ == nullptr) {
      own_points_ = points_of(pool_, assignment_);
      points_ = &own_points_;
    }
    auto point = points_->find({pool_.params(t).a, t.width(), args});
    return point != points_->end() ? point->second : Bits(t.width(), 0);
  }

  const TermPool& pool_;
  const Assignment& assignment_;
  const Points* points_;
  Points own_points_;
  std::vector<uint32_t> nodes_;
  std::vector<Bits> values_;  // of nodes_
};

Points points_of(const TermPool& pool, const Assignment& assignment) {
  std::vector<Term> applications, args;
  for (const auto& [term, value] : assignment) {
    if (!pool.is(term, Op::Apply)) continue;
    applications.push_back(term);
    args.insert(args.end(), pool.args(term).begin(), pool.args(term).end());
  }
  Points points;
  // Models have a value for every application under one of theirs, so no points are needed here.
  std::vector<Bits> values = Evaluation(pool, assignment, &points).run(args);
  auto next = values.begin();
  for (Term t : applications) {
    auto end = next + static_cast<std::ptrdiff_t>(pool.args(t).size());
    points.try_emplace({pool.params(t).a, t.width(), std::vector<Bits>(next, end)},
                       assignment.at(t));
    next = end;
  }
  return points;
}

}  // namespace

std::vector<Bits> evaluate(const TermPool& pool, std::span<const Term> terms,
                           const Assignment& assignment) {
  return Evaluation(pool, assignment).run(terms);
}

Bits evaluate(const TermPool& pool, Term term, const Assignment& assignment) {
  return evaluate(pool, {&term, 1}, assignment).front();
}

}  // namespace assay::logic
