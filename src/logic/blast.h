// Blaster: terms to gates, each term once.
//
// Opaque terms (symbols, placeholders, applications, floating point) become inputs.  What makes
// applications functions and floating point itself is the prover's business.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "logic/circuits.h"
#include "logic/term_pool.h"

namespace assay::logic {

class Blaster {
 public:
  Blaster(const TermPool& pool, Aig& aig) : pool_(pool), aig_(aig) {}

  /// False if the graph has become too large; then nothing made since may be used.
  bool blast(Term root);
  /// Lowest bit first.  Stands until the next blast().  Pre: blasted, or a constant.
  Lits bits(Term t) const;
  Lit boolean(Term t) const { return bits(t)[0]; }
  bool is_blasted(Term t) const { return t.node() < offsets_.size() && offsets_[t.node()] != 0; }

 private:
  void collect(Term root);
  void visit(Term t);
  void blast_node(Term t);
  Lits circuit_for(Term t);
  Lits arithmetic(Term t, const Lits& a, const Lits& b);
  Lits division(Term t, const Lits& a, const Lits& b);
  Lits inputs(uint32_t width);

  const TermPool& pool_;
  Aig& aig_;
  std::vector<uint32_t> offsets_;  // by node: 1 + where its literals start, 0 if not blasted
  Lits lits_;
  std::vector<uint32_t> todo_;
  std::vector<Term> stack_;
  std::vector<bool> seen_;
  // A quotient and a remainder of the same operands are one circuit.
  struct DivisionKey {
    bool is_signed;
    Term a, b;
    friend auto operator<=>(const DivisionKey&, const DivisionKey&) = default;
  };
  std::map<DivisionKey, circuit::Division> divisions_;
};

}  // namespace assay::logic
