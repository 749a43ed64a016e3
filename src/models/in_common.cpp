#include "models/in_common.h"

#include <algorithm>

namespace assay::models {
namespace {

bool comes_back(const Outcome& outcome) {
  return outcome.return_type != ReturnType::Exit && outcome.return_type != ReturnType::Longjmp &&
         outcome.return_type != ReturnType::Throw;
}

ResultRange returned_range(ReturnType type) {
  if (type == ReturnType::Zero) return {0, 0};
  if (type == ReturnType::One) return {1, 1};
  if (type == ReturnType::MinusOne) return {-1, -1};
  return {};
}

bool is_whole_result(const Operand& operand) {
  return operand.nodes.size() == 1 && operand.nodes[0].kind == NodeKind::Return &&
         !operand.nodes[0].field.is_given();
}

std::optional<int64_t> number(const Operand& operand) {
  if (operand.nodes.size() != 1) return std::nullopt;
  const Node& node = operand.nodes[0];
  if (node.kind == NodeKind::Eof) return -1;
  if (node.kind != NodeKind::Constant || node.number > INT32_MAX) return std::nullopt;
  int64_t magnitude = static_cast<int64_t>(node.number);
  return node.is_negative ? -magnitude : magnitude;
}

void narrow(ResultRange& range, const Operation& operation) {
  if (operation.role != Role::Result || operation.operands.empty() ||
      !is_whole_result(operation.operands[0]))
    return;
  if (operation.op == Operator::MemoryNew || operation.op == Operator::MemoryNewStack ||
      operation.op == Operator::MemoryValidPointer)
    range.low = std::max<int64_t>(range.low, 1);
  if (operation.operands.size() != 2) return;
  std::optional<int64_t> bound = number(operation.operands[1]);
  if (!bound) return;
  auto at_least = [&](int64_t low) { range.low = std::max(range.low, low); };
  auto at_most = [&](int64_t high) { range.high = std::min(range.high, high); };
  switch (operation.op) {
    case Operator::Ieq:
      at_least(*bound);
      at_most(*bound);
      break;
    case Operator::Igt:
      at_least(*bound + 1);
      break;
    case Operator::Ige:
      at_least(*bound);
      break;
    case Operator::Ilt:
      at_most(*bound - 1);
      break;
    case Operator::Ile:
      at_most(*bound);
      break;
    default:
      break;
  }
}

}  // namespace

std::optional<ResultRange> result_range(const Model& model) {
  if (!model.is_complete()) return std::nullopt;
  std::optional<ResultRange> all;
  for (const Outcome& outcome : model.outcomes) {
    if (!comes_back(outcome)) continue;
    ResultRange one = returned_range(outcome.return_type);
    for (const Operation& operation : outcome.operations) narrow(one, operation);
    if (one.low > one.high) return std::nullopt;
    all = all ? ResultRange{std::min(all->low, one.low), std::max(all->high, one.high)} : one;
  }
  if (!all || (all->low == INT64_MIN && all->high == INT64_MAX)) return std::nullopt;
  return all;
}

bool only_frees(const Model& model) {
  if (!model.is_complete()) return false;
  bool frees = false;
  for (const Outcome& outcome : model.outcomes) {
    for (const Operation& operation : outcome.operations) {
      if (operation.role != Role::Result) continue;
      if (operation.op != Operator::MemoryFreed) return false;
      frees = true;
    }
  }
  return frees;
}

bool only_exhausts(const Model& model) {
  bool exhausts = false;
  for (const Outcome& outcome : model.outcomes) {
    if (outcome.kind != OutcomeKind::Error) continue;
    if (outcome.reason != kExhausted) return false;
    exhausts = true;
  }
  return exhausts;
}

}  // namespace assay::models
