#include "output/sarif_notifications.h"

#include <fmt/format.h>

#include <array>

#include "output/uri.h"
#include "output/utf8.h"

namespace assay::output {
namespace {

using Json = nlohmann::ordered_json;

enum class Loss : uint8_t {
  Coverage,
  UnitFailed,
  UnitWithErrors,
  FunctionFailed,
  OutOfBudget,
  Unsupported,
  DroppedFlag,
  Downgraded,
};

struct LossInfo {
  Loss loss;
  std::string_view id;
  std::string_view title;
  std::string_view level;
};

constexpr std::array<LossInfo, 8> kLosses{{
    {Loss::Coverage, "coverage", "What was analysed", "note"},
    {Loss::UnitFailed, "unit-failed", "A unit could not be analysed", "error"},
    {Loss::UnitWithErrors, "unit-with-errors", "Units did not compile cleanly", "warning"},
    {Loss::FunctionFailed, "function-failed", "Functions could not be analysed", "error"},
    {Loss::OutOfBudget, "out-of-budget", "Functions ran out of their budget", "warning"},
    {Loss::Unsupported, "unsupported", "A construct is not supported yet", "warning"},
    {Loss::DroppedFlag, "dropped-flag", "A compiler flag was left out", "note"},
    {Loss::Downgraded, "downgraded", "An error of Clang that GCC accepts was let pass", "note"},
}};
static_assert(kLosses.size() == static_cast<size_t>(Loss::Downgraded) + 1);

Json notification(Loss loss, std::string_view text) {
  const LossInfo& info = kLosses[static_cast<size_t>(loss)];
  return {{"descriptor", {{"id", info.id}, {"index", static_cast<size_t>(loss)}}},
          {"level", info.level},
          {"message", {{"text", to_valid_utf8(text)}}}};
}

std::string functions(uint64_t count) {
  return fmt::format("{} function{}", count, count == 1 ? "" : "s");
}

}  // namespace

Json notification_descriptors() {
  Json descriptors = Json::array();
  for (const LossInfo& info : kLosses)
    descriptors.push_back({{"id", info.id},
                           {"shortDescription", {{"text", info.title}}},
                           {"defaultConfiguration", {{"level", info.level}}}});
  return descriptors;
}

Json coverage_notifications(const Coverage& coverage, const std::string& root) {
  Json list = Json::array({notification(Loss::Coverage, coverage_line(coverage))});
  for (const auto& [file, why] : coverage.failures) {
    Json failed = notification(Loss::UnitFailed, fmt::format("{}: {}", file, why));
    if (!file.empty())
      failed["locations"] =
          Json::array({{{"physicalLocation", {{"artifactLocation", artifact_json(file, root)}}}}});
    list.push_back(std::move(failed));
  }
  if (coverage.units_failed > coverage.failures.size())
    list.push_back(notification(Loss::UnitFailed,
                                fmt::format("{} more could not be analysed",
                                            coverage.units_failed - coverage.failures.size())));
  if (coverage.units_with_errors)
    list.push_back(notification(
        Loss::UnitWithErrors,
        fmt::format("{} unit{} did not compile cleanly; what Clang could "
                    "still build was analysed",
                    coverage.units_with_errors, coverage.units_with_errors == 1 ? "" : "s")));
  if (coverage.functions_failed)
    list.push_back(notification(Loss::FunctionFailed,
                                functions(coverage.functions_failed) + " could not be analysed"));
  if (coverage.functions_out_of_budget)
    list.push_back(notification(
        Loss::OutOfBudget, functions(coverage.functions_out_of_budget) + " ran out of budget"));
  for (const auto& [construct, count] : coverage.unsupported)
    list.push_back(
        notification(Loss::Unsupported, fmt::format("{}: {} not supported", construct, count)));
  for (const auto& [flag, count] : coverage.dropped_flags)
    list.push_back(
        notification(Loss::DroppedFlag, fmt::format("{}: dropped {} times", flag, count)));
  for (const auto& [name, count] : coverage.downgraded)
    list.push_back(
        notification(Loss::Downgraded, fmt::format("{}: let pass {} times", name, count)));
  return list;
}

}  // namespace assay::output
