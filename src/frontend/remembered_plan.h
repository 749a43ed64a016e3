// What became of a list of commands, as bytes, so that the next run need not ask Clang again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/command.h"
#include "frontend/toolchain.h"

namespace assay::frontend {

struct RememberedPlan {
  std::vector<AskedCompiler> asked;  // it holds while these say the same
  std::vector<CommandPlan> plans;    // by command, without the prepared ones
};

/// All that decides a plan but the compilers' answers: the commands, the project, our front end.
Hash plan_question(const std::vector<CompileCommand>& commands, const std::string& project);

Bytes write_plan(const std::vector<AskedCompiler>& asked, const std::vector<CommandPlan>& plans);
/// None: damaged.
std::optional<RememberedPlan> read_plan(std::string_view bytes);

}  // namespace assay::frontend
