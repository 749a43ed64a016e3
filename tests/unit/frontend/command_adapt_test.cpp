#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>

#include "frontend/command.h"
#include "frontend/compiler_facts.h"
#include "frontend/known_flags.h"
#include "frontend/split_command.h"
#include "unit/frontend/command_files.h"

namespace assay::frontend {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

/// A fake GCC, so that tests depend on no compiler of this machine but Clang's libraries.
constexpr const char* kFakeGcc = R"(echo x >> "$(dirname "$0")/asked"
case "$*" in *-mbogus*) exit 1;; esac
echo '#define __STDC_VERSION__ 199901L'
echo '#define __VENDOR__ 7'
echo '#define __VENDOR_F(x) x ## 1'
echo '#define __GNUC__ 12'
echo '#define __FLT128_DIG__ 33'
echo '#define __SIZEOF_POINTER__ 4'
cat >&2 <<END
Target: ${FAKE_TARGET:-TARGET}
gcc version 12.2.0
#include "..." search starts here:
#include <...> search starts here:
 /opt/fake/lib/gcc/fake/12/include
 /opt/fake/lib/gcc/fake/12/include-fixed
 /opt/fake/include
End of search list.
END
)";

class CommandAdapt : public test::CommandFiles {
 protected:
  std::string fake_gcc(const std::string& name, const std::string& target) {
    std::string text = kFakeGcc;
    std::string_view hole = "${FAKE_TARGET:-TARGET}";
    text.replace(text.find(hole), hole.size(), target);
    return write_program("bin/" + name, text);
  }
  PreparedCommand prepare(const std::string& text, const std::string& file = "a.c") {
    CompileCommand command{root_, root_ + "/" + file, "", split_shell_command(text).take()};
    Result<PreparedCommand> prepared = adapter_.prepare(command);
    EXPECT_TRUE(prepared.ok()) << prepared.error();
    return prepared.ok() ? prepared.take() : PreparedCommand{};
  }
  size_t times_asked() {
    std::ifstream file(root_ + "/bin/asked");
    return static_cast<size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  }
  /// Position of a word in a command.
  static ptrdiff_t at(const PreparedCommand& command, const std::string& word) {
    auto found = std::find(command.arguments.begin(), command.arguments.end(), word);
    EXPECT_NE(found, command.arguments.end()) << word;
    return found - command.arguments.begin();
  }

  CommandAdapter adapter_;
};

TEST_F(CommandAdapt, CompilerIsAskedForTargetMacrosHeadersAndStandard) {
  std::string gcc = fake_gcc("arm-gcc", "armv7-linux-gnueabihf");
  PreparedCommand command = prepare(gcc + " -Iinc -isystem sys -c a.c");
  EXPECT_THAT(command.arguments, Contains("--target=armv7-linux-gnueabihf"));
  EXPECT_THAT(command.arguments, Contains("-std=gnu99"));
  EXPECT_THAT(command.arguments, Contains("-D__VENDOR__=7"));
  EXPECT_THAT(command.arguments, Contains("-D__VENDOR_F(x)=x ## 1"));
  EXPECT_THAT(command.arguments, Not(Contains(HasSubstr("__FLT128"))));
  EXPECT_THAT(command.arguments, Not(Contains(HasSubstr("__GNUC__"))));
  EXPECT_THAT(command.arguments, Not(Contains(HasSubstr("/gcc/"))));
  ptrdiff_t own = at(command, clang_resource_directory() + "/include");
  EXPECT_LT(at(command, "sys"), own);
  EXPECT_LT(own, at(command, "/opt/fake/include"));
  EXPECT_THAT(command.dropped, IsEmpty());
}

TEST_F(CommandAdapt, EachCompilerIsAskedOncePerMachineAndLanguage) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  for (int i = 0; i < 50; ++i) prepare(gcc + " -O2 -DN=" + std::to_string(i) + " -c a.c");
  EXPECT_EQ(times_asked(), 1u);
  prepare(gcc + " -m32 -c a.c");
  EXPECT_EQ(times_asked(), 2u);
  prepare(gcc + " -c a.cc", "a.cc");
  EXPECT_EQ(times_asked(), 3u);
}

TEST_F(CommandAdapt, WhoWasAskedAheadIsNotAskedAgain) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  auto command = [&](const std::string& text) {
    return CompileCommand{root_, root_ + "/a.c", "", split_shell_command(text).take()};
  };
  std::string plain = gcc + " -std=c11 -O2 -Wall -Iinc -c a.c";
  adapter_.ask_ahead({command(plain), command(plain), command(gcc + " -m32 -c a.c")});
  EXPECT_THAT(prepare(plain).arguments, Contains("-D__VENDOR__=7"));
  EXPECT_EQ(times_asked(), 1u);
  prepare(gcc + " -m32 -c a.c");
  EXPECT_EQ(times_asked(), 2u);
}

TEST_F(CommandAdapt, ACompilerOfTheProjectIsNotAskedAheadEither) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  adapter_ = CommandAdapter(root_);
  adapter_.ask_ahead({{root_, root_ + "/a.c", "", {gcc, "-c", "a.c"}}});
  adapter_ = CommandAdapter();  // which waits for what was started
  EXPECT_EQ(times_asked(), 0u);
}

TEST_F(CommandAdapt, ACompilerThatDidNotChangeIsNotAskedAgainByALaterRun) {
  std::map<Hash, Bytes> answers;
  CompilerMemory memory{
      .recall = [&](const Hash& question) -> std::optional<Bytes> {
        auto found = answers.find(question);
        return found == answers.end() ? std::nullopt : std::optional(found->second);
      },
      .keep = [&](const Hash& question, const Bytes& answer) { answers[question] = answer; }};
  std::string gcc = write_program("gcc", R"sh(echo asked >> "$(dirname "$0")/asked"
echo "#define __VENDOR__ 7"
printf 'Target: x86_64-linux-gnu\nignoring nonexistent directory "%s/new"\n' "$(dirname "$0")" >&2
printf '#include <...> search starts here:\n /usr/include\nEnd of search list.\n' >&2)sh");
  auto times = [&] {
    std::ifstream file(root_ + "/asked");
    return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
  };
  for (int run = 0; run < 3; ++run) {
    adapter_ = CommandAdapter("", memory);
    EXPECT_THAT(prepare(gcc + " -c a.c").arguments, Contains("-D__VENDOR__=7"));
  }
  EXPECT_EQ(times(), 1);
  // A directory that it looked for has appeared: what it said is not true any more.
  std::filesystem::create_directory(root_ + "/new");
  adapter_ = CommandAdapter("", memory);
  prepare(gcc + " -c a.c");
  EXPECT_EQ(times(), 2);
}

TEST_F(CommandAdapt, APlanIsRememberedUntilACommandOrItsCompilerChanges) {
  std::map<Hash, Bytes> answers;
  CompilerMemory memory{
      .recall = [&](const Hash& question) -> std::optional<Bytes> {
        auto found = answers.find(question);
        return found == answers.end() ? std::nullopt : std::optional(found->second);
      },
      .keep = [&](const Hash& question, const Bytes& answer) { answers[question] = answer; }};
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  std::vector<CompileCommand> commands{
      {.directory = root_, .file = root_ + "/a.c", .arguments = {gcc, "-mbogus", "-c", "a.c"}},
      {.directory = root_, .file = root_ + "/b.c", .arguments = {gcc, "-c", "b.c"}},
      {.directory = root_, .file = root_ + "/c.c", .problem = "c.c: no such response file"}};
  auto plan = [&] { return CommandAdapter("", memory).plan(commands); };

  std::vector<CommandPlan> first = plan();
  ASSERT_EQ(first.size(), 3u);
  ASSERT_TRUE(first[0].prepared);
  EXPECT_EQ(first[0].key, first[0].prepared->key);
  EXPECT_THAT(first[0].dropped, ElementsAre(Pair("-mbogus", 1)));
  EXPECT_NE(first[0].key, first[1].key);
  EXPECT_EQ(first[2].problem, commands[2].problem);

  std::vector<CommandPlan> second = plan();
  ASSERT_EQ(second.size(), 3u);
  for (size_t i = 0; i < 3; ++i) {
    EXPECT_FALSE(second[i].prepared);
    EXPECT_EQ(second[i].key, first[i].key);
    EXPECT_EQ(second[i].dropped, first[i].dropped);
    EXPECT_EQ(second[i].problem, first[i].problem);
  }

  commands[1].arguments.emplace_back("-DX");
  EXPECT_TRUE(plan()[0].prepared);
  EXPECT_FALSE(plan()[0].prepared);
  fake_gcc("gcc", "armv7-linux-gnueabihf");
  std::vector<CommandPlan> for_arm = plan();
  EXPECT_TRUE(for_arm[0].prepared);
  EXPECT_NE(for_arm[0].key, first[0].key);
  for (auto& [question, answer] : answers) answer.resize(answer.size() / 2);
  EXPECT_EQ(plan()[0].key, for_arm[0].key);
}

TEST_F(CommandAdapt, APlanIsRememberedWhileTheCompilersDirectoriesAreAsTheyWere) {
  std::map<Hash, Bytes> answers;
  CompilerMemory memory{
      .recall = [&](const Hash& question) -> std::optional<Bytes> {
        auto found = answers.find(question);
        return found == answers.end() ? std::nullopt : std::optional(found->second);
      },
      .keep = [&](const Hash& question, const Bytes& answer) { answers[question] = answer; }};
  std::string text = kFakeGcc;
  std::string_view directory = "/opt/fake/include";
  text.replace(text.find(directory), directory.size(), root_ + "/fake/include");
  std::string gcc = write_program("bin/gcc", text);
  std::vector<CompileCommand> commands{
      {.directory = root_, .file = root_ + "/a.c", .arguments = {gcc, "-c", "a.c"}}};
  auto is_remembered = [&] { return !CommandAdapter("", memory).plan(commands)[0].prepared; };

  EXPECT_FALSE(is_remembered());
  EXPECT_TRUE(is_remembered());
  std::filesystem::create_directories(root_ + "/fake/include");
  EXPECT_FALSE(is_remembered());
  EXPECT_TRUE(is_remembered());
  std::filesystem::remove_all(root_ + "/fake");
  EXPECT_FALSE(is_remembered());
  EXPECT_TRUE(is_remembered());
}

TEST_F(CommandAdapt, FlagsTheCompilerRejectsAreNotAskedAgain) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  PreparedCommand command = prepare(gcc + " -mbogus -c a.c");
  EXPECT_THAT(command.arguments, Contains("-D__VENDOR__=7"));
  EXPECT_THAT(command.dropped, ElementsAre(Pair("-mbogus", 1)));
}

TEST_F(CommandAdapt, MissingCompilerGetsTheHostsHeaders) {
  PreparedCommand command = prepare("aarch64-fake-linux-gnu-gcc -march=no-such-processor -c a.c");
  EXPECT_THAT(
      command.dropped,
      ElementsAre(Pair("-march", 1),
                  Pair("compiler 'aarch64-fake-linux-gnu-gcc' not found: host headers used", 1)));
}

TEST_F(CommandAdapt, ProgramsOfTheProjectAreNotRun) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  adapter_ = CommandAdapter(root_);
  PreparedCommand command = prepare("bin/gcc -c a.c");
  EXPECT_EQ(times_asked(), 0u);
  EXPECT_THAT(command.dropped, Contains(Pair(HasSubstr("lies inside the project"), 1)));
  adapter_ = CommandAdapter();
  prepare("bin/gcc -c a.c");
  EXPECT_EQ(times_asked(), 1u);
}

TEST_F(CommandAdapt, SpecsOfTheProjectAreNotFollowed) {
  std::string project = root_ + "/src";
  std::string outside =
      write_program("tools/gcc", R"(echo "$*" >> "$(dirname "$0")/words"; exit 1)");
  adapter_ = CommandAdapter(project);
  prepare(outside + " -specs=" + project + "/evil.specs -c a.c");
  prepare(outside + " -specs=./evil.specs -c a.c");
  prepare(outside + " -specs=nano.specs -c a.c");
  std::ifstream file(root_ + "/tools/words");
  std::string words{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(words, Not(HasSubstr("evil")));
  EXPECT_THAT(words, HasSubstr("nano"));
}

TEST_F(CommandAdapt, ProgramsThatAreNoCompilersAreNotRun) {
  write_program("bin/python3", "touch \"$(dirname \"$0\")/asked\"");
  PreparedCommand command = prepare(root_ + "/bin/python3 x.py -c a.c");
  EXPECT_FALSE(std::filesystem::exists(root_ + "/bin/asked"));
  EXPECT_THAT(command.dropped, Contains(Pair(HasSubstr("is not a compiler we know"), 1)));
}

TEST_F(CommandAdapt, TargetThatClangLacks) {
  std::string gcc = fake_gcc("xt-gcc", "nocpu-esp32-elf");
  PreparedCommand command = prepare(gcc + " -c a.c");
  EXPECT_THAT(command.arguments, Contains("--target=i386-unknown-linux-gnu"));
  EXPECT_THAT(command.dropped, Contains(Pair(HasSubstr("'nocpu-esp32-elf' is not known"), 1)));
}

TEST_F(CommandAdapt, FlagsForTheBuildGoSilently) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  PreparedCommand command =
      prepare(gcc +
              " -c -o a.o -MD -MF a.d -MT a.o -Wall -Werror=format -Wno-gcc-only-thing -g3 -ggdb"
              " -pipe -save-temps -flto=auto -fplugin=./x.so -fdump-tree-all -ftime-trace -lm -L/x"
              " -Wl,-z,now --param max-x=3 -fcf-protection=full -fprofile-arcs -ftest-coverage"
              " -fdiagnostics-color=always -pedantic-errors -Wp,-MMD,x.d a.c");
  PreparedCommand plain = prepare(gcc + " -c a.c");
  EXPECT_EQ(command.arguments, plain.arguments);
  EXPECT_THAT(command.dropped, IsEmpty());
}

TEST_F(CommandAdapt, FlagsThatOnlyGccHasAreCounted) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  PreparedCommand command =
      prepare(gcc +
              " -fno-allow-store-data-races -mpreferred-stack-boundary=3 -fconserve-stack"
              " -specs=nano.specs -fopenmp -fsanitize=address -fconserve-stack -c a.c");
  EXPECT_THAT(command.dropped,
              ElementsAre(Pair("-fconserve-stack", 2), Pair("-fno-allow-store-data-races", 1),
                          Pair("-fopenmp", 1), Pair("-fsanitize", 1),
                          Pair("-mpreferred-stack-boundary", 1), Pair("-specs", 1)));
}

TEST_F(CommandAdapt, FlagsThatDecideMeaningStay) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  PreparedCommand command =
      prepare(gcc +
              " -std=gnu89 -O2 -funsigned-char -fshort-enums -ffreestanding -fPIC -pthread"
              " -m32 -msse2 -include conf.h -iquote q -idirafter r -Wp,-DW=1,-UV"
              " -Xclang -include -Xclang pch.h -Xclang -include-pch -Xclang pch.h.pch -c a.c");
  for (const char* word :
       {"-std=gnu89", "-O2", "-funsigned-char", "-fshort-enums", "-fPIC", "-ffreestanding",
        "-pthread", "-m32", "-msse2", "conf.h", "q", "r", "pch.h"}) {
    EXPECT_THAT(command.arguments, Contains(word));
  }
  EXPECT_THAT(command.arguments, Contains("W=1"));
  EXPECT_THAT(command.arguments, Not(Contains("-std=gnu99")));
  EXPECT_THAT(command.arguments, Not(Contains(HasSubstr("include-pch"))));
  EXPECT_THAT(command.arguments, Not(Contains("pch.h.pch")));
}

TEST_F(CommandAdapt, ValuesThatClangRejectsAreDropped) {
  std::string gcc = fake_gcc("g++", "x86_64-linux-gnu");
  PreparedCommand command =
      prepare(gcc + " -std=c99 -march=armv7-a -mtune=generic -O2 -c a.cc", "a.cc");
  EXPECT_THAT(command.dropped, ElementsAre(Pair("-march", 1), Pair("-std", 1)));
  EXPECT_THAT(command.arguments, Contains("-O2"));
  EXPECT_THAT(command.arguments, Contains("-mtune=generic"));
}

TEST_F(CommandAdapt, HeadersOfGccItselfBecomeClangs) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  PreparedCommand command =
      prepare(gcc + " -nostdinc -isystem /usr/lib/gcc/x86_64-linux-gnu/12/include -c a.c");
  EXPECT_THAT(command.arguments, Not(Contains(HasSubstr("/usr/lib/gcc/"))));
}

TEST_F(CommandAdapt, KeysDifferWithAllThatDecides) {
  std::string gcc = fake_gcc("gcc", "x86_64-linux-gnu");
  std::string other = fake_gcc("other-gcc", "i686-linux-gnu");
  Hash key = prepare(gcc + " -c a.c").key;
  EXPECT_EQ(prepare(gcc + " -Wall -g -c a.c -o x.o").key, key);
  EXPECT_NE(prepare(gcc + " -DX -c a.c").key, key);
  EXPECT_NE(prepare(gcc + " -c b.c", "b.c").key, key);
  EXPECT_NE(prepare(other + " -c a.c").key, key);
}

TEST_F(CommandAdapt, WhatIsNoCompilationIsAnError) {
  CompileCommand command{root_, root_ + "/a.S", "", {"gcc", "-c", "a.S"}};
  EXPECT_EQ(adapter_.prepare(command).error(), root_ + "/a.S: no compilation: assembly");
  command.arguments.clear();
  EXPECT_EQ(adapter_.prepare(command).error(), root_ + "/a.S: an empty command");
}

TEST(CommandFacts, AnswerOfClang) {
  CompilerFacts facts = read_compiler_answer(
      "#define __cplusplus 201703L\n",
      "Debian clang version 14.0.6\nTarget: x86_64-pc-linux-gnu\n"
      "#include \"...\" search starts here:\n nowhere\n#include <...> search starts here:\n"
      " /usr/lib/llvm-14/lib/clang/14.0.6/include\n /Library/Frameworks (framework directory)\n"
      " /usr/include\nEnd of search list.\n");
  EXPECT_TRUE(facts.is_clang);
  EXPECT_EQ(facts.target, "x86_64-pc-linux-gnu");
  EXPECT_THAT(facts.system_includes,
              ElementsAre("/usr/lib/llvm-14/lib/clang/14.0.6/include", "/usr/include"));
  EXPECT_EQ(default_standard(facts, Language::Cxx), "gnu++17");
  EXPECT_TRUE(is_builtin_include(facts.system_includes[0]));
  EXPECT_FALSE(is_builtin_include(facts.system_includes[1]));
  EXPECT_FALSE(is_builtin_include("/opt/gcc/src"));
}

TEST(CommandFacts, NoAnswer) {
  CompilerFacts facts = read_compiler_answer("", "");
  EXPECT_EQ(facts.target, "");
  EXPECT_EQ(default_standard(facts, Language::C), "");
}

}  // namespace
}  // namespace assay::frontend
