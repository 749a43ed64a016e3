#include "engines/simulator/solver.h"

#include <algorithm>
#include <unordered_set>

#include "logic/build.h"
#include "logic/substitute.h"

namespace assay::simulator {

using logic::Op;
using logic::Term;

namespace {

/// Larger conditions are not looked at for symbols with known values.
constexpr size_t kMaxSubstituted = 400;
/// Nodes of a condition that is asked about at all.
constexpr size_t kMaxCondition = 3000;
/// Of what a string's length has at most, where something is to be shown to go wrong.
constexpr uint32_t kLengthBits = 24;

bool share(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b) {
  for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (a[i] == b[j]) return true;
    a[i] < b[j] ? ++i : ++j;
  }
  return false;
}

}  // namespace

const Solver::Leaves& Solver::leaves_of(Term term) {
  auto [found, is_new] = leaves_.try_emplace(term.node());
  Leaves& leaves = found->second;
  if (!is_new) return leaves;
  // An expression of n terms makes n conditions: looking through all of each would take n².
  if (!cone_.collect(std::span<const Term>(&term, 1), kMaxCondition)) {
    leaves.is_too_large = true;
    return leaves;
  }
  for (size_t i = 0; i < cone_.size(); ++i) {
    Term node = cone_.term(i);
    if (logic::has_flag(pool_.op(node), logic::kLeaf) && !pool_.is_constant(node)) {
      leaves.symbols.push_back(node.node());
    }
  }
  std::sort(leaves.symbols.begin(), leaves.symbols.end());
  return leaves;
}

const Solver::Symbols& Solver::symbols_of(Term term) { return leaves_of(term).symbols; }

bool Solver::is_too_large(Term condition) { return leaves_of(condition).is_too_large; }

bool Solver::is_feasible(std::span<const Term> path) {
  constexpr int64_t kConflicts = 2000;
  return prover_.check(path, {.conflicts = kConflicts, .rounds = 2}).sat();
}

bool Solver::is_checked_otherwise(std::span<const Term> path, Term term,
                                  const std::function<bool(Term symbol)>& is_lost) {
  const Symbols its = symbols_of(term);
  return std::any_of(path.begin(), path.end(), [&](Term assumed) {
    const Symbols& symbols = symbols_of(assumed);
    return share(symbols, its) && std::any_of(symbols.begin(), symbols.end(), [&](uint32_t each) {
             return is_lost(pool_.term(each));
           });
  });
}

bool Solver::is_limited(std::span<const Term> path, Term term) {
  const Symbols its = symbols_of(term);
  return std::any_of(path.begin(), path.end(), [&](Term assumed) {
    if (pool_.is(assumed, Op::Not)) assumed = pool_.arg(assumed, 0);
    if (!pool_.is(assumed, Op::Slt) && !pool_.is(assumed, Op::Ult)) return false;
    Term left = pool_.arg(assumed, 0), right = pool_.arg(assumed, 1);
    Term limit = left.is_immediate() ? left : right;
    bool is_sign = limit.is_immediate() && limit.signed_bits() >= -1 && limit.signed_bits() <= 1;
    return !is_sign && share(symbols_of(assumed), its);
  });
}

bool Solver::is_simple(Term term) {
  constexpr size_t kMaxNodes = 40;
  if (!cone_.collect(std::span<const Term>(&term, 1), kMaxNodes)) return false;
  for (size_t i = 0; i < cone_.size(); ++i) {
    Op op = pool_.op(cone_.term(i));
    bool divides = op == Op::UDiv || op == Op::SDiv || op == Op::URem || op == Op::SRem;
    if (divides || op == Op::LShr || op == Op::AShr) return false;
  }
  return true;
}

bool Solver::is_compared_as_float(std::span<const Term> path, Term term) {
  const Symbols its = symbols_of(term);
  return std::any_of(path.begin(), path.end(), [&](Term assumed) {
    if (!share(symbols_of(assumed), its)) return false;
    cone_.collect(std::span<const Term>(&assumed, 1));
    for (size_t i = 0; i < cone_.size(); ++i) {
      if (logic::has_flag(pool_.op(cone_.term(i)), logic::kFloat)) return true;
    }
    return false;
  });
}

Term Solver::with_known_values(std::span<const Term> path, Term condition, Known which) {
  if (condition.is_immediate()) return condition;
  const Symbols symbols = symbols_of(condition);
  std::vector<logic::Replacement> known;
  for (Term assumed : path) {
    if (pool_.is(assumed, Op::Symbol)) {
      known.push_back({assumed, logic::kTrue});
    } else if (which == Known::Truths) {
      continue;
    } else if (pool_.is(assumed, Op::Not) && pool_.is(pool_.arg(assumed, 0), Op::Symbol)) {
      known.push_back({pool_.arg(assumed, 0), logic::kFalse});
    } else if (pool_.is(assumed, Op::Eq) && pool_.is(pool_.arg(assumed, 0), Op::Symbol) &&
               pool_.is_constant(pool_.arg(assumed, 1))) {
      known.push_back({pool_.arg(assumed, 0), pool_.arg(assumed, 1)});
    }
  }
  std::erase_if(known, [&](const logic::Replacement& each) {
    return !std::binary_search(symbols.begin(), symbols.end(), each.leaf.node());
  });
  if (known.empty() || !cone_.collect(std::span<const Term>(&condition, 1), kMaxSubstituted)) {
    return condition;
  }
  return logic::substitute(pool_, cone_, std::span<const Term>(&condition, 1), known)[0];
}

/// Whether it says that a pointer into an object, so far from its beginning, is null: only by
/// numbers that wrap around.
bool Solver::is_null_of_place(Term condition) const {
  if (!pool_.is(condition, Op::Eq)) return false;
  Term value = pool_.arg(condition, 0), number = pool_.arg(condition, 1);
  if (!number.is_immediate()) std::swap(value, number);
  if (!number.is_immediate() || number.width() != 64) return false;
  // Objects lie 4 GiB apart, each with room before it (memory/memory.h).
  auto is_address = [](uint64_t bits) {
    constexpr uint64_t kApart = uint64_t{1} << 32, kBase = uint64_t{1} << 30;
    constexpr uint64_t kObjects = uint64_t{1} << 30;
    return bits >= kApart && bits / kApart < kObjects && bits % kApart >= kBase / 2 &&
           bits % kApart < 2 * kBase;
  };
  if (!number.is_value(0)) return is_address(-number.bits());
  if (!pool_.is(value, Op::Add)) return false;
  return std::any_of(pool_.args(value).begin(), pool_.args(value).end(),
                     [&](Term arg) { return arg.is_immediate() && is_address(arg.bits()); });
}

Tri Solver::decide_cheaply(std::span<const Term> path, Term condition) {
  if (condition.is_immediate()) return condition.is_true() ? Tri::Yes : Tri::No;
  if (is_null_of_place(condition)) return Tri::No;
  if (pool_.is(condition, Op::Not) && is_null_of_place(pool_.arg(condition, 0))) return Tri::Yes;
  Term opposite = logic::bit_not(pool_, condition);
  looked_at_ += path.size();
  for (Term assumed : path) {
    if (assumed == condition) return Tri::Yes;
    if (assumed == opposite) return Tri::No;
  }
  Term folded = with_known_values(path, condition);
  if (folded.is_immediate()) return folded.is_true() ? Tri::Yes : Tri::No;
  return Tri::Unknown;
}

std::vector<Term> Solver::relevant(std::span<const Term> path, Term condition) {
  // Whatever is connected with the condition by symbols, over any number of assumptions.
  std::vector<bool> taken(path.size());
  std::unordered_set<uint32_t> reached;
  auto reach = [&](const Symbols& symbols) { reached.insert(symbols.begin(), symbols.end()); };
  reach(symbols_of(condition));
  for (bool grows = true; grows;) {
    grows = false;
    for (size_t i = 0; i < path.size(); ++i) {
      if (taken[i]) continue;
      const Symbols& its = symbols_of(path[i]);
      looked_at_ += 1 + its.size();
      if (std::none_of(its.begin(), its.end(),
                       [&](uint32_t each) { return reached.contains(each); }))
        continue;
      taken[i] = grows = true;
      reach(its);
    }
  }
  std::vector<Term> kept;
  for (size_t i = 0; i < path.size(); ++i) {
    if (taken[i]) kept.push_back(path[i]);
  }
  return kept;
}

bool Solver::is_refuted(std::span<const Term> question) {
  std::vector<uint32_t> nodes;
  for (Term term : question) nodes.push_back(term.node());
  std::sort(nodes.begin(), nodes.end());
  const char* bytes = reinterpret_cast<const char*>(nodes.data());
  Hash key = hash_bytes({bytes, nodes.size() * sizeof nodes[0]});
  auto known = refuted_.find(key);
  if (known != refuted_.end()) {
    ++cheap_;
    return known->second;
  }
  assumed_ += question.size();
  bool refuted = prover_.check(question, budget_).unsat();
  refuted_.emplace(key, refuted);
  return refuted;
}

bool Solver::is_shown_to_fail(std::span<const Term> path, Term condition) {
  if (condition.is_immediate()) return condition.is_false();
  if (is_exhausted() || is_too_large(condition)) return false;
  std::vector<Term> question = relevant(path, condition);
  question.push_back(logic::bit_not(pool_, condition));
  // APPROX(under): no string is so long that a number of 31 bits cannot count its characters, and
  // no size that is made of a few such lengths wraps around.
  std::vector<uint32_t> lengths;
  for (Term each : question) {
    for (uint32_t symbol : symbols_of(each)) {
      if (is_length_ && is_length_(pool_.term(symbol))) lengths.push_back(symbol);
    }
  }
  std::sort(lengths.begin(), lengths.end());
  lengths.erase(std::unique(lengths.begin(), lengths.end()), lengths.end());
  for (uint32_t each : lengths) {
    Term length = pool_.term(each);
    question.push_back(
        logic::ult(pool_, length, Term::constant(length.width(), uint64_t{1} << kLengthBits)));
  }
  assumed_ += question.size();
  return prover_.check(question, budget_).sat();
}

bool Solver::is_possible(std::span<const Term> path, Term condition) {
  Tri cheap = decide_cheaply(path, condition);
  if (cheap != Tri::Unknown) {
    ++cheap_;
    return cheap == Tri::Yes;
  }
  if (is_exhausted() || is_too_large(condition)) return true;
  std::vector<Term> question = relevant(path, condition);
  question.push_back(condition);
  return !is_refuted(question);
}

Tri Solver::decide(std::span<const Term> path, Term condition) {
  Tri cheap = decide_cheaply(path, condition);
  if (cheap != Tri::Unknown) {
    ++cheap_;
    return cheap;
  }
  if (is_exhausted() || is_too_large(condition)) return Tri::Unknown;
  std::vector<Term> question = relevant(path, condition);
  // The opposite first: what programs test mostly holds, and then one question is enough.
  question.push_back(logic::bit_not(pool_, condition));
  if (is_refuted(question)) return Tri::Yes;
  question.back() = condition;
  return is_refuted(question) ? Tri::No : Tri::Unknown;
}

}  // namespace assay::simulator
