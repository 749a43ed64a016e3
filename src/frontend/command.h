// Compile commands: where they come from, and what Clang is given in their place.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/result.h"

namespace assay::frontend {

/// One entry of compile_commands.json: `arguments` starts with the compiler.
struct CompileCommand {
  std::string directory;   // absolute
  std::string file;        // absolute
  std::string output;      // as written; may be empty
  std::vector<std::string> arguments;
};

struct CommandList {
  std::vector<CompileCommand> commands;        // in the file's order, exact duplicates once
  std::map<std::string, uint64_t> skipped;     // entries that are no C or C++ compilation, by reason
};

/// Reads `compile_commands.json`: both forms (arguments, command), relative paths, @response
/// files, several entries per file.  Errors name the file, the entry and what is wrong with it.
Result<CommandList> read_compilation_database(const std::string& path);

/// Finds the database for a directory: in it, then in its `build*/` (sorted; more than one is an
/// error that names them).
Result<std::string> find_compilation_database(const std::string& directory);

/// The command for a plain source file: `cc` or `c++` by its suffix, then `flags`.
Result<CompileCommand> command_for_source(const std::string& file,
                                          const std::vector<std::string>& flags);

/// What a compiler answers when asked about itself: where its headers are, what it targets.
struct CompilerFacts {
  std::string program;                      // as found in PATH
  std::string target;                       // triple; empty if it would not say
  bool is_clang = false;
  std::vector<std::string> system_includes; // in search order
  std::vector<std::string> predefines;      // macros that Clang would not define by itself, as "#define …" lines
};

/// A command ready for Clang's libraries: nothing in it that Clang does not know.
struct PreparedCommand {
  std::string directory;
  std::string file;
  std::vector<std::string> arguments;       // clang driver arguments, from argv[0]
  std::map<std::string, uint64_t> dropped;  // flags left out, by name
  Hash key;                                 // of all that decides the result but the files' content
};

/// Adapts commands; asks each distinct compiler and language once and remembers the answer.
/// Starts programs (the real compiler), so it runs in the coordinator, never in a worker.
class CommandAdapter {
 public:
  Result<PreparedCommand> prepare(const CompileCommand& command);

 private:
  std::map<std::string, CompilerFacts> facts_;
};

}  // namespace assay::frontend
