#include "cli/judge.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "base/nearest.h"
#include "cli/baseline.h"
#include "cli/rule_catalog.h"
#include "findings/glob.h"
#include "findings/suppressions.h"
#include "output/source_text.h"

namespace assay::cli {
namespace {

using findings::IdentifiedFinding;
using findings::Likeness;

findings::Level level_of(const output::Report& report, std::string_view kind) {
  const findings::KindInfo* info = report.find_kind(kind);
  return info != nullptr ? info->level : findings::Level::Warning;
}

std::vector<Likeness> likenesses_of(const output::Report& report, const std::string& root) {
  output::SourceText source(report);
  std::vector<Likeness> likenesses;
  likenesses.reserve(report.findings.size());
  for (const IdentifiedFinding& each : report.findings) {
    const findings::Location& where = each.finding.where;
    uint64_t context = findings::context_of(source.line(where.file, where.line).value_or(""),
                                            each.finding.variables);
    likenesses.push_back(likeness_of(each, root, context));
  }
  return likenesses;
}

// What was marked in one version stays so in the next.
Result<void> follow_history(store::FindingLog& log, const std::string& root,
                            CheckedProgram& program, Judgement& judgement) {
  output::Report& report = program.report;
  const std::vector<Likeness>& now = judgement.likenesses;
  std::vector<store::LoggedFinding> known = TRY(log.known());
  store::RunId last = TRY(log.last_run());
  // What stands in files that were not looked at goes on by itself, and as nothing else.
  if (!program.focus.empty()) {
    std::map<std::string, bool> elsewhere;
    std::erase_if(known, [&](const store::LoggedFinding& each) {
      const std::string& file = each.likeness.file;
      if (each.last_run == 0 || each.last_run < last || program.read_files.contains(file))
        return false;
      auto [found, is_new] = elsewhere.try_emplace(file);
      std::error_code ignored;
      if (is_new) found->second = std::filesystem::exists(file, ignored);
      return found->second;
    });
  }
  std::vector<Likeness> before;
  before.reserve(known.size());
  for (const store::LoggedFinding& each : known) {
    before.push_back(each.likeness);
    before.back().file = output::relative_path(before.back().file, root);
  }
  std::vector<bool> goes_on(known.size());
  judgement.continues.resize(now.size());
  std::vector<std::optional<size_t>> matched = findings::match(before, now);
  for (size_t i = 0; i < now.size(); ++i) {
    if (!matched[i]) continue;
    const store::LoggedFinding& old = known[*matched[i]];
    goes_on[*matched[i]] = true;
    judgement.continues[i] = old.id;
    if (old.marked == 0) continue;
    findings::Status& status = report.findings[i].status;
    status.state = old.state;
    status.note = old.note;
    status.marked = true;
  }
  if (program.focus.empty()) return {};
  // A header's functions may be of a unit that was not looked at: there, nothing is missing.
  judgement.missing.emplace();
  if (program.is_alone) return {};  // what only the whole program shows was not looked for
  for (size_t i = 0; i < known.size(); ++i) {
    const std::string& file = known[i].likeness.file;
    bool is_looked_at = program.focus.contains(file) || !program.read_files.contains(file);
    if (!goes_on[i] && known[i].last_run == last && is_looked_at)
      judgement.missing->push_back(known[i].id);
  }
  return {};
}

/// What there is to say about comments, by what the run looked for.
class CommentCritic {
 public:
  CommentCritic(const Options& options, const CheckedProgram& program,
                std::vector<CommentProblem>& problems)
      : with_foreign_(options.unused_comments), sought_(program.sought), problems_(problems) {
    for (const findings::KindInfo& kind : findings::kinds()) known_.push_back(kind.id);
    for (const findings::KindInfo& kind : shipped_kinds()) known_.push_back(kind.id);
    for (const std::string& kind : sought_) known_.push_back(kind);
  }

  void judge(const std::string& file, const std::vector<findings::Suppression>& list) {
    for (const findings::Suppression& each : list) {
      where_ = {file, each.line, each.column, each.line, each.column};
      if (!each.mistake.empty()) complain(each, each.mistake);
      if (each.first == 0 && !each.mistake.empty()) continue;
      if (each.used || !(each.is_ours || with_foreign_)) continue;
      if (each.is_ours && names_nothing(each)) continue;
      if (is_sought(each)) complain(each, "silences nothing");
    }
  }

 private:
  void complain(const findings::Suppression& each, const std::string& what) {
    problems_.push_back({where_, fmt::format("{} {}", each.spelling, what)});
  }

  bool names_nothing(const findings::Suppression& each) {
    if (sought_.contains("*")) return false;
    for (const std::string& kind : each.kinds) {
      bool known = std::any_of(known_.begin(), known_.end(), [&](std::string_view name) {
        return findings::glob_matches(kind, name);
      });
      if (known) continue;
      complain(each, fmt::format("names '{}', and no kind is called so{}", kind,
                                 suggestion(kind, known_)));
      return true;
    }
    return false;
  }

  // A comment about what this run did not look for may be of use in another.
  bool is_sought(const findings::Suppression& each) const {
    if (each.kinds.empty() || sought_.contains("*")) return true;
    return std::any_of(each.kinds.begin(), each.kinds.end(), [&](const std::string& kind) {
      return std::any_of(sought_.begin(), sought_.end(), [&](const std::string& name) {
        return findings::glob_matches(kind, name);
      });
    });
  }

  bool with_foreign_;
  const std::set<std::string>& sought_;
  std::vector<CommentProblem>& problems_;
  std::vector<std::string_view> known_;
  findings::Location where_;
};

// Every file of the program is looked at, so that a comment that is of no use any more shows.
Result<void> silence_by_comments(const Options& options, CheckedProgram& program,
                                 std::vector<CommentProblem>& problems) {
  output::Report& report = program.report;
  store::StoredInputs inputs = TRY(program.store->inputs());
  std::vector<std::string> files;
  for (store::StoredFile& file : inputs.files)
    if (program.focus.empty() || program.read_files.contains(file.path))
      files.push_back(std::move(file.path));
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  CommentCritic critic(options, program, problems);
  auto level = [&](std::string_view kind) { return level_of(report, kind); };
  for (const std::string& file : files) {
    std::optional<std::string> text = report.source(file);
    if (!text) continue;
    std::vector<findings::Suppression> list = findings::read_suppressions(*text);
    if (list.empty()) continue;
    // Findings stand in the order of their files.
    auto [begin, end] = std::equal_range(
        report.findings.begin(), report.findings.end(), file, [](const auto& a, const auto& b) {
          auto name = [](const auto& x) -> const std::string& {
            if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::string>)
              return x;
            else
              return x.finding.where.file;
          };
          return name(a) < name(b);
        });
    findings::silence(list, std::span(begin, end), level);
    // What a header's comment silences may stand in a unit that was not looked at.
    if (program.focus.empty() || program.focus.contains(file)) critic.judge(file, list);
  }
  return {};
}

// `is_elsewhere`, of a file relative to the repository: what it has was not looked for.
template <class IsElsewhere>
void compare_with(const std::vector<findings::KnownFinding>& baseline,
                  const std::vector<Likeness>& now, const IsElsewhere& is_elsewhere,
                  output::Report& report) {
  std::vector<Likeness> before;
  for (const findings::KnownFinding& each : baseline)
    if (!is_elsewhere(each.likeness.file)) before.push_back(each.likeness);
  std::vector<std::optional<size_t>> matched = findings::match(before, now);
  for (size_t i = 0; i < now.size(); ++i)
    report.findings[i].status.novelty =
        matched[i] ? findings::Novelty::Known : findings::Novelty::New;
}

}  // namespace

Likeness likeness_of(const IdentifiedFinding& finding, const std::string& root, uint64_t context) {
  const findings::Finding& f = finding.finding;
  Likeness likeness;
  likeness.identity = likeness.fingerprint = finding.identity;
  likeness.kind = f.kind;
  likeness.function = f.function_symbol.empty() ? f.function : f.function_symbol;
  likeness.variables = findings::joined_variables(f.variables);
  likeness.file = output::relative_path(f.where.file, root);
  likeness.line = f.where.line;
  likeness.context = context;
  return likeness;
}

Result<size_t> import_marks(store::FindingLog& log,
                            const std::vector<findings::KnownFinding>& marks,
                            const std::string& root) {
  std::vector<store::LoggedFinding> known = TRY(log.known());
  std::vector<Likeness> before, now;
  for (const store::LoggedFinding& each : known) {
    before.push_back(each.likeness);
    // A file of marks names what `assay findings` shows.
    before.back().fingerprint = before.back().identity;
    before.back().file = output::relative_path(before.back().file, root);
  }
  for (const findings::KnownFinding& each : marks) now.push_back(each.likeness);
  std::vector<std::optional<size_t>> matched = findings::match(before, now);
  size_t taken = 0;
  for (size_t i = 0; i < marks.size(); ++i) {
    const findings::KnownFinding& mark = marks[i];
    if (matched[i] && known[*matched[i]].marked >= mark.time) continue;
    store::FindingId id = matched[i] ? known[*matched[i]].id : TRY(log.put_unseen(mark));
    TRY(log.mark(id, {mark.state, mark.time, mark.note}));
    ++taken;
  }
  return taken;
}

Result<std::string> read_text_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return input_error("{}: {}", path, std::strerror(errno));
  std::ostringstream text;
  text << stream.rdbuf();
  if (stream.bad()) return input_error("{}: cannot be read", path);
  return std::move(text).str();
}

Result<Judgement> judge(const Options& options, CheckedProgram& program) {
  output::Report& report = program.report;
  std::string root = repository_root(program.inputs.root);
  store::FindingLog log(*program.store);
  if (!options.marks_file.empty()) {
    std::string text = TRY(read_text_file(options.marks_file));
    TRY(import_marks(log, TRY(findings::read_known(text, options.marks_file)), root));
  }
  Judgement judgement;
  judgement.likenesses = likenesses_of(report, root);
  TRY(follow_history(log, root, program, judgement));
  TRY(silence_by_comments(options, program, judgement.problems));
  auto is_elsewhere = [&](const std::string& file) {
    std::error_code ignored;
    std::string path = std::filesystem::path(root) / file;
    return !program.focus.empty() && !program.read_files.contains(path) &&
           std::filesystem::exists(path, ignored);
  };
  if (!options.baseline.empty()) {
    std::string text = TRY(read_text_file(options.baseline));
    compare_with(TRY(findings::read_known(text, options.baseline)), judgement.likenesses,
                 is_elsewhere, report);
  } else if (!options.baseline_commit.empty()) {
    compare_with(TRY(findings_at(options, program.inputs, options.baseline_commit)),
                 judgement.likenesses, is_elsewhere, report);
  }
  return judgement;
}

}  // namespace assay::cli
