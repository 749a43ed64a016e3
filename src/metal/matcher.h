// The search for a match.  Inside src/metal only; match.h is the way in.
//
// What is left to show stands as a list of goals; a goal that can be reached in several ways leaves
// a choice, to which the search comes back when what follows fails.  Lists share their tails, so a
// choice is two numbers.  Nothing recurses: patterns nest as deep as their authors like.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "metal/match.h"

namespace assay::metal {

/// What a rule may match at a condition.
enum class AtCondition : uint8_t {
  Everything,
  WhatIsNoPoint,  // what the same rule could not match when the node was evaluated
};
/// Of a condition: whether a pattern may hold where it is false.
enum class Sides : uint8_t { True, Both };

class Matcher {
 public:
  Matcher(const Machine& machine, const Code& code, CalloutRunner& callouts,
          const Bindings& bindings);

  bool run(PatternId pattern, ir::NodeId node, Moment moment, AtCondition at_condition, Sides sides,
           Match& result);

 private:
  enum class GoalKind : uint8_t {
    Pattern,     // a rule's pattern at the point
    Expression,  // the pattern is the node's expression
    Condition,   // the same, where the node is compared with zero
    Pointee,     // the pattern is what the node points to
    Address,     // the pattern is the node's address
    Zero,        // the pattern is a zero that C leaves out
    Arguments,   // the patterns of a list from `from` on are the nodes of a list from `at` on
    Elements,    // the same, of an initializer: what is not written is zero
    Statement,   // the pattern is the statement
    Statements,  // as Arguments, of statements
    Prefix,      // the same; statements may follow
    Negated,     // from here on the match is where the condition is false
  };
  static constexpr uint32_t kEnd = UINT32_MAX;
  struct Goal {
    GoalKind kind;
    PatternId pattern = {};
    ir::NodeId node = {};
    uint32_t patterns = 0;  // in pattern_lists_
    uint32_t from = 0;      // in that list; of a Pattern: 1 beside a base pattern, in `&&`
    uint32_t nodes = 0;     // in node_lists_
    uint32_t at = 0;        // in that list
    uint32_t next = kEnd;
  };
  struct Choice {
    uint32_t goals;
    uint32_t trail;
    bool negated;
  };
  using NodeId = ir::NodeId;
  using Way = std::vector<Goal>;

  // The search (match.cpp).
  bool search();
  bool back();
  void push(Goal goal);
  void push(GoalKind kind, PatternId pattern, NodeId node) { push(goal(kind, pattern, node)); }
  /// Adds goals, the first of which is tried first.
  void require(std::initializer_list<Goal> goals);
  /// Each list of goals is a way; the first is tried first.
  bool any_of(const std::vector<Way>& ways);
  bool require_list(GoalKind kind, std::vector<PatternId> patterns, std::vector<NodeId> nodes);
  static Goal goal(GoalKind kind, PatternId pattern, NodeId node) {
    return {.kind = kind, .pattern = pattern, .node = node};
  }
  bool step(const Goal& goal);
  bool pattern_goal(const Goal& goal);
  bool alternatives(PatternId pattern, const Goal& goal);
  bool may_start(PatternId pattern, NodeId node);
  bool is_call_to(PatternId call, NodeId node);
  bool callout(PatternId pattern, const Goal& goal);
  bool base_pattern(PatternId pattern, NodeId node);
  bool may_be_tried(PatternId pattern, NodeId node) const;
  bool chooses_case(ir::NodeId at) const;
  PatternId resolved(PatternId pattern) const;

  // Expressions (match_expression.cpp).
  bool expression(PatternId pattern, NodeId node);
  bool unary(PatternId pattern, NodeId node, ir::Op op);
  bool binary(PatternId pattern, NodeId node, ir::Op op);
  bool logical(PatternId pattern, NodeId node, ir::Op op);
  bool assignment(PatternId pattern, NodeId node);
  bool dereference(PatternId pattern, NodeId node);
  bool index(PatternId pattern, NodeId node);
  bool member(PatternId pattern, NodeId node);
  bool cast(PatternId pattern, NodeId node);
  bool conditional(PatternId pattern, NodeId node);
  PatternId without_any_casts(PatternId pattern) const;

  // Leaves and holes (match_leaf.cpp).
  bool name(PatternId pattern, NodeId node);
  bool literal(PatternId pattern, NodeId node);
  bool size(PatternId pattern, NodeId node);
  bool hole(HoleId hole, NodeId node);
  bool fits(const Hole& hole, NodeId node) const;
  bool fits_type(const Hole& hole, ir::TypeId type) const;
  bool fill(HoleId hole, Filled filled);
  bool pointee(PatternId pattern, NodeId node);
  bool address(PatternId pattern, NodeId node);
  bool zero(PatternId pattern);

  // Calls and what C++ makes of operators (match_call.cpp).
  bool call(PatternId pattern, NodeId node);
  bool call_of_name(PatternId pattern, NodeId node);
  bool call_of_method(PatternId pattern, NodeId node);
  bool call_of_maker(PatternId pattern, NodeId node);
  bool call_with_argument(PatternId pattern, NodeId node);
  bool va_arg(PatternId pattern, NodeId node);
  /// The operands of `operator+` and its kind as one way; none: the node is no such call.
  std::vector<Way> operator_call(PatternId pattern, NodeId node) const;
  bool arguments(const Goal& goal);
  bool require_arguments(PatternId pattern, std::vector<NodeId> nodes);
  bool creation(PatternId pattern, NodeId node);
  bool deletion(PatternId pattern, NodeId node);
  bool throwing(PatternId pattern, NodeId node);
  bool init_list(PatternId pattern, NodeId node);
  bool compound_literal(PatternId pattern, NodeId node);
  bool elements(const Goal& goal);

  // Conditions (match_condition.cpp).
  enum class Bare : uint8_t { No, Yes };  // whether a value may stand for its comparison with zero
  struct Test;                            // a node with the tests around it taken off
  struct ConditionWay;
  bool condition(PatternId pattern, NodeId node, Bare bare, Sides sides, AtCondition which);
  bool condition_at_branch(PatternId pattern, NodeId node);
  std::vector<Test> tests_of(NodeId node) const;
  PatternId without_tests(PatternId pattern, bool& positive, bool& tested) const;
  void comparisons(PatternId pattern, const Test& test, bool positive,
                   std::vector<ConditionWay>& ways) const;
  bool is_float(NodeId node) const;
  bool is_value(NodeId logical) const;

  // Statements (match_statement.cpp).
  bool statement_at(PatternId pattern, NodeId node);
  bool statement(PatternId pattern, NodeId node);
  bool statements(const Goal& goal);
  bool loop(PatternId pattern, NodeId node);
  bool declaration(PatternId pattern, NodeId node);
  bool jump(PatternId pattern, NodeId node);
  bool has_range(PatternId pattern, NodeId node) const;
  std::vector<NodeId> statements_at(NodeId node) const;
  void part_of_for(PatternId pattern, NodeId node, GoalKind kind);
  std::vector<PatternId> pattern_list(PatternId compound) const;
  std::vector<NodeId> node_list(NodeId compound) const;
  PatternId without_braces(PatternId pattern) const;
  NodeId without_braces(NodeId node) const;

  const ir::Body& body() const { return code_.function.body; }
  const ir::Node& node(NodeId id) const { return body()[id]; }
  const PatternNode& pattern(PatternId id) const { return machine_.trees[id]; }
  NodeId kid(NodeId id, size_t i) const { return body().kid(id, i); }
  PatternId sub(PatternId id, size_t i) const { return machine_.trees[id].kids[i]; }

  const Machine& machine_;
  const Code& code_;
  CalloutRunner& callouts_;
  Bindings bindings_;
  NodeId node_;
  Moment moment_ = Moment::Point;
  AtCondition at_condition_ = AtCondition::Everything;
  Sides sides_ = Sides::True;
  bool negated_ = false;

  // The names of the call that was asked about last.
  NodeId callee_at_;
  std::string_view callee_, linkage_name_;

  std::vector<Goal> goals_;
  uint32_t current_ = kEnd;
  std::vector<Choice> choices_;
  std::vector<HoleId> trail_;  // holes that the search filled
  std::vector<std::vector<PatternId>> pattern_lists_;
  std::vector<std::vector<NodeId>> node_lists_;
};

}  // namespace assay::metal
