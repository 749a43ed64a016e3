#include "engines/machines/facts_eval.h"

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/comparison.h"

namespace assay::machines {
namespace {

using ir::Op;
using metal::Scalar;
using metal::ScalarKind;
using metal::Tree;
using metal::TreeId;
using metal::TreePool;

/// Trees with more parts are not followed.
// APPROX(over): the value of such an expression is unknown.
constexpr size_t kMaxParts = 64;

bool names_place(Op op) {
  return op == Op::Local || op == Op::Global || op == Op::Deref || op == Op::Member ||
         op == Op::Index || op == Op::Return;  // Return: what a function gives back
}

bool is_step(Op op) { return op >= Op::Add && op <= Op::BitXor; }

/// Calls that hand their first argument back: hints to the compiler.
bool returns_argument(const TreePool& pool, const Tree& call) {
  if (call.kids.size() < 2) return false;
  const Tree& callee = pool[call.kids[0]];
  if (callee.op != Op::FunctionRef) return false;
  const std::string& name = pool.text(callee.text);
  return name == "__builtin_expect" || name == "__builtin_expect_with_probability" ||
         name == "__builtin_assume_aligned";
}

ValueId literal(FactGraph& graph, const Tree& tree) {
  if (tree.text.valid()) return graph.unknown(tree.scalar);  // too wide
  bool high = tree.scalar.kind == ScalarKind::Int && !tree.scalar.is_signed;
  return graph.constant(high ? static_cast<Wide>(tree.payload)
                             : static_cast<Wide>(static_cast<int64_t>(tree.payload)));
}

struct Want {
  TreeId tree;
  bool place = false;
  friend bool operator==(const Want&, const Want&) = default;
};

/// What must be known first.
struct Needs {
  std::array<Want, 3> wants;
  size_t count = 0;

  Needs() = default;
  Needs(std::initializer_list<Want> list) {
    for (const Want& want : list) wants[count++] = want;
  }
};

class Walk {
 public:
  Walk(const TreePool& pool, FactGraph& graph) : pool_(pool), graph_(graph) { done_.reserve(8); }

  ValueId run(TreeId root, bool place) {
    struct Open {
      Want want;
      bool ready;
    };
    std::vector<Open> todo;
    todo.reserve(8);
    todo.push_back({{root, place}, false});
    size_t parts = 0;
    while (!todo.empty()) {
      Open& top = todo.back();
      Want want = top.want;
      if (known(want).valid()) {
        todo.pop_back();
        continue;
      }
      Needs first = top.ready ? Needs() : needs(want);
      if (first.count == 0) {
        todo.pop_back();
        done_.emplace_back(want, want.place ? place_of(want.tree) : value_of(want.tree));
        continue;
      }
      top.ready = true;
      if (++parts > kMaxParts) {
        Scalar scalar = pool_[root].scalar;
        return place ? graph_.some_place(scalar) : graph_.unknown(scalar);
      }
      for (size_t i = first.count; i > 0; --i) todo.push_back({first.wants[i - 1], false});
    }
    return known({root, place});
  }

 private:
  Needs needs(const Want& want) const;
  ValueId place_of(TreeId id);
  ValueId value_of(TreeId id);
  ValueId stepped(const Tree& tree);
  ValueId comparison(const Tree& tree);
  ValueId choice(TreeId id);
  ValueId known(const Want& want) const {
    for (const auto& [done, value] : done_)
      if (done == want) return value;
    return {};
  }
  ValueId value(TreeId id) const { return known({id, false}); }
  ValueId place(TreeId id) const { return known({id, true}); }

  const TreePool& pool_;
  FactGraph& graph_;
  std::vector<std::pair<Want, ValueId>> done_;  // few: a tree has few parts
};

Needs Walk::needs(const Want& want) const {
  const Tree& tree = pool_[want.tree];
  if (names_place(tree.op) && !want.place) return {{want.tree, true}};
  switch (tree.op) {
    case Op::Deref:
      return {{tree.kids[0], false}};
    case Op::Index:
      return {{tree.kids[0], false}, {tree.kids[1], false}};
    case Op::Member:
    case Op::AddressOf:
      if (!names_place(pool_[tree.kids[0]].op)) return {};
      return {{tree.kids[0], true}};
    case Op::PostInc:
    case Op::PostDec:
      return {{tree.kids[0], false}};
    case Op::Call:
      if (!returns_argument(pool_, tree)) return {};
      return {{tree.kids[1], false}};
    case Op::Comma:
    case Op::Opaque:
      if (tree.kids.empty()) return {};
      return {{tree.kids.back(), false}};
    default:
      break;
  }
  bool followed = tree.op == Op::Cast || tree.op == Op::Plus || tree.op == Op::Neg ||
                  tree.op == Op::BitNot || tree.op == Op::Not || is_step(tree.op) ||
                  ir::is_comparison(tree.op);
  bool is_choice = tree.op == Op::LogAnd || tree.op == Op::LogOr || tree.op == Op::Conditional;
  if (!followed && !(is_choice && is_pure(pool_, want.tree))) return {};
  Needs kids;
  for (size_t i = 0; i < tree.kids.size() && i < kids.wants.size(); ++i)
    kids.wants[kids.count++] = {tree.kids[i], false};
  return kids;
}

ValueId Walk::place_of(TreeId id) {
  const Tree& tree = pool_[id];
  switch (tree.op) {
    case Op::Local:
    case Op::Global:
      return graph_.variable(id, tree);
    case Op::Deref:
      return graph_.target(value(tree.kids[0]), id, tree.scalar);
    case Op::Index:
      return graph_.element(value(tree.kids[0]), value(tree.kids[1]), id, tree.scalar);
    case Op::Member:
      if (names_place(pool_[tree.kids[0]].op)) return graph_.field(place(tree.kids[0]), id, tree);
      return graph_.some_place(tree.scalar);
    default:
      return graph_.some_place(tree.scalar);
  }
}

ValueId Walk::stepped(const Tree& tree) {
  ValueId old = value(tree.kids[0]);
  const Scalar scalar = graph_[old].scalar;
  if (!is_integer(pool_[tree.kids[0]].scalar)) return graph_.unknown(scalar);
  // The place has the new value by now.
  Op back = tree.op == Op::PostInc ? Op::Sub : Op::Add;
  return graph_.computed(back, pool_[tree.kids[0]].scalar, old, graph_.constant(1), 0);
}

// Conversions that change a number are in the tree: what is left compares as numbers do.
ValueId Walk::comparison(const Tree& tree) {
  ValueId a = value(tree.kids[0]), b = value(tree.kids[1]);
  const Scalar first = pool_[tree.kids[0]].scalar, second = pool_[tree.kids[1]].scalar;
  if (first.kind == ScalarKind::Pointer) b = graph_.converted(b, first);
  if (second.kind == ScalarKind::Pointer) a = graph_.converted(a, second);
  return graph_.compared(tree.op, a, b);
}

ValueId Walk::choice(TreeId id) {
  const Tree& tree = pool_[id];
  constexpr Scalar kTruth{.kind = ScalarKind::Int, .bits = 1};
  if (!is_pure(pool_, id)) return graph_.unknown(tree.op == Op::Conditional ? tree.scalar : kTruth);
  Tri first = graph_.truth(value(tree.kids[0]));
  if (tree.op == Op::Conditional) {
    if (first == Tri::Unknown || tree.kids.size() != 3) return graph_.unknown(tree.scalar);
    return graph_.converted(value(tree.kids[first == Tri::Yes ? 1 : 2]), tree.scalar);
  }
  Tri decides = tree.op == Op::LogAnd ? Tri::No : Tri::Yes;
  Tri second = graph_.truth(value(tree.kids[1]));
  if (first == decides || second == decides) return graph_.constant(decides == Tri::Yes ? 1 : 0);
  if (first != Tri::Unknown && second != Tri::Unknown)
    return graph_.constant(decides == Tri::Yes ? 0 : 1);
  return graph_.unknown(kTruth);
}

ValueId Walk::value_of(TreeId id) {
  const Tree& tree = pool_[id];
  if (names_place(tree.op)) {
    return tree.is_volatile ? graph_.unknown(tree.scalar) : graph_.load(place(id));
  }
  if (is_step(tree.op) && tree.kids.size() == 2) {
    bool moves = is_integer(tree.scalar) && tree.op != Op::Shl && tree.op != Op::Shr;
    ValueId a = value(tree.kids[0]), b = value(tree.kids[1]);
    if (is_integer(tree.scalar)) a = graph_.converted(a, tree.scalar);
    if (moves) b = graph_.converted(b, tree.scalar);
    return graph_.computed(tree.op, tree.scalar, a, b, tree.payload);
  }
  if (ir::is_comparison(tree.op)) return comparison(tree);
  switch (tree.op) {
    case Op::IntLit:
      return literal(graph_, tree);
    case Op::NullLit:
      return graph_.constant(0);
    case Op::StringLit: {
      ValueId text = graph_.named(id, {.kind = ScalarKind::Pointer, .bits = 64});
      graph_.narrow(text, {1, graph_.range(text).high});
      return text;
    }
    case Op::FloatLit:
    case Op::FunctionRef:
      return graph_.named(id, tree.scalar);
    case Op::AddressOf:
      if (!names_place(pool_[tree.kids[0]].op)) return graph_.unknown(tree.scalar);
      return graph_.address(place(tree.kids[0]));
    case Op::Cast:
      return graph_.converted(value(tree.kids[0]), tree.scalar);
    case Op::Plus:
      return value(tree.kids[0]);
    case Op::Neg:
    case Op::BitNot: {
      if (!is_integer(tree.scalar)) return graph_.unknown(tree.scalar);
      ValueId kid = graph_.converted(value(tree.kids[0]), tree.scalar);
      // match: ~x   result: -1 - x
      ValueId from = graph_.constant(tree.op == Op::Neg ? 0 : wrap(tree.scalar, -1));
      return graph_.computed(Op::Sub, tree.scalar, from, kid, 0);
    }
    case Op::Not:
      return graph_.compared(Op::Eq, value(tree.kids[0]), graph_.constant(0));
    case Op::PostInc:
    case Op::PostDec:
      return stepped(tree);
    case Op::LogAnd:
    case Op::LogOr:
    case Op::Conditional:
      return choice(id);
    case Op::Call:
      if (!returns_argument(pool_, tree)) return graph_.unknown(tree.scalar);
      return graph_.converted(value(tree.kids[1]), tree.scalar);
    case Op::Comma:
    case Op::Opaque:
      return tree.kids.empty() ? graph_.unknown(tree.scalar) : value(tree.kids.back());
    default:
      return graph_.unknown(tree.scalar);
  }
}

bool has_effect(const TreePool& pool, const Tree& tree) {
  if (tree.op >= Op::Assign && tree.op <= Op::Init) return true;
  switch (tree.op) {
    case Op::Call:
      return !returns_argument(pool, tree);
    case Op::Construct:
    case Op::Destroy:
    case Op::New:
    case Op::Delete:
    case Op::Throw:
    case Op::StmtExpr:
    case Op::VaArg:
    case Op::FirstTime:
    case Op::Unsupported:
      return true;
    default:
      return false;
  }
}

}  // namespace

bool is_unknown(const TreePool& pool, TreeId tree) {
  return pool[tree].op == Op::Call && !returns_argument(pool, pool[tree]);
}

bool is_pure(const TreePool& pool, TreeId tree) {
  std::vector<TreeId> todo{tree};
  for (size_t parts = 0; !todo.empty(); ++parts) {
    const Tree& at = pool[todo.back()];
    todo.pop_back();
    if (parts > kMaxParts || has_effect(pool, at)) return false;
    todo.insert(todo.end(), at.kids.begin(), at.kids.end());
  }
  return true;
}

ValueId evaluate(const TreePool& pool, FactGraph& graph, TreeId tree) {
  const Tree& at = pool[tree];
  // Most of what is asked for has no parts.
  bool is_variable = at.op == Op::Local || at.op == Op::Global;
  if (is_variable && !at.is_volatile) return graph.load(graph.variable(tree, at));
  if (at.op == Op::IntLit) return literal(graph, at);
  return Walk(pool, graph).run(tree, false);
}

ValueId evaluate_place(const TreePool& pool, FactGraph& graph, TreeId tree) {
  const Tree& at = pool[tree];
  if (!names_place(at.op)) return {};
  if (at.op == Op::Local) return graph.variable(tree, at);
  return Walk(pool, graph).run(tree, true);
}

}  // namespace assay::machines
