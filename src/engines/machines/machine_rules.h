// A machine, prepared for being run: which rules speak of what, which calls are the rules' own.
#pragma once

#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "metal/match.h"
#include "metal/program.h"

namespace assay::machines {

class MachineRules {
 public:
  /// `number` counts the machines of the composition; a bare extension is named by its file.
  MachineRules(const metal::Machine& machine, const std::string& file, size_t number);

  const metal::Machine& machine() const { return machine_; }
  size_t number() const { return number_; }
  const std::string& name() const { return name_; }
  const metal::RuleIndex& index() const { return index_; }
  const metal::Guard& guard(metal::RuleRef ref) const { return machine_.guards[ref.guard]; }
  const metal::Rule& rule(metal::RuleRef ref) const { return guard(ref).rules[ref.rule]; }

  bool applies_in(metal::RuleRef ref, metal::StateId state) const;
  /// Applies in a global state: it may begin something.
  bool is_global(metal::RuleRef ref) const;
  /// Some global state ends with the path.
  bool ends_globally() const;
  /// Has targets by branch: applies only where a condition decides.
  bool is_by_branch(metal::RuleRef ref) const;
  bool is_stop(metal::StateId state) const { return machine_.state(state).name == "stop"; }
  bool is_start(metal::StateId state) const { return machine_.state(state).name == "start"; }
  /// None: the machine has no such state.
  metal::StateId state(metal::HoleId variable, std::string_view name) const;
  bool is_local() const { return machine_.scope == metal::Scope::Local; }
  bool subsumes() const { return machine_.subsumption == metal::Subsumption::On; }

  /// Rules with `$end_of_path$` in their pattern, in text order.
  const std::vector<metal::RuleRef>& end_of_path() const { return end_of_path_; }
  /// A pattern names it as what is called: such calls mean what the rules say, and are not
  /// followed.
  bool is_named_callee(const std::string& name) const { return callees_.contains(name); }
  /// By number of the rule: whether the function names what the rule's pattern calls; true of a
  /// rule that need not call anything.
  std::vector<bool> named_in(const ir::Unit& unit, const ir::Body& body) const;
  /// Whether the rule may match somewhere in the function of these names.
  bool may_match(metal::RuleRef ref, const std::vector<bool>& named) const {
    const Needs& needs = needs_[number_of(ref)];
    return named[number_of(ref)] || !needs.is_by_reference;
  }
  /// By global state: whether one of its rules could fire in the function.  Nothing else begins
  /// anything.
  std::vector<bool> may_begin(const ir::Unit& unit, const ir::Body& body) const;
  /// No rule changes a state or asks what is known: one look at each point tells everything.
  bool is_stateless() const { return is_stateless_; }

 private:
  const metal::Machine& machine_;
  std::string name_;
  size_t number_;
  metal::RuleIndex index_;
  std::vector<metal::RuleRef> end_of_path_;
  std::set<std::string> callees_;
  /// Plain names of callees, one of which must be called where a rule matches.
  struct Needs {
    std::set<std::string, std::less<>> callees;
    bool is_needed = false;       // otherwise none need be
    bool is_by_reference = true;  // what is called is named, and no constructor or operator
  };
  size_t number_of(metal::RuleRef ref) const { return first_[ref.guard] + ref.rule; }
  std::vector<size_t> first_;  // by guard: the number of its first rule
  std::vector<Needs> needs_;   // by number
  std::map<std::string, std::vector<size_t>, std::less<>>
      by_callee_;  // rules that it is enough for
  bool is_stateless_ = true;
};

}  // namespace assay::machines
