// A compiler as Clang is to imitate it: the answers of both, brought together and remembered.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "frontend/command.h"
#include "frontend/compiler_facts.h"
#include "frontend/known_flags.h"

namespace assay::frontend {

/// What all commands of one compiler, language and machine have in common.
struct Toolchain {
  std::string target;                   // one that Clang has; empty: the host's
  std::string standard;                 // -std's value when the command gives none
  std::vector<std::string> predefines;  // -D arguments: macros of the compiler that Clang lacks
  std::vector<std::string> includes;    // arguments that replace Clang's own search directories
  std::vector<std::string> notes;       // for the user, when the compiler could not be asked
};

/// The flags of a set that Clang takes, in order, and the names of the others.
struct AcceptedFlags {
  std::vector<std::string> words;
  std::vector<std::string> rejected;
  bool has_standard = false;
};

/// A compiler that was asked, and what it said.
struct AskedCompiler {
  std::string compiler;   // as the command names it
  std::string directory;  // where a relative name begins
  std::vector<std::string> flags;
  Language language = Language::C;
  Hash answer;
  // What the answer rests on: as long as these are the same, so is the answer.  Zero: it was not
  // this compiler that answered.
  Hash state;
  std::vector<std::string> there, missing;
};

class Toolchains {
 public:
  explicit Toolchains(std::string project) : project_(std::move(project)) {}

  /// Answers are looked for here before a compiler is asked, and kept here.
  void remember_in(CompilerMemory memory) { memory_ = std::move(memory); }

  /// Starts the compiler, without waiting for its answer.  One that may not be started is left
  /// alone: who needs to know will be told why.
  void ask_ahead(const std::string& compiler, const std::string& directory,
                 const std::vector<std::string>& asked, Language language);

  /// `asked` are the words for the real compiler, `machine` those flags of them that Clang knows.
  const Toolchain& toolchain(const std::string& compiler, const std::string& directory,
                             const std::vector<std::string>& asked,
                             const std::vector<const Flag*>& machine, Language language);
  /// `flags` are those to be tried.
  const AcceptedFlags& accepted_flags(const std::vector<const Flag*>& flags,
                                      const std::string& target, Language language);
  /// Whether a path is the project's: what lies there is not run, nor read as a program.
  bool is_inside_project(const std::string& path) const;

  /// The compilers behind what toolchain() returned, in the order they were asked.
  const std::vector<AskedCompiler>& asked() const { return asked_; }
  /// Whether this compiler, asked again, says the same.  Needs no Clang.
  bool still_says(const AskedCompiler& asked) const;

 private:
  /// The compiler's answer; where it has none, the reason, and the host compiler's answer if
  /// there is one.
  struct Answer {
    std::string reason;  // empty: the compiler answered
    std::optional<CompilerFacts> facts;
    Hash hash() const;
  };
  Answer answer_of(const std::string& compiler, const std::string& directory,
                   const std::vector<std::string>& asked, Language language) const;
  Result<std::string> program_of(const std::string& compiler, const std::string& directory) const;
  Result<CompilerFacts> ask(const std::string& compiler, const std::string& directory,
                            const std::vector<std::string>& asked, Language language) const;
  const ClangAnswer& clang_says(const std::vector<std::string>& flags, const std::string& target,
                                Language language);
  Toolchain make_toolchain(const std::string& compiler, const std::string& directory,
                           const std::vector<std::string>& asked,
                           const std::vector<const Flag*>& machine, Language language);

  std::string project_;
  CompilerMemory memory_;
  std::vector<AskedCompiler> asked_;
  std::map<std::vector<std::string>, Toolchain> toolchains_;
  std::map<std::vector<std::string>, AcceptedFlags> accepted_;
  std::map<std::vector<std::string>, ClangAnswer> clang_;
  mutable AskedAhead ahead_;  // asking is not what makes an answer
};

}  // namespace assay::frontend
