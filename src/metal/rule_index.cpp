// Which rules to try where.
//
// A rule is entered under each operator at which one of its base patterns may stand; a call of a
// name under that name.  Entering it too often costs time, too seldom a match: what is in doubt is
// entered.
#include <algorithm>
#include <set>

#include "metal/callee.h"
#include "metal/literal.h"
#include "metal/match.h"
#include "metal/match_type.h"
#include "metal/node_view.h"

namespace assay::metal {
namespace {

using ir::Op;

/// Where a pattern may match.
struct Places {
  bool path_specific = false;
  std::array<bool, ir::kOpCount> at_point{};
  std::set<std::string> callees;   // plain names; besides at_point[Call], which means any
  std::set<std::string> returned;  // likewise, of calls in `return f(x);`; besides at_point[Return]
  bool at_condition = false;

  void add(Op op) { at_point[static_cast<size_t>(op)] = true; }
  void add_range(Op first, Op last) {
    for (size_t i = static_cast<size_t>(first); i <= static_cast<size_t>(last); ++i)
      at_point[i] = true;
  }
  /// Whatever the source writes: no wrappers (node_view.h).
  void add_all(Op last) {
    for (size_t i = 0; i <= static_cast<size_t>(last); ++i) {
      Op op = static_cast<Op>(i);
      at_point[i] |= op != Op::Load && op != Op::Cast && op != Op::Opaque;
    }
  }
};

std::string last_part(std::string_view name) {
  size_t colons = name.rfind("::");
  return std::string(colons == std::string_view::npos ? name : name.substr(colons + 2));
}

class Finder {
 public:
  Finder(const Machine& machine, const Rule& rule) : machine_(machine) {
    places_.path_specific = is_path_specific(rule);
  }

  /// All base patterns of the rule's pattern, combinations taken apart.
  Places find(PatternId root) {
    std::vector<PatternId> todo{root};
    while (!todo.empty()) {
      PatternId id = todo.back();
      todo.pop_back();
      const PatternNode& node = machine_.trees[id];
      if (node.op == PatternOp::Named) {
        todo.push_back(machine_.patterns[node.named.index()].pattern);
      } else if (node.op == PatternOp::Any) {
        todo.insert(todo.end(), node.kids.begin(), node.kids.end());
      } else if (node.op == PatternOp::All) {
        todo.push_back(most_telling(node.kids));
      } else {
        add_base(id);
      }
    }
    return places_;
  }

 private:
  /// All parts of `&&` must match; a callout says nothing about where.
  PatternId most_telling(const std::vector<PatternId>& kids) const {
    for (PatternId kid : kids) {
      if (machine_.trees[kid].op != PatternOp::Callout) return kid;
    }
    return kids[0];
  }

  void add_base(PatternId id);
  void add_expression(PatternId id);
  void add_call(PatternId id);
  void add_return(PatternId id);
  void add_operator(Op op) {
    places_.add(op);
    places_.add(Op::Call);  // C++'s
  }

  const Machine& machine_;
  Places places_;
};

void Finder::add_base(PatternId id) {
  const PatternNode& node = machine_.trees[id];
  switch (node.op) {
    case PatternOp::EndOfPath:
      return;
    case PatternOp::Callout:
      places_.add_all(Op::Catch);
      places_.at_condition |= places_.path_specific;
      return;
    case PatternOp::ExpressionStatement:
      add_expression(node.kids[0]);
      return;
    case PatternOp::Declaration:
    case PatternOp::DeclarationGroup:
      places_.add(Op::Init);
      places_.add(Op::Construct);
      places_.add(Op::Decl);
      return;
    case PatternOp::Return:
      add_return(id);
      return;
    case PatternOp::Compound:
    case PatternOp::Label:
    case PatternOp::For:
      // Anchored at what stands first in it.
      places_.add_all(Op::Asm);
      places_.at_condition = true;
      return;
    default:
      break;
  }
  if (is_statement(node.op)) {
    places_.at_condition = true;
  } else {
    PatternOp op = machine_.trees[id].op;
    bool decides = op == PatternOp::Not || op == PatternOp::And || op == PatternOp::Or ||
                   (op >= PatternOp::Less && op <= PatternOp::NotEqual);
    places_.at_condition |= decides || places_.path_specific;
    add_expression(id);
  }
}

/// What is returned may be a call: most functions return something, few return that.
void Finder::add_return(PatternId id) {
  const PatternNode& node = machine_.trees[id];
  if (node.kids.empty()) return places_.add(Op::Return);
  const PatternNode& value = machine_.trees[node.kids[0]];
  bool is_call = value.op == PatternOp::Call && machine_.trees[value.kids[0]].op == PatternOp::Name;
  if (!is_call) return places_.add(Op::Return);
  places_.returned.insert(last_part(machine_.trees[value.kids[0]].text));
}

void Finder::add_call(PatternId id) {
  const PatternNode& callee = machine_.trees[machine_.trees[id].kids[0]];
  if (callee.op == PatternOp::Name) {
    places_.callees.insert(last_part(callee.text));
    if (callee.text == "va_arg") places_.add(Op::VaArg);
    if (callee.text.find("::") != std::string::npos) {
      places_.add(Op::Construct);
      places_.add(Op::Destroy);
    }
  } else if (callee.op == PatternOp::Arrow || callee.op == PatternOp::Member) {
    places_.callees.insert(callee.text);
    places_.callees.insert("");  // through a field
  } else {
    places_.add(Op::Call);
  }
}

void Finder::add_expression(PatternId id) {
  const PatternNode* node = &machine_.trees[id];
  while (node->op == PatternOp::Cast && is_any_type(node->type))
    node = &machine_.trees[id = node->kids[0]];
  switch (node->op) {
    case PatternOp::Hole:
      if (machine_.hole(node->hole).kind == HoleKind::AnyCall) return places_.add(Op::Call);
      return places_.add_all(Op::Unsupported);
    case PatternOp::Name:
      return places_.add_range(Op::IntLit, Op::FunctionRef);
    case PatternOp::Number:
    case PatternOp::Character:
    case PatternOp::String:
      return places_.add_range(Op::IntLit, Op::ZeroValue);
    case PatternOp::Sizeof:
    case PatternOp::SizeofType:
    case PatternOp::Alignof:
    case PatternOp::AlignofType:
      return places_.add(Op::SizeOf);
    case PatternOp::Cast:
      places_.add(Op::Call);  // `(void)f()` is tried at the call
      return places_.add(Op::Cast);
    case PatternOp::Deref:
    case PatternOp::Index:
      places_.add(Op::Index);
      return add_operator(Op::Deref);
    case PatternOp::Member:
    case PatternOp::Arrow:
      return places_.add(Op::Member);
    case PatternOp::AddressOf:
      return add_operator(Op::AddressOf);
    case PatternOp::Minus:
      places_.add(Op::IntLit);
      return add_operator(Op::Neg);
    case PatternOp::Not:
    case PatternOp::Less:
    case PatternOp::Greater:
    case PatternOp::LessEqual:
    case PatternOp::GreaterEqual:
    case PatternOp::Equal:
    case PatternOp::NotEqual:
      places_.add_range(Op::Lt, Op::Ne);
      return add_operator(Op::Not);
    case PatternOp::Call:
      return add_call(id);
    case PatternOp::CallWithArgument:
      return places_.add(Op::Call);
    case PatternOp::New:
      return places_.add(Op::New);
    case PatternOp::Delete:
    case PatternOp::DeleteArray:
      return places_.add(Op::Delete);
    case PatternOp::Throw:
      return places_.add(Op::Throw);
    case PatternOp::Assign:
      places_.add(Op::Init);
      places_.add(Op::Construct);
      return add_operator(Op::Assign);
    case PatternOp::Conditional:
      return places_.add(Op::Conditional);
    case PatternOp::And:
      return places_.add(Op::LogAnd);
    case PatternOp::Or:
      return places_.add(Op::LogOr);
    case PatternOp::InitList:
    case PatternOp::CompoundLiteral:
      places_.add(Op::Comma);
      return places_.add(Op::InitList);
    case PatternOp::Multiply:
    case PatternOp::Divide:
    case PatternOp::Remainder:
    case PatternOp::Add:
    case PatternOp::Subtract:
    case PatternOp::ShiftLeft:
    case PatternOp::ShiftRight:
    case PatternOp::BitAnd:
    case PatternOp::BitXor:
    case PatternOp::BitOr:
      places_.add_range(Op::Add, Op::BitXor);
      return places_.add(Op::Call);
    default:
      places_.add_range(Op::Plus, Op::BitNot);
      places_.add_range(Op::AddAssign, Op::PostDec);
      places_.add(Op::Comma);
      return places_.add(Op::Call);
  }
}

}  // namespace

RuleIndex::RuleIndex(const Machine& machine) {
  std::vector<std::pair<RuleRef, Places>> all;
  for (size_t g = 0; g < machine.guards.size(); ++g) {
    for (size_t r = 0; r < machine.guards[g].rules.size(); ++r) {
      RuleRef ref{static_cast<uint32_t>(g), static_cast<uint32_t>(r)};
      const Rule& rule = machine.guards[g].rules[r];
      all.emplace_back(ref, Finder(machine, rule).find(rule.pattern));
    }
  }
  for (const auto& [ref, places] : all) {
    for (const std::string& name : places.callees) at_call_[name];
    for (const std::string& name : places.returned) at_return_[name];
  }
  for (const auto& [ref, places] : all) {
    if (places.at_condition) at_condition_.push_back(ref);
    if (places.path_specific) continue;
    for (size_t op = 0; op < ir::kOpCount; ++op) {
      if (places.at_point[op]) at_point_[op].push_back(ref);
    }
    bool any = places.at_point[static_cast<size_t>(Op::Call)];
    for (auto& [name, rules] : at_call_) {
      if (any || places.callees.contains(name)) rules.push_back(ref);
    }
    bool any_return = places.at_point[static_cast<size_t>(Op::Return)];
    for (auto& [name, rules] : at_return_) {
      if (any_return || places.returned.contains(name)) rules.push_back(ref);
    }
  }
}

std::span<const RuleRef> RuleIndex::candidates(const Code& code, ir::NodeId node,
                                               Moment moment) const {
  if (moment == Moment::Condition) return at_condition_;
  const ir::Node& n = code.function.body[node];
  if (n.op == Op::Return && !at_return_.empty() && n.kid_count > 0) {
    const ir::Symbol* callee = callee_of(code, strip(code, code.function.body.kid(node, 0)));
    auto found = callee == nullptr ? at_return_.end() : at_return_.find(plain_name(*callee));
    if (found != at_return_.end()) return found->second;
  }
  if (n.op != Op::Call || at_call_.empty()) return at_point_[static_cast<size_t>(n.op)];
  const ir::Symbol* callee = callee_of(code, node);
  auto found = at_call_.find(callee == nullptr ? std::string_view() : plain_name(*callee));
  return found == at_call_.end() ? at_point_[static_cast<size_t>(n.op)] : found->second;
}

bool RuleIndex::may_match(const ir::Unit& unit, const ir::Body& body) const {
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    const ir::Node& node = body.nodes[i];
    if (node.op != Op::Call) {
      if (!at_point_[static_cast<size_t>(node.op)].empty()) return true;
      continue;
    }
    // Whether it stands in a `return` is not looked at.
    ir::NodeId named = body.kid(ir::NodeId(i), 0);
    if (!at_return_.empty() && body[named].op == Op::FunctionRef && body.symbol_of(named).valid() &&
        at_return_.contains(plain_name(unit.symbols[body.symbol_of(named)])))
      return true;
    if (!at_point_[static_cast<size_t>(Op::Call)].empty()) return true;
    if (at_call_.empty()) continue;
    ir::NodeId callee = body.kid(ir::NodeId(i), 0);
    bool known = body[callee].op == Op::FunctionRef && body.symbol_of(callee).valid();
    std::string_view name =
        known ? plain_name(unit.symbols[body.symbol_of(callee)]) : std::string_view();
    if (at_call_.contains(name)) return true;
  }
  if (at_condition_.empty()) return false;
  return std::any_of(body.blocks.begin(), body.blocks.end(), [](const ir::Block& block) {
    return block.terminator == ir::Terminator::Branch || block.terminator == ir::Terminator::Switch;
  });
}

}  // namespace assay::metal
