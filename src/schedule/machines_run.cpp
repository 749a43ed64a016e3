#include "schedule/machines_run.h"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "engines/machines/refute.h"
#include "logic/query_recorder.h"
#include "schedule/image_view.h"
#include "schedule/machines_plan.h"
#include "schedule/machines_task.h"
#include "schedule/machines_types.h"
#include "schedule/program_graph.h"
#include "schedule/program_image.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;

// A rule that follows calls has a whole program in one task; budgets end it long before this.
constexpr unsigned kSecondsPerTask = 6 * 3600;

// What a rule that follows calls may walk over: by the size of the program, so that the time grows
// as that does, and at least from each root.
constexpr uint64_t kStepsPerFunction = 500;
constexpr uint64_t kPointsPerFunction = 8'000;  // of paths to errors, likewise
constexpr uint64_t kMinRootSteps = 10'000;
// Where nobody came: most of them because a root above them had no steps left.
constexpr uint64_t kSecondRootSteps = 2 * kStepsPerFunction;
// In one function: past a root's limit what was begun goes on to its end.
constexpr uint64_t kSecondSteps = 2'000;
constexpr uint64_t kMaxSteps = 30'000;  // in one function, from one entry

class MachinesRun {
 public:
  MachinesRun(store::Store& store, std::vector<RuleFile> rules, const MachinesOptions& options)
      : store_(store), rules_(std::move(rules)), options_(options), pool_(options.pool) {
    pool_.workers = options.jobs;
  }

  Result<MachinesReport> run() {
    TRY(find_calls());
    const ProgramImage& image = program_->image();
    if (report_.interrupted) return std::move(report_);
    // Of a part of the program nobody knows what types the rest has.
    if (!options_.is_alone) TRY(check_types(image, rules_));
    if (!options_.focus.empty()) focus_ = functions_in(options_.focus, graph(), image);
    plan();
    TRY(run_tasks(image));
    if (options_.refute && !options_.record_queries.empty()) TRY(refute_here(image));
    collect();
    return std::move(report_);
  }

 private:
  Result<void> find_calls() {
    GraphOptions graph_options{.pool = pool_,
                               .progress = {},
                               .interrupted = options_.interrupted,
                               .preferred = options_.focus};
    graph_options.progress = [&](size_t done, size_t total) {
      if (options_.progress)
        options_.progress({.done = done, .total = total, .current = "call graph"});
    };
    TRY(program_->link(store_,
                       {.folder = options_.folder,
                        .only = options_.is_alone ? options_.focus : Focus(),
                        .interrupted = options_.interrupted},
                       graph_options));
    for (const auto& [file, why] : program_->graph().failed)
      report_.failed.push_back({.function = "all its functions", .file = file, .why = why});
    note(program_->graph().notes, program_->graph().interrupted);
    return {};
  }

  void plan() {
    std::vector<bool> local, counts;
    for (const RuleFile& rule : rules_) {
      local.push_back(is_local(rule.composition));
      counts.push_back(counts_examples(rule.composition));
    }
    tasks_ = plan_machines(graph(), local, options_.jobs);
    if (!focus_.empty()) tasks_ = narrow_tasks(std::move(tasks_), graph(), focus_, local, counts);
    for (size_t i = 0; i < graph().functions.size(); ++i)
      if (graph().functions[i].unit >= 0 && is_in_focus(FunctionId(i))) ++report_.functions;
    share_steps();
    pool_.seconds_per_task = std::max(pool_.seconds_per_task, kSecondsPerTask);
  }

  const callgraph::CallGraph& graph() const { return program_->graph().graph; }
  bool is_in_focus(FunctionId id) const { return focus_.empty() || focus_[id.index()]; }

  // A rule has so many steps for the whole program, a task as many of them as it has roots.
  // APPROX(under): a root past its share is not looked at wholly; it is told among those out of
  // budget.
  void share_steps() {
    uint64_t roots = std::max<uint64_t>(1, roots_by_unit(graph()).size());
    uint64_t functions = static_cast<uint64_t>(std::ranges::count_if(
        graph().functions,
        [](const callgraph::ProgramFunction& function) { return function.unit >= 0; }));
    steps_per_root_ = kStepsPerFunction * functions / roots;
    points_per_root_ = kPointsPerFunction * functions / roots;
    engine_.max_root_steps = kMinRootSteps;
    engine_.max_steps = kMaxSteps;
  }

  Result<void> run_tasks(const ProgramImage& image) {
    MachinesWorkerOptions worker;
    worker.engine = engine_;
    worker.steps_per_root = steps_per_root_;
    worker.points_per_root = points_per_root_;
    worker.values = &program_->values();
    worker.library = options_.library;
    worker.check_rules = options_.check_rules;
    if (!options_.refute) worker.refuting = Refuting::Nowhere;
    // Workers cannot write the questions down.
    else if (!options_.record_queries.empty())
      worker.refuting = Refuting::InCoordinator;
    TRY(run_tasks(image, worker, tasks_));
    // A root each, whose budget is a function's.
    worker.steps_per_root = kStepsPerFunction;
    worker.points_per_root = kPointsPerFunction;
    worker.engine.max_root_steps = kSecondRootSteps;
    worker.engine.max_steps = kSecondSteps;
    return run_tasks(image, worker, plan_missed());
  }

  // What callers lead to only where no path goes, or by a name that a rule knows, is looked at from
  // its own beginning, when all is known that roots lead to.
  std::vector<MachinesTask> plan_missed() const {
    std::vector<MachinesTask> tasks;
    std::vector<bool> reaching;
    if (!focus_.empty()) reaching = with_callers(graph(), focus_);
    for (const auto& [rule, machines] : coverage_) {
      std::set<FunctionId> missed;
      for (const auto& [machine, functions] : machines)
        std::ranges::set_difference(functions.missed, functions.entered,
                                    std::inserter(missed, missed.end()));
      if (!focus_.empty())
        std::erase_if(missed, [&](FunctionId function) { return !reaching[function.index()]; });
      for (MachinesTask& task : plan_second(graph(), rule, missed))
        tasks.push_back(std::move(task));
    }
    return tasks;
  }

  void note_coverage(uint32_t rule, const std::vector<machines::Engine::Coverage>& coverage) {
    for (size_t i = 0; i < coverage.size(); ++i) {
      Covered& known = coverage_[rule][i];
      known.entered.insert(coverage[i].entered.begin(), coverage[i].entered.end());
      known.missed.insert(coverage[i].missed.begin(), coverage[i].missed.end());
    }
  }

  Result<void> run_tasks(const ProgramImage& image, const MachinesWorkerOptions& worker,
                         const std::vector<MachinesTask>& tasks) {
    if (tasks.empty() || report_.interrupted) return {};
    std::vector<MachinesTask> again;
    TRY(run_round(image, worker, tasks,
                  [&](const MachinesTask& task, const std::string& action, const std::string& why) {
                    if (task.rules.size() * task.functions.size() == 1) {
                      blame(task, action, why);
                      return;
                    }
                    for (MachinesTask& part : split_task(task)) again.push_back(std::move(part));
                  }));
    if (again.empty() || report_.interrupted) return {};
    return run_round(image, worker, again,
                     [&](const MachinesTask& task, const std::string& action,
                         const std::string& why) { blame(task, action, why); });
  }

  using Lost =
      std::function<void(const MachinesTask&, const std::string& action, const std::string& why)>;

  Result<void> run_round(const ProgramImage& image, const MachinesWorkerOptions& worker_options,
                         const std::vector<MachinesTask>& tasks, const Lost& lost) {
    WorkerCells cells = TRY(WorkerCells::make(tasks.size()));
    // Each worker process has a copy of its own, made by fork.
    MachinesWorker worker(image, graph(), rules_, cells, worker_options);
    PoolReport done = TRY(WorkerPool::run(
        tasks.size(),
        [](size_t i) {
          ByteWriter task;
          task.varint(i);
          return task.take();
        },
        [&](std::string_view bytes) {
          size_t i = ByteReader(bytes).varint();
          return worker.run(i, tasks[i]);
        },
        [&](size_t i, Result<Bytes> answer) -> Result<void> {
          keep(tasks[i], std::move(answer), cells.running(i), lost);
          show_progress(i + 1, tasks.size(), tasks[i]);
          return {};
        },
        options_.interrupted, pool_));
    note(done.notes, done.interrupted);
    return {};
  }

  void keep(const MachinesTask& task, Result<Bytes> answer, const std::string& action,
            const Lost& lost) {
    if (!answer.ok()) return lost(task, action, answer.error());
    Result<TaskAnswer> decoded = decode_answers(answer.value(), graph().functions.size());
    if (!decoded.ok() || decoded.value().coverage.size() != task.rules.size() ||
        decoded.value().answers.size() != task.rules.size() * task.functions.size())
      return lost(task, action, "the worker's answer is damaged");
    size_t next = 0;
    for (size_t r = 0; r < task.rules.size(); ++r) {
      uint32_t rule = task.rules[r];
      note_coverage(rule, decoded.value().coverage[r]);
      for (FunctionId function : task.functions) {
        RuleAnswer& one = decoded.value().answers[next++];
        // Most rules have nothing to say about most functions.
        if (!one.is_empty()) answers_[{rule, function}] = std::move(one);
      }
    }
  }

  // The worker died twice at this pair.
  void blame(const MachinesTask& task, const std::string& action, const std::string& why) {
    const callgraph::ProgramFunction& function = graph().functions[task.functions.front().index()];
    std::string who =
        action.empty() ? fmt::format("rule {}", rules_[task.rules.front()].name) : action;
    report_.failed.push_back({.function = function.display,
                              .file = function.file,
                              .why = fmt::format("{}: {}", who, why)});
  }

  Result<void> refute_here(const ProgramImage& image) {
    logic::QueryRecorder recorder = TRY(logic::QueryRecorder::open(options_.record_queries));
    ImageView view(image, graph());
    view.set_variable_values(&program_->values());
    view.set_library(options_.library);
    machines::Writes writes(view);
    machines::Refuter refuter(view, {.writes = &writes, .recorder = &recorder});
    for (auto& [key, answer] : answers_) {
      std::vector<findings::Finding> kept;
      size_t next = 0;
      for (uint64_t ways : answer.ways) {
        bool is_told = false;
        for (uint64_t way = 0; way < ways && next < answer.findings.size(); ++way, ++next) {
          if (is_told || next >= answer.paths.size()) continue;
          Tri possible = answer.paths[next].empty()
                             ? Tri::Unknown
                             : refuter.possible({.root = key.second, .events = answer.paths[next]});
          if (possible == Tri::No) continue;
          kept.push_back(std::move(answer.findings[next]));
          is_told = true;
        }
      }
      answer.findings = std::move(kept);
    }
    TRY(recorder.finish());
    return {};
  }

  void show_progress(size_t done, size_t total, const MachinesTask& task) {
    if (!options_.progress) return;
    std::string_view current = task.rules.size() == 1
                                   ? std::string_view(rules_[task.rules.front()].name)
                                   : std::string_view("rules for single functions");
    options_.progress({.done = done, .total = total, .current = current});
  }

  void note(const std::map<std::string, uint64_t>& notes, bool interrupted) {
    for (const auto& [text, count] : notes) report_.notes[text] += count;
    report_.interrupted |= interrupted;
  }

  void collect() {
    std::set<std::tuple<uint32_t, FunctionId, std::string>> told;
    std::set<std::pair<std::string, std::string>> counted;
    auto tell = [&](uint32_t rule, const RuleAnswer::Stop& stop, std::vector<FunctionFailure>& to) {
      if (!is_in_focus(stop.function)) return;
      if (!told.insert({rule, stop.function, stop.why}).second) return;
      const callgraph::ProgramFunction& function = graph().functions[stop.function.index()];
      to.push_back({.function = function.display,
                    .file = function.file,
                    .why = fmt::format("rule {}: {}", rules_[rule].name, stop.why)});
    };
    for (auto& [key, answer] : answers_) {
      for (findings::Finding& finding : answer.findings)
        report_.findings.push_back(std::move(finding));
      for (findings::Finding& finding : answer.notes)
        report_.rule_notes.push_back(std::move(finding));
      // A place that several roots lead to counts once.
      for (const machines::RuleCount& count : answer.counts)
        if (counted.insert({count.place, count.key}).second) report_.counts[count.key] += count.by;
      for (const RuleAnswer::Stop& stop : answer.stopped)
        tell(key.first, stop, report_.out_of_budget);
      for (const RuleAnswer::Stop& stop : answer.failed) tell(key.first, stop, report_.failed);
      for (const RuleAnswer::Stop& stop : answer.doubtful) tell(key.first, stop, report_.doubtful);
    }
  }

  store::Store& store_;
  std::vector<RuleFile> rules_;
  const MachinesOptions& options_;
  PoolOptions pool_;
  LinkedProgram own_{{.values = true, .variables = false}};
  LinkedProgram* program_ = options_.program != nullptr ? options_.program : &own_;
  std::vector<bool> focus_;  // by FunctionId; empty: all
  machines::EngineOptions engine_;
  uint64_t steps_per_root_ = 0;
  uint64_t points_per_root_ = 0;
  std::vector<MachinesTask> tasks_;
  struct Covered {
    std::set<FunctionId> entered, missed;
  };
  std::map<uint32_t, std::map<size_t, Covered>> coverage_;  // by rule, then by its machine
  std::map<std::pair<uint32_t, FunctionId>, RuleAnswer> answers_;
  MachinesReport report_;
};

}  // namespace

Result<MachinesReport> run_machines(store::Store& store, std::vector<RuleFile> rules,
                                    const MachinesOptions& options) {
  return MachinesRun(store, std::move(rules), options).run();
}

}  // namespace assay::schedule
