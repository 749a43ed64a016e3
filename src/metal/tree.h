// Trees: expressions of the program as values, the same in every function that names them.
//
// Hash-consed in a TreePool: two trees of one pool are equal exactly when their ids are.  A kid is
// older than its parent.  What does not change which object or value is meant leaves no trace:
// parentheses, loads, decay, casts that keep the value; `p->f` is Member(Deref(p)), `p[0]` and `*p`
// are one tree, `*&x` is `x`, and `!p` is `p == 0`.  A C++ reference is what it refers to.  An
// assignment as a value is the place it wrote.  Ids depend on what the pool saw before; `hash` and
// `compare` do not, so whatever reaches a summary or a report is ordered by them.
#pragma once

#include <array>
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

/// What arithmetic on the value means; None for classes, vectors and what is wider than 64 bits.
enum class ScalarKind : uint8_t { None, Int, Pointer, Float };
struct Scalar {
  ScalarKind kind = ScalarKind::None;
  uint8_t bits = 0;
  bool is_signed = false;
  friend bool operator==(const Scalar&, const Scalar&) = default;
};

struct Tree {
  ir::Op op = ir::Op::Unsupported;
  ir::CallKind call = ir::CallKind::Plain;  // of a Call
  ScopeId scope;                            // of a Local
  // IntLit, FloatLit: the value; Local: LocalId; Index, sums of a pointer: bytes of an element.
  uint64_t payload = 0;
  // Global, FunctionRef: name (with its file if internal); Member: field; StringLit: its text;
  // Cast that changes the value: to which type; Lt and others that ask: `unsigned`.
  TextId text;
  TextId owner;  // Member: the record that declares the field, `union NAME` if it is one
  Scalar
      scalar;  // identity only where the operator does not fix it: `*(char *)p` is not `*(int *)p`
  std::vector<TreeId> kids;
  // What follows from the above, or only serves messages.
  TextId name;  // Local, Global, FunctionRef: as the source spells it
  TextId type;  // Local, Global, Member: declared type as text; none elsewhere
  TextId file;  // Global, FunctionRef of internal linkage: the unit's main file
  Hash hash;
  uint32_t depth = 0;        // of derefs, members and indices
  bool is_volatile = false;  // by its declared type
};

/// What values of the type are: an enum is its integer, an array or function its address.
Scalar scalar_of(const ir::Unit& unit, ir::TypeId type);

/// What a variable or function is named by in trees: if internal, with the unit's main file.
std::string symbol_text(const ir::Unit& unit, const ir::Symbol& symbol);

/// A literal: it has no identity that could be tracked.
inline bool is_constant(const Tree& tree) {
  return tree.op == ir::Op::IntLit || tree.op == ir::Op::FloatLit || tree.op == ir::Op::StringLit ||
         tree.op == ir::Op::ZeroValue;
}

class TreePool {
 public:
  TreePool();
  TreeId make(Tree tree);  // canonical: may return a kid, as for `*&x`
  TreeId make_int(uint64_t value);
  const Tree& operator[](TreeId id) const { return trees_[id.index()]; }
  size_t size() const { return trees_.size(); }
  /// The empty text is the invalid id.
  TextId text(std::string_view text);
  const std::string& text(TextId id) const { return id.valid() ? texts_[id.index()] : empty_; }

  /// By content, the same in every run.
  int compare(TreeId a, TreeId b) const;
  /// Whether `part` occurs in `whole`, itself included.
  bool mentions(TreeId whole, TreeId part) const;
  /// `whole` with each occurrence of `from` replaced.
  TreeId replace(TreeId whole, TreeId from, TreeId to);
  /// As C: `p->next`, `a[i]`.
  std::string spell(TreeId id) const;

 private:
  TreeId canonical(Tree& tree);  // none: the tree stands as it is
  Hash hash_of(const Tree& tree) const;

  std::vector<Tree> trees_;
  std::unordered_map<Hash, TreeId> index_;
  std::vector<std::string> texts_;
  std::vector<Hash> text_hashes_;
  std::unordered_map<std::string, TextId> text_index_;
  std::string empty_;
  std::array<TreeId, 64> small_numbers_;  // as literals, once somebody asked
};

/// The trees of one function's nodes, all made in one pass (kids are older than parents).
/// A node that is no expression, or has no value, has none.
class FunctionTrees {
 public:
  FunctionTrees(TreePool& pool, const ir::Unit& unit, const ir::Function& function, ScopeId scope);
  TreeId operator[](ir::NodeId node) const { return trees_[node.index()]; }
  /// Of a reference that is bound once to a place that stays the same: that place's.
  TreeId local(ir::LocalId local) const { return locals_[local.index()]; }

 private:
  std::vector<TreeId> trees_;
  std::vector<TreeId> locals_;
};

}  // namespace assay::metal
