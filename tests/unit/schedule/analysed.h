// The escape analysis over a database, alone.
#pragma once

#include <string>

#include "schedule/analysis.h"
#include "schedule/program_graph.h"
#include "unit/store/scratch.h"

namespace assay::schedule {

inline AnalysisReport analysed(store::Store& store, const std::string& folder, unsigned jobs) {
  ProgramImage image = store::must(ProgramImage::make(store, {.folder = folder}));
  EscapeQuestion question;
  GraphOptions options;
  options.pool.workers = jobs;
  options.questions = {&question};
  store::must(build_graph(image, options));
  return store::must(analyse(image, question, {.jobs = jobs, .pool = {}, .interrupted = {}}));
}

}  // namespace assay::schedule
