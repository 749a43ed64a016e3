// The trail of a path: what it passed, assumed and called, for explanations.
//
// Paths fork, so trails are lists that share their beginnings: each crumb knows the one before.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "ir/function.h"
#include "models/model.h"

namespace assay::simulator {

enum class CrumbKind : uint8_t {
  Block,    // its points were begun
  Assumed,  // at the end of a block: the edge that was taken
  Model,    // a call was emulated by one outcome of a model
  Unknown,  // a call that has no model
};

inline constexpr uint32_t kNoCrumb = UINT32_MAX;

struct Crumb {
  CrumbKind kind = CrumbKind::Block;
  uint32_t previous = kNoCrumb;
  ir::BlockId block;
  ir::NodeId node;  // the condition, the call
  uint32_t edge = 0;
  const models::Model* model = nullptr;
  const models::Outcome* outcome = nullptr;
  bool is_automatic = false;  // the model
};

class Trail {
 public:
  uint32_t add(uint32_t previous, Crumb crumb) {
    crumb.previous = previous;
    crumbs_.push_back(crumb);
    return static_cast<uint32_t>(crumbs_.size() - 1);
  }
  /// From the beginning to `last`.
  std::vector<Crumb> until(uint32_t last) const {
    std::vector<Crumb> crumbs;
    for (; last != kNoCrumb; last = crumbs_[last].previous) crumbs.push_back(crumbs_[last]);
    std::reverse(crumbs.begin(), crumbs.end());
    return crumbs;
  }

 private:
  std::vector<Crumb> crumbs_;
};

}  // namespace assay::simulator
