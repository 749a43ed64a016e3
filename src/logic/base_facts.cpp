#include "logic/base_facts.h"

#include "logic/transfer.h"

namespace assay::logic {

Facts BaseFacts::of(Term t) const {
  if (t.is_immediate()) return Facts::constant(t.width(), t.bits());
  if (t.node() < table_.size() && table_[t.node()].width != 0) return table_[t.node()];
  return Facts::any(t.width());
}

void BaseFacts::learn(const Cone& cone) {
  if (cone.size() == 0) return;
  uint32_t last = cone.term(cone.size() - 1).node();
  if (table_.size() <= last) table_.resize(std::max<size_t>(last + 1, table_.size() * 2));
  std::vector<Facts> args;
  for (size_t i = 0; i < cone.size(); ++i) {
    Term t = cone.term(i);
    if (table_[t.node()].width != 0) continue;
    if (has_flag(pool_.op(t), kOpaque) || has_flag(pool_.op(t), kLeaf)) {
      table_[t.node()] = Facts::any(t.width());
      continue;
    }
    args.clear();
    for (Term arg : pool_.args(t)) args.push_back(of(arg));
    table_[t.node()] = forward(pool_.op(t), t.width(), args, pool_.params(t));
  }
}

}  // namespace assay::logic
