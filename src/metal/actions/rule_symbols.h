// The functions behind mc.h, by the names that rules call them.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "metal/actions/native_module.h"

namespace assay::metal {

/// All that the object code of rules may refer to, sorted by name.
std::span<const RuleSymbol> rule_symbols();

// The parts, each beside its functions.
std::vector<RuleSymbol> tree_symbols();     // mc_tree.cpp
std::vector<RuleSymbol> call_symbols();     // mc_call.cpp
std::vector<RuleSymbol> type_symbols();     // mc_type.cpp
std::vector<RuleSymbol> place_symbols();    // mc_place.cpp
std::vector<RuleSymbol> report_symbols();   // mc_report.cpp
std::vector<RuleSymbol> state_symbols();    // mc_state.cpp
std::vector<RuleSymbol> library_symbols();  // mc_library.cpp

template <class Function>
RuleSymbol rule_symbol(std::string_view name, Function* function) {
  return {name, reinterpret_cast<void*>(function)};
}

}  // namespace assay::metal
