#include "cli/checks.h"

#include <algorithm>

#include "base/nearest.h"
#include "cli/rule_catalog.h"
#include "findings/finding.h"

namespace assay::cli {

namespace {

std::vector<std::string_view> known_kinds() {
  std::vector<std::string_view> names;
  for (const findings::KindInfo& kind : findings::kinds()) names.push_back(kind.id);
  for (const findings::KindInfo& kind : shipped_kinds()) names.push_back(kind.id);
  return names;
}

bool is_known_kind(std::string_view word) {
  std::vector<std::string_view> names = known_kinds();
  return std::find(names.begin(), names.end(), word) != names.end();
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
      std::string near = suggestion(word, known_kinds());
      return input_error("--checks: no kind is called '{}'{}", word,
                         near.empty() ? "; assay --list-checks lists them" : near);
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
