#include "cli/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "cli/cli.h"

namespace assay::cli {
namespace {

bool write_all(std::FILE* file, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

}  // namespace

int fail(const std::string& message) {
  fmt::print(stderr, "assay: error: {}\n", message);
  return kCouldNot;
}

void note(const std::string& message) { fmt::print(stderr, "assay: note: {}\n", message); }

Result<void> write_output(const std::string& path, const std::string& text) {
  if (path.empty() || path == "-") {
    if (write_all(stdout, text)) return {};
    return input_error("standard output: {}", std::strerror(errno));
  }
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr) return input_error("{}: {}", path, std::strerror(errno));
  bool written = write_all(file, text);
  int reason = errno;
  if (std::fclose(file) != 0 && written) {
    written = false;
    reason = errno;
  }
  if (written) return {};
  return input_error("{}: {}", path, std::strerror(reason));
}

unsigned terminal_width(unsigned otherwise) {
  winsize size = {};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) return size.ws_col;
  const char* columns = std::getenv("COLUMNS");
  int number = columns == nullptr ? 0 : std::atoi(columns);
  return number >= 20 && number <= 1000 ? static_cast<unsigned>(number) : otherwise;
}

bool color_by_default() {
  const char* no_color = std::getenv("NO_COLOR");
  if (no_color != nullptr && *no_color != '\0') return false;
  const char* terminal = std::getenv("TERM");
  if (terminal == nullptr || std::string_view(terminal) == "dumb") return false;
  return isatty(STDOUT_FILENO) != 0;
}

}  // namespace assay::cli
