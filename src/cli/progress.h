// The progress line on standard error.
//
// On a terminal one line that is written over, at most ten times a second; elsewhere a plain line
// every few seconds, so that a log shows that a long run lives; with --quiet nothing.  Never on
// standard output.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace assay::cli {

struct ProgressState {
  size_t done = 0;
  size_t total = 0;
  size_t reused = 0;  // of the done ones, those that cost no work: not part of the rate
  uint64_t functions = 0;
  std::string_view current;  // what was finished last
};

class Progress {
 public:
  enum class Style { None, Line, Plain };
  /// The style for standard error as it is.
  static Style style_for(bool quiet);

  Progress(std::string what, std::string unit, Style style);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(const ProgressState& state);
  /// Takes the line away again, so that other output starts at the margin.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_;
  std::string unit_;
  Style style_;
  bool shown_ = false;
  Clock::time_point start_;
  Clock::time_point last_;
};

/// "0:42", "1:03:20".
std::string spell_seconds(double seconds);

/// `capture: 12/340 files, 5600 functions, 31 files/s, 0:11 left`.
std::string progress_text(std::string_view what, std::string_view unit, const ProgressState& state,
                          double seconds);

}  // namespace assay::cli
