// Records the prover's questions while the test drivers run a project's functions on unknown
// inputs:
//
//   assay_bench_queries COMPILE_COMMANDS OUT [--units N] [--every N] [--functions N]
//
// OUT gets one SMT-LIB file per question, duplicates once; bench/prover measures them.  What comes
// out depends on nothing but the sources.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "frontend/command.h"
#include "frontend/parse.h"
#include "logic/query_recorder.h"
#include "support/symbolic.h"

namespace {

using namespace assay;

struct Options {
  std::string commands, out;
  size_t units = 30;
  size_t every = 1;       // of the commands, one in so many
  size_t functions = 40;  // of a unit
};

struct Totals {
  uint64_t units = 0, functions = 0, paths = 0;
  logic::ProverCounts counts;
};

void add(logic::ProverCounts& sum, const logic::ProverCounts& more) {
  sum.questions += more.questions;
  sum.trivial += more.trivial;
  sum.by_facts += more.by_facts;
  sum.by_guess += more.by_guess;
  sum.by_rewrite += more.by_rewrite;
  sum.by_gates += more.by_gates;
  sum.by_solver += more.by_solver;
  sum.unknown += more.unknown;
}

void explore_unit(const ir::Unit& unit, const Options& options, logic::QueryRecorder& recorder,
                  Totals& totals) {
  const ir::Unit* units[] = {&unit};
  semantics::Program program(units);
  size_t done = 0;
  for (const ir::Function& function : unit.functions) {
    if (function.kind != ir::FunctionKind::Function) continue;
    if (unit.symbols[function.symbol].has(ir::kSystem)) continue;
    if (++done > options.functions) break;
    testing_support::ForkDriver driver(program, {.recorder = &recorder});
    totals.paths += driver.explore(program.prepare(function), {.paths = 12, .points = 4000}).size();
    add(totals.counts, driver.counts());
    ++totals.functions;
  }
  ++totals.units;
}

int record(const Options& options) {
  Result<frontend::CommandList> list = frontend::read_compilation_database(options.commands);
  Result<logic::QueryRecorder> recorder = logic::QueryRecorder::open(options.out);
  if (!list.ok() || !recorder.ok()) {
    fmt::print(stderr, "{}\n", list.ok() ? recorder.error() : list.error());
    return 2;
  }
  frontend::CommandAdapter adapter;
  Totals totals;
  const std::vector<frontend::CompileCommand>& commands = list.value().commands;
  for (size_t i = 0; i < commands.size() && totals.units < options.units; i += options.every) {
    const frontend::CompileCommand& command = commands[i];
    Result<frontend::PreparedCommand> prepared = adapter.prepare(command);
    if (!prepared.ok()) continue;
    ir::Unit unit = frontend::parse_unit(prepared.value());
    if (!unit.diagnostics.empty()) continue;
    explore_unit(unit, options, recorder.value(), totals);
    fmt::print(stderr, "{} units, {} functions, {} questions\n", totals.units, totals.functions,
               totals.counts.questions);
  }
  Result<uint32_t> written = recorder.value().finish();
  if (!written.ok()) {
    fmt::print(stderr, "{}\n", written.error());
    return 2;
  }
  const logic::ProverCounts& counts = totals.counts;
  fmt::print(
      "{} units, {} functions, {} paths; {} questions, {} written: {} trivial, {} by facts, "
      "{} by guess, {} by rewriting, {} by gates, {} by the solver, {} unknown\n",
      totals.units, totals.functions, totals.paths, counts.questions, written.value(),
      counts.trivial, counts.by_facts, counts.by_guess, counts.by_rewrite, counts.by_gates,
      counts.by_solver, counts.unknown);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    bool has_value = i + 1 < argc;
    if (std::strcmp(argv[i], "--units") == 0 && has_value) {
      options.units = std::strtoull(argv[++i], nullptr, 10);
    } else if (std::strcmp(argv[i], "--every") == 0 && has_value) {
      options.every = std::max<size_t>(std::strtoull(argv[++i], nullptr, 10), 1);
    } else if (std::strcmp(argv[i], "--functions") == 0 && has_value) {
      options.functions = std::strtoull(argv[++i], nullptr, 10);
    } else {
      (options.commands.empty() ? options.commands : options.out) = argv[i];
    }
  }
  if (options.out.empty()) {
    fmt::print(stderr,
               "usage: assay_bench_queries COMPILE_COMMANDS OUT [--units N] [--every N] "
               "[--functions N]\n");
    return 2;
  }
  return record(options);
}
