// Questions about a function and all that it leads to: whether a rule could begin something there,
// whether a field or global is named there.  What the answer is no for need not be entered.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "engines/machines/machine_rules.h"
#include "engines/machines/program.h"

namespace assay::machines {

/// Whether something holds of a function or of one that it calls, at whatever distance.
class Below {
 public:
  using Holds = std::function<bool(callgraph::FunctionId)>;
  Below(ProgramView& view, Holds holds) : view_(view), holds_(std::move(holds)) {}
  bool operator()(callgraph::FunctionId function);

 private:
  enum class Answer : uint8_t { Unknown, No, Yes };
  void find(callgraph::FunctionId root);

  ProgramView& view_;
  Holds holds_;
  std::vector<Answer> answers_;
};

/// Where rules of a global state could fire: as long as none does the state stays what it is, and
/// nothing else begins anything.
class Reach {
 public:
  Reach(const MachineRules& rules, ProgramView& view) : rules_(rules), view_(view) {}
  bool leads_to_match(callgraph::FunctionId function, metal::StateId state);

 private:
  bool begins_here(callgraph::FunctionId function, metal::StateId state);

  const MachineRules& rules_;
  ProgramView& view_;
  std::map<metal::StateId, Below> below_;
  std::map<callgraph::FunctionId, std::vector<bool>> here_;  // by state
};

/// Which fields and globals the texts of functions name.
///
/// Asked again and again, of many names and calls: each component of the call graph has a row of
/// bits, one for each name that occurs below it, made once out of those of its callees.
class Mentions {
 public:
  /// Before a name: only where it is written, or its address is taken; and only where it is no
  /// field of what a parameter points to.
  static constexpr char kWritten = '=', kWrittenElsewhere = '!';
  explicit Mentions(ProgramView& view) : view_(view) {}
  /// The function, or one that it leads to.
  bool below(callgraph::FunctionId function, const std::string& name);

 private:
  using Row = std::vector<uint64_t>;
  void find_components();
  void find(uint32_t component);
  std::vector<uint32_t> callees_of(uint32_t component) const;
  std::shared_ptr<const Row> make_row(uint32_t component, const std::vector<uint32_t>& callees);
  std::vector<std::string> names_of(callgraph::FunctionId function);
  void add_whole_records(callgraph::FunctionId function, const LoadedFunction& loaded,
                         std::vector<std::string>& names) const;

  ProgramView& view_;
  std::unordered_map<std::string, uint32_t> numbers_;  // of the names that were met
  std::vector<uint32_t> component_of_;                 // by function; empty: nobody has asked yet
  std::vector<std::vector<uint32_t>> components_;      // callees before callers
  // By component; null: not known yet.  Those that name nothing of their own share a callee's.
  std::vector<std::shared_ptr<const Row>> rows_;
};

}  // namespace assay::machines
