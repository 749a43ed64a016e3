#include "frontend/clang/address_facts.h"

namespace assay::frontend {
namespace {

using ir::NodeId;
using ir::Op;

enum class Use { Read, Written, AddressTaken };

bool writes(Op op) { return op >= Op::Assign && op <= Op::Init; }

// Climbs from a variable's place through what keeps it the same object.
Use use_of(const ir::Body& body, const std::vector<NodeId>& parents, NodeId place) {
  NodeId at = place;
  while (true) {
    NodeId parent = parents[at.index()];
    if (!parent.valid()) return Use::Read;
    const ir::Node& node = body[parent];
    bool is_first = body.kid(parent, 0) == at;
    switch (node.op) {
      case Op::Load:
      case Op::SizeOf:
      case Op::Compound:
        return Use::Read;
      case Op::Member:
        break;
      case Op::Index:
        if (!is_first) return Use::Read;
        break;
      case Op::Comma:
        if (is_first) return Use::Read;
        break;
      case Op::Cast:
        if (body.cast_of(parent) == ir::CastKind::ToVoid) return Use::Read;
        if (!node.has(ir::kLvalue) && body.cast_of(parent) != ir::CastKind::ArrayToPointer)
          return Use::AddressTaken;
        // A decayed array that is not indexed at once is an address like any other.
        if (body.cast_of(parent) == ir::CastKind::ArrayToPointer) {
          NodeId above = parents[parent.index()];
          if (!above.valid() || body[above].op != Op::Index || body.kid(above, 0) != parent)
            return Use::AddressTaken;
        }
        break;
      default:
        if (writes(node.op) && is_first) return Use::Written;
        return Use::AddressTaken;
    }
    at = parent;
  }
}

}  // namespace

void note_address_facts(ir::Function& function, ir::SymbolTable& symbols) {
  ir::Body& body = function.body;
  std::vector<NodeId> parents = body.parents();
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    const ir::Node& node = body.nodes[i];
    NodeId id(i);
    if (node.has(ir::kUnevaluated)) continue;
    if (node.op == Op::Local) {
      if (use_of(body, parents, id) == Use::AddressTaken)
        body.locals[node.payload].address_taken = true;
    } else if (node.op == Op::Global) {
      Use use = use_of(body, parents, id);
      ir::Symbol& symbol = symbols[body.symbol_of(id)];
      bool own_initialiser =
          function.kind == ir::FunctionKind::GlobalInit && body.symbol_of(id) == function.symbol;
      if (use == Use::Written && !own_initialiser) symbol.flags |= ir::kWritten;
      if (use == Use::AddressTaken) symbol.flags |= ir::kAddressTaken;
    } else if (node.op == Op::FunctionRef) {
      NodeId parent = parents[i];
      bool called = parent.valid() && body[parent].op == Op::Call && body.kid(parent, 0) == id;
      if (!called) symbols[body.symbol_of(id)].flags |= ir::kAddressTaken;
    }
  }
}

}  // namespace assay::frontend
