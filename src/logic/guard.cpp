#include "logic/guard.h"

#include <algorithm>

#include "base/check.h"
#include "logic/build.h"

namespace assay::logic {
namespace {

uint64_t mix(uint64_t a, uint64_t b, uint64_t c) {
  uint64_t key = (a * 0x9e3779b97f4a7c15u + b) * 0xff51afd7ed558ccdu + c;
  key *= 0xc4ceb9fe1a85ec53u;
  return key ^ key >> 31;
}

}  // namespace

GuardPool::GuardPool(TermPool& terms, GuardBudget budget) : terms_(terms), budget_(budget) {
  nodes_.push_back({kTerminal, Guard::always(), Guard::always()});
  unique_.assign(256, 0);
  // An entry of two constants is never looked up, so it stands for "empty".
  cache_.assign(256, {Guard::always(), Guard::always(), Guard::always()});
}

uint32_t GuardPool::atom_index(Term t) {
  auto [at, added] = atom_indexes_.try_emplace(t, static_cast<uint32_t>(atoms_.size()));
  if (added) atoms_.push_back(t);
  return at->second;
}

Guard GuardPool::atom(Term t) {
  ASSAY_CHECK(t.width() == 1, "an atom should be a Boolean");
  if (t.is_true()) return Guard::always();
  if (t.is_false()) return Guard::never();
  if (terms_.is(t, Op::Not)) return !atom(terms_.arg(t, 0));  // builders make no double negation
  return make_node(atom_index(t), Guard::always(), Guard::never());
}

void GuardPool::grow_tables() {
  unique_.assign(unique_.size() * 2, 0);
  size_t mask = unique_.size() - 1;
  for (uint32_t node = 1; node < nodes_.size(); ++node) {
    const Node& n = nodes_[node];
    size_t slot = mix(n.atom, n.high.code_, n.low.code_) & mask;
    while (unique_[slot] != 0) slot = (slot + 1) & mask;
    unique_[slot] = node;
  }
  cache_.assign(unique_.size(), {Guard::always(), Guard::always(), Guard::always()});
}

Guard GuardPool::make_node(uint32_t atom, Guard high, Guard low) {
  if (high == low) return high;
  // One of the two forms of each function: the complement goes to the outside.
  bool flip = high.complemented();
  high = high.flipped_if(flip);
  low = low.flipped_if(flip);
  size_t mask = unique_.size() - 1;
  size_t slot = mix(atom, high.code_, low.code_) & mask;
  for (; unique_[slot] != 0; slot = (slot + 1) & mask) {
    const Node& n = nodes_[unique_[slot]];
    if (n.atom == atom && n.high == high && n.low == low)
      return Guard(2 * unique_[slot]).flipped_if(flip);
  }
  if (nodes_.size() >= budget_.nodes) return Guard::too_large();
  uint32_t node = node_count();
  nodes_.push_back({atom, high, low});
  unique_[slot] = node;
  if (nodes_.size() * 2 > unique_.size()) grow_tables();
  return Guard(2 * node).flipped_if(flip);
}

Guard GuardPool::high(Guard g, uint32_t atom) const {
  const Node& n = nodes_[g.node()];
  return n.atom == atom ? n.high.flipped_if(g.complemented()) : g;
}

Guard GuardPool::low(Guard g, uint32_t atom) const {
  const Node& n = nodes_[g.node()];
  return n.atom == atom ? n.low.flipped_if(g.complemented()) : g;
}

bool GuardPool::and_is_plain(Guard& a, Guard& b, Guard& result) const {
  if (b < a) std::swap(a, b);
  if (a.is_never() || b.is_never() || a == !b) return result = Guard::never(), true;
  if (a.is_too_large() || b.is_too_large()) return result = Guard::too_large(), true;
  if (a.is_always() || a == b) return result = b, true;
  if (b.is_always()) return result = a, true;
  return false;
}

GuardPool::Cached& GuardPool::cache_slot(Guard a, Guard b) {
  return cache_[mix(a.code_, b.code_, 0) & (cache_.size() - 1)];
}

// Depth-first with a stack of our own: a diagram is as deep as a function has conditions.
Guard GuardPool::make_and(Guard a, Guard b) {
  Guard result;
  if (and_is_plain(a, b, result)) return result;
  frames_.clear();
  auto enter = [&](Guard x, Guard y) {
    frames_.push_back({x, y, std::min(top(x), top(y)), Guard::always(), false});
  };
  enter(a, b);
  for (uint32_t steps = 0; !frames_.empty(); ++steps) {
    if (steps == budget_.steps) return Guard::too_large();
    // `result` of the part above the present frame has just become known, or the frame is new.
    Frame& frame = frames_.back();
    bool descend_high = frame.low_done;
    Guard x = descend_high ? high(frame.a, frame.atom) : low(frame.a, frame.atom);
    Guard y = descend_high ? high(frame.b, frame.atom) : low(frame.b, frame.atom);
    bool known = and_is_plain(x, y, result);
    if (!known) {
      const Cached& cached = cache_slot(x, y);
      known = cached.a == x && cached.b == y;
      if (known) result = cached.result;
    }
    if (!known) {
      enter(x, y);
      continue;
    }
    if (!frame.low_done) {
      frame.low = result;
      frame.low_done = true;
      continue;
    }
    // Both sides are known.  The frame below finds this result in the cache.
    Frame done = frame;
    frames_.pop_back();
    result = make_node(done.atom, result, done.low);
    if (result.is_too_large()) return result;
    cache_slot(done.a, done.b) = {done.a, done.b, result};
  }
  return result;
}

Guard GuardPool::make_ite(Guard condition, Guard then_guard, Guard else_guard) {
  if (condition.is_always() || then_guard == else_guard) return then_guard;
  if (condition.is_never()) return else_guard;
  return make_or(make_and(condition, then_guard), make_and(!condition, else_guard));
}

Tri GuardPool::implies(Guard a, Guard b) {
  Guard counter = make_and(a, !b);
  if (counter.is_too_large()) return Tri::Unknown;
  return counter.is_never() ? Tri::Yes : Tri::No;
}

// All nodes under the guard, the terminal left out, older first: children before parents.
void GuardPool::nodes_below(Guard guard, std::vector<uint32_t>& nodes) const {
  ASSAY_CHECK(!guard.is_too_large(), "a guard past the budget has no diagram");
  std::vector<bool> seen(guard.node() + 1);
  std::vector<uint32_t> stack;
  auto visit = [&](uint32_t node) {
    if (node == 0 || seen[node]) return;
    seen[node] = true;
    nodes.push_back(node);
    stack.push_back(node);
  };
  visit(guard.node());
  while (!stack.empty()) {
    const Node& n = nodes_[stack.back()];
    stack.pop_back();
    visit(n.high.node());
    visit(n.low.node());
  }
  std::sort(nodes.begin(), nodes.end());
}

Guard GuardPool::cofactor(Guard guard, Term t, bool holds) {
  if (guard.is_too_large()) return guard;
  while (terms_.is(t, Op::Not)) {
    t = terms_.arg(t, 0);
    holds = !holds;
  }
  auto found = atom_indexes_.find(t);
  if (found == atom_indexes_.end()) return guard;
  uint32_t atom = found->second;
  std::vector<uint32_t> nodes;
  nodes_below(guard, nodes);
  std::unordered_map<uint32_t, Guard> now{{0, Guard::always()}};
  auto changed = [&](Guard g) { return now.at(g.node()).flipped_if(g.complemented()); };
  for (uint32_t node : nodes) {
    Node n = nodes_[node];
    Guard result = n.atom == atom ? (holds ? n.high : n.low)
                                  : make_node(n.atom, changed(n.high), changed(n.low));
    if (result.is_too_large()) return result;
    now.emplace(node, result);
  }
  return changed(guard);
}

std::vector<Term> GuardPool::support(Guard guard) const {
  std::vector<uint32_t> nodes, atoms;
  nodes_below(guard, nodes);
  for (uint32_t node : nodes) atoms.push_back(nodes_[node].atom);
  std::sort(atoms.begin(), atoms.end());
  atoms.erase(std::unique(atoms.begin(), atoms.end()), atoms.end());
  std::vector<Term> result;
  for (uint32_t atom : atoms) result.push_back(atoms_[atom]);
  return result;
}

size_t GuardPool::size(Guard guard) const {
  std::vector<uint32_t> nodes;
  nodes_below(guard, nodes);
  return nodes.size();
}

Term GuardPool::to_term(Guard guard) {
  std::vector<uint32_t> nodes;
  nodes_below(guard, nodes);
  as_terms_.resize(nodes_.size());
  as_terms_[0] = kTrue;
  auto term = [&](Guard g) {
    Term t = as_terms_[g.node()];
    return g.complemented() ? bit_not(terms_, t) : t;
  };
  for (uint32_t node : nodes) {
    if (!as_terms_[node].is_null()) continue;
    const Node& n = nodes_[node];
    as_terms_[node] = ite(terms_, atoms_[n.atom], term(n.high), term(n.low));
  }
  return term(guard);
}

}  // namespace assay::logic
