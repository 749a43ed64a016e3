#include <gmock/gmock.h>

#include "frontend/compile_kind.h"
#include "frontend/split_command.h"

namespace assay::frontend {
namespace {

std::vector<std::string> words(const std::string& text) { return split_shell_command(text).take(); }

std::string compiler_of(const std::string& text) {
  std::vector<std::string> arguments = words(text);
  strip_launchers(arguments);
  return arguments.empty() ? "" : arguments[0];
}

TEST(CommandKind, LaunchersAreStripped) {
  EXPECT_EQ(compiler_of("gcc -c a.c"), "gcc");
  EXPECT_EQ(compiler_of("ccache gcc -c a.c"), "gcc");
  EXPECT_EQ(compiler_of("/usr/bin/ccache base_dir=/p gcc -c a.c"), "gcc");
  EXPECT_EQ(compiler_of("ccache distcc g++ -c a.cc"), "g++");
  EXPECT_EQ(compiler_of("sccache /opt/x/clang -c a.c"), "/opt/x/clang");
  EXPECT_EQ(compiler_of("env -u LANG A=b C= gcc -c a.c"), "gcc");
  EXPECT_EQ(compiler_of("CCACHE_DIR=/x ccache gcc -c a.c"), "gcc");
  EXPECT_EQ(compiler_of("nice -n 5 gcc -c a.c"), "gcc");
  EXPECT_EQ(compiler_of("libtool --tag=CC --mode=compile gcc -c a.c"), "gcc");
  EXPECT_EQ(compiler_of("/bin/sh ../libtool --silent --tag CC --mode=compile gcc -c a.c"), "gcc");
  EXPECT_EQ(compiler_of("cmake -E env A=b gcc -c a.c"), "gcc");
  EXPECT_EQ(compiler_of("cmake -E __run_co_compile --tidy=x --source=a.c -- gcc -c a.c"), "gcc");
}

TEST(CommandKind, LauncherOfNothingStays) {
  EXPECT_EQ(compiler_of("ccache"), "ccache");
  EXPECT_EQ(compiler_of("env A=b"), "env");
}

Language language_of(const std::string& text, const std::string& file) {
  CompileKind kind = compile_kind(words(text), file);
  EXPECT_EQ(kind.reason, "") << text;
  return kind.language;
}

TEST(CommandKind, LanguageByFlagDriverAndSuffix) {
  EXPECT_EQ(language_of("gcc -c a.c", "a.c"), Language::C);
  EXPECT_EQ(language_of("gcc -c a.C", "a.C"), Language::Cxx);
  EXPECT_EQ(language_of("gcc -c a.cc", "a.cc"), Language::Cxx);
  EXPECT_EQ(language_of("g++ -c a.c", "a.c"), Language::Cxx);
  EXPECT_EQ(language_of("arm-none-eabi-g++-12 -c a.c", "a.c"), Language::Cxx);
  EXPECT_EQ(language_of("clang --driver-mode=g++ -c a.c", "a.c"), Language::Cxx);
  EXPECT_EQ(language_of("g++ -x c -c a.c", "a.c"), Language::C);
  EXPECT_EQ(language_of("gcc -xc++ -c a.inc", "a.inc"), Language::Cxx);
  EXPECT_EQ(language_of("gcc -c a.i", "a.i"), Language::PreprocessedC);
  EXPECT_EQ(language_of("g++ -c a.ii", "a.ii"), Language::PreprocessedCxx);
}

TEST(CommandKind, WhatIsNoCompilation) {
  EXPECT_EQ(compile_kind(words("gcc -x c++-header a.h"), "a.h").reason, "header");
  EXPECT_EQ(compile_kind(words("gcc -x assembler-with-cpp a.c"), "a.c").reason, "assembly");
  EXPECT_EQ(compile_kind(words("cl.exe /c a.c"), "a.c").reason, "command of another family (cl)");
  EXPECT_EQ(compile_kind(words("gcc -c -o -E a.c"), "a.c").reason, "");
}

}  // namespace
}  // namespace assay::frontend
