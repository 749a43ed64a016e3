// Small units by hand: just enough tree for calls and function pointers, no front end.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "ir/unit.h"

namespace assay::callgraph {

class UnitBuilder {
 public:
  explicit UnitBuilder(std::string file) {
    unit.main_file = std::move(file);
    void_type = unit.types.intern({.kind = ir::TypeKind::Void});
    fn_type = unit.types.intern({.kind = ir::TypeKind::Function, .inner = void_type});
    pointer_type = pointer_to(fn_type);
  }

  ir::TypeId pointer_to(ir::TypeId type) {
    return unit.types.intern(
        {.kind = ir::TypeKind::Pointer, .width = 64, .align = 8, .size = 8, .inner = type});
  }

  ir::SymbolId function(const std::string& name, ir::Linkage linkage = ir::Linkage::External,
                        uint32_t flags = 0) {
    if (ir::SymbolId known = unit.symbols.find(name, linkage); known.valid()) return known;
    return unit.symbols.add(
        {.name = name, .display = name, .linkage = linkage, .flags = flags, .type = fn_type});
  }
  ir::SymbolId variable(const std::string& name, ir::TypeId type, uint32_t flags = ir::kDefined) {
    return unit.symbols.add({.name = name,
                             .display = name,
                             .kind = ir::SymbolKind::Variable,
                             .flags = flags,
                             .type = type});
  }

  /// Starts a body; nodes go into it until the next one.
  UnitBuilder& define(ir::SymbolId symbol, const std::string& file = "") {
    unit.symbols[symbol].flags |= ir::kDefined;
    ir::Function& made = unit.functions.emplace_back();
    made.symbol = symbol;
    made.places.files = {file.empty() ? unit.main_file : file};
    made.places.whole = {.file = 0, .line = static_cast<uint32_t>(unit.functions.size())};
    made.body.blocks.emplace_back();
    return *this;
  }

  ir::NodeId node(ir::Op op, ir::TypeId type, std::initializer_list<ir::NodeId> kids,
                  uint64_t payload = 0, uint16_t flags = 0) {
    ir::Body& body = unit.functions.back().body;
    ir::Node made{.op = op, .flags = flags, .type = type};
    made.kids_begin = static_cast<uint32_t>(body.kids.size());
    made.kid_count = static_cast<uint32_t>(kids.size());
    made.payload = payload;
    body.kids.insert(body.kids.end(), kids);
    body.nodes.push_back(made);
    ir::NodeId id(body.nodes.size() - 1);
    body.points.push_back(id);
    body.blocks[0].point_count = static_cast<uint32_t>(body.points.size());
    return id;
  }
  ir::NodeId ref(ir::SymbolId symbol) {
    return node(ir::Op::FunctionRef, fn_type, {}, symbol.index(), ir::kLvalue);
  }
  ir::NodeId address(ir::SymbolId symbol) {
    return node(ir::Op::Cast, pointer_type, {ref(symbol)},
                static_cast<uint64_t>(ir::CastKind::FunctionToPointer));
  }
  ir::NodeId global(ir::SymbolId symbol) {
    return node(ir::Op::Global, unit.symbols[symbol].type, {}, symbol.index(), ir::kLvalue);
  }
  ir::NodeId load(ir::NodeId place) {
    ir::TypeId type = unit.functions.back().body[place].type;
    return node(ir::Op::Load, type, {place});
  }
  UnitBuilder& calls(ir::SymbolId callee) {
    node(ir::Op::Call, void_type, {ref(callee)});
    return *this;
  }

  ir::Unit unit;
  ir::TypeId void_type, fn_type, pointer_type;
};

}  // namespace assay::callgraph
