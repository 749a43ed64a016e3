// Builds small bodies by hand, in the order of evaluation: each call appends one point.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "engines/escape/stack_escape.h"
#include "ir/unit.h"

namespace assay::escape {

using ir::BlockId;
using ir::LocalId;
using ir::NodeId;
using ir::Op;
using ir::SymbolId;
using ir::TypeId;

class BodyMaker {
 public:
  explicit BodyMaker(std::string name = "f") {
    int_type = type({.kind = ir::TypeKind::Int, .flags = ir::kSigned, .width = 32, .size = 4});
    void_type = type({.kind = ir::TypeKind::Void});
    pointer_type = type({.kind = ir::TypeKind::Pointer, .size = 8, .inner = int_type});
    TypeId function = type({.kind = ir::TypeKind::Function, .inner = pointer_type});
    function_.symbol =
        unit.symbols.add({.name = name, .display = name, .flags = ir::kDefined, .type = function});
    function_.places.files = {"/project/a.c"};
    function_.places.whole = {0, 1, 1, 99, 1};
    block();
  }

  TypeId type(ir::Type made) { return unit.types.intern(std::move(made)); }
  LocalId local(std::string name, TypeId of, ir::LocalKind kind = ir::LocalKind::Variable) {
    body().locals.push_back({.name = std::move(name), .type = of, .kind = kind});
    return LocalId(body().locals.size() - 1);
  }
  SymbolId global(std::string name, ir::Linkage linkage = ir::Linkage::External) {
    return unit.symbols.add({.name = name,
                             .display = name,
                             .kind = ir::SymbolKind::Variable,
                             .linkage = linkage,
                             .flags = ir::kDefined,
                             .type = pointer_type});
  }

  /// Starts a block; points go to it from now on.
  BlockId block() {
    blocks_.push_back({});
    current_ = BlockId(blocks_.size() - 1);
    return current_;
  }
  void in(BlockId block) { current_ = block; }
  void end(ir::Terminator terminator, std::vector<ir::Edge> edges = {}, NodeId operand = {}) {
    blocks_[current_.index()].terminator = terminator;
    blocks_[current_.index()].edges = std::move(edges);
    blocks_[current_.index()].operand = operand;
  }
  void jump(BlockId to) { end(ir::Terminator::Jump, {{.target = to}}); }
  void branch(NodeId condition, BlockId yes, BlockId no) {
    end(ir::Terminator::Branch,
        {{.target = yes, .kind = ir::EdgeKind::True}, {.target = no, .kind = ir::EdgeKind::False}},
        condition);
  }
  void phi(NodeId node, BlockId from, NodeId value) { body().phis.push_back({node, from, value}); }

  /// One point; its line is its number, so that tests can name it.
  NodeId point(Op op, TypeId of, std::initializer_list<NodeId> kids = {}, uint64_t payload = 0,
               uint16_t flags = 0) {
    NodeId id(body().nodes.size());
    body().nodes.push_back({op, flags, of, static_cast<uint32_t>(body().kids.size()),
                            static_cast<uint32_t>(kids.size()), payload});
    body().kids.insert(body().kids.end(), kids);
    uint32_t line = id.index() + 1;
    function_.places.of_node.push_back({0, line, 1, line, 1});
    blocks_[current_.index()].points.push_back(id);
    return id;
  }
  NodeId place(LocalId local) {
    return point(Op::Local, body().locals[local.index()].type, {}, local.index(), ir::kLvalue);
  }
  NodeId place(SymbolId global) {
    return point(Op::Global, pointer_type, {}, global.index(), ir::kLvalue);
  }
  NodeId load(NodeId place) { return point(Op::Load, body()[place].type, {place}); }
  NodeId address(NodeId place) { return point(Op::AddressOf, pointer_type, {place}); }
  NodeId assign(NodeId place, NodeId value) {
    return point(Op::Assign, body()[place].type, {place, value});
  }
  NodeId null() { return point(Op::NullLit, pointer_type); }
  NodeId number(int64_t value) {
    return point(Op::IntLit, int_type, {}, static_cast<uint64_t>(value));
  }
  NodeId deref(NodeId pointer, TypeId of) {
    return point(Op::Deref, of, {pointer}, 0, ir::kLvalue);
  }
  NodeId scope_end(LocalId local) { return point(Op::ScopeEnd, void_type, {}, local.index()); }
  void give_back(NodeId value) {
    NodeId node = point(Op::Return, void_type, {value});
    end(ir::Terminator::Return, {}, node);
  }
  void fall_off() { end(ir::Terminator::Return); }

  Outcome run(const Options& options = {}) {
    body().param_count = 0;
    for (const Draft& draft : blocks_) {
      ir::Block made;
      made.points_begin = static_cast<uint32_t>(body().points.size());
      made.point_count = static_cast<uint32_t>(draft.points.size());
      made.edges_begin = static_cast<uint32_t>(body().edges.size());
      made.edge_count = static_cast<uint32_t>(draft.edges.size());
      made.terminator = draft.terminator;
      made.operand = draft.operand;
      body().points.insert(body().points.end(), draft.points.begin(), draft.points.end());
      body().edges.insert(body().edges.end(), draft.edges.begin(), draft.edges.end());
      body().blocks.push_back(made);
    }
    return analyse(unit, function_, options);
  }
  /// With the function itself in the unit: then it is known to be all of it.
  Outcome run_in_whole_unit() {
    run();
    unit.functions.push_back(function_);
    return analyse(unit, unit.functions.back());
  }

  ir::Unit unit;
  TypeId int_type, void_type, pointer_type;

 private:
  struct Draft {
    std::vector<NodeId> points;
    std::vector<ir::Edge> edges;
    ir::Terminator terminator = ir::Terminator::Return;
    NodeId operand;
  };
  ir::Body& body() { return function_.body; }

  ir::Function function_;
  std::vector<Draft> blocks_;
  BlockId current_;
};

}  // namespace assay::escape
