#include "schedule/analysis.h"

#include <unordered_set>

#include "schedule/analysis_task.h"

namespace assay::schedule {
namespace {

struct Occurrence {
  Hash body;
  Hash places;
  friend bool operator==(const Occurrence&, const Occurrence&) = default;
};
struct OccurrenceHash {
  size_t operator()(const Occurrence& occurrence) const noexcept {
    return occurrence.body.low ^ (occurrence.places.low << 1);
  }
};

// One unit's part of the analysis.
struct UnitWork {
  store::UnitRow row;
  std::vector<ir::FunctionEntry> functions;  // of this unit and no earlier one
  std::vector<FunctionOutcome> outcomes;     // by function; empty while unknown
  std::string died;                          // why the worker of the whole unit did, twice
};

class Analysis {
 public:
  Analysis(store::Store& store, const AnalysisOptions& options)
      : store_(store), options_(options), pool_(options.pool) {
    pool_.workers = options.jobs;
  }

  Result<AnalysisReport> run() {
    std::vector<store::StoredUnit> stored = TRY(store_.units());
    for (const store::StoredUnit& unit : stored)
      if (!unit.failed && (options_.focus.empty() || options_.focus.contains(unit.main_file)))
        units_.push_back({.row = unit.row});
    TRY(run_units());
    if (!report_.interrupted) TRY(run_single_functions());
    for (UnitWork& unit : units_) collect(unit);
    return std::move(report_);
  }

 private:
  WorkerPool::Work work() const {
    return [escape = options_.escape](std::string_view task) { return analyse_unit(task, escape); };
  }

  void note(const PoolReport& done) {
    for (const auto& [text, count] : done.notes) report_.notes[text] += count;
    report_.interrupted |= done.interrupted;
  }

  Result<void> run_units() {
    PoolReport done = TRY(WorkerPool::run(
        units_.size(), [&](size_t i) { return prepare(units_[i]); }, work(),
        [&](size_t i, Result<Bytes> answer) { return finish(units_[i], std::move(answer)); },
        options_.interrupted, pool_));
    note(done);
    // A database that could not be read is no matter of one unit.
    if (unreadable_) return *unreadable_;
    return {};
  }

  // Tasks are prepared in the order of units, so which unit a shared function is analysed with
  // does not depend on the workers.
  Bytes prepare(UnitWork& unit) {
    Result<ir::UnitRecord> record = store_.record(unit.row);
    if (!record.ok()) {
      unreadable_ = Error{record.error()};
      return {};
    }
    for (const ir::FunctionEntry& entry : record.value().functions) {
      if (entry.kind != ir::FunctionKind::Function) continue;
      if (seen_.insert({entry.body, entry.places}).second) unit.functions.push_back(entry);
    }
    if (unit.functions.empty()) return {};
    return pack_task(record.value(), unit.functions);
  }

  // The functions to analyse, and behind them the rest of the unit.  APPROX(under): not in C++,
  // whose units repeat the functions of their headers a hundred times.
  Bytes pack_task(ir::UnitRecord& record, const std::vector<ir::FunctionEntry>& functions) {
    bool is_whole = record.language == ir::Language::C;
    std::unordered_set<Occurrence, OccurrenceHash> listed;
    for (const ir::FunctionEntry& entry : functions) listed.insert({entry.body, entry.places});
    std::vector<ir::FunctionEntry> all = functions;
    for (ir::FunctionEntry& entry : record.functions)
      if (is_whole && !listed.contains({entry.body, entry.places})) all.push_back(std::move(entry));
    record.functions = std::move(all);
    ir::EncodedUnit task;
    std::unordered_set<Hash> sent;
    auto send = [&](ir::ObjectKind kind, const Hash& hash) {
      if (!sent.insert(hash).second) return;
      // The worker says which function a missing object costs.
      Result<Bytes> data = store_.object(hash);
      if (data.ok()) task.objects.push_back({.hash = hash, .kind = kind, .data = data.take()});
    };
    for (const Hash& type : record.types) send(ir::ObjectKind::Type, type);
    for (const Hash& symbol : record.symbols) send(ir::ObjectKind::Symbol, symbol);
    for (const ir::FunctionEntry& entry : record.functions) {
      send(ir::ObjectKind::Body, entry.body);
      send(ir::ObjectKind::Places, entry.places);
    }
    task.record = std::move(record);
    return encode_task(task, functions.size(), is_whole);
  }

  Result<void> finish(UnitWork& unit, Result<Bytes> answer) {
    Result<std::vector<FunctionOutcome>> outcomes =
        answer.ok() ? decode_outcomes(answer.value())
                    : Result<std::vector<FunctionOutcome>>(Error{answer.error()});
    if (!outcomes.ok()) {
      unit.died = outcomes.error();
    } else if (outcomes.value().size() != unit.functions.size()) {
      unit.died = "the worker's answer is damaged";
    } else {
      unit.outcomes = outcomes.take();
    }
    ++finished_;
    functions_done_ += unit.functions.size();
    if (options_.progress)
      options_.progress(
          {.units_done = finished_, .units_total = units_.size(), .functions = functions_done_});
    return {};
  }

  // Where a worker died, one function is to blame: the others get their answers.
  Result<void> run_single_functions() {
    struct Single {
      UnitWork* unit;
      size_t function;
    };
    std::vector<Single> singles;
    for (UnitWork& unit : units_) {
      if (unit.died.empty()) continue;
      unit.outcomes.resize(unit.functions.size());
      for (size_t i = 0; i < unit.functions.size(); ++i) singles.push_back({&unit, i});
    }
    if (singles.empty()) return {};
    PoolReport done = TRY(WorkerPool::run(
        singles.size(),
        [&](size_t i) -> Bytes {
          Result<ir::UnitRecord> record = store_.record(singles[i].unit->row);
          if (!record.ok()) return {};
          return pack_task(record.value(), {singles[i].unit->functions[singles[i].function]});
        },
        work(),
        [&](size_t i, Result<Bytes> answer) -> Result<void> {
          FunctionOutcome& outcome = singles[i].unit->outcomes[singles[i].function];
          if (!answer.ok()) {
            outcome.failure = answer.error();
            return {};
          }
          Result<std::vector<FunctionOutcome>> one = decode_outcomes(answer.value());
          if (one.ok() && one.value().size() == 1) {
            outcome = std::move(one.value().front());
          } else {
            outcome.failure = "the worker's answer is damaged";
          }
          return {};
        },
        options_.interrupted, pool_));
    note(done);
    return {};
  }

  void collect(UnitWork& unit) {
    for (size_t i = 0; i < unit.outcomes.size(); ++i) {
      const ir::FunctionEntry& entry = unit.functions[i];
      FunctionOutcome& outcome = unit.outcomes[i];
      if (!outcome.failure.empty()) {
        report_.failed.push_back(
            {.function = entry.display, .file = entry.file, .why = outcome.failure});
        continue;
      }
      ++report_.functions;
      report_.points += entry.points;
      if (outcome.out_of_budget)
        report_.out_of_budget.push_back({.function = entry.display,
                                         .file = entry.file,
                                         .why = "more steps than its budget allows"});
      for (findings::Finding& finding : outcome.findings)
        report_.findings.push_back(std::move(finding));
    }
  }

  store::Store& store_;
  const AnalysisOptions& options_;
  PoolOptions pool_;
  std::vector<UnitWork> units_;
  std::unordered_set<Occurrence, OccurrenceHash> seen_;
  std::optional<Error> unreadable_;
  size_t finished_ = 0;
  uint64_t functions_done_ = 0;
  AnalysisReport report_;
};

}  // namespace

Result<AnalysisReport> analyse(store::Store& store, const AnalysisOptions& options) {
  return Analysis(store, options).run();
}

}  // namespace assay::schedule
