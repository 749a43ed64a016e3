// The command line: `assay check`, `capture`, `ir`, `callgraph`, `stats`, `prove`, `run`.
//
// Findings and answers go to standard output, everything else to standard error.  Exit codes are
// a contract with scripts: see ExitCode.
#pragma once

namespace assay::cli {

enum ExitCode : int {
  kClean = 0,  // nothing found, all of the program analysed
  kFindings = 1,
  kCouldNot = 2,    // bad usage, bad input, or nothing to analyse
  kIncomplete = 3,  // nothing found, but part of the program was not analysed
  kSignal = 128,    // plus the signal's number
};

int run(int argc, char** argv);

}  // namespace assay::cli
