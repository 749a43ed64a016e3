#include "cli/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "cli/cli.h"
#include "output/utf8.h"

namespace assay::cli {
namespace {

bool write_all(std::FILE* file, const std::string& text) {
  return std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
}

// Messages quote files that come from anywhere: no escape sequence of theirs reaches a terminal.
// Lines and tabs are kept.
std::string inert_lines(const std::string& message) {
  std::string shown;
  for (size_t begin = 0; begin <= message.size();) {
    size_t end = std::min(message.find_first_of("\n\t", begin), message.size());
    shown += output::inert(std::string_view(message).substr(begin, end - begin));
    if (end < message.size()) shown += message[end];
    begin = end + 1;
  }
  return shown;
}

}  // namespace

int fail(const std::string& message) {
  fmt::print(stderr, "assay: error: {}\n", inert_lines(message));
  return kCouldNot;
}

void note(const std::string& message) {
  fmt::print(stderr, "assay: note: {}\n", inert_lines(message));
}

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
