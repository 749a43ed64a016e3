// The coverage ledger as SARIF notifications, so that "no results" never hides "not analysed".
#pragma once

#include <string>

#include "output/json_writer.h"
#include "output/report.h"

namespace assay::output {

/// `notifications` of the driver: one descriptor per sort of loss.
void write_notification_descriptors(JsonWriter& json);
/// `toolExecutionNotifications`: the one line of truth, then each loss.
void write_coverage_notifications(JsonWriter& json, const Coverage& coverage,
                                  const std::string& root);

}  // namespace assay::output
