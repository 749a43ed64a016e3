#include <algorithm>
#include <array>

#include "ir/function.h"

namespace assay::ir {

namespace {

constexpr std::array<std::string_view, 8> kTerminatorNames{
    "jump",   "branch",         "switch", "indirect-goto",
    "return", "catch-dispatch", "resume", "unreachable"};
static_assert(kTerminatorNames.size() == static_cast<size_t>(Terminator::Unreachable) + 1);

}  // namespace

std::string_view terminator_name(Terminator terminator) {
  return kTerminatorNames[static_cast<size_t>(terminator)];
}

const std::string* Body::spelling_of(NodeId id) const {
  auto found = std::lower_bound(spellings.begin(), spellings.end(), id,
                                [](const Spelling& a, NodeId b) { return a.node < b; });
  return found != spellings.end() && found->node == id ? &strings[found->text] : nullptr;
}

std::vector<NodeId> Body::parents() const {
  std::vector<NodeId> result(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i)
    for (NodeId kid : kids_of(NodeId(i)))
      if (kid.index() < result.size()) result[kid.index()] = NodeId(i);
  return result;
}

}  // namespace assay::ir
