#include "frontend/run_program.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>

extern char** environ;

namespace assay::frontend {
namespace {

// Compilers answer in milliseconds; ones behind a licence server or a network disk do not.
constexpr auto kPatience = std::chrono::seconds(30);
constexpr size_t kMaxOutput = 16u << 20;

/// Both ends of a pipe, closed when it goes.
struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) == 0) {
      read_end = ends[0];
      write_end = ends[1];
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(read_end);
    close(write_end);
  }
  static void close(int& end) {
    if (end >= 0) ::close(end);
    end = -1;
  }
};

std::vector<std::string> english_environment() {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    std::string_view text = *entry;
    if (!text.starts_with("LC_") && !text.starts_with("LANG")) result.emplace_back(text);
  }
  result.emplace_back("LC_ALL=C");
  return result;
}

std::vector<char*> as_pointers(const std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  return pointers;
}

int spawn(const std::vector<std::string>& arguments, const Pipe& out, const Pipe& err, pid_t& pid) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write_end, 1);
  posix_spawn_file_actions_adddup2(&actions, err.write_end, 2);
  // Not the project's directory: GCC reads files named `specs` from where it is started.
  posix_spawn_file_actions_addchdir_np(&actions, "/");
  // A group of its own, so that a driver's children end with it.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  std::vector<std::string> environment = english_environment();
  int failed = ::posix_spawn(&pid, arguments[0].c_str(), &actions, &attributes,
                             as_pointers(arguments).data(), as_pointers(environment).data());
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return failed;
}

/// Reads both pipes to their ends; the reason if that takes too long or too much.
std::string read_both(Pipe& out, Pipe& err, ProgramOutput& output) {
  auto deadline = std::chrono::steady_clock::now() + kPatience;
  std::array<char, 65536> buffer;
  while (out.read_end >= 0 || err.read_end >= 0) {
    pollfd waits[2] = {{out.read_end, POLLIN, 0}, {err.read_end, POLLIN, 0}};
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return "does not answer";
    int ready = ::poll(waits, 2, static_cast<int>(left.count()));
    if (ready < 0 && errno != EINTR) return std::strerror(errno);
    if (ready <= 0) continue;
    for (int i = 0; i < 2; ++i) {
      if (waits[i].revents == 0) continue;
      int& end = i == 0 ? out.read_end : err.read_end;
      std::string& text = i == 0 ? output.out : output.err;
      ssize_t got = ::read(end, buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) {
        Pipe::close(end);
        continue;
      }
      text.append(buffer.data(), static_cast<size_t>(got));
      if (text.size() > kMaxOutput) return "answers without end";
    }
  }
  return "";
}

bool is_program(const std::string& path) {
  struct stat status{};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) &&
         ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

struct RunningProgram::State {
  Pipe out;
  Pipe err;
  pid_t pid = 0;  // 0: it was waited for

  ~State() { end(); }
  /// Its status, as waitpid() has it.
  int wait() {
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    pid = 0;
    return status;
  }
  void end() {
    if (pid == 0) return;
    ::kill(-pid, SIGKILL);
    wait();
  }
};

RunningProgram::RunningProgram(std::unique_ptr<State> state) : state_(std::move(state)) {}
RunningProgram::RunningProgram(RunningProgram&&) noexcept = default;
RunningProgram& RunningProgram::operator=(RunningProgram&&) noexcept = default;
RunningProgram::~RunningProgram() = default;

Result<RunningProgram> RunningProgram::start(const std::vector<std::string>& arguments) {
  auto state = std::make_unique<State>();
  if (state->out.read_end < 0 || state->err.read_end < 0)
    return input_error("no pipe: {}", std::strerror(errno));
  pid_t pid = 0;
  if (int failed = spawn(arguments, state->out, state->err, pid); failed != 0)
    return input_error("does not start: {}", std::strerror(failed));
  state->pid = pid;
  Pipe::close(state->out.write_end);
  Pipe::close(state->err.write_end);
  return RunningProgram(std::move(state));
}

Result<ProgramOutput> RunningProgram::finish() {
  ProgramOutput output;
  std::string reason = read_both(state_->out, state_->err, output);
  if (!reason.empty()) {
    state_->end();
    return Error{reason};
  }
  int status = state_->wait();
  output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return output;
}

Result<ProgramOutput> run_program(const std::vector<std::string>& arguments) {
  RunningProgram program = TRY(RunningProgram::start(arguments));
  return program.finish();
}

std::string find_program(const std::string& name, const std::string& directory) {
  if (name.find('/') != std::string::npos) {
    std::string path = name.starts_with('/') ? name : directory + "/" + name;
    return is_program(path) ? path : "";
  }
  const char* variable = std::getenv("PATH");
  std::string_view paths = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  while (!paths.empty() && !name.empty()) {
    size_t colon = paths.find(':');
    std::string_view path = paths.substr(0, colon);
    paths = colon == std::string_view::npos ? "" : paths.substr(colon + 1);
    // A relative entry of PATH would mean the analysed project's directory.
    if (!path.starts_with('/')) continue;
    std::string candidate = std::string(path) + "/" + name;
    if (is_program(candidate)) return candidate;
  }
  return "";
}

}  // namespace assay::frontend
