// What a compiler answers when asked about itself: where its headers are, what it targets.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "frontend/command.h"
#include "frontend/compile_kind.h"
#include "frontend/run_program.h"

namespace assay::frontend {

struct CompilerFacts {
  std::string program;  // as found in PATH
  std::string target;   // triple; empty if it would not say
  bool is_clang = false;
  bool refused_flags = false;                // this is what it says without them
  std::vector<std::string> system_includes;  // in search order
  std::vector<std::string> missing;          // directories that it would search if they were there
  std::vector<std::string> predefines;       // all of its macros, as "#define …" lines
};

/// Compilers that were asked before anybody wants to know: by the words they were started with.
using AskedAhead = std::map<std::vector<std::string>, RunningProgram>;

/// The words that ask `program`.
std::vector<std::string> compiler_question(const std::string& program,
                                           const std::vector<std::string>& flags,
                                           Language language);

/// Starts `program` with `flags`, those that decide its headers and macros; without them if it
/// rejects them.  Not started where `memory` has the answer of the same program to the same
/// question, and the directories that it spoke of are still there or still missing; nor where it
/// was asked `ahead`.
Result<CompilerFacts> ask_compiler(const std::string& program,
                                   const std::vector<std::string>& flags, Language language,
                                   const CompilerMemory& memory = {}, AskedAhead* ahead = nullptr);

/// What decides the answer of `program` to these flags, but for the directories it looks at; none:
/// there is no such program.
std::optional<Hash> compiler_state(const std::string& program,
                                   const std::vector<std::string>& flags, Language language);
/// Whether directories that a compiler spoke of are still there, or still missing.
bool are_as_said(const std::vector<std::string>& there, const std::vector<std::string>& missing);

/// Whether ask_compiler will find the answer to these flags in `memory`.
bool is_remembered(const std::string& program, const std::vector<std::string>& question,
                   const CompilerMemory& memory);

/// The facts in the answer to `-v -E -dM`: macros in `out`, the rest in `err`.
CompilerFacts read_compiler_answer(std::string_view out, std::string_view err);

/// A directory of the compiler's own headers (stddef.h and its kind), which only it can read.
bool is_builtin_include(std::string_view directory);

/// The standard a compiler takes when none is given, as -std's value; empty if unknown.
std::string default_standard(const CompilerFacts& facts, Language language);

/// Name of the macro in a "#define" line, without parameters.
std::string_view macro_name(std::string_view line);

}  // namespace assay::frontend
