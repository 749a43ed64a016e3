#include "frontend/read_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>

namespace assay::frontend {
namespace {

Error last_error() {
  std::string reason = std::strerror(errno);
  if (!reason.empty()) reason[0] = static_cast<char>(std::tolower(reason[0]));
  return Error{reason};
}

}  // namespace

Result<std::string> read_file(const std::string& path) {
  int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return last_error();
  struct stat status{};
  std::string text;
  Result<std::string> result = text;
  if (::fstat(file, &status) != 0) {
    result = last_error();
  } else if (S_ISDIR(status.st_mode)) {
    result = input_error("is a directory");
  } else if (!S_ISREG(status.st_mode)) {
    // A pipe or a device may never end.
    result = input_error("is not a regular file");
  } else {
    text.resize(static_cast<size_t>(status.st_size));
    size_t size = 0;
    while (size < text.size()) {
      ssize_t got = ::read(file, text.data() + size, text.size() - size);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) {
        result = last_error();
        break;
      }
      if (got == 0) break;
      size += static_cast<size_t>(got);
    }
    text.resize(size);
    if (result.ok()) result = std::move(text);
  }
  ::close(file);
  return result;
}

}  // namespace assay::frontend
