#include "models/print.h"

#include <fmt/format.h>

#include <iterator>

#include "base/check.h"
#include "models/lexer.h"

namespace assay::models {
namespace {

std::string name_text(const std::string& name) {
  if (is_plain_name(name)) return name;
  std::string text = "|";
  for (char c : name) {
    if (c == '|' || c == '\\') text += '\\';
    text += c;
  }
  return text + "|";
}

// A variable that has a special word's name keeps its bars.
std::string variable_text(const std::string& name) {
  for (std::string_view reserved : kReservedNames) {
    if (name == reserved) return "|" + name + "|";
  }
  return name_text(name);
}

std::string string_text(const std::string& string) {
  std::string text = "\"";
  for (char c : string) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      text += '\\';
      text += c;
    } else if (c == '\n') {
      text += "\\n";
    } else if (c == '\t') {
      text += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      text += fmt::format("\\{:03o}", byte);
    } else {
      text += c;
    }
  }
  return text + "\"";
}

std::string field_text(const ByteField& field) {
  if (!field.is_given()) return "";
  std::string text = "<";
  if (field.is_all) text += "all";
  if (field.size) text += fmt::format("{}", *field.size);
  if (field.offset) text += fmt::format(":{}", *field.offset);
  return text + ">";
}

std::string leaf_text(const Model& model, const Node& node) {
  switch (node.kind) {
    case NodeKind::Variable:
      return variable_text(model.externals[node.external.index()].name);
    case NodeKind::Return:
      return "return";
    case NodeKind::Rest:
      return "...";
    case NodeKind::Deref:
      return "*";
    case NodeKind::Constant:
      return fmt::format("{}{}", node.is_negative ? "-" : "", node.number);
    case NodeKind::Null:
      return "NULL";
    case NodeKind::Eof:
      return "EOF";
    case NodeKind::Function:
      return fmt::format("({}", function_info(node.function).name);
  }
  ASSAY_CHECK(false, "every kind of node should have a text");
}

void print_nodes(std::string& out, const Model& model, const std::vector<Node>& nodes) {
  std::vector<size_t> missing;  // operands still to come, of the functions that are open
  for (const Node& node : nodes) {
    out += leaf_text(model, node);
    if (node.moment == Moment::Entry) out += '@';
    out += field_text(node.field);
    if (node.kind == NodeKind::Deref) continue;
    if (node.kind == NodeKind::Function) {
      const FunctionInfo& info = function_info(node.function);
      for (size_t i = 0; i < info.numbers; ++i) out += fmt::format(" {}", node.numbers[i]);
      out += ' ';
      missing.push_back(info.operands);
      continue;
    }
    while (!missing.empty() && --missing.back() == 0) {
      out += ')';
      missing.pop_back();
    }
    if (!missing.empty()) out += ' ';
  }
}

void print_externals(std::string& out, const Model& model, ExternalKind kind) {
  std::string names;
  for (const External& external : model.externals) {
    if (external.kind == kind)
      names += " " + variable_text(external.name) + field_text(external.field);
  }
  if (kind == ExternalKind::Param && model.is_variadic) names += " ...";
  if (names.empty()) return;
  out += fmt::format("\n  ({}{})", kExternalWords[static_cast<size_t>(kind)], names);
}

void print_outcome(std::string& out, const Model& model, const Outcome& outcome) {
  out += fmt::format("\n  ({}", kOutcomeWords[static_cast<size_t>(outcome.kind)]);
  if (outcome.return_type != ReturnType::Unstated)
    out += fmt::format(" {}", kReturnWords[static_cast<size_t>(outcome.return_type)]);
  if (!outcome.thrown.empty()) out += " " + name_text(outcome.thrown);
  if (outcome.reason) out += " " + string_text(*outcome.reason);
  for (const Operation& operation : outcome.operations)
    out += "\n    " + print_operation(model, operation);
  out += ')';
}

void print_resource(std::string& out, const ResourceDeclaration& resource) {
  out += "(resource " + name_text(resource.type);
  if (resource.description) out += " " + string_text(*resource.description);
  for (const StateDeclaration& state : resource.states) {
    std::string_view word = state.is_held ? "held" : state.is_sort ? "sort" : "released";
    out += fmt::format("\n  ({} {}", word, name_text(state.name));
    if (state.description) out += " " + string_text(*state.description);
    out += ')';
  }
  out += ")\n";
}

}  // namespace

std::string print_operation(const Model& model, const Operation& operation) {
  std::string out = fmt::format("({} {}", kRoleWords[static_cast<size_t>(operation.role)],
                                operator_info(operation.op).name);
  for (const Operand& operand : operation.operands) {
    out += ' ';
    out += print_operand(model, operand);
  }
  return out + ')';
}

std::string print_operand(const Model& model, const Operand& operand) {
  if (operand.resource)
    return fmt::format("({} {})", name_text(operand.resource->type),
                       name_text(operand.resource->state));
  std::string text;
  print_nodes(text, model, operand.nodes);
  return text;
}

std::string print_model(const Model& model) {
  std::string out = "(" + name_text(model.name);
  if (model.documentation) {
    out += " " + string_text(model.documentation->file);
    if (model.documentation->line) out += fmt::format(" {}", *model.documentation->line);
    if (model.documentation->description)
      out += " " + string_text(*model.documentation->description);
  }
  for (ExternalKind kind :
       {ExternalKind::Param, ExternalKind::Global, ExternalKind::Static, ExternalKind::Temp})
    print_externals(out, model, kind);
  for (const Outcome& outcome : model.outcomes) print_outcome(out, model, outcome);
  return out + ")\n";
}

std::string print_models(const ModelFile& file) {
  std::string out;
  for (const Include& include : file.includes)
    out += "(include " + string_text(include.file) + ")\n";
  for (const ResourceDeclaration& resource : file.resources) print_resource(out, resource);
  for (const Model& model : file.models) {
    if (!out.empty()) out += '\n';
    out += print_model(model);
  }
  if (!out.empty() && !file.aliases.empty()) out += '\n';
  for (const Alias& alias : file.aliases)
    out += fmt::format("(alias {} {})\n", name_text(alias.name), name_text(alias.target));
  return out;
}

}  // namespace assay::models
