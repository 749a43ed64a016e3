#include "cli/git.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

#include "cli/inputs.h"

extern char** environ;

namespace assay::cli {
namespace {

struct Output {
  std::string text;
  int status = 0;
};

std::string read_all(int fd) {
  std::string text;
  char buffer[4096];
  while (true) {
    ssize_t got = ::read(fd, buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(buffer, static_cast<size_t>(got));
  }
}

// In a hook git's own variables name the index of the commit at hand: another command must not
// touch that.
std::vector<char*> environment_without_git() {
  std::vector<char*> kept;
  for (char** each = environ; *each != nullptr; ++each) {
    std::string_view entry(*each);
    bool is_place = false;
    for (std::string_view name : {"GIT_DIR=", "GIT_INDEX_FILE=", "GIT_WORK_TREE=", "GIT_PREFIX=",
                                  "GIT_COMMON_DIR=", "GIT_OBJECT_DIRECTORY="})
      is_place |= entry.starts_with(name);
    if (!is_place) kept.push_back(*each);
  }
  kept.push_back(nullptr);
  return kept;
}

// Both streams into one pipe: what git says is short, and it is either an answer or a complaint.
Result<Output> run_program(const std::vector<std::string>& words) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return input_error("git: {}", std::strerror(errno));
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t child = 0;
  int error = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(),
                           environment_without_git().data());
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  if (error != 0) {
    ::close(ends[0]);
    return input_error("{}: {}", words[0], std::strerror(error));
  }
  Output output;
  output.text = read_all(ends[0]);
  ::close(ends[0]);
  while (::waitpid(child, &output.status, 0) < 0)
    if (errno != EINTR) return input_error("{}: {}", words[0], std::strerror(errno));
  return output;
}

}  // namespace

Result<std::string> run_git(const std::string& folder, const std::vector<std::string>& arguments) {
  std::vector<std::string> words{"git", "-C", folder};
  words.insert(words.end(), arguments.begin(), arguments.end());
  Output output = TRY(run_program(words));
  while (output.text.ends_with('\n')) output.text.pop_back();
  if (WIFEXITED(output.status) && WEXITSTATUS(output.status) == 0) return output.text;
  std::string said = output.text.substr(0, output.text.find('\n'));
  return input_error("git {}: {}", arguments.empty() ? "" : arguments.front(),
                     said.empty() ? "failed" : said);
}

Result<std::string> find_commit(const std::string& folder, const std::string& revision) {
  Result<std::string> commit = run_git(
      folder, {"rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
  if (!commit) return input_error("{}: no such revision", revision);
  return commit;
}

std::string head_revision(const std::string& folder) {
  std::error_code error;
  std::string root = repository_root(folder);
  if (!std::filesystem::exists(std::filesystem::path(root) / ".git", error)) return {};
  Result<std::string> head = run_git(root, {"rev-parse", "--verify", "--quiet", "HEAD"});
  return head ? head.value() : std::string();
}

Result<Worktree> Worktree::make(const std::string& repository, const std::string& revision,
                                const std::string& place) {
  TRY(run_git(repository, {"worktree", "add", "--detach", "--quiet", place, revision}));
  return Worktree(repository, place);
}

Worktree::Worktree(Worktree&& other) noexcept
    : repository_(std::move(other.repository_)), path_(std::exchange(other.path_, {})) {}

Worktree::~Worktree() {
  if (!path_.empty()) (void)run_git(repository_, {"worktree", "remove", "--force", path_});
}

}  // namespace assay::cli
