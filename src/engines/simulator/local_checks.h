// What one function shows by itself, without following its paths: conditions that decide nothing,
// code that cannot run, loops and recursion without end, a missing return, a frame too large, tests
// that come too late.
//
// All are statements about every run (`intervals.h`), so that they hold whatever the rest of the
// program does.  What a macro, a template or the system's headers wrote is nobody's mistake here.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engines/simulator/intervals.h"
#include "engines/simulator/options.h"
#include "engines/simulator/report.h"
#include "ir/loops.h"

namespace assay::simulator {

/// In the order of nodes.
std::vector<Unplaced> check_locally(const semantics::Program& program,
                                    const semantics::Prepared& function, const Options& options);

/// What the checks share.
class LocalChecks {
 public:
  LocalChecks(const semantics::Program& program, const semantics::Prepared& function,
              const Options& options);

  std::vector<Unplaced> run();

 private:
  struct Interesting {
    bool has_local = false;  // reads a variable that is followed
    bool is_plain = true;    // no macro, call, write, sizeof, volatile: what the source says
  };
  /// A comparison of something with a constant, as the set of values it allows.
  struct Atom {
    ir::NodeId node;
    std::string subject;
    Range allowed;
  };

  // local_checks.cpp
  void report(std::string kind, ir::NodeId where, std::string message, std::string variable,
              std::vector<Note> notes);
  ir::NodeId statement_of(ir::NodeId node) const;
  ir::NodeId first_statement(ir::BlockId block) const;
  std::string text(ir::NodeId node) const;
  Interesting look_at(ir::NodeId root) const;
  void check_return();
  bool is_covered(ir::BlockId block) const;
  void check_frame();
  void check_empty_bodies();
  void check_recursion();
  void check_unread();

  // late_tests.cpp
  void check_late_tests();

  // conditions.cpp
  void check_branches();
  void check_trees();
  void check_tree(ir::NodeId root);
  void check_function_address(ir::NodeId comparison);
  bool is_by_type(ir::NodeId condition) const;
  ir::NodeId as_written(ir::NodeId node) const;
  std::optional<Atom> atom_of(ir::NodeId node) const;
  void check_atoms(ir::Op op, const std::vector<Atom>& atoms);
  void check_loops();
  bool depends_on(ir::NodeId root, ir::LocalId local) const;
  ir::LocalId never_negative(ir::NodeId test) const;
  void check_counting_down(const ir::Loop& loop);
  bool is_fixed(const ir::Loop& loop, ir::NodeId condition) const;
  bool is_quiet(const ir::Loop& loop) const;
  bool is_busy(const ir::Loop& loop) const;
  std::string first_variable(ir::NodeId root) const;

  const semantics::Program& program_;
  const semantics::Prepared& function_;
  const ir::Body& body_;
  const ir::Unit& unit_;
  const Options& options_;
  std::vector<ir::NodeId> parents_;
  Intervals intervals_;
  ir::Loops loops_;
  std::set<ir::NodeId> told_;  // conditions whose parts were reported
  std::vector<Unplaced> findings_;
};

}  // namespace assay::simulator
