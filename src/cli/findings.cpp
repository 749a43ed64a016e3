// `assay findings`, `assay runs`: what the database knows of findings and of runs.
#include <filesystem>
#include <map>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/finding_filter.h"
#include "output/json_writer.h"
#include "output/source_text.h"
#include "output/utf8.h"

namespace assay::cli {
namespace {

using store::FindingRow;

std::string current_folder() {
  std::error_code ignored;
  return std::filesystem::current_path(ignored);
}

/// Writes the rows that a filter lets through, in the asked form.
class Lister {
 public:
  Lister(const Options& options, store::RunId last_run)
      : options_(options), here_(current_folder()), last_run_(last_run) {}

  void add(const FindingRow& row) {
    ++count_;
    new_ += row.first_run == last_run_ ? 1 : 0;
    if (options_.count_by != CountBy::Nothing) return add_count(row);
    if (options_.format == Format::Json) return add_json(row);
    add_line(row);
  }
  bool is_full() const { return options_.top != 0 && count_ >= options_.top; }
  size_t count() const { return count_; }
  size_t new_ones() const { return new_; }

  std::string take() {
    std::vector<std::pair<std::string, size_t>> sums(sums_.begin(), sums_.end());
    std::stable_sort(sums.begin(), sums.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    for (const auto& [name, number] : sums)
      text_ += fmt::format("{:>8}  {}\n", number, output::inert(name));
    return std::move(text_);
  }

 private:
  std::string path_of(const FindingRow& row) const {
    return output::relative_path(std::string(row.file), here_);
  }

  // Begins as compilers' lines do, so that editors jump to it.
  void add_line(const FindingRow& row) {
    text_ += output::inert(path_of(row));
    text_ += fmt::format(":{}:{}: {}: ", row.line, row.column, level_word(row.level));
    text_ += output::inert(row.message);
    text_ += fmt::format(" [{}] {}", output::inert(row.kind), short_id(row.identity));
    if (row.state != findings::State::Unreviewed)
      text_ += fmt::format(" {}", state_word(row.state));
    if (row.silenced) text_ += " silenced";
    if (row.last_run != last_run_)
      text_ += " gone";
    else if (row.reopened_run == last_run_)
      text_ += " reopened";
    else if (row.first_run == last_run_ && last_run_ > 1)
      text_ += " new";
    text_ += '\n';
  }

  void add_json(const FindingRow& row) {
    output::JsonWriter json(text_, output::JsonWriter::Layout::Line);
    json.begin_object();
    json.member("id", row.identity.hex());
    json.member("kind", row.kind);
    json.member("level", level_word(row.level));
    json.member("message", row.message);
    json.member("file", path_of(row));
    json.member("line", row.line);
    json.member("column", row.column);
    json.member("function", row.function);
    if (row.cwe != 0) json.member("cwe", row.cwe);
    json.member("state", state_word(row.state));
    if (row.silenced) json.member("silenced", row.reason);
    json.member("engines", row.engines);
    json.member("rank", row.place);
    json.member("first_run", row.first_run);
    json.member("last_run", row.last_run);
    json.end_object();
    text_ += '\n';
  }

  void add_count(const FindingRow& row) {
    switch (options_.count_by) {
      case CountBy::Nothing:
        return;
      case CountBy::Kind:
        ++sums_[std::string(row.kind)];
        return;
      case CountBy::File:
        ++sums_[path_of(row)];
        return;
      case CountBy::Function:
        ++sums_[std::string(row.function)];
        return;
      case CountBy::Engine:
        ++sums_[std::string(row.engines)];
        return;
      case CountBy::State:
        ++sums_[std::string(state_word(row.state))];
        return;
    }
  }

  const Options& options_;
  std::string here_;
  store::RunId last_run_;
  size_t count_ = 0, new_ = 0;
  std::string text_;
  std::map<std::string, size_t> sums_;
};

Result<int> list_findings(const Options& options) {
  OpenLog open = TRY(open_log(options, store::Store::Mode::Read));
  store::FindingLog log(open.store);
  store::RunId last = TRY(log.last_run());
  if (last == 0) return input_error("nothing was checked yet; `assay check` does");
  FindingFilter filter = TRY(FindingFilter::make(options, open.root, log));
  Lister lister(options, last);
  size_t quiet = 0;
  auto visit = [&](const FindingRow& row) {
    if (lister.is_full()) return false;
    if (!filter.matches(row)) return true;
    if (filter.is_shown(row))
      lister.add(row);
    else
      ++quiet;
    return true;
  };
  TRY(log.list(filter.which(), visit, filter.kinds()));
  size_t count = lister.count(), new_ones = lister.new_ones();
  TRY(write_output("", lister.take()));
  if (!options.quiet) {
    std::string line = fmt::format("{} finding{}", count, count == 1 ? "" : "s");
    if (last > 1 && new_ones > 0) line += fmt::format(", {} new", new_ones);
    if (quiet > 0) line += fmt::format("; {} quiet (--all shows them)", quiet);
    fmt::print(stderr, "{}\n", line);
  }
  return count == 0 ? kClean : kFindings;
}

std::string spell_milliseconds(uint64_t milliseconds) {
  return fmt::format("{:.1f} s", static_cast<double>(milliseconds) / 1000);
}

Result<void> list_runs(const Options& options) {
  OpenLog open = TRY(open_log(options, store::Store::Mode::Read));
  store::FindingLog log(open.store);
  std::string text;
  for (const store::RunRecord& run : TRY(log.runs(options.verbose ? 0 : 20))) {
    text += fmt::format("{:>5}  {}  {:>8}  {:>6} findings  {:<12}  assay {}\n", run.id,
                        spell_time(run.began), spell_milliseconds(run.milliseconds), run.findings,
                        run.revision.empty() ? "-" : run.revision.substr(0, 12),
                        output::inert(run.options));
    if (!options.verbose) continue;
    text += fmt::format("       {} units, {} functions; engines {}; assay {}\n", run.units,
                        run.functions, run.engines, run.version);
    for (const store::Phase& phase : TRY(log.phases(run.id)))
      text += fmt::format("       {:>8}  {}\n", spell_milliseconds(phase.milliseconds), phase.name);
    for (const store::Stop& stop : TRY(log.stops(run.id)))
      text += fmt::format("       not finished: {}: {}\n", output::inert(stop.file),
                          output::inert(stop.why));
  }
  return write_output("", text);
}

}  // namespace

int run_findings(const Options& options) {
  Result<int> code = list_findings(options);
  return code ? code.value() : fail(code.error());
}

int run_runs(const Options& options) {
  Result<void> done = list_runs(options);
  return done ? static_cast<int>(kClean) : fail(done.error());
}

}  // namespace assay::cli
