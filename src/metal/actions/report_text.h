// The message of err, note, v_err and v_note: its format, and the tags in it.
#pragma once

#include <cstdarg>
#include <optional>
#include <string>
#include <string_view>

#include "metal/actions/host.h"

namespace assay::metal {

/// What `$name` and `$data` stand for.
struct ReportWords {
  std::string name;
  std::string data;
};

/// Fills message, tags and severity of `report`.  Tags and `$` words are those of the format: what
/// arguments print is never taken for one.
void format_report(RuleReport& report, const char* format, va_list arguments,
                   const ReportWords& words);

/// `$data`: text as it is, what has the size of a number as one, other bytes in hexadecimal.
std::string data_text(const InstanceData& data);

}  // namespace assay::metal
