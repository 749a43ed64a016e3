#include "engines/machines/machine_rules.h"

#include <algorithm>
#include <optional>

#include "metal/callee.h"

namespace assay::machines {
namespace {

using metal::PatternId;
using metal::PatternOp;

// Named patterns are followed: each is older than the patterns that use it, so this ends.
bool has_end_of_path(const metal::Machine& machine, PatternId root) {
  std::vector<PatternId> todo{root};
  while (!todo.empty()) {
    const metal::PatternNode& node = machine.trees[todo.back()];
    todo.pop_back();
    if (node.op == PatternOp::EndOfPath) return true;
    if (node.op == PatternOp::Named) todo.push_back(machine.patterns[node.named.index()].pattern);
    if (node.op == PatternOp::All || node.op == PatternOp::Any)
      todo.insert(todo.end(), node.kids.begin(), node.kids.end());
  }
  return false;
}

std::string last_part(const std::string& name) {
  size_t colons = name.rfind("::");
  return colons == std::string::npos ? name : name.substr(colons + 2);
}

// Callees by their plain names, one of which must be called where the pattern matches.  False: none
// need be.
bool add_needed(const metal::Machine& machine, PatternId root,
                std::set<std::string, std::less<>>& needed, bool& is_by_reference) {
  std::vector<PatternId> todo{root};
  while (!todo.empty()) {
    const metal::PatternNode& node = machine.trees[todo.back()];
    PatternId id = todo.back();
    todo.pop_back();
    if (node.op == PatternOp::Named) {
      todo.push_back(machine.patterns[node.named.index()].pattern);
      continue;
    }
    if (node.op == PatternOp::Any) {
      todo.insert(todo.end(), node.kids.begin(), node.kids.end());
      continue;
    }
    if (node.op == PatternOp::All) {
      // Every part must match: one that tells is enough.
      auto telling = std::ranges::find_if(
          node.kids, [&](PatternId kid) { return machine.trees[kid].op != PatternOp::Callout; });
      if (telling == node.kids.end()) return false;
      todo.push_back(*telling);
      continue;
    }
    if (node.op == PatternOp::EndOfPath) continue;
    bool found = false;
    for (PatternId part : machine.trees.subtree(id)) {
      const metal::PatternNode& call = machine.trees[part];
      if (found || (call.op != PatternOp::Call && call.op != PatternOp::CallWithArgument)) continue;
      const metal::PatternNode& callee = machine.trees[call.kids[0]];
      bool is_member = callee.op == PatternOp::Member || callee.op == PatternOp::Arrow;
      if (callee.op != PatternOp::Name && !is_member) continue;
      needed.insert(last_part(callee.text));
      // A constructor, or an operator of its own.
      if (callee.text.find("::") != std::string::npos || callee.text == "va_arg")
        is_by_reference = false;
      found = true;
    }
    if (!found) return false;
  }
  return true;
}

// `rules/free.metal` → `free`.
std::string stem_of(const std::string& file) {
  size_t slash = file.rfind('/');
  std::string name = slash == std::string::npos ? file : file.substr(slash + 1);
  return name.substr(0, name.rfind('.'));
}

// APPROX(under): a function of a header that asks for the machine is not seen.
bool asks_for_facts(const metal::Machine& machine) {
  auto asks = [](std::string_view code) {
    return code.find("mc_known_null") != std::string_view::npos;
  };
  for (const metal::Guard& guard : machine.guards)
    for (const metal::Rule& rule : guard.rules)
      if (rule.action && asks(rule.action->text)) return true;
  for (size_t i = 0; i < machine.trees.size(); ++i) {
    const metal::PatternNode& node = machine.trees[PatternId(i)];
    if (node.op == PatternOp::Callout && asks(node.text)) return true;
  }
  return false;
}

}  // namespace

MachineRules::MachineRules(const metal::Machine& machine, const std::string& file, size_t number)
    : machine_(machine),
      name_(machine.name.empty() ? stem_of(file) : machine.name),
      number_(number),
      index_(machine) {
  for (uint32_t g = 0; g < machine.guards.size(); ++g) {
    const metal::Guard& guard = machine.guards[g];
    first_.push_back(needs_.size());
    for (uint32_t r = 0; r < guard.rules.size(); ++r) {
      if (!guard.rules[r].targets.empty()) is_stateless_ = false;
      Needs& needs = needs_.emplace_back();
      needs.is_needed =
          add_needed(machine, guard.rules[r].pattern, needs.callees, needs.is_by_reference);
      for (const std::string& callee : needs.callees)
        by_callee_[callee].push_back(needs_.size() - 1);
      if (!has_end_of_path(machine, guard.rules[r].pattern)) continue;
      end_of_path_.push_back({g, r});
      is_stateless_ = false;
    }
  }
  if (asks_for_facts(machine)) is_stateless_ = false;
  for (size_t i = 0; i < machine.trees.size(); ++i) {
    const metal::PatternNode& node = machine.trees[PatternId(i)];
    if (node.op != PatternOp::Call && node.op != PatternOp::CallWithArgument) continue;
    const metal::PatternNode& callee = machine.trees[node.kids[0]];
    if (callee.op == PatternOp::Name) callees_.insert(callee.text);
  }
}

bool MachineRules::applies_in(metal::RuleRef ref, metal::StateId state) const {
  return std::ranges::any_of(guard(ref).sources,
                             [&](const metal::StateName& source) { return source.id == state; });
}

bool MachineRules::is_global(metal::RuleRef ref) const {
  return std::ranges::any_of(
      guard(ref).sources, [](const metal::StateName& source) { return source.variable.empty(); });
}

bool MachineRules::ends_globally() const {
  return std::ranges::any_of(end_of_path_, [&](metal::RuleRef ref) { return is_global(ref); });
}

std::vector<bool> MachineRules::named_in(const ir::Unit& unit, const ir::Body& body) const {
  std::vector<bool> named(needs_.size());
  for (size_t i = 0; i < needs_.size(); ++i) named[i] = !needs_[i].is_needed;
  auto add = [&](std::string_view name) {
    auto known = by_callee_.find(name);
    if (known == by_callee_.end()) return;
    for (size_t number : known->second) named[number] = true;
  };
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    const ir::Node& node = body.nodes[i];
    if (node.op == ir::Op::FunctionRef) {
      ir::SymbolId id = body.symbol_of(ir::NodeId(i));
      if (id.valid()) add(metal::plain_name(unit.symbols[id]));
    } else if (node.op == ir::Op::Call) {
      // `ops->lock(l)`, through a field.
      ir::NodeId callee = body.kid(ir::NodeId(i), 0);
      while (body[callee].op == ir::Op::Cast || body[callee].op == ir::Op::Load ||
             body[callee].op == ir::Op::Deref)
        callee = body.kid(callee, 0);
      if (body[callee].op != ir::Op::Member) continue;
      const ir::Node& field = body[callee];
      const ir::Type& record = unit.types.resolved(body[body.kid(callee, 0)].type);
      if (field.payload < record.fields.size()) add(record.fields[field.payload].name);
    }
  }
  return named;
}

std::vector<bool> MachineRules::may_begin(const ir::Unit& unit, const ir::Body& body) const {
  std::vector<bool> named = named_in(unit, body);
  std::vector<bool> begins(machine_.states.size());
  std::optional<bool> matches;  // whatever is called
  for (uint32_t g = 0; g < machine_.guards.size(); ++g) {
    for (uint32_t r = 0; r < machine_.guards[g].rules.size(); ++r) {
      size_t number = number_of({g, r});
      if (!named[number] || !is_global({g, r})) continue;
      if (!needs_[number].is_needed) {
        if (!matches) matches = index_.may_match(unit, body);
        if (!*matches) continue;
      }
      for (const metal::StateName& source : machine_.guards[g].sources)
        if (source.variable.empty()) begins[source.id.index()] = true;
    }
  }
  // What the machine's own code does where a function begins nobody knows.
  if (!machine_.init.empty())
    begins.assign(begins.size(), std::ranges::find(begins, true) != begins.end());
  return begins;
}

bool MachineRules::is_by_branch(metal::RuleRef ref) const {
  return std::ranges::any_of(rule(ref).targets, [](const metal::Target& target) {
    return target.branch != metal::Branch::Both;
  });
}

metal::StateId MachineRules::state(metal::HoleId variable, std::string_view name) const {
  for (size_t i = 0; i < machine_.states.size(); ++i)
    if (machine_.states[i].variable == variable && machine_.states[i].name == name)
      return metal::StateId(i);
  return {};
}

}  // namespace assay::machines
