// The inside of a machine: declarations, named patterns, init and final, rules.
#pragma once

#include <map>
#include <vector>

#include "metal/pattern_parser.h"
#include "metal/program.h"

namespace assay::metal {

class MachineParser {
 public:
  MachineParser(Cursor& cursor, Machine& machine, TypeNames types)
      : cursor_(cursor),
        machine_(machine),
        scope_{machine.holes, machine.patterns, std::move(types)},
        patterns_(cursor, machine.trees, scope_) {}

  /// Reads the declarations between the cursor and `end`, and comes back: a pattern may use a hole
  /// that is declared below it, since a hole taken for a name of C would silently match nothing.
  void declarations(size_t end);
  /// One item.  After a mistake the cursor stands where the next item may start.
  void item();

 private:
  bool parse_item();
  bool declaration();
  bool qualifiers(Hole& hole);
  bool declared_names(Hole hole);
  bool declare(Hole hole, const Token& name);
  bool pattern_definition();
  bool guard();
  bool state_name(StateName& state);
  bool rule(Rule& rule);
  bool target(Rule& rule);
  bool separator(std::string_view where);
  void recover(size_t start);

  Cursor& cursor_;
  Machine& machine_;
  PatternScope scope_;
  PatternParser patterns_;
  std::map<size_t, size_t> declared_;  // where each declaration starts and ends
};

}  // namespace assay::metal
