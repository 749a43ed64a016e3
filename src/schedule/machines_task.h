// What a worker does for the machines: some rules from some functions; and its answer, as bytes.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "engines/machines/engine.h"
#include "engines/machines/writes.h"
#include "findings/finding.h"
#include "metal/actions/load.h"
#include "schedule/image_view.h"
#include "schedule/machines_errors.h"
#include "schedule/machines_plan.h"
#include "schedule/rule_files.h"

namespace assay::schedule {

struct TaskAnswer {
  std::vector<RuleAnswer> answers;                                // by rule, then by function
  std::vector<std::vector<machines::Engine::Coverage>> coverage;  // by rule, then by machine
};
Bytes encode_answers(const TaskAnswer& task);
/// `functions` is how many the program has.
Result<TaskAnswer> decode_answers(std::string_view bytes, size_t functions);

/// Memory that workers forked later share with the coordinator: which code of a rule runs in each
/// worker, and which worker has which task.  So a crash is blamed on the right rule.
class WorkerCells {
 public:
  static Result<WorkerCells> make(size_t tasks);
  WorkerCells(WorkerCells&& other) noexcept;
  WorkerCells& operator=(WorkerCells&&) = delete;
  ~WorkerCells();

  /// In a worker: a cell for this process alone.
  uint32_t take();
  metal::ActionCell& action(uint32_t cell) { return actions()[cell]; }
  /// In a worker: it begins the task.
  void begin(size_t task, uint32_t cell) { owners()[task] = cell; }
  /// In the coordinator, when the task's worker has died: what it was running; may be empty.
  std::string running(size_t task);

 private:
  WorkerCells(void* memory, size_t bytes, size_t tasks)
      : memory_(memory), bytes_(bytes), tasks_(tasks) {}
  std::atomic<uint32_t>& next() { return *static_cast<std::atomic<uint32_t>*>(memory_); }
  uint32_t* owners() { return static_cast<uint32_t*>(memory_) + 1; }
  metal::ActionCell* actions();

  void* memory_;
  size_t bytes_;
  size_t tasks_;
};

struct MachinesWorkerOptions {
  machines::EngineOptions engine;
  uint64_t steps_per_root = 0;                       // of a rule that follows calls, on the average
  uint64_t points_per_root = 0;                      // of paths to errors, likewise
  const machines::VariableValues* values = nullptr;  // of the program; not owned
  const models::Library* library = nullptr;          // what the system's functions do; not owned
  Refuting refuting = Refuting::InWorker;
  /// Each result is computed again by an engine that knows nothing yet, and by one that takes
  /// branches in the other order, with memory elsewhere; a difference is told as a doubt.
  bool check_rules = false;
};

/// One for each worker process: keeps decoded functions, loaded rules and what engines have learnt
/// between tasks.  Everything given outlives it.
class MachinesWorker {
 public:
  MachinesWorker(const ProgramImage& image, const callgraph::CallGraph& graph,
                 const std::vector<RuleFile>& rules, WorkerCells& cells,
                 const MachinesWorkerOptions& options)
      : image_(image), graph_(graph), rules_(rules), cells_(cells), options_(options) {}

  /// A TaskAnswer.
  Bytes run(size_t number, const MachinesTask& task);

 private:
  struct Slot {
    std::unique_ptr<metal::ActionRunner> actions;
    std::unique_ptr<machines::Engine> engine;
    std::string broken;  // why it cannot be loaded
  };
  void start();
  void forget(const MachinesTask& task);
  Slot& slot(uint32_t rule);
  enum class Order : uint8_t { AsWritten, Reversed };
  Slot load(uint32_t rule, Order order = Order::AsWritten);
  void check(uint32_t rule, callgraph::FunctionId function, RuleAnswer& answer);
  RuleAnswer answer(uint32_t rule, callgraph::FunctionId function);
  RuleAnswer analyse(machines::Engine& engine, callgraph::FunctionId function);
  void begin_errors(size_t roots);
  bool is_done(const MachinesTask& task, uint32_t rule, callgraph::FunctionId function);

  const ProgramImage& image_;
  const callgraph::CallGraph& graph_;
  const std::vector<RuleFile>& rules_;
  WorkerCells& cells_;
  const MachinesWorkerOptions& options_;
  uint32_t cell_ = 0;
  std::unique_ptr<ImageView> view_;  // null: this process has had no task yet
  std::unique_ptr<machines::Writes> writes_;
  std::unique_ptr<ErrorFilter> errors_;
  std::unique_ptr<machines::Workspace> workspace_;
  std::map<uint32_t, Slot> slots_;
};

}  // namespace assay::schedule
