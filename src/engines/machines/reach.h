// Questions about a function and all that it leads to: whether a rule could begin something there,
// whether a field or global is named there.  What the answer is no for need not be entered.
#pragma once

#include <functional>
#include <map>
#include <string>
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
  /// Of the function itself.
  bool here(callgraph::FunctionId function) { return (*this)(function) && here_[function.index()]; }

 private:
  enum class Answer : uint8_t { Unknown, No, Yes };
  void find(callgraph::FunctionId root);

  ProgramView& view_;
  Holds holds_;
  std::vector<Answer> answers_;
  std::vector<bool> here_;
};

/// Where rules of global states could fire: nothing else begins anything.
class Reach {
 public:
  Reach(const MachineRules& rules, ProgramView& view)
      : below_(view, [&rules, &view](callgraph::FunctionId function) {
          std::shared_ptr<const LoadedFunction> loaded = view.load(function);
          return loaded && rules.may_begin(*loaded->unit, loaded->function.body);
        }) {}
  bool leads_to_match(callgraph::FunctionId function) { return below_(function); }
  bool begins(callgraph::FunctionId function) { return below_.here(function); }

 private:
  Below below_;
};

/// Which fields and globals the texts of functions name.
class Mentions {
 public:
  explicit Mentions(ProgramView& view) : view_(view) {}
  /// The function, or one that it leads to.
  bool below(callgraph::FunctionId function, const std::string& name);

 private:
  const std::vector<std::string>& names_of(callgraph::FunctionId function);
  void add_whole_records(callgraph::FunctionId function, const LoadedFunction& loaded,
                         std::vector<std::string>& names) const;

  ProgramView& view_;
  std::map<callgraph::FunctionId, std::vector<std::string>> names_;  // sorted
  std::map<std::string, Below> below_;
};

}  // namespace assay::machines
