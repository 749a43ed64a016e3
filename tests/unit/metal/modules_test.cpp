#include "metal/modules.h"

#include <gtest/gtest.h>

#include <map>

namespace assay::metal {
namespace {

using Files = std::map<std::string, std::string>;

Result<Composition> load(const Files& files, const std::string& name) {
  FindModule find = [&](const std::string& wanted, const std::string&) -> Result<ModuleText> {
    auto found = files.find(wanted);
    if (found == files.end()) return input_error("no such file");
    return ModuleText{found->first, found->second};
  };
  return load_composition(name, find);
}

/// `h` for a header and its first word, or the machine's name.
std::string order(const Composition& all) {
  std::string text;
  for (const Part& part : all.parts) {
    const Program& program = all.programs[part.program];
    text += part.kind == PartKind::Machine ? program.machines[part.index].name
                                           : "h:" + program.headers[part.index].code.text;
    text += ' ';
  }
  return text;
}

TEST(MetalModules, PartsStandWhereTheirFileIsNamed) {
  Result<Composition> all =
      load({{"main",
             "sm first { start: { a() } ==> stop; }\n.module macros\nsm_header { mine }\n"
             ".module kill\nsm last { start: { b() } ==> stop; }"},
            {"macros", "sm_header { macros }"},
            {"kill", ".module macros\nsm kill { start: { c() } ==> stop; }"}},
           "main");
  ASSERT_TRUE(all.ok()) << all.error();
  EXPECT_EQ(order(all.value()), "first h:macros h:mine kill last ");
  EXPECT_EQ(all.value().programs.size(), 3u);
}

TEST(MetalModules, Circles) {
  Result<Composition> all =
      load({{"a", ".module b"}, {"b", "\n.module c"}, {"c", ".module b"}}, "a");
  ASSERT_FALSE(all.ok());
  EXPECT_EQ(all.error(), "c:1:1: modules use each other in a circle: b uses c uses b");
  Result<Composition> itself = load({{"a", ".module a"}}, "a");
  ASSERT_FALSE(itself.ok());
  EXPECT_EQ(itself.error(), "a:1:1: modules use each other in a circle: a uses a");
}

TEST(MetalModules, FilesThatAreNotThere) {
  Result<Composition> all = load({{"a", "\n.module b.m  // gone"}}, "a");
  ASSERT_FALSE(all.ok());
  EXPECT_EQ(all.error(), "a:2:1: cannot use module 'b.m': no such file");
}

TEST(MetalModules, MistakesAreTheModulesOwn) {
  Result<Composition> all =
      load({{"a", ".module b"}, {"b", "sm x { start: { f( } ==> stop; }"}}, "a");
  ASSERT_FALSE(all.ok());
  EXPECT_EQ(all.error().substr(0, 7), "b:1:20:") << all.error();
}

TEST(MetalModules, OneMachineTwice) {
  std::string machine = "sm x { start: { f() } ==> stop; }";
  Result<Composition> all = load({{"a", ".module b\n" + machine}, {"b", machine}}, "a");
  ASSERT_FALSE(all.ok());
  EXPECT_EQ(all.error(), "a:2:4: machine 'x' is defined in b already");
}

TEST(MetalModules, NoMachine) {
  Result<Composition> all = load({{"a", ".module b\n"}, {"b", "sm_header { static int n; }"}}, "a");
  ASSERT_FALSE(all.ok());
  EXPECT_EQ(all.error(), "a:1:1: there is no machine in it: neither 'sm NAME { … }' nor rules");
}

TEST(MetalModules, LongChains) {
  Files files;
  for (int i = 0; i < 5'000; ++i)
    files["m" + std::to_string(i)] = ".module m" + std::to_string(i + 1) + "\n";
  files["m5000"] = "sm x { start: { f() } ==> stop; }";
  Result<Composition> all = load(files, "m0");
  ASSERT_TRUE(all.ok()) << all.error();
  EXPECT_EQ(order(all.value()), "x ");
}

}  // namespace
}  // namespace assay::metal
