#include "schedule/user_cache.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "schedule/freshness.h"

namespace assay::schedule {
namespace {

namespace fs = std::filesystem;

bool is_ours(const std::string& path) {
  struct stat info{};
  return ::lstat(path.c_str(), &info) == 0 && info.st_uid == ::geteuid() &&
         (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

}  // namespace

UserCache::UserCache(std::string_view kind) {
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
  return read_whole_file(path);
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
}

}  // namespace assay::schedule
