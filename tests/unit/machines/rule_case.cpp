#include "unit/machines/rule_case.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "findings/finding.h"
#include "unit/actions/try_rules.h"

namespace assay::test {

namespace fs = std::filesystem;

SmallProgram::SmallProgram(const std::vector<fs::path>& sources) {
  callgraph::CallGraphBuilder builder;
  for (const fs::path& source : sources) {
    units_.push_back(std::make_shared<const ir::Unit>(lower(source)));
    for (const ir::Diagnostic& diagnostic : units_.back()->diagnostics)
      ADD_FAILURE() << source << ":" << diagnostic.line << ": " << diagnostic.message;
    builder.add_unit(*units_.back());
  }
  graph_ = builder.finish();
}

std::shared_ptr<const machines::LoadedFunction> SmallProgram::load(callgraph::FunctionId id) {
  const callgraph::ProgramFunction& function = graph_.functions[id.index()];
  if (function.unit < 0) return nullptr;
  auto loaded = std::make_shared<machines::LoadedFunction>();
  loaded->unit = units_[static_cast<size_t>(function.unit)];
  loaded->function = loaded->unit->functions[function.index_in_unit];
  return loaded;
}

callgraph::FunctionId SmallProgram::find(const std::string& name) const {
  for (size_t i = 0; i < graph_.functions.size(); ++i)
    if (graph_.functions[i].name == name) return callgraph::FunctionId(i);
  return {};
}

RuleCase read_case(const fs::path& source) {
  RuleCase the_case;
  the_case.sources.push_back(source);
  std::istringstream lines(read_text(source));
  for (std::string line; std::getline(lines, line) && line.starts_with("// ");) {
    auto value = [&](const std::string& word) {
      return line.starts_with("// " + word) ? line.substr(3 + word.size()) : std::string();
    };
    if (std::string rule = value("rule: "); !rule.empty())
      the_case.rule = source.parent_path() / rule;
    if (std::string with = value("with: "); !with.empty())
      the_case.sources.push_back(source.parent_path() / with);
  }
  return the_case;
}

CaseResult run_case(const RuleCase& the_case, const machines::EngineOptions& options) {
  CaseResult all;
  Result<metal::Composition> composition = load_rules(the_case.rule);
  if (!composition.ok()) {
    ADD_FAILURE() << composition.error();
    return all;
  }
  std::unique_ptr<metal::ActionRunner> runner = load_runner(composition.value());
  if (!runner) return all;
  SmallProgram program(the_case.sources);
  machines::Workspace workspace(program);
  machines::Engine engine(composition.value(), *runner, workspace, options);
  for (callgraph::FunctionId root : engine.roots()) {
    machines::RootResult result = engine.analyse(root);
    auto append = [](auto& to, auto& from) {
      to.insert(to.end(), std::make_move_iterator(from.begin()),
                std::make_move_iterator(from.end()));
    };
    append(all.errors, result.errors);
    append(all.notes, result.notes);
    append(all.counts, result.counts);
    append(all.stopped, result.stopped);
    all.trace += engine.print_trace();
  }
  return all;
}

std::string CaseResult::text() const {
  std::vector<findings::Finding> findings;
  for (const machines::RuleFinding& error : errors) findings.push_back(error.finding);
  std::string text;
  for (const findings::IdentifiedFinding& one : findings::identify(std::move(findings))) {
    const findings::Finding& finding = one.finding;
    text += fmt::format("{}:{}:{}: warning: {} [{}]\n", finding.where.file, finding.where.line,
                        finding.where.column, finding.message, finding.kind);
    for (const findings::Step& step : finding.trace)
      text += fmt::format("{}:{}:{}: note: {}\n", step.where.file, step.where.line,
                          step.where.column, step.message);
  }
  return text;
}

}  // namespace assay::test
