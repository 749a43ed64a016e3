// What is wrong with a metal file, collected: a reader fixes several mistakes at once.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "metal/token.h"

namespace assay::metal {

class Diagnostics {
 public:
  /// Both outlive this.
  Diagnostics(std::string_view file, std::string_view source) : file_(file), source_(source) {}

  /// Always false, so that `return error(...)` gives up in one line.
  template <class... Args>
  bool error(Place place, fmt::format_string<Args...> format, Args&&... args) {
    errors_.push_back({place, fmt::format(format, std::forward<Args>(args)...)});
    return false;
  }
  template <class... Args>
  void warning(Place place, fmt::format_string<Args...> format, Args&&... args) {
    warnings_.push_back({place, fmt::format(format, std::forward<Args>(args)...)});
  }

  bool any_errors() const { return !errors_.empty(); }
  size_t error_count() const { return errors_.size(); }
  /// In the order of the text, each with its line and a caret, without a newline at the end.
  std::string errors() const;
  /// The same, one entry each.
  std::vector<std::string> warnings() const;

 private:
  struct Entry {
    Place place;
    std::string message;
  };
  static std::vector<Entry> sorted(std::vector<Entry> entries);
  std::string render(const Entry& entry) const;
  std::string_view line_of(Place place) const;

  std::string_view file_;
  std::string_view source_;
  std::vector<Entry> errors_;
  std::vector<Entry> warnings_;
};

}  // namespace assay::metal
