#include "frontend/compile_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace assay::frontend {
namespace {

template <size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_assignment(std::string_view word) {
  size_t equals = word.find('=');
  return equals != std::string_view::npos && equals > 0 && word[0] != '-' &&
         word.find('/') > equals;
}

using Words = std::span<const std::string>;

// The next functions say how many words of a launcher stand before what it launches.

size_t skip_cache(Words words) {
  // `ccache key=value gcc …`
  size_t at = 1;
  while (at < words.size() && is_assignment(words[at])) ++at;
  return at;
}

size_t skip_env(Words words) {
  size_t at = 1;
  while (at < words.size() && (is_assignment(words[at]) || words[at].starts_with('-'))) {
    bool takes_value =
        words[at] == "-u" || words[at] == "--unset" || words[at] == "-C" || words[at] == "--chdir";
    at += takes_value ? 2 : 1;
  }
  return at;
}

size_t skip_nice(Words words) {
  size_t at = 1;
  while (at < words.size() && words[at].starts_with('-')) at += words[at] == "-n" ? 2 : 1;
  return at;
}

size_t skip_libtool(Words words, size_t at) {
  while (at < words.size() && words[at].starts_with('-')) {
    at += words[at] == "--tag" || words[at] == "--mode" ? 2 : 1;
  }
  return at;
}

size_t skip_cmake(Words words) {
  if (words.size() < 3 || words[1] != "-E") return 0;
  if (words[2] == "env") return 2 + skip_env(words.subspan(2));
  if (words[2] != "__run_co_compile") return 0;
  auto dashes = std::find(words.begin(), words.end(), "--");
  return dashes == words.end() ? 0 : static_cast<size_t>(dashes - words.begin()) + 1;
}

/// How many words of the outermost launcher; 0 when the first word is the compiler.
size_t launcher_size(Words words) {
  static constexpr std::array<std::string_view, 9> kCaches = {
      "ccache", "sccache",    "distcc",    "icecc",   "pump",
      "gomacc", "buildcache", "fastbuild", "cachepot"};
  static constexpr std::array<std::string_view, 4> kShells = {"sh", "bash", "dash", "ksh"};
  std::string_view name = base_name(words[0]);
  if (is_one_of(name, kCaches)) return skip_cache(words);
  if (name == "env") return skip_env(words);
  if (name == "time") return 1;
  if (name == "nice" || name == "ionice") return skip_nice(words);
  if (name == "cmake") return skip_cmake(words);
  if (name.ends_with("libtool")) return skip_libtool(words, 1);
  bool runs_libtool =
      is_one_of(name, kShells) && words.size() > 1 && base_name(words[1]).ends_with("libtool");
  if (runs_libtool) return skip_libtool(words, 2);
  return is_assignment(words[0]) ? 1 : 0;
}

struct Suffix {
  std::string_view suffix;
  std::optional<Language> language;
  std::string_view reason;
};

// GCC's own table of suffixes, as far as a compilation database shows them.
constexpr Suffix kSuffixes[] = {
    {"c", Language::C, ""},
    {"i", Language::PreprocessedC, ""},
    {"cc", Language::Cxx, ""},
    {"cp", Language::Cxx, ""},
    {"cxx", Language::Cxx, ""},
    {"cpp", Language::Cxx, ""},
    {"CPP", Language::Cxx, ""},
    {"c++", Language::Cxx, ""},
    {"C", Language::Cxx, ""},
    {"ii", Language::PreprocessedCxx, ""},
    {"s", {}, "assembly"},
    {"S", {}, "assembly"},
    {"sx", {}, "assembly"},
    {"asm", {}, "assembly"},
    {"h", {}, "header"},
    {"hh", {}, "header"},
    {"hpp", {}, "header"},
    {"hxx", {}, "header"},
    {"H", {}, "header"},
    {"o", {}, "link"},
    {"lo", {}, "link"},
    {"a", {}, "link"},
    {"so", {}, "link"},
    {"m", {}, "Objective-C"},
    {"mm", {}, "Objective-C"},
    {"M", {}, "Objective-C"},
    {"cu", {}, "CUDA"},
    {"cuh", {}, "CUDA"},
    {"hip", {}, "HIP"},
    {"cl", {}, "OpenCL"},
    {"f", {}, "Fortran"},
    {"for", {}, "Fortran"},
    {"F", {}, "Fortran"},
    {"f90", {}, "Fortran"},
    {"F90", {}, "Fortran"},
    {"cppm", {}, "C++ module interface"},
    {"ixx", {}, "C++ module interface"},
};

CompileKind kind_by_suffix(std::string_view file, bool cxx_driver) {
  std::string_view name = base_name(file);
  size_t dot = name.rfind('.');
  std::string_view suffix = dot == std::string_view::npos ? "" : name.substr(dot + 1);
  for (const Suffix& known : kSuffixes) {
    if (known.suffix != suffix) continue;
    if (!known.language) return {Language::C, std::string(known.reason)};
    if (cxx_driver && *known.language == Language::C) return {Language::Cxx, ""};
    if (cxx_driver && *known.language == Language::PreprocessedC) {
      return {Language::PreprocessedCxx, ""};
    }
    return {*known.language, ""};
  }
  if (suffix.empty()) return {Language::C, "not C or C++ (no suffix)"};
  return {Language::C, fmt::format("not C or C++ (.{})", suffix)};
}

CompileKind kind_by_name(std::string_view language) {
  if (language == "c") return {Language::C, ""};
  if (language == "c++") return {Language::Cxx, ""};
  if (language == "cpp-output") return {Language::PreprocessedC, ""};
  if (language == "c++-cpp-output") return {Language::PreprocessedCxx, ""};
  if (language.ends_with("-header")) return {Language::C, "header"};
  if (language.starts_with("assembler")) return {Language::C, "assembly"};
  return {Language::C, fmt::format("not C or C++ (-x {})", language)};
}

bool is_cxx_driver(std::span<const std::string> arguments) {
  for (const std::string& word : arguments) {
    if (word == "--driver-mode=g++") return true;
    if (word == "--driver-mode=gcc") return false;
  }
  return base_name(arguments[0]).find("++") != std::string_view::npos;
}

}  // namespace

std::string_view language_name(Language language) {
  switch (language) {
    case Language::C:
      return "c";
    case Language::Cxx:
      return "c++";
    case Language::PreprocessedC:
      return "cpp-output";
    case Language::PreprocessedCxx:
      return "c++-cpp-output";
  }
  return "c";
}

std::string_view base_name(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

void strip_launchers(std::vector<std::string>& arguments) {
  size_t at = 0;
  while (at < arguments.size()) {
    size_t size = launcher_size(std::span(arguments).subspan(at));
    // A launcher that launches nothing is left for the caller to complain about.
    if (size == 0 || at + size >= arguments.size()) break;
    at += size;
  }
  arguments.erase(arguments.begin(), arguments.begin() + static_cast<ptrdiff_t>(at));
}

CompileKind compile_kind(std::span<const std::string> arguments, std::string_view file) {
  std::string_view compiler = base_name(arguments[0]);
  if (compiler == "cl" || compiler == "cl.exe" || compiler.starts_with("clang-cl")) {
    return {Language::C, "command of another family (cl)"};
  }
  std::string_view language;
  bool only_preprocesses = false;
  for (size_t i = 1; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    if (word == "-x" && i + 1 < arguments.size()) {
      language = arguments[++i];
    } else if (word.starts_with("-x") && word.size() > 2) {
      language = word.substr(2);
    } else if (word == "-o" || word == "-MF" || word == "-MT" || word == "-MQ") {
      ++i;
    } else if (word == "-E" || word == "-M" || word == "-MM") {
      only_preprocesses = true;
    }
  }
  CompileKind kind = language.empty() || language == "none"
                         ? kind_by_suffix(file, is_cxx_driver(arguments))
                         : kind_by_name(language);
  if (kind.reason.empty() && only_preprocesses) kind.reason = "preprocessing only";
  return kind;
}

}  // namespace assay::frontend
