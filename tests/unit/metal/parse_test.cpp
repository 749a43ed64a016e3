#include "metal/parse.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "metal/lexer.h"
#include "metal/print.h"

namespace assay::metal {
namespace {

std::string file(const char* name) {
  std::ifstream in(std::filesystem::path(ASSAY_TESTS_DIR) / "metal" / name, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string repeated(std::string_view text, size_t times) {
  std::string all;
  for (size_t i = 0; i < times; ++i) all += text;
  return all;
}

std::string with_pattern(const std::string& base) {
  return "decl any_expr x;\nstart: { " + base + " } ==> stop;\n";
}

/// A mistake is a sentence with a place; what parses prints to something that parses the same.
void expect_sane(const std::string& source) {
  Result<Program> program = parse_program("t.metal", source);
  if (!program.ok()) {
    EXPECT_EQ(program.error().substr(0, 8), "t.metal:") << program.error();
    return;
  }
  std::string text = print_program(program.value());
  Result<Program> again = parse_program("printed", text);
  ASSERT_TRUE(again.ok()) << source << "\nprinted as\n" << text << again.error();
  EXPECT_EQ(print_program(again.value()), text) << source;
}

const char* const kSamples[] = {"pldi_figure_3.metal",   "paste_figure_3.metal",
                                "paste_figure_5.metal",  "paste_figure_7.metal",
                                "paste_figure_10.metal", "expressions.metal",
                                "statements.metal",      "cplusplus.metal",
                                "declarations.metal",    "code.metal"};

std::vector<Token> tokens_of(const std::string& source) {
  Diagnostics diagnostics("t.metal", source);
  return lex(source, diagnostics);
}

TEST(MetalParse, FilesThatEndTooEarly) {
  for (const char* name : kSamples) {
    std::string source = file(name);
    ASSERT_FALSE(source.empty()) << name;
    for (const Token& token : tokens_of(source)) {
      expect_sane(source.substr(0, token.start));
      expect_sane(source.substr(0, token.start + token.text.size() / 2));
    }
  }
}

TEST(MetalParse, TokensLeftOut) {
  for (const char* name : kSamples) {
    std::string source = file(name);
    for (const Token& token : tokens_of(source))
      expect_sane(source.substr(0, token.start) + " " + source.substr(token.end()));
  }
}

TEST(MetalParse, TokensReplaced) {
  for (const char* name : {"paste_figure_3.metal", "statements.metal", "expressions.metal"}) {
    std::string source = file(name);
    size_t turn = 0;  // each token meets a third of the others
    for (const Token& token : tokens_of(source)) {
      for (const char* other :
           {"{", "}",   "(",  ")",      "==>", "|",  ";", ",",  ":", "*",  "-", "?",
            "v", "int", "if", "sizeof", "new", "\"", "$", "${", "1", "\\", "."}) {
        if (turn++ % 3 == 0)
          expect_sane(source.substr(0, token.start) + other + source.substr(token.end()));
      }
    }
  }
}

TEST(MetalParse, DeepNesting) {
  constexpr size_t kDepth = 30'000;
  for (const auto& [open, inner, close] :
       {std::tuple("(", "g(x)", ")"), std::tuple("!", "x", ""), std::tuple("f(", "x", ")"),
        std::tuple("x[", "1", "]"), std::tuple("x ? x : ", "x", ""), std::tuple("(int)", "x", ""),
        std::tuple("x = ", "x", ""), std::tuple("", "x", " + x"), std::tuple("{ ", "f();", "}"),
        std::tuple("if (x) ", "f();", ""), std::tuple("if (x) f(); else ", "f();", ""),
        std::tuple("while (x) { ", "f();", "}"), std::tuple("l: ", "f();", ""),
        std::tuple("do ", "f();", " while (x);")}) {
    std::string source = with_pattern(repeated(open, kDepth) + inner + repeated(close, kDepth));
    Result<Program> program = parse_program("t.metal", source);
    ASSERT_TRUE(program.ok()) << open << program.error();
    std::string text = print_program(program.value());
    Result<Program> again = parse_program("printed", text);
    ASSERT_TRUE(again.ok()) << open << again.error();
    EXPECT_EQ(print_program(again.value()), text);
    EXPECT_FALSE(dump_program(program.value()).empty());
  }
  std::string pattern = repeated("(", kDepth) + "{ x }" + repeated(" && { f(x) })", kDepth);
  EXPECT_TRUE(parse_program("t.metal", "decl any_expr x; start: " + pattern + " ==> stop;").ok());
  EXPECT_FALSE(parse_program("t.metal", with_pattern(repeated("(", kDepth))).ok());
  EXPECT_FALSE(parse_program("t.metal", repeated("{", kDepth)).ok());
  EXPECT_FALSE(parse_program("t.metal", "sm x { decl int " + repeated("(*", kDepth)).ok());
}

TEST(MetalParse, NamesOfTypesFromOutside) {
  std::string source = with_pattern("(size)-x");
  Result<Program> plain = parse_program("t.metal", source);
  ASSERT_TRUE(plain.ok()) << plain.error();
  const Machine& machine = plain.value().machines[0];
  EXPECT_EQ(dump_pattern(machine, machine.guards[0].rules[0].pattern), "(- size ?x)");

  Result<Program> typed = parse_program("t.metal", source, {.types = {"size"}});
  ASSERT_TRUE(typed.ok()) << typed.error();
  const Machine& same = typed.value().machines[0];
  EXPECT_EQ(dump_pattern(same, same.guards[0].rules[0].pattern), "(cast <size> (minus ?x))");
}

TEST(MetalParse, PlaceOfCode) {
  Result<Program> program = parse_program(
      "t.metal", "start: { f() } ==> {\n\n   act();\n};\nstart: { g() } ==> { b(); }");
  ASSERT_TRUE(program.ok()) << program.error();
  const std::vector<Guard>& guards = program.value().machines[0].guards;
  EXPECT_EQ(guards[0].rules[0].action->place, (Place{3, 4}));
  EXPECT_EQ(guards[0].rules[0].action->text, "act();");
  EXPECT_EQ(guards[1].rules[0].action->place, (Place{5, 22}));
}

TEST(MetalParse, ManyMistakesAreCounted) {
  std::string source = "sm many {\n" + repeated("  start: { x + } ==> stop;\n", 30) + "}\n";
  Result<Program> program = parse_program("t.metal", source);
  ASSERT_FALSE(program.ok());
  EXPECT_NE(program.error().find("t.metal: 10 more errors are not shown"), std::string::npos);
}

}  // namespace
}  // namespace assay::metal
