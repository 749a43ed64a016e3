// A hundred thousand findings: how fast they are stored, listed with a filter, and written as
// SARIF.
//
//   assay_bench_findings FOLDER [COUNT]    leaves FOLDER/.assay/assay.db for `assay findings
//   FOLDER`
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "findings/glob.h"
#include "output/report.h"
#include "store/finding_log.h"

namespace assay {
namespace {

/// Processor time: what else runs on the machine does not count.
struct Clock {
  using time_point = std::clock_t;
  static time_point now() { return std::clock(); }
};

double seconds_since(Clock::time_point begin) {
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

// Like those of a large program: a few kinds, thousands of files, traces of six steps.
findings::Finding made(uint32_t number, const std::string& folder) {
  static constexpr const char* kKinds[] = {"null-deref", "leak", "use-after-free", "uninit",
                                           "resource-leak"};
  findings::Finding finding;
  finding.kind = kKinds[number % 5];
  finding.where = {fmt::format("{}/src/part{}/file{}.c", folder, number % 40, number % 4000),
                   1 + number / 4000 * 7, 3, 1 + number / 4000 * 7, 20};
  finding.function = finding.function_symbol = fmt::format("function_{}", number / 3);
  finding.variables = {fmt::format("pointer{}", number % 11)};
  finding.message = fmt::format("'{}' may be null here, by a failure of 'allocate_{}'",
                                finding.variables[0], number % 97);
  for (uint32_t i = 0; i < 6; ++i) {
    findings::Step step;
    step.where = finding.where;
    step.where.line += i;
    step.message = fmt::format("assuming 'count > {}'", i);
    step.depth = static_cast<int>(i / 3);
    finding.trace.push_back(step);
  }
  finding.engine = number % 2 == 0 ? "machines" : "simulator";
  finding.rank.distance = number % 100;
  return finding;
}

Result<void> run(const std::string& folder, uint32_t count) {
  std::error_code ignored;
  std::filesystem::create_directories(folder, ignored);
  std::vector<findings::Finding> found;
  for (uint32_t i = 0; i < count; ++i) found.push_back(made(i, folder));
  output::Report report;
  Clock::time_point begin = Clock::now();
  report.findings = findings::identify(std::move(found));
  fmt::print("{} findings identified  {:.2f} s\n", report.findings.size(), seconds_since(begin));
  begin = Clock::now();
  report.order = findings::rank(report.findings, {});
  fmt::print("ranked                  {:.2f} s\n", seconds_since(begin));
  report.root = folder;
  std::string text = "int *f(int n) {\n  int *pointer = allocate(n);\n  return pointer;\n}\n";
  for (int i = 0; i < 200; ++i) text += "  use(pointer); /* a line like others */\n";
  report.source = [&](const std::string&) { return text; };

  store::Store store =
      TRY(store::Store::open(folder + "/.assay/assay.db", store::Store::Mode::Write));
  store::FindingLog log(store);
  std::vector<store::RunFinding> rows;
  for (const findings::Ranked& ranked : report.order) {
    store::RunFinding row{.finding = &report.findings[ranked.index]};
    row.place = ranked.place;
    rows.push_back(row);
  }
  begin = Clock::now();
  TRY(log.put_run({}, rows));
  fmt::print("stored                  {:.2f} s\n", seconds_since(begin));
  begin = Clock::now();
  size_t listed = 0;
  TRY(log.list(store::FindingLog::Which::Present, [&](const store::FindingRow& row) {
    listed += findings::glob_matches("use-*", row.kind) ? 1 : 0;
    return true;
  }));
  fmt::print("listed {} by kind    {:.3f} s\n", listed, seconds_since(begin));
  begin = Clock::now();
  std::vector<store::LoggedFinding> known = TRY(log.known());
  fmt::print("known again             {:.2f} s\n", seconds_since(begin));
  begin = Clock::now();
  std::string sarif = output::to_sarif(report);
  double took = seconds_since(begin);
  fmt::print("SARIF                   {:.2f} s, {:.1f} MB, {:.1f} MB/s\n", took,
             static_cast<double>(sarif.size()) / 1e6,
             static_cast<double>(sarif.size()) / 1e6 / took);
  return {};
}

}  // namespace
}  // namespace assay

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "assay_bench_findings FOLDER [COUNT]\n");
    return 2;
  }
  uint32_t count = argc > 2 ? static_cast<uint32_t>(std::atoi(argv[2])) : 100'000;
  assay::Result<void> done = assay::run(std::filesystem::absolute(argv[1]).string(), count);
  if (!done) fmt::print(stderr, "{}\n", done.error());
  return done ? 0 : 2;
}
