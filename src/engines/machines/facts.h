// What is known about values on one path: equalities, by congruence closure, and what branches and
// constants say.  False-path pruning asks it at each branch; block caches compare it.
//
// Trees are those of metal/tree.h.  Facts are about the values that trees have now: whoever
// executes an assignment says so.  Old values live on without a name (facts_graph.h), so what
// was learnt through them stays.  Copies share until one is changed.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "base/hash.h"
#include "base/tri.h"
#include "ir/op.h"
#include "metal/tree.h"

namespace assay::machines {

struct FactAtom;

class Facts {
 public:
  Facts();
  Facts(const Facts&);
  Facts(Facts&&) noexcept;
  Facts& operator=(const Facts&);
  Facts& operator=(Facts&&) noexcept;
  ~Facts();

  /// `place = value`, both trees as they were before the assignment; no value: something unknown.
  /// The value is converted to the place's type.  What may be the same object becomes unknown.
  void assign(metal::TreePool& pool, metal::TreeId place, metal::TreeId value);
  /// What a write operator does: Assign, Init, the compound ones, increments and decrements (these
  /// without operand).
  void write(metal::TreePool& pool, ir::Op op, metal::TreeId place, metal::TreeId operand);
  /// What the place holds is unknown from here on, and all that is inside it.
  void forget(metal::TreePool& pool, metal::TreeId place);
  /// So is every place whose tree is picked (a call's effects, a loop's).
  void forget_if(metal::TreePool& pool, const std::function<bool(metal::TreeId)>& picked);

  // Each learns something.  No: that contradicts what is known, the path is impossible, and these
  // facts mean nothing any more.  Yes: it was known before.

  /// The condition (any expression, compared with zero) is true or false on this path.
  Tri assume(metal::TreePool& pool, metal::TreeId condition, bool truth);
  /// A switch took, or did not take, the case of these values.
  Tri assume_case(metal::TreePool& pool, metal::TreeId value, int64_t low, int64_t high,
                  bool taken);
  /// All that the others know.
  Tri meet(metal::TreePool& pool, const Facts& other);

  Tri holds(metal::TreePool& pool, metal::TreeId condition) const;
  /// Certainly the same value, or certainly not.
  Tri equal(metal::TreePool& pool, metal::TreeId a, metal::TreeId b) const;

  /// Whether every fact of `other` follows from these.
  // APPROX(under): what relates values only through one that has no name any more is not compared.
  bool implies(metal::TreePool& pool, const Facts& other) const;
  /// Keeps what both know.
  void join(metal::TreePool& pool, const Facts& other);
  /// Keeps those of its sentences that the others imply: where `join` would find a wider range each
  /// time, this comes to an end.
  void widen(metal::TreePool& pool, const Facts& other);
  /// Only facts all of whose trees are picked, with each tree renamed (none: dropped): how facts
  /// enter and leave a callee.  Whole trees of facts are asked for: `x`, `p->f`, `x + 1`.
  Facts renamed(metal::TreePool& pool,
                const std::function<metal::TreeId(metal::TreeId)>& rename) const;
  /// Only what is known of variables one by one: that one is null or some number, or is not, or is
  /// what another is.
  Facts of_single_variables(metal::TreePool& pool) const;
  /// By content, the same in every run.
  Hash key(metal::TreePool& pool) const;
  /// They come of one another and were not changed since.
  bool is_shared_with(const Facts& other) const { return data_ == other.data_; }
  /// Nothing is known.
  bool empty() const;
  /// In C's words, sorted; for dumps.
  std::vector<std::string> spell(metal::TreePool& pool) const;

 private:
  struct Data;
  Data& own(metal::TreePool& pool);
  void compact(metal::TreePool& pool);
  const std::vector<FactAtom>& atoms(metal::TreePool& pool) const;

  std::shared_ptr<Data> data_;  // none: nothing is known
};

}  // namespace assay::machines
