// What a command line does: which of its words is the compiler, and what it compiles.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::frontend {

enum class Language : unsigned char { C, Cxx, PreprocessedC, PreprocessedCxx };

inline bool is_cxx(Language language) {
  return language == Language::Cxx || language == Language::PreprocessedCxx;
}
/// The word for `-x`.
std::string_view language_name(Language language);

/// Removes what stands before the compiler: ccache and its kind, `env A=b`, `libtool
/// --mode=compile`, CMake's own launchers.
void strip_launchers(std::vector<std::string>& arguments);

/// A compilation of C or C++, or the reason why it is none.
struct CompileKind {
  Language language = Language::C;
  std::string reason;  // empty: a compilation
};

/// By `-x`, then by the suffix of `file`; g++ and clang++ take `.c` for C++.
CompileKind compile_kind(std::span<const std::string> arguments, std::string_view file);

/// The last component of a path.
std::string_view base_name(std::string_view path);

}  // namespace assay::frontend
