// Each program under tests/metal/trees is a test: the tree of each expression that is an argument
// of `show` is compared with the mark on its line, `// trees: p->next, *p`.
#include "metal/tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "frontend/command.h"
#include "frontend/parse.h"

namespace assay::metal {
namespace {

ir::Unit parse(const std::string& name) {
  frontend::CommandAdapter adapter;
  std::string source = std::string(ASSAY_TESTS_DIR) + "/metal/trees/" + name;
  Result<frontend::PreparedCommand> prepared =
      adapter.prepare(frontend::command_for_source(source, {}).take());
  EXPECT_TRUE(prepared.ok()) << prepared.error();
  ir::Unit unit = frontend::parse_unit(prepared.value());
  for (const ir::Diagnostic& diagnostic : unit.diagnostics)
    ADD_FAILURE() << diagnostic.line << ": " << diagnostic.message;
  return unit;
}

/// The trees of the arguments of `show`, by line.
std::map<uint32_t, std::vector<TreeId>> shown(const ir::Unit& unit, TreePool& pool) {
  std::map<uint32_t, std::vector<TreeId>> found;
  for (size_t f = 0; f < unit.functions.size(); ++f) {
    const ir::Function& function = unit.functions[f];
    FunctionTrees trees(pool, unit, function, ScopeId(f));
    for (size_t i = 0; i < function.body.nodes.size(); ++i) {
      ir::NodeId id(i);
      if (function.body[id].op != ir::Op::Call) continue;
      std::span<const ir::NodeId> kids = function.body.kids_of(id);
      if (pool.spell(trees[kids[0]]) != "show") continue;
      for (ir::NodeId argument : kids.subspan(1))
        found[function.places[id].line].push_back(trees[argument]);
    }
  }
  return found;
}

void expect_marks(const std::string& name) {
  TreePool pool;
  std::map<uint32_t, std::vector<TreeId>> found = shown(parse(name), pool);
  std::ifstream in(std::string(ASSAY_TESTS_DIR) + "/metal/trees/" + name);
  std::string line;
  for (uint32_t number = 1; std::getline(in, line); ++number) {
    constexpr std::string_view kMark = "// trees: ";
    size_t at = line.find(kMark);
    std::vector<std::string> texts;
    for (TreeId tree : found[number]) texts.push_back(pool.spell(tree));
    EXPECT_EQ(fmt::format("{}", fmt::join(texts, "; ")),
              at == std::string::npos ? "" : line.substr(at + kMark.size()))
        << name << ":" << number;
  }
}

TEST(MetalTree, Spelling) { expect_marks("spelling.c"); }
TEST(MetalTree, SpellingOfCplusplus) { expect_marks("spelling.cpp"); }

/// On each line of the program the arguments of `show` are one tree, or all different.
TEST(MetalTree, EqualAndDifferent) {
  TreePool pool;
  for (const auto& [line, trees] : shown(parse("equal.c"), pool)) {
    bool equal = line < 30;
    for (size_t i = 1; i < trees.size(); ++i) {
      EXPECT_TRUE(trees[i].valid());
      EXPECT_EQ(trees[0] == trees[i], equal)
          << line << ": " << pool.spell(trees[0]) << " and " << pool.spell(trees[i]);
    }
  }
}

TreeId local(TreePool& pool, uint32_t number) {
  Tree tree;
  tree.op = ir::Op::Local;
  tree.payload = number;
  tree.name = pool.text(std::string(1, static_cast<char>('a' + number)));
  return pool.make(std::move(tree));
}

TreeId unary(TreePool& pool, ir::Op op, TreeId kid) {
  Tree tree;
  tree.op = op;
  tree.kids = {kid};
  return pool.make(std::move(tree));
}

TEST(MetalTree, MentionsAndReplace) {
  TreePool pool;
  TreeId a = local(pool, 0), b = local(pool, 1);
  TreeId deep = a;
  for (int i = 0; i < 3; ++i) deep = unary(pool, ir::Op::Deref, deep);
  EXPECT_TRUE(pool.mentions(deep, a));
  EXPECT_FALSE(pool.mentions(deep, b));
  EXPECT_FALSE(pool.mentions(a, deep));
  TreeId other = pool.replace(deep, a, b);
  EXPECT_EQ(pool.spell(other), "***b");
  // What is put in is simplified with what stands around it.
  EXPECT_EQ(pool.spell(pool.replace(deep, a, unary(pool, ir::Op::AddressOf, b))), "**b");
  EXPECT_EQ(pool.replace(deep, b, a), deep);
  EXPECT_EQ(pool[deep].depth, 3u);
}

TEST(MetalTree, DeepTreesCostNoStack) {
  TreePool pool;
  TreeId a = local(pool, 0), b = local(pool, 1), deep = a;
  for (int i = 0; i < 200'000; ++i) deep = unary(pool, ir::Op::Deref, deep);
  EXPECT_TRUE(pool.mentions(deep, a));
  EXPECT_TRUE(pool.mentions(pool.replace(deep, a, b), b));
  EXPECT_LT(pool.spell(deep).size(), 300u);
}

/// The order does not depend on what the pool saw before.
TEST(MetalTree, OrderByContent) {
  TreePool one, two;
  TreeId a = local(one, 0), b = local(one, 1);
  TreeId b2 = local(two, 1), a2 = local(two, 0);
  EXPECT_EQ(one.compare(a, b), two.compare(a2, b2));
  EXPECT_EQ(one.compare(b, a), two.compare(b2, a2));
  EXPECT_EQ(one[a].hash, two[a2].hash);
}

}  // namespace
}  // namespace assay::metal
