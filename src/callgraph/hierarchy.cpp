#include "callgraph/hierarchy.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace assay::callgraph {

Hierarchy::Hierarchy(const Program& program)
    : program_(program),
      overriders_(program.functions.size()),
      class_of_(program.functions.size(), kNone) {
  // Names of methods that some unit overrides; internal ones (a class in an unnamed namespace)
  // count in their unit alone, and hide nothing, since mangled names differ.
  std::unordered_map<std::string_view, std::vector<uint32_t>> external;
  for (uint32_t u = 0; u < program.units.size(); ++u) {
    const std::vector<FunctionFact>& facts = program.units[u].functions;
    for (uint32_t f = 0; f < facts.size(); ++f) {
      if ((facts[f].flags & ir::kVirtual) == 0) continue;
      for (uint32_t function : program.meaning(u, f)) {
        if (facts[f].record != kNone) class_of_[function] = program.record(u, facts[f].record);
        if (facts[f].linkage == ir::Linkage::External) external[facts[f].name].push_back(function);
      }
    }
  }
  for (uint32_t u = 0; u < program.units.size(); ++u) {
    const std::vector<FunctionFact>& facts = program.units[u].functions;
    std::unordered_map<std::string_view, uint32_t> internal;
    for (uint32_t f = 0; f < facts.size(); ++f) {
      if ((facts[f].flags & ir::kVirtual) != 0 && facts[f].linkage == ir::Linkage::Internal)
        internal.emplace(facts[f].name, f);
    }
    for (uint32_t f = 0; f < facts.size(); ++f) {
      if ((facts[f].flags & ir::kVirtual) == 0) continue;
      for (const std::string& name : facts[f].overrides) {
        const std::vector<uint32_t>* overridden = nullptr;
        if (auto own = internal.find(name); own != internal.end())
          overridden = &program.meaning(u, own->second);
        else if (auto other = external.find(name); other != external.end())
          overridden = &other->second;
        if (overridden == nullptr) continue;
        for (uint32_t base : *overridden) {
          const std::vector<uint32_t>& mine = program.meaning(u, f);
          overriders_[base].insert(overriders_[base].end(), mine.begin(), mine.end());
        }
      }
    }
  }
  for (std::vector<uint32_t>& list : overriders_) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

const std::vector<uint32_t>& Hierarchy::subclasses(uint32_t record) {
  auto [found, is_new] = subclasses_.try_emplace(record);
  if (!is_new) return found->second;
  std::set<uint32_t> seen;
  std::vector<uint32_t> todo{record};
  while (!todo.empty()) {
    uint32_t next = todo.back();
    todo.pop_back();
    if (!seen.insert(next).second) continue;
    const std::vector<uint32_t>& derived = program_.records[next].derived;
    todo.insert(todo.end(), derived.begin(), derived.end());
  }
  found->second.assign(seen.begin(), seen.end());
  return found->second;
}

// A class that derives from both, so that an object known as one may have the other's override.
bool Hierarchy::share_subclass(uint32_t record_a, uint32_t record_b) {
  const std::vector<uint32_t>& a = subclasses(record_a);
  const std::vector<uint32_t>& b = subclasses(record_b);
  auto left = a.begin(), right = b.begin();
  while (left != a.end() && right != b.end()) {
    if (*left == *right) return true;
    if (*left < *right)
      ++left;
    else
      ++right;
  }
  return false;
}

bool Hierarchy::is_subclass(uint32_t record, uint32_t base) {
  const std::vector<uint32_t>& all = subclasses(base);
  return std::binary_search(all.begin(), all.end(), record);
}

const Dispatch& Hierarchy::dispatch_exactly(uint32_t function, uint32_t receiver) {
  if (receiver == kNone) return dispatch(function, receiver);
  auto [found, is_new] = exactly_known_.try_emplace({function, receiver});
  if (!is_new) return found->second;
  found->second = dispatch(function, receiver);
  // What the class inherits, less what its nearer bases override.  Where that is not one method
  // (several bases have one each, or a body is not there) it is left at all of them.
  std::vector<uint32_t> inherited;
  for (uint32_t each : found->second.targets)
    if (class_of_[each] != kNone && is_subclass(receiver, class_of_[each]))
      inherited.push_back(each);
  std::vector<uint32_t> last;
  for (uint32_t each : inherited) {
    bool is_overridden = std::any_of(inherited.begin(), inherited.end(), [&](uint32_t other) {
      return class_of_[other] != class_of_[each] && is_subclass(class_of_[other], class_of_[each]);
    });
    if (!is_overridden) last.push_back(each);
  }
  if (last.size() == 1) found->second = {.targets = std::move(last), .open = false};
  return found->second;
}

const Dispatch& Hierarchy::dispatch(uint32_t function, uint32_t receiver) {
  auto [found, is_new] = known_.try_emplace({function, receiver});
  if (!is_new) return found->second;
  Dispatch result;
  const FunctionFact& method = *program_.functions[function].fact;
  // APPROX(under): only classes of system headers are taken to have subclasses elsewhere.
  result.open = (method.flags & ir::kSystem) != 0;
  std::set<uint32_t> seen;
  std::vector<uint32_t> todo{function};
  while (!todo.empty()) {
    uint32_t next = todo.back();
    todo.pop_back();
    if (!seen.insert(next).second) continue;
    todo.insert(todo.end(), overriders_[next].begin(), overriders_[next].end());
    const LinkedFunction& candidate = program_.functions[next];
    bool abstract = (candidate.fact->flags & ir::kPure) != 0 && candidate.unit < 0;
    bool possible = next == function || receiver == kNone || class_of_[next] == kNone ||
                    share_subclass(class_of_[next], receiver);
    if (!abstract && possible) result.targets.push_back(next);
  }
  std::sort(result.targets.begin(), result.targets.end());
  found->second = std::move(result);
  return found->second;
}

}  // namespace assay::callgraph
