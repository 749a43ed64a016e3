#include "ir/condition_text.h"

#include <fmt/format.h>

#include "ir/print.h"

namespace assay::ir {
namespace {

/// A comparison that does not hold is another comparison that does.
struct OppositeSign {
  Op op;
  std::string_view sign;
};
constexpr OppositeSign kOppositeSigns[] = {{Op::Lt, ">="}, {Op::Le, ">"},  {Op::Gt, "<="},
                                           {Op::Ge, "<"},  {Op::Eq, "!="}, {Op::Ne, "=="}};

// Whether `!` in front needs brackets.
bool is_compound(Op op) {
  return op == Op::LogAnd || op == Op::LogOr || op == Op::Conditional ||
         (op >= Op::Add && op <= Op::BitXor) || op == Op::Assign || op == Op::Init ||
         (op >= Op::AddAssign && op <= Op::PostDec);
}

// How the source writes the case of this value in the switch over `condition`; the number if that
// is how.
std::string case_value(const Unit& unit, const Body& body, NodeId condition, int64_t value) {
  std::vector<NodeId> parents = body.parents();
  auto switch_of = [&](NodeId at) {
    while (at.valid() && body[at].op != Op::Switch) at = parents[at.index()];
    return at;
  };
  NodeId whole = switch_of(condition);
  for (const Spelling& spelling : body.spellings) {
    NodeId holder = parents[spelling.node.index()];
    if (!holder.valid() || body[holder].op != Op::Case || body.kid(holder, 0) != spelling.node)
      continue;
    if (static_cast<int64_t>(body[spelling.node].payload) == value && switch_of(holder) == whole)
      return print_expression(unit, body, spelling.node);
  }
  return fmt::format("{}", value);
}

std::string case_text(const Edge& edge, const std::string& value, const std::string& low) {
  if (edge.kind != EdgeKind::Case) return fmt::format("'{}' is none of the cases", value);
  if (edge.low == edge.high) return fmt::format("'{} == {}'", value, low);
  return fmt::format("'{}' is in {} ... {}", value, edge.low, edge.high);
}

}  // namespace

std::string condition_text(const Unit& unit, const Body& body, BlockId block, size_t edge,
                           NodeId condition) {
  auto text = [&](NodeId node) { return print_expression(unit, body, node); };
  const Edge& taken = body.edges_of(block)[edge];
  if (body.blocks[block.index()].terminator == Terminator::Switch)
    return case_text(taken, text(condition), case_value(unit, body, condition, taken.low));
  while (body[condition].op == Op::Cast && body[condition].has(kImplicit) &&
         body[condition].kid_count > 0) {
    condition = body.kid(condition, 0);
  }
  Op op = body[condition].op;
  if (body.spelling_of(condition) != nullptr) op = Op::Null;  // a word that is not taken apart
  if (taken.kind != EdgeKind::False) return fmt::format("'{}'", text(condition));
  if (op == Op::Not) return fmt::format("'{}'", text(body.kid(condition, 0)));
  for (const OppositeSign& opposite : kOppositeSigns) {
    if (op != opposite.op || body[condition].kid_count != 2) continue;
    return fmt::format("'{} {} {}'", text(body.kid(condition, 0)), opposite.sign,
                       text(body.kid(condition, 1)));
  }
  return is_compound(op) ? fmt::format("'!({})'", text(condition))
                         : fmt::format("'!{}'", text(condition));
}

}  // namespace assay::ir
