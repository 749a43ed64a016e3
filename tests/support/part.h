// Choosing a part of the tests by its path: `ir`, `findings/stack-escape`, `store`.
#pragma once

#include <string>
#include <string_view>

namespace assay::test {

/// Takes `NAME=value` out of the arguments; empty if it is not there.
std::string take_option(int& argc, char** argv, std::string_view name);
/// Takes `NAME` out of the arguments; whether it was there.
bool take_flag(int& argc, char** argv, std::string_view name);

/// Whether `path`, relative to tests/, is or stands under `part`.  A part may leave out the
/// leading `unit/` and the file's suffix.  An empty part is everything.
bool in_part(std::string_view path, std::string_view part);

}  // namespace assay::test
