#include "logic/cnf.h"

#include <algorithm>

#include "base/check.h"

namespace assay::logic {

int Cnf::literal(Lit lit) {
  if (states_.size() <= lit.node()) states_.resize(aig_.node_count());
  int& variable = states_[lit.node()].variable;
  if (variable == 0) variable = static_cast<int>(++variables_);
  return lit.complemented() ? -variable : variable;
}

void Cnf::need(Lit lit, uint8_t directions) {
  if (lit.complemented() && directions != kBoth) directions ^= kBoth;
  if (aig_.is_and(lit.node())) todo_.push_back({lit.node(), directions});
}

void Cnf::clause(std::initializer_list<int> literals) {
  solver_.add_clause(literals);
  ++clauses_;
}

int Cnf::require(Lit lit) {
  ASSAY_CHECK(!lit.is_constant(), "a constant has no variable");
  int result = literal(lit);
  need(lit, kPositive);
  while (!todo_.empty()) {
    Need next = todo_.back();
    todo_.pop_back();
    literal(Lit(next.node, false));
    uint8_t& written = states_[next.node].written;
    uint8_t directions = next.directions & ~written;
    if (directions == 0) continue;
    written |= directions;
    write(next.node, directions);
  }
  return result;
}

void Cnf::write(uint32_t node, uint8_t directions) {
  Gate gate = aig_.gate(node);
  if (gate.kind == Gate::Kind::And) return write_and(node, directions);
  int out = literal(Lit(node, gate.flip));
  if (gate.flip && directions != kBoth) directions ^= kBoth;
  switch (gate.kind) {
    case Gate::Kind::Xor:
      return write_xor(out, gate, directions);
    case Gate::Kind::Ite:
      return write_ite(out, gate, directions);
    default:
      return write_majority(out, gate, directions);
  }
}

// The leaves of the tree of conjunctions under `node` that nobody else uses.
void Cnf::write_and(uint32_t node, uint8_t directions) {
  leaves_.clear();
  stack_.assign({aig_.right(node), aig_.left(node)});
  while (!stack_.empty()) {
    Lit lit = stack_.back();
    stack_.pop_back();
    bool inner = !lit.complemented() && aig_.is_and(lit.node()) && aig_.fan_out(lit.node()) == 1 &&
                 variable(lit.node()) == 0 && aig_.gate(lit.node()).kind == Gate::Kind::And;
    if (!inner) {
      leaves_.push_back(lit);
      continue;
    }
    stack_.push_back(aig_.right(lit.node()));
    stack_.push_back(aig_.left(lit.node()));
  }
  std::sort(leaves_.begin(), leaves_.end());
  leaves_.erase(std::unique(leaves_.begin(), leaves_.end()), leaves_.end());
  int out = literal(Lit(node, false));
  long_clause_.assign({out});
  for (Lit leaf : leaves_) {
    int in = literal(leaf);
    if (directions & kPositive) clause({-out, in});
    long_clause_.push_back(-in);
    need(leaf, directions);
  }
  if (directions & kNegative) {
    solver_.add_clause(long_clause_);
    ++clauses_;
  }
}

void Cnf::write_xor(int out, const Gate& gate, uint8_t directions) {
  int a = literal(gate.a), b = literal(gate.b);
  if (directions & kPositive) {
    clause({-out, a, b});
    clause({-out, -a, -b});
  }
  if (directions & kNegative) {
    clause({out, -a, b});
    clause({out, a, -b});
  }
  need(gate.b, kBoth);
  need(gate.a, kBoth);
}

void Cnf::write_ite(int out, const Gate& gate, uint8_t directions) {
  int condition = literal(gate.a), if_true = literal(gate.b), if_false = literal(gate.c);
  // The last clause of each is implied, but lets the solver see what both sides agree on.
  if (directions & kPositive) {
    clause({-out, -condition, if_true});
    clause({-out, condition, if_false});
    clause({-out, if_true, if_false});
  }
  if (directions & kNegative) {
    clause({out, -condition, -if_true});
    clause({out, condition, -if_false});
    clause({out, -if_true, -if_false});
  }
  need(gate.c, directions);
  need(gate.b, directions);
  need(gate.a, kBoth);
}

void Cnf::write_majority(int out, const Gate& gate, uint8_t directions) {
  int a = literal(gate.a), b = literal(gate.b), c = literal(gate.c);
  if (directions & kPositive) {
    clause({-out, a, b});
    clause({-out, a, c});
    clause({-out, b, c});
  }
  if (directions & kNegative) {
    clause({out, -a, -b});
    clause({out, -a, -c});
    clause({out, -b, -c});
  }
  need(gate.c, directions);
  need(gate.b, directions);
  need(gate.a, directions);
}

}  // namespace assay::logic
