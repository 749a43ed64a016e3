// The first half of `check` and `capture`: compile commands in, a filled program database out.
#pragma once

#include <string>

#include "cli/inputs.h"
#include "cli/options.h"
#include "output/report.h"
#include "schedule/capture.h"
#include "schedule/focus.h"
#include "store/store.h"

namespace assay::cli {

struct FilledDatabase {
  store::Store store;
  schedule::CaptureReport report;
};

/// Opens the database for writing and brings it in line with the inputs, showing progress.
Result<FilledDatabase> fill_database(const Options& options, const Inputs& inputs);

/// Files that failed or did not compile cleanly, flags that were left out: to standard error.
void print_capture_notes(const Options& options, const schedule::CaptureReport& report);

/// The files that the inputs name; empty if they are all of what the store holds.
Result<schedule::Focus> focus_of(store::Store& store, const Inputs& inputs);

/// What capture knows of the coverage; the engines' part is added by who runs them.
Result<output::Coverage> capture_coverage(store::Store& store,
                                          const schedule::CaptureReport& report,
                                          const schedule::Focus& focus = {});

}  // namespace assay::cli
