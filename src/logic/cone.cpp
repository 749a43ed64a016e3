#include "logic/cone.h"

#include <algorithm>

namespace assay::logic {

bool Cone::visit(Term t) {
  if (t.node() == 0 || stamps_[t.node()] == stamp_) return false;
  stamps_[t.node()] = stamp_;
  nodes_.push_back(t.node());
  stack_.push_back(t);
  return true;
}

bool Cone::collect(std::span<const Term> roots, size_t limit) {
  ++version_;
  if (++stamp_ == 0) {  // wrapped: old stamps would look like ours
    std::fill(stamps_.begin(), stamps_.end(), 0);
    stamp_ = 1;
  }
  if (stamps_.size() <= pool_.node_count()) {
    size_t size = std::max<size_t>(pool_.node_count() + 1, stamps_.size() * 2);
    stamps_.resize(size);
    indexes_.resize(size);
  }
  nodes_.clear();
  stack_.clear();
  for (Term root : roots) visit(root);
  while (!stack_.empty()) {
    if (nodes_.size() > limit) {
      nodes_.clear();
      ++stamp_;
      return false;
    }
    Term t = stack_.back();
    stack_.pop_back();
    if (has_flag(pool_.op(t), kLeaf)) continue;
    for (Term arg : pool_.args(t)) visit(arg);
  }
  // Children are older than parents.
  std::sort(nodes_.begin(), nodes_.end());
  for (uint32_t i = 0; i < nodes_.size(); ++i) indexes_[nodes_[i]] = i;
  return true;
}

}  // namespace assay::logic
