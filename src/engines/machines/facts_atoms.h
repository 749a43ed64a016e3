// Facts as sentences about trees: what can be compared, joined, renamed and hashed.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engines/machines/facts_graph.h"
#include "metal/tree.h"

namespace assay::machines {

struct FactAtom {
  enum class Kind : uint8_t { Equal, Different, Less, LessOrEqual, InRange };
  Kind kind = Kind::Equal;
  metal::TreeId a, b;  // b: not of InRange
  Range range;         // of InRange
  uint32_t age = 0;    // the youngest value it speaks of; no part of its content
};

/// The order of `atoms_of`: by content.
bool comes_before(const metal::TreePool& pool, const FactAtom& x, const FactAtom& y);
/// All that the graph knows of values that trees name now; ordered by content, each once.
std::vector<FactAtom> atoms_of(metal::TreePool& pool, const FactGraph& graph);
bool holds(const metal::TreePool& pool, FactGraph& graph, const FactAtom& atom);
void learn(const metal::TreePool& pool, FactGraph& graph, const FactAtom& atom);
std::string spell(const metal::TreePool& pool, const FactAtom& atom);

}  // namespace assay::machines
