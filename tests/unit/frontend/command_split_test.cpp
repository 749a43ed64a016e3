#include <gmock/gmock.h>

#include "frontend/split_command.h"
#include "unit/frontend/command_files.h"

namespace assay::frontend {
namespace {

using testing::ElementsAre;

class CommandSplit : public test::CommandFiles {};

TEST_F(CommandSplit, ShellQuotesAndEscapes) {
  auto words = split_shell_command(R"(gcc -DA=\"x\ y\" '-DB=a "b"' "-DC=\"q\" \n $" "" a'b'c)");
  ASSERT_TRUE(words.ok());
  EXPECT_THAT(words.value(),
              ElementsAre("gcc", "-DA=\"x y\"", "-DB=a \"b\"", "-DC=\"q\" \\n $", "", "abc"));
}

TEST_F(CommandSplit, NewlinesSeparateAndContinue) {
  auto words = split_shell_command("gcc\t-c\\\n a.c\n");
  ASSERT_TRUE(words.ok());
  EXPECT_THAT(words.value(), ElementsAre("gcc", "-c", "a.c"));
}

TEST_F(CommandSplit, UnclosedQuotesAreErrors) {
  EXPECT_EQ(split_shell_command("gcc 'a").error(), "a single quote is not closed");
  EXPECT_EQ(split_shell_command("gcc \"a").error(), "a double quote is not closed");
  EXPECT_EQ(split_shell_command("gcc \\").error(), "ends in a backslash");
}

TEST_F(CommandSplit, ResponseFileQuotes) {
  EXPECT_THAT(split_response_file("-DA='x y'\n\"-DB=\\\"q\\\"\" c\\ d 'e\\'f'"),
              ElementsAre("-DA=x y", "-DB=\"q\"", "c d", "e'f"));
}

TEST_F(CommandSplit, ResponseFilesNest) {
  write("outer.rsp", "-DA @inner.rsp -DC");
  write("inner.rsp", "-DB");
  std::vector<std::string> words{"gcc", "@outer.rsp", "a.c"};
  ASSERT_TRUE(expand_response_files(words, root_).ok());
  EXPECT_THAT(words, ElementsAre("gcc", "-DA", "-DB", "-DC", "a.c"));
}

TEST_F(CommandSplit, ResponseFileThatNamesItself) {
  write("self.rsp", "-DA @self.rsp");
  std::vector<std::string> words{"gcc", "@self.rsp"};
  EXPECT_EQ(expand_response_files(words, root_).error(),
            "response file 'self.rsp': nested more than 32 deep");
}

TEST_F(CommandSplit, MissingResponseFile) {
  std::vector<std::string> words{"gcc", "@gone.rsp"};
  EXPECT_EQ(expand_response_files(words, root_).error(),
            "response file 'gone.rsp': no such file or directory");
}

TEST_F(CommandSplit, AtSignAsTheValueOfAFlag) {
  std::vector<std::string> words{"gcc", "-I", "@scope/include", "a.c"};
  ASSERT_TRUE(expand_response_files(words, root_).ok());
  EXPECT_THAT(words, ElementsAre("gcc", "-I", "@scope/include", "a.c"));
}

}  // namespace
}  // namespace assay::frontend
