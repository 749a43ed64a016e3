#include "frontend/compiler_facts.h"

#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>

namespace assay::frontend {
namespace {

/// Calls `visit` with each line of `text`.
template <class Visit>
void each_line(std::string_view text, Visit visit) {
  while (!text.empty()) {
    size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? "" : text.substr(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    visit(line);
  }
}

std::string_view macro_value(const CompilerFacts& facts, std::string_view name) {
  for (std::string_view line : facts.predefines) {
    if (macro_name(line) != name) continue;
    size_t space = line.find(' ', std::string_view("#define ").size());
    return space == std::string_view::npos ? "" : line.substr(space + 1);
  }
  return "";
}

/// "201703L" as 201703; 0 if it is no number.
long version_number(std::string_view text) {
  long number = 0;
  for (char c : text) {
    if (c < '0' || c > '9' || number > 10'000'000) break;
    number = number * 10 + (c - '0');
  }
  return number;
}

struct Standard {
  long since;  // value of __STDC_VERSION__ or __cplusplus
  std::string_view name;
};
constexpr Standard kStandardsC[] = {
    {202000, "gnu23"}, {201710, "gnu17"}, {201112, "gnu11"}, {199901, "gnu99"}, {0, "gnu89"}};
constexpr Standard kStandardsCxx[] = {{202302, "gnu++23"}, {202002, "gnu++20"},
                                      {201703, "gnu++17"}, {201402, "gnu++14"},
                                      {201103, "gnu++11"}, {199711, "gnu++98"}};

}  // namespace

std::string_view macro_name(std::string_view line) {
  if (!line.starts_with("#define ")) return "";
  line.remove_prefix(std::string_view("#define ").size());
  return line.substr(0, line.find_first_of(" ("));
}

CompilerFacts read_compiler_answer(std::string_view out, std::string_view err) {
  constexpr std::string_view kMissing = "ignoring nonexistent directory \"";
  CompilerFacts facts;
  bool in_list = false;
  each_line(err, [&](std::string_view line) {
    if (line.starts_with("Target: ")) facts.target = line.substr(8);
    if (line.find("clang version") != std::string_view::npos) facts.is_clang = true;
    if (line.starts_with("#include <...>")) {
      in_list = true;
    } else if (line.starts_with("End of search list")) {
      in_list = false;
    } else if (in_list && line.starts_with(' ')) {
      line.remove_prefix(1);
      // Apple's compilers list frameworks among the directories.
      if (!line.ends_with("(framework directory)")) facts.system_includes.emplace_back(line);
    } else if (line.starts_with(kMissing) && line.ends_with('"')) {
      line.remove_prefix(kMissing.size());
      line.remove_suffix(1);
      facts.missing.emplace_back(line);
    }
  });
  each_line(out, [&](std::string_view line) {
    if (!macro_name(line).empty()) facts.predefines.emplace_back(line);
  });
  return facts;
}

namespace {

// What decides the answer of a compiler, but for the directories it looks at.
std::optional<Hash> question_of(const std::string& program, const std::vector<std::string>& words) {
  struct stat info{};
  if (::stat(program.c_str(), &info) != 0) return std::nullopt;
  ByteWriter writer;
  writer.text(program);
  writer.varint(static_cast<uint64_t>(info.st_size));
  writer.signed_varint(info.st_mtim.tv_sec);
  writer.signed_varint(info.st_mtim.tv_nsec);
  for (const std::string& word : words) writer.text(word);
  for (const char* name : {"PATH", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "SDKROOT",
                           "GCC_EXEC_PREFIX", "COMPILER_PATH", "SOURCE_DATE_EPOCH"}) {
    const char* value = std::getenv(name);
    writer.text(value == nullptr ? "" : value);
  }
  return hash_bytes(writer.bytes());
}

std::optional<CompilerFacts> remembered(const Hash& question, const CompilerMemory& memory) {
  if (!memory.recall) return std::nullopt;
  std::optional<Bytes> answer = memory.recall(question);
  if (!answer) return std::nullopt;
  ByteReader reader(*answer);
  std::string_view out = reader.text();
  std::string_view err = reader.text();
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  CompilerFacts facts = read_compiler_answer(out, err);
  if (facts.predefines.empty() || !are_as_said(facts.system_includes, facts.missing))
    return std::nullopt;
  return facts;
}

Result<ProgramOutput> output_of(const std::vector<std::string>& question, AskedAhead* ahead) {
  auto asked = ahead == nullptr ? AskedAhead::iterator() : ahead->find(question);
  if (ahead == nullptr || asked == ahead->end()) return run_program(question);
  RunningProgram program = std::move(asked->second);
  ahead->erase(asked);
  return program.finish();
}

}  // namespace

std::vector<std::string> compiler_question(const std::string& program,
                                           const std::vector<std::string>& flags,
                                           Language language) {
  std::vector<std::string> words{program};
  words.insert(words.end(), flags.begin(), flags.end());
  words.insert(words.end(), {"-x", is_cxx(language) ? "c++" : "c", "-E", "-dM", "-v", "-"});
  return words;
}

std::optional<Hash> compiler_state(const std::string& program,
                                   const std::vector<std::string>& flags, Language language) {
  return question_of(program, compiler_question(program, flags, language));
}

bool are_as_said(const std::vector<std::string>& there, const std::vector<std::string>& missing) {
  struct stat info{};
  auto is_directory = [&](const std::string& path) {
    return ::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
  };
  auto exists = [&](const std::string& path) { return ::stat(path.c_str(), &info) == 0; };
  return std::all_of(there.begin(), there.end(), is_directory) &&
         std::none_of(missing.begin(), missing.end(), exists);
}

bool is_remembered(const std::string& program, const std::vector<std::string>& question,
                   const CompilerMemory& memory) {
  std::optional<Hash> hash = question_of(program, question);
  return hash && remembered(*hash, memory);
}

Result<CompilerFacts> ask_compiler(const std::string& program,
                                   const std::vector<std::string>& flags, Language language,
                                   const CompilerMemory& memory, AskedAhead* ahead) {
  for (bool with_flags : {true, false}) {
    std::vector<std::string> arguments =
        compiler_question(program, with_flags ? flags : std::vector<std::string>(), language);
    std::optional<Hash> question = question_of(program, arguments);
    if (question) {
      if (std::optional<CompilerFacts> known = remembered(*question, memory)) {
        known->program = program;
        known->refused_flags = !with_flags && !flags.empty();
        return *known;
      }
    }
    ProgramOutput output = TRY(output_of(arguments, ahead));
    CompilerFacts facts = read_compiler_answer(output.out, output.err);
    if (output.exit_code == 0 && !facts.predefines.empty()) {
      facts.program = program;
      facts.refused_flags = !with_flags && !flags.empty();
      if (question && memory.keep) {
        ByteWriter answer;
        answer.text(output.out);
        answer.text(output.err);
        memory.keep(*question, answer.bytes());
      }
      return facts;
    }
    if (flags.empty()) break;
  }
  return input_error("does not answer as GCC and Clang do");
}

bool is_builtin_include(std::string_view directory) {
  while (directory.ends_with('/')) directory.remove_suffix(1);
  bool last = directory.ends_with("/include") || directory.ends_with("/include-fixed");
  return last && (directory.find("/gcc/") != std::string_view::npos ||
                  directory.find("/gcc-lib/") != std::string_view::npos ||
                  directory.find("/lib/clang/") != std::string_view::npos ||
                  directory.find("/lib64/clang/") != std::string_view::npos);
}

std::string default_standard(const CompilerFacts& facts, Language language) {
  if (facts.predefines.empty()) return "";
  if (is_cxx(language)) {
    long version = version_number(macro_value(facts, "__cplusplus"));
    for (const Standard& standard : kStandardsCxx) {
      if (version >= standard.since) return std::string(standard.name);
    }
    return "";
  }
  long version = version_number(macro_value(facts, "__STDC_VERSION__"));
  for (const Standard& standard : kStandardsC) {
    if (version >= standard.since) return std::string(standard.name);
  }
  return "";
}

}  // namespace assay::frontend
