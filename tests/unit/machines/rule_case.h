// Runs the rules of a metal file over small programs, with the whole engine.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "callgraph/call_graph.h"
#include "engines/machines/engine.h"
#include "engines/machines/program.h"
#include "ir/unit.h"
#include "metal/actions/load.h"

namespace assay::test {

/// Units in memory, linked.
class SmallProgram : public machines::ProgramView {
 public:
  explicit SmallProgram(const std::vector<std::filesystem::path>& sources);
  const callgraph::CallGraph& graph() const override { return graph_; }
  std::shared_ptr<const machines::LoadedFunction> load(callgraph::FunctionId function) override;
  callgraph::FunctionId find(const std::string& name) const;

 private:
  std::vector<std::shared_ptr<const ir::Unit>> units_;
  callgraph::CallGraph graph_;
};

/// A file of tests/machines: the first lines of its comment say `rule: FILE`, and `with: FILE` for
/// each further source of the program.
struct RuleCase {
  std::filesystem::path rule;
  std::vector<std::filesystem::path> sources;
};
RuleCase read_case(const std::filesystem::path& source);

struct CaseResult {
  std::vector<machines::RuleFinding> errors, notes;
  std::vector<machines::RuleCount> counts;
  std::vector<machines::Stopped> stopped;
  std::string trace;
  /// As compilers print them, each once, sorted.
  std::string text() const;
};
CaseResult run_case(const RuleCase& the_case, const machines::EngineOptions& options = {});

}  // namespace assay::test
