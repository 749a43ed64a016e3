#include "cli/watched_build.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>
#include <tuple>

#include "cli/cli.h"
#include "cli/console.h"
#include "frontend/command.h"

extern char** environ;

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

// A folder for bear's output that goes away again.
class ScratchFolder {
 public:
  ScratchFolder() {
    const char* place = std::getenv("TMPDIR");
    std::string pattern = std::string(place != nullptr ? place : "/tmp") + "/assay-capture-XXXXXX";
    if (mkdtemp(pattern.data()) != nullptr) path_ = pattern;
  }
  ~ScratchFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }  // empty: could not be made

 private:
  std::string path_;
};

// The exit code, as a shell has it.  The build's output goes to standard error: standard output
// is for our own answers.
Result<int> run_program(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
  pid_t child = 0;
  int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error == ENOENT) {
    return input_error("{} is not installed, it is needed to watch a build (apt-get install bear)",
                       arguments[0]);
  }
  if (error != 0) return input_error("{}: {}", arguments[0], std::strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return input_error("{}: {}", arguments[0], std::strerror(errno));
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : kSignal + WTERMSIG(status);
}

std::string to_json(const std::vector<frontend::CompileCommand>& commands) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const frontend::CompileCommand& command : commands) {
    nlohmann::ordered_json entry{
        {"directory", command.directory}, {"file", command.file}, {"arguments", command.arguments}};
    if (!command.output.empty()) entry["output"] = command.output;
    list.push_back(std::move(entry));
  }
  // Command lines are bytes; those that are no UTF-8 must not end the run.
  return list.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

// Entries of `earlier` that `now` does not replace and whose file is still there.
std::vector<frontend::CompileCommand> still_standing(
    const std::vector<frontend::CompileCommand>& earlier,
    const std::vector<frontend::CompileCommand>& now) {
  auto key = [](const frontend::CompileCommand& command) {
    return std::tuple(command.directory, command.file, command.output);
  };
  std::set<std::tuple<std::string, std::string, std::string>> replaced;
  for (const frontend::CompileCommand& command : now) replaced.insert(key(command));
  std::vector<frontend::CompileCommand> standing;
  for (const frontend::CompileCommand& command : earlier) {
    std::error_code ignored;
    if (replaced.contains(key(command)) || !fs::exists(command.file, ignored)) continue;
    standing.push_back(command);
  }
  return standing;
}

// Whether a shell would find the program.
bool is_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return access(name.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "";
  while (!rest.empty()) {
    std::string_view folder = rest.substr(0, rest.find(':'));
    rest.remove_prefix(std::min(rest.size(), folder.size() + 1));
    if (access((fs::path(folder) / name).c_str(), X_OK) == 0) return true;
  }
  return false;
}

Error nothing_compiled(const std::string& build, int exit_code) {
  std::string failed =
      exit_code == 0 ? "" : fmt::format(" (the build itself ended with {})", exit_code);
  return input_error(
      "no compiler was seen in `{}`{}; usual reasons:\n"
      "  - everything was up to date: clean first, so that the build compiles again\n"
      "  - ccache or a compile server did the work: switch it off (CCACHE_DISABLE=1)\n"
      "  - the compiler is linked statically, or the build clears its environment: try "
      "--wrapper\n"
      "  - the build runs elsewhere (Bazel, a container): let it write compile_commands.json, and "
      "use `assay capture -p DIR`",
      build, failed);
}

}  // namespace

Result<WatchedBuild> watch_build(const std::vector<std::string>& command, const std::string& path,
                                 bool force_wrapper) {
  if (!is_program(command.front())) return input_error("{}: no such program", command.front());
  ScratchFolder scratch;
  if (scratch.path().empty()) return input_error("no temporary folder: {}", std::strerror(errno));
  std::string seen_path = scratch.path() + "/compile_commands.json";
  std::vector<std::string> bear{"bear", "--output", seen_path};
  if (force_wrapper) bear.emplace_back("--force-wrapper");
  bear.emplace_back("--");
  bear.insert(bear.end(), command.begin(), command.end());

  WatchedBuild build;
  build.exit_code = TRY(run_program(bear));
  std::error_code ignored;
  frontend::CommandList seen, earlier;
  // bear writes nothing if it could not start the build; an empty list is no error to it.
  if (fs::exists(seen_path, ignored) && fs::file_size(seen_path, ignored) > 4) {
    seen = TRY(frontend::read_compilation_database(seen_path));
  }
  if (fs::exists(path, ignored)) earlier = TRY(frontend::read_compilation_database(path));
  build.compiled = seen.commands.size();
  std::vector<frontend::CompileCommand> all = still_standing(earlier.commands, seen.commands);
  build.kept = all.size();
  all.insert(all.end(), seen.commands.begin(), seen.commands.end());
  if (all.empty())
    return nothing_compiled(fmt::format("{}", fmt::join(command, " ")), build.exit_code);
  fs::create_directories(fs::path(path).parent_path(), ignored);
  TRY(write_output(path, to_json(all)));
  return build;
}

}  // namespace assay::cli
