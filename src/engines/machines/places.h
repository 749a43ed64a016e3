// Questions about trees as places: what a write to one place does to the trees that hold state.
#pragma once

#include <vector>

#include "metal/tree.h"

namespace assay::machines {

/// Whether the value of `tree` may be another one after `place` was written: `a[i]` after `i`,
/// `s.f` after `s`; not `&x` after `x`, whose address stays.  By the text of both, not by aliases:
/// APPROX(under): a write through another name of the place is not seen.
bool depends_on(const metal::TreePool& pool, metal::TreeId tree, metal::TreeId place);

/// Each part of a tree, itself included, until one is wanted; whether one was.
template <class Wanted>
bool any_part(const metal::TreePool& pool, metal::TreeId tree, const Wanted& wanted) {
  // Most trees are a variable, or a few steps from one.
  std::vector<metal::TreeId> todo;
  for (;;) {
    if (wanted(tree)) return true;
    const std::vector<metal::TreeId>& kids = pool[tree].kids;
    for (size_t i = kids.size(); i > 1; --i) todo.push_back(kids[i - 1]);
    if (!kids.empty()) {
      tree = kids.front();
    } else if (!todo.empty()) {
      tree = todo.back();
      todo.pop_back();
    } else {
      return false;
    }
  }
}

/// Whether a local of the function is in it.
bool has_local_of(const metal::TreePool& pool, metal::TreeId tree, metal::ScopeId scope);
/// Whether it names memory that others may write: globals, and what is behind pointers.
bool is_shared_memory(const metal::TreePool& pool, metal::TreeId tree);

metal::TreeId address_of(metal::TreePool& pool, metal::TreeId place);
/// `like` says what is there: `*(char *)p` is not `*(int *)p`.
metal::TreeId deref_of(metal::TreePool& pool, metal::TreeId pointer, metal::TreeId like);

}  // namespace assay::machines
