#include "store/lock_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace assay::store {
namespace {

std::string holder(int fd) {
  char text[32] = {};
  ssize_t size = ::pread(fd, text, sizeof text - 1, 0);
  std::string digits;
  for (ssize_t i = 0; i < size && text[i] >= '0' && text[i] <= '9'; ++i) digits += text[i];
  return digits.empty() ? "" : " (process " + digits + ")";
}

}  // namespace

Result<LockFile> LockFile::take(const std::string& database) {
  std::string path = database + ".lock";
  int fd = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (fd < 0) return input_error("{}: cannot be written: {}", database, std::strerror(errno));
  LockFile lock(fd);
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK)
      return input_error("{}: another assay{} is writing to this database", database, holder(fd));
    return input_error("{}: cannot lock: {}", path, std::strerror(errno));
  }
  // Only for the sentence above, which reads up to the first line's end; a full disk must not keep
  // us from the lock.
  std::string text = std::to_string(::getpid()) + "\n";
  (void)!::pwrite(fd, text.data(), text.size(), 0);
  return lock;
}

LockFile::LockFile(LockFile&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

LockFile& LockFile::operator=(LockFile&& other) noexcept {
  std::swap(fd_, other.fd_);
  return *this;
}

LockFile::~LockFile() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace assay::store
