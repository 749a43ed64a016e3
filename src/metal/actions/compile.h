// The C code of a composition, compiled to object code of this machine.
//
// Clang reads nothing but the composition and the headers of this program, so the result depends
// on `actions_key` alone.  Meant to run in a process of its own: whatever happens to Clang there,
// and whatever memory it takes, is not the analysis's.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "base/result.h"
#include "metal/modules.h"

namespace assay::metal {

/// The bytes that `load_actions` takes.  The error has all mistakes, each
/// `file:line:column: message` with its line of the metal file and a caret below.
Result<Bytes> compile_actions(const Composition& composition);
/// What compile_actions makes depends on this, and on nothing else: the key of a cache.
Result<Hash> actions_key(const Composition& composition);

/// What the bytes hold.
struct ActionObject {
  Hash key;  // of the composition it was made from
  std::vector<std::string> warnings;
  bool keeps_data = false;  // ActionRunner::keeps_data
  Bytes code;
};
Bytes encode_action_object(const ActionObject& object);
Result<ActionObject> decode_action_object(std::string_view bytes);

}  // namespace assay::metal
