#include <gmock/gmock.h>

#include "frontend/command.h"
#include "unit/frontend/command_files.h"

namespace assay::frontend {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class CommandDatabase : public test::CommandFiles {
 protected:
  std::string error_of(const std::string& text) {
    std::string path = write("compile_commands.json", text);
    Result<CommandList> list = read_compilation_database(path);
    if (list.ok()) return "";
    // The message starts with the file's name, which differs from run to run.
    EXPECT_TRUE(list.error().starts_with(path));
    return list.error().substr(path.size());
  }
  CommandList read(const std::string& text) {
    Result<CommandList> list = read_compilation_database(write("compile_commands.json", text));
    EXPECT_TRUE(list.ok()) << list.error();
    return list.ok() ? list.take() : CommandList{};
  }
};

TEST_F(CommandDatabase, BothForms) {
  CommandList list = read(R"([
    {"directory": "/p", "file": "a.c", "command": "gcc -DX='a b' -c a.c", "output": "a.o"},
    {"directory": "/p", "file": "/q/b.cc", "arguments": ["g++", "-c", "/q/b.cc"], "extra": [{}]}
  ])");
  ASSERT_EQ(list.commands.size(), 2u);
  EXPECT_EQ(list.commands[0].directory, "/p");
  EXPECT_EQ(list.commands[0].file, "/p/a.c");
  EXPECT_EQ(list.commands[0].output, "a.o");
  EXPECT_THAT(list.commands[0].arguments, ElementsAre("gcc", "-DX=a b", "-c", "a.c"));
  EXPECT_EQ(list.commands[1].file, "/q/b.cc");
}

TEST_F(CommandDatabase, RelativeDirectoryIsTheDatabases) {
  CommandList list =
      read(R"([{"directory": "sub", "file": "../a.c", "arguments": ["cc", "-c", "../a.c"]}])");
  ASSERT_EQ(list.commands.size(), 1u);
  EXPECT_EQ(list.commands[0].directory, root_ + "/sub");
  EXPECT_EQ(list.commands[0].file, root_ + "/a.c");
}

TEST_F(CommandDatabase, DotDotBehindALinkIsNotShortened) {
  write("real/deep/x", "");
  write("real/a.c", "");
  std::filesystem::create_symlink(root_ + "/real/deep", root_ + "/link");
  CommandList list = read(R"([{"directory": "link", "file": "../a.c", "arguments": ["cc"]}])");
  ASSERT_EQ(list.commands.size(), 1u);
  EXPECT_EQ(list.commands[0].file, root_ + "/link/../a.c");
}

TEST_F(CommandDatabase, SeveralEntriesPerFileDuplicatesOnce) {
  CommandList list = read(R"([
    {"directory": "/p", "file": "a.c", "command": "gcc -c a.c"},
    {"directory": "/p", "file": "a.c", "command": "gcc -fPIC -c a.c"},
    {"directory": "/p", "file": "a.c", "command": "gcc  -c  a.c"}])");
  EXPECT_EQ(list.commands.size(), 2u);
}

TEST_F(CommandDatabase, OtherThanCompilationsAreCounted) {
  CommandList list = read(R"([
    {"directory": "/p", "file": "a.S", "command": "gcc -c a.S"},
    {"directory": "/p", "file": "b.s", "command": "as b.s"},
    {"directory": "/p", "file": "a.o", "command": "gcc a.o -o a"},
    {"directory": "/p", "file": "a.c", "command": "gcc -E a.c"},
    {"directory": "/p", "file": "a.c", "command": "gcc -MM a.c"},
    {"directory": "/p", "file": "a.h", "command": "gcc a.h"},
    {"directory": "/p", "file": "a.f90", "command": "gfortran -c a.f90"},
    {"directory": "/p", "file": "a.xyz", "command": "foo a.xyz"}])");
  EXPECT_TRUE(list.commands.empty());
  EXPECT_THAT(list.skipped, ElementsAre(Pair("Fortran", 1), Pair("assembly", 2), Pair("header", 1),
                                        Pair("link", 1), Pair("not C or C++ (.xyz)", 1),
                                        Pair("preprocessing only", 2)));
}

TEST_F(CommandDatabase, WhatABuildToolTriesIsNotTheProgram) {
  write("out/CMakeFiles/3.25.1/CompilerIdC/CMakeCCompilerId.c", "");
  write("old/conftest.c", "");
  CommandList list = read(R"([
    {"directory": "out/CMakeFiles/3.25.1/CompilerIdC", "file": "CMakeCCompilerId.c",
     "command": "cc CMakeCCompilerId.c"},
    {"directory": "out/CMakeFiles/CMakeScratch/TryCompile-fuRodQ",
     "file": "/usr/share/cmake/Modules/CMakeCCompilerABI.c", "command": "cc -c x.c"},
    {"directory": "out/meson-private/tmpq", "file": "testfile.c", "command": "cc -c testfile.c"},
    {"directory": ".", "file": "conftest.c", "command": "cc -c conftest.c"},
    {"directory": "old", "file": "conftest.c", "command": "cc -c conftest.c"},
    {"directory": "out", "file": "CMakeFiles/generated.c", "command": "cc -c CMakeFiles/generated.c"}
  ])");
  EXPECT_THAT(list.skipped, ElementsAre(Pair("a build tool's test of the compiler", 4)));
  EXPECT_EQ(list.commands.size(), 2u);
}

TEST_F(CommandDatabase, ResponseFilesAreRelativeToTheEntry) {
  write("sub/flags.rsp", "-DA -DB");
  CommandList list =
      read(R"([{"directory": "sub", "file": "a.c", "command": "gcc @flags.rsp -c a.c"}])");
  ASSERT_EQ(list.commands.size(), 1u);
  EXPECT_THAT(list.commands[0].arguments, ElementsAre("gcc", "-DA", "-DB", "-c", "a.c"));
}

TEST_F(CommandDatabase, ErrorsSayWhatAndWhere) {
  EXPECT_EQ(error_of(""), ": the file is empty");
  EXPECT_EQ(error_of(" \n"), ": the file is empty");
  EXPECT_EQ(error_of("{}"), ": not an array but an object");
  EXPECT_EQ(error_of("7"), ": not an array");
  EXPECT_EQ(error_of("\"x\""), ": not an array");
  EXPECT_EQ(error_of("[]"), ": no entries: nothing was compiled");
  EXPECT_EQ(error_of("[3]"), ": entry 0 is not an object");
  EXPECT_EQ(error_of("[[]]"), ": entry 0 is not an object");
  EXPECT_EQ(error_of(R"([{"directory": "/p", "command": "cc"}])"), ": entry 0: no \"file\"");
  EXPECT_EQ(error_of(R"([{"file": ""}])"), ": entry 0 (''): \"file\" is empty");
  EXPECT_EQ(error_of(R"([{"file": 3}])"), ": entry 0: \"file\" is not a string");
  EXPECT_EQ(error_of(R"([{"file": {}}])"), ": entry 0: \"file\" is not a string");
  EXPECT_EQ(error_of(R"([{"file": ["a"]}])"), ": entry 0: \"file\" is not a string");
  EXPECT_EQ(error_of(R"([{"arguments": "cc"}])"),
            ": entry 0: \"arguments\" is not an array of strings");
  EXPECT_EQ(error_of(R"([{"arguments": ["cc", 1]}])"),
            ": entry 0: \"arguments\" is not an array of strings");
  EXPECT_EQ(error_of(R"([{"arguments": [["cc"]]}])"),
            ": entry 0: \"arguments\" is not an array of strings");
  EXPECT_EQ(error_of(R"([{"file": "a.c"}])"),
            ": entry 0 ('a.c'): neither \"arguments\" nor \"command\"");
  EXPECT_EQ(error_of(R"([{"file": "a.c", "arguments": []}])"),
            ": entry 0 ('a.c'): an empty command");
  EXPECT_EQ(error_of(R"([{"file": "a.c", "command": "cc 'x"}])"),
            ": entry 0 ('a.c'): \"command\": a single quote is not closed");
}

// One command that cannot be read costs its unit, not the build.
TEST_F(CommandDatabase, MissingResponseFileIsTheProblemOfItsEntry) {
  CommandList list = read(
      R"([{"file": "a.c", "command": "cc @gone.rsp"}, {"file": "b.c", "command": "cc -c b.c"}])");
  ASSERT_EQ(list.commands.size(), 2u);
  EXPECT_EQ(list.commands[0].problem, "response file 'gone.rsp': no such file or directory");
  EXPECT_EQ(list.commands[1].problem, "");
  EXPECT_EQ(CommandAdapter().prepare(list.commands[0]).error(), list.commands[0].problem);
}

TEST_F(CommandDatabase, BrokenJsonHasLineAndColumn) {
  EXPECT_THAT(error_of("[\n  {\"file\" 3}\n]"), testing::StartsWith(":2:11: not JSON: "));
  EXPECT_THAT(error_of("[{\"file\": \"a.c\"}"), testing::StartsWith(":1:17: not JSON: "));
  EXPECT_THAT(error_of("[{\"file\": \"a\xff.c\"}]"), HasSubstr("not JSON: invalid string"));
}

TEST_F(CommandDatabase, DeepNestingIsNoTrouble) {
  std::string deep(200'000, '[');
  EXPECT_THAT(error_of(R"([{"x": )" + deep), HasSubstr("not JSON"));
}

TEST_F(CommandDatabase, FilesThatAreNone) {
  EXPECT_EQ(read_compilation_database(root_ + "/gone.json").error(),
            root_ + "/gone.json: no such file or directory");
  EXPECT_EQ(read_compilation_database(root_).error(), root_ + ": is a directory");
}

TEST_F(CommandDatabase, IsFoundInTheDirectoryThenInBuild) {
  EXPECT_THAT(find_compilation_database(root_).error(), HasSubstr("no compile_commands.json here"));
  std::string in_build = write("build-release/compile_commands.json", "[]");
  EXPECT_EQ(find_compilation_database(root_).value(), in_build);
  std::string other = write("build/compile_commands.json", "[]");
  EXPECT_EQ(find_compilation_database(root_).error(),
            root_ + ": more than one compile_commands.json, name the one meant: " + in_build +
                ", " + other);
  std::string here = write("compile_commands.json", "[]");
  EXPECT_EQ(find_compilation_database(root_).value(), here);
  EXPECT_EQ(find_compilation_database(here).value(), here);
  EXPECT_EQ(find_compilation_database(root_ + "/gone").error(), root_ + "/gone: no such directory");
}

TEST_F(CommandDatabase, CommandForAPlainFile) {
  std::string c = write("a.c", "");
  std::string cxx = write("a.cpp", "");
  std::string text = write("a.txt", "");
  EXPECT_THAT(command_for_source(c, {"-DX"}).value().arguments, ElementsAre("cc", "-DX", "-c", c));
  EXPECT_EQ(command_for_source(cxx, {}).value().arguments[0], "c++");
  EXPECT_EQ(command_for_source(c, {"-x", "c++"}).value().arguments[0], "c++");
  EXPECT_TRUE(command_for_source(text, {"-xc"}).ok());
  EXPECT_THAT(command_for_source(text, {}).error(), HasSubstr("not C or C++ (.txt)"));
  EXPECT_EQ(command_for_source(root_ + "/gone.c", {}).error(), root_ + "/gone.c: no such file");
  EXPECT_EQ(command_for_source(root_, {}).error(), root_ + ": is a directory");
}

}  // namespace
}  // namespace assay::frontend
