#include "callgraph/call_graph.h"

#include <gmock/gmock.h>

#include <sstream>

#include "callgraph/print.h"
#include "callgraph/unit_facts.h"
#include "unit/callgraph/unit_builder.h"

namespace assay::callgraph {
namespace {

using ir::Linkage;
using testing::ElementsAre;

std::string graph_of(std::initializer_list<const ir::Unit*> units) {
  CallGraphBuilder builder;
  for (const ir::Unit* unit : units) builder.add_unit(*unit);
  return print_text(builder.finish(), false);
}

ir::Unit unit_with_main(const std::string& file, const std::string& callee) {
  UnitBuilder made(file);
  ir::SymbolId target = made.function(callee);
  made.define(made.function("main")).calls(target);
  return made.unit;
}

TEST(CallGraph, ExternalNameIsOneAcrossUnits) {
  UnitBuilder library("lib.c");
  library.define(library.function("help"));
  ir::Unit program = unit_with_main("main.c", "help");
  EXPECT_EQ(graph_of({&program, &library.unit}), "help\nmain\n  direct help\n");
}

TEST(CallGraph, InternalNameBelongsToItsUnit) {
  UnitBuilder a("a.c"), b("b.c");
  ir::SymbolId own = a.function("help", Linkage::Internal);
  a.define(own);
  a.define(a.function("fa")).calls(own);
  ir::SymbolId other = b.function("help", Linkage::Internal);
  b.define(other).calls(b.function("puts"));
  b.define(b.function("fb")).calls(other);
  EXPECT_EQ(graph_of({&a.unit, &b.unit}),
            "fa\n  direct help [a.c]\nfb\n  direct help [b.c]\nhelp [a.c]\nhelp [b.c]\n"
            "  direct puts\n");
}

TEST(CallGraph, EachMainIsItsOwnAndAReferenceListsThoseThatFit) {
  ir::Unit cat = unit_with_main("cat.c", "usage");
  ir::Unit ls = unit_with_main("ls.c", "usage");
  UnitBuilder usage_cat("cat_usage.c"), usage_ls("ls_usage.c");
  usage_cat.define(usage_cat.function("usage")).calls(usage_cat.function("a"));
  usage_ls.define(usage_ls.function("usage")).calls(usage_ls.function("b"));
  // The two mains have equal bodies, so they are told apart by what else they do.
  UnitBuilder own("own.c");
  ir::SymbolId own_usage = own.function("usage");
  own.define(own_usage).calls(own.function("c"));
  own.define(own.function("main")).calls(own_usage).calls(own_usage);

  CallGraphBuilder builder;
  for (const ir::Unit* unit : {&cat, &usage_cat.unit, &usage_ls.unit, &own.unit})
    builder.add_unit(*unit);
  CallGraph graph = builder.finish();
  EXPECT_EQ(print_text(graph, false),
            // own.c has a main as well: no linker takes both.
            "main [cat.c]\n  direct usage [cat_usage.c], usage [ls_usage.c]\n"
            "main [own.c]\n  direct usage [own.c]\n"
            "usage [cat_usage.c]\n  direct a\n"
            "usage [ls_usage.c]\n  direct b\n"
            "usage [own.c]\n  direct c\n");
  for (const ProgramFunction& function : graph.functions) {
    if (function.file == "cat.c") {
      EXPECT_THAT(function.other_units, ElementsAre(3));
    }
    if (function.file == "ls_usage.c") {
      EXPECT_THAT(function.other_units, ElementsAre(1, 3));
    }
  }
}

/// A unit that defines each of `defined`, all of which call each of `called`.
ir::Unit unit_of(const std::string& file, std::vector<std::string> defined,
                 std::vector<std::string> called) {
  UnitBuilder unit(file);
  for (const std::string& name : defined) {
    unit.define(unit.function(name));
    for (const std::string& other : called) unit.calls(unit.function(other));
    unit.calls(unit.function("from_" + file));  // no two bodies are equal
  }
  return unit.unit;
}

std::vector<std::string> lines_with(const std::string& text, const std::string& part) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.find(part) != std::string::npos) found.push_back(line);
  return found;
}

TEST(CallGraph, LibraryOfOneProgramCallsThatProgram) {
  // lib1 is brought in by a's main, lib2 by b's: each means the usage of its own.
  ir::Unit a = unit_of("a.c", {"main", "usage"}, {"one"});
  ir::Unit b = unit_of("b.c", {"main", "usage"}, {"two"});
  ir::Unit lib1 = unit_of("lib1.c", {"one"}, {"usage"});
  ir::Unit lib2 = unit_of("lib2.c", {"two"}, {"usage"});
  std::string text = graph_of({&a, &b, &lib1, &lib2});
  EXPECT_THAT(lines_with(text, "direct usage"),
              ElementsAre("  direct usage [a.c]", "  direct usage [b.c]"))
      << text;
}

TEST(CallGraph, LibraryOfBothProgramsCallsEither) {
  ir::Unit a = unit_of("a.c", {"main", "usage"}, {"one"});
  ir::Unit b = unit_of("b.c", {"main", "usage"}, {"one"});
  ir::Unit lib = unit_of("lib.c", {"one"}, {"usage"});
  std::string text = graph_of({&a, &b, &lib});
  EXPECT_THAT(lines_with(text, "direct usage"), ElementsAre("  direct usage [a.c], usage [b.c]"))
      << text;
}

TEST(CallGraph, OfSeveralThatFitTheOneInTheFolderIsMeant) {
  ir::Unit a = unit_of("a/main.c", {"main"}, {"help"});
  ir::Unit b = unit_of("b/main.c", {"main"}, {"help"});
  ir::Unit help_a = unit_of("a/help.c", {"help"}, {"deep"});
  ir::Unit help_b = unit_of("b/help.c", {"help"}, {"deep"});
  ir::Unit deep_a = unit_of("c/deep.c", {"deep", "help"}, {});  // cannot be beside either help
  ir::Unit deep_b = unit_of("d/deep.c", {"deep"}, {});
  std::string text = graph_of({&a, &b, &help_a, &help_b, &deep_a, &deep_b});
  EXPECT_THAT(lines_with(text, "direct help"),
              ElementsAre("  direct help [help.c] [a/help.c]", "  direct help [help.c] [b/help.c]"))
      << text;
  EXPECT_THAT(lines_with(text, "direct deep"),
              ElementsAre("  direct deep [d/deep.c]", "  direct deep [d/deep.c]"))
      << text;
}

TEST(CallGraph, EqualMainsCallTheFunctionsOfBothPrograms) {
  ir::Unit a = unit_with_main("a/main.c", "run");
  ir::Unit b = unit_with_main("b/main.c", "run");
  ir::Unit run_a = unit_of("a/run.c", {"run"}, {});
  ir::Unit run_b = unit_of("b/run.c", {"run"}, {});
  std::string text = graph_of({&a, &b, &run_a, &run_b});
  EXPECT_THAT(lines_with(text, "direct run"), ElementsAre("  direct run [a/run.c], run [b/run.c]"))
      << text;
}

TEST(CallGraph, AliasOfAnotherUnitMeansWhatItStandsFor) {
  UnitBuilder library("lib.c");
  library.define(library.function("help_implementation", Linkage::Internal));
  library.function("help", Linkage::External, ir::kDefined);
  ir::Symbol& alias = library.unit.symbols[library.function("help")];
  alias.attributes.push_back({ir::AttributeKind::Alias, {}, "help_implementation"});
  ir::Unit program = unit_with_main("main.c", "help");
  EXPECT_EQ(graph_of({&program, &library.unit}),
            "help_implementation\nmain\n  direct help_implementation\n");
}

TEST(CallGraph, WeakReferenceSpeaksOfAnotherUnit) {
  UnitBuilder user("user.c"), library("lib.c");
  ir::SymbolId reference = user.function("reference", Linkage::Internal);
  user.unit.symbols[reference].attributes.push_back({ir::AttributeKind::Alias, {}, "help"});
  user.define(user.function("main")).calls(reference);
  library.define(library.function("help"));
  EXPECT_EQ(graph_of({&user.unit, &library.unit}), "help\nmain\n  direct help\n");
}

TEST(CallGraph, WeakDefinitionGivesWayToOthers) {
  UnitBuilder weak("weak.c"), strong("strong.c");
  ir::SymbolId hook = weak.function("hook", Linkage::External, ir::kWeak);
  weak.define(hook);
  weak.define(weak.function("main")).calls(hook);
  strong.define(strong.function("hook")).calls(strong.function("puts"));
  EXPECT_EQ(graph_of({&weak.unit, &strong.unit}),
            "hook [strong.c]\n  direct puts\nhook [weak.c]\nmain\n"
            "  direct hook [strong.c], hook [weak.c]\n");
}

TEST(CallGraph, AliasesInACircleMeanNothing) {
  UnitBuilder made("a.c");
  made.function("left");
  made.function("right");
  made.unit.symbols[made.function("left")].attributes.push_back(
      {ir::AttributeKind::Alias, {}, "right"});
  made.unit.symbols[made.function("right")].attributes.push_back(
      {ir::AttributeKind::Alias, {}, "left"});
  made.define(made.function("main")).calls(made.function("left"));
  EXPECT_EQ(graph_of({&made.unit}), "main\n  direct right\n");
}

TEST(CallGraph, EqualInlineBodiesAreOne) {
  UnitBuilder a("a.cpp"), b("b.cpp");
  for (UnitBuilder* unit : {&a, &b}) {
    ir::SymbolId help = unit->function("help", Linkage::External, ir::kInline);
    unit->define(help, "help.h").calls(unit->function("puts"));
    unit->define(unit->function(unit == &a ? "fa" : "fb")).calls(help);
  }
  CallGraphBuilder builder;
  builder.add_unit(a.unit);
  builder.add_unit(b.unit);
  CallGraph graph = builder.finish();
  EXPECT_EQ(print_text(graph, false),
            "fa\n  direct help\nfb\n  direct help\nhelp\n  direct puts\n");
  EXPECT_EQ(print_undefined(graph), "       1 puts\n");
}

TEST(CallGraph, SharedHeaderFunctionCallsEachUnitsOwn) {
  UnitBuilder a("a.c"), b("b.c");
  for (UnitBuilder* unit : {&a, &b}) {
    ir::SymbolId own = unit->function("own", Linkage::Internal);
    unit->define(own).calls(unit->function(unit == &a ? "x" : "y"));
    unit->define(unit->function("shared", Linkage::Internal), "shared.h").calls(own);
  }
  EXPECT_EQ(graph_of({&a.unit, &b.unit}),
            "own [a.c]\n  direct x\nown [b.c]\n  direct y\n"
            "shared\n  direct own [a.c], own [b.c]\n");
}

TEST(CallGraph, GlobalIsSetInOneUnitAndCalledInAnother) {
  UnitBuilder a("a.c"), b("b.c");
  ir::SymbolId hook = a.variable("hook", a.pointer_type);
  ir::SymbolId target = a.function("target", Linkage::Internal);
  a.define(target);
  a.define(a.function("install"));
  ir::NodeId place = a.global(hook);
  a.node(ir::Op::Assign, a.pointer_type, {place, a.address(target)});
  ir::SymbolId seen = b.variable("hook", b.pointer_type, 0);
  b.define(b.function("fire"));
  b.node(ir::Op::Call, b.void_type, {b.load(b.global(seen))});
  EXPECT_EQ(graph_of({&a.unit, &b.unit}), "fire\n  indirect target\ninstall\ntarget\n");
  // Without the unit that defines it, it is anybody's.
  EXPECT_EQ(graph_of({&b.unit}), "fire\n  indirect ...\n");
}

TEST(CallGraph, RootsAndComponentsAreBottomUp) {
  UnitBuilder made("m.c");
  ir::SymbolId leaf = made.function("leaf"), ping = made.function("ping");
  ir::SymbolId pong = made.function("pong"), alone = made.function("alone");
  made.define(made.function("main")).calls(leaf);
  made.define(leaf);
  made.define(ping).calls(pong).calls(leaf);
  made.define(pong).calls(ping);
  made.define(alone).calls(alone);
  CallGraphBuilder builder;
  builder.add_unit(made.unit);
  CallGraph graph = builder.finish();
  EXPECT_EQ(print_text(graph, true), "alone\nmain\nping\n");
  std::vector<std::vector<std::string>> components;
  for (const std::vector<FunctionId>& component : graph.components) {
    components.emplace_back();
    for (FunctionId id : component) components.back().push_back(graph.functions[id.index()].name);
  }
  EXPECT_THAT(components, ElementsAre(ElementsAre("alone"), ElementsAre("leaf"),
                                      ElementsAre("main"), ElementsAre("ping", "pong")));
}

TEST(CallGraph, EmptyProgramHasAnEmptyGraph) {
  EXPECT_EQ(graph_of({}), "");
  UnitBuilder empty("e.c");
  EXPECT_EQ(graph_of({&empty.unit}), "");
}

TEST(CallGraph, JsonAndDotNameTheSameEdges) {
  ir::Unit unit = unit_with_main("m.c", "say \"hi\"");
  CallGraphBuilder builder;
  builder.add_unit(unit);
  CallGraph graph = builder.finish();
  EXPECT_EQ(print_dot(graph),
            "digraph calls {\n  node [shape=box];\n  n0 [label=\"main\"];\n"
            "  n1 [label=\"say \\\"hi\\\"\", style=dashed];\n  n0 -> n1 [style=solid];\n}\n");
  EXPECT_EQ(print_json(graph),
            "{\"functions\":[\n"
            "{\"name\":\"main\",\"display\":\"main\",\"defined\":true,\"file\":\"m.c\",\"line\":1,"
            "\"addressTaken\":false,\"escapes\":false,\"called\":0,\"otherUnits\":[],"
            "\"calls\":[{\"point\":1,\"kind\":\"direct\",\"open\":false,\"targets\":[1]}]},\n"
            "{\"name\":\"say \\\"hi\\\"\",\"display\":\"say \\\"hi\\\"\",\"defined\":false,"
            "\"file\":\"\",\"line\":0,\"addressTaken\":false,\"escapes\":false,\"called\":1,"
            "\"otherUnits\":[],\"calls\":[]}],\n"
            "\"components\":[[1],[0]],\n\"roots\":[0]}\n");
}

TEST(UnitFacts, SurviveTheirBytes) {
  UnitBuilder made("a.c");
  ir::SymbolId hook = made.variable("hook", made.pointer_type);
  ir::SymbolId target = made.function("target", Linkage::Internal);
  made.define(target);
  made.define(made.function("main")).calls(target);
  ir::NodeId place = made.global(hook);
  made.node(ir::Op::Assign, made.pointer_type, {place, made.address(target)});
  made.node(ir::Op::Call, made.void_type, {made.load(made.global(hook))});
  Bytes bytes = encode(extract_facts(made.unit));
  Result<UnitFacts> back = decode_facts(bytes);
  ASSERT_TRUE(back.ok()) << back.error();
  EXPECT_EQ(encode(back.value()), bytes);

  // Damaged bytes are refused or still safe to use; never a crash.
  for (size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_FALSE(decode_facts(std::string_view(bytes).substr(0, i)).ok());
    for (int bit = 0; bit < 8; ++bit) {
      Bytes damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      Result<UnitFacts> read = decode_facts(damaged);
      if (!read.ok()) continue;
      CallGraphBuilder builder;
      builder.add_facts(read.take());
      builder.finish();
    }
  }
}

}  // namespace
}  // namespace assay::callgraph
