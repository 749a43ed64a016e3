// `--for 'PATTERN: KEY=VALUE ...'`: other settings for some files or functions.
//
// A pattern is a glob: with `()` behind it of functions' names, as they are linked or as people
// write them; else of paths, as in `skip`.  Of several that fit, later ones come over earlier ones.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cli/checks.h"
#include "engines/simulator/options.h"

namespace assay::cli {

/// What a pattern is held against.
struct NamedFunction {
  std::string_view name;
  std::string_view display;
  std::string_view path;  // from the project's folder
};

class Exceptions {
 public:
  static Result<Exceptions> parse(const std::vector<std::string>& texts, CheckFilter::Names names);

  bool empty() const { return all_.empty(); }
  /// Of the simulator; none: as for all others.
  std::optional<simulator::Options> options_for(const NamedFunction& function,
                                                const simulator::Options& others) const;
  /// Whether findings of a kind are wanted there; `wanted`: elsewhere.  A list of kinds that only
  /// removes leaves the others as they are.
  bool wants(std::string_view kind, const NamedFunction& function, bool wanted) const;

 private:
  struct Exception {
    std::string pattern;
    bool is_function = false;
    std::optional<uint64_t> max_paths, max_steps, loop_bound, max_frame;
    std::optional<bool> leaks, malloc_fails;
    std::optional<CheckFilter> checks;
    bool only_removes = false;

    bool fits(const NamedFunction& function) const;
    bool is_of_simulator() const;
  };
  static Result<void> set(Exception& exception, std::string_view key, std::string_view value,
                          CheckFilter::Names names);

  std::vector<Exception> all_;
};

}  // namespace assay::cli
