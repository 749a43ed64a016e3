#include <algorithm>
#include <set>
#include <span>
#include <utility>

#include "frontend/clang_module.h"
#include "frontend/command.h"
#include "frontend/compile_kind.h"
#include "frontend/known_flags.h"
#include "frontend/remembered_plan.h"
#include "frontend/toolchain.h"

namespace assay::frontend {
namespace {

// Errors of Clang that GCC 12 only warns about in C, or accepts.
constexpr const char* kAcceptedByGcc[] = {
    "-Wimplicit-function-declaration",
    "-Wimplicit-int",
    "-Wint-conversion",
    "-Wincompatible-pointer-types",
    "-Wincompatible-function-pointer-types",
    "-Wreturn-mismatch",
    // Part of the above, and never an error.
    "-Wno-incompatible-pointer-types-discards-qualifiers",
};

/// The value of a flag whose option takes one, joined or separate.
std::string flag_value(const Flag& flag) {
  if (flag.words.size() > 1) return flag.words.back();
  return flag.words[0].substr(std::min(flag.words[0].size(), flag.name.size()));
}

/// The flags of one command, by what becomes of them.
struct SortedFlags {
  std::vector<std::string> paths;
  std::vector<const Flag*> tried;
  std::vector<const Flag*> machine;  // those of `tried` that are in `asked` too
  std::vector<std::string> asked;    // of the real compiler
  bool may_be_relative = false;      // one may name a file of the command's directory
};

bool is_directory_flag(std::string_view name) {
  return name == "-I" || name == "-isystem" || name == "-iquote" || name == "-idirafter";
}

bool is_macro_flag(std::string_view name) { return name == "-D" || name == "-U"; }

void add_path_flag(const Flag& flag, SortedFlags& sorted) {
  sorted.may_be_relative |= !is_macro_flag(flag.name) && !flag_value(flag).starts_with('/');
  // The Linux kernel names GCC's own headers; Clang reads only its own.
  if (is_directory_flag(flag.name) && is_builtin_include(flag_value(flag))) {
    std::string own = clang_resource_directory() + "/include";
    sorted.paths.insert(sorted.paths.end(), {flag.name, own});
    return;
  }
  sorted.paths.insert(sorted.paths.end(), flag.words.begin(), flag.words.end());
}

/// Flags with a path in them are asked with an absolute one, as the compiler is asked elsewhere.
std::vector<std::string> asked_words(const Flag& flag, const std::string& directory) {
  std::string value = flag_value(flag);
  bool is_root = flag.name == "--sysroot" || flag.name == "-isysroot";
  if (!is_root || value.starts_with("=") == value.starts_with("/")) return flag.words;
  if (value.starts_with('=')) value.erase(0, 1);
  if (!value.starts_with('/')) value = directory + "/" + value;
  if (flag.name == "--sysroot") return {"--sysroot=" + value};
  return {flag.name, value};
}

SortedFlags sort_by_use(const std::vector<Flag>& flags, const CompileCommand& command,
                        const Toolchains& toolchains, PreparedCommand& prepared) {
  SortedFlags sorted;
  for (const Flag& flag : flags) {
    bool is_tried = flag.use == FlagUse::Dialect || flag.use == FlagUse::Machine;
    bool has_value = flag.words.size() > 1 || flag.words[0].find('=') != std::string::npos;
    sorted.may_be_relative |= is_tried && has_value && flag.name != "-std";
    if (flag.use == FlagUse::Reported || flag.use == FlagUse::Foreign) {
      ++prepared.dropped[flag.name];
    }
    switch (flag.use) {
      case FlagUse::Paths:
        add_path_flag(flag, sorted);
        break;
      case FlagUse::Dialect:
        sorted.tried.push_back(&flag);
        break;
      case FlagUse::Machine:
        sorted.tried.push_back(&flag);
        sorted.machine.push_back(&flag);
        [[fallthrough]];
      case FlagUse::Headers: {
        auto words = asked_words(flag, command.directory);
        sorted.asked.insert(sorted.asked.end(), words.begin(), words.end());
        break;
      }
      case FlagUse::Foreign: {
        // A specs file tells GCC what to start: one from the project is not followed.
        std::string value = flag.words.back().substr(flag.words.back().find('=') + 1);
        bool is_path = value.find('/') != std::string::npos;
        if (is_path && (!value.starts_with('/') || toolchains.is_inside_project(value))) break;
        sorted.asked.insert(sorted.asked.end(), flag.words.begin(), flag.words.end());
        break;
      }
      case FlagUse::Dropped:
      case FlagUse::Reported:
        break;
    }
  }
  return sorted;
}

// Processes at once; a build with more compilers is long enough to ask the others later.
constexpr size_t kMostAhead = 2;
constexpr size_t kLookedAt = 100;  // commands; the others look like these

/// The flags that a compiler will be asked with, where that can be told without Clang's table.
std::optional<std::vector<std::string>> plain_question(const std::vector<std::string>& arguments) {
  std::vector<std::string> asked;
  for (size_t i = 1; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    if (word.starts_with("-std=") || word == "-ansi") {
      asked.emplace_back(word);
      continue;
    }
    // Machines, roots, targets, wrapped flags: better asked once and right.
    for (std::string_view other : {"--", "-m", "-isysroot", "-target", "-stdlib", "-nostd",
                                   "-nobuiltininc", "-specs", "-gcc-", "-X", "-Wp,", "-Wc,"})
      if (word.starts_with(other)) return std::nullopt;
  }
  return asked;
}

Hash command_key(const PreparedCommand& command, bool may_be_relative) {
  std::string text = (may_be_relative ? command.directory : "") + '\0' + command.file;
  for (const std::string& word : command.arguments) (text += '\0') += word;
  return hash_bytes(text);
}

}  // namespace

struct CommandAdapter::State {
  Toolchains toolchains;
  std::string project;
  CompilerMemory memory;
};

CommandAdapter::CommandAdapter(std::string project, CompilerMemory memory)
    : state_(new State{Toolchains(project), project, {}}) {
  remember_in(std::move(memory));
}
CommandAdapter::~CommandAdapter() = default;
CommandAdapter::CommandAdapter(CommandAdapter&&) noexcept = default;
CommandAdapter& CommandAdapter::operator=(CommandAdapter&&) noexcept = default;

void CommandAdapter::remember_in(CompilerMemory memory) {
  state_->toolchains.remember_in(memory);
  state_->memory = std::move(memory);
}

void CommandAdapter::ask_ahead(const std::vector<CompileCommand>& commands) {
  std::set<std::vector<std::string>> seen;
  for (const CompileCommand& command :
       std::span(commands).first(std::min(commands.size(), kLookedAt))) {
    if (!command.problem.empty() || command.arguments.empty()) continue;
    std::optional<std::vector<std::string>> flags = plain_question(command.arguments);
    if (!flags) continue;
    CompileKind kind = compile_kind(command.arguments, command.file);
    if (!kind.reason.empty()) continue;
    std::vector<std::string> question = *flags;
    question.insert(question.end(), {command.arguments[0], is_cxx(kind.language) ? "c++" : "c"});
    if (!seen.insert(std::move(question)).second) continue;
    state_->toolchains.ask_ahead(command.arguments[0], command.directory, *flags, kind.language);
    if (seen.size() == kMostAhead) return;
  }
}

Result<PreparedCommand> CommandAdapter::prepare(const CompileCommand& command) {
  if (!command.problem.empty()) return input_error("{}", command.problem);
  if (command.arguments.empty()) return input_error("{}: an empty command", command.file);
  CompileKind kind = compile_kind(command.arguments, command.file);
  if (!kind.reason.empty()) {
    return input_error("{}: no compilation: {}", command.file, kind.reason);
  }
  TRY(load_clang());
  PreparedCommand prepared;
  prepared.directory = command.directory;
  prepared.file = command.file;
  std::vector<Flag> flags = sort_flags(command.arguments);
  Toolchains& toolchains = state_->toolchains;
  SortedFlags sorted = sort_by_use(flags, command, toolchains, prepared);
  const Toolchain& toolchain = toolchains.toolchain(command.arguments[0], command.directory,
                                                    sorted.asked, sorted.machine, kind.language);
  const AcceptedFlags& accepted =
      toolchains.accepted_flags(sorted.tried, toolchain.target, kind.language);
  for (const std::string& note : toolchain.notes) ++prepared.dropped[note];
  for (const std::string& name : accepted.rejected) ++prepared.dropped[name];

  std::vector<std::string>& out = prepared.arguments;
  auto add = [&](const std::vector<std::string>& words) {
    out.insert(out.end(), words.begin(), words.end());
  };
  out = {"clang", "-fsyntax-only", "-x", std::string(language_name(kind.language))};
  if (!toolchain.target.empty()) out.push_back("--target=" + toolchain.target);
  add({"-resource-dir", clang_resource_directory()});
  if (!accepted.has_standard && !toolchain.standard.empty()) {
    out.push_back("-std=" + toolchain.standard);
  }
  add(accepted.words);
  // Before the command's own, which may undefine them.
  add(toolchain.predefines);
  add(sorted.paths);
  // After the command's own -isystem, as the compiler's search has it.
  add(toolchain.includes);
  add({"-D__clang_analyzer__=1", "-D__assay__=1", "-Wno-everything"});
  if (!is_cxx(kind.language))
    out.insert(out.end(), std::begin(kAcceptedByGcc), std::end(kAcceptedByGcc));
  // A misspelt name stays an error: a guess of Clang's is not the program.  GCC nests without
  // limit, and evaluates longer at compile time.
  add({"-ferror-limit=0", "-fno-spell-checking", "-fbracket-depth=10000"});
  if (is_cxx(kind.language)) out.emplace_back("-fconstexpr-steps=33554432");
  out.push_back(command.file);
  prepared.key = command_key(prepared, sorted.may_be_relative);
  return prepared;
}

std::optional<std::vector<CommandPlan>> CommandAdapter::remembered_plan(
    const std::vector<CompileCommand>& commands) {
  if (!state_->memory.recall) return std::nullopt;
  std::optional<Bytes> answer = state_->memory.recall(plan_question(commands, state_->project));
  std::optional<RememberedPlan> known = answer ? read_plan(*answer) : std::nullopt;
  bool holds =
      known && known->plans.size() == commands.size() &&
      std::all_of(known->asked.begin(), known->asked.end(),
                  [&](const AskedCompiler& each) { return state_->toolchains.still_says(each); });
  if (!holds) return std::nullopt;
  return std::move(known->plans);
}

std::vector<CommandPlan> CommandAdapter::plan(const std::vector<CompileCommand>& commands,
                                              const std::function<bool()>& stop) {
  if (std::optional<std::vector<CommandPlan>> known = remembered_plan(commands))
    return std::move(*known);
  std::vector<CommandPlan> plans;
  plans.reserve(commands.size());
  for (const CompileCommand& command : commands) {
    if (stop && stop()) return plans;
    CommandPlan plan;
    Result<PreparedCommand> prepared = prepare(command);
    if (prepared.ok()) {
      plan.key = prepared.value().key;
      plan.dropped = prepared.value().dropped;
      plan.prepared = prepared.take();
    } else {
      plan.problem = prepared.error();
    }
    plans.push_back(std::move(plan));
  }
  const CompilerMemory& memory = state_->memory;
  const auto& keep = memory.keep_plan ? memory.keep_plan : memory.keep;
  if (keep)
    keep(plan_question(commands, state_->project), write_plan(state_->toolchains.asked(), plans));
  return plans;
}

}  // namespace assay::frontend
