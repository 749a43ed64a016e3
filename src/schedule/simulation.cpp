#include "schedule/simulation.h"

#include <algorithm>
#include <optional>

#include "models/print.h"
#include "schedule/program_graph.h"
#include "schedule/program_image.h"
#include "schedule/simulation_keys.h"
#include "schedule/simulation_places.h"
#include "schedule/simulation_plan.h"
#include "schedule/simulation_report.h"
#include "schedule/simulation_task.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;

class SimulationRun {
 public:
  SimulationRun(store::Store& store, const models::Library& library,
                const SimulationOptions& options)
      : store_(store),
        library_(library),
        options_(options),
        pool_(options.pool),
        cache_(store, options.cache),
        shared_(shared_key(options.engine, library)) {
    pool_.workers = options.jobs;
  }

  Result<SimulationReport> run() {
    bool is_whole = options_.function.empty() && options_.focus.empty();
    Hash settings = shared_;
    if (!options_.exceptions.empty()) {
      ByteWriter all;
      all.hash(shared_);
      all.text(options_.exceptions);
      settings = hash_bytes(all.bytes());
    }
    Hash whole = is_whole ? TRY(program_key(store_, settings)) : Hash();
    if (is_whole) {
      std::optional<Bytes> before = TRY(cache_.find_bytes(whole));
      Result<SimulationReport> report =
          before ? decode_simulation_report(*before) : input_error("none");
      if (report.ok()) return report;
    }
    TRY(simulate());
    bool is_clean = !report_.interrupted && report_.failed.empty() && report_.notes.empty();
    if (is_whole && is_clean) TRY(cache_.put_bytes(whole, encode_simulation_report(report_)));
    if (is_whole && !report_.interrupted) TRY(cache_.finish());
    TRY(cache_.commit());
    return std::move(report_);
  }

 private:
  Result<void> simulate() {
    TRY(find_calls());
    const ProgramImage& image = program_->image();
    if (report_.interrupted) return {};
    TRY(find_traits(image));
    for (uint32_t i = 0; options_.engine_for && i < graph().functions.size(); ++i)
      if (std::optional<simulator::Options> own = options_.engine_for(graph().functions[i]))
        special_.emplace(FunctionId(i), *own);
    const ProgramVariables& variables = program_->variables();
    std::vector<bool> wanted;
    if (!options_.focus.empty()) {
      focus_ = functions_in(options_.focus, graph(), image);
      wanted = with_callees(graph(), focus_);
    } else if (!options_.function.empty()) {
      wanted = reached_from(graph(), options_.function);
    }
    plan_ = plan_simulation(graph(), traits_, wanted);
    answers_.resize(graph().functions.size());
    SimulatedProgram program{image,    graph(),         traits_, variables,
                             library_, options_.engine, special_};
    SimulationKeys keys(shared_, graph(), traits_, variables, special_);
    // Each worker process has a copy of its own, made by fork.
    SimulationWorker worker(program);
    TRY(run_plan(worker, keys));
    collect(image);
    return {};
  }

  Result<void> run_plan(SimulationWorker& worker, const SimulationKeys& keys) {
    std::vector<Unknown> unknown(plan_.batches.size());
    Result<void> recalled;
    PoolOptions pool = pool_;
    pool.needs = [&](size_t i) { return plan_.needs[i]; };
    PoolReport done = TRY(WorkerPool::run(
        plan_.batches.size(),
        [&](size_t i) -> std::optional<Bytes> {
          Result<Unknown> left = recall(i, keys);
          if (!left.ok()) recalled = Error{left.error()};
          if (!recalled.ok()) return std::nullopt;
          unknown[i] = left.take();
          show_progress();
          if (unknown[i].batch.empty()) return std::nullopt;
          return encode_simulation_task(make_task(i, unknown[i].batch));
        },
        [&](std::string_view bytes) { return work(worker, bytes); },
        [&](size_t i, Result<Bytes> answer) -> Result<void> {
          TRY(keep(worker, i, unknown[i].batch, std::move(answer)));
          TRY(remember(unknown[i]));
          unknown[i] = Unknown();
          show_progress();
          return {};
        },
        [&] { return !recalled.ok() || (options_.interrupted && options_.interrupted()); }, pool));
    TRY(std::move(recalled));
    note(done.notes, done.interrupted);
    return {};
  }

  /// What the cache does not know of a batch, and where it goes when it is known.
  struct Unknown {
    ComponentBatch batch;
    std::vector<Hash> keys;  // by component; empty: there is no cache
  };

  Result<Unknown> recall(size_t number, const SimulationKeys& keys) {
    const ComponentBatch& batch = plan_.batches[number];
    Unknown unknown;
    if (!cache_.is_used()) {
      unknown.batch = batch;
      return unknown;
    }
    for (const SimulatedComponent& component : batch) {
      Hash key = keys.of(component, [&](FunctionId id) {
        return plan_.knows(number, id) ? model_of(id) : nullptr;
      });
      std::optional<std::vector<SimulationAnswer>> known =
          TRY(cache_.find(key, component.functions.size()));
      if (!known) {
        unknown.batch.push_back(component);
        unknown.keys.push_back(key);
        continue;
      }
      for (size_t i = 0; i < component.functions.size(); ++i)
        set_answer(component.functions[i], std::move((*known)[i]));
      report_.known += component.functions.size();
      done_ += component.functions.size();
    }
    return unknown;
  }

  Result<void> remember(const Unknown& asked) {
    for (size_t i = 0; i < asked.keys.size(); ++i) {
      std::vector<SimulationAnswer> answers;
      for (FunctionId id : asked.batch[i].functions)
        if (answers_[id.index()]) answers.push_back(*answers_[id.index()]);
      if (answers.size() != asked.batch[i].functions.size()) continue;
      TRY(cache_.put(asked.keys[i], answers));
      ++uncommitted_;
    }
    if (uncommitted_ < kKeysPerCommit) return {};
    uncommitted_ = 0;
    return cache_.commit();
  }

  void show_progress() const {
    if (options_.progress) options_.progress({.done = done_, .total = plan_.functions});
  }

  void set_answer(FunctionId id, SimulationAnswer answer) {
    answer.model_hash = hash_bytes(answer.model);
    answers_[id.index()] = std::move(answer);
  }

  /// Null: none was learnt, or none is to be used.
  const SimulationAnswer* model_of(FunctionId id) const {
    const std::optional<SimulationAnswer>& answer = answers_[id.index()];
    bool is_known = options_.use_learnt && answer && answer->failure.empty();
    return is_known ? &*answer : nullptr;
  }

  const callgraph::CallGraph& graph() const { return program_->graph().graph; }

  Result<void> find_calls() {
    TRY(program_->link(store_,
                       {.folder = options_.folder,
                        .only = options_.is_alone ? options_.focus : Focus(),
                        .interrupted = options_.interrupted},
                       {.pool = pool_,
                        .progress = {},
                        .interrupted = options_.interrupted,
                        .preferred = options_.focus}));
    for (const auto& [file, why] : program_->graph().failed)
      report_.failed.push_back({.function = "all its functions", .file = file, .why = why});
    note(program_->graph().notes, program_->graph().interrupted);
    return {};
  }

  Result<void> find_traits(const ProgramImage& image) {
    traits_.resize(graph().functions.size());
    std::vector<std::vector<uint32_t>> of_unit(image.units());
    for (uint32_t i = 0; i < graph().functions.size(); ++i)
      if (graph().functions[i].unit >= 0)
        of_unit[static_cast<size_t>(graph().functions[i].unit)].push_back(i);
    for (size_t unit = 0; unit < of_unit.size(); ++unit) {
      if (of_unit[unit].empty()) continue;
      ir::UnitRecord record = TRY(image.record(unit));
      for (uint32_t i : of_unit[unit]) {
        const ir::FunctionEntry& entry = record.functions[graph().functions[i].index_in_unit];
        traits_[i] = {.points = entry.points,
                      .is_simulated = entry.kind == ir::FunctionKind::Function,
                      .is_internal = entry.linkage == ir::Linkage::Internal,
                      .is_system = (entry.symbol_flags & ir::kSystem) != 0,
                      .is_library = (entry.symbol_flags & ir::kSystem) != 0 &&
                                    entry.name.starts_with("_Z")};
      }
    }
    return {};
  }

  static Bytes work(SimulationWorker& worker, std::string_view bytes) {
    // Damaged bytes give an empty answer, which the coordinator refuses.
    Result<SimulationTask> task =
        decode_simulation_task(bytes, worker.program().graph.functions.size());
    return task.ok() ? encode_simulation_answers(worker.run(task.value())) : Bytes();
  }

  /// `batch` is batch `number` or a part of it.
  SimulationTask make_task(size_t number, const ComponentBatch& batch) const {
    SimulationTask task{.components = batch, .models = {}};
    for (const SimulatedComponent& component : batch) {
      std::set<FunctionId> simulated = helpers_of(graph(), traits_, component);
      simulated.insert(component.functions.begin(), component.functions.end());
      for (FunctionId id : simulated)
        for (const callgraph::CallSite& site : graph().functions[id.index()].calls)
          for (FunctionId target : site.targets)
            if (plan_.knows(number, target)) add_model(target, task);
    }
    return task;
  }

  void add_model(FunctionId callee, SimulationTask& task) const {
    if (const SimulationAnswer* answer = model_of(callee))
      task.models.emplace(callee, answer->model);
  }

  // A batch whose worker died is tried component by component: one of them is to blame.
  Result<void> keep(SimulationWorker& worker, size_t number, const ComponentBatch& batch,
                    Result<Bytes> answer) {
    std::string why = take_answers(batch, std::move(answer));
    if (why.empty()) return {};
    if (batch.size() == 1) {
      blame(batch, why);
      return {};
    }
    auto one = [&](size_t i) { return ComponentBatch{batch[i]}; };
    PoolReport done = TRY(WorkerPool::run(
        batch.size(), [&](size_t i) { return encode_simulation_task(make_task(number, one(i))); },
        [&](std::string_view bytes) { return work(worker, bytes); },
        [&](size_t i, Result<Bytes> answer) -> Result<void> {
          std::string why = take_answers(one(i), std::move(answer));
          if (!why.empty()) blame(one(i), why);
          return {};
        },
        options_.interrupted, pool_));
    note(done.notes, done.interrupted);
    return {};
  }

  /// Empty, or why there are none.
  std::string take_answers(const ComponentBatch& batch, Result<Bytes> answer) {
    if (!answer.ok()) return answer.error();
    Result<std::vector<SimulationAnswer>> answers = decode_simulation_answers(answer.value());
    if (!answers.ok()) return answers.error();
    size_t functions = 0;
    for (const SimulatedComponent& component : batch) functions += component.functions.size();
    if (answers.value().size() != functions) return "the worker's answer is damaged";
    size_t next = 0;
    for (const SimulatedComponent& component : batch)
      for (FunctionId id : component.functions) set_answer(id, std::move(answers.value()[next++]));
    done_ += functions;
    return "";
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

  void collect(const ProgramImage& image) {
    FindingPlacer placer(image, graph(), [&](FunctionId id) {
      const std::optional<SimulationAnswer>& answer = answers_[id.index()];
      return answer ? &answer->origins : nullptr;
    });
    for (size_t i = 0; i < answers_.size(); ++i) {
      const callgraph::ProgramFunction& function = graph().functions[i];
      if (!options_.function.empty() && function.unit >= 0 && has_name(function, options_.function))
        report_.models.push_back({.name = function.name,
                                  .display = function.display,
                                  .file = function.file,
                                  .line = function.line,
                                  .text = answers_[i] ? model_text(function, *answers_[i]) : ""});
      if (answers_[i] && (focus_.empty() || focus_[i]))
        collect(FunctionId(i), *answers_[i], placer);
    }
  }

  // The answer does not say where the function stands.
  static std::string model_text(const callgraph::ProgramFunction& function,
                                const SimulationAnswer& answer) {
    Result<models::Model> model = simulator::decode_model(answer.model);
    if (!model.ok()) return answer.model;
    model.value().documentation =
        models::Documentation{.file = function.file.substr(function.file.rfind('/') + 1),
                              .line = function.line,
                              .description = {}};
    return models::print_model(model.value());
  }

  void collect(FunctionId id, SimulationAnswer& answer, FindingPlacer& placer) {
    const callgraph::ProgramFunction& function = graph().functions[id.index()];
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
    const simulator::Coverage& seen = answer.coverage;
    report_.complete.points += seen.points_seen == seen.points ? 1 : 0;
    report_.complete.edges += seen.edges_seen == seen.edges ? 1 : 0;
    report_.complete.predicates += seen.predicates_seen == seen.predicates ? 1 : 0;
    report_.complete.paths += answer.is_complete ? 1 : 0;
    report_.stopped += answer.is_out_of_budget ? 1 : 0;
    if (answer.is_out_of_budget)
      report_.out_of_budget.push_back(told("simulator: more steps than its budget allows"));
    for (simulator::Unplaced& finding : answer.findings) {
      findings::Finding placed = placer.place(id, std::move(finding));
      if (!simulator::lies_in_macro(placed)) report_.findings.push_back(std::move(placed));
    }
  }

  // So many answers are not to be lost when the run is killed.
  static constexpr size_t kKeysPerCommit = 100;

  store::Store& store_;
  const models::Library& library_;
  const SimulationOptions& options_;
  PoolOptions pool_;
  SimulationCache cache_;
  Hash shared_;
  size_t uncommitted_ = 0;  // keys
  LinkedProgram own_{{.values = false, .variables = true}};
  LinkedProgram* program_ = options_.program != nullptr ? options_.program : &own_;
  std::vector<bool> focus_;  // by FunctionId; empty: all
  std::vector<FunctionTraits> traits_;
  std::map<FunctionId, simulator::Options> special_;      // settings that are not those of all
  std::vector<std::optional<SimulationAnswer>> answers_;  // by FunctionId; none: not simulated
  SimulationPlan plan_;
  size_t done_ = 0;  // functions
  SimulationReport report_;
};

}  // namespace

Result<SimulationReport> simulate(store::Store& store, const models::Library& library,
                                  const SimulationOptions& options) {
  return SimulationRun(store, library, options).run();
}

}  // namespace assay::schedule
