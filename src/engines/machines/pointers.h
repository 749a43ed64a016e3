// What functions do with pointers: which lead to memory that the function has made itself, and
// which parameters are given back or looked at, and never written through.
//
// Both are asked for to the end: where one function hands the question on to another, that one is
// asked too.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "engines/machines/program.h"

namespace assay::machines {

class Pointers {
 public:
  explicit Pointers(ProgramView& view) : view_(view) {}

  /// What a call is handed as its n-th operand leads to the same afterwards: `free(p)`, `zfree(p)`.
  bool is_left_alone(const ir::Unit& unit, const callgraph::ProgramFunction& function,
                     const ir::Body& body, ir::NodeId call, size_t operand);
  /// By local variable: it is null, or leads to memory that nobody had before the function began.
  std::vector<bool> new_locals(const LoadedFunction& loaded,
                               const callgraph::ProgramFunction& function);

 private:
  using Param = std::pair<callgraph::FunctionId, uint32_t>;
  /// What a question comes to in one function, and which others decide the rest.
  template <class Other>
  struct Answer {
    bool holds = true;
    std::vector<Other> others = {};
    std::optional<bool> all = {};  // with all others; once somebody asked
  };
  template <class Other, class Find>
  bool holds_everywhere(std::map<Other, Answer<Other>>& known, const Other& first, Find find);
  Answer<Param> look_at(const Param& param);
  bool hand_on(const ir::Unit& unit, const callgraph::ProgramFunction& function,
               const ir::Body& body, ir::NodeId call, size_t operand, std::vector<Param>& others);
  Answer<callgraph::FunctionId> look_at_result(callgraph::FunctionId function);
  bool is_new(const LoadedFunction& loaded, const callgraph::ProgramFunction& function,
              ir::NodeId value, const std::vector<bool>& locals,
              std::vector<callgraph::FunctionId>& others) const;
  static std::vector<bool> own_pointers(const LoadedFunction& loaded);
  void find_new_locals(const LoadedFunction& loaded, const callgraph::ProgramFunction& function,
                       std::vector<bool>& locals,
                       std::vector<std::vector<callgraph::FunctionId>>& others) const;

  ProgramView& view_;
  std::map<Param, Answer<Param>> params_;
  std::map<callgraph::FunctionId, Answer<callgraph::FunctionId>> results_;
};

}  // namespace assay::machines
