// Does a stored unit still stand?  Only if every file it read has the content it had.
//
// A file of the same size and time of change is not read; one that differs in either is, because
// a checkout or a touch changes times and not content.  A time too close to our own look at the
// file proves nothing (a later change may get the same one), so it is stored as unknown.
//
// Nor may a file have appeared where a header was looked for in vain: it would be found earlier
// on the include path, or `__has_include` would answer differently.  A unit whose compilation
// stopped early is always captured again.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "store/store.h"

namespace assay::schedule {

/// Nanoseconds since the epoch, as files' times count.
int64_t now_ns();

/// The whole file; none if it cannot be read.
std::optional<std::string> read_whole_file(const std::string& path);

/// Asks about many files of few folders: each folder's own path is walked once.
class Folders {
 public:
  Folders() = default;
  Folders(const Folders&) = delete;
  Folders& operator=(const Folders&) = delete;
  ~Folders();

  /// As ::stat(); false: there is no such file, or it cannot be asked about.
  bool look(const std::string& path, struct stat& info);
  /// From now on what was found out once is not asked again.
  void remember() { remembers_ = true; }

 private:
  int open(std::string_view folder);
  bool ask(const std::string& path, struct stat& info);

  std::unordered_map<std::string, int> open_;  // by folder; its descriptor, or why there is none
  bool remembers_ = false;
  std::unordered_map<std::string, std::optional<struct stat>> known_;
};

/// Looks at each file once, however many units read it.
class Freshness {
 public:
  /// `start` is when this run began.  `folders`, if any, outlives this.
  Freshness(const store::StoredInputs& inputs, int64_t start, Folders* folders = nullptr);

  bool is_fresh(store::UnitRow unit) { return why_stale(unit).empty(); }
  /// Which file changed, or appeared; empty: none, the unit still stands.
  std::string why_stale(store::UnitRow unit);
  /// Files that have their stored content at another time: worth storing, once.
  std::vector<store::StoredFile> take_refreshed() { return std::move(refreshed_); }

 private:
  enum class State : uint8_t { NotLookedAt, Same, Changed };
  State look(const store::StoredFile& file);
  State look_absent(const std::string& path);

  const store::StoredInputs& inputs_;
  int64_t start_;
  std::vector<State> states_;
  std::vector<State> absent_;
  std::vector<store::StoredFile> refreshed_;
  Folders own_;
  Folders& folders_;
};

/// The time to store for a file that a run begun at `start` read: 0 if it proves nothing.
int64_t trusted_mtime(int64_t mtime_ns, int64_t start);

}  // namespace assay::schedule
