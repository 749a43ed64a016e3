#include "metal/check.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <utility>

#include "base/nearest.h"
#include "metal/match.h"

namespace assay::metal {
namespace {

using HoleSet = std::set<HoleId>;

bool is_kind(const Machine& machine, PatternId id, HoleKind kind) {
  const PatternNode& node = machine.trees[id];
  return node.op == PatternOp::Hole && machine.hole(node.hole).kind == kind;
}

/// The holes that every match of each node fills; nodes by id, so kids and earlier definitions
/// are there before they are asked for.
std::vector<HoleSet> filled_holes(const Machine& machine) {
  const PatternTrees& trees = machine.trees;
  std::vector<HoleSet> filled(trees.size());
  for (size_t i = 0; i < trees.size(); ++i) {
    const PatternNode& node = trees[PatternId(i)];
    HoleSet& holes = filled[i];
    if (node.hole.valid()) holes.insert(node.hole);
    if (node.named.valid()) holes = filled[machine.patterns[node.named.index()].pattern.index()];
    for (size_t k = 0; k < node.kids.size(); ++k) {
      const HoleSet& kid = filled[node.kids[k].index()];
      if (node.op == PatternOp::Any && k > 0) {
        std::erase_if(holes, [&](HoleId hole) { return !kid.contains(hole); });
      } else {
        holes.insert(kid.begin(), kid.end());
      }
    }
  }
  return filled;
}

bool has_end_of_path(const Machine& machine, PatternId root) {
  std::vector<PatternId> todo{root};
  while (!todo.empty()) {
    std::vector<PatternId> tree = machine.trees.subtree(todo.back());
    todo.pop_back();
    for (PatternId id : tree) {
      const PatternNode& node = machine.trees[id];
      if (node.op == PatternOp::EndOfPath) return true;
      // Definitions only use earlier ones, so this ends.
      if (node.named.valid()) todo.push_back(machine.patterns[node.named.index()].pattern);
    }
  }
  return false;
}

/// One target for each component of the state and each branch.
void check_targets(const Machine& machine, const Rule& rule, Diagnostics& diagnostics) {
  std::set<std::pair<std::string, Branch>> seen;
  for (const Target& target : rule.targets) {
    const std::string& variable = target.state.variable;
    auto taken = [&](Branch branch) { return seen.contains({variable, branch}); };
    bool clash = target.branch == Branch::Both
                     ? taken(Branch::Both) || taken(Branch::True) || taken(Branch::False)
                     : taken(Branch::Both) || taken(target.branch);
    if (clash)
      diagnostics.error(target.state.place, "this rule gives {} a second target state",
                        variable.empty() ? "the machine" : "'" + variable + "'");
    seen.insert({variable, target.branch});
    if (target.branch != Branch::Both && has_end_of_path(machine, rule.pattern))
      diagnostics.error(target.state.place,
                        "the end of a path is no condition: it has no branches");
  }
}

/// Whether the rules of the guard apply to an object that the hole stands for.
bool has_instance(const Machine& machine, const Guard& guard, HoleId variable) {
  return std::all_of(guard.sources.begin(), guard.sources.end(), [&](const StateName& source) {
    return source.id.valid() && machine.state(source.id).variable == variable;
  });
}

/// A target state needs an object: the rule's own instance, or one that the pattern finds.
void check_bound(const Machine& machine, const Guard& guard, const Rule& rule,
                 const HoleSet& filled, Diagnostics& diagnostics) {
  std::set<HoleId> reported;
  for (const Target& target : rule.targets) {
    HoleId variable = machine.state(target.state.id).variable;
    if (!variable.valid() || filled.contains(variable) || !reported.insert(variable).second)
      continue;
    if (has_instance(machine, guard, variable)) continue;
    diagnostics.error(target.state.place,
                      "nothing tells which object becomes '{}': the pattern does not always match "
                      "a '{}'",
                      target.state.text(), target.state.variable);
  }
}

/// Alternatives that match everywhere or nowhere.
void check_alternatives(const Machine& machine, const Guard& guard, const Rule& rule,
                        Diagnostics& diagnostics) {
  std::vector<PatternId> todo{rule.pattern};
  while (!todo.empty()) {
    const PatternNode& node = machine.trees[todo.back()];
    todo.pop_back();
    if (node.op == PatternOp::Any) todo.insert(todo.end(), node.kids.begin(), node.kids.end());
    if (node.named.valid()) todo.push_back(machine.patterns[node.named.index()].pattern);
    if (node.op == PatternOp::Goto || node.op == PatternOp::EmptyStatement)
      diagnostics.error(node.place,
                        "nothing is evaluated here, so this never matches by itself; a pattern for "
                        "the statement around it does");
    if (node.op != PatternOp::Hole || machine.hole(node.hole).kind == HoleKind::AnyCall ||
        machine.hole(node.hole).kind == HoleKind::Typed)
      continue;
    // At conditions alone it has a meaning of its own: whatever decides.  And where larger matches
    // win, it is each expression that is no part of another (PASTE, section 2.4).
    if (machine.subsumption == Subsumption::On) continue;
    if (!has_instance(machine, guard, node.hole) && !is_path_specific(rule))
      diagnostics.error(node.place,
                        "this matches every expression of the program that '{}' may stand for",
                        node.text);
  }
}

}  // namespace

bool mentions(std::string_view code, std::string_view word) {
  auto letter = [&](size_t i) {
    return i < code.size() && (isalnum(static_cast<unsigned char>(code[i])) || code[i] == '_');
  };
  for (size_t at = code.find(word); at != code.npos; at = code.find(word, at + 1)) {
    if ((at == 0 || !letter(at - 1)) && !letter(at + word.size())) return true;
  }
  return false;
}

/// Argument lists and calls are no expressions: they fill only certain places.
void check_patterns(const Machine& machine, Diagnostics& diagnostics) {
  const PatternTrees& trees = machine.trees;
  std::set<PatternId> good;
  for (size_t i = 0; i < trees.size(); ++i) {
    const PatternNode& node = trees[PatternId(i)];
    if (node.op == PatternOp::Call || (node.op == PatternOp::New && node.text == "()")) {
      // The last argument may stand for all that are left.
      if (!node.kids.empty()) good.insert(node.kids.back());
      if (node.op == PatternOp::Call) good.insert(node.kids.front());  // has a message of its own
    }
  }
  for (size_t i = 0; i < trees.size(); ++i) {
    const PatternNode& node = trees[PatternId(i)];
    if (is_kind(machine, PatternId(i), HoleKind::AnyArguments) && !good.contains(PatternId(i)))
      diagnostics.error(node.place,
                        "'{}' stands for arguments, and fits only as the last argument of a call",
                        node.text);
    if (node.op == PatternOp::Call && is_kind(machine, node.kids[0], HoleKind::AnyArguments))
      diagnostics.error(node.place, "'{}' stands for arguments, and cannot be called",
                        trees[node.kids[0]].text);
  }
}

void check_rules(const Machine& machine, Diagnostics& diagnostics) {
  std::vector<HoleSet> filled = filled_holes(machine);
  for (const Guard& guard : machine.guards) {
    for (const Rule& rule : guard.rules) {
      check_alternatives(machine, guard, rule, diagnostics);
      check_targets(machine, rule, diagnostics);
      check_bound(machine, guard, rule, filled[rule.pattern.index()], diagnostics);
    }
  }
}

/// Names of C are not ours to know, so what looks like a slip is only worth a warning.
void warn_about_holes(const Machine& machine, Diagnostics& diagnostics) {
  std::set<HoleId> used;
  std::vector<std::string_view> names;
  for (const Hole& hole : machine.holes) {
    if (hole.name.size() > 2) names.push_back(hole.name);
  }
  for (size_t i = 0; i < machine.trees.size(); ++i) {
    const PatternNode& node = machine.trees[PatternId(i)];
    if (node.hole.valid()) used.insert(node.hole);
    if (node.op != PatternOp::Name) continue;
    std::string_view near = nearest_name(node.text, names);
    if (!near.empty() && edit_distance(node.text, near) <= kOneLetter)
      diagnostics.warning(node.place, "'{}' is no hole; did you mean '{}'?", node.text, near);
  }
  for (size_t i = 0; i < machine.holes.size(); ++i) {
    if (!used.contains(HoleId(i)))
      diagnostics.warning(machine.holes[i].place, "no pattern uses hole '{}'",
                          machine.holes[i].name);
  }
}

void check_machine(Machine& machine, const Program& program, Diagnostics& diagnostics) {
  size_t before = diagnostics.error_count();
  check_states(machine, program, diagnostics);
  check_patterns(machine, diagnostics);
  // The rest asks for resolved states.
  if (diagnostics.error_count() > before) return;
  check_rules(machine, diagnostics);
  warn_about_holes(machine, diagnostics);
}

}  // namespace assay::metal
