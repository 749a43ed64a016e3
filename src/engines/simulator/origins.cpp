#include "engines/simulator/origins.h"

#include <fmt/format.h>

#include "engines/simulator/report.h"
#include "models/print.h"

namespace assay::simulator {

using ir::NodeId;
using ir::Op;
using models::Operator;

namespace {

/// Null: there is none, or there are several.
const models::Operation* only_result(const models::Outcome& outcome, Operator op) {
  const models::Operation* only = nullptr;
  for (const models::Operation& each : outcome.operations) {
    if (each.role != models::Role::Result || each.op != op) continue;
    if (only) return nullptr;
    only = &each;
  }
  return only;
}

}  // namespace

OperationName name_of(const models::Model& model, const models::Operation& operation) {
  return {model.name, hash_bytes(models::print_operation(model, operation))};
}

OriginNotes::Noted noted_at(const std::vector<Crumb>& crumbs, NodeId node, Operator op) {
  for (auto crumb = crumbs.rbegin(); crumb != crumbs.rend(); ++crumb) {
    if (crumb->kind != CrumbKind::Model || crumb->node != node) continue;
    const models::Operation* only =
        crumb->is_automatic ? only_result(*crumb->outcome, op) : nullptr;
    return {node, only ? crumb->model : nullptr, only};
  }
  return {node};
}

std::string Reporter::origin_text(const OriginNotes::Noted& noted, Operator op) const {
  const ir::Body& body = *function_.body;
  if (noted.callee) return fmt::format("'{}' is called here", callee_name(noted.node));
  if (op == Operator::MemoryNew) return std::string(kAllocatedHere);
  if (op == Operator::MemoryFreed) return std::string(kFreedHere);
  if (body[noted.node].op == Op::Call) {
    return fmt::format("it is passed to '{}' here", callee_name(noted.node));
  }
  if (op == Operator::MemoryValidPointer) {
    return fmt::format("'{}' is dereferenced here", text(pointer_of(noted.node)));
  }
  bool is_read = op == Operator::MemoryInitialized && body[noted.node].op == Op::Load;
  if (is_read) return fmt::format("'{}' is read here", text(body.kid(noted.node, 0)));
  if (op == Operator::IntNonZero) return fmt::format("'{}' divides by it", text(noted.node));
  return fmt::format("'{}' needs it", text(noted.node));
}

Origins Reporter::origins_of(const models::Model& model, const OriginNotes& notes) const {
  Origins origins;
  for (const models::Outcome& outcome : model.outcomes) {
    for (const models::Operation& operation : outcome.operations) {
      if (operation.tag == 0) continue;
      const OriginNotes::Noted& noted = notes.of(operation.tag);
      auto [at, is_new] = origins.try_emplace(name_of(model, operation).operation);
      if (!is_new) continue;
      at->second.node = noted.node;
      at->second.message = origin_text(noted, operation.op);
      if (noted.callee) at->second.deeper = name_of(*noted.callee, *noted.operation);
    }
  }
  return origins;
}

}  // namespace assay::simulator
