#include "logic/substitute.h"

#include "logic/build.h"

namespace assay::logic {

std::vector<Term> substitute(TermPool& pool, const Cone& cone, std::span<const Term> roots,
                             std::span<const Replacement> replacements) {
  std::vector<Term> now(cone.size());  // null: unchanged
  for (const Replacement& replacement : replacements) {
    if (cone.contains(replacement.leaf)) now[cone.index(replacement.leaf)] = replacement.by;
  }
  auto current = [&](Term t) {
    if (t.is_immediate()) return t;
    Term changed = now[cone.index(t)];
    return changed.is_null() ? t : changed;
  };
  std::vector<Term> args;
  for (size_t i = 0; i < cone.size(); ++i) {
    Term t = cone.term(i);
    if (!now[i].is_null() || has_flag(pool.op(t), kLeaf)) continue;
    bool changed = false;
    args.clear();
    for (Term arg : pool.args(t)) {
      args.push_back(current(arg));
      changed = changed || args.back() != arg;
    }
    if (changed) now[i] = build(pool, pool.op(t), t.width(), args, pool.params(t));
  }
  std::vector<Term> result;
  for (Term root : roots) result.push_back(current(root));
  return result;
}

}  // namespace assay::logic
