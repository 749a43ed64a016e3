// A note beside the database (FILE.note): what its reader would otherwise have to open it for.
//
// It holds for one state of the database's file, and goes when anybody begins to write: a reader
// finds a note about the database as it stands, or none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace assay::store {

/// None as well if the database was changed since, by whomever, or is being changed.
std::optional<Bytes> read_note(const std::string& database);

/// Pre: the database is closed, and the caller still has its lock.  A note that cannot be written
/// is none.
void write_note(const std::string& database, std::string_view text);

void remove_note(const std::string& database);

}  // namespace assay::store
