// Each program under tests/metal/match is a test of matching, with a metal file of the same name:
// each of its named patterns is tried at every point and condition of the program, and what matches
// is compared with the marks on the lines, `// match: NAME v=p; NAME branch negated v=q`.  With
// ASSAY_ACCEPT=1 in the environment the marks are rewritten instead.
#include "metal/match.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "frontend/command.h"
#include "frontend/parse.h"
#include "metal/callee.h"
#include "metal/parse.h"
#include "support/read_text.h"

namespace assay::metal {
namespace {

namespace fs = std::filesystem;
using test::read_text;

constexpr std::string_view kMark = "// match: ";

ir::Unit parse_source(const fs::path& source) {
  Result<frontend::CompileCommand> command = frontend::command_for_source(source, {});
  EXPECT_TRUE(command.ok()) << command.error();
  frontend::CommandAdapter adapter;
  Result<frontend::PreparedCommand> prepared = adapter.prepare(command.value());
  EXPECT_TRUE(prepared.ok()) << prepared.error();
  ir::Unit unit = frontend::parse_unit(prepared.value());
  for (const ir::Diagnostic& diagnostic : unit.diagnostics)
    ADD_FAILURE() << diagnostic.line << ": " << diagnostic.message;
  return unit;
}

/// Callouts of these tests: `1`, `0`, and `prints`: the hole `call` is a call of some print.
class Callouts : public CalloutRunner {
 public:
  explicit Callouts(const Machine& machine) : machine_(machine) {}

  bool holds(PatternId callout, const Code& code, ir::NodeId, const Bindings& bindings) override {
    const std::string& text = machine_.trees[callout].text;
    if (text != "prints") return text == "1";
    for (size_t i = 0; i < machine_.holes.size(); ++i) {
      if (machine_.holes[i].name != "call" || !bindings.has(HoleId(i))) continue;
      const ir::Symbol* callee = callee_of(code, bindings[HoleId(i)].node);
      return callee != nullptr && callee->name.find("print") != std::string::npos;
    }
    return false;
  }

 private:
  const Machine& machine_;
};

using Lines = std::map<uint32_t, std::vector<std::string>>;

/// A machine with one rule for each named pattern, in their order.
Machine with_rules(Machine machine, Branch branch) {
  machine.guards.assign(1, Guard());
  for (const NamedPattern& named : machine.patterns) {
    Rule rule;
    rule.pattern = named.pattern;
    rule.targets.push_back({branch, {}});
    machine.guards[0].rules.push_back(std::move(rule));
  }
  return machine;
}

class Trial {
 public:
  Trial(const Machine& machine, const ir::Unit& unit)
      : machine_(machine),
        unit_(unit),
        callouts_(machine),
        plain_(with_rules(machine, Branch::Both)),
        specific_(with_rules(machine, Branch::True)),
        plain_index_(plain_),
        specific_index_(specific_) {}

  void add(const ir::Function& function, uint32_t scope) {
    FunctionTrees trees(pool_, unit_, function, ScopeId(scope));
    Code code{unit_, function, trees, pool_, function.body.parents()};
    const ir::Body& body = function.body;
    for (size_t b = 0; b < body.blocks.size(); ++b) {
      for (ir::NodeId point : body.points_of(ir::BlockId(b))) try_all(code, point, Moment::Point);
      ir::Terminator end = body.blocks[b].terminator;
      if (end == ir::Terminator::Branch || end == ir::Terminator::Switch)
        try_all(code, body.blocks[b].operand, Moment::Condition);
    }
  }
  const Lines& found() const { return found_; }

 private:
  void try_all(const Code& code, ir::NodeId node, Moment moment) {
    for (size_t i = 0; i < machine_.patterns.size(); ++i) {
      Match result;
      RuleRef ref{0, static_cast<uint32_t>(i)};
      if (match(machine_, machine_.patterns[i].pattern, code, node, moment, {}, callouts_, result))
        record(code, node, moment, machine_.patterns[i].name, result);
      expect_candidate(plain_, plain_index_, ref, code, node, moment);
      expect_candidate(specific_, specific_index_, ref, code, node, moment);
    }
  }

  /// The index never hides a rule that would match.
  void expect_candidate(const Machine& machine, const RuleIndex& index, RuleRef ref,
                        const Code& code, ir::NodeId node, Moment moment) {
    Match result;
    if (!match_rule(machine, ref, code, node, moment, {}, callouts_, result)) return;
    std::span<const RuleRef> candidates = index.candidates(code, node, moment);
    EXPECT_TRUE(std::binary_search(candidates.begin(), candidates.end(), ref))
        << machine.patterns[ref.rule].name << " is no candidate at line "
        << code.function.places[node].line;
    EXPECT_TRUE(index.may_match(code.unit, code.function.body));
  }

  void record(const Code& code, ir::NodeId node, Moment moment, const std::string& name,
              const Match& result) {
    std::string text = name;
    if (moment == Moment::Condition) text += " branch";
    if (result.negated) text += " negated";
    for (size_t i = 0; i < machine_.holes.size(); ++i) {
      const Filled& filled = result.bindings[HoleId(i)];
      if (!filled.is_filled) continue;
      std::string value = pool_.spell(filled.tree);
      if (machine_.holes[i].kind == HoleKind::AnyArguments) {
        std::vector<std::string> parts;
        for (ir::NodeId argument : filled.arguments)
          parts.push_back(pool_.spell(code.trees[argument]));
        value = fmt::format("({})", fmt::join(parts, ", "));
      }
      text += fmt::format(" {}={}", machine_.holes[i].name, value);
    }
    found_[code.function.places[node].line].push_back(text);
  }

  const Machine& machine_;
  const ir::Unit& unit_;
  Callouts callouts_;
  Machine plain_, specific_;
  RuleIndex plain_index_, specific_index_;
  TreePool pool_;
  Lines found_;
};

class MatchFile : public testing::Test {
 public:
  explicit MatchFile(fs::path source) : source_(std::move(source)) {}

  void TestBody() override {
    fs::path rules = fs::path(source_).replace_extension(".metal");
    Result<Program> program = parse_program(rules.filename().string(), read_text(rules));
    ASSERT_TRUE(program.ok()) << program.error();
    ir::Unit unit = parse_source(source_);
    Trial trial(program.value().machines.at(0), unit);
    for (size_t i = 0; i < unit.functions.size(); ++i)
      trial.add(unit.functions[i], static_cast<uint32_t>(i));
    compare(trial.found());
  }

 private:
  void compare(const Lines& found) {
    std::istringstream in(read_text(source_));
    std::string line, marked;
    for (uint32_t number = 1; std::getline(in, line); ++number) {
      size_t at = line.find(kMark);
      std::string wanted = at == std::string::npos ? "" : line.substr(at + kMark.size());
      auto here = found.find(number);
      std::string actual =
          here == found.end() ? "" : fmt::format("{}", fmt::join(here->second, "; "));
      if (std::getenv("ASSAY_ACCEPT") == nullptr) {
        EXPECT_EQ(actual, wanted) << source_.filename() << ":" << number << ": " << line;
      }
      std::string code = line.substr(0, line.find_last_not_of(' ', at - 1) + 1);
      if (at == std::string::npos) code = line;
      marked += code + (actual.empty() ? "" : fmt::format("  {}{}", kMark, actual)) + "\n";
    }
    if (std::getenv("ASSAY_ACCEPT") != nullptr) std::ofstream(source_) << marked;
  }

  fs::path source_;
};

/// Neither the depth of the pattern nor that of the program costs stack, nor more than their size.
TEST(MetalMatchDepth, LongSums) {
  constexpr int kTerms = 1'500;
  fs::path source = fs::path(testing::TempDir()) / "assay_long_sums.c";
  std::string sum = "n", pattern = "n";
  for (int i = 0; i < kTerms; ++i) {
    sum += " + n";
    pattern += " + x";
  }
  std::ofstream(source) << "int f(int n) { return " << sum << "; }\n";
  Result<Program> program = parse_program(
      "sums.metal", "decl any_expr x; pat sum = { " + pattern + " }; start: sum ==> stop;");
  ASSERT_TRUE(program.ok()) << program.error();
  ir::Unit unit = parse_source(source);
  Trial trial(program.value().machines[0], unit);
  trial.add(unit.functions.at(0), 0);
  // Only the whole sum is as long as the pattern.
  EXPECT_EQ(trial.found(), (Lines{{1, {"sum x=n"}}}));
  fs::remove(source);
}

const bool kMatchFiles = [] {
  std::vector<fs::path> sources;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(ASSAY_TESTS_DIR) / "metal" / "match")) {
    if (entry.path().extension() != ".metal") sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  for (const fs::path& source : sources) {
    testing::RegisterTest("MetalMatch", source.stem().c_str(), nullptr, nullptr, source.c_str(), 1,
                          [source]() -> testing::Test* { return new MatchFile(source); });
  }
  return true;
}();

}  // namespace
}  // namespace assay::metal
