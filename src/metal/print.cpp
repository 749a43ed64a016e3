#include "metal/print.h"

#include <fmt/format.h>

namespace assay::metal {
namespace {

/// Comments and preprocessor lines end with their line, so such code gets lines of its own.
std::string braces(const RawCode& code) {
  if (code.text.empty()) return "{ }";
  bool lines = code.text.find('\n') != code.text.npos || code.text.find('#') != code.text.npos ||
               code.text.find("//") != code.text.npos;
  return lines ? "{\n" + code.text + "\n}" : "{ " + code.text + " }";
}

std::string print_hole(const Hole& hole) {
  std::string text;
  if (hole.role == Role::StateVariable) {
    text += "state ";
    if (hole.kills == Kills::Off) text += "nokillvars ";
    if (hole.passing == Passing::ByValue) text += "byvalue ";
    if (hole.counted == Counted::ByReferences) text += "refcounted ";
  }
  text += "decl ";
  text += hole.kind == HoleKind::Typed ? fmt::format("{{ {} }}", hole.type.text())
                                       : std::string(hole_kind_name(hole.kind));
  return fmt::format("{} {};\n", text, hole.name);
}

std::string print_targets(const Rule& rule) {
  std::string text;
  for (const Target& target : rule.targets) {
    if (!text.empty()) text += ", ";
    if (target.branch != Branch::Both) text += target.branch == Branch::True ? "true=" : "false=";
    text += target.state.text();
  }
  if (rule.action) text += (text.empty() ? "" : ", ") + braces(*rule.action);
  return text;
}

std::string print_guard(const Machine& machine, const Guard& guard, std::string_view indent) {
  std::string text(indent);
  for (size_t i = 0; i < guard.sources.size(); ++i)
    text += (i > 0 ? ", " : "") + guard.sources[i].text();
  text += ":\n";
  for (size_t i = 0; i < guard.rules.size(); ++i) {
    const Rule& rule = guard.rules[i];
    text += fmt::format("{}{} {} ==> {}\n", indent, i > 0 ? "|" : " ",
                        print_pattern(machine, rule.pattern), print_targets(rule));
  }
  return text + fmt::format("{};\n", indent);
}

std::string print_machine(const Machine& machine) {
  bool bare = machine.name.empty();
  std::string_view indent = bare ? "" : "  ";
  std::string text;
  if (!bare) {
    text += "sm " + machine.name;
    if (machine.scope == Scope::Local) text += " local";
    if (machine.subsumption == Subsumption::On) text += " subsume";
    text += " {\n";
  }
  for (const Hole& hole : machine.holes) text += fmt::format("{}{}", indent, print_hole(hole));
  for (const NamedPattern& pattern : machine.patterns)
    text += fmt::format("{}pat {} = {};\n", indent, pattern.name,
                        print_pattern(machine, pattern.pattern));
  for (const RawCode& code : machine.init)
    text += fmt::format("{}init {};\n", indent, braces(code));
  for (const RawCode& code : machine.final)
    text += fmt::format("{}final {};\n", indent, braces(code));
  for (const Guard& guard : machine.guards) text += print_guard(machine, guard, indent);
  return text + (bare ? "" : "}\n");
}

std::string state_text(const Machine& machine, StateId id) {
  const State& state = machine.state(id);
  return state.variable.valid() ? machine.hole(state.variable).name + "." + state.name : state.name;
}

}  // namespace

std::string print_program(const Program& program) {
  std::string text;
  for (size_t i = 0; i <= program.machines.size(); ++i) {
    for (const Import& import : program.imports) {
      if (import.before_machine == i) text += fmt::format(".module {}\n", import.file);
    }
    for (const Header& header : program.headers) {
      if (header.before_machine == i) text += fmt::format("sm_header {}\n", braces(header.code));
    }
    if (i < program.machines.size()) text += print_machine(program.machines[i]);
  }
  return text;
}

std::string dump_program(const Program& program) {
  std::string text;
  for (const Machine& machine : program.machines) {
    text += fmt::format("machine {}\n", machine.name.empty() ? "(bare)" : machine.name);
    text += "  states";
    for (size_t i = 0; i < machine.states.size(); ++i) {
      text += ' ' + state_text(machine, StateId(i));
      if (StateId(i) == machine.initial) text += '*';
    }
    text += '\n';
    for (const NamedPattern& pattern : machine.patterns)
      text += fmt::format("  {}:{} pat {} {}\n", pattern.place.line, pattern.place.column,
                          pattern.name, dump_pattern(machine, pattern.pattern));
    for (const Guard& guard : machine.guards) {
      for (const Rule& rule : guard.rules)
        text += fmt::format("  {}:{} {}\n", rule.place.line, rule.place.column,
                            dump_pattern(machine, rule.pattern));
    }
  }
  return text;
}

}  // namespace assay::metal
