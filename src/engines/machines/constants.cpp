#include "engines/machines/constants.h"

#include <algorithm>
#include <vector>

#include "engines/machines/facts_number.h"
#include "metal/tree.h"

namespace assay::machines {
namespace {

using callgraph::CallSite;
using ir::NodeId;
using ir::Op;

// The number's bits in a type, as a literal of that type keeps them.
std::optional<uint64_t> in_type(const ir::Unit& unit, ir::TypeId type, Wide value) {
  metal::Scalar scalar = metal::scalar_of(unit, type);
  if (scalar.kind == metal::ScalarKind::Pointer)
    return value == 0 ? std::optional<uint64_t>(0) : std::nullopt;
  if (!is_integer(scalar)) return std::nullopt;
  return static_cast<uint64_t>(wrap(scalar, value));
}

Wide number_of(const ir::Unit& unit, ir::TypeId type, uint64_t bits) {
  metal::Scalar scalar = metal::scalar_of(unit, type);
  bool high = scalar.kind == metal::ScalarKind::Int && !scalar.is_signed;
  return high ? static_cast<Wide>(bits) : static_cast<Wide>(static_cast<int64_t>(bits));
}

}  // namespace

std::span<const CallSite> sites_at(const callgraph::ProgramFunction& function, NodeId point) {
  const std::vector<CallSite>& calls = function.calls;
  auto begin =
      std::ranges::partition_point(calls, [&](const CallSite& c) { return c.point < point; });
  auto end =
      std::partition_point(begin, calls.end(), [&](const CallSite& c) { return c.point <= point; });
  return {begin, end};
}

const ir::Symbol* callee_of(const ir::Unit& unit, const ir::Body& body, NodeId call) {
  if (body[call].op != Op::Call) return nullptr;
  NodeId callee = body.kid(call, 0);
  while (body[callee].op == Op::Cast || body[callee].op == Op::Load) callee = body.kid(callee, 0);
  return body[callee].op == Op::FunctionRef ? &unit.symbols[body.symbol_of(callee)] : nullptr;
}

bool is_pure_function(const ir::Symbol& symbol) {
  return symbol.find(ir::AttributeKind::Pure) || symbol.find(ir::AttributeKind::Const);
}

bool is_library_function(const ir::Symbol& symbol) {
  return symbol.has(ir::kSystem) && !symbol.has(ir::kDefined);
}

std::optional<ResultRange> Constants::library_result(const ir::Unit& unit, const ir::Body& body,
                                                     NodeId call) const {
  const ir::Symbol* callee = callee_of(unit, body, call);
  if (callee == nullptr || !is_library_function(*callee)) return std::nullopt;
  return view_.library_result(callee->name);
}

std::optional<uint64_t> Constants::variable(const ir::Unit& unit, ir::SymbolId symbol) const {
  const VariableValues* values = view_.variable_values();
  if (values == nullptr || values->empty()) return std::nullopt;
  auto found = values->find(metal::symbol_text(unit, unit.symbols[symbol]));
  return found == values->end() ? std::nullopt : std::optional<uint64_t>(found->second);
}

std::optional<uint64_t> Constants::value(const ir::Unit& unit, const ir::Body& body,
                                         NodeId node) const {
  // Down to what the number begins as, then back through what changes it.
  std::vector<NodeId> changes;
  for (;; node = body.kid(node, 0)) {
    Op op = body[node].op;
    bool is_cast = op == Op::Cast && (body.cast_of(node) == ir::CastKind::Integral ||
                                      body.cast_of(node) == ir::CastKind::ToBool ||
                                      body.cast_of(node) == ir::CastKind::NullToPointer ||
                                      body.cast_of(node) == ir::CastKind::Bitcast ||
                                      body.cast_of(node) == ir::CastKind::NoOp);
    if (!is_cast && op != Op::Neg) break;
    changes.push_back(node);
  }
  const ir::Node& leaf = body[node];
  std::optional<uint64_t> bits;
  if (leaf.op == Op::IntLit && !leaf.has(ir::kWide)) bits = leaf.payload;
  if (leaf.op == Op::NullLit) bits = 0;
  if (leaf.op == Op::ZeroValue) bits = in_type(unit, leaf.type, 0);
  if (leaf.op == Op::Load && body[body.kid(node, 0)].op == Op::Global)
    bits = variable(unit, body.symbol_of(body.kid(node, 0)));
  if (!bits) return std::nullopt;
  Wide number = number_of(unit, leaf.type, *bits);
  for (size_t i = changes.size(); i-- > 0;) {
    NodeId at = changes[i];
    if (body[at].op == Op::Neg) number = -number;
    if (body[at].op == Op::Cast && body.cast_of(at) == ir::CastKind::ToBool) number = number != 0;
    std::optional<uint64_t> changed = in_type(unit, body[at].type, number);
    if (!changed) return std::nullopt;
    number = number_of(unit, body[at].type, *changed);
  }
  return in_type(unit, body[changes.empty() ? node : changes.front()].type, number);
}

std::optional<uint64_t> Constants::find_result(const LoadedFunction& loaded) const {
  const ir::Body& body = loaded.function.body;
  std::optional<uint64_t> known;
  for (const ir::Block& block : body.blocks) {
    if (block.terminator != ir::Terminator::Return) continue;
    NodeId at = block.operand;
    if (!at.valid() || body[at].op != Op::Return || body[at].kid_count == 0) return std::nullopt;
    std::optional<uint64_t> one = value(*loaded.unit, body, body.kid(at, 0));
    if (!one || (known && *known != *one)) return std::nullopt;
    known = one;
  }
  return known;
}

std::optional<uint64_t> Constants::result(callgraph::FunctionId function) {
  auto [at, is_new] = results_.try_emplace(function);
  if (!is_new) return at->second;
  if (std::shared_ptr<const LoadedFunction> loaded = view_.load(function))
    at->second = find_result(*loaded);
  return at->second;
}

std::optional<uint64_t> Constants::result(std::span<const CallSite> call) {
  std::optional<uint64_t> known;
  for (const CallSite& site : call) {
    if (site.kind == callgraph::CallEdgeKind::Callback) continue;
    if (site.open || site.targets.empty()) return std::nullopt;
    for (callgraph::FunctionId target : site.targets) {
      std::optional<uint64_t> one = result(target);
      if (!one || (known && *known != *one)) return std::nullopt;
      known = one;
    }
  }
  return known;
}

}  // namespace assay::machines
