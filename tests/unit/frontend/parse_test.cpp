// What parsing leaves in a unit beside its functions: attributes, definitions, missing headers.
#include "frontend/parse.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "frontend/command.h"
#include "unit/frontend/command_files.h"

namespace assay::frontend {
namespace {

class Parse : public test::CommandFiles {};

ir::Unit parse(const std::string& file, const std::vector<std::string>& flags = {},
               const std::string& compiler = "") {
  CommandAdapter adapter;
  Result<CompileCommand> command = command_for_source(file, flags);
  EXPECT_TRUE(command.ok()) << command.error();
  if (!compiler.empty()) command.value().arguments[0] = compiler;
  Result<PreparedCommand> prepared = adapter.prepare(command.value());
  EXPECT_TRUE(prepared.ok()) << prepared.error();
  return parse_unit(prepared.value());
}

const ir::Symbol& symbol(const ir::Unit& unit, std::string_view name) {
  ir::SymbolId id = unit.symbols.find(name, ir::Linkage::External);
  EXPECT_TRUE(id.valid()) << name;
  return unit.symbols[id];
}

TEST_F(Parse, keeps_the_attributes_of_gcc_that_clang_does_not_know) {
  std::string file = write("a.c",
                           "#define WRITES(a, b) __attribute__((access(write_only, a, b)))\n"
                           "void fill(char *p, unsigned long n) WRITES(1, 2);\n"
                           "void take(void *p);\n"
                           "void *make(int n) __attribute__((malloc(take, 1)));\n"
                           "int put(int k, int fd) __attribute__((__fd_arg_write__(2)));\n"
                           "void use(char *p) { fill(p, 4); make(put(1, 2)); }\n");
  ir::Unit unit = parse(file);
  EXPECT_TRUE(unit.diagnostics.empty());
  using enum ir::AttributeKind;
  EXPECT_EQ(symbol(unit, "fill").attributes,
            std::vector<ir::Attribute>({{Access, {0, 1}, "write_only"}}));
  EXPECT_EQ(symbol(unit, "make").attributes, std::vector<ir::Attribute>({{Malloc, {0}, "take"}}));
  EXPECT_EQ(symbol(unit, "put").attributes, std::vector<ir::Attribute>({{FdArg, {1}, "write"}}));
}

TEST_F(Parse, a_tentative_definition_is_one_wherever_it_stands) {
  std::string file = write("a.c",
                           "extern int early; int early;\n"
                           "int late; extern int late;\n"
                           "extern int never;\n"
                           "int use(void) { return early + late + never; }\n");
  ir::Unit unit = parse(file);
  EXPECT_TRUE(symbol(unit, "early").has(ir::kDefined));
  EXPECT_TRUE(symbol(unit, "late").has(ir::kDefined));
  EXPECT_FALSE(symbol(unit, "never").has(ir::kDefined));
}

// Otherwise the next run would have to read them all to see that they are the same.
TEST_F(Parse, a_unit_knows_when_its_files_were_changed) {
  std::string header = write("inc/a.h", "int f(void);\n");
  std::string file = write("a.c", "#include \"./inc/a.h\"\n");
  auto time =
      std::filesystem::file_time_type::clock::now() - std::chrono::nanoseconds(3600000000123);
  std::filesystem::last_write_time(header, time);
  ir::Unit unit = parse(file);
  ASSERT_EQ(unit.files.size(), 2u);
  struct stat info{};
  ASSERT_EQ(::stat(header.c_str(), &info), 0);
  EXPECT_EQ(unit.files[1].mtime_ns, info.st_mtim.tv_sec * 1'000'000'000 + info.st_mtim.tv_nsec);
  EXPECT_NE(unit.files[0].mtime_ns, 0);
}

TEST_F(Parse, takes_what_gcc_takes_and_clang_does_not) {
  std::string file = write("a.c",
                           "#include <math.h>\n"
                           "#include <stdlib.h>\n"
                           "_Float128 wide; _Float64 plain; _Float32x x; _Float64x y;\n"
                           "register long current __asm__(\"r12\");\n"
                           "double sum(void) { return wide + plain + x + y + current; }\n");
  ir::Unit unit = parse(file);
  EXPECT_TRUE(unit.diagnostics.empty());
  EXPECT_EQ(unit.ledger.downgraded["register-variable"], 1u);
  EXPECT_EQ(unit.types.resolved(symbol(unit, "wide").type).width, 128);
  EXPECT_TRUE(symbol(unit, "current").has(ir::kDefined));
}

TEST_F(Parse, a_nested_function_costs_itself_only) {
  std::string file = write("a.c",
                           "int before(int a) { return a; }\n"
                           "int outer(int n) {\n"
                           "  int inner(int k) { return k + n; }\n"
                           "  return inner(2);\n"
                           "}\n"
                           "int after(int a) { return a + 1; }\n");
  ir::Unit unit = parse(file);
  ASSERT_EQ(unit.diagnostics.size(), 1u);
  EXPECT_EQ(
      unit.diagnostics[0].message,
      "function definition is not allowed here; nested functions of GNU C are not understood");
  EXPECT_TRUE(symbol(unit, "before").has(ir::kDefined));
  EXPECT_TRUE(symbol(unit, "after").has(ir::kDefined));
}

TEST_F(Parse, recursive_functions_of_system_headers_are_definitions) {
  write("sys/tree.h",
        "template <class T> int depth(T *t) { return t ? 1 + depth(t->next) : 0; }\n"
        "extern \"C\" int real_read(int) __asm__(\"read\");\n"
        "extern \"C\" int read(int);\n"
        "extern \"C\" inline __attribute__((gnu_inline)) int read(int fd)\n"
        "{ return real_read(fd); }\n");
  std::string file = write("a.cpp",
                           "#include <tree.h>\n"
                           "struct List { List *next; };\n"
                           "int use(List *l) { return depth(l) + read(0); }\n");
  ir::Unit unit = parse(file, {"-isystem", root_ + "/sys"});
  EXPECT_TRUE(unit.diagnostics.empty());
  EXPECT_TRUE(symbol(unit, "_Z5depthI4ListEiPT_").has(ir::kDefined));
  EXPECT_FALSE(symbol(unit, "read").has(ir::kDefined));
}

// As glibc declares them for compilers without these types.
TEST_F(Parse, accepts_the_librarys_own_float_types) {
  std::string wide = write("wide.c", "typedef double _Float64; typedef double _Float32x;\n");
  std::string narrow = write("narrow.c", "typedef long double _Float64; typedef float _Float32;\n");
  EXPECT_TRUE(parse(wide).diagnostics.empty());
  auto for_target = [](const std::string& file, std::vector<std::string> flags) {
    return parse(file, flags, "clang-22");  // GCC has one target
  };
  EXPECT_TRUE(
      for_target(wide, {"--target=x86_64-linux-gnu", "-mlong-double-64"}).diagnostics.empty());
  EXPECT_TRUE(for_target(narrow, {"--target=arm-linux-gnueabihf"}).diagnostics.empty());
}

TEST_F(Parse, says_which_headers_were_looked_for_in_vain) {
  write("first/other.h", "");
  write("second/sub/found.h", "");
  std::string file = write("a.c",
                           "#include <sub/found.h>\n"
                           "#if __has_include(<config/local.h>)\n"
                           "#endif\n");
  ir::Unit unit = parse(file, {"-I" + root_ + "/first", "-I" + root_ + "/second"});
  EXPECT_TRUE(unit.diagnostics.empty());
  auto missing_in = [&](const std::string& directory) -> std::vector<std::string> {
    for (const ir::AbsentNames& each : unit.absent)
      if (each.directory == directory) {
        EXPECT_NE(each.mtime_ns, 0);
        return each.names;
      }
    return {};
  };
  // The folder is what is missing, not the file in it.
  EXPECT_EQ(missing_in(root_ + "/first"), std::vector<std::string>({"config", "sub"}));
  EXPECT_EQ(missing_in(root_ + "/second"), std::vector<std::string>({"config"}));
  EXPECT_TRUE(
      std::is_sorted(unit.absent.begin(), unit.absent.end(),
                     [](const auto& a, const auto& b) { return a.directory < b.directory; }));
}

}  // namespace
}  // namespace assay::frontend
