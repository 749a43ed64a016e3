// A function: its tree, its program points in execution order, and its control flow.
//
// Every node is in one tree (a node has at most one parent, except that an element written once
// and repeated by a GNU range designator is a kid several times over).  Kids are older than
// their parents (smaller id), so a walk by id is bottom-up without a stack.  Nodes that are
// evaluated stand in exactly one block's point list -- after their kids, on every path --
// except those flagged Unevaluated and containers.  A node's value is that of its latest
// evaluation.
//
// Control flow of `&&`, `||` and `?:` is in the blocks.  As a value, such a node is also a
// point, in the block where the paths meet: its value is that of the kid named by Phi for the
// edge that was taken.
//
// Points flagged MayThrow leave their block, when they throw, to the block's `unwind`; none
// means out of the function.
//
// A call flagged ReturnsTwice (setjmp and its kind) is the last point of a block that ends in a
// Jump.  A longjmp to it gives the call another value and takes that jump again, in the same
// frame; no edge shows this way back, because it leaves from the middle of any call.
// `second_returns` lists where it may come from, for analyses that join states.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/ids.h"
#include "ir/op.h"
#include "ir/symbol.h"
#include "ir/type.h"

namespace assay::ir {

using NodeId = Id<struct NodeTag>;
using PointId = NodeId;  // a program point is named by its node
using BlockId = Id<struct BlockTag>;
using LocalId = Id<struct LocalTag>;
using LabelId = Id<struct LabelTag>;

enum NodeFlags : uint16_t {
  kLvalue = 1,    // its value is a place
  kImplicit = 2,  // the compiler's, not in the source
  kInMacroBody = 4,
  kInMacroArg = 8,
  kUnevaluated = 16,  // in sizeof, decltype, noexcept, typeid: never a point
  kMayThrow = 32,
  kWide = 64,           // payload is an index into wides
  kLineLiteral = 128,   // from __LINE__: its value is kept with the places
  kArrow = 256,         // Member: spelled `->`; Deref: the implicit one under it
  kNoReturnCall = 512,  // the callee never returns, by its declaration
  kVolatileAccess = 1024,
  kArrayForm = 2048,      // new[], delete[]
  kElided = 4096,         // Init from a call: the callee builds the object in place
  kConstantValue = 8192,  // IntLit that stands for a named constant: an enumerator, constexpr
  kReturnsTwice = 16384,  // Call: a longjmp may come back to it
  kUnwritten = 32768,  // an argument that is the default, a conversion by a constructor: not spelled
};

struct Node {
  Op op = Op::Null;
  uint16_t flags = 0;
  TypeId type;
  uint32_t kids_begin = 0;
  uint32_t kid_count = 0;
  uint64_t payload = 0;

  bool has(NodeFlags flag) const { return (flags & flag) != 0; }
};

enum class LocalKind : uint8_t {
  Param,
  This,  // params[0] of a method
  Variable,
  Temporary,   // a C++ temporary, a compound literal
  ReturnSlot,  // where a class value that is returned is built; with a name: a variable that is it
  Exception,   // what is thrown, or refers to what a handler caught
};

struct Local {
  std::string name;  // empty: unnamed
  TypeId type;
  LocalKind kind = LocalKind::Variable;
  bool address_taken = false;  // by & or a reference, outside an immediate access
  bool lives_on = false;       // scope is the whole function: no ScopeEnd, ends at return
  SymbolId cleanup;            // __attribute__((cleanup(f)))
};

enum class Terminator : uint8_t {
  Jump,           // one successor
  Branch,         // operand: condition; successors: true, false
  Switch,         // operand: value; one edge per case, default last
  IndirectGoto,   // operand: address; one edge per label whose address is taken
  Return,         // operand: the Return point, none if it came before cleanups or there is none
  CatchDispatch,  // by the thrown object's type: one edge per handler, or onwards
  Resume,         // unwinding leaves the function
  Unreachable,    // after a call that does not return
};
std::string_view terminator_name(Terminator terminator);

enum class EdgeKind : uint8_t {
  Plain,
  True,
  False,
  Case,
  Default,
  Catch,
  CatchAll,
  Unwind,
  Label,  // of an indirect goto: taken for the address of that label
};

struct Edge {
  BlockId target;
  EdgeKind kind = EdgeKind::Plain;
  int64_t low = 0;  // Case: the range of values; unsigned ones by their bits.  Label: its index
  int64_t high = 0;
  TypeId caught;  // Catch
};

struct Block {
  uint32_t points_begin = 0;
  uint32_t point_count = 0;
  uint32_t edges_begin = 0;
  uint32_t edge_count = 0;
  Terminator terminator = Terminator::Jump;
  bool is_cleanup = false;  // runs while unwinding
  NodeId operand;
  BlockId unwind;
};

/// Which kid a value join takes its value from, by the block control came from.
struct Phi {
  NodeId node;
  BlockId from;
  NodeId value;
};

/// How the source writes an expression, where that is not what its tree prints as: `'x'`, `EOF`.
struct Spelling {
  NodeId node;
  uint32_t text = 0;  // index into Body::strings
};

/// The parts of a Function that are its content.  Entry is block 0.
struct Body {
  std::vector<Node> nodes;
  std::vector<NodeId> kids;
  std::vector<Block> blocks;
  std::vector<NodeId> points;
  std::vector<Edge> edges;
  std::vector<Phi> phis;
  std::vector<Local> locals;         // parameters first
  std::vector<std::string> labels;   // names; unnamed ones empty
  std::vector<std::string> strings;  // literals, asm text, reasons, spellings
  std::vector<std::vector<uint64_t>> wides;
  std::vector<Spelling> spellings;  // by node, once each
  NodeId root;                      // the body's tree
  uint32_t param_count = 0;

  std::span<const NodeId> kids_of(NodeId id) const {
    const Node& node = nodes[id.index()];
    return {kids.data() + node.kids_begin, node.kid_count};
  }
  std::span<const NodeId> points_of(BlockId id) const {
    const Block& block = blocks[id.index()];
    return {points.data() + block.points_begin, block.point_count};
  }
  std::span<const Edge> edges_of(BlockId id) const {
    const Block& block = blocks[id.index()];
    return {edges.data() + block.edges_begin, block.edge_count};
  }
  const Node& operator[](NodeId id) const { return nodes[id.index()]; }
  NodeId kid(NodeId id, size_t i) const { return kids[nodes[id.index()].kids_begin + i]; }

  LocalId local_of(NodeId id) const {
    return LocalId(static_cast<uint32_t>(nodes[id.index()].payload));
  }
  SymbolId symbol_of(NodeId id) const {
    return SymbolId(static_cast<uint32_t>(nodes[id.index()].payload));
  }
  const std::string& text_of(NodeId id) const { return strings[nodes[id.index()].payload]; }
  CastKind cast_of(NodeId id) const { return static_cast<CastKind>(nodes[id.index()].payload); }
  CallKind call_kind_of(NodeId id) const {
    return static_cast<CallKind>(nodes[id.index()].payload);
  }
  /// Null where the tree prints as the source has it.
  const std::string* spelling_of(NodeId id) const;
  /// The parent of each node; none for roots.
  std::vector<NodeId> parents() const;
};

/// Where a node stands in the source.  Lines and columns count from 1; 0 means nowhere.
struct Place {
  uint32_t file = 0;  // index into Places::files
  uint32_t line = 0;
  uint32_t column = 0;
  uint32_t end_line = 0;
  uint32_t end_column = 0;  // of the last character
  friend bool operator==(const Place&, const Place&) = default;
};

/// The places of one occurrence of a body: the same content may stand in several files.
struct Places {
  std::vector<std::string> files;  // as Unit::files names them
  std::vector<Place> of_node;      // by NodeId
  Place whole;                     // the declaration, up to the closing brace
  std::vector<std::pair<NodeId, uint64_t>> line_literals;  // values of __LINE__, in node order

  const Place& operator[](NodeId id) const { return of_node[id.index()]; }
};

enum class FunctionKind : uint8_t {
  Function,
  GlobalInit,   // a body that initialises one global with constants
  DynamicInit,  // the unit's initialiser: all dynamic initialisation in order
  ThreadInit,   // the same for its thread_locals: in each thread, before it uses one of them
};

struct Function {
  SymbolId symbol;  // of the function, or of the global it initialises
  FunctionKind kind = FunctionKind::Function;
  Body body;
  Places places;
};

}  // namespace assay::ir
