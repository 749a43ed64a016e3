// What earlier machines of a composition wrote on the trees of functions, for the later ones.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "callgraph/call_graph.h"
#include "ir/function.h"

namespace assay::machines {

class Annotations {
 public:
  using Place = std::pair<callgraph::FunctionId, ir::NodeId>;

  /// No path of a later machine goes past the node.
  void kill(Place at, size_t machine) {
    if (killed_.try_emplace(at, machine).second) ++changes_;
  }
  bool is_killed(Place at, size_t machine) const {
    auto found = killed_.find(at);
    return found != killed_.end() && found->second < machine;
  }
  void set(Place at, std::string_view key, std::string value) {
    std::string& known = texts_[{at, std::string(key)}];
    if (known == value) return;
    known = std::move(value);
    ++changes_;
  }
  std::optional<std::string> get(Place at, std::string_view key) const {
    auto found = texts_.find({at, std::string(key)});
    if (found == texts_.end()) return std::nullopt;
    return found->second;
  }
  bool empty() const { return killed_.empty() && texts_.empty(); }
  /// How often something new was written.
  uint64_t changes() const { return changes_; }
  void clear() {
    killed_.clear();
    texts_.clear();
  }

 private:
  std::map<Place, size_t> killed_;
  std::map<std::pair<Place, std::string>, std::string> texts_;
  uint64_t changes_ = 0;
};

}  // namespace assay::machines
