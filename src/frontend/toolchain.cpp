#include "frontend/toolchain.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "frontend/clang_module.h"
#include "frontend/run_program.h"

namespace assay::frontend {
namespace {

// Macros that describe what the compiler itself can do.  Clang has its own, or does without:
// code that found GCC's would use what Clang has not.
constexpr std::string_view kCompilersOwn[] = {
    "__ARM_FEATURE", "__ATOMIC_", "__AVX",     "__AMX",      "__BFLT",       "__BIGGEST_",
    "__CET__",       "__CHAR",    "__DBL_",    "__DEC",      "__DEPRECATED", "__EXCEPTIONS",
    "__FAST_MATH",   "__FLT",     "__GCC_",    "__GNUC",     "__GXX_",       "__HAVE_",
    "__INT",         "__LDBL_",   "__LONG",    "__MMX",      "__NO_",        "__OPTIMIZE",
    "__PIC",         "__PIE",     "__PTRDIFF", "__SANITIZE", "__SCHAR",      "__SHRT",
    "__SIG_ATOMIC",  "__SIZE",    "__SSE",     "__SSP",      "__STDCPP",     "__UINT",
    "__VERSION__",   "__WCHAR",   "__WINT",    "__cpp_",     "__pic",        "__pie",
    "_STDC_PREDEF_H"};

bool is_compilers_own(std::string_view name) {
  return std::any_of(std::begin(kCompilersOwn), std::end(kCompilersOwn),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// "#define F(x) y" as "-DF(x)=y".
std::string define_argument(std::string_view line) {
  line.remove_prefix(std::string_view("#define ").size());
  std::string_view name = macro_name(fmt::format("#define {}", line));
  size_t end = name.size();
  if (end < line.size() && line[end] == '(') end = line.find(')', end) + 1;
  std::string_view value = end < line.size() ? line.substr(end + 1) : "";
  return fmt::format("-D{}={}", line.substr(0, end), value);
}

std::vector<std::string> missing_macros(const CompilerFacts& facts, const ClangAnswer& clang) {
  std::set<std::string_view> known;
  for (std::string_view line : clang.predefines) known.insert(macro_name(line));
  std::vector<std::string> result;
  for (std::string_view line : facts.predefines) {
    std::string_view name = macro_name(line);
    if (!known.contains(name) && !is_compilers_own(name)) result.push_back(define_argument(line));
  }
  std::sort(result.begin(), result.end());
  return result;
}

/// The compiler's directories with its own headers replaced by Clang's.  Theirs may not follow
/// even at the end, for what Clang lacks (omp.h): Clang's stdatomic.h prefers the next one.
std::vector<std::string> include_arguments(const CompilerFacts& facts) {
  std::vector<std::string> result{"-nostdinc", "-nostdinc++"};
  std::string own = clang_resource_directory() + "/include";
  bool placed = false;
  for (const std::string& directory : facts.system_includes) {
    bool builtin = is_builtin_include(directory);
    if (builtin && placed) continue;
    placed |= builtin;
    result.insert(result.end(), {"-isystem", builtin ? own : directory});
  }
  if (!placed) result.insert(result.begin() + 2, {"-isystem", own});
  return result;
}

/// Of the targets that every Clang has, one whose integers and pointers look like the compiler's.
std::string similar_target(const CompilerFacts& facts) {
  auto defines = [&](std::string_view line) {
    return std::find(facts.predefines.begin(), facts.predefines.end(), line) !=
           facts.predefines.end();
  };
  bool wide = defines("#define __SIZEOF_POINTER__ 8");
  bool big = defines("#define __BYTE_ORDER__ __ORDER_BIG_ENDIAN__");
  if (big) return wide ? "powerpc64-unknown-linux-gnu" : "powerpc-unknown-linux-gnu";
  return wide ? "x86_64-unknown-linux-gnu" : "i386-unknown-linux-gnu";
}

/// A program that is not called like a compiler may do anything when asked.
bool is_called_like_compiler(std::string_view path) {
  std::string_view name = base_name(path);
  for (std::string_view part : {"cc", "++", "clang", "icx", "icpx", "CC"}) {
    if (name.find(part) != std::string_view::npos) return true;
  }
  return false;
}

Result<CompilerFacts> ask_host(Language language, const CompilerMemory& memory) {
  std::vector<const char*> names = {"cc", "gcc", "clang"};
  if (is_cxx(language)) names = {"c++", "g++", "clang++"};
  for (const char* name : names) {
    std::string program = find_program(name, "/");
    if (program.empty()) continue;
    Result<CompilerFacts> facts = ask_compiler(program, {}, language, memory);
    if (facts.ok()) return facts;
  }
  return input_error("no compiler on this machine");
}

// A millisecond or two of Clang's driver and preprocessor, for each run.
Hash clang_question(const std::vector<std::string>& words) {
  ByteWriter writer;
  writer.text("what Clang says");
  writer.text(front_end_identity());
  for (const std::string& word : words) writer.text(word);
  return hash_bytes(writer.bytes());
}

Bytes write_clang(const ClangAnswer& answer) {
  ByteWriter writer;
  writer.u8(answer.accepted ? 1 : 0);
  writer.varint(answer.predefines.size());
  for (const std::string& line : answer.predefines) writer.text(line);
  return writer.take();
}

std::optional<ClangAnswer> recall_clang(const Hash& question, const CompilerMemory& memory) {
  std::optional<Bytes> bytes = memory.recall ? memory.recall(question) : std::nullopt;
  if (!bytes) return std::nullopt;
  ByteReader reader(*bytes);
  ClangAnswer answer;
  answer.accepted = reader.u8() != 0;
  answer.predefines.resize(reader.count());
  for (std::string& line : answer.predefines) line = reader.text();
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return answer;
}

}  // namespace

bool Toolchains::is_inside_project(const std::string& path) const {
  if (project_.empty()) return false;
  std::error_code error;
  namespace fs = std::filesystem;
  std::string real = fs::weakly_canonical(path, error).string();
  std::string project = fs::weakly_canonical(project_, error).string();
  return real == project || real.starts_with(project + "/");
}

Result<std::string> Toolchains::program_of(const std::string& compiler,
                                           const std::string& directory) const {
  std::string program = find_program(compiler, directory);
  if (program.empty()) return input_error("not found");
  if (!is_called_like_compiler(compiler)) return input_error("is not a compiler we know");
  if (is_inside_project(program)) return input_error("lies inside the project and is not run");
  return program;
}

Result<CompilerFacts> Toolchains::ask(const std::string& compiler, const std::string& directory,
                                      const std::vector<std::string>& asked,
                                      Language language) const {
  std::string program = TRY(program_of(compiler, directory));
  return ask_compiler(program, asked, language, memory_, &ahead_);
}

void Toolchains::ask_ahead(const std::string& compiler, const std::string& directory,
                           const std::vector<std::string>& asked, Language language) {
  Result<std::string> program = program_of(compiler, directory);
  if (!program.ok()) return;
  std::vector<std::string> question = compiler_question(program.value(), asked, language);
  if (ahead_.contains(question) || is_remembered(program.value(), question, memory_)) return;
  Result<RunningProgram> started = RunningProgram::start(question);
  if (started.ok()) ahead_.emplace(std::move(question), started.take());
}

const ClangAnswer& Toolchains::clang_says(const std::vector<std::string>& flags,
                                          const std::string& target, Language language) {
  std::vector<std::string> key{target, is_cxx(language) ? "c++" : "c"};
  key.insert(key.end(), flags.begin(), flags.end());
  auto found = clang_.find(key);
  if (found == clang_.end()) {
    Hash question = clang_question(key);
    std::optional<ClangAnswer> answer = recall_clang(question, memory_);
    if (!answer) {
      answer = ask_clang(flags, target, language);
      if (memory_.keep) memory_.keep(question, write_clang(*answer));
    }
    found = clang_.emplace(std::move(key), std::move(*answer)).first;
  }
  return found->second;
}

Toolchains::Answer Toolchains::answer_of(const std::string& compiler, const std::string& directory,
                                         const std::vector<std::string>& asked,
                                         Language language) const {
  Answer answer;
  Result<CompilerFacts> facts = ask(compiler, directory, asked, language);
  if (!facts.ok()) {
    answer.reason = facts.error();
    facts = ask_host(language, memory_);
  }
  if (facts.ok()) answer.facts = facts.take();
  return answer;
}

Hash Toolchains::Answer::hash() const {
  ByteWriter writer;
  writer.text(reason);
  if (facts) {
    writer.text(facts->program);
    writer.text(facts->target);
    writer.u8(static_cast<uint8_t>((facts->is_clang ? 1 : 0) | (facts->refused_flags ? 2 : 0)));
    for (const auto* list : {&facts->system_includes, &facts->predefines}) {
      writer.varint(list->size());
      for (const std::string& each : *list) writer.text(each);
    }
  }
  return hash_bytes(writer.bytes());
}

bool Toolchains::still_says(const AskedCompiler& asked) const {
  if (!asked.state.is_zero()) {
    Result<std::string> program = program_of(asked.compiler, asked.directory);
    return program.ok() &&
           compiler_state(program.value(), asked.flags, asked.language) == asked.state &&
           are_as_said(asked.there, asked.missing);
  }
  return answer_of(asked.compiler, asked.directory, asked.flags, asked.language).hash() ==
         asked.answer;
}

Toolchain Toolchains::make_toolchain(const std::string& compiler, const std::string& directory,
                                     const std::vector<std::string>& asked,
                                     const std::vector<const Flag*>& machine, Language language) {
  Toolchain result;
  Answer answer = answer_of(compiler, directory, asked, language);
  bool answered = answer.reason.empty();
  AskedCompiler said{.compiler = compiler,
                     .directory = directory,
                     .flags = asked,
                     .language = language,
                     .answer = answer.hash()};
  if (answered) {
    said.state = compiler_state(answer.facts->program, asked, language).value_or(Hash());
    said.missing = answer.facts->missing;
    // Some compilers list directories that they only would search.
    for (const std::string& directory : answer.facts->system_includes)
      (are_as_said({directory}, {}) ? said.there : said.missing).push_back(directory);
  }
  asked_.push_back(std::move(said));
  if (!answered)
    result.notes.push_back(
        fmt::format("compiler '{}' {}: host headers used", compiler, answer.reason));
  // Without any compiler Clang's driver looks for headers where systems usually have them.
  if (!answer.facts) return result;
  const CompilerFacts& facts = *answer.facts;
  result.target = facts.target;
  for (const std::string& word : asked) {
    if (!facts.refused_flags || !word.starts_with("--target=")) continue;
    result.notes.push_back(fmt::format("'{}' is not known to compiler '{}': its own target {} used",
                                       word, compiler, result.target));
  }
  if (!clang_says({}, result.target, language).accepted) {
    std::string similar = similar_target(facts);
    result.notes.push_back(
        fmt::format("target '{}' is not known to Clang: {} used", result.target, similar));
    result.target = similar;
  }
  result.standard = default_standard(facts, language);
  result.includes = include_arguments(facts);
  if (answered && !facts.is_clang) {
    const AcceptedFlags& accepted = accepted_flags(machine, result.target, language);
    result.predefines = missing_macros(facts, clang_says(accepted.words, result.target, language));
  }
  return result;
}

const Toolchain& Toolchains::toolchain(const std::string& compiler, const std::string& directory,
                                       const std::vector<std::string>& asked,
                                       const std::vector<const Flag*>& machine, Language language) {
  bool is_relative = compiler.find('/') != std::string::npos && !compiler.starts_with('/');
  std::vector<std::string> key{is_cxx(language) ? "c++" : "c", compiler};
  key.push_back(is_relative ? directory : "");
  key.insert(key.end(), asked.begin(), asked.end());
  auto found = toolchains_.find(key);
  if (found == toolchains_.end()) {
    Toolchain made = make_toolchain(compiler, directory, asked, machine, language);
    found = toolchains_.emplace(std::move(key), std::move(made)).first;
  }
  return found->second;
}

const AcceptedFlags& Toolchains::accepted_flags(const std::vector<const Flag*>& flags,
                                                const std::string& target, Language language) {
  std::vector<std::string> key{target, is_cxx(language) ? "c++" : "c"};
  std::vector<std::string> all;
  for (const Flag* flag : flags) all.insert(all.end(), flag->words.begin(), flag->words.end());
  key.insert(key.end(), all.begin(), all.end());
  auto found = accepted_.find(key);
  if (found != accepted_.end()) return found->second;

  AcceptedFlags result;
  bool all_accepted = clang_says(all, target, language).accepted;
  for (const Flag* flag : flags) {
    // One after the other on top of those accepted, so that what is kept is accepted together.
    std::vector<std::string> with = result.words;
    with.insert(with.end(), flag->words.begin(), flag->words.end());
    if (!all_accepted && !clang_says(with, target, language).accepted) {
      result.rejected.push_back(flag->name);
      continue;
    }
    result.words = std::move(with);
    result.has_standard |= flag->name == "-std" || flag->name == "-ansi";
  }
  return accepted_.emplace(std::move(key), std::move(result)).first->second;
}

}  // namespace assay::frontend
