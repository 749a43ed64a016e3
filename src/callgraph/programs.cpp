#include "callgraph/programs.h"

#include <algorithm>
#include <set>

#include "base/check.h"

namespace assay::callgraph {

/// One program while it grows.
class Programs::Growth {
 public:
  Growth(const Programs& all, uint32_t root) : all_(all), is_member_(all.units_.size()) {
    add(root);
    // Certain members first: each may show that another unit cannot be one.
    while (add_needed() || add_near()) {
    }
  }

  std::vector<uint32_t> members;
  Grown finish() {
    Grown grown;
    for (auto [name, unit] : waiting_) {
      if (!providers_.contains(name)) grown.unsure.emplace(name, fitting(name));
    }
    grown.providers = std::move(providers_);
    return grown;
  }

 private:
  void add(uint32_t unit) {
    std::vector<uint32_t> todo{unit};
    while (!todo.empty()) {
      uint32_t next = todo.back();
      todo.pop_back();
      if (is_member_[next] || !fits(next)) continue;
      is_member_[next] = true;
      members.push_back(next);
      for (UnitNames::Definition definition : all_.units_[next].defines) {
        if (all_.definers_[definition.name].size() > 1) providers_[definition.name] = next;
      }
      for (uint32_t name : all_.units_[next].needs) {
        const std::vector<Definer>& definers = all_.definers_[name];
        if (definers.size() == 1) todo.push_back(definers[0].unit);
        if (definers.size() > 1) waiting_.try_emplace(name, next);
      }
    }
  }

  // Names that one unit alone can provide now.
  bool add_needed() {
    size_t before = members.size();
    for (const auto& [name, unit] : std::map(waiting_)) {
      if (providers_.contains(name)) continue;
      std::vector<uint32_t> found = fitting(name);
      if (!found.empty() && is_one_body(name, found)) add(found[0]);
    }
    return members.size() != before;
  }

  // One name by the folder of who needs it.
  // APPROX(under): the definition in the same folder is taken to be the program's.
  bool add_near() {
    for (const auto& [name, unit] : waiting_) {
      if (providers_.contains(name)) continue;
      std::vector<uint32_t> found = fitting(name);
      std::erase_if(found, [&, by = unit](uint32_t other) {
        return all_.units_[other].folder != all_.units_[by].folder;
      });
      if (found.size() != 1) continue;
      add(found[0]);
      return true;
    }
    return false;
  }

  bool fits(uint32_t unit) const {
    for (UnitNames::Definition definition : all_.units_[unit].defines) {
      auto provider = providers_.find(definition.name);
      if (provider != providers_.end() && provider->second != unit) return false;
    }
    return true;
  }

  std::vector<uint32_t> fitting(uint32_t name) const {
    std::vector<uint32_t> found;
    for (const Definer& definer : all_.definers_[name])
      if (fits(definer.unit)) found.push_back(definer.unit);
    return found;
  }

  // The same file compiled twice, for a library of each sort, is no choice.
  bool is_one_body(uint32_t name, const std::vector<uint32_t>& units) const {
    std::set<uint32_t> bodies;
    for (const Definer& definer : all_.definers_[name])
      if (std::binary_search(units.begin(), units.end(), definer.unit)) bodies.insert(definer.body);
    return bodies.size() == 1;
  }

  const Programs& all_;
  std::vector<bool> is_member_;
  std::map<uint32_t, uint32_t> providers_;  // only of names with several definers
  std::map<uint32_t, uint32_t> waiting_;    // such names that are needed → by which unit first
};

Programs::Programs(std::vector<UnitNames> units, uint32_t names, uint32_t main)
    : units_(std::move(units)), definers_(names), programs_of_(units_.size()) {
  for (uint32_t u = 0; u < units_.size(); ++u) {
    for (UnitNames::Definition definition : units_[u].defines) {
      ASSAY_CHECK(definition.name < names, "a name's number should be below their count");
      definers_[definition.name].push_back({u, definition.body});
    }
  }
  if (main >= names || definers_[main].size() < 2) return;
  for (const Definer& root : definers_[main]) {
    Growth growth(*this, root.unit);
    for (uint32_t member : growth.members)
      programs_of_[member].push_back(static_cast<uint32_t>(programs_.size()));
    programs_.push_back(growth.finish());
  }
}

bool Programs::conflict(uint32_t unit, uint32_t other) const {
  for (UnitNames::Definition definition : units_[unit].defines) {
    for (const Definer& definer : definers_[definition.name])
      if (definer.unit == other) return true;
  }
  return false;
}

std::vector<uint32_t> Programs::definers(uint32_t unit, uint32_t name) const {
  std::set<uint32_t> found;
  for (uint32_t program : programs_of_[unit]) {
    const Grown& grown = programs_[program];
    auto provider = grown.providers.find(name);
    auto unsure = grown.unsure.find(name);
    if (provider != grown.providers.end()) found.insert(provider->second);
    if (unsure != grown.unsure.end()) found.insert(unsure->second.begin(), unsure->second.end());
  }
  if (programs_of_[unit].empty()) {
    for (const Definer& definer : definers_[name])
      if (!conflict(unit, definer.unit)) found.insert(definer.unit);
  }
  if (found.empty())
    for (const Definer& definer : definers_[name]) found.insert(definer.unit);
  return {found.begin(), found.end()};
}

}  // namespace assay::callgraph
