#include "schedule/analysis.h"

#include <utility>

#include "schedule/finding_bytes.h"

namespace assay::schedule {
namespace {

FunctionOutcome outcome_of(const ir::Unit& unit, const ir::Function& function,
                           const escape::Options& options) {
  escape::Outcome outcome = escape::analyse(unit, function, options);
  return {.findings = std::move(outcome.findings),
          .out_of_budget = outcome.out_of_budget,
          .failure = {}};
}

}  // namespace

Bytes encode_outcomes(const std::vector<FunctionOutcome>& outcomes) {
  ByteWriter writer;
  writer.varint(outcomes.size());
  for (const FunctionOutcome& outcome : outcomes) {
    writer.u8(outcome.out_of_budget ? 1 : 0);
    writer.text(outcome.failure);
    writer.varint(outcome.findings.size());
    for (const findings::Finding& finding : outcome.findings) write_finding(writer, finding);
  }
  return writer.take();
}

Result<std::vector<FunctionOutcome>> decode_outcomes(std::string_view bytes) {
  ByteReader reader(bytes);
  std::vector<FunctionOutcome> outcomes(reader.count());
  for (FunctionOutcome& outcome : outcomes) {
    outcome.out_of_budget = reader.u8() != 0;
    outcome.failure = reader.text();
    outcome.findings.resize(reader.count());
    for (findings::Finding& finding : outcome.findings) finding = read_finding(reader);
    if (!reader.ok()) break;
  }
  if (!reader.ok() || !reader.at_end()) return input_error("the worker's answer is damaged");
  return outcomes;
}

// In the order of units, so which unit a shared function is analysed with does not depend on the
// workers.
Result<void> EscapeQuestion::begin(const ProgramImage& image) {
  own_.assign(image.units(), {});
  outcomes_.assign(image.units(), std::nullopt);
  FirstFunctions first;
  for (size_t unit = 0; unit < image.units(); ++unit) {
    if (focus_.empty()) {
      own_[unit] = image.first_functions(unit);
    } else if (focus_.contains(image.main_file(unit))) {
      own_[unit] = first.of(TRY(image.record(unit)));
    }
  }
  return {};
}

void EscapeQuestion::answer(const ProgramImage&, uint32_t number, const ImageUnits&,
                            const ImageUnits::Loaded& unit, ByteWriter& answer) const {
  std::vector<FunctionOutcome> outcomes;
  for (uint32_t function : own_[number])
    outcomes.push_back(outcome_of(*unit.tables, unit.tables->functions[function], options_));
  answer.raw(encode_outcomes(outcomes));
}

void EscapeQuestion::take(uint32_t unit, ByteReader& answer) {
  Result<std::vector<FunctionOutcome>> outcomes = decode_outcomes(answer.raw(answer.remaining()));
  if (outcomes.ok() && outcomes.value().size() == own_[unit].size())
    outcomes_[unit] = outcomes.take();
}

class Analysis {
 public:
  Analysis(const ProgramImage& image, EscapeQuestion& asked, const AnalysisOptions& options)
      : image_(image), asked_(asked), options_(options), pool_(options.pool) {
    pool_.workers = options.jobs;
  }

  Result<AnalysisReport> run() {
    TRY(run_single_functions());
    for (size_t unit = 0; unit < image_.units(); ++unit) TRY(collect(unit));
    return std::move(report_);
  }

 private:
  struct Single {
    size_t unit;
    size_t place;  // in the unit's own functions
  };

  Result<void> run_single_functions() {
    std::vector<Single> singles;
    for (size_t unit = 0; unit < image_.units(); ++unit) {
      if (asked_.outcomes_[unit]) continue;
      asked_.outcomes_[unit].emplace(asked_.own_[unit].size());
      for (size_t i = 0; i < asked_.own_[unit].size(); ++i) singles.push_back({unit, i});
    }
    if (singles.empty()) return {};
    PoolReport done = TRY(WorkerPool::run(
        singles.size(),
        [](size_t i) {
          ByteWriter task;
          task.varint(i);
          return task.take();
        },
        [&](std::string_view task) { return alone(singles[ByteReader(task).varint()]); },
        [&](size_t i, Result<Bytes> answer) -> Result<void> {
          FunctionOutcome& outcome = (*asked_.outcomes_[singles[i].unit])[singles[i].place];
          Result<std::vector<FunctionOutcome>> one =
              answer.ok() ? decode_outcomes(answer.value())
                          : Result<std::vector<FunctionOutcome>>(Error{answer.error()});
          if (one.ok() && one.value().size() == 1) {
            outcome = std::move(one.value().front());
          } else {
            outcome.failure = one.ok() ? "the worker's answer is damaged" : one.error();
          }
          return {};
        },
        options_.interrupted, pool_));
    for (const auto& [text, count] : done.notes) report_.notes[text] += count;
    report_.interrupted |= done.interrupted;
    return {};
  }

  // The worker's work.  The rest of the unit may be what cannot be read.
  Bytes alone(const Single& single) const {
    FunctionOutcome outcome;
    ImageUnits units(image_, 0);
    Result<std::shared_ptr<const ImageUnits::Loaded>> unit = units.load(single.unit);
    if (unit.ok()) {
      Result<ir::Function> function =
          units.function(*unit.value(), asked_.own_[single.unit][single.place]);
      if (function.ok())
        outcome = outcome_of(*unit.value()->tables, function.value(), asked_.options_);
      else
        outcome.failure = function.error();
    } else {
      outcome.failure = unit.error();
    }
    return encode_outcomes({std::move(outcome)});
  }

  Result<void> collect(size_t unit) {
    std::optional<ir::UnitRecord> record;
    std::vector<FunctionOutcome>& outcomes = *asked_.outcomes_[unit];
    for (size_t i = 0; i < outcomes.size(); ++i) {
      FunctionOutcome& outcome = outcomes[i];
      bool is_told = !outcome.failure.empty() || outcome.out_of_budget;
      if (is_told) {
        if (!record) record = TRY(image_.record(unit));
        const ir::FunctionEntry& entry = record->functions[asked_.own_[unit][i]];
        FunctionFailure failure{.function = entry.display, .file = entry.file, .why = {}};
        if (!outcome.failure.empty()) {
          failure.why = outcome.failure;
          report_.failed.push_back(std::move(failure));
          continue;
        }
        failure.why = "more steps than its budget allows";
        report_.out_of_budget.push_back(std::move(failure));
      }
      ++report_.functions;
      for (findings::Finding& finding : outcome.findings)
        report_.findings.push_back(std::move(finding));
    }
    return {};
  }

  const ProgramImage& image_;
  EscapeQuestion& asked_;
  const AnalysisOptions& options_;
  PoolOptions pool_;
  AnalysisReport report_;
};

Result<AnalysisReport> analyse(const ProgramImage& image, EscapeQuestion& asked,
                               const AnalysisOptions& options) {
  return Analysis(image, asked, options).run();
}

}  // namespace assay::schedule
