#include "cli/config.h"

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "base/nearest.h"
#include "cli/exceptions.h"
#include "cli/inputs.h"
#include "cli/option_groups.h"
#include "cli/toml.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kConfigName = ".assay.toml";

/// One file's settings on their way into options.
class ConfigReader {
 public:
  ConfigReader(const std::string& path, Options& options)
      : options_(options), folder_(fs::path(path).parent_path()) {}

  Result<void> apply(const TomlEntry& entry) {
    std::string name = entry.table.empty() ? entry.key : entry.table + "." + entry.key;
    auto setter = setters_.find(name);
    if (setter == setters_.end()) return unknown(entry, name);
    return setter->second(entry);
  }

 private:
  using Setter = std::function<Result<void>(const TomlEntry&)>;

  Error unknown(const TomlEntry& entry, const std::string& name) const {
    std::vector<std::string_view> names;
    for (const auto& [known, setter] : setters_) names.push_back(known);
    std::string near = suggestion(name, names);
    // A key at the wrong table is the commonest slip.
    for (std::string_view known : names)
      if (near.empty() && known.ends_with("." + entry.key))
        near = fmt::format("; did you mean '{}'?", known);
    return input_error("there is no key '{}'{}", name, near);
  }

  static Result<std::string> text(const TomlEntry& entry) {
    if (const auto* value = std::get_if<std::string>(&entry.value)) return *value;
    return input_error("'{}' should be a text in quotes", entry.key);
  }
  static Result<std::vector<std::string>> list(const TomlEntry& entry) {
    if (const auto* value = std::get_if<std::vector<std::string>>(&entry.value)) return *value;
    if (const auto* one = std::get_if<std::string>(&entry.value)) return std::vector{*one};
    return input_error("'{}' should be a list of texts", entry.key);
  }
  static Result<uint64_t> number(const TomlEntry& entry, uint64_t most) {
    const auto* value = std::get_if<int64_t>(&entry.value);
    if (value != nullptr && *value >= 1 && static_cast<uint64_t>(*value) <= most)
      return static_cast<uint64_t>(*value);
    return input_error("'{}' should be a number from 1 to {}", entry.key, most);
  }
  static Result<bool> truth(const TomlEntry& entry) {
    if (const auto* value = std::get_if<bool>(&entry.value)) return *value;
    return input_error("'{}' should be true or false", entry.key);
  }
  std::string path_of(const std::string& word) const {
    return word.starts_with('/') ? word : (folder_ / word).lexically_normal().string();
  }

  Setter list_setter(std::vector<std::string> Options::* field) {
    return [this, field](const TomlEntry& entry) -> Result<void> {
      options_.*field = TRY(list(entry));
      return {};
    };
  }
  Setter path_setter(std::string Options::* field) {
    return [this, field](const TomlEntry& entry) -> Result<void> {
      options_.*field = path_of(TRY(text(entry)));
      return {};
    };
  }
  template <class Number>
  Setter number_setter(Number& value, uint64_t most) {
    return [&value, most](const TomlEntry& entry) -> Result<void> {
      value = static_cast<Number>(TRY(number(entry, most)));
      return {};
    };
  }
  Setter truth_setter(bool& value) {
    return [&value](const TomlEntry& entry) -> Result<void> {
      value = TRY(truth(entry));
      return {};
    };
  }

  Result<void> set_checks(const TomlEntry& entry) {
    options_.checks.clear();
    for (const std::string& check : TRY(list(entry)))
      options_.checks += (options_.checks.empty() ? "" : ",") + check;
    return {};
  }
  Result<void> set_engines(const TomlEntry& entry) {
    std::string joined;
    for (const std::string& engine : TRY(list(entry)))
      joined += (joined.empty() ? "" : ",") + engine;
    std::string mistake = set_engine_list(joined, options_);
    if (!mistake.empty()) return Error{mistake};
    return {};
  }
  // A rule's actions are native code: a repository may not bring them along unasked.
  Result<void> set_rules(const TomlEntry& entry) {
    for (const std::string& rule : TRY(list(entry))) {
      bool is_file = rule.find('/') != std::string::npos || rule.ends_with(".metal");
      bool ships = is_shipped_rule(rule);
      if (is_file && !ships && !options_.trust_rules) {
        options_.untrusted_rules.push_back(path_of(rule));
      } else {
        options_.rules.push_back(ships ? rule : path_of(rule));
      }
    }
    return {};
  }
  Result<void> set_models(const TomlEntry& entry) {
    options_.models.clear();
    for (const std::string& model : TRY(list(entry))) options_.models.push_back(path_of(model));
    return {};
  }
  Result<void> set_exceptions(const TomlEntry& entry) {
    options_.exceptions = TRY(list(entry));
    TRY(Exceptions::parse(options_.exceptions, CheckFilter::Names::Any));
    return {};
  }
  static Result<double> number(const TomlEntry& entry) {
    if (const auto* real = std::get_if<double>(&entry.value)) return *real;
    if (const auto* whole = std::get_if<int64_t>(&entry.value)) return static_cast<double>(*whole);
    return input_error("'{}' should be a number", entry.key);
  }
  Result<void> set_min_z(const TomlEntry& entry) {
    options_.min_z = TRY(number(entry));
    return {};
  }
  Result<void> set_chance(const TomlEntry& entry) {
    double chance = TRY(number(entry));
    if (!(chance > 0 && chance < 1))
      return input_error("'{}' should be a number between 0 and 1", entry.key);
    options_.chance = chance;
    return {};
  }

  Options& options_;
  fs::path folder_;
  const std::map<std::string, Setter> setters_{
      {"checks", [this](const TomlEntry& entry) { return set_checks(entry); }},
      {"engines", [this](const TomlEntry& entry) { return set_engines(entry); }},
      {"rules", [this](const TomlEntry& entry) { return set_rules(entry); }},
      {"models", [this](const TomlEntry& entry) { return set_models(entry); }},
      {"skip", list_setter(&Options::exclude)},
      {"for", [this](const TomlEntry& entry) { return set_exceptions(entry); }},
      {"marks", path_setter(&Options::marks_file)},
      {"baseline", path_setter(&Options::baseline)},
      {"min-z", [this](const TomlEntry& entry) { return set_min_z(entry); }},
      {"p0", [this](const TomlEntry& entry) { return set_chance(entry); }},
      {"top", number_setter(options_.top, 1'000'000)},
      {"strict", truth_setter(options_.strict)},
      {"budget.max-paths", number_setter(options_.simulator.max_paths, 999'999)},
      {"budget.max-steps", number_setter(options_.simulator.max_points, 999'999'999)},
      {"budget.loop-bound", number_setter(options_.simulator.open_rounds, 999)},
      {"simulator.leaks", truth_setter(options_.simulator.leaks)},
      {"simulator.malloc-fails", truth_setter(options_.simulator.allocation_fails)},
      {"simulator.max-frame", number_setter(options_.simulator.max_frame, 999'999'999)},
  };
};

}  // namespace

Result<std::string> find_config(const Options& options) {
  std::error_code error;
  if (!options.config.empty()) {
    if (!fs::is_regular_file(options.config, error))
      return input_error("{}: no such file", options.config);
    return options.config;
  }
  if (options.no_config) return std::string();
  fs::path start = fs::absolute(options.paths.empty() ? "." : options.paths.front(), error);
  if (!fs::is_directory(start, error)) start = start.parent_path();
  start = start.lexically_normal();
  // Up to the repository's folder; where there is none, up to where the user stands.
  fs::path last = repository_root(start.string()), here = fs::current_path(error);
  if (!fs::exists(last / ".git", error) && start.string().starts_with(here.string() + "/"))
    last = here;
  for (fs::path folder = start; !folder.empty(); folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / kConfigName, error)) return (folder / kConfigName).string();
    if (folder == last || folder == folder.root_path()) break;
  }
  return std::string();
}

Result<void> apply_config(std::string_view text, const std::string& path, Options& options) {
  ConfigReader reader(path, options);
  for (const TomlEntry& entry : TRY(read_toml(text, path))) {
    Result<void> applied = reader.apply(entry);
    if (!applied) return input_error("{}:{}: {}", path, entry.line, applied.error());
  }
  return {};
}

}  // namespace assay::cli
