// A metal file as a tree: machines with their holes, named patterns and rules.
//
// `parse.h` makes it, checked: every name below is resolved, every id valid.  Code in C is text
// with its place; `actions/` compiles it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "metal/cursor.h"
#include "metal/pattern.h"

namespace assay::metal {

using StateId = Id<struct StateTag>;

enum class HoleKind : uint8_t {
  Typed,
  AnyExpression,
  AnyScalar,
  AnyPointer,
  AnyArguments,
  AnyCall
};
std::string_view hole_kind_name(HoleKind kind);  // any_expr, …; empty for Typed

enum class Role : uint8_t { Hole, StateVariable };
enum class Kills : uint8_t { On, Off };
enum class Passing : uint8_t { ByReference, ByValue };
enum class Counted : uint8_t { Plain, ByReferences };

struct Hole {
  std::string name;
  Place place;
  HoleKind kind = HoleKind::AnyExpression;
  CType type;  // of a Typed hole
  Role role = Role::Hole;
  // Of a state variable: whether assignments to a tracked object end its tracking, and how state
  // crosses calls.
  Kills kills = Kills::On;
  Passing passing = Passing::ByReference;
  // Whether what a count in the object decided stays in the function that asked for the count.
  Counted counted = Counted::Plain;
};

struct NamedPattern {
  std::string name;
  Place place;
  PatternId pattern;
};

/// `start` and `stop` are states too; each state variable has a `stop` of its own.
struct State {
  std::string name;
  HoleId variable;  // none: a global state
  Place place;      // where it is named first
};

/// A state as a rule names it.
struct StateName {
  std::string variable;  // empty: a global state
  std::string name;
  Place place;
  StateId id;

  std::string text() const { return variable.empty() ? name : variable + "." + name; }
};

enum class Branch : uint8_t { Both, True, False };

struct Target {
  Branch branch = Branch::Both;
  StateName state;
};

struct Rule {
  PatternId pattern;
  Place place;
  std::vector<Target> targets;  // none: the state stays
  std::optional<RawCode> action;
};

/// `a, v.b: rule | rule ;`: each rule applies in each of the sources.
struct Guard {
  std::vector<StateName> sources;
  std::vector<Rule> rules;
};

enum class Scope : uint8_t { Interprocedural, Local };
enum class Subsumption : uint8_t { Off, On };

struct Machine {
  std::string name;  // empty: a bare extension, without `sm`
  Place place;
  Scope scope = Scope::Interprocedural;
  Subsumption subsumption = Subsumption::Off;
  std::vector<Hole> holes;
  std::vector<NamedPattern> patterns;
  std::vector<RawCode> init, final;
  std::vector<Guard> guards;
  PatternTrees trees;
  std::vector<State> states;
  StateId initial;  // of the global state

  const Hole& hole(HoleId id) const { return holes[id.index()]; }
  const State& state(StateId id) const { return states[id.index()]; }
};

/// `.module` and `sm_header` stand in the order of the text, among the machines.
struct Import {
  std::string file;
  Place place;
  size_t before_machine = 0;  // the index of the machine it stands before
};
struct Header {
  RawCode code;
  size_t before_machine = 0;
};

struct Program {
  std::string file;
  std::string source;  // the file's text, for messages about code in C
  std::vector<Import> imports;
  std::vector<Header> headers;
  std::vector<Machine> machines;
  std::vector<std::string> warnings;  // for the rule's author; the rule runs
};

}  // namespace assay::metal
