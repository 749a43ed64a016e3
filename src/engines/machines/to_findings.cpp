#include "engines/machines/to_findings.h"

#include <algorithm>

namespace assay::machines {

using findings::Location;
using ir::NodeId;
using ir::Op;

Location end_of(const ir::Function& function) {
  const ir::Place& whole = function.places.whole;
  std::string file =
      whole.file < function.places.files.size() ? function.places.files[whole.file] : "";
  return {file, whole.end_line, whole.end_column, whole.end_line, whole.end_column};
}

Location location_of(const ir::Function& function, NodeId node) {
  if (!node.valid() || node.index() >= function.places.of_node.size()) return end_of(function);
  const ir::Place& place = function.places[node];
  if (place.line == 0 || place.file >= function.places.files.size()) return end_of(function);
  return {function.places.files[place.file], place.line, place.column, place.end_line,
          place.end_column};
}

findings::Finding finding_of(const metal::Machine& machine, const FunctionCode& code,
                             const metal::TreePool& pool, const RuleError& error) {
  findings::Finding finding;
  finding.kind = error.report.kind;
  if (finding.kind.empty()) {
    finding.kind = machine.name.empty() ? "rule" : machine.name;
    std::ranges::replace(finding.kind, '_', '-');
  }
  finding.message = error.report.message;
  finding.where = error.at_end ? end_of(code.function()) : location_of(code.function(), error.at);
  const ir::Symbol& symbol = code.unit().symbols[code.function().symbol];
  finding.function = symbol.display.empty() ? symbol.name : symbol.display;
  finding.function_symbol = symbol.name;
  if (error.tree.valid()) finding.variables.push_back(pool.spell(error.tree));
  finding.engine = "machines";
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
