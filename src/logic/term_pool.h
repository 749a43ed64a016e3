// TermPool: owns the terms of one task, and makes each expression once.
//
// make() does not simplify (build.h does), so that a test sees what it built.  Nodes and their
// arguments live in chunks that do not move: a span from args() stands until clear().  Not
// thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/check.h"
#include "base/ids.h"
#include "logic/bits.h"
#include "logic/op.h"
#include "logic/term.h"

namespace assay::logic {

using NameId = Id<struct NameTag>;

/// What an operator needs besides its arguments; see ParamKind.
struct Params {
  uint32_t a = 0;
  uint32_t b = 0;
  friend constexpr auto operator<=>(Params, Params) = default;
};

class TermPool {
 public:
  TermPool();
  TermPool(const TermPool&) = delete;
  TermPool& operator=(const TermPool&) = delete;

  /// The one term `op(args)`.  Pre: widths as op_info(op).width_rule says, floats as their formats.
  /// `args` may be a span of this pool's.
  Term make(Op op, uint32_t width, std::span<const Term> args, Params params = {});

  /// The symbol of that name and width.  The same name at two widths makes two symbols.
  Term symbol(std::string_view name, uint32_t width);
  /// A symbol that nobody has: `stem`, with a number where that is taken.
  Term fresh_symbol(std::string_view stem, uint32_t width);
  /// What a call does to one place, to be replaced when the callee's effect is looked at.
  Term placeholder(uint32_t number, uint32_t width);
  Term apply(std::string_view function, std::span<const Term> args, uint32_t width);
  /// An immediate where it fits.
  Term constant(const Bits& value);

  /// Op etc. of a node.  Pre: not an immediate, not null.
  Op op(Term t) const { return node(t).op; }
  std::span<const Term> args(Term t) const {
    const Node& n = node(t);
    return {n.args, n.arg_count};
  }
  Term arg(Term t, size_t index) const { return args(t)[index]; }
  Params params(Term t) const { return node(t).params; }
  /// Pre: a Symbol or an Apply.
  std::string_view name(Term t) const { return name_text(NameId(params(t).a)); }
  std::string_view name_text(NameId id) const { return *names_[id.index()]; }

  /// For any term: whether it is a node with this operator.
  bool is(Term t, Op op) const { return t.node() != 0 && node(t).op == op; }
  /// An immediate or a WideConst.
  bool is_constant(Term t) const { return t.is_immediate() || is(t, Op::WideConst); }
  /// Pre: is_constant(t).
  Bits value(Term t) const;

  /// Node ids run from 1 to node_count(), in creation order.
  uint32_t node_count() const { return static_cast<uint32_t>(nodes_.size()) - 1; }
  Term term(uint32_t node_id) const { return Term(0, node_id, nodes_[node_id].width); }

  /// A budget, counted in nodes so that it is the same on every machine.  Past it nodes are still
  /// made, so that nobody has to be ready for failure in the middle of a formula; who loops asks.
  void set_node_limit(uint32_t limit) { node_limit_ = limit; }
  bool over_limit() const { return node_count() > node_limit_; }

  /// Forgets all terms and names; ids start again.
  void clear();

 private:
  struct Node {
    const Term* args = nullptr;
    uint32_t arg_count = 0;
    uint32_t width = 0;
    uint32_t hash = 0;
    Params params;
    Op op = Op::Symbol;
  };

  const Node& node(Term t) const {
    ASSAY_CHECK(t.node() != 0, "a constant or null has no operator");
    return nodes_[t.node()];
  }
  NameId intern(std::string_view name);
  Term* allocate_args(size_t count);
  void grow_table();

  std::vector<Node> nodes_;      // [0] is no node
  std::vector<uint32_t> table_;  // open addressing; 0: empty
  uint32_t node_limit_ = UINT32_MAX;

  struct Chunk {
    std::unique_ptr<Term[]> terms;
    size_t size = 0;
  };
  std::vector<Chunk> chunks_;
  size_t chunk_used_ = 0;  // of the last chunk

  std::unordered_map<std::string, uint32_t> name_ids_;
  std::vector<const std::string*> names_;                 // keys of name_ids_
  std::unordered_map<std::string, uint32_t> next_fresh_;  // per stem
};

}  // namespace assay::logic
