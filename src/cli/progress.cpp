#include "cli/progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "output/utf8.h"

namespace assay::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kLinePause = 100ms;
constexpr auto kPlainPause = 5s;
// Before this much time has passed, a rate is a guess that only confuses.
constexpr double kSecondsBeforeRate = 0.5;

size_t terminal_width() {
  winsize size = {};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

std::string spell_seconds(double seconds) {
  auto whole = static_cast<uint64_t>(std::llround(seconds));
  if (whole < 3600) return fmt::format("{}:{:02}", whole / 60, whole % 60);
  return fmt::format("{}:{:02}:{:02}", whole / 3600, whole / 60 % 60, whole % 60);
}

std::string progress_text(std::string_view what, std::string_view unit, const ProgressState& state,
                          double seconds) {
  std::string text = fmt::format("{}: {}/{} {}", what, state.done, state.total, unit);
  if (state.functions > 0) text += fmt::format(", {} functions", state.functions);
  if (seconds < kSecondsBeforeRate || state.done <= state.reused) return text;
  double rate = static_cast<double>(state.done - state.reused) / seconds;
  if (rate >= 0.1) text += fmt::format(", {:.{}f} {}/s", rate, rate < 10 ? 1 : 0, unit);
  if (state.done < state.total) {
    double left = static_cast<double>(state.total - state.done) / rate;
    text += fmt::format(", {} left", spell_seconds(left));
  }
  return text;
}

Progress::Style Progress::style_for(bool quiet) {
  if (quiet) return Style::None;
  const char* terminal = std::getenv("TERM");
  bool dumb = terminal != nullptr && std::string_view(terminal) == "dumb";
  bool in_ci = std::getenv("CI") != nullptr;
  return isatty(STDERR_FILENO) != 0 && !dumb && !in_ci ? Style::Line : Style::Plain;
}

Progress::Progress(std::string what, std::string unit, Style style)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      style_(style),
      start_(Clock::now()),
      last_(style == Style::Plain ? start_ : Clock::time_point()) {}

Progress::~Progress() { clear(); }

void Progress::update(const ProgressState& state) {
  if (style_ == Style::None) return;
  Clock::time_point now = Clock::now();
  if (now - last_ < (style_ == Style::Line ? Clock::duration(kLinePause) : kPlainPause)) return;
  last_ = now;
  double seconds = std::chrono::duration<double>(now - start_).count();
  std::string text = progress_text(what_, unit_, state, seconds);
  if (style_ == Style::Plain) {
    fmt::print(stderr, "{}\n", text);
    return;
  }
  if (!state.current.empty()) {
    text += "  " + output::inert(state.current.substr(state.current.rfind('/') + 1));
  }
  // One column is left free: some terminals wrap when the last one is written.
  size_t width = terminal_width() - 1;
  if (text.size() > width) text.resize(width);
  fmt::print(stderr, "\r\033[K{}", text);
  std::fflush(stderr);
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\033[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace assay::cli
