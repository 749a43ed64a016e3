// Candidate models: cheap guesses that spare the SAT solver most of the satisfiable questions.
//
// Leaves (symbols, placeholders) get values; the rest of a cone is computed, floating point
// included.  Uninterpreted functions are tables that grow as they are asked, so they are functions.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "logic/cone.h"
#include "logic/eval.h"

namespace assay::logic {

class Candidate {
 public:
  explicit Candidate(const TermPool& pool) : pool_(pool) {}

  /// Values for all nodes of the cone.  `leaf(t)` gives those of symbols and placeholders, and
  /// what an application is where its function has no value for these arguments yet.
  template <class Leaf>
  void compute(const Cone& cone, Leaf leaf) {
    functions_.clear();
    compute_more(cone, leaf);
  }
  /// The same, with the functions as they are.
  template <class Leaf>
  void compute_more(const Cone& cone, Leaf leaf) {
    start(cone);
    for (size_t i = 0; i < cone.size(); ++i) {
      Term t = cone.term(i);
      Op op = pool_.op(t);
      if (op == Op::Apply)
        set_application(i, t, leaf(t));
      else if (has_flag(op, kLeaf) && op != Op::WideConst)
        set(i, leaf(t));
      else
        set_computed(i, t);
    }
  }

  /// Pre: a constant or in the cone.
  Bits value(Term t) const;
  bool is_true(Term t) const {
    return t.is_immediate() ? t.is_true() : words_[cone_->index(t)] != 0;
  }
  bool contains(Term t) const { return cone_ != nullptr && cone_->contains(t); }
  /// The leaves and applications of the cone: `visit(term)`, in the order of nodes.
  template <class Visit>
  void for_each_input(Visit visit) const {
    for (size_t i = 0; cone_ != nullptr && i < cone_->size(); ++i) {
      Term t = cone_->term(i);
      Op op = pool_.op(t);
      if (op == Op::Apply || (has_flag(op, kLeaf) && op != Op::WideConst)) visit(t);
    }
  }
  Assignment assignment() const;
  void take_functions(const Candidate& other) { functions_ = other.functions_; }

 private:
  void start(const Cone& cone);
  void set(size_t index, const Bits& value);
  void set_application(size_t index, Term t, const Bits& wish);
  void set_computed(size_t index, Term t);
  bool compute_word(Op op, Term t, uint64_t& result) const;
  uint64_t word(Term t) const { return t.is_immediate() ? t.bits() : words_[cone_->index(t)]; }

  const TermPool& pool_;
  const Cone* cone_ = nullptr;
  std::vector<uint64_t> words_;    // by position in the cone; for widths up to 64
  std::map<uint32_t, Bits> wide_;  // by position, for the others
  std::map<std::pair<Term, std::vector<Bits>>, Bits> functions_;
  std::vector<Bits> args_;
};

}  // namespace assay::logic
