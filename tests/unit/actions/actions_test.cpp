// Compiled actions as the engine has them: the papers' programs, crashes, limits, damaged bytes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "metal/actions/compile.h"
#include "schedule/sandbox.h"
#include "unit/actions/try_rules.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using namespace metal;
using testing::HasSubstr;

const fs::path kTests = ASSAY_TESTS_DIR;

/// A composition from text; modules are empty.
Composition rules(const std::string& text) {
  auto find = [&](const std::string& name, const std::string&) -> Result<ModuleText> {
    return ModuleText{name, name == "rule.metal" ? text : ""};
  };
  Result<Composition> loaded = load_composition("rule.metal", find);
  EXPECT_TRUE(loaded.ok()) << loaded.error();
  return loaded.ok() ? loaded.take() : Composition{};
}

/// A function without code, for actions that ask nothing about it.
struct EmptyFunction {
  ir::Unit unit;
  ir::Function function;
  TreePool pool;
  FunctionTrees trees{pool, unit, function, ScopeId(0u)};
  Code code{unit, function, trees, pool, {}};
};

/// Runs the one action of the rules' one machine.
Result<int64_t> run_action(const Composition& composition, ActionRunner& runner,
                           std::string* text = nullptr) {
  EmptyFunction empty;
  const Machine& machine = composition.programs[0].machines[0];
  RecordingHost host(machine);
  Bindings bindings;
  Result<int64_t> value =
      runner.run(runner.action_of(0, {0, 0}), {machine, empty.code, {}, bindings, host});
  if (text != nullptr) *text += host.text;
  return value;
}

// An object that is tracked into a callee is known there by its tree alone.
TEST(Actions, TreesOfOtherFunctionsAnswerWhatTheyCan) {
  Composition composition = rules(
      "sm other { state decl any_pointer v; start: { f(v) } ==> v.a, {\n"
      "  note(\"%s %s %s %d\", mc_identifier(v), mc_text(v), mc_op(v), mc_nkids(v));\n"
      "  note(\"%s %s %ld %d %d\", mc_type(v), mc_pointee_type(v), mc_sizeof(v), "
      "mc_is_pointer(v),\n"
      "       mc_is_integer(v));\n"
      "  note(\"%s %d %d\", mc_text(mc_kid(mc_kid(v, 0), 0)), mc_parent(v) == 0, "
      "mc_is_constant(v));\n"
      "  note(\"%d %d %d\", mc_nargs(v), mc_in_macro(v), mc_has_body(v));\n"
      "  mc_annotate(v, \"a\", \"b\");\n"
      "  v_err(\"K\", v, \"$name %s\", mc_annotation(v, \"a\") ? \"annotated\" : \"not "
      "annotated\");\n"
      "}; v.a: { g(v) } ==> v.stop; }");
  std::unique_ptr<ActionRunner> runner = load_runner(composition);
  ASSERT_NE(runner, nullptr);
  ir::Unit unit = lower(kTests / "actions" / "trees.c");
  const ir::Function& names = unit.functions[0];
  TreePool pool;
  FunctionTrees trees(pool, unit, names, ScopeId(0u));
  TreeId next;  // parameter->next
  for (size_t i = 0; i < names.body.nodes.size() && !next.valid(); ++i) {
    if (names.body.nodes[i].op == ir::Op::Member) next = trees[ir::NodeId(i)];
  }
  ASSERT_TRUE(next.valid());
  const Machine& machine = composition.programs[0].machines[0];
  const ir::Function& other = unit.functions[1];
  FunctionTrees other_trees(pool, unit, other, ScopeId(1u));
  Code code{unit, other, other_trees, pool, other.body.parents()};
  RecordingHost host(machine);
  Bindings bindings;
  bindings.by_hole.push_back({.tree = next, .is_filled = true});
  Result<int64_t> value =
      runner->run(runner->action_of(0, {0, 0}), {machine, code, {}, bindings, host});
  ASSERT_TRUE(value.ok()) << value.error();
  EXPECT_EQ(host.text,
            "  note: parameter->next parameter->next member 1\n"
            "  note: struct node * struct node -1 1 0\n"
            "  note: parameter 1 0\n"
            "  note: 0 0 0\n"
            "  error K of v: parameter->next not annotated\n");
}

class Papers : public testing::TestWithParam<const char*> {};

TEST_P(Papers, CompileAsPrinted) {
  Result<Composition> composition = load_rules(kTests / "metal" / GetParam());
  ASSERT_TRUE(composition.ok()) << composition.error();
  Result<Bytes> object = compile_actions(composition.value());
  ASSERT_TRUE(object.ok()) << object.error();
  EXPECT_THAT(decode_action_object(object.value()).value().warnings, testing::IsEmpty());
}

// Figure 11 needs figure 10's is_debug_call: see the test after this.
INSTANTIATE_TEST_SUITE_P(Figures, Papers,
                         testing::Values("pldi_figure_1.metal", "pldi_figure_3.metal",
                                         "paste_figure_1.metal", "paste_figure_3.metal",
                                         "paste_figure_5.metal", "paste_figure_7.metal",
                                         "paste_figure_8.metal", "paste_figure_10.metal"));

TEST(Actions, FigureElevenCompilesBehindFigureTen) {
  std::string text = read_text(kTests / "metal" / "paste_figure_11.metal");
  auto find = [&](const std::string& name, const std::string&) -> Result<ModuleText> {
    if (name == "both") return ModuleText{name, ".module paste_figure_10.metal\n" + text};
    return ModuleText{name, read_text(kTests / "metal" / name)};
  };
  Result<Composition> both = load_composition("both", find);
  ASSERT_TRUE(both.ok()) << both.error();
  EXPECT_TRUE(compile_actions(both.value()).ok());
  Result<Bytes> alone =
      compile_actions(load_rules(kTests / "metal" / "paste_figure_11.metal").value());
  ASSERT_FALSE(alone.ok());
  EXPECT_THAT(alone.error(), HasSubstr("there is no function 'is_debug_call' for rules"));
}

TEST(Actions, ACrashIsBlamedOnItsRule) {
  void* shared = ::mmap(nullptr, sizeof(ActionCell), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  auto* cell = static_cast<ActionCell*>(shared);
  Composition composition =
      rules("sm wild { start: { f() } ==> { int *p = (int *)8; note(\"%d\", *p); }; }");
  std::unique_ptr<ActionRunner> runner = load_runner(composition, cell);
  ASSERT_NE(runner, nullptr);
  EXPECT_EQ(running_action(*cell), "");
  pid_t child = ::fork();
  if (child == 0) {
    (void)run_action(composition, *runner);
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(WTERMSIG(status), SIGSEGV);
  EXPECT_EQ(running_action(*cell), "rule 'wild': its action at rule.metal:1:32");
  ::munmap(shared, sizeof(ActionCell));
}

TEST(Actions, TheCellIsEmptyAfterAFailureToo) {
  ActionCell cell{};
  Composition composition = rules("start: { f() } ==> { while (1) ; };");
  std::unique_ptr<ActionRunner> runner = load_runner(composition, &cell, {.steps = 1000});
  ASSERT_NE(runner, nullptr);
  Result<int64_t> value = run_action(composition, *runner);
  ASSERT_FALSE(value.ok());
  EXPECT_EQ(value.error(),
            "the rule of rule.metal: its action at rule.metal:1:22 did not end within 1000 steps");
  EXPECT_EQ(running_action(cell), "");
}

TEST(Actions, StepsAreCountedExactly) {
  // One for the action itself, one for each turn of the loop, and one for the last look at its
  // condition.
  Composition composition =
      rules("start: { f() } ==> { for (int i = 0; i < 98; i++) mc_count(\"turn\", 1); };");
  std::unique_ptr<ActionRunner> enough = load_runner(composition, nullptr, {.steps = 100});
  std::unique_ptr<ActionRunner> short_of_one = load_runner(composition, nullptr, {.steps = 99});
  ASSERT_NE(enough, nullptr);
  ASSERT_NE(short_of_one, nullptr);
  EXPECT_TRUE(run_action(composition, *enough).ok());
  EXPECT_FALSE(run_action(composition, *short_of_one).ok());
  EXPECT_TRUE(run_action(composition, *enough).ok()) << "each run has all its steps";
}

TEST(Actions, StaticDataIsSetBackOnDemandOnly) {
  Composition composition = rules(
      "sm_header { static struct { int n; char *text; } all = { 7, \"seven\" }; }\n"
      "sm counts { start: { f() } ==> { note(\"%d %s\", all.n++, all.text); all.text = 0;\n"
      "  if (all.n > 8) all.text = \"more\"; }; }");
  std::unique_ptr<ActionRunner> runner = load_runner(composition);
  ASSERT_NE(runner, nullptr);
  std::string text;
  ASSERT_TRUE(run_action(composition, *runner, &text).ok());
  runner->reset_static_data();
  ASSERT_TRUE(run_action(composition, *runner, &text).ok());
  ASSERT_TRUE(run_action(composition, *runner, &text).ok());
  EXPECT_EQ(text, "  note: 7 seven\n  note: 7 seven\n  note: 8 (null)\n");
}

TEST(Actions, LoadAndRunInsideTheSandbox) {
  Composition composition = rules("start: { f() } ==> { mc_count(\"ran\", 1); };");
  Result<Bytes> object = compile_actions(composition);
  ASSERT_TRUE(object.ok()) << object.error();
  pid_t child = ::fork();
  if (child == 0) {
    (void)schedule::enter_sandbox();
    auto runner = load_actions(composition, object.value(), nullptr);
    if (!runner.ok()) ::_exit(1);
    std::string text;
    bool ran = run_action(composition, *runner.value(), &text).ok() && text == "  count ran +1\n";
    ::_exit(ran ? 0 : 2);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST(Actions, BytesOfOtherRulesAreNotLoaded) {
  Composition one = rules("start: { f() } ==> { err(\"one\"); };");
  Composition other = rules("start: { f() } ==> { err(\"two\"); };");
  Result<Bytes> object = compile_actions(one);
  ASSERT_TRUE(object.ok()) << object.error();
  Result<std::unique_ptr<ActionRunner>> runner = load_actions(other, object.value(), nullptr);
  ASSERT_FALSE(runner.ok());
  EXPECT_EQ(runner.error(), "compiled rules are not those of rule.metal");
}

TEST(Actions, DamagedBytesAreAnError) {
  Composition composition = rules("start: { f() } ==> { err(\"one\"); };");
  Bytes object = compile_actions(composition).take();
  EXPECT_FALSE(load_actions(composition, "", nullptr).ok());
  for (size_t size = 0; size < object.size(); size += 97)
    EXPECT_FALSE(load_actions(composition, object.substr(0, size), nullptr).ok()) << size;
}

TEST(Actions, TheKeyFollowsTheCode) {
  Hash one = actions_key(rules("start: { f() } ==> { err(\"one\"); };")).take();
  EXPECT_EQ(one, actions_key(rules("start: { f() } ==> { err(\"one\"); };")).take());
  EXPECT_NE(one, actions_key(rules("start: { f() } ==>  { err(\"one\"); };")).take())
      << "messages name the place";
  EXPECT_NE(one, actions_key(rules("start: { f() } ==> { err(\"two\"); };")).take());
}

TEST(Actions, CompilingTwiceGivesTheSameBytes) {
  Result<Composition> composition = load_rules(kTests / "actions" / "library.metal");
  ASSERT_TRUE(composition.ok());
  EXPECT_EQ(compile_actions(composition.value()).take(),
            compile_actions(composition.value()).take());
}

TEST(Actions, RulesWithoutCodeAreFine) {
  Composition composition = rules("start: { f() } ==> stop;");
  std::unique_ptr<ActionRunner> runner = load_runner(composition);
  ASSERT_NE(runner, nullptr);
  EXPECT_FALSE(runner->action_of(0, {0, 0}).valid());
  EXPECT_TRUE(runner->init_of(0).empty());
  runner->reset_static_data();
}

}  // namespace
}  // namespace assay::test
