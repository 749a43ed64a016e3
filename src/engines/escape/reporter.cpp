#include "engines/escape/reporter.h"

#include <fmt/format.h>

#include "ir/print.h"

namespace assay::escape {

using findings::Finding;
using ir::NodeId;

void Reporter::keep(const Cause& cause, Evidence evidence) {
  auto [at, is_new] = causes_.try_emplace(cause, evidence);
  // Of several ends or uses, the one that comes first in the function's tree.
  if (!is_new && evidence.where.valid() &&
      (!at->second.where.valid() || evidence.where < at->second.where))
    at->second = evidence;
}

void Reporter::returned(const Address& address, NodeId where, How how) {
  Base object{address.at.base.kind == BaseKind::Ended ? BaseKind::Local : address.at.base.kind,
              address.at.base.index};
  keep({Sort::Returned, object, where}, {address, {}, where, how});
}

void Reporter::left_behind(const Address& address, const Location& holder, NodeId where) {
  keep({Sort::LeftBehind, address.at.base, address.stored}, {address, holder, where});
}

void Reporter::used(const Address& address, NodeId where) {
  keep({Sort::Used, address.at.base, address.taken}, {address, {}, where});
}

std::vector<Finding> Reporter::take() {
  std::vector<Finding> findings;
  for (const auto& [cause, evidence] : causes_) {
    switch (cause.sort) {
      case Sort::Returned:
        findings.push_back(returned_finding(evidence));
        break;
      case Sort::LeftBehind:
        findings.push_back(left_behind_finding(evidence));
        break;
      case Sort::Used:
        findings.push_back(used_finding(evidence));
        break;
    }
  }
  causes_.clear();
  return findings;
}

findings::Location Reporter::end_of_function() const {
  const ir::Place& whole = function_.places.whole;
  std::string file =
      whole.file < function_.places.files.size() ? function_.places.files[whole.file] : "";
  return {file, whole.end_line, whole.end_column, whole.end_line, whole.end_column};
}

findings::Location Reporter::location(NodeId node) const {
  if (!node.valid() || node.index() >= function_.places.of_node.size()) return end_of_function();
  const ir::Place& place = function_.places[node];
  if (place.line == 0 || place.file >= function_.places.files.size()) return end_of_function();
  return {function_.places.files[place.file], place.line, place.column, place.end_line,
          place.end_column};
}

// A ScopeEnd stands at the variable's name; people look for the closing brace.
findings::Location Reporter::end_of_scope(NodeId scope_end) const {
  std::vector<NodeId> parents = body_.parents();
  for (size_t i = 0; i < body_.nodes.size(); ++i) {
    const ir::Node& node = body_.nodes[i];
    if (node.op != ir::Op::Decl || body_.local_of(NodeId(i)) != body_.local_of(scope_end)) continue;
    NodeId at = parents[i];
    while (at.valid() && body_[at].op == ir::Op::Compound && body_[at].has(ir::kImplicit))
      at = parents[at.index()];
    if (!at.valid()) break;
    findings::Location scope = location(at);
    return {scope.file, scope.end_line, scope.end_column, scope.end_line, scope.end_column};
  }
  return location(scope_end);
}

std::string Reporter::object_name(Base object) const {
  return object.kind == BaseKind::Alloca ? std::string() : body_.locals[object.index].name;
}

std::string Reporter::object_text(Base object) const {
  if (object.kind == BaseKind::Alloca) return "memory from alloca";
  const ir::Local& local = body_.locals[object.index];
  if (local.kind == ir::LocalKind::Temporary)
    return unit_.language == ir::Language::C ? "a compound literal" : "a temporary object";
  std::string_view sort = local.kind == ir::LocalKind::Param ? "parameter" : "local variable";
  return local.name.empty() ? fmt::format("an unnamed {}", sort)
                            : fmt::format("{} '{}'", sort, local.name);
}

std::string Reporter::short_text(Base object) const {
  std::string name = object_name(object);
  if (!name.empty()) return fmt::format("'{}'", name);
  std::string text = object_text(object);
  for (std::string_view article : {"a ", "an "})
    if (text.starts_with(article)) return "the " + text.substr(article.size());
  return "the " + text;
}

std::string Reporter::holder_name(const Evidence& evidence) const {
  NodeId store = evidence.address.stored;
  NodeId place = body_[store].kid_count > 0 ? body_.kid(store, 0) : NodeId();
  if (evidence.holder.base.kind == BaseKind::Global) {
    // Written directly, or through a pointer whose spelling would not name the variable.
    NodeId root = place;
    while (root.valid() && (body_[root].op == ir::Op::Member || body_[root].op == ir::Op::Index ||
                            body_[root].op == ir::Op::Cast))
      root = body_.kid(root, 0);
    const ir::Symbol& symbol = unit_.symbols[ir::SymbolId(evidence.holder.base.index)];
    if (!root.valid() || root == place || body_[root].op != ir::Op::Global) {
      const std::string& name = symbol.display.empty() ? symbol.name : symbol.display;
      size_t scope = symbol.has(ir::kStaticLocal) ? name.rfind("::") : std::string::npos;
      return scope == std::string::npos ? name : name.substr(scope + 2);
    }
  }
  return place.valid() ? ir::print_expression(unit_, body_, place) : std::string("memory");
}

std::string Reporter::holder_text(const Evidence& evidence) const {
  std::string name = holder_name(evidence);
  if (evidence.holder.base.kind != BaseKind::Global ||
      name.find_first_of(".[") != std::string::npos)
    return fmt::format("'{}'", name);
  const ir::Symbol& symbol = unit_.symbols[ir::SymbolId(evidence.holder.base.index)];
  return fmt::format("{} '{}'",
                     symbol.has(ir::kStaticLocal) ? "static variable" : "global variable", name);
}

Finding Reporter::start() const {
  const ir::Symbol& symbol = unit_.symbols[function_.symbol];
  return {.kind = "stack-escape",
          .function = symbol.display.empty() ? symbol.name : symbol.display,
          .function_symbol = symbol.name,
          .engine = "escape"};
}

// Left out where the address is taken in the very expression that the finding is about.
void Reporter::add_taken_step(Finding& finding, const Address& address) const {
  if (!address.taken.valid()) return;
  findings::Location taken = location(address.taken);
  bool inside = taken.file == finding.where.file && taken.line >= finding.where.line &&
                taken.line <= finding.where.end_line;
  if (!inside)
    finding.trace.push_back(
        {taken, fmt::format("address of {} is taken here", short_text(address.at.base))});
}

Finding Reporter::returned_finding(const Evidence& evidence) const {
  const Base object = evidence.address.at.base;
  Finding finding = start();
  finding.where = location(evidence.where);
  finding.message =
      fmt::format("{} {} is returned to the caller{}",
                  evidence.how == How::Reference ? "reference to" : "address of",
                  object_text(object), evidence.how == How::InObject ? " inside an object" : "");
  finding.variables = {object_name(object)};
  add_taken_step(finding, evidence.address);
  finding.trace.push_back(
      {finding.where, fmt::format("returned here, where the life of {} ends", short_text(object))});
  return finding;
}

Finding Reporter::left_behind_finding(const Evidence& evidence) const {
  const Base object = evidence.address.at.base;
  bool at_return = !evidence.where.valid() || body_[evidence.where].op != ir::Op::ScopeEnd;
  Finding finding = start();
  finding.where = location(evidence.address.stored);
  finding.message = fmt::format(
      "address of {} is still stored in {} {}", object_text(object), holder_text(evidence),
      at_return ? fmt::format("when '{}' returns", finding.function) : "when its scope ends");
  finding.variables = {object_name(object), holder_name(evidence)};
  add_taken_step(finding, evidence.address);
  finding.trace.push_back({finding.where, fmt::format("stored in {} here", holder_text(evidence))});
  finding.trace.push_back(
      {at_return ? location(evidence.where) : end_of_scope(evidence.where),
       fmt::format("the life of {} ends here{}", short_text(object),
                   at_return ? fmt::format(", where '{}' returns", finding.function) : "")});
  return finding;
}

Finding Reporter::used_finding(const Evidence& evidence) const {
  const Base object = evidence.address.at.base;
  Finding finding = start();
  finding.where = location(evidence.where);
  finding.message =
      fmt::format("address of {} is used after its scope has ended", object_text(object));
  finding.variables = {object_name(object)};
  add_taken_step(finding, evidence.address);
  finding.trace.push_back({end_of_scope(evidence.address.ended),
                           fmt::format("the life of {} ends here", short_text(object))});
  finding.trace.push_back({finding.where, "used here"});
  return finding;
}

}  // namespace assay::escape
