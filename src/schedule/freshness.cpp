#include "schedule/freshness.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>

namespace assay::schedule {
namespace {

// Coarser than any file system's clock that people still use.
constexpr int64_t kGranularity = 2'000'000'000;

// Descriptors are few; past this the paths are walked.
constexpr size_t kMostFolders = 200;
constexpr int kNotOpened = -1;
constexpr int kNoFolder = -2;

int64_t nanoseconds(const timespec& time) {
  return static_cast<int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

int64_t now_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return nanoseconds(now);
}

int64_t trusted_mtime(int64_t mtime_ns, int64_t start) {
  return mtime_ns < start - kGranularity ? mtime_ns : 0;
}

std::optional<std::string> read_whole_file(const std::string& path) {
  int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (fd < 0) return std::nullopt;
  struct stat info{};
  std::string bytes;
  bool sound = ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
  // The file may grow while we read: until its end, not up to the size it had.
  if (sound) bytes.resize(static_cast<size_t>(info.st_size) + 1);
  size_t filled = 0;
  while (sound) {
    if (filled == bytes.size()) bytes.resize(bytes.size() * 2);
    ssize_t got = ::read(fd, bytes.data() + filled, bytes.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) sound = false;
    if (got <= 0) break;
    filled += static_cast<size_t>(got);
  }
  ::close(fd);
  if (!sound) return std::nullopt;
  bytes.resize(filled);
  return bytes;
}

Folders::~Folders() {
  for (const auto& [folder, fd] : open_)
    if (fd >= 0) ::close(fd);
}

int Folders::open(std::string_view folder) {
  auto [found, is_new] = open_.try_emplace(std::string(folder), kNotOpened);
  if (!is_new) return found->second;
  if (open_.size() <= kMostFolders) {
    int fd = ::open(found->first.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
    found->second = fd >= 0 ? fd : errno == ENOENT ? kNoFolder : kNotOpened;
  }
  return found->second;
}

bool Folders::look(const std::string& path, struct stat& info) {
  if (!remembers_) return ask(path, info);
  auto [known, is_new] = known_.try_emplace(path);
  if (is_new && ask(path, info)) known->second = info;
  if (known->second) info = *known->second;
  return known->second.has_value();
}

bool Folders::ask(const std::string& path, struct stat& info) {
  size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash == 0) return ::stat(path.c_str(), &info) == 0;
  int folder = open(std::string_view(path).substr(0, slash));
  if (folder == kNoFolder) return false;
  if (folder < 0) return ::stat(path.c_str(), &info) == 0;
  return ::fstatat(folder, path.c_str() + slash + 1, &info, 0) == 0;
}

Freshness::Freshness(const store::StoredInputs& inputs, int64_t start, Folders* folders)
    : inputs_(inputs),
      start_(start),
      states_(inputs.files.size(), State::NotLookedAt),
      absent_(inputs.absent.size(), State::NotLookedAt),
      folders_(folders != nullptr ? *folders : own_) {}

std::string Freshness::why_stale(store::UnitRow unit) {
  auto files = inputs_.of_unit.find(unit);
  // A unit reads its main file at least.
  if (files == inputs_.of_unit.end() || files->second.empty()) return "its files are not known";
  for (uint32_t index : files->second) {
    State& state = states_[index];
    if (state == State::NotLookedAt) state = look(inputs_.files[index]);
    if (state != State::Same) return inputs_.files[index].path + " changed";
  }
  auto absent = inputs_.absent_of_unit.find(unit);
  if (absent == inputs_.absent_of_unit.end()) return "";
  for (uint32_t index : absent->second) {
    State& state = absent_[index];
    if (state == State::NotLookedAt) state = look_absent(inputs_.absent[index]);
    if (state != State::Same) return inputs_.absent[index] + " appeared";
  }
  return "";
}

Freshness::State Freshness::look_absent(const std::string& path) {
  struct stat info{};
  return folders_.look(path, info) ? State::Changed : State::Same;
}

Freshness::State Freshness::look(const store::StoredFile& file) {
  struct stat info{};
  if (!folders_.look(file.path, info)) return State::Changed;
  auto size = static_cast<uint64_t>(info.st_size);
  if (size != file.size) return State::Changed;
  int64_t mtime = nanoseconds(info.st_mtim);
  if (file.mtime_ns != 0 && mtime == file.mtime_ns) return State::Same;
  std::optional<std::string> bytes = read_whole_file(file.path);
  if (!bytes || hash_bytes(*bytes) != file.content) return State::Changed;
  int64_t trusted = trusted_mtime(mtime, start_);
  if (trusted != file.mtime_ns) {
    refreshed_.push_back(file);
    refreshed_.back().mtime_ns = trusted;
  }
  return State::Same;
}

}  // namespace assay::schedule
