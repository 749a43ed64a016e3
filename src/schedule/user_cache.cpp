#include "schedule/user_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "schedule/freshness.h"

namespace assay::schedule {
namespace {

namespace fs = std::filesystem;

bool is_ours(const std::string& path) {
  struct stat info{};
  return ::lstat(path.c_str(), &info) == 0 && info.st_uid == ::geteuid() &&
         (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

constexpr uint64_t kWritesBetweenLooks = 64;

}  // namespace

UserCache::UserCache(std::string_view kind, uint64_t most_bytes) : most_bytes_(most_bytes) {
  const char* cache = std::getenv("XDG_CACHE_HOME");
  const char* home = std::getenv("HOME");
  if (cache != nullptr && *cache == '/') {
    folder_ = fmt::format("{}/assay/{}", cache, kind);
  } else if (home != nullptr && *home == '/') {
    folder_ = fmt::format("{}/.cache/assay/{}", home, kind);
  }
}

std::optional<Bytes> UserCache::read(const Hash& key) const {
  if (folder_.empty() || !is_ours(folder_)) return std::nullopt;
  std::string path = folder_ + "/" + key.hex();
  if (!is_ours(path)) return std::nullopt;
  std::optional<Bytes> bytes = read_whole_file(path);
  // The time of a file is when it was last asked for.
  if (bytes && is_bounded()) ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
  return bytes;
}

void UserCache::write(const Hash& key, std::string_view bytes) const {
  if (folder_.empty()) return;
  std::error_code error;
  fs::create_directories(folder_, error);
  fs::permissions(folder_, fs::perms::owner_all, error);
  if (error || !is_ours(folder_)) return;
  std::string path = folder_ + "/" + key.hex();
  std::string fresh = path + ".XXXXXX";
  int fd = ::mkostemp(fresh.data(), O_CLOEXEC);
  if (fd < 0) return;
  bool written = ::write(fd, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  ::close(fd);
  // Renamed when it is whole: another run may be reading.
  if (!written || ::rename(fresh.c_str(), path.c_str()) != 0) ::unlink(fresh.c_str());
  // Looking at all files takes longer than writing one.
  if (is_bounded() && key.high % kWritesBetweenLooks == 0) trim();
}

void UserCache::trim() const {
  struct Kept {
    fs::file_time_type asked;
    fs::path path;
    uint64_t size = 0;
  };
  std::vector<Kept> files;
  uint64_t total = 0;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, error)) {
    std::error_code gone;  // another run may trim as well
    Kept file{entry.last_write_time(gone), entry.path(), gone ? 0 : entry.file_size(gone)};
    if (gone) continue;
    total += file.size;
    files.push_back(std::move(file));
  }
  std::ranges::sort(files, {}, &Kept::asked);
  for (const Kept& file : files) {
    if (total <= most_bytes_) break;
    fs::remove(file.path, error);
    total -= file.size;
  }
}

}  // namespace assay::schedule
