// Symbols as bytes.  Inside src/ir only.
#pragma once

#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "ir/symbol.h"

namespace assay::ir {

void write_symbol(ByteWriter& out, const Symbol& symbol, const std::vector<Hash>& type_hashes);
Result<Symbol> read_symbol(std::string_view data, const std::unordered_map<Hash, TypeId>& types);

}  // namespace assay::ir
