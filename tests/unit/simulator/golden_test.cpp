// Each tests/simulator/*.c is a test: what the simulator reports, against the marks in the file.
// Each tests/simulator/models/*.c is one too: the automatic models of its functions, in `.expect`.
// With ASSAY_ACCEPT=1 in the environment marks and expectations are rewritten instead.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "engines/simulator/simulator.h"
#include "frontend/command.h"
#include "frontend/parse.h"
#include "marks/reports.h"
#include "marks/text.h"
#include "models/print.h"
#include "unit/models/read_text.h"

namespace assay::simulator {
namespace {

namespace fs = std::filesystem;

bool accepts() { return std::getenv("ASSAY_ACCEPT") != nullptr; }

const models::Library& shipped() {
  static const models::Library* library = [] {
    auto* made =
        new models::Library([](const std::string& path) { return models::read_text(path); });
    made->add_folder(fs::path(ASSAY_TESTS_DIR).parent_path() / "models").take();
    return made;
  }();
  return *library;
}

/// One source file, simulated as a program.
struct Simulated1 {
  explicit Simulated1(const fs::path& source)
      : unit(parse(source)), program(units()), summaries(program, &shipped()) {
    result = simulate_program(program, summaries, {});
  }
  static ir::Unit parse(const fs::path& source) {
    frontend::CommandAdapter adapter;
    marks::CaseArguments arguments = marks::case_arguments(models::read_text(source).take());
    frontend::CompileCommand command =
        frontend::command_for_source(source, arguments.compiler).take();
    return frontend::parse_unit(adapter.prepare(command).take());
  }
  std::span<const ir::Unit* const> units() {
    pointer = &unit;
    return {&pointer, 1};
  }

  ir::Unit unit;
  const ir::Unit* pointer = nullptr;
  semantics::Program program;
  Summaries summaries;
  ProgramResult result;
};

std::string as_text(const std::vector<findings::Finding>& findings) {
  std::string text;
  for (const findings::Finding& each : findings) {
    text += fmt::format("{}:{}:{}: warning: {} [{}]\n", each.where.file, each.where.line,
                        each.where.column, each.message, each.kind);
    for (const findings::Step& step : each.trace) {
      text += fmt::format("{}:{}:{}: note: {}\n", step.where.file, step.where.line,
                          step.where.column, step.message);
    }
  }
  return text;
}

class FindingMarks : public testing::Test {
 public:
  explicit FindingMarks(fs::path source) : source_(std::move(source)) {}

  void TestBody() override {
    Simulated1 run(source_);
    EXPECT_TRUE(run.unit.diagnostics.empty());
    std::string text = models::read_text(source_).take();
    marks::Reports actual =
        marks::read_reports(as_text(run.result.findings), source_.filename().string());
    std::string complaints = marks::compare_reports(text, actual);
    if (!complaints.empty() && accepts() && actual.elsewhere.empty()) {
      std::ofstream(source_) << marks::with_reports(text, actual);
      return;
    }
    EXPECT_EQ(complaints, "");
  }

 private:
  fs::path source_;
};

class AutomaticModels : public testing::Test {
 public:
  explicit AutomaticModels(fs::path source) : source_(std::move(source)) {}

  void TestBody() override {
    Simulated1 run(source_);
    std::string text;
    for (const auto& [function, model] : run.summaries.learnt()) {
      std::string printed = encode_model(model);
      Result<models::Model> again = decode_model(printed);
      EXPECT_TRUE(again.ok()) << again.error();
      if (again.ok()) {
        EXPECT_EQ(encode_model(again.value()), printed);
      }
      text += (text.empty() ? "" : "\n") + printed;
    }
    fs::path expected = fs::path(source_).replace_extension(".expect");
    if (accepts()) std::ofstream(expected) << text;
    Result<std::string> wanted = models::read_text(expected);
    ASSERT_TRUE(wanted.ok()) << expected;
    EXPECT_EQ(text, wanted.value());
  }

 private:
  fs::path source_;
};

template <class Test>
void register_folder(const char* suite, const fs::path& folder) {
  std::vector<fs::path> sources;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    bool is_source = entry.path().extension() == ".c" || entry.path().extension() == ".cpp";
    if (is_source) sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  for (const fs::path& source : sources) {
    std::string name = source.stem();
    std::replace(name.begin(), name.end(), '-', '_');
    testing::RegisterTest(suite, name.c_str(), nullptr, nullptr, source.c_str(), 1,
                          [source]() -> testing::Test* { return new Test(source); });
  }
}

const bool kRegistered = [] {
  fs::path folder = fs::path(ASSAY_TESTS_DIR) / "simulator";
  register_folder<FindingMarks>("SimulatorFindings", folder);
  register_folder<AutomaticModels>("SimulatorModels", folder / "models");
  return true;
}();

}  // namespace
}  // namespace assay::simulator
