// Units into one program: which definition a name means, which records and cells are the same.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "callgraph/programs.h"
#include "callgraph/solver.h"
#include "callgraph/unit_facts.h"

namespace assay::callgraph {

void sort_unique(std::vector<uint32_t>& list);

/// One definition, or one name without any.  Numbers are in order of discovery.
struct LinkedFunction {
  struct Instance {
    uint32_t unit;
    uint32_t function;
  };
  const FunctionFact* fact = nullptr;  // the first
  int32_t unit = -1;                   // of the first body
  std::vector<Instance> instances;     // bodies whose flows count
  std::vector<int32_t> all_units;      // of all equal bodies
  bool address_taken = false;
  std::vector<Cell> params;  // made on demand
  Cell result = kNone;
  std::array<Cell, kCarrierKinds> variadic{kNone, kNone, kNone, kNone};  // by CarrierKind
};

/// A record type of the program.
struct LinkedRecord {
  std::vector<uint32_t> bases, derived, parts, reaches;  // sorted
};

class Program {
 public:
  Program(const std::vector<UnitFacts>& units, Solver& solver);

  const std::vector<UnitFacts>& units;
  std::vector<LinkedFunction> functions;
  std::vector<LinkedRecord> records;

  /// What a unit's mention of a function may mean: its own definition, else those of units that it
  /// may be linked with.
  const std::vector<uint32_t>& meaning(uint32_t unit, uint32_t function) const {
    return meanings_[meaning_of_[unit][function]];
  }
  uint32_t record(uint32_t unit, uint32_t record) const { return record_of_[unit][record]; }
  Cell cell(uint32_t unit, CellRef ref, Cell function_base) const {
    return ref.is_of_unit() ? cell_of_[unit][ref.index()] : function_base + ref.index();
  }
  Cell param(uint32_t function, uint32_t number);
  Cell result(uint32_t function);
  Cell variadic(uint32_t function, CarrierKind kind);
  /// Cells of variables that no unit defines.
  const std::vector<Cell>& foreign_cells() const { return foreign_cells_; }
  /// Is one inside the other, or are they the same?
  bool fits(uint32_t record_a, uint32_t record_b) const;
  /// Lets definitions in units with these main files stand for equal ones in other files.
  void prefer(const std::set<std::string>& main_files);
  /// Other definitions of the same external name.
  std::vector<int32_t> other_units(uint32_t function) const;

 private:
  struct Variables {
    std::vector<std::vector<uint32_t>> number;  // unit, variable → the program's
    std::vector<bool> defined;                  // by some unit
  };
  void link_functions();
  void link_aliases();
  Variables link_variables() const;
  static bool may_be_replaced(const FunctionFact& fact);
  void link_programs();
  void add_instances();
  std::vector<uint32_t> linked_definitions(uint32_t unit, const std::string& name) const;
  void link_meanings();
  void link_records();
  void link_cells();
  uint32_t add_definition(uint32_t unit, uint32_t function);
  Cell function_cell(uint32_t function, const UnitCell& cell);
  bool contains(uint32_t outer, uint32_t inner) const;

  Solver& solver_;
  std::unordered_map<std::string, std::vector<uint32_t>> definitions_;  // of external names
  std::vector<std::vector<uint32_t>> own_;  // unit, function → definition or kNone
  std::unordered_map<std::string_view, uint32_t> name_numbers_;  // for programs_
  std::optional<Programs> programs_;  // none: no name has two definitions
  std::vector<std::vector<uint32_t>> meaning_of_;
  std::vector<std::vector<uint32_t>> meanings_;
  std::vector<std::vector<uint32_t>> record_of_;
  std::vector<std::vector<Cell>> cell_of_;
  std::vector<Cell> foreign_cells_;
  Cell any_variadic_ = kNone;  // the first of one per CarrierKind
};

}  // namespace assay::callgraph
