#include "ir/verify.h"

#include "ir/verify_parts.h"

namespace assay::ir {

namespace {

class NumberChecker {
 public:
  NumberChecker(const Unit& unit, const Function& function, Problems& problems)
      : unit_(unit), body_(function.body), places_(function.places), problems_(problems) {}

  void check() {
    check_nodes();
    if (problems_.none()) check_parents();
    check_tables();
    check_blocks();
  }

 private:
  void check_nodes();
  void check_payload(size_t index);
  void check_parents();
  void check_tables();
  void check_blocks();
  bool node_in_range(NodeId id) const { return id.index() < body_.nodes.size(); }
  bool type_in_range(TypeId id) const { return !id.valid() || id.index() < unit_.types.size(); }

  const Unit& unit_;
  const Body& body_;
  const Places& places_;
  Problems& problems_;
};

void NumberChecker::check_nodes() {
  for (size_t i = 0; i < body_.nodes.size(); ++i) {
    const Node& node = body_.nodes[i];
    if (uint64_t{node.kids_begin} + node.kid_count > body_.kids.size()) {
      problems_.add("n{} has kids that are out of range", i);
      continue;
    }
    for (NodeId kid : body_.kids_of(NodeId(i)))
      if (kid.index() >= i) problems_.add("n{} has kid n{}, which is not older", i, kid.index());
    if (!type_in_range(node.type)) problems_.add("n{} has a type that is out of range", i);
    if (!node.type.valid() && op_info(node.op).kind == OpClass::Expression)
      problems_.add("n{} is an expression without a type", i);
    check_payload(i);
  }
  if (body_.root.valid() && !node_in_range(body_.root)) problems_.add("the root is out of range");
  if (!places_.of_node.empty() && places_.of_node.size() != body_.nodes.size())
    problems_.add("{} nodes have {} places", body_.nodes.size(), places_.of_node.size());
}

void NumberChecker::check_payload(size_t index) {
  const Node& node = body_.nodes[index];
  size_t limit = SIZE_MAX;
  bool may_be_none = true;
  switch (op_info(node.op).payload) {
    case PayloadKind::None:
    case PayloadKind::Field:
      return;
    case PayloadKind::Int:
      if (!node.has(kWide)) return;
      limit = body_.wides.size();
      may_be_none = false;
      break;
    case PayloadKind::Text:
      limit = body_.strings.size();
      may_be_none = false;
      break;
    case PayloadKind::Local:
      limit = body_.locals.size();
      may_be_none = node.op != Op::Local;
      break;
    case PayloadKind::Symbol:
      limit = unit_.symbols.size();
      may_be_none = node.op != Op::Global && node.op != Op::FunctionRef;
      break;
    case PayloadKind::Label:
      limit = body_.labels.size();
      break;
    case PayloadKind::Type:
      limit = unit_.types.size();
      break;
    case PayloadKind::Cast:
      limit = kCastNames.size();
      may_be_none = false;
      break;
    case PayloadKind::Call:
      limit = kCallNames.size();
      may_be_none = false;
      break;
    case PayloadKind::Node:
      limit = index + 1;  // older, plus 1
      may_be_none = false;
      break;
  }
  if (node.payload < limit || (may_be_none && node.payload == UINT32_MAX)) return;
  problems_.add("n{} ({}) has payload {}, which is out of range", index, op_info(node.op).name,
                node.payload);
}

void NumberChecker::check_parents() {
  std::vector<NodeId> parents(body_.nodes.size());
  for (size_t i = 0; i < body_.nodes.size(); ++i) {
    for (NodeId kid : body_.kids_of(NodeId(i))) {
      NodeId& parent = parents[kid.index()];
      bool repeated = parent == NodeId(i) && body_.nodes[i].op == Op::InitList;
      if (parent.valid() && !repeated)
        problems_.add("n{} is a kid of n{} and of n{}", kid.index(), parent.index(), i);
      parent = NodeId(i);
    }
  }
}

void NumberChecker::check_tables() {
  if (body_.param_count > body_.locals.size())
    problems_.add("{} parameters are more than the {} locals", body_.param_count,
                  body_.locals.size());
  for (size_t i = 0; i < body_.locals.size(); ++i) {
    const Local& local = body_.locals[i];
    if (!local.type.valid() || !type_in_range(local.type))
      problems_.add("local %{} has no type", i);
    if (local.cleanup.valid() && local.cleanup.index() >= unit_.symbols.size())
      problems_.add("local %{} has a cleanup that is out of range", i);
  }
  for (const Phi& phi : body_.phis)
    if (!node_in_range(phi.node) || !node_in_range(phi.value) ||
        phi.from.index() >= body_.blocks.size())
      problems_.add("a phi of n{} is out of range", phi.node.index());
}

void NumberChecker::check_blocks() {
  size_t count = body_.blocks.size();
  if (count == 0) problems_.add("there is no entry block");
  for (size_t b = 0; b < count; ++b) {
    const Block& block = body_.blocks[b];
    if (uint64_t{block.points_begin} + block.point_count > body_.points.size() ||
        uint64_t{block.edges_begin} + block.edge_count > body_.edges.size()) {
      problems_.add("B{} has points or edges that are out of range", b);
      continue;
    }
    for (NodeId point : body_.points_of(BlockId(b)))
      if (!node_in_range(point)) problems_.add("B{} has a point that is out of range", b);
    for (const Edge& edge : body_.edges_of(BlockId(b))) {
      if (edge.target.index() >= count) problems_.add("B{} has an edge to no block", b);
      if (!type_in_range(edge.caught)) problems_.add("B{} catches a type out of range", b);
    }
    if (block.unwind.valid() && block.unwind.index() >= count)
      problems_.add("B{} unwinds to no block", b);
    if (block.operand.valid() && !node_in_range(block.operand))
      problems_.add("B{} has an operand that is out of range", b);
  }
}

bool is_case(const Edge& edge) { return edge.kind == EdgeKind::Case; }
bool is_catch(const Edge& edge) { return edge.kind == EdgeKind::Catch; }

// What the edges of `block` should be, if they are not.
std::string_view edges_wanted(const Block& block, std::span<const Edge> edges) {
  size_t others = 0;
  switch (block.terminator) {
    case Terminator::Jump:
      return edges.size() == 1 && edges[0].kind == EdgeKind::Plain ? "" : "one plain edge";
    case Terminator::Branch:
      return edges.size() == 2 && edges[0].kind == EdgeKind::True &&
                     edges[1].kind == EdgeKind::False
                 ? ""
                 : "a true edge, then a false edge";
    case Terminator::Switch:
      while (others < edges.size() && is_case(edges[others])) ++others;
      return others + 1 == edges.size() && edges.back().kind == EdgeKind::Default
                 ? ""
                 : "an edge per case, then the default";
    case Terminator::IndirectGoto:
      for (const Edge& edge : edges)
        if (edge.kind != EdgeKind::Plain && edge.kind != EdgeKind::Label) return "labels";
      return edges.empty() ? "a label to go to" : "";
    case Terminator::CatchDispatch:
      while (others < edges.size() && is_catch(edges[others])) ++others;
      return others + 1 >= edges.size() && !edges.empty() ? ""
                                                          : "an edge per handler, then the rest";
    case Terminator::Return:
    case Terminator::Resume:
    case Terminator::Unreachable:
      return edges.empty() ? "" : "no edges";
  }
  return "";
}

}  // namespace

void verify_numbers(const Unit& unit, const Function& function, Problems& problems) {
  NumberChecker(unit, function, problems).check();
}

void verify_edges(const Body& body, Problems& problems) {
  for (size_t b = 0; b < body.blocks.size(); ++b) {
    const Block& block = body.blocks[b];
    std::span<const Edge> edges = body.edges_of(BlockId(b));
    std::string_view name = terminator_name(block.terminator);
    if (std::string_view wanted = edges_wanted(block, edges); !wanted.empty())
      problems.add("B{} ends in a {}, which should have {}", b, name, wanted);
    bool needs_operand = block.terminator == Terminator::Branch ||
                         block.terminator == Terminator::Switch ||
                         block.terminator == Terminator::IndirectGoto;
    if (needs_operand && !block.operand.valid())
      problems.add("B{} ends in a {} without an operand", b, name);
    std::span<const NodeId> points = body.points_of(BlockId(b));
    for (NodeId point : points)
      if (body[point].has(kReturnsTwice) &&
          (point != points.back() || block.terminator != Terminator::Jump))
        problems.add("n{} returns twice, but B{} does not jump right after it", point.index(), b);
    if (block.terminator == Terminator::Return && block.operand.valid() &&
        body[block.operand].op != Op::Return)
      problems.add("B{} returns n{}, which is no return", b, block.operand.index());
  }
}

std::vector<std::string> verify(const Unit& unit, const Function& function) {
  Problems problems;
  verify_numbers(unit, function, problems);
  // Nothing else can be asked of numbers that lead nowhere.
  if (!problems.none()) return problems.take();
  verify_edges(function.body, problems);
  Dominators dominators(function.body);
  verify_points(unit, function.body, dominators, problems);
  verify_lives(unit, function.body, dominators, problems);
  return problems.take();
}

}  // namespace assay::ir
