#include "cli/baseline.h"

#include <filesystem>

#include "cli/git.h"
#include "cli/temporary_folder.h"
#include "output/source_text.h"

namespace assay::cli {
namespace {

Inputs inputs_of_tree(const Inputs& inputs, const std::string& repository,
                      const std::string& tree) {
  Inputs moved;
  moved.root = in_other_tree(inputs.root, repository, tree);
  for (frontend::CompileCommand command : inputs.commands) {
    std::string file = in_other_tree(command.file, repository, tree);
    std::error_code error;
    // A file that the revision did not have brings no findings into the baseline.
    if (file == command.file && file.starts_with(repository + "/")) continue;
    command.file = file;
    command.directory = in_other_tree(command.directory, repository, tree);
    for (std::string& word : command.arguments) word = in_other_tree(word, repository, tree);
    moved.commands.push_back(std::move(command));
  }
  return moved;
}

}  // namespace

std::string in_other_tree(const std::string& text, const std::string& repository,
                          const std::string& tree) {
  if (text == repository) return tree;
  std::string prefix = repository + "/";
  size_t at = text.find(prefix);
  if (at == std::string::npos) return text;
  std::string moved = tree + "/" + text.substr(at + prefix.size());
  std::error_code error;
  if (!std::filesystem::exists(moved, error)) return text;
  return text.substr(0, at) + moved;
}

Result<std::vector<findings::KnownFinding>> findings_at(const Options& options,
                                                        const Inputs& inputs,
                                                        const std::string& revision) {
  std::string repository = TRY(run_git(inputs.root, {"rev-parse", "--show-toplevel"}));
  std::string commit = TRY(find_commit(repository, revision));
  TemporaryFolder scratch = TRY(TemporaryFolder::make());
  Worktree tree = TRY(Worktree::make(repository, commit, scratch.path() + "/tree"));
  Inputs moved = inputs_of_tree(inputs, repository, tree.path());
  std::vector<findings::KnownFinding> found;
  if (moved.commands.empty()) return found;
  Options other = options;
  other.db = scratch.path() + "/assay.db";
  other.quiet = true;
  other.baseline_commit.clear();
  CheckedProgram program = TRY(check_program(other, std::move(moved)));
  if (program.interrupted) return input_error("interrupted");
  output::SourceText source(program.report);
  for (const findings::IdentifiedFinding& each : program.report.findings) {
    const findings::Location& where = each.finding.where;
    uint64_t context = findings::context_of(source.line(where.file, where.line).value_or(""),
                                            each.finding.variables);
    found.push_back({.likeness = likeness_of(each, tree.path(), context)});
  }
  return found;
}

std::string baseline_text(const output::Report& report, const Judgement& judgement) {
  std::vector<findings::KnownFinding> known;
  for (size_t i = 0; i < report.findings.size(); ++i) {
    findings::KnownFinding each;
    each.likeness = judgement.likenesses[i];
    each.state = report.findings[i].status.state;
    each.note = report.findings[i].status.note;
    known.push_back(std::move(each));
  }
  return findings::write_known(findings::KnownFile::Baseline, std::move(known));
}

}  // namespace assay::cli
