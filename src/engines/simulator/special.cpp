#include "engines/simulator/special.h"

#include <algorithm>
#include <cstring>

#include "engines/simulator/parts.h"
#include "engines/simulator/reach.h"

namespace assay::simulator {

using ir::NodeId;
using ir::Op;
using logic::Term;
using semantics::Argument;
using semantics::EntityId;
using semantics::Prepared;
using semantics::Shape;
using semantics::State;

namespace {

/// Which parameters a function calls, or hands on to a call.
std::vector<bool> params_in_calls(const ir::Body& body) {
  std::vector<bool> found(body.param_count);
  for (const ir::Node& node : body.nodes) {
    if (node.op != Op::Call) continue;
    NodeId call(static_cast<uint32_t>(&node - body.nodes.data()));
    for (NodeId at : body.kids_of(call)) {
      while (body[at].kid_count > 0 && (body[at].op == Op::Cast || body[at].op == Op::Load ||
                                        body[at].op == Op::Deref || body[at].op == Op::AddressOf)) {
        at = body.kid(at, 0);
      }
      if (body[at].op != Op::Local) continue;
      uint32_t local = body.local_of(at).index();
      if (local < found.size()) found[local] = true;
    }
  }
  return found;
}

/// Which parameters decide when outcomes happen whose conditions could not be said as a whole.
std::vector<bool> params_in_doubt(const models::Model& model, size_t count) {
  std::vector<bool> found(count);
  for (const models::Outcome& outcome : model.outcomes) {
    if (!is_unsure(outcome)) continue;
    for (const models::Operation& operation : outcome.operations) {
      if (operation.role != models::Role::Guard) continue;
      for (const models::Operand& operand : operation.operands)
        for (const models::Node& node : operand.nodes)
          if (node.kind == models::NodeKind::Variable && node.external.index() < count)
            found[node.external.index()] = true;
    }
  }
  return found;
}

/// Which parameters lead to memory that a model says is written or freed.
std::vector<bool> params_written(const models::Model& model, size_t count) {
  std::vector<bool> found(count);
  for (const models::Outcome& outcome : model.outcomes) {
    for (const models::Operation& operation : outcome.operations) {
      if (operation.role != models::Role::Result || operation.operands.empty()) continue;
      const std::vector<models::Node>& nodes = operation.operands[0].nodes;
      bool is_behind = !nodes.empty() && (nodes.front().kind == models::NodeKind::Deref ||
                                          operation.op == models::Operator::MemoryFreed);
      if (!is_behind) continue;
      for (const models::Node& node : nodes)
        if (node.kind == models::NodeKind::Variable && node.external.index() < count)
          found[node.external.index()] = true;
    }
  }
  return found;
}

/// Which parameters a function calls what it finds behind.
std::vector<bool> params_called_behind(const ir::Body& body) {
  std::vector<bool> found(body.param_count);
  for (const ir::Node& node : body.nodes) {
    if (node.op != Op::Call) continue;
    NodeId at = body.kid(NodeId(static_cast<uint32_t>(&node - body.nodes.data())), 0);
    bool is_behind = false;
    while (body[at].kid_count > 0 && (body[at].op == Op::Cast || body[at].op == Op::Load ||
                                      body[at].op == Op::Deref || body[at].op == Op::Member)) {
      is_behind = is_behind || body[at].op == Op::Member;
      at = body.kid(at, 0);
    }
    if (!is_behind || body[at].op != Op::Local) continue;
    uint32_t local = body.local_of(at).index();
    if (local < found.size()) found[local] = true;
  }
  return found;
}

/// The functions whose addresses stand in what a pointer leads to.
std::vector<std::pair<uint64_t, uint32_t>> functions_behind(const State& state, Term pointer,
                                                            const semantics::Evaluator& evaluator) {
  constexpr size_t kMaxFunctions = 8;
  std::vector<std::pair<uint64_t, uint32_t>> found;
  memory::Spot spot = state.memory.spot(pointer.bits());
  const memory::Object* object = spot.object.valid() ? state.memory.find(spot.object) : nullptr;
  if (!object || spot.offset < 0 || object->live.is_false()) return found;
  uint32_t width = state.memory.target().pointer_bits;
  auto note = [&](uint64_t at, Term value) {
    EntityId function = evaluator.function_at(state, value);
    bool is_one = function.valid() && at >= static_cast<uint64_t>(spot.offset);
    if (is_one) found.emplace_back(at - static_cast<uint64_t>(spot.offset), function.index());
  };
  object->contents.for_each_page([&](uint64_t first, const memory::Page& page) {
    for (uint32_t at = 0; at + width / 8 <= memory::kPageBytes; at += width / 8) {
      if (!page.is_concrete(at, width / 8)) continue;
      uint64_t word = 0;
      std::memcpy(&word, page.data.data() + at, width / 8);
      if (word != 0) note(first + at, Term::constant(width, word));
    }
  });
  if (found.size() > kMaxFunctions) found.clear();
  return found;
}

bool leads_somewhere(const State& state, Term pointer) {
  std::vector<memory::ObjectId> found;
  addresses_in(state.memory, pointer, found);
  return !found.empty();
}

}  // namespace

Givens givens_of(const Prepared& callee, const models::Model& general,
                 std::span<const Argument> arguments, const State& state,
                 const semantics::Evaluator& evaluator) {
  const ir::Body& body = *callee.body;
  size_t count = body.param_count;
  if (arguments.size() != count || count == 0) return {};
  Givens givens(count);
  bool is_any = false;
  auto give = [&](size_t param, GivenKind kind, uint64_t value) {
    givens[param] = {kind, value, {}};
    is_any = true;
  };
  auto type_of = [&](size_t i) -> const semantics::ValueType& { return *callee.local_types[i]; };
  auto is_pointer = [&](size_t i) {
    return !arguments[i].is_place && !arguments[i].value.is_null() &&
           type_of(i).shape == Shape::Pointer && type_of(i).width == arguments[i].value.width();
  };
  std::vector<bool> called = params_in_calls(body);
  for (size_t i = 0; i < count; ++i) {
    if (!called[i] || !is_pointer(i) || !arguments[i].value.is_immediate()) continue;
    EntityId function = evaluator.function_at(state, arguments[i].value);
    if (function.valid()) give(i, GivenKind::Function, function.index());
  }
  std::vector<bool> behind = params_called_behind(body);
  for (size_t i = 0; i < count; ++i) {
    bool is_record = behind[i] && givens[i].kind == GivenKind::Any && is_pointer(i) &&
                     arguments[i].value.is_immediate();
    if (!is_record) continue;
    auto functions = functions_behind(state, arguments[i].value, evaluator);
    if (functions.empty()) continue;
    give(i, GivenKind::Handlers, 0);
    givens[i].functions = std::move(functions);
  }
  std::vector<bool> in_doubt = params_in_doubt(general, count);
  for (size_t i = 0; i < count; ++i) {
    Term value = arguments[i].value;
    bool is_number = in_doubt[i] && !arguments[i].is_place && !value.is_null() &&
                     value.is_immediate() && type_of(i).shape == Shape::Int &&
                     type_of(i).width == value.width();
    if (is_number) give(i, GivenKind::Number, value.bits());
  }
  std::vector<bool> written = params_written(general, count);
  for (size_t i = 0; i < count; ++i) {
    for (size_t k = i + 1; k < count; ++k) {
      bool is_same = (written[i] || written[k]) && is_pointer(i) && is_pointer(k) &&
                     arguments[i].value == arguments[k].value && givens[i].kind == GivenKind::Any &&
                     givens[k].kind == GivenKind::Any && leads_somewhere(state, arguments[i].value);
      if (is_same) give(k, GivenKind::Same, i);
    }
  }
  return is_any ? givens : Givens();
}

}  // namespace assay::simulator
