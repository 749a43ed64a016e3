// Trees: expressions of the program as values, the same in every function that names them.
//
// Hash-consed in a TreePool: two trees of one pool are equal exactly when their ids are.  A kid is
// older than its parent.  What does not change which object or value is meant leaves no trace:
// parentheses, casts, loads, decay; `p->f` is Member(Deref(p)), `p[0]` and `*p` are one tree, and
// `*&x` is `x`.  Ids depend on what the pool saw before; `hash` and `compare` do not, so whatever
// reaches a summary or a report is ordered by them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/ids.h"
#include "ir/unit.h"

namespace assay::metal {

using TreeId = Id<struct TreeTag>;
/// Whose local it is: the engine's number of a function of the program.
using ScopeId = Id<struct TreeScopeTag>;
using TextId = Id<struct TreeTextTag>;

struct Tree {
  ir::Op op = ir::Op::Unsupported;
  ir::CallKind call = ir::CallKind::Plain;  // of a Call
  ScopeId scope;                            // of a Local
  uint64_t payload = 0;                     // IntLit, FloatLit: the value; Local: LocalId; else 0
  TextId text;   // Global, FunctionRef: name (with its file if internal); Member: field
  TextId owner;  // Member: the record that declares the field
  std::vector<TreeId> kids;
  // What follows from the above, or only serves messages.
  TextId name;  // Local, Global: as the source spells it
  TextId type;  // declared type as text, empty where it does not follow from the tree
  Hash hash;
  uint32_t depth = 0;  // of derefs, members and indices
};

class TreePool {
 public:
  TreeId make(Tree tree);  // canonical: may return a kid, as for `*&x`
  const Tree& operator[](TreeId id) const { return trees_[id.index()]; }
  TextId text(std::string_view text);
  const std::string& text(TextId id) const { return texts_[id.index()]; }

  /// By content, the same in every run.
  int compare(TreeId a, TreeId b) const;
  /// Whether `part` occurs in `whole`, itself included.
  bool mentions(TreeId whole, TreeId part) const;
  /// `whole` with each occurrence of `from` replaced.
  TreeId replace(TreeId whole, TreeId from, TreeId to);
  /// As C: `p->next`, `a[i]`.
  std::string spell(TreeId id) const;

 private:
  std::vector<Tree> trees_;
  std::unordered_multimap<Hash, TreeId> index_;
  std::vector<std::string> texts_;
  std::unordered_map<std::string, TextId> text_index_;
};

/// The trees of one function's nodes, all made in one pass (kids are older than parents).
/// A node that is no expression has none.
class FunctionTrees {
 public:
  FunctionTrees(TreePool& pool, const ir::Unit& unit, const ir::Function& function, ScopeId scope);
  TreeId operator[](ir::NodeId node) const { return trees_[node.index()]; }
  TreeId local(ir::LocalId local) const { return locals_[local.index()]; }

 private:
  std::vector<TreeId> trees_;
  std::vector<TreeId> locals_;
};

}  // namespace assay::metal
