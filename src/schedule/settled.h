// A capture with nothing changed, without opening the database.
//
// What a finished capture rested on (the commands, what their compilers say, the files that its
// units read and those that they did not find) is kept in a note beside the database.  As long as
// all of that is as it was, so is what the capture came to.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/command.h"
#include "store/store.h"

namespace assay::schedule {

/// A note for the store's end, with what the caller wants to be told again.  None if the capture
/// could not be trusted later without a closer look: files changed just now, a compiler that could
/// not be asked.
Result<std::optional<Bytes>> settled_note(store::Store& store,
                                          const std::vector<frontend::CompileCommand>& commands,
                                          std::string_view told);

/// What settled_note was told, if a capture of these commands would change nothing.
std::optional<Bytes> recall_settled(const std::string& database,
                                    const std::vector<frontend::CompileCommand>& commands);

}  // namespace assay::schedule
