#include "schedule/simulation.h"

#include <algorithm>
#include <optional>

#include "schedule/program_graph.h"
#include "schedule/program_image.h"
#include "schedule/simulation_plan.h"
#include "schedule/simulation_task.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;

class SimulationRun {
 public:
  SimulationRun(store::Store& store, const models::Library& library,
                const SimulationOptions& options)
      : store_(store), library_(library), options_(options), pool_(options.pool) {
    pool_.workers = options.jobs;
  }

  Result<SimulationReport> run() {
    ProgramImage image = TRY(ProgramImage::make(
        store_, {.folder = options_.folder, .interrupted = options_.interrupted}));
    TRY(find_calls(image));
    if (report_.interrupted) return std::move(report_);
    TRY(find_traits(image));
    ProgramVariables variables = TRY(find_variables(image, pool_, options_.interrupted));
    std::vector<bool> wanted;
    if (!options_.function.empty()) wanted = reached_from(graph_, options_.function);
    std::vector<Wave> waves = plan_waves(graph_, traits_, wanted);
    for (const Wave& wave : waves)
      for (const ComponentBatch& batch : wave)
        for (const SimulatedComponent& component : batch) total_ += component.functions.size();
    answers_.resize(graph_.functions.size());
    SimulatedProgram program{image, graph_, traits_, variables, library_, options_.engine};
    for (const Wave& wave : waves) {
      TRY(run_wave(program, wave));
      if (report_.interrupted) break;
    }
    collect();
    return std::move(report_);
  }

 private:
  Result<void> find_calls(const ProgramImage& image) {
    ProgramGraph graph = TRY(
        build_graph(image, {.pool = pool_, .progress = {}, .interrupted = options_.interrupted}));
    for (const auto& [file, why] : graph.failed)
      report_.failed.push_back({.function = "all its functions", .file = file, .why = why});
    note(graph.notes, graph.interrupted);
    graph_ = std::move(graph.graph);
    return {};
  }

  Result<void> find_traits(const ProgramImage& image) {
    traits_.resize(graph_.functions.size());
    std::vector<std::vector<uint32_t>> of_unit(image.units());
    for (uint32_t i = 0; i < graph_.functions.size(); ++i)
      if (graph_.functions[i].unit >= 0)
        of_unit[static_cast<size_t>(graph_.functions[i].unit)].push_back(i);
    for (size_t unit = 0; unit < of_unit.size(); ++unit) {
      if (of_unit[unit].empty()) continue;
      ir::UnitRecord record = TRY(image.record(unit));
      for (uint32_t i : of_unit[unit]) {
        const ir::FunctionEntry& entry = record.functions[graph_.functions[i].index_in_unit];
        traits_[i] = {.points = entry.points,
                      .is_simulated = entry.kind == ir::FunctionKind::Function,
                      .is_internal = entry.linkage == ir::Linkage::Internal,
                      .is_system = (entry.symbol_flags & ir::kSystem) != 0};
      }
    }
    return {};
  }

  // A batch whose worker died is tried component by component: one of them is to blame.
  Result<void> run_wave(const SimulatedProgram& program, const Wave& wave) {
    Wave again;
    TRY(run_batches(program, wave, [&](const ComponentBatch& batch, const std::string& why) {
      if (batch.size() == 1) return blame(batch, why);
      for (const SimulatedComponent& component : batch) again.push_back({component});
    }));
    if (again.empty() || report_.interrupted) return {};
    return run_batches(program, again, [&](const ComponentBatch& batch, const std::string& why) {
      blame(batch, why);
    });
  }

  using Lost = std::function<void(const ComponentBatch&, const std::string& why)>;

  Result<void> run_batches(const SimulatedProgram& program, const Wave& wave, const Lost& lost) {
    // Each worker process has a copy of its own, made by fork.
    SimulationWorker worker(program);
    PoolReport done = TRY(WorkerPool::run(
        wave.size(), [&](size_t i) { return encode_simulation_task(make_task(wave[i])); },
        [&](std::string_view bytes) {
          // Damaged bytes give an empty answer, which the coordinator refuses.
          Result<SimulationTask> task =
              decode_simulation_task(bytes, program.graph.functions.size());
          return task.ok() ? encode_simulation_answers(worker.run(task.value())) : Bytes();
        },
        [&](size_t i, Result<Bytes> answer) -> Result<void> {
          keep(wave[i], std::move(answer), lost);
          if (options_.progress) options_.progress({.done = done_, .total = total_});
          return {};
        },
        options_.interrupted, pool_));
    note(done.notes, done.interrupted);
    return {};
  }

  SimulationTask make_task(const ComponentBatch& batch) const {
    SimulationTask task{.components = batch, .models = {}};
    for (const SimulatedComponent& component : batch)
      for (FunctionId id : component.functions)
        for (const callgraph::CallSite& site : graph_.functions[id.index()].calls)
          for (FunctionId target : site.targets) add_model(target, task);
    return task;
  }

  void add_model(FunctionId callee, SimulationTask& task) const {
    const std::optional<SimulationAnswer>& answer = answers_[callee.index()];
    if (answer && answer->failure.empty()) task.models.emplace(callee, answer->model);
  }

  void keep(const ComponentBatch& batch, Result<Bytes> answer, const Lost& lost) {
    if (!answer.ok()) return lost(batch, answer.error());
    Result<std::vector<SimulationAnswer>> answers = decode_simulation_answers(answer.value());
    if (!answers.ok()) return lost(batch, answers.error());
    size_t functions = 0;
    for (const SimulatedComponent& component : batch) functions += component.functions.size();
    if (answers.value().size() != functions) return lost(batch, "the worker's answer is damaged");
    size_t next = 0;
    for (const SimulatedComponent& component : batch)
      for (FunctionId id : component.functions)
        answers_[id.index()] = std::move(answers.value()[next++]);
    done_ += functions;
  }

  // The worker died twice at this component.
  void blame(const ComponentBatch& batch, const std::string& why) {
    for (const SimulatedComponent& component : batch) {
      for (FunctionId id : component.functions) {
        answers_[id.index()].emplace().failure = why;
        ++done_;
      }
    }
  }

  void note(const std::map<std::string, uint64_t>& notes, bool interrupted) {
    for (const auto& [text, count] : notes) report_.notes[text] += count;
    report_.interrupted |= interrupted;
  }

  void collect() {
    for (size_t i = 0; i < answers_.size(); ++i) {
      const callgraph::ProgramFunction& function = graph_.functions[i];
      if (!options_.function.empty() && function.unit >= 0 && has_name(function, options_.function))
        report_.models.push_back({.name = function.name,
                                  .display = function.display,
                                  .file = function.file,
                                  .line = function.line,
                                  .text = answers_[i] ? answers_[i]->model : ""});
      if (answers_[i]) collect(function, *answers_[i]);
    }
  }

  void collect(const callgraph::ProgramFunction& function, SimulationAnswer& answer) {
    auto told = [&](std::string why) {
      return FunctionFailure{
          .function = function.display, .file = function.file, .why = std::move(why)};
    };
    if (!answer.failure.empty()) {
      report_.failed.push_back(told("simulator: " + answer.failure));
      return;
    }
    ++report_.functions;
    report_.paths += answer.paths;
    report_.points += answer.points;
    report_.questions += answer.questions;
    report_.coverage += answer.coverage;
    if (answer.is_out_of_budget)
      report_.out_of_budget.push_back(
          told("simulator: more paths or steps than its budget allows"));
    for (findings::Finding& finding : answer.findings)
      report_.findings.push_back(std::move(finding));
  }

  store::Store& store_;
  const models::Library& library_;
  const SimulationOptions& options_;
  PoolOptions pool_;
  callgraph::CallGraph graph_;
  std::vector<FunctionTraits> traits_;
  std::vector<std::optional<SimulationAnswer>> answers_;  // by FunctionId; none: not simulated
  size_t done_ = 0, total_ = 0;
  SimulationReport report_;
};

}  // namespace

Result<SimulationReport> simulate(store::Store& store, const models::Library& library,
                                  const SimulationOptions& options) {
  return SimulationRun(store, library, options).run();
}

}  // namespace assay::schedule
