#include "cli/check_program.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <filesystem>
#include <iterator>

#include "base/populate_heap.h"
#include "cli/console.h"
#include "cli/exceptions.h"
#include "cli/fill_database.h"
#include "cli/interrupt.h"
#include "cli/model_library.h"
#include "cli/progress.h"
#include "cli/rule_inputs.h"
#include "cli/simulator.h"
#include "cli/unwanted.h"
#include "output/source_text.h"
#include "output/utf8.h"
#include "schedule/analysis.h"
#include "schedule/machines_run.h"
#include "schedule/simulation_report.h"

namespace assay::cli {
namespace {

// What the rules alone take, and the program's graph of a small one.
constexpr size_t kFirstBytes = size_t{3} << 20;

/// Notes how long each phase took.
class PhaseClock {
 public:
  explicit PhaseClock(CheckedProgram& program) : program_(program) {}
  void end(const char* name) {
    auto now = std::chrono::steady_clock::now();
    auto took = std::chrono::duration_cast<std::chrono::milliseconds>(now - begin_);
    program_.phases.push_back({name, static_cast<uint64_t>(took.count())});
    begin_ = now;
  }

 private:
  CheckedProgram& program_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// Where files may be made that go with the run.
std::string database_folder(const Options& options, const CheckedProgram& program) {
  std::filesystem::path database = database_path(options, program.inputs.root);
  return database.has_parent_path() ? database.parent_path() : std::filesystem::path(".");
}

// Each unit is read once for all that engines ask of it.
Result<void> link_program(CheckedProgram& program, const Options& options,
                          schedule::EscapeQuestion& escape, schedule::LinkedProgram& linked) {
  Progress progress("program", "units", Progress::style_for(options.quiet));
  schedule::GraphOptions graph{.pool = {},
                               .progress = {},
                               .interrupted = interrupted,
                               .preferred = program.focus,
                               .questions = {}};
  graph.pool.workers = options.jobs;
  graph.progress = [&](size_t done, size_t total) {
    progress.update({.done = done, .total = total});
  };
  if (options.run_escape) graph.questions.push_back(&escape);
  return linked.link(*program.store,
                     {.folder = database_folder(options, program),
                      .only = program.is_alone ? program.focus : schedule::Focus(),
                      .interrupted = interrupted},
                     graph);
}

Result<schedule::MachinesReport> run_rules(CheckedProgram& program,
                                           std::vector<schedule::RuleFile> rules,
                                           const models::Library& library, const Options& options,
                                           schedule::LinkedProgram& linked) {
  Progress progress("rules", "steps", Progress::style_for(options.quiet));
  schedule::MachinesOptions machines;
  machines.jobs = options.jobs;
  machines.folder = database_folder(options, program);
  machines.program = &linked;
  machines.focus = program.focus;
  machines.is_alone = program.is_alone;
  machines.refute = options.refute;
  machines.library = &library;
  machines.check_rules = options.check_rule;
  machines.record_queries = options.record_queries;
  machines.interrupted = interrupted;
  machines.progress = [&](const schedule::MachinesProgress& state) {
    progress.update({.done = state.done, .total = state.total, .current = state.current});
  };
  return schedule::run_machines(*program.store, std::move(rules), machines);
}

void add_failures(const std::vector<schedule::FunctionFailure>& failures,
                  output::Coverage& coverage) {
  for (const schedule::FunctionFailure& failure : failures) {
    coverage.failures.emplace_back(failure.file,
                                   fmt::format("{}: {}", failure.function, failure.why));
  }
}

void tell(const char* what, const schedule::FunctionFailure& failure) {
  fmt::print(stderr, "assay: {}: {}: {}: {}\n", what, output::inert(failure.file),
             output::inert(failure.function), output::inert(failure.why));
}

void print_failures(const Options& options, const std::vector<schedule::FunctionFailure>& failed,
                    const std::vector<schedule::FunctionFailure>& out_of_budget,
                    const std::map<std::string, uint64_t>& notes) {
  if (options.quiet) return;
  for (const schedule::FunctionFailure& failure : failed) tell("not analysed", failure);
  if (!options.verbose) return;
  for (const schedule::FunctionFailure& failure : out_of_budget) tell("out of budget", failure);
  for (const auto& [text, count] : notes) note(fmt::format("{} ({})", text, count));
}

// All engines' reports have these parts.
template <class EngineReport>
void add_report(const Options& options, EngineReport&& report, CheckedProgram& program,
                std::vector<findings::Finding>& found) {
  print_failures(options, report.failed, report.out_of_budget, report.notes);
  output::Coverage& coverage = program.report.coverage;
  auto count_once = [](const std::vector<schedule::FunctionFailure>& failures, auto& known) {
    uint64_t added = 0;
    for (const schedule::FunctionFailure& failure : failures)
      added += known.emplace(failure.file, failure.function).second ? 1 : 0;
    return added;
  };
  coverage.functions_failed += count_once(report.failed, program.failed);
  coverage.functions_out_of_budget += count_once(report.out_of_budget, program.stopped);
  add_failures(report.failed, coverage);
  add_failures(report.out_of_budget, coverage);
  program.interrupted |= report.interrupted;
  for (findings::Finding& finding : report.findings) found.push_back(std::move(finding));
}

// What a comment that silences nothing could have silenced.
void note_sought_kinds(const Options& options, CheckedProgram& program) {
  if (options.run_escape) program.sought.insert("stack-escape");
  if (!options.run_simulator) return;
  for (const findings::KindInfo& kind : findings::kinds()) program.sought.emplace(kind.id);
}

Result<std::vector<schedule::RuleFile>> rules_to_run(const Options& options,
                                                     CheckedProgram& program) {
  std::vector<schedule::RuleFile> rules;
  if (!options.run_machines) return rules;
  for (NamedRule& rule : TRY(load_rules(options.rules))) {
    program.kinds->add(rule.head);
    for (const RuleKind& kind : rule.head.kinds) program.sought.insert(kind.id);
    if (rule.head.kinds.empty()) program.sought.insert("*");
    for (const metal::Program& part : rule.composition.programs)
      for (const std::string& warning : part.warnings)
        if (!options.quiet && !options.rules.empty()) note(warning);
    rules.push_back({.name = rule.name, .composition = std::move(rule.composition), .object = {}});
  }
  TRY(schedule::compile_rules(rules, {.pool = {.workers = options.jobs},
                                      .cache = schedule::UserCache("rules"),
                                      .interrupted = interrupted}));
  return rules;
}

// What a rule counts by name (how often a function's result is looked at) decides whether there is
// a rule at all: a report against one that is hardly kept to is none.
void drop_unsure(const Options& options, CheckedProgram& program) {
  program.unsure =
      std::erase_if(program.report.findings, [&](const findings::IdentifiedFinding& each) {
        const std::optional<std::string>& name = each.finding.rank.failure;
        if (!name || name->empty()) return false;
        const findings::Tally* tally = program.statistics.of_name(each.finding.kind, *name);
        return tally != nullptr && tally->size() > 0 &&
               findings::z_statistic(tally->size(), tally->examples(), options.chance) <
                   options.min_z;
      });
}

// What the rest of the program has is not what was asked for; the database keeps it.
void drop_elsewhere(CheckedProgram& program) {
  if (program.focus.empty()) return;
  std::erase_if(program.report.findings, [&](const findings::IdentifiedFinding& each) {
    return !program.read_files.contains(each.finding.where.file);
  });
}

// What rules found and the simulator's settings, there, say nobody wants.
Result<std::vector<findings::Finding>> take_unwanted(const Options& options,
                                                     const models::Library& library,
                                                     const CheckedProgram& program,
                                                     std::vector<findings::Finding>& found) {
  Exceptions exceptions = TRY(Exceptions::parse(options.exceptions, CheckFilter::Names::Any));
  auto unwanted =
      std::stable_partition(found.begin(), found.end(), [&](const findings::Finding& finding) {
        std::string path = output::relative_path(finding.where.file, program.inputs.root);
        NamedFunction function{finding.function_symbol, finding.function, path};
        return is_wanted_of_rules(
            finding,
            exceptions.options_for(function, options.simulator).value_or(options.simulator),
            library);
      });
  std::vector<findings::Finding> taken(std::make_move_iterator(unwanted),
                                       std::make_move_iterator(found.end()));
  found.erase(unwanted, found.end());
  return taken;
}

Result<void> find_focus(CheckedProgram& program) {
  program.focus = TRY(focus_of(*program.store, program.inputs));
  if (program.focus.empty()) return {};
  store::StoredInputs inputs = TRY(program.store->inputs());
  for (const store::StoredUnit& unit : TRY(program.store->units())) {
    auto files = inputs.of_unit.find(unit.row);
    if (!program.focus.contains(unit.main_file) || files == inputs.of_unit.end()) continue;
    for (uint32_t file : files->second) program.read_files.insert(inputs.files[file].path);
  }
  return {};
}

Result<void> run_engines(const Options& options, std::vector<schedule::RuleFile> rules,
                         const models::Library& library, CheckedProgram& program) {
  PhaseClock clock(program);
  schedule::LinkedProgram linked(
      {.values = options.run_machines, .variables = options.run_simulator});
  std::vector<findings::Finding> found;
  output::Coverage& coverage = program.report.coverage;
  schedule::EscapeQuestion question(program.focus);
  TRY(link_program(program, options, question, linked));
  clock.end("program");
  program.interrupted |= linked.graph().interrupted;
  if (options.run_escape && !program.interrupted) {
    schedule::AnalysisReport escape = TRY(schedule::analyse(
        linked.image(), question, {.jobs = options.jobs, .pool = {}, .interrupted = interrupted}));
    coverage.functions = escape.functions;
    add_report(options, std::move(escape), program, found);
    clock.end("escape");
  }
  if (options.run_machines && !program.interrupted) {
    schedule::MachinesReport machines =
        TRY(run_rules(program, std::move(rules), library, options, linked));
    if (!options.run_escape) coverage.functions = machines.functions;
    program.notes = std::move(machines.rule_notes);
    program.counts = std::move(machines.counts);
    // What they count is counted all the same: it decides on findings elsewhere.  Before findings
    // are merged: what the simulator says of the same place is its own.
    for (const findings::IdentifiedFinding& each :
         findings::identify(TRY(take_unwanted(options, library, program, machines.findings))))
      program.statistics.add(each.finding);
    // Somebody asked for these.
    for (const schedule::FunctionFailure& doubt : machines.doubtful) tell("doubtful", doubt);
    coverage.functions_doubtful = machines.doubtful.size();
    add_failures(machines.doubtful, coverage);
    add_report(options, std::move(machines), program, found);
    clock.end("rules");
  }
  if (options.run_simulator && !program.interrupted) {
    schedule::SimulationReport simulation =
        TRY(run_simulator(*program.store, library, options,
                          {.folder = database_folder(options, program),
                           .root = program.inputs.root,
                           .focus = program.focus,
                           .is_alone = program.is_alone,
                           .cache = schedule::CacheUse::ReadWrite,
                           .program = &linked}));
    if (!options.run_escape && !options.run_machines) coverage.functions = simulation.functions;
    if (!simulation.interrupted && program.focus.empty())
      TRY(schedule::keep_simulation_record(*program.store, simulation));
    program.simulated = simulation.functions;
    program.known = simulation.known;
    if (options.verbose && !options.quiet) note(simulation_line(simulation));
    add_report(options, std::move(simulation), program, found);
    clock.end("simulator");
  }
  program.report.findings = findings::identify(std::move(found));
  for (const findings::IdentifiedFinding& each : program.report.findings)
    program.statistics.add(each.finding);
  for (const findings::Finding& each : program.notes) program.statistics.add(each);
  drop_unsure(options, program);
  drop_elsewhere(program);
  rank_findings(options, program);
  return {};
}

}  // namespace

findings::RankOptions rank_options(const Options& options) {
  return {.rule_chance = options.chance};
}

void rank_findings(const Options& options, CheckedProgram& program) {
  program.report.order =
      findings::rank(program.report.findings, program.statistics, rank_options(options));
}

Result<CheckedProgram> check_program(const Options& options, std::optional<Inputs> inputs) {
  populate_heap(kFirstBytes);
  CheckedProgram program;
  program.began = std::time(nullptr);
  PhaseClock clock(program);
  program.kinds = std::make_unique<KindCatalog>();
  // A mistake in a rule is told before the program is read, which may take long.
  std::vector<schedule::RuleFile> rules = TRY(rules_to_run(options, program));
  note_sought_kinds(options, program);
  models::Library library = TRY(load_models(options.models, options.model_set));
  program.report.kinds = program.kinds->kinds();
  clock.end("rules' code");
  program.inputs = inputs ? std::move(*inputs) : TRY(find_inputs(options));
  if (!options.quiet) {
    for (const std::string& text : program.inputs.notes) note(text);
  }
  FilledDatabase filled = TRY(fill_database(options, program.inputs));
  program.store = std::make_unique<store::Store>(std::move(filled.store));
  program.interrupted = filled.report.interrupted;
  if (program.interrupted) return program;
  print_capture_notes(options, filled.report);
  TRY(find_focus(program));
  // A revision's files are looked at alone, and so must be those that are compared with them.
  program.is_alone = !program.focus.empty() && !options.baseline_commit.empty();
  program.report.coverage = TRY(capture_coverage(*program.store, filled.report, program.focus));
  if (options.run_simulator && !options.quiet)
    for (const std::string& text : TRY(unused_models(*program.store, library))) note(text);
  clock.end("capture");
  if (program.report.coverage.units_failed >= program.report.coverage.units)
    return input_error("no file could be analysed");
  TRY(run_engines(options, std::move(rules), library, program));
  program.report.source = [store = program.store.get()](const std::string& file) {
    Result<std::optional<std::string>> text = store->source_text(file);
    return text ? text.value() : std::nullopt;
  };
  return program;
}

}  // namespace assay::cli
