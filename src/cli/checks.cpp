#include "cli/checks.h"

#include <algorithm>

#include "cli/rule_catalog.h"
#include "findings/finding.h"

namespace assay::cli {

namespace {

bool is_known_kind(std::string_view word) {
  if (findings::find_kind(word) != nullptr) return true;
  const std::vector<findings::KindInfo>& kinds = shipped_kinds();
  return std::any_of(kinds.begin(), kinds.end(),
                     [&](const findings::KindInfo& kind) { return kind.id == word; });
}

}  // namespace

Result<CheckFilter> CheckFilter::parse(std::string_view list, Names names) {
  CheckFilter filter;
  for (size_t begin = 0; begin <= list.size();) {
    size_t end = std::min(list.find(',', begin), list.size());
    std::string_view word = list.substr(begin, end - begin);
    begin = end + 1;
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    if (word.empty()) continue;
    Rule rule;
    rule.adds = !word.starts_with('-');
    if (!rule.adds) word.remove_prefix(1);
    rule.glob = word;
    bool is_glob = word.find_first_of("*?") != std::string_view::npos;
    if (!is_glob && names == Names::Known && !is_known_kind(word)) {
      return input_error("--checks: no check is called '{}' (assay --list-checks lists them)",
                         word);
    }
    if (filter.rules_.empty() && !rule.adds) filter.rules_.push_back({"*", true});
    filter.rules_.push_back(std::move(rule));
  }
  return filter;
}

bool CheckFilter::wants(std::string_view kind) const {
  bool wanted = rules_.empty();
  for (const Rule& rule : rules_) {
    if (glob_matches(rule.glob, kind)) wanted = rule.adds;
  }
  return wanted;
}

}  // namespace assay::cli
