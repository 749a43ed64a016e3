// One node, one terminator, one place as a line of text.  Inside src/ir only.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/print.h"
#include "ir/unit.h"

namespace assay::ir {

/// A number that may take more than 64 bits, lowest word first, in hexadecimal.
std::string wide_text(const std::vector<uint64_t>& words);
/// The value of a FloatLit, from the bits of its type.
std::string float_text(const Unit& unit, const Body& body, NodeId id);
/// The field that a Member or MemberAddr names; null where its record has no such.
const Field* field_of(const Unit& unit, const Body& body, NodeId id);

/// Keeps what every line of one function needs: names that are unique, phis by node.
class NodeText {
 public:
  NodeText(const Unit& unit, const Function& function);

  /// `n5 = load n3 : int`, without the place.
  std::string point(NodeId id) const;
  /// The same without the node's own name: `load n3 : int`.
  std::string content(NodeId id) const;
  std::string terminator(BlockId id) const;
  /// `true`, `case 1 ... 5`, `catch int`; empty for a plain edge.
  std::string edge_label(BlockId from, const Edge& edge) const;
  /// `3:7`; with the file's name where it is not the function's own.
  std::string place(const Place& place) const;
  /// `x`, `x%3` where another local is called so too, `%3` for unnamed ones.
  std::string local(LocalId id) const;
  std::string type(TypeId id) const;

 private:
  std::string payload(NodeId id) const;
  std::string int_payload(NodeId id) const;
  std::string kids(NodeId id) const;
  std::string phis(NodeId id) const;
  std::string symbol(SymbolId id) const;

  const Unit& unit_;
  const Function& function_;
  const Body& body_;
  std::vector<bool> ambiguous_;         // by local
  std::multimap<NodeId, size_t> phis_;  // into Body::phis
  mutable std::map<TypeId, std::string> spelled_;
};

}  // namespace assay::ir
