#include "engines/machines/infer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "metal/parse.h"
#include "unit/machines/rule_case.h"

namespace assay::machines {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<InferredRule> infer(InferKind kind, InferOptions options = {}) {
  test::SmallProgram program({std::filesystem::path(ASSAY_TESTS_DIR) / "machines_infer/program.c"});
  Workspace workspace(program);
  Inference inference(kind, options);
  for (size_t i = 0; i < program.graph().functions.size(); ++i)
    if (program.graph().functions[i].unit >= 0) inference.add(workspace, callgraph::FunctionId(i));
  return inference.rules();
}

std::vector<std::string> broken(const InferredRule& rule) {
  std::vector<std::string> functions;
  for (const InferredRule::Evidence& place : rule.broken) functions.push_back(place.function);
  return functions;
}

const InferredRule* find(const std::vector<InferredRule>& rules, std::string_view first,
                         std::string_view second) {
  for (const InferredRule& rule : rules)
    if (rule.first.function == first && rule.second.function == second) return &rule;
  return nullptr;
}

void expect_metal(const InferredRule& rule) {
  std::string text = metal_of(rule);
  Result<metal::Program> parsed = metal::parse_program("inferred.metal", text);
  EXPECT_TRUE(parsed.ok()) << text << (parsed.ok() ? "" : parsed.error());
}

TEST(Infer, CallsThatBelongTogether) {
  std::vector<InferredRule> rules = infer(InferKind::Pairs, {.chance = 0.5, .min_z = 0});
  const InferredRule* locks = find(rules, "take", "give");
  ASSERT_NE(locks, nullptr);
  EXPECT_EQ(locks->examples, 7u);
  EXPECT_THAT(broken(*locks), ElementsAre("pairs_broken"));
  expect_metal(*locks);

  // Where opening failed there is nothing to close; what is handed on, others close.
  const InferredRule* handles = find(rules, "open_handle", "close_handle");
  ASSERT_NE(handles, nullptr);
  EXPECT_TRUE(handles->first.is_result);
  EXPECT_EQ(handles->examples, 4u);
  EXPECT_EQ(handles->counterexamples, 0u);
  expect_metal(*handles);
  EXPECT_EQ(find(rules, "open_handle", "use_handle"), nullptr);
  // What comes in between opens nothing.
  EXPECT_EQ(find(rules, "use_handle", "close_handle"), nullptr);
}

TEST(Infer, CallsOfOneMacroAreCountedEach) {
  std::vector<InferredRule> rules = infer(InferKind::Pairs, {.chance = 0.5, .min_z = 0});
  const InferredRule* both = find(rules, "hold", "drop");
  ASSERT_NE(both, nullptr);
  EXPECT_EQ(both->examples, 6u);
}

TEST(Infer, ResultsThatMayBeNull) {
  std::vector<InferredRule> rules = infer(InferKind::Null, {.min_z = 0});
  const InferredRule* found = find(rules, "find_node", "find_node");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->examples, 5u);
  EXPECT_THAT(broken(*found), ElementsAre("finds_broken"));
  expect_metal(*found);
  EXPECT_THAT(print(*found), HasSubstr("the result of `find_node` may be null: 5 of 6 times"));
}

TEST(Infer, FunctionsThatFree) {
  std::vector<InferredRule> rules = infer(InferKind::Free, {.min_z = -1});
  const InferredRule* found = find(rules, "release_node", "release_node");
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->examples, 4u);
  EXPECT_THAT(broken(*found), ElementsAre("frees_broken"));
  expect_metal(*found);
  // Its name says nothing of freeing.
  EXPECT_EQ(find(rules, "use_handle", "use_handle"), nullptr);
}

}  // namespace
}  // namespace assay::machines
