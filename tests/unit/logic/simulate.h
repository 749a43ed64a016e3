// Gates computed for given inputs: what circuits are compared with arithmetic by.
#pragma once

#include <cstdint>
#include <vector>

#include "logic/circuits.h"

namespace assay::logic::test {

/// Values of all nodes; inputs, in the order they were made, take the low bits of `inputs` in turn.
inline std::vector<bool> simulate(const Aig& aig, const std::vector<bool>& inputs) {
  std::vector<bool> values(aig.node_count());
  size_t next = 0;
  auto value = [&](Lit lit) { return values[lit.node()] != lit.complemented(); };
  for (uint32_t node = 1; node < aig.node_count(); ++node) {
    values[node] =
        aig.is_and(node) ? value(aig.left(node)) && value(aig.right(node)) : inputs.at(next++);
  }
  return values;
}

inline bool value_of(const std::vector<bool>& values, Lit lit) {
  return values[lit.node()] != lit.complemented();
}

inline uint64_t word_of(const std::vector<bool>& values, LitSpan lits) {
  uint64_t word = 0;
  for (size_t i = 0; i < lits.size(); ++i) word |= uint64_t{value_of(values, lits[i])} << i;
  return word;
}

inline Lits make_inputs(Aig& aig, size_t width) {
  Lits result(width);
  for (Lit& lit : result) lit = aig.make_input();
  return result;
}

}  // namespace assay::logic::test
