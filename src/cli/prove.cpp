// `assay prove FILE.smt2…`: answers the questions of SMT-LIB scripts, like a solver of its own.
#include <algorithm>
#include <cstdio>
#include <optional>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/out_of_memory.h"
#include "cli/prove_model.h"
#include "frontend/read_file.h"
#include "logic/prover.h"
#include "logic/query_recorder.h"
#include "logic/smtlib_print.h"
#include "logic/smtlib_read.h"

namespace assay::cli {
namespace {

using logic::SmtCommand;
using logic::SmtValue;
using logic::Term;

Result<std::string> read_standard_input() {
  std::string text;
  char buffer[1 << 16];
  while (size_t count = std::fread(buffer, 1, sizeof buffer, stdin)) text.append(buffer, count);
  if (std::ferror(stdin) != 0) return input_error("cannot read standard input");
  return text;
}

Result<std::string> read_script(const std::string& path) {
  if (path == "-") return read_standard_input();
  Result<std::string> text = frontend::read_file(path);
  if (!text) return input_error("{}: {}", path, text.error());
  return text;
}

/// Runs the commands of one script.
class Session {
 public:
  Session(const Options& options, std::string file, logic::QueryRecorder* recorder)
      : options_(options), file_(std::move(file)), prover_(pool_, {.recorder = recorder}) {}

  /// Answers go to `output` as they come; the exit code.  An error: the script was answered up to
  /// there.
  Result<int> run(std::string_view text, std::string& output);

 private:
  void step(const SmtCommand& command, std::string& output);
  void check(const SmtCommand& command, std::string& output);
  std::string values(const SmtCommand& command) const;
  std::string unsat_assumptions() const;
  std::string model_text(const SmtCommand& command) const {
    auto number = static_cast<size_t>(&command - script_.commands.data());
    return print_model(pool_, script_, number, model_);
  }
  std::string unsat_core() const;
  /// A command at the wrong place: said as the standard wants it, and the script goes on.
  void misplaced(const SmtCommand& command, std::string_view wanted, std::string& output);

  const Options& options_;
  std::string file_;
  logic::TermPool pool_;
  logic::Prover prover_;
  logic::SmtScript script_;
  struct Assertion {
    Term term;
    std::string_view name;  // empty: none
  };
  std::vector<Assertion> assertions_;
  std::vector<size_t> levels_;  // how many assertions there were
  logic::Answer answer_;        // of the last check
  bool has_answer_ = false;     // nothing was asserted since
  logic::Assignment model_;
  const SmtCommand* question_ = nullptr;
  bool all_answered_ = true;
  bool has_mistake_ = false;
};

Result<int> Session::run(std::string_view text, std::string& output) {
  script_ = logic::read_smtlib_so_far(pool_, file_, text);
  for (const SmtCommand& command : script_.commands) step(command, output);
  if (script_.mistake) return *script_.mistake;
  return has_mistake_ ? kCouldNot : all_answered_ ? kClean : kIncomplete;
}

void Session::misplaced(const SmtCommand& command, std::string_view wanted, std::string& output) {
  has_mistake_ = true;
  output += fmt::format("(error \"{}:{}:{}: only right after {}\")\n", file_, command.place.line,
                        command.place.column, wanted);
}

void Session::step(const SmtCommand& command, std::string& output) {
  switch (command.kind) {
    case SmtCommand::CheckSat:
      return check(command, output);
    case SmtCommand::GetModel:
    case SmtCommand::GetValue:
      if (!has_answer_ || !answer_.sat()) {
        return misplaced(command, "a check-sat that said sat", output);
      }
      output += command.kind == SmtCommand::GetValue ? values(command) : model_text(command);
      return;
    case SmtCommand::GetUnsatAssumptions:
    case SmtCommand::GetUnsatCore:
      if (!has_answer_ || !answer_.unsat()) {
        return misplaced(command, "a check that said unsat", output);
      }
      output += command.kind == SmtCommand::GetUnsatCore ? unsat_core() : unsat_assumptions();
      return;
    case SmtCommand::Echo:
      output += fmt::format("{}\n", command.texts.front());
      return;
    case SmtCommand::Assert:
      assertions_.push_back({command.values.front().term,
                             command.texts.empty() ? "" : std::string_view(command.texts.front())});
      break;
    case SmtCommand::Push:
      levels_.insert(levels_.end(), command.count, assertions_.size());
      break;
    case SmtCommand::Pop:
      if (command.count == 0) break;
      assertions_.resize(levels_[levels_.size() - command.count]);
      levels_.resize(levels_.size() - command.count);
      break;
    case SmtCommand::ResetAssertions:
      assertions_.clear();
      levels_.clear();
      break;
    case SmtCommand::Exit:
      return;
  }
  has_answer_ = false;
}

void Session::check(const SmtCommand& command, std::string& output) {
  std::vector<Term> parts;
  for (const Assertion& assertion : assertions_) parts.push_back(assertion.term);
  for (const SmtValue& value : command.values) parts.push_back(value.term);
  answer_ = prover_.check(parts, {.conflicts = options_.conflicts});
  has_answer_ = true;
  question_ = &command;
  switch (answer_.verdict) {
    case logic::Verdict::Sat:
      model_ = prover_.model();
      output += "sat\n";
      if (options_.with_model) output += model_text(command);
      break;
    case logic::Verdict::Unsat:
      output += "unsat\n";
      break;
    case logic::Verdict::Unknown:
      all_answered_ = false;
      output += "unknown\n";
      if (!options_.quiet) {
        note(fmt::format("{}:{}:{}: unknown: {}", file_, command.place.line, command.place.column,
                         answer_.reason));
      }
      break;
  }
}

std::string Session::values(const SmtCommand& command) const {
  std::string text = "(";
  for (size_t i = 0; i < command.values.size(); ++i) {
    if (i > 0) text += "\n ";
    text += fmt::format("({} {})", command.texts[i], print_value(pool_, command.values[i], model_));
  }
  return text + ")\n";
}

std::string Session::unsat_assumptions() const {
  std::string text = "(";
  for (size_t i = 0; i < question_->values.size(); ++i) {
    Term assumed = question_->values[i].term;
    bool is_used =
        std::find(answer_.core.begin(), answer_.core.end(), assumed) != answer_.core.end();
    if (is_used) text += fmt::format("{}{}", text.size() > 1 ? " " : "", question_->texts[i]);
  }
  return text + ")\n";
}

/// Assertions without a name count, and are not listed.
std::string Session::unsat_core() const {
  std::string text = "(";
  for (const Assertion& assertion : assertions_) {
    bool is_used =
        std::find(answer_.core.begin(), answer_.core.end(), assertion.term) != answer_.core.end();
    if (!is_used || assertion.name.empty()) continue;
    text += fmt::format("{}{}", text.size() > 1 ? " " : "", logic::smtlib_symbol(assertion.name));
  }
  return text + ")\n";
}

Result<int> prove_files(const Options& options) {
  int worst = kClean;
  std::optional<logic::QueryRecorder> recorder;
  if (!options.record_queries.empty())
    recorder = TRY(logic::QueryRecorder::open(options.record_queries));
  for (const std::string& path : options.paths) {
    std::string text = TRY(read_script(path));
    std::string output;
    Session session(options, path == "-" ? "standard input" : path,
                    recorder ? &*recorder : nullptr);
    Result<int> done = session.run(text, output);
    // What was answered before the mistake stands.
    TRY(write_output("", output));
    int code = done ? done.value() : fail(done.error());
    // A mistake outweighs an open question.
    if (worst != kCouldNot && code != kClean) worst = code;
  }
  if (recorder) TRY(recorder->finish());
  return worst;
}

}  // namespace

int run_prove(const Options& options) {
  say_when_memory_ends();
  Result<int> code = prove_files(options);
  return code ? code.value() : fail(code.error());
}

}  // namespace assay::cli
