// Our prover against Z3 and cvc5 on the same questions, in one run.
//
// `assay_bench_prover FOLDER` asks each solver every .smt2 file of the folder, reading apart from
// answering.  Questions that ours answers without gates are trivial, and reported apart.
// `--alone` leaves the others out, for profiles; `--verbose` prints every question's times;
// `--conflicts N` is our budget for each.
// `assay_bench_prover --mix N FOLDER` writes N generated questions there first.
// `assay_bench_prover --random N WIDTH[-WIDTH] [SEED]` asks N random questions, as many for each
// width that is their largest, and checks each answer.
#include <time.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/result.h"
#include "logic/query_recorder.h"
#include "logic/smtlib_read.h"
#include "prover/mix.h"
#include "prover/solvers.h"
#include "support/prover_check.h"

namespace assay::bench {
namespace {

using logic::Term;
using logic::TermPool;
using logic::Verdict;

constexpr uint32_t kMilliseconds = 5'000;  // a rival's time for one question
constexpr int64_t kConflicts = 200'000;    // ours

/// Processor time: other programs on the machine do not count.
double now() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) * 1e-3;
}

struct Times {
  std::vector<double> trivial, other;
  int unknown = 0;
};

struct Question {
  std::string file, script;
  TermPool pool;
  std::vector<Term> conjuncts;
  Verdict verdict = Verdict::Unknown;  // ours
  bool trivial = false;
  std::vector<std::pair<std::string_view, double>> times;  // in microseconds
};

Result<std::unique_ptr<Question>> read_question(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) return input_error("{}: cannot read this file", path.string());
  auto question = std::make_unique<Question>();
  question->file = path.filename().string();
  question->script = text.str();
  logic::SmtScript script =
      TRY(logic::read_smtlib(question->pool, question->file, question->script));
  for (const logic::SmtCommand& command : script.commands) {
    if (command.kind != logic::SmtCommand::Assert) continue;
    for (const logic::SmtValue& value : command.values) question->conjuncts.push_back(value.term);
  }
  return question;
}

double median(std::vector<double> times) {
  if (times.empty()) return 0;
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

double total(const std::vector<double>& times) {
  double sum = 0;
  for (double time : times) sum += time;
  return sum;
}

std::string_view word(Verdict verdict) {
  constexpr std::string_view kWords[] = {"sat", "unsat", "unknown"};
  return kWords[static_cast<size_t>(verdict)];
}

struct Effort {
  uint32_t milliseconds = kMilliseconds;  // 0: nobody else is asked
  int64_t conflicts = kConflicts;
};

class Comparison {
 public:
  explicit Comparison(const Effort& effort) : conflicts_(effort.conflicts) {
    if (effort.milliseconds == 0) return;
    for (auto* make : {make_z3, make_cvc5}) {
      if (auto rival = make(effort.milliseconds)) rivals_.push_back(std::move(rival));
    }
  }

  /// Solver by solver, so that none works in the other's caches.
  void ask(std::vector<std::unique_ptr<Question>>& questions, bool verbose) {
    for (auto& question : questions) ask_ours(*question);
    for (const auto& rival : rivals_) {
      for (auto& question : questions) ask_rival(*question, *rival);
    }
    if (!verbose) return;
    for (const auto& question : questions) {
      fmt::print("{:24} {:8}", question->file, word(question->verdict));
      for (const auto& [name, time] : question->times) fmt::print("  {} {:10.0f}", name, time);
      fmt::print("\n");
    }
  }

  int report() const {
    fmt::print("{:8} {:>8} {:>12} {:>12} {:>8} {:>12} {:>12} {:>8} {:>12}\n", "solver", "trivial",
               "median us", "total ms", "others", "median us", "total ms", "unknown", "all ms");
    for (const auto& [name, times] : times_) {
      fmt::print("{:8} {:8} {:12.1f} {:12.1f} {:8} {:12.1f} {:12.1f} {:8} {:12.1f}\n", name,
                 times.trivial.size(), median(times.trivial), total(times.trivial) * 1e-3,
                 times.other.size(), median(times.other), total(times.other) * 1e-3, times.unknown,
                 (total(times.trivial) + total(times.other)) * 1e-3);
    }
    fmt::print("answers that differ: {}, models that are none: {}\n", disagreements_, bad_models_);
    return disagreements_ + bad_models_ == 0 ? 0 : 1;
  }

 private:
  void ask_ours(Question& question) {
    double start = now();
    logic::Prover prover(question.pool);
    question.verdict = prover.check(question.conjuncts, {.conflicts = conflicts_}).verdict;
    double time = now() - start;
    const logic::ProverCounts& counts = prover.counts();
    question.trivial = counts.by_solver + counts.by_gates + counts.unknown == 0;
    note("assay", question, question.verdict, time);
    if (question.verdict == Verdict::Sat) check_model(question, prover);
  }

  void ask_rival(Question& question, Rival& rival) {
    if (!rival.prepare(question.script, question.pool, question.conjuncts)) {
      fmt::print("{}: {} cannot read it\n", question.file, rival.name());
      return;
    }
    double start = now();
    Verdict verdict = rival.solve();
    note(rival.name(), question, verdict, now() - start);
    if (verdict == Verdict::Unknown || question.verdict == Verdict::Unknown) return;
    if (verdict == question.verdict) return;
    ++disagreements_;
    fmt::print("{}: assay says {}, {} says {}\n", question.file, word(question.verdict),
               rival.name(), word(verdict));
  }

  void check_model(const Question& question, const logic::Prover& prover) {
    for (const logic::Bits& value : evaluate(question.pool, question.conjuncts, prover.model())) {
      if (value.to_bool()) continue;
      ++bad_models_;
      fmt::print("{}: the model does not satisfy it\n", question.file);
      return;
    }
  }

  void note(std::string_view name, Question& question, Verdict verdict, double time) {
    Times& times = times_[std::string(name)];
    (question.trivial ? times.trivial : times.other).push_back(time);
    if (verdict == Verdict::Unknown) ++times.unknown;
    question.times.emplace_back(name, time);
  }

  int64_t conflicts_;
  std::vector<std::unique_ptr<Rival>> rivals_;
  std::map<std::string, Times> times_;
  int disagreements_ = 0, bad_models_ = 0;
};

Result<uint32_t> write_mix(const std::string& folder, uint32_t count) {
  logic::QueryRecorder recorder = TRY(logic::QueryRecorder::open(folder, "mix"));
  generate_mix(1, count, [&](const TermPool& pool, std::span<const Term> conjuncts) {
    recorder.record(pool, conjuncts);
  });
  return recorder.finish();
}

Result<int> compare(const std::string& folder, const Effort& effort, bool verbose) {
  std::error_code error;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".smt2") files.push_back(entry.path());
  }
  if (error) return input_error("{}: {}", folder, error.message());
  if (files.empty()) return input_error("{}: no .smt2 files there", folder);
  std::sort(files.begin(), files.end());
  Comparison comparison(effort);
  std::vector<std::unique_ptr<Question>> questions;
  for (const auto& file : files) questions.push_back(TRY(read_question(file)));
  comparison.ask(questions, verbose);
  return comparison.report();
}

uint32_t number(const std::string& text) {
  return static_cast<uint32_t>(std::strtoul(text.c_str(), nullptr, 10));
}

struct Widths {
  uint32_t low = 0, high = 0;
};

/// "32", or "33-128".
Widths widths(const std::string& text) {
  size_t dash = text.find('-');
  uint32_t low = number(text);
  return {low, dash == std::string::npos ? low : number(text.substr(dash + 1))};
}

/// As many questions for each width that is the largest of its question; `count` in all.
int check_random(uint32_t first, uint32_t count, Widths widths) {
  test::ProverCheck sum;
  uint32_t steps = widths.high - widths.low + 1;
  auto print = [](std::string_view what, const test::ProverCheck& check) {
    fmt::print("{}: sat {}, unsat {}, unknown {}, unsat that z3 gave up on {}, wrong {}\n", what,
               check.sat, check.unsat, check.unknown, check.unchecked, check.faults.size());
    std::fflush(stdout);
  };
  for (uint32_t i = 0; i < steps; ++i) {
    uint32_t begin = static_cast<uint32_t>(uint64_t{count} * i / steps);
    uint32_t end = static_cast<uint32_t>(uint64_t{count} * (i + 1) / steps);
    uint32_t width = widths.low + i;
    test::ProverCheck check =
        test::check_prover(first + begin, end - begin,
                           {.max_width = width, .conflicts = 1'000, .z3_effort = 10'000'000});
    for (const std::string& fault : check.faults) fmt::print("width {}, {}\n", width, fault);
    if (steps > 1) print(fmt::format("up to {} bits", width), check);
    sum += check;
  }
  print(fmt::format("{} questions", count), sum);
  return sum.faults.empty() ? 0 : 1;
}

Result<int> run(std::vector<std::string> args) {
  bool verbose = std::erase(args, "--verbose") != 0;
  if (args.size() >= 3 && args.size() <= 4 && args[0] == "--random") {
    Widths range = widths(args[2]);
    if (range.low == 0 || range.high < range.low)
      return input_error("{}: not a width, and no range of widths", args[2]);
    return check_random(args.size() == 4 ? number(args[3]) : 1, number(args[1]), range);
  }
  if (args.size() >= 3 && args[0] == "--mix") {
    fmt::print("{} questions written\n", TRY(write_mix(args.back(), number(args[1]))));
    args.erase(args.begin(), args.begin() + 2);
  }
  Effort effort;
  if (std::erase(args, "--alone") != 0) effort.milliseconds = 0;
  while (args.size() >= 3 && (args[0] == "--limit" || args[0] == "--conflicts")) {
    if (number(args[1]) == 0) return input_error("{}: not a number above zero", args[1]);
    if (args[0] == "--limit")
      effort.milliseconds = number(args[1]);
    else
      effort.conflicts = number(args[1]);
    args.erase(args.begin(), args.begin() + 2);
  }
  if (args.size() != 1)
    return input_error(
        "usage: assay_bench_prover [--verbose] [--alone] [--mix COUNT] [--limit MILLISECONDS] "
        "[--conflicts COUNT] FOLDER | "
        "--random COUNT WIDTH[-WIDTH] [FIRST SEED]");
  return compare(args[0], effort, verbose);
}

}  // namespace
}  // namespace assay::bench

int main(int argc, char** argv) {
  auto result = assay::bench::run({argv + 1, argv + argc});
  if (result.ok()) return result.value();
  fmt::print(stderr, "{}\n", result.error());
  return 2;
}
