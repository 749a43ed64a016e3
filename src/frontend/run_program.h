// Asking a program: its two outputs, bounded in time and size.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"

namespace assay::frontend {

struct ProgramOutput {
  std::string out;
  std::string err;
  int exit_code = 0;  // 128 + n for a program ended by signal n
};

/// A program that was started and not yet listened to.  Ended if nobody does.
class RunningProgram {
 public:
  /// `arguments` (the first is a path) in the root directory, with nothing to read and messages
  /// in English.
  static Result<RunningProgram> start(const std::vector<std::string>& arguments);
  RunningProgram(RunningProgram&&) noexcept;
  RunningProgram& operator=(RunningProgram&&) noexcept;
  ~RunningProgram();

  /// Waits for its end.  An error when it does not end, or says too much.  Pre: asked once.
  Result<ProgramOutput> finish();

 private:
  struct State;
  explicit RunningProgram(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Both in one.
Result<ProgramOutput> run_program(const std::vector<std::string>& arguments);

/// The program that `name` means to a shell in `directory`; empty if there is none.
std::string find_program(const std::string& name, const std::string& directory);

}  // namespace assay::frontend
