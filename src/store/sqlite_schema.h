// The database's schema, and how an older one becomes the newest.
//
// Included by sqlite_*.cpp only.  A new version appends one step to schema_steps() and never
// changes an old one; a fresh file goes through all of them.
#pragma once

#include <span>

#include "store/sqlite_database.h"

namespace assay::store {

/// What the file's header says: "assy".
inline constexpr int64_t kApplicationId = 0x61737379;

/// Step i takes a database from version i to i + 1; the newest version is their number.
std::span<const char* const> schema_steps();

enum class FileState {
  Fresh,  // empty: ours to fill
  Ours,
  Older,  // ours, of an older version
};
/// Refuses other programs' files and newer versions.  Changes nothing.
Result<FileState> inspect(Database& database, std::span<const char* const> steps);

/// Applies what is missing, in one transaction.
Result<void> migrate(Database& database, std::span<const char* const> steps);

}  // namespace assay::store
