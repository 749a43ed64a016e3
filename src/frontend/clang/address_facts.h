// What a body does with the addresses of variables and functions, without running it.
#pragma once

#include "ir/unit.h"

namespace assay::frontend {

/// Sets Local::address_taken, and kWritten and kAddressTaken on the unit's symbols.
void note_address_facts(ir::Function& function, ir::SymbolTable& symbols);

}  // namespace assay::frontend
