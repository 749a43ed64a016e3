#include "cli/exceptions.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/nearest.h"
#include "findings/glob.h"

namespace assay::cli {
namespace {

constexpr std::array<std::string_view, 7> kKeys{
    "max-paths", "max-steps", "loop-bound", "max-frame", "leaks", "malloc-fails", "checks"};

Result<uint64_t> number(std::string_view key, std::string_view value, uint64_t most) {
  uint64_t read = 0;
  auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), read);
  if (error == std::errc() && end == value.data() + value.size() && read >= 1 && read <= most)
    return read;
  return input_error("'{}' should be a number from 1 to {}, not '{}'", key, most, value);
}

Result<bool> truth(std::string_view key, std::string_view value) {
  if (value == "true" || value == "false") return value == "true";
  return input_error("'{}' should be true or false, not '{}'", key, value);
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

}  // namespace

bool Exceptions::Exception::fits(const NamedFunction& function) const {
  if (!is_function) return findings::path_matches(pattern, function.path);
  return glob_matches(pattern, function.name) || glob_matches(pattern, function.display);
}

bool Exceptions::Exception::is_of_simulator() const {
  return max_paths || max_steps || loop_bound || max_frame || leaks || malloc_fails;
}

Result<void> Exceptions::set(Exception& exception, std::string_view key, std::string_view value,
                             CheckFilter::Names names) {
  if (key == "max-paths") {
    exception.max_paths = TRY(number(key, value, 999'999));
  } else if (key == "max-steps") {
    exception.max_steps = TRY(number(key, value, 999'999'999));
  } else if (key == "loop-bound") {
    exception.loop_bound = TRY(number(key, value, 999));
  } else if (key == "max-frame") {
    exception.max_frame = TRY(number(key, value, 999'999'999));
  } else if (key == "leaks") {
    exception.leaks = TRY(truth(key, value));
  } else if (key == "malloc-fails") {
    exception.malloc_fails = TRY(truth(key, value));
  } else if (key == "checks") {
    exception.checks = TRY(CheckFilter::parse(value, names));
    exception.only_removes = value.starts_with('-');
  } else {
    return input_error("there is no setting '{}' for a part of a program{}", key,
                       suggestion(key, kKeys));
  }
  return {};
}

Result<Exceptions> Exceptions::parse(const std::vector<std::string>& texts,
                                     CheckFilter::Names names) {
  Exceptions read;
  for (const std::string& text : texts) {
    // A name in C++ has colons, but no space behind one.
    size_t colon = text.find(": ");
    std::string_view pattern = trimmed(std::string_view(text).substr(0, colon));
    if (colon == std::string::npos || pattern.empty())
      return input_error("'{}' should be PATTERN: KEY=VALUE ...", text);
    Exception exception;
    exception.is_function = pattern.ends_with("()");
    if (exception.is_function) pattern.remove_suffix(2);
    exception.pattern = pattern;
    std::string_view rest = trimmed(std::string_view(text).substr(colon + 1));
    if (rest.empty()) return input_error("'{}' sets nothing", text);
    while (!rest.empty()) {
      size_t end = std::min(rest.find(' '), rest.size());
      std::string_view word = rest.substr(0, end);
      rest = trimmed(rest.substr(end));
      size_t equals = word.find('=');
      if (equals == std::string_view::npos)
        return input_error("'{}' should be KEY=VALUE, in '{}'", word, text);
      TRY(set(exception, word.substr(0, equals), word.substr(equals + 1), names));
    }
    read.all_.push_back(std::move(exception));
  }
  return read;
}

std::optional<simulator::Options> Exceptions::options_for(const NamedFunction& function,
                                                          const simulator::Options& others) const {
  std::optional<simulator::Options> made;
  for (const Exception& each : all_) {
    if (!each.is_of_simulator() || !each.fits(function)) continue;
    if (!made) made = others;
    if (each.max_paths) made->max_paths = static_cast<uint32_t>(*each.max_paths);
    if (each.max_steps) made->max_points = *each.max_steps;
    if (each.loop_bound) made->open_rounds = static_cast<uint32_t>(*each.loop_bound);
    if (each.max_frame) made->max_frame = *each.max_frame;
    if (each.leaks) made->leaks = *each.leaks;
    if (each.malloc_fails) made->allocation_fails = *each.malloc_fails;
  }
  return made;
}

bool Exceptions::wants(std::string_view kind, const NamedFunction& function, bool wanted) const {
  for (const Exception& each : all_) {
    if (!each.checks || !each.fits(function)) continue;
    wanted = each.checks->wants(kind) && (wanted || !each.only_removes);
  }
  return wanted;
}

}  // namespace assay::cli
