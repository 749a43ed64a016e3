#include "output/sarif_notifications.h"

#include <fmt/format.h>

#include <array>

#include "output/uri.h"

namespace assay::output {
namespace {

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

/// Writes one notification after the other.
class NotificationWriter {
 public:
  NotificationWriter(JsonWriter& json, const std::string& root) : json_(json), root_(root) {}

  void add(Loss loss, std::string_view text, const std::string& file = {}) {
    const LossInfo& info = kLosses[static_cast<size_t>(loss)];
    json_.begin_object();
    json_.begin_object("descriptor");
    json_.member("id", info.id);
    json_.member("index", static_cast<size_t>(loss));
    json_.end_object();
    json_.member("level", info.level);
    json_.begin_object("message");
    json_.member("text", text);
    json_.end_object();
    if (!file.empty()) add_location(file);
    json_.end_object();
  }

 private:
  void add_location(const std::string& file) {
    json_.begin_array("locations");
    json_.begin_object();
    json_.begin_object("physicalLocation");
    json_.key("artifactLocation");
    write_artifact(json_, file, root_);
    json_.end_object();
    json_.end_object();
    json_.end_array();
  }

  JsonWriter& json_;
  const std::string& root_;
};

std::string functions(uint64_t count) {
  return fmt::format("{} function{}", count, count == 1 ? "" : "s");
}

}  // namespace

void write_notification_descriptors(JsonWriter& json) {
  json.begin_array("notifications");
  for (const LossInfo& info : kLosses) {
    json.begin_object();
    json.member("id", info.id);
    json.begin_object("shortDescription");
    json.member("text", info.title);
    json.end_object();
    json.begin_object("defaultConfiguration");
    json.member("level", info.level);
    json.end_object();
    json.end_object();
  }
  json.end_array();
}

void write_coverage_notifications(JsonWriter& json, const Coverage& coverage,
                                  const std::string& root) {
  json.begin_array("toolExecutionNotifications");
  NotificationWriter list(json, root);
  list.add(Loss::Coverage, coverage_line(coverage));
  for (const auto& [file, why] : coverage.failures)
    list.add(Loss::UnitFailed, fmt::format("{}: {}", file, why), file);
  if (coverage.units_failed > coverage.failures.size())
    list.add(Loss::UnitFailed, fmt::format("{} more could not be analysed",
                                           coverage.units_failed - coverage.failures.size()));
  if (coverage.units_with_errors)
    list.add(Loss::UnitWithErrors,
             fmt::format("{} unit{} did not compile cleanly; what Clang could still build was "
                         "analysed",
                         coverage.units_with_errors, coverage.units_with_errors == 1 ? "" : "s"));
  if (coverage.functions_failed)
    list.add(Loss::FunctionFailed, functions(coverage.functions_failed) + " could not be analysed");
  if (coverage.functions_out_of_budget)
    list.add(Loss::OutOfBudget, functions(coverage.functions_out_of_budget) + " ran out of budget");
  for (const auto& [construct, count] : coverage.unsupported)
    list.add(Loss::Unsupported, fmt::format("{}: {} not supported", construct, count));
  for (const auto& [flag, count] : coverage.dropped_flags)
    list.add(Loss::DroppedFlag, fmt::format("{}: dropped {} times", flag, count));
  for (const auto& [name, count] : coverage.downgraded)
    list.add(Loss::Downgraded, fmt::format("{}: let pass {} times", name, count));
  json.end_array();
}

}  // namespace assay::output
