#include "cli/inputs.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

class InputsTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = fs::temp_directory_path() / "assay-inputs-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = fs::canonical(pattern);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) {
    fs::path path = folder_ / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path;
  }

  // A database with one command per file, each with `-DFROM=<tag>`.
  void write_database(const std::string& name, const std::vector<std::string>& files,
                      const std::string& tag) {
    std::string text;
    for (const std::string& file : files) {
      text += (text.empty() ? "[" : ",") +
              fmt::format(R"({{"directory": "{}", "file": "{}", "command": "cc -DFROM={} -c {}"}})",
                          folder_.string(), file, tag, file);
    }
    write(name, text + "]");
  }

  Options options_for(std::vector<std::string> paths) const {
    Options options;
    for (std::string& path : paths) options.paths.push_back(folder_ / path);
    return options;
  }

  fs::path folder_;
};

bool has_argument(const frontend::CompileCommand& command, const std::string& argument) {
  return std::find(command.arguments.begin(), command.arguments.end(), argument) !=
         command.arguments.end();
}

TEST_F(InputsTest, AFolderGivesItsDatabase) {
  write_database("build/compile_commands.json", {"a.c", "b.c"}, "build");
  Inputs inputs = find_inputs(options_for({""})).take();
  EXPECT_EQ(inputs.commands.size(), 2u);
  EXPECT_EQ(inputs.root, folder_);
  EXPECT_TRUE(inputs.notes.empty());
}

TEST_F(InputsTest, WhatCaptureLeftIsFoundLast) {
  write_database(".assay/compile_commands.json", {"a.c"}, "captured");
  EXPECT_TRUE(has_argument(find_inputs(options_for({""})).take().commands[0], "-DFROM=captured"));
  write_database("compile_commands.json", {"a.c"}, "own");
  EXPECT_TRUE(has_argument(find_inputs(options_for({""})).take().commands[0], "-DFROM=own"));
}

TEST_F(InputsTest, AFolderWithoutDatabaseGivesItsSourcesWithANote) {
  write("b.cpp", "");
  write("a.c", "");
  write("notes.txt", "");
  Inputs inputs = find_inputs(options_for({""})).take();
  ASSERT_EQ(inputs.commands.size(), 2u);
  EXPECT_EQ(inputs.commands[0].file, (folder_ / "a.c").string());
  EXPECT_EQ(inputs.notes.size(), 1u);
}

TEST_F(InputsTest, ASourceTakesItsCommandFromAParentsDatabase) {
  write_database("compile_commands.json", {"src/a.c"}, "parent");
  write("src/a.c", "");
  write("src/unknown.c", "");
  Inputs inputs = find_inputs(options_for({"src/a.c", "src/unknown.c"})).take();
  ASSERT_EQ(inputs.commands.size(), 2u);
  EXPECT_TRUE(has_argument(inputs.commands[0], "-DFROM=parent"));
  EXPECT_FALSE(has_argument(inputs.commands[1], "-DFROM=parent"));
}

TEST_F(InputsTest, DashesMakeASourcePlain) {
  write_database("compile_commands.json", {"a.c"}, "parent");
  write("a.c", "");
  Options options = options_for({"a.c"});
  options.has_dashes = true;
  options.after_dashes = {"-DPLAIN"};
  Inputs inputs = find_inputs(options).take();
  EXPECT_TRUE(has_argument(inputs.commands[0], "-DPLAIN"));
  EXPECT_FALSE(has_argument(inputs.commands[0], "-DFROM=parent"));
}

TEST_F(InputsTest, ExtraArgumentsStandAroundTheCommandsOwn) {
  write_database("compile_commands.json", {"a.c"}, "x");
  Options options = options_for({""});
  options.extra_args = {"-DLAST"};
  options.extra_args_before = {"-DFIRST"};
  frontend::CompileCommand command = find_inputs(options).take().commands[0];
  EXPECT_EQ(command.arguments[1], "-DFIRST");
  EXPECT_EQ(command.arguments.back(), "-DLAST");
}

TEST_F(InputsTest, AFileNamedTwiceIsCompiledOnce) {
  write("a.c", "");
  EXPECT_EQ(find_inputs(options_for({"a.c", "a.c", ""})).take().commands.size(), 1u);
}

TEST_F(InputsTest, FlagsAreNotForDatabases) {
  write_database("compile_commands.json", {"a.c"}, "x");
  Options options = options_for({""});
  options.has_dashes = true;
  options.after_dashes = {"-DX"};
  EXPECT_FALSE(find_inputs(options).ok());
}

TEST_F(InputsTest, TheRepositoryIsTheNearestParentWithGit) {
  write(".git/HEAD", "");
  write("src/deep/a.c", "");
  EXPECT_EQ(repository_root(folder_ / "src/deep"), folder_.string());
}

}  // namespace
}  // namespace assay::cli
