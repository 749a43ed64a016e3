#include "golden/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include "golden/golden.h"

namespace assay::test {
namespace {

// Far above what any case needs, so that a busy machine fails none.
constexpr std::chrono::minutes kTimePerProcess{10};

void redirect(const std::filesystem::path& file, int descriptor) {
  int opened = open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (opened < 0 || dup2(opened, descriptor) < 0) _exit(126);
  close(opened);
}

// Every case starts from the same environment, whatever the caller's.
void set_environment(const std::map<std::string, std::string>& changes) {
  for (const char* name : {"NO_COLOR", "CI", "ASSAY_JOBS", "ASSAY_DB", "ASSAY_FORMAT",
                           "ASSAY_QUIET", "ASSAY_COLOR", "ASSAY_OUTPUT", "ASSAY_SARIF_OUTPUT"}) {
    unsetenv(name);
  }
  setenv("LC_ALL", "C.UTF-8", 1);
  // Compiled rules are kept beside the program, for all cases, and in no home of theirs.
  setenv("XDG_CACHE_HOME", (std::filesystem::path(ASSAY_PROGRAM).parent_path() / "cache").c_str(),
         1);
  for (const auto& [name, value] : changes) setenv(name.c_str(), value.c_str(), 1);
}

// Ends the whole group when time is up: a shell's children as well.
bool wait_for(pid_t child, int& status) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point deadline = Clock::now() + kTimePerProcess;
  while (true) {
    pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended != 0) return ended == child;
    if (Clock::now() > deadline) {
      kill(-child, SIGKILL);
      return waitpid(child, &status, 0) == child;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments,
                          const std::filesystem::path& directory,
                          const std::map<std::string, std::string>& environment) {
  TemporaryFolder captured;
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::fflush(nullptr);

  pid_t child = fork();
  if (child == 0) {
    if (chdir(directory.c_str()) != 0) _exit(126);
    int nothing = open("/dev/null", O_RDONLY);
    if (nothing < 0 || dup2(nothing, 0) < 0) _exit(126);
    redirect(captured.path() / "out", 1);
    redirect(captured.path() / "err", 2);
    set_environment(environment);
    setpgid(0, 0);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  ProcessResult result;
  int status = 0;
  if (child < 0 || !wait_for(child, status)) {
    result.exit_code = 126;
    return result;
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = read_file(captured.path() / "out");
  result.err = read_file(captured.path() / "err");
  return result;
}

TemporaryFolder::TemporaryFolder() {
  const char* place = std::getenv("TMPDIR");
  std::string pattern = std::string(place != nullptr ? place : "/tmp") + "/assay-test-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) {
    std::perror(pattern.c_str());
    std::abort();
  }
  path_ = std::filesystem::canonical(pattern);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace assay::test
