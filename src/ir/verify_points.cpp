// Each evaluated node is a point once, after what it uses.
//
// "After, on every path" is a question about dominators: the kid's block dominates the parent's,
// or comes earlier in the same one.
#include <algorithm>
#include <tuple>

#include "ir/verify_parts.h"

namespace assay::ir {

namespace {

class PointChecker {
 public:
  PointChecker(const Unit& unit, const Body& body, const Dominators& dominators, Problems& problems)
      : unit_(unit),
        body_(body),
        dominators_(dominators),
        problems_(problems),
        at_(body.nodes.size()),
        evaluated_(body.nodes.size(), true),
        may_be_missing_(body.nodes.size()) {}

  void check() {
    mark_unevaluated();
    place_points();
    check_missing();
    for (size_t i = 0; i < body_.nodes.size(); ++i)
      if (at_[i].block.valid()) check_uses(NodeId(i));
    check_phis();
    check_operands();
  }

 private:
  struct Position {
    BlockId block;  // none: not a point
    uint32_t index = 0;
  };

  void mark_unevaluated();
  void place_points();
  void check_missing();
  void check_uses(NodeId user);
  void check_phis();
  void check_join(NodeId join, std::span<const Phi> phis);
  void check_operands();
  bool is_point(NodeId id) const { return at_[id.index()].block.valid(); }
  /// Whether `first` has been evaluated whenever control stands at the end of `block`.
  bool available_at_end(NodeId first, BlockId block) const {
    return !dominators_.reachable(block) || dominators_.dominates(at_[first.index()].block, block);
  }

  const Unit& unit_;
  const Body& body_;
  const Dominators& dominators_;
  Problems& problems_;
  std::vector<Position> at_;
  std::vector<bool> evaluated_;
  std::vector<bool> may_be_missing_;
  std::vector<std::vector<BlockId>> predecessors_;
};

// Parents come after kids: backwards, each is decided before its kids are.
void PointChecker::mark_unevaluated() {
  for (size_t i = body_.nodes.size(); i > 0; --i) {
    const Node& node = body_.nodes[i - 1];
    bool hides_kids = node.has(kUnevaluated) || !evaluated_[i - 1];
    for (NodeId kid : body_.kids_of(NodeId(i - 1))) {
      if (hides_kids) evaluated_[kid.index()] = false;
      // The constants of a `case` are in its edge; only as a statement is one evaluated.
      if (node.op == Op::Case && body_[kid].op == Op::IntLit) may_be_missing_[kid.index()] = true;
    }
    if (op_info(node.op).kind == OpClass::Container || hides_kids) evaluated_[i - 1] = false;
  }
}

void PointChecker::place_points() {
  for (size_t b = 0; b < body_.blocks.size(); ++b) {
    std::span<const NodeId> points = body_.points_of(BlockId(b));
    for (size_t i = 0; i < points.size(); ++i) {
      NodeId point = points[i];
      if (is_point(point))
        problems_.add("n{} is a point twice, in B{} and in B{}", point.index(),
                      at_[point.index()].block.index(), b);
      if (!evaluated_[point.index()])
        problems_.add("n{} ({}) is a point, but never evaluated", point.index(),
                      op_info(body_[point].op).name);
      at_[point.index()] = {BlockId(b), static_cast<uint32_t>(i)};
    }
  }
}

// A condition that is spread over blocks has no point of its own, nor has a `!` around it.
void PointChecker::check_missing() {
  for (size_t i = 0; i < body_.nodes.size(); ++i) {
    NodeId id(i);
    if (!evaluated_[i] || is_point(id) || may_be_missing_[i]) continue;
    if (is_value_join(body_[id].op)) continue;
    std::span<const NodeId> kids = body_.kids_of(id);
    bool around_spread = std::any_of(kids.begin(), kids.end(), [&](NodeId kid) {
      return evaluated_[kid.index()] && !is_point(kid);
    });
    if (!around_spread)
      problems_.add("n{} ({}) is evaluated, but no point", i, op_info(body_[id].op).name);
  }
}

void PointChecker::check_uses(NodeId user) {
  if (is_value_join(body_[user].op)) return;  // check_phis
  const Position& mine = at_[user.index()];
  // All effects of these are their kids', and all but the first happen only for a non-null pointer.
  bool first_only = body_[user].op == Op::New || body_[user].op == Op::Delete;
  for (NodeId kid : body_.kids_of(user)) {
    if (!evaluated_[kid.index()]) continue;
    if (first_only && kid != body_.kid(user, 0)) continue;
    const Position& its = at_[kid.index()];
    if (!its.block.valid()) {
      problems_.add("n{} uses n{}, which is no point", user.index(), kid.index());
      continue;
    }
    bool before = its.block == mine.block ? its.index < mine.index
                                          : !dominators_.reachable(mine.block) ||
                                                dominators_.dominates(its.block, mine.block);
    if (!before)
      problems_.add("n{} in B{} uses n{} in B{}, which is not evaluated before it on every path",
                    user.index(), mine.block.index(), kid.index(), its.block.index());
  }
}

void PointChecker::check_phis() {
  predecessors_.resize(body_.blocks.size());
  for (size_t b = 0; b < body_.blocks.size(); ++b)
    for (const Edge& edge : body_.edges_of(BlockId(b)))
      predecessors_[edge.target.index()].push_back(BlockId(b));

  std::vector<Phi> phis = body_.phis;
  std::sort(phis.begin(), phis.end(), [](const Phi& a, const Phi& b) {
    return std::tie(a.node, a.from, a.value) < std::tie(b.node, b.from, b.value);
  });
  size_t next = 0;
  for (size_t i = 0; i < body_.nodes.size(); ++i) {
    size_t begin = next;
    while (next < phis.size() && phis[next].node == NodeId(i)) ++next;
    // A `?:` without a value has nothing to join.
    bool is_join = is_value_join(body_.nodes[i].op) && is_point(NodeId(i)) &&
                   unit_.types.resolved(body_.nodes[i].type).kind != TypeKind::Void;
    if (is_join)
      check_join(NodeId(i), std::span(phis).subspan(begin, next - begin));
    else if (next > begin)
      problems_.add("n{} has phis, but is no value join", i);
  }
}

void PointChecker::check_join(NodeId join, std::span<const Phi> phis) {
  BlockId block = at_[join.index()].block;
  if (!dominators_.reachable(block)) return;
  std::vector<BlockId> wanted = predecessors_[block.index()];
  std::erase_if(wanted, [&](BlockId from) { return !dominators_.reachable(from); });
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  std::vector<BlockId> given;
  for (const Phi& phi : phis) {
    given.push_back(phi.from);
    if (!is_point(phi.value))
      problems_.add("n{} takes its value from n{}, which is no point", join.index(),
                    phi.value.index());
    else if (!available_at_end(phi.value, phi.from))
      problems_.add("n{} takes its value from n{}, which is not evaluated on the way through B{}",
                    join.index(), phi.value.index(), phi.from.index());
    const std::vector<BlockId>& all = predecessors_[block.index()];
    if (std::find(all.begin(), all.end(), phi.from) == all.end())
      problems_.add("n{} has a phi for B{}, from where no edge comes", join.index(),
                    phi.from.index());
  }
  std::sort(given.begin(), given.end());
  if (std::adjacent_find(given.begin(), given.end()) != given.end())
    problems_.add("n{} has two phis for one edge", join.index());
  for (BlockId from : wanted)
    if (!std::binary_search(given.begin(), given.end(), from))
      problems_.add("n{} in B{} has no phi for the edge from B{}", join.index(), block.index(),
                    from.index());
}

void PointChecker::check_operands() {
  for (size_t b = 0; b < body_.blocks.size(); ++b) {
    NodeId operand = body_.blocks[b].operand;
    if (!operand.valid()) continue;
    if (!is_point(operand))
      problems_.add("B{} ends in n{}, which is no point", b, operand.index());
    else if (!available_at_end(operand, BlockId(b)))
      problems_.add("B{} ends in n{}, which is not evaluated before it on every path", b,
                    operand.index());
  }
}

}  // namespace

void verify_points(const Unit& unit, const Body& body, const Dominators& dominators,
                   Problems& problems) {
  PointChecker(unit, body, dominators, problems).check();
}

}  // namespace assay::ir
