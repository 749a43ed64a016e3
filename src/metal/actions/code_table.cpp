#include "metal/actions/code_table.h"

#include <fmt/format.h>

namespace assay::metal {
namespace {

std::string_view kind_name(CodeKind kind) {
  switch (kind) {
    case CodeKind::Init:
      return "'init'";
    case CodeKind::Final:
      return "'final'";
    case CodeKind::Action:
      return "action";
    case CodeKind::Callout:
      return "callout";
  }
  return "code";
}

}  // namespace

CodeTable::CodeTable(const Composition& composition) {
  for (const Part& part : composition.parts) {
    if (part.kind == PartKind::Machine) add_machine(part, composition.programs[part.program]);
  }
}

void CodeTable::add_machine(const Part& part, const Program& program) {
  const Machine& machine = program.machines[part.index];
  init_.emplace_back();
  final_.emplace_back();
  for (const RawCode& code : machine.init)
    init_.back().push_back(add(CodeKind::Init, part, program, code.text, code.place));
  for (const RawCode& code : machine.final)
    final_.back().push_back(add(CodeKind::Final, part, program, code.text, code.place));
  for (uint32_t guard = 0; guard < machine.guards.size(); ++guard) {
    const std::vector<Rule>& rules = machine.guards[guard].rules;
    for (uint32_t rule = 0; rule < rules.size(); ++rule) {
      if (!rules[rule].action) continue;
      const RawCode& code = *rules[rule].action;
      actions_[{machines_, RuleRef{guard, rule}}] =
          add(CodeKind::Action, part, program, code.text, code.place);
    }
  }
  for (size_t i = 0; i < machine.trees.size(); ++i) {
    const PatternNode& node = machine.trees[PatternId(i)];
    if (node.op != PatternOp::Callout) continue;
    callouts_[{machines_, PatternId(i)}] =
        add(CodeKind::Callout, part, program, node.text, node.place);
  }
  ++machines_;
}

CodeId CodeTable::add(CodeKind kind, const Part& part, const Program& program,
                      std::string_view text, Place place) {
  const Machine& machine = program.machines[part.index];
  std::string at = fmt::format("{}:{}:{}", program.file, place.line, place.column);
  std::string who = machine.name.empty() ? fmt::format("the rule of {}", program.file)
                                         : fmt::format("rule '{}'", machine.name);
  entries_.push_back({.kind = kind,
                      .program = part.program,
                      .machine = machines_,
                      .in = &machine,
                      .text = text,
                      .place = place,
                      .description = fmt::format("{}: its {} at {}", who, kind_name(kind), at)});
  return CodeId(entries_.size() - 1);
}

CodeId CodeTable::action_of(size_t machine, RuleRef rule) const {
  auto found = actions_.find({machine, rule});
  return found == actions_.end() ? CodeId() : found->second;
}

CodeId CodeTable::callout_of(size_t machine, PatternId callout) const {
  auto found = callouts_.find({machine, callout});
  return found == callouts_.end() ? CodeId() : found->second;
}

std::string CodeTable::symbol(CodeId id) { return fmt::format("mc_code_{}", id.index()); }

}  // namespace assay::metal
