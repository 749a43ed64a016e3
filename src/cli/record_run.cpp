#include "cli/record_run.h"

#include "cli/git.h"

namespace assay::cli {
namespace {

std::string engine_list(const Options& options) {
  std::string list;
  auto add = [&](bool runs, const char* name) {
    if (runs) list += (list.empty() ? "" : ",") + std::string(name);
  };
  add(options.run_escape, "escape");
  add(options.run_machines, "machines");
  add(options.run_simulator, "simulator");
  return list;
}

store::RunRecord describe(const Options& options, const CheckedProgram& program) {
  const output::Coverage& coverage = program.report.coverage;
  store::RunRecord run;
  run.began = program.began;
  run.version = ASSAY_VERSION;
  run.options = options.command_line;
  run.revision = head_revision(program.inputs.root);
  run.engines = engine_list(options);
  run.exit_code = program.report.exit_code;
  run.units = coverage.units;
  run.units_failed = coverage.units_failed;
  run.functions = coverage.functions;
  run.functions_failed = coverage.functions_failed;
  run.functions_out_of_budget = coverage.functions_out_of_budget;
  run.findings = program.report.findings.size();
  run.phases = program.phases;
  for (const store::Phase& phase : run.phases) run.milliseconds += phase.milliseconds;
  for (const auto& [file, why] : coverage.failures) run.stops.push_back({file, why});
  return run;
}

}  // namespace

Result<void> record_run(const Options& options, const CheckedProgram& program,
                        const Judgement& judgement) {
  const output::Report& report = program.report;
  std::vector<store::RunFinding> rows;
  // In the order of the ranking, in which they are mostly read.
  for (const findings::Ranked& ranked : report.order) {
    const findings::IdentifiedFinding& each = report.findings[ranked.index];
    const findings::KindInfo* kind = report.find_kind(each.finding.kind);
    store::RunFinding row{.finding = &each};
    row.level = report.level_of(each.finding);
    if (kind != nullptr) row.cwe = kind->cwe;
    row.place = ranked.place;
    row.context = judgement.likenesses[ranked.index].context;
    row.continues = judgement.continues[ranked.index];
    rows.push_back(row);
  }
  TRY(store::FindingLog(*program.store)
          .put_run(describe(options, program), rows, judgement.missing));
  return {};
}

}  // namespace assay::cli
