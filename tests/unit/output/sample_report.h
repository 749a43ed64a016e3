// Reports for the tests of output/.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "output/report.h"

namespace assay::output {

inline findings::Step sample_step(const findings::Location& where, std::string message) {
  findings::Step step;
  step.where = where;
  step.message = std::move(message);
  return step;
}

inline findings::Finding sample_finding(std::string file = "/project/src/a.c", uint32_t line = 3) {
  findings::Finding finding;
  finding.kind = "stack-escape";
  finding.message = "address of local variable 'x' is returned to the caller";
  finding.where = {file, line, 3, line, 11};
  finding.function = "f";
  finding.function_symbol = "f";
  finding.variables = {"x"};
  finding.trace.push_back(sample_step({file, 2, 12, 2, 13}, "address of 'x' is taken here"));
  finding.trace.push_back(sample_step(finding.where, "returned here"));
  finding.engine = "escape";
  return finding;
}

inline const std::string kSampleText = "int *f(void) {\n  int x, *p = &x;\n  return p;\n}\n";

inline Report sample_report(std::vector<findings::Finding> findings = {sample_finding()},
                            std::string text = kSampleText) {
  Report report;
  report.findings = findings::identify(std::move(findings));
  report.coverage.units = 1;
  report.coverage.functions = 2;
  report.root = "/project";
  report.exit_code = 1;
  report.source = [text](const std::string& file) -> std::optional<std::string> {
    if (file.ends_with(".h")) return std::nullopt;
    return text;
  };
  return report;
}

}  // namespace assay::output
