// Candidate models: cheap guesses that spare the SAT solver most of the satisfiable questions.
//
// Leaves (symbols, placeholders) get values; the rest of a cone is computed, floating point
// included.  Uninterpreted functions are tables that grow as they are asked, so they are functions.
// A cone is guessed many times, so it becomes a list of steps first, each of which knows where its
// arguments' words are.
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
    for (size_t i = 0; i < steps_.size(); ++i) {
      switch (steps_[i].kind) {
        case Step::Word:
          words_[i] = compute_word(steps_[i]);
          break;
        case Step::Input:
          set(i, leaf(cone.term(i)));
          break;
        case Step::Application:
          set_application(i, cone.term(i), leaf(cone.term(i)));
          break;
        case Step::Any:
          set_folded(i, cone.term(i));
          break;
        case Step::Constant:
          break;
      }
    }
  }
  /// After compute() with the same cone: a leaf gets another value, and what is above it is
  /// computed again.  Pre: the leaf has a word, and is_plain().
  void change(Term leaf, uint64_t word);
  /// Whether there are no applications: then one leaf can be changed alone.
  bool is_plain() const { return is_plain_; }

  /// Pre: a constant or in the cone.
  Bits value(Term t) const;
  /// Pre: besides, not wider than a word.
  uint64_t word(Term t) const { return t.is_immediate() ? t.bits() : words_[cone_->index(t)]; }
  bool is_true(Term t) const { return word(t) != 0; }
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
  struct Step {
    /// Word: an integer operator on words.  Any: another operator, or longer numbers.
    enum Kind : uint8_t { Word, Input, Application, Any, Constant };
    Kind kind = Any;
    Op op = Op::Symbol;
    uint8_t width = 0, arg_width = 0;  // of a Word
    uint32_t shift = 0;                // Extract: the lowest bit; Concat: the width of the low part
    uint32_t a = 0, b = 0, c = 0;      // where the arguments are in words_
  };

  void start(const Cone& cone);
  Step step_for(Term t);
  uint32_t place_of(Term arg);
  void set(size_t index, const Bits& value);
  void set_application(size_t index, Term t, const Bits& wish);
  void set_folded(size_t index, Term t);
  uint64_t compute_word(const Step& step) const;
  bool is_any_changed(std::span<const Term> args) const;

  const TermPool& pool_;
  const Cone* cone_ = nullptr;
  uint64_t version_ = 0;           // of the cone that steps_ are for
  std::vector<Step> steps_;        // by position in the cone
  std::vector<uint64_t> words_;    // by position, for widths up to 64; then the immediates
  std::vector<uint8_t> changed_;   // like words_: by the last change()
  std::map<uint32_t, Bits> wide_;  // by position, for the others
  std::map<std::pair<Term, std::vector<Bits>>, Bits> functions_;
  std::vector<Bits> args_;
  bool is_plain_ = true;
};

}  // namespace assay::logic
