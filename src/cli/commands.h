// One function per command; each returns the exit code.
#pragma once

#include "cli/options.h"

namespace assay::cli {

int run_check(const Options& options);
int run_capture(const Options& options);
int run_ir(const Options& options);
int run_callgraph(const Options& options);
int run_stats(const Options& options);
int run_prove(const Options& options);
int run_run(const Options& options);
int run_rules(const Options& options);
int run_machines(const Options& options);
int run_model(const Options& options);
int run_infer(const Options& options);
int run_findings(const Options& options);
int run_show(const Options& options);
int run_mark(const Options& options);
int run_marks(const Options& options);
int run_runs(const Options& options);
int run_list_checks();
int run_explain(const Options& options);

}  // namespace assay::cli
