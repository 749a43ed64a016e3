// Models: what calling a function does, as PREfix's modelling language says it.
//
// A model is a list of outcomes.  An outcome has guards (when it can happen), constraints (what
// the caller has to see to) and results (what it leaves behind), each an operator on operands.
// A model without a `rest` outcome is complete: one of its outcomes happens.  With one, anything
// may happen that the other outcomes do not speak of.  The language: docs/MODELS.md.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/ids.h"
#include "models/operators.h"

namespace assay::models {

/// Where something stands in a model file; 1:1 in models that no file holds.
struct Place {
  uint32_t line = 1;
  uint32_t column = 1;
};

/// `<SIZE:OFFSET>`, in bytes of the target.  What is left out follows from the variable's type.
struct ByteField {
  bool is_all = false;  // `all`: the whole object; then `size` is empty
  std::optional<uint64_t> size;
  std::optional<int64_t> offset;

  bool is_given() const { return is_all || size || offset; }
  friend bool operator==(const ByteField&, const ByteField&) = default;
};

/// `@` says Entry: the content when the function was called.  Guards and constraints are about
/// that moment anyway.
enum class Moment : uint8_t { Exit, Entry };

using ExternalId = Id<struct ExternalTag>;

enum class NodeKind : uint8_t {
  Variable,  // a declared external
  Return,    // the return value
  Rest,      // `...`: each argument that has no name
  Deref,     // what the next node points to
  Constant,
  Null,
  Eof,
  Function,  // of the next nodes, as many as the function takes
};

/// One node of an operand.
struct Node {
  NodeKind kind = NodeKind::Constant;
  Moment moment = Moment::Exit;                 // Variable, Deref, functions that read memory
  Function function = Function::Add;            // Function
  bool is_negative = false;                     // Constant
  ExternalId external;                          // Variable
  ByteField field;                              // Variable, Return, Rest, Deref; size of a Constant
  uint64_t number = 0;                          // Constant: the magnitude
  std::array<uint32_t, kMaxNumbers> numbers{};  // Function: the numbers before its operands
  Place place;
};

/// How many operands follow a node.
constexpr size_t child_count(const Node& node) {
  if (node.kind == NodeKind::Deref) return 1;
  return node.kind == NodeKind::Function ? function_info(node.function).operands : 0;
}

/// `(FILE open)`.
struct ResourceState {
  std::string type;
  std::string state;
};

/// A value, as nodes in prefix order (an operator before its operands: a walk from the back sees
/// operands first), or a resource's state; then there are no nodes.
struct Operand {
  std::vector<Node> nodes;
  std::optional<ResourceState> resource;
  Place place;
};

struct Operation {
  Role role = Role::Guard;
  Operator op = Operator::Ieq;
  std::vector<Operand> operands;
  Place place;
  uint32_t tag = 0;  // for who makes a model: where this comes from; no part of what it says
};

/// The kinds change no meaning, except that of Rest.
enum class OutcomeKind : uint8_t { Normal, Error, Alternate, Rest };

/// What the outcome returns, as far as the choice among outcomes is interested.
enum class ReturnType : uint8_t {
  Unstated,  // nothing is written: whatever the results say
  Zero,
  One,
  MinusOne,
  Other,
  Void,
  Unknown,
  Longjmp,
  Exit,
  Throw,
};

struct Outcome {
  OutcomeKind kind = OutcomeKind::Alternate;
  ReturnType return_type = ReturnType::Unstated;
  std::string thrown;  // Throw: the class, or type, as C++ names it; empty: not known
  std::optional<std::string> reason;
  std::vector<Operation> operations;  // results take effect in this order
  Place place;
};

enum class ExternalKind : uint8_t { Param, Global, Static, Temp };

struct External {
  ExternalKind kind = ExternalKind::Param;
  std::string name;
  ByteField field;
  Place place;
};

/// Where an automatic model comes from.
struct Documentation {
  std::string file;
  std::optional<uint64_t> line;
  std::optional<std::string> description;
};

struct Model {
  std::string name;
  std::string file;  // of the user's that it was read from; empty: it ships, or was learnt
  std::optional<Documentation> documentation;
  std::vector<External> externals;  // parameters first, in the function's order
  bool is_variadic = false;         // `...` stands after the parameters
  std::vector<Outcome> outcomes;
  Place place;

  /// Whether one of the outcomes other than `rest` is sure to happen.
  bool is_complete() const { return outcomes.empty() || outcomes.back().kind != OutcomeKind::Rest; }
};

/// A state that a kind of resource can be in.
struct StateDeclaration {
  std::string name;
  bool is_held = false;  // losing the resource in this state is a leak
  bool is_sort = false;  // it never changes: who made the resource, say
  std::optional<std::string> description;
};

struct ResourceDeclaration {
  std::string type;
  std::optional<std::string> description;
  std::vector<StateDeclaration> states;
  Place place;
};

/// `name` behaves as the model of `target` says.
struct Alias {
  std::string name;
  std::string target;
  Place place;
};

struct Include {
  std::string file;  // relative to the including file
  Place place;
};

/// What one file says.
struct ModelFile {
  std::string name;
  std::vector<Include> includes;
  std::vector<ResourceDeclaration> resources;
  std::vector<Model> models;
  std::vector<Alias> aliases;
};

}  // namespace assay::models
