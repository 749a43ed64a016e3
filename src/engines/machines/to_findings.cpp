#include "engines/machines/to_findings.h"

#include <algorithm>

namespace assay::machines {

using findings::Location;
using ir::NodeId;
using ir::Op;

namespace {

findings::Severity severity_of(metal::ReportClass severity) {
  switch (severity) {
    case metal::ReportClass::Security:
      return findings::Severity::Security;
    case metal::ReportClass::Minor:
      return findings::Severity::Minor;
    case metal::ReportClass::Error:
      break;
  }
  return findings::Severity::Error;
}

}  // namespace

Location end_of(const ir::Function& function) {
  const ir::Place& whole = function.places.whole;
  std::string file =
      whole.file < function.places.files.size() ? function.places.files[whole.file] : "";
  return {file, whole.end_line, whole.end_column, whole.end_line, whole.end_column};
}

namespace {

// A ScopeEnd stands at the variable's name; people look for the closing brace.
NodeId scope_of(const ir::Body& body, NodeId scope_end) {
  std::vector<NodeId> parents = body.parents();
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    if (body.nodes[i].op != Op::Decl || body.local_of(NodeId(i)) != body.local_of(scope_end))
      continue;
    NodeId at = parents[i];
    while (at.valid() && body[at].op == Op::Compound && body[at].has(ir::kImplicit))
      at = parents[at.index()];
    return at;
  }
  return {};
}

}  // namespace

Location location_of(const ir::Function& function, NodeId node) {
  if (node.valid() && function.body[node].op == Op::ScopeEnd) {
    NodeId scope = scope_of(function.body, node);
    if (!scope.valid()) return end_of(function);
    Location whole = location_of(function, scope);
    return {whole.file, whole.end_line, whole.end_column, whole.end_line, whole.end_column};
  }
  if (!node.valid() || node.index() >= function.places.of_node.size()) return end_of(function);
  const ir::Place& place = function.places[node];
  if (place.line == 0 || place.file >= function.places.files.size()) return end_of(function);
  return {function.places.files[place.file], place.line, place.column, place.end_line,
          place.end_column};
}

findings::Finding finding_of(const std::string& machine, const FunctionCode& code,
                             const metal::TreePool& pool, const RuleError& error) {
  findings::Finding finding;
  finding.kind = error.report.kind;
  if (finding.kind.empty()) {
    finding.kind = machine;
    std::ranges::replace(finding.kind, '_', '-');
  }
  finding.message = error.report.message;
  finding.where = error.at_end ? end_of(code.function()) : location_of(code.function(), error.at);
  const ir::Symbol& symbol = code.unit().symbols[code.function().symbol];
  finding.function = symbol.display.empty() ? symbol.name : symbol.display;
  finding.function_symbol = symbol.name;
  if (error.tree.valid()) finding.variables.push_back(pool.spell(error.tree));
  finding.engine = "machines";
  finding.rank.severity = severity_of(error.report.severity);
  finding.rank.success = error.report.success;
  finding.rank.failure = error.report.fail;
  finding.rank.population = error.report.population;
  return finding;
}

std::string callee_name(const FunctionCode& code, NodeId node) {
  if (!node.valid()) return {};
  const ir::Body& body = code.body();
  // What a rule matches is the call itself, or an assignment of its value.
  for (size_t steps = 0; steps < 8; ++steps) {
    const ir::Node& at = body[node];
    if (at.op == Op::Call || at.op == Op::Cast || at.op == Op::Load || at.op == Op::Not) {
      node = body.kid(node, 0);
    } else if (at.op == Op::Assign || at.op == Op::Init) {
      node = body.kid(node, 1);
    } else if (at.op == Op::FunctionRef) {
      const ir::Symbol& symbol = code.unit().symbols[body.symbol_of(node)];
      return symbol.display.empty() ? symbol.name : symbol.display;
    } else {
      return {};
    }
  }
  return {};
}

}  // namespace assay::machines
