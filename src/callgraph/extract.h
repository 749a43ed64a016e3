// From one unit's functions to facts: the walk over the nodes of each body.
//
// Kids are older than their parents, so one pass by id sees every operand before its use.  A
// record that is only ever used by name (`table.read = f`, never `&table`) has cells of its own;
// as soon as its address gets away, its cells and those of its type are one.
#pragma once

#include <map>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "callgraph/carriers.h"
#include "callgraph/unit_facts.h"
#include "ir/unit.h"

namespace assay::callgraph {

/// What all functions of the unit share.
class UnitExtractor {
 public:
  UnitExtractor(const ir::Unit& unit, UnitFacts& facts)
      : unit(unit), facts(facts), carriers(unit, facts) {}

  uint32_t function(ir::SymbolId symbol);
  uint32_t variable(ir::SymbolId symbol);
  /// The global's cells and those of its types become one.
  void expose_global(ir::SymbolId symbol);

  const ir::Unit& unit;
  UnitFacts& facts;
  Carriers carriers;

 private:
  std::unordered_map<uint32_t, uint32_t> functions_;
  std::unordered_map<uint32_t, uint32_t> variables_;
  std::set<ir::SymbolId> exposed_;
};

/// A place in memory, as far as function addresses are concerned.
struct Place {
  enum class Kind : uint8_t {
    None,      // cannot hold one
    Cell,      // `cell`
    Object,    // at `offset` in a local or global variable
    Behind,    // what `cell` points to
    Record,    // in some object of a record type: the type's cells
    Function,  // a function itself: its number in `id`
  };
  Kind kind = Kind::None;
  bool is_global = false;
  uint32_t id = 0;  // Object: LocalId or SymbolId
  uint64_t offset = 0;
  CarrierKind through = CarrierKind::Any;  // Behind: what is there
  CellRef cell;
};

/// An rvalue.
struct Value {
  enum class Kind : uint8_t {
    None,
    Cell,      // what `id` (a CellRef) holds
    Function,  // the address of function `id`
    Address,   // the address of the place that node `id` names
  };
  Kind kind = Kind::None;
  uint32_t id = 0;
};

class FunctionExtractor {
 public:
  FunctionExtractor(UnitExtractor& unit, const ir::Function& function, uint32_t fact);
  void run();

 private:
  // extract_nodes.cpp: one node
  void prepare();
  void drop_unused_cells();
  void visit(ir::NodeId node);
  void visit_leaf(ir::NodeId node);
  void visit_load(ir::NodeId node);
  void visit_deref(ir::NodeId node, ir::NodeId pointer);
  void visit_index(ir::NodeId node);
  void visit_cast(ir::NodeId node);
  void visit_place_cast(ir::NodeId node);
  void visit_pointer_cast(ir::NodeId node);
  void visit_join(ir::NodeId node, std::span<const ir::NodeId> kids);
  void visit_arithmetic(ir::NodeId node);
  void visit_update(ir::NodeId node);
  void visit_return(ir::NodeId node);
  void visit_catch(ir::NodeId node);
  void visit_va_arg(ir::NodeId node);
  void visit_outside(ir::NodeId node);

  // extract_places.cpp: places and values
  const ir::Node& at(ir::NodeId node) const { return body_[node]; }
  Value& value(ir::NodeId node) { return values_[node.index()]; }
  Place& place(ir::NodeId node) { return places_[node.index()]; }
  bool is_function(ir::NodeId node) const {
    ir::TypeId type = at(node).type;
    return type.valid() && types_.resolved(type).kind == ir::TypeKind::Function;
  }
  CellRef new_cell() { return CellRef::of_function(cells_++); }
  CellRef local_cell(uint32_t local, uint64_t offset);
  CellRef cell_of(const Place& place);
  Place variable_place(bool is_global, uint32_t id, ir::TypeId declared, ir::TypeId used);
  Place member_place(const Place& base, ir::TypeId record, uint64_t field);
  Place behind(CellRef pointer, ir::TypeId type);
  CellRef leaf_cell(const Place& base, const Leaf& leaf);
  CellRef address_of(const Place& place, ir::TypeId type);
  CellRef load(const Place& place);
  CellRef use(ir::NodeId node);
  CellRef use_argument(ir::NodeId node);
  void store(const Place& to, ir::TypeId type, ir::NodeId from);
  void store_list(const Place& to, ir::TypeId type, ir::NodeId list);
  void copy_record(const Place& to, const Place& from, ir::TypeId type);
  void export_record(ir::NodeId node);
  void expose(const Place& place);
  void flow(FlowKind kind, CellRef a, uint32_t b, CarrierKind through = CarrierKind::Any) {
    fact_flows_.push_back({kind, through, a.raw(), b});
  }
  void flow(FlowKind kind, CellRef a, CellRef b, CarrierKind through = CarrierKind::Any) {
    flow(kind, a, b.raw(), through);
  }

  // extract_calls.cpp: calls
  void visit_call(ir::NodeId node);
  void visit_construct(ir::NodeId node);
  void visit_destroy(ir::NodeId node);
  void visit_builtin(ir::NodeId node, std::span<const ir::NodeId> arguments);
  CarrierKind kind_before_conversion(ir::NodeId node);
  ArgumentFact argument(ir::NodeId node, ir::TypeId param);
  ArgumentFact object_argument(ir::NodeId place_node);
  void find_only_values();
  ir::NodeId made_here(ir::NodeId object) const;
  void set_receiver(SiteFact& site, ir::NodeId object);
  uint32_t interesting_record(ir::TypeId record);

  UnitExtractor& unit_;
  Carriers& carriers_;
  const ir::TypeTable& types_;
  const ir::Function& function_;
  const ir::Body& body_;
  uint32_t fact_;
  bool is_variadic_ = false;
  bool returns_reference_ = false;
  bool mentions_internal_ = false;
  uint32_t cells_ = 0;
  std::vector<Flow> fact_flows_;
  std::vector<SiteFact> sites_;
  std::vector<Value> values_;
  std::vector<Place> places_;
  std::vector<bool> in_list_;           // InitLists that their parent takes care of
  std::vector<bool> under_delete_;      // Destroys of a delete-expression: these dispatch
  std::vector<bool> exposed_;           // locals
  std::vector<ir::NodeId> only_value_;  // of locals that are set once and only read after that
  std::map<std::pair<uint32_t, uint64_t>, CellRef> local_cells_;
};

/// Content of a body, wherever it stands: equal for equal bodies of different units.
Hash body_hash(const ir::Unit& unit, const ir::Body& body);

}  // namespace assay::callgraph
