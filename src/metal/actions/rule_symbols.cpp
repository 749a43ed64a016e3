#include "metal/actions/rule_symbols.h"

#include <algorithm>

namespace assay::metal {
namespace {

bool by_name(const RuleSymbol& a, const RuleSymbol& b) { return a.name < b.name; }

std::vector<RuleSymbol> collect() {
  std::vector<RuleSymbol> all;
  for (auto part : {tree_symbols, call_symbols, type_symbols, place_symbols, report_symbols,
                    state_symbols, library_symbols}) {
    std::vector<RuleSymbol> symbols = part();
    all.insert(all.end(), symbols.begin(), symbols.end());
  }
  std::sort(all.begin(), all.end(), by_name);
  return all;
}

}  // namespace

std::span<const RuleSymbol> rule_symbols() {
  static const std::vector<RuleSymbol> all = collect();
  return all;
}

}  // namespace assay::metal
