#include "callgraph/components.h"

#include <algorithm>

namespace assay::callgraph {

std::vector<std::vector<uint32_t>> strong_components(const Successors& successors) {
  constexpr uint32_t kUnseen = 0, kDone = UINT32_MAX;
  struct Frame {
    uint32_t node;
    size_t next = 0;
  };
  std::vector<uint32_t> number(successors.size(), kUnseen), low(successors.size(), kUnseen);
  std::vector<Frame> frames;
  std::vector<uint32_t> open;
  std::vector<std::vector<uint32_t>> result;
  uint32_t count = 0;
  auto enter = [&](uint32_t node) {
    number[node] = low[node] = ++count;
    open.push_back(node);
    frames.push_back({node});
  };
  for (uint32_t start = 0; start < successors.size(); ++start) {
    if (number[start] != kUnseen) continue;
    enter(start);
    while (!frames.empty()) {
      uint32_t node = frames.back().node;
      if (frames.back().next < successors[node].size()) {
        uint32_t to = successors[node][frames.back().next++];
        if (number[to] == kUnseen)
          enter(to);
        else if (low[to] != kDone)
          low[node] = std::min(low[node], number[to]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) {
        uint32_t parent = frames.back().node;
        low[parent] = std::min(low[parent], low[node]);
      }
      if (low[node] != number[node]) continue;
      std::vector<uint32_t>& component = result.emplace_back();
      uint32_t member;
      do {
        member = open.back();
        open.pop_back();
        low[member] = kDone;
        component.push_back(member);
      } while (member != node);
      std::sort(component.begin(), component.end());
    }
  }
  return result;
}

std::vector<uint32_t> find_roots(const Successors& successors,
                                 const std::vector<std::vector<uint32_t>>& components) {
  std::vector<uint32_t> component_of(successors.size());
  for (uint32_t i = 0; i < components.size(); ++i) {
    for (uint32_t member : components[i]) component_of[member] = i;
  }
  std::vector<bool> entered(components.size());
  for (uint32_t node = 0; node < successors.size(); ++node) {
    for (uint32_t to : successors[node]) {
      if (component_of[to] != component_of[node]) entered[component_of[to]] = true;
    }
  }
  std::vector<uint32_t> roots;
  for (uint32_t i = 0; i < components.size(); ++i) {
    if (!entered[i]) roots.push_back(components[i].front());
  }
  std::sort(roots.begin(), roots.end());
  return roots;
}

}  // namespace assay::callgraph
