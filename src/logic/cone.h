// Cone: the nodes under some terms, each once, children before parents.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logic/term_pool.h"

namespace assay::logic {

class Cone {
 public:
  explicit Cone(const TermPool& pool) : pool_(pool) {}

  /// False, and empty, if there are more than `limit` nodes.  Takes time for these nodes only,
  /// however large the pool is.
  bool collect(std::span<const Term> roots, size_t limit = SIZE_MAX);

  size_t size() const { return nodes_.size(); }
  Term term(size_t index) const { return pool_.term(nodes_[index]); }
  bool contains(Term t) const {
    return t.node() != 0 && t.node() < stamps_.size() && stamps_[t.node()] == stamp_;
  }
  /// Pre: contains(t).
  uint32_t index(Term t) const { return indexes_[t.node()]; }
  /// Another one after every collect(): whoever has derived something from the nodes looks here.
  uint64_t version() const { return version_; }

 private:
  bool visit(Term t);

  const TermPool& pool_;
  std::vector<uint32_t> nodes_;
  std::vector<Term> stack_;
  std::vector<uint32_t> stamps_, indexes_;  // by node; of this cone if the stamp is ours
  uint32_t stamp_ = 0;
  uint64_t version_ = 0;
};

}  // namespace assay::logic
