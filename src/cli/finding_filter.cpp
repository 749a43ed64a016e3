#include "cli/finding_filter.h"

#include <algorithm>
#include <charconv>
#include <ctime>
#include <filesystem>

#include "base/nearest.h"
#include "cli/git.h"
#include "cli/inputs.h"
#include "findings/glob.h"
#include "output/source_text.h"

namespace assay::cli {

namespace fs = std::filesystem;

namespace {

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  while (!list.empty()) {
    size_t end = std::min(list.find(','), list.size());
    std::string_view word = list.substr(0, end);
    list.remove_prefix(std::min(end + 1, list.size()));
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (!word.empty()) words.emplace_back(word);
  }
  return words;
}

template <class Choice, size_t N>
Result<std::vector<Choice>> choices_of(std::string_view list, const std::array<Choice, N>& all,
                                       std::string_view (*spell)(Choice), const char* what) {
  std::vector<Choice> chosen;
  for (const std::string& word : words_of(list)) {
    auto found =
        std::find_if(all.begin(), all.end(), [&](Choice choice) { return spell(choice) == word; });
    if (found == all.end()) {
      std::vector<std::string_view> names;
      for (Choice choice : all) names.push_back(spell(choice));
      std::string near = suggestion(word, names);
      if (near.empty()) {
        for (std::string_view name : names)
          near += fmt::format("{}{}", near.empty() ? "; there are: " : ", ", name);
      }
      return input_error("no {} is called '{}'{}", what, word, near);
    }
    chosen.push_back(*found);
  }
  return chosen;
}

// A run by its number, or the last run of a revision.
Result<store::RunId> run_of(const std::string& word, const std::string& root,
                            store::FindingLog& log) {
  store::RunId number = 0;
  auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  std::vector<store::RunRecord> runs = TRY(log.runs(0));
  if (error == std::errc() && stop == word.data() + word.size() && word.size() < 7) {
    if (number >= 1 && !runs.empty() && number <= runs.front().id) return number;
    return input_error("there is no run {}; `assay runs` lists them", word);
  }
  std::string revision = TRY(find_commit(root, word));
  for (const store::RunRecord& run : runs)
    if (run.revision == revision) return run.id;
  return input_error("no run has checked {} ({}); `assay runs` lists them", word,
                     revision.substr(0, 12));
}

template <class Matches>
bool any_of(const std::vector<std::string>& globs, const Matches& matches) {
  return globs.empty() || std::any_of(globs.begin(), globs.end(), matches);
}

}  // namespace

Result<FindingFilter> FindingFilter::make(const Options& options, const std::string& root,
                                          store::FindingLog& log) {
  FindingFilter filter;
  filter.root_ = root;
  filter.kinds_ = words_of(options.kinds);
  filter.files_ = words_of(options.files);
  filter.functions_ = words_of(options.functions);
  filter.engines_ = words_of(options.engines);
  filter.states_ =
      TRY(choices_of(options.states, findings::kStates, findings::state_word, "state"));
  constexpr std::array kLevels{findings::Level::Note, findings::Level::Warning,
                               findings::Level::Error};
  filter.levels_ = TRY(choices_of(options.levels, kLevels, findings::level_word, "level"));
  if (options.only_new) filter.after_ = TRY(log.last_run()) - 1;
  if (!options.since.empty()) filter.after_ = TRY(run_of(options.since, root, log));
  filter.quiet_too_ = options.all_findings || !filter.states_.empty();
  if (options.all_findings) filter.which_ = store::FindingLog::Which::All;
  return filter;
}

bool FindingFilter::matches(const store::FindingRow& row) const {
  if (row.first_run <= after_) return false;
  auto has = [](const auto& list, auto value) {
    return list.empty() || std::find(list.begin(), list.end(), value) != list.end();
  };
  if (!has(states_, row.state) || !has(levels_, row.level)) return false;
  if (!any_of(kinds_,
              [&](const std::string& glob) { return findings::glob_matches(glob, row.kind); }))
    return false;
  if (!any_of(functions_, [&](const std::string& glob) {
        return findings::glob_matches(glob, row.function) ||
               findings::glob_matches(glob, row.symbol);
      }))
    return false;
  if (!any_of(engines_, [&](const std::string& engine) {
        return row.engines.find(engine) != std::string_view::npos;
      }))
    return false;
  if (files_.empty()) return true;
  std::string path = output::relative_path(std::string(row.file), root_);
  return any_of(files_,
                [&](const std::string& glob) { return findings::path_matches(glob, path); });
}

Result<OpenLog> open_log(const Options& options, store::Store::Mode mode) {
  std::string root = TRY(project_folder(options));
  std::string path = database_path(options, root);
  std::error_code error;
  // As git does: from inside a project, too.
  for (fs::path folder = root; options.db.empty() && options.paths.empty();
       folder = folder.parent_path()) {
    if (fs::exists(folder / ".assay/assay.db", error)) {
      root = folder;
      path = database_path(options, root);
    }
    if (fs::exists(path, error) || folder == folder.root_path()) break;
  }
  // Writing would make one.
  if (!fs::exists(path, error))
    return input_error("{}: no such database; `assay check` makes it", path);
  return OpenLog{root, TRY(store::Store::open(path, mode))};
}

Result<store::FindingId> find_finding(store::FindingLog& log, const std::string& word) {
  std::vector<store::FindingId> ids;
  size_t colon = word.rfind(':');
  if (colon == std::string::npos) {
    ids = TRY(log.find(word));
  } else {
    uint32_t line = 0;
    const char* digits = word.data() + colon + 1;
    auto [stop, error] = std::from_chars(digits, word.data() + word.size(), line);
    if (error != std::errc() || stop != word.data() + word.size())
      return input_error("'{}' is neither an id nor FILE:LINE", word);
    std::error_code ignored;
    std::string file = std::filesystem::absolute(word.substr(0, colon), ignored).lexically_normal();
    TRY(log.list(store::FindingLog::Which::Present, [&](const store::FindingRow& row) {
      if (row.line == line && row.file == file) ids.push_back(row.id);
      return true;
    }));
  }
  if (ids.size() == 1) return ids.front();
  if (ids.empty())
    return input_error("no finding is called '{}'; `assay findings --all` lists them", word);
  std::string names;
  for (size_t i = 0; i < std::min<size_t>(ids.size(), 5); ++i) {
    store::StoredFinding each = TRY(log.load(ids[i]));
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", short_id(each.finding.identity),
                         each.finding.finding.kind);
  }
  return input_error("'{}' means {} findings: {}{}", word, ids.size(), names,
                     ids.size() > 5 ? ", ..." : "");
}

std::string short_id(const Hash& identity) { return identity.hex().substr(0, 10); }

std::string spell_time(int64_t seconds) {
  std::time_t time = seconds;
  std::tm parts = {};
  if (gmtime_r(&time, &parts) == nullptr) return "-";
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}", parts.tm_year + 1900, parts.tm_mon + 1,
                     parts.tm_mday, parts.tm_hour, parts.tm_min);
}

}  // namespace assay::cli
