#include "schedule/machines_trace.h"

#include "engines/machines/engine.h"
#include "metal/actions/load.h"
#include "schedule/image_view.h"
#include "schedule/machines_plan.h"
#include "schedule/program_graph.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;

std::vector<FunctionId> starts_of(const callgraph::CallGraph& graph, const RuleFile& rule,
                                  const std::string& name) {
  std::vector<FunctionId> starts;
  if (name.empty() && !is_local(rule.composition)) return roots_by_unit(graph);
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    const callgraph::ProgramFunction& function = graph.functions[i];
    bool is_meant = name.empty() || function.name == name || function.display == name;
    if (function.unit >= 0 && is_meant) starts.push_back(FunctionId(i));
  }
  return starts;
}

// The rule's code runs here: in a worker.
std::string trace(const ProgramImage& image, const callgraph::CallGraph& graph,
                  const RuleFile& rule, const std::vector<FunctionId>& starts) {
  Result<std::unique_ptr<metal::ActionRunner>> actions =
      metal::load_actions(rule.composition, rule.object, nullptr);
  if (!actions.ok()) return actions.error() + "\n";
  ImageView view(image, graph);
  machines::Workspace workspace(view);
  machines::EngineOptions options;
  options.trace = true;
  machines::Engine engine(rule.composition, *actions.value(), workspace, options);
  std::string text;
  for (FunctionId start : starts) {
    engine.analyse(start);
    text += engine.print_trace();
  }
  return text;
}

}  // namespace

Result<std::string> trace_rule(store::Store& store, const RuleFile& rule,
                               const TraceOptions& options) {
  ProgramImage image =
      TRY(ProgramImage::make(store, {.folder = options.folder, .interrupted = {}}));
  ProgramGraph graph =
      TRY(build_graph(image, {.pool = options.pool, .progress = {}, .interrupted = {}}));
  std::vector<FunctionId> starts = starts_of(graph.graph, rule, options.function);
  if (starts.empty()) {
    if (options.function.empty()) return input_error("no function to look at");
    return input_error("no function is called '{}'", options.function);
  }
  std::string text;
  TRY(WorkerPool::run(
      1, [](size_t) { return Bytes(); },
      [&](std::string_view) { return trace(image, graph.graph, rule, starts); },
      [&](size_t, Result<Bytes> answer) -> Result<void> {
        if (!answer.ok()) return input_error("{}: {}", rule.name, answer.error());
        text = answer.take();
        return {};
      },
      {}, options.pool));
  return text;
}

}  // namespace assay::schedule
