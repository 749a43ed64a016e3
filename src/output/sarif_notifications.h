// The coverage ledger as SARIF notifications, so that "no results" never hides "not analysed".
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "output/report.h"

namespace assay::output {

/// What `tool.driver.notifications` lists: one descriptor per sort of loss.
nlohmann::ordered_json notification_descriptors();
/// What `toolExecutionNotifications` lists: the one line of truth, then each loss.
nlohmann::ordered_json coverage_notifications(const Coverage& coverage, const std::string& root);

}  // namespace assay::output
