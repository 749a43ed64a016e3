// Terms as Z3's expressions: the oracle of the tests.
#pragma once

#include <z3.h>

#include <map>
#include <optional>

#include "logic/eval.h"
#include "logic/term_pool.h"

namespace assay::test {

/// One context for some terms of one pool; expressions live as long as it.
class Z3Terms {
 public:
  explicit Z3Terms(const logic::TermPool& pool);
  ~Z3Terms();
  Z3Terms(const Z3Terms&) = delete;
  Z3Terms& operator=(const Z3Terms&) = delete;

  Z3_context context() const { return context_; }
  /// As a bit-vector of the term's width, also at width 1.  Integer operators only.
  Z3_ast translate(logic::Term term);
  /// What Z3 computes for the term.
  logic::Bits evaluate(logic::Term term, const logic::Assignment& assignment);
  /// Whether a Boolean can be true; nothing if Z3 gives up.  `effort` is in its own units of work,
  /// so that a busy machine changes nothing.
  std::optional<bool> satisfiable(logic::Term term, unsigned effort);

 private:
  Z3_ast constant(const logic::Bits& value);
  Z3_ast node(logic::Term term);
  Z3_ast from_bool(Z3_ast condition);
  Z3_ast to_bool(Z3_ast bit);

  const logic::TermPool& pool_;
  Z3_context context_;
  std::map<logic::Term, Z3_ast> translated_;
};

}  // namespace assay::test
