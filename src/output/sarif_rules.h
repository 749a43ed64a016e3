// The kinds of findings as SARIF's rules, and the weaknesses (CWE) they are.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"
#include "output/json_writer.h"

namespace assay::output {

class SarifRules {
 public:
  /// The first of a name counts.
  void add(const findings::KindInfo& kind);
  /// A kind that a rule made up: known by its name only.
  void add_unknown(const std::string& id);
  size_t index_of(std::string_view id) const { return index_.find(id)->second; }
  const std::set<int>& weaknesses() const { return weaknesses_; }
  /// `rules` and `supportedTaxonomies` of the driver.
  void write(JsonWriter& json) const;

 private:
  std::vector<findings::KindInfo> rules_;
  std::map<std::string, size_t, std::less<>> index_;
  std::set<int> weaknesses_;
};

/// The run's `taxonomies`.
void write_weaknesses(JsonWriter& json, const std::set<int>& weaknesses);

}  // namespace assay::output
