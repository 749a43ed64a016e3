#include "logic/eval.h"

#include <algorithm>

#include "base/check.h"
#include "logic/fold.h"

namespace assay::logic {
namespace {

// The value of one node whose arguments have theirs.
Bits value_of(const TermPool& pool, Term t, const Assignment& assignment,
              std::span<const Bits> args) {
  Op op = pool.op(t);
  if (op == Op::WideConst) return pool.value(t);
  if (has_flag(op, kOpaque)) {
    if (auto given = assignment.find(t); given != assignment.end()) {
      ASSAY_CHECK(given->second.width() == t.width(), "a value should have its term's width");
      return given->second;
    }
    if (!has_flag(op, kFloat)) return Bits(t.width(), 0);
  }
  return fold(op, t.width(), args, pool.params(t));
}

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

}  // namespace

std::vector<Bits> evaluate(const TermPool& pool, std::span<const Term> terms,
                           const Assignment& assignment) {
  std::vector<uint32_t> nodes = needed_nodes(pool, terms);
  std::vector<Bits> values(nodes.size());
  auto value = [&](Term t) {
    ASSAY_CHECK(!t.is_null(), "only terms have values");
    if (t.node() == 0) return Bits(t.width(), t.bits());
    return values[std::ranges::lower_bound(nodes, t.node()) - nodes.begin()];
  };
  std::vector<Bits> args;
  for (size_t i = 0; i < nodes.size(); ++i) {
    Term t = pool.term(nodes[i]);
    args.clear();
    for (Term arg : pool.args(t)) args.push_back(value(arg));
    values[i] = value_of(pool, t, assignment, args);
  }
  std::vector<Bits> results;
  results.reserve(terms.size());
  for (Term t : terms) results.push_back(value(t));
  return results;
}

Bits evaluate(const TermPool& pool, Term term, const Assignment& assignment) {
  return evaluate(pool, {&term, 1}, assignment).front();
}

}  // namespace assay::logic
