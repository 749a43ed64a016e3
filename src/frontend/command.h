// Compile commands: where they come from, and what Clang is given in their place.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"

namespace assay::frontend {

/// One entry of compile_commands.json, without launchers: `arguments` starts with the compiler,
/// and holds no @response files any more.
struct CompileCommand {
  std::string directory;  // absolute
  std::string file;       // absolute
  std::string output;     // as written; may be empty
  std::vector<std::string> arguments;
  std::string problem;  // why it cannot be compiled: it is listed, and fails; empty: it can

  friend auto operator<=>(const CompileCommand&, const CompileCommand&) = default;
};

struct CommandList {
  std::vector<CompileCommand> commands;     // in the file's order, exact duplicates once
  std::map<std::string, uint64_t> skipped;  // entries that are no C or C++ compilation, by reason
};

/// Reads `compile_commands.json`: both forms (arguments, command), relative paths, @response
/// files, several entries per file.  Errors name the file, the entry (from 0) and what is wrong
/// with it.  A database whose entries are all skipped is no error: the list says why.
Result<CommandList> read_compilation_database(const std::string& path);

/// Finds the database for a directory: in it, then in its `build*/` (sorted; more than one is an
/// error that names them).
Result<std::string> find_compilation_database(const std::string& directory);

/// The command for a plain source file: `cc` or `c++` by its suffix, then `flags`.  Where these
/// begin with a program, as build tools pass a whole command on, they are the command.
Result<CompileCommand> command_for_source(const std::string& file,
                                          const std::vector<std::string>& flags);

/// A command ready for Clang's libraries: nothing in it that Clang does not know.
struct PreparedCommand {
  std::string directory;
  std::string file;
  std::vector<std::string> arguments;       // clang driver arguments, from argv[0]
  std::map<std::string, uint64_t> dropped;  // flags left out that may matter, by name; and notes
  Hash key;                                 // of all that decides the result but the files' content
};

/// What a command comes to: enough to tell whether its unit still stands.
struct CommandPlan {
  Hash key;                                 // as PreparedCommand has it
  std::map<std::string, uint64_t> dropped;  // likewise
  std::string problem;                      // why it cannot be prepared; empty: it can
  std::optional<PreparedCommand> prepared;  // where that was necessary to make the plan
};

/// Answers of compilers, Clang among them, that outlive this process: a question holds all that
/// decides its answer.
struct CompilerMemory {
  std::function<std::optional<Bytes>(const Hash& question)> recall;
  std::function<void(const Hash& question, const Bytes& answer)> keep;
  // For what commands came to, which only the same project asks again; none: `keep`.
  std::function<void(const Hash& question, const Bytes& answer)> keep_plan = nullptr;
};

/// Adapts commands; asks each distinct compiler and language once and remembers the answer.
/// Starts programs (the real compiler), so it runs in the coordinator, never in a worker.
///
/// Warnings are off in what it returns, but for those that stand for errors which GCC would not
/// have reported: they arrive as warnings, so that they can be counted.
class CommandAdapter {
 public:
  /// Compilers inside `project` are not started: what is analysed is never executed.  Empty:
  /// every compiler is trusted.
  explicit CommandAdapter(std::string project = {}, CompilerMemory memory = {});
  ~CommandAdapter();
  CommandAdapter(CommandAdapter&&) noexcept;
  CommandAdapter& operator=(CommandAdapter&&) noexcept;

  void remember_in(CompilerMemory memory);

  /// Starts compilers that will be asked, so that they answer while the caller is busy with
  /// something else.  A guess: nothing depends on it but time.
  void ask_ahead(const std::vector<CompileCommand>& commands);

  Result<PreparedCommand> prepare(const CompileCommand& command);

  /// What plan() would say, where that is remembered and still holds.
  std::optional<std::vector<CommandPlan>> remembered_plan(
      const std::vector<CompileCommand>& commands);

  /// What prepare() says to each command.  All of it is remembered together: where neither the
  /// commands nor what their compilers say has changed since, Clang is not even loaded.  Shorter
  /// than `commands` if `stop` says so.
  std::vector<CommandPlan> plan(const std::vector<CompileCommand>& commands,
                                const std::function<bool()>& stop = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace assay::frontend
