// What git knows of the source: which revision it is, and what an earlier one looked like.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"

namespace assay::cli {

/// What `git -C folder ARGUMENTS…` prints, without the last line ending.
Result<std::string> run_git(const std::string& folder, const std::vector<std::string>& arguments);

/// The commit that a name stands for.
Result<std::string> find_commit(const std::string& folder, const std::string& revision);
/// The commit that is checked out; empty where there is no repository, or no git.
std::string head_revision(const std::string& folder);

/// Another revision's files in a folder of their own, which goes away with this.
class Worktree {
 public:
  static Result<Worktree> make(const std::string& repository, const std::string& revision,
                               const std::string& place);
  Worktree(Worktree&& other) noexcept;
  Worktree& operator=(Worktree&&) = delete;
  ~Worktree();
  const std::string& path() const { return path_; }

 private:
  Worktree(std::string repository, std::string path)
      : repository_(std::move(repository)), path_(std::move(path)) {}
  std::string repository_, path_;
};

}  // namespace assay::cli
