// What goes to a capture worker and what comes back, as bytes.
#pragma once

#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "frontend/command.h"
#include "ir/encode.h"
#include "store/symbol_entry.h"

namespace assay::schedule {

Bytes encode_command(const frontend::PreparedCommand& command);

struct CapturedUnit {
  ir::EncodedUnit unit;
  std::vector<store::SymbolEntry> symbols;
};

/// The worker's whole work: bytes of a command in, bytes of a CapturedUnit out.
Bytes capture_unit(std::string_view command);
Bytes encode_captured_unit(const CapturedUnit& captured);
Result<CapturedUnit> decode_captured_unit(std::string_view bytes);

}  // namespace assay::schedule
