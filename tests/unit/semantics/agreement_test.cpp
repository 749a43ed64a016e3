// Forking, merging and running on numbers must agree: each function under tests/semantics is a
// test.  Its inputs are unknown to the first two; then they are replaced by numbers.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "engines/interpreter/interpreter.h"
#include "frontend/command.h"
#include "frontend/parse.h"
#include "logic/eval.h"
#include "support/symbolic.h"

namespace assay {
namespace {

namespace fs = std::filesystem;
using logic::Bits;
using logic::Term;

ir::Unit parse(const fs::path& source) {
  Result<frontend::CompileCommand> command = frontend::command_for_source(source, {});
  EXPECT_TRUE(command.ok()) << command.error();
  frontend::CommandAdapter adapter;
  Result<frontend::PreparedCommand> prepared = adapter.prepare(command.value());
  EXPECT_TRUE(prepared.ok()) << prepared.error();
  return frontend::parse_unit(prepared.value());
}

/// Small numbers, and those at the ends of their types.
uint64_t pick_input(std::mt19937_64& random) {
  static constexpr uint64_t kCorners[] = {
      0,  1,   2,   3,   4,   5,          7,          10,           15,
      16, 100, 127, 128, 255, 0x7fffffff, 0x80000000, ~uint64_t{0}, ~uint64_t{4}};
  return random() % 3 ? kCorners[random() % std::size(kCorners)] : random();
}

class Agreement : public testing::Test {
 public:
  Agreement(fs::path source, std::string function)
      : source_(std::move(source)), function_(std::move(function)) {}

  void TestBody() override {
    ir::Unit unit = parse(source_);
    const ir::Unit* units[] = {&unit};
    semantics::Program program(units);
    semantics::EntityId entity = program.find(function_);
    ASSERT_TRUE(entity.valid());
    const semantics::Prepared& prepared = program.prepare(*program[entity].body);
    testing_support::ForkDriver fork(program);
    std::vector<testing_support::PathResult> paths = fork.explore(prepared, {.paths = 400});
    EXPECT_FALSE(fork.is_cut());
    EXPECT_FALSE(paths.empty());
    testing_support::MergeDriver merge(program);
    testing_support::MergedResult merged = merge.explore(prepared);
    EXPECT_FALSE(merged.is_cut);
    std::mt19937_64 random(1);
    int compared = 0;
    for (int round = 0; round < 60; ++round) {
      std::vector<uint64_t> inputs;
      for (uint32_t i = 0; i < prepared.body->param_count; ++i)
        inputs.push_back(pick_input(random));
      compared += compare(program, entity, prepared, inputs, fork, paths, merge, merged);
    }
    EXPECT_GE(compared, 20) << "most inputs should be free of undefined behaviour";
  }

 private:
  /// Values of the parameters' symbols.
  static logic::Assignment assignment(const std::vector<Term>& parameters,
                                      const std::vector<uint64_t>& inputs) {
    logic::Assignment values;
    for (size_t i = 0; i < inputs.size(); ++i) {
      values[parameters[i]] = Bits(parameters[i].width(), inputs[i]);
    }
    return values;
  }

  int compare(semantics::Program& program, semantics::EntityId entity,
              const semantics::Prepared& prepared, const std::vector<uint64_t>& inputs,
              testing_support::ForkDriver& fork,
              const std::vector<testing_support::PathResult>& paths,
              testing_support::MergeDriver& merge, const testing_support::MergedResult& merged) {
    bool faulty = false;
    interpreter::Options options;
    options.fault = [&](const interpreter::Fault&) { faulty = true; };
    interpreter::Interpreter machine(program, options);
    std::vector<semantics::Argument> arguments;
    for (size_t i = 0; i < inputs.size(); ++i) {
      const semantics::ValueType* type = prepared.local_types[i];
      arguments.push_back({Term::constant(type->width, inputs[i]), type});
    }
    Term real = machine.call_back(entity, arguments, &machine.int_type());
    if (faulty || !real.is_immediate()) return 0;
    std::string text;
    for (uint64_t input : inputs) text += std::to_string(static_cast<int64_t>(input)) + " ";

    logic::Assignment of_fork = assignment(fork.parameters(), inputs);
    int taken = 0;
    for (const testing_support::PathResult& path : paths) {
      bool holds = true;
      for (Term condition : path.conditions) {
        holds = holds && logic::evaluate(fork.pool(), condition, of_fork).to_bool();
      }
      if (!holds) continue;
      ++taken;
      EXPECT_EQ(logic::evaluate(fork.pool(), path.value, of_fork).low(), real.bits())
          << "forking, inputs " << text;
    }
    EXPECT_EQ(taken, 1) << "one path should be the one taken, inputs " << text;
    logic::Assignment of_merge = assignment(merge.parameters(), inputs);
    EXPECT_TRUE(logic::evaluate(merge.pool(), merged.returns, of_merge).to_bool())
        << "merging, inputs " << text;
    EXPECT_EQ(logic::evaluate(merge.pool(), merged.value, of_merge).low(), real.bits())
        << "merging, inputs " << text;
    return 1;
  }

  fs::path source_;
  std::string function_;
};

/// Functions that other files could call are the tests.
bool register_functions() {
  std::vector<fs::path> sources;
  for (const fs::directory_entry& entry :
       fs::directory_iterator(fs::path(ASSAY_TESTS_DIR) / "semantics")) {
    if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp")
      sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  for (const fs::path& source : sources) {
    ir::Unit unit = parse(source);
    for (const ir::Function& function : unit.functions) {
      const ir::Symbol& symbol = unit.symbols[function.symbol];
      if (function.kind != ir::FunctionKind::Function || symbol.linkage != ir::Linkage::External ||
          symbol.has(ir::kSystem)) {
        continue;
      }
      std::string name = symbol.name;
      testing::RegisterTest(
          "SemanticsAgreement", (source.stem().string() + "." + name).c_str(), nullptr, nullptr,
          __FILE__, __LINE__,
          [source, name]() -> testing::Test* { return new Agreement(source, name); });
    }
  }
  return true;
}

const bool kRegistered = register_functions();

}  // namespace
}  // namespace assay
