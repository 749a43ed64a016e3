// Results that do not fit their types: which are of interest, which are meant, and what becomes of
// the others.
#include <algorithm>

#include "engines/simulator/simulation.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Op;
using logic::Term;
using semantics::Obligation;
using semantics::ObligationKind;
using semantics::Source;
using semantics::State;
using semantics::Verdict;

/// Whether cut results are of interest: those of inputs and of values from outside.
bool Simulation::watches(Term a, Term b) {
  constexpr uint32_t kWidest = 32;   // sizes are computed modulo 2^64 on purpose
  constexpr size_t kMaxSymbols = 8;  // more of them are a sum of something
  if (b.is_null()) {
    // A floating-point divisor.  What comparisons say of it is not followed: one that was looked
    // at counts as checked.
    return a.is_immediate() || !solver_.is_compared_as_float(current_->conditions, a);
  }
  if (a.is_immediate() && b.is_immediate()) return true;
  if (a.width() > kWidest || current_->state.frames.size() != 1) return false;
  for (Term each : {a, b}) {
    if (each.is_immediate()) continue;
    const Solver::Symbols& symbols = solver_.symbols_of(each);
    if (symbols.empty() || symbols.size() > kMaxSymbols) return false;
  }
  Source source = std::max(a.is_immediate() ? Source::Known : evaluator_.source_of(a),
                           b.is_immediate() ? Source::Known : evaluator_.source_of(b));
  return source == Source::Inputs || source == Source::Outside;
}

/// A floating-point number as it is written.
bool Simulation::is_number(ir::NodeId node) const {
  const ir::Body& body = *function_.body;
  while (body[node].op == ir::Op::Cast && body[node].kid_count > 0) node = body.kid(node, 0);
  return body[node].op == ir::Op::FloatLit;
}

bool Simulation::is_floating(ir::NodeId node) const {
  const semantics::ValueType* type = node.valid() ? function_[node].type : nullptr;
  return type && type->shape == semantics::Shape::Float;
}

/// Of a variable's value, as opposed to the result of an operation.
bool Simulation::is_conversion(const Obligation& asked) const {
  const ir::Body& body = *function_.body;
  bool is_cast = asked.kind == ObligationKind::Narrows && asked.node.valid() &&
                 body[asked.node].op == ir::Op::Cast && body[asked.node].kid_count > 0;
  if (!is_cast) return false;
  ir::NodeId from = body.kid(asked.node, 0);
  if (body[from].op == ir::Op::Load || body[from].op == ir::Op::Call) return true;
  // A result that is cut is too large; one that changes its sign only is converted.
  const semantics::ValueType *wide = function_[from].type, *narrow = function_[asked.node].type;
  return wide && narrow && narrow->width >= wide->width;
}

/// Whether a variable is put together by exclusive or as well, as hashes, checksums and ciphers
/// are: that its sums wrap around is part of the mixing.
bool Simulation::is_mixed(ir::LocalId local) const {
  const ir::Body& body = *function_.body;
  auto is_it = [&](ir::NodeId node) {
    while (body[node].kid_count > 0 &&
           (body[node].op == ir::Op::Cast || body[node].op == ir::Op::Load ||
            body[node].op == ir::Op::Shl || body[node].op == ir::Op::Shr))
      node = body.kid(node, 0);
    return body[node].op == ir::Op::Local && body.local_of(node) == local;
  };
  for (uint32_t i = 0; i < body.nodes.size(); ++i) {
    ir::Op op = body.nodes[i].op;
    if (op != ir::Op::BitXor && op != ir::Op::XorAssign) continue;
    std::span<const ir::NodeId> kids = body.kids_of(ir::NodeId(i));
    if (std::any_of(kids.begin(), kids.end(), is_it)) return true;
  }
  return false;
}

/// Unsigned arithmetic on results of arithmetic is modular on purpose more often than not.
bool Simulation::is_meant(const Obligation& asked) const {
  const ir::Body& body = *function_.body;
  if (is_conversion(asked)) {
    // Where it is stored; what is only passed on or compared is another matter.
    ir::NodeId parent = body.parents()[asked.node.index()];
    bool is_stored =
        parent.valid() && (body[parent].op == ir::Op::Assign || body[parent].op == ir::Op::Init);
    return !is_stored;
  }
  if (asked.kind != ObligationKind::NoWrap) return false;
  constexpr uint64_t kLargeFactor = 1 << 12;  // `h * 2654435761u` spreads bits
  for (ir::NodeId kid : body.kids_of(asked.node)) {
    ir::NodeId place = kid;
    while (body[place].kid_count > 0 &&
           (body[place].op == ir::Op::Cast || body[place].op == ir::Op::Load))
      place = body.kid(place, 0);
    if (body[place].op == ir::Op::Local && is_mixed(body.local_of(place))) return true;
    while (body[kid].op == ir::Op::Cast && body[kid].kid_count > 0) kid = body.kid(kid, 0);
    ir::Op op = body[kid].op;
    bool is_factor = body[asked.node].op == ir::Op::Mul || body[asked.node].op == ir::Op::MulAssign;
    if (is_factor && op == ir::Op::IntLit && body[kid].payload >= kLargeFactor) return true;
    bool is_plain = body[kid].has(ir::kLvalue) || op == ir::Op::Load || op == ir::Op::Call ||
                    body[kid].kid_count == 0;
    if (!is_plain) return true;
  }
  return is_used_modulo(asked.node);
}

/// Whether what becomes of an unsigned result is the same, or what was wanted, though it wraps.
bool Simulation::is_used_modulo(ir::NodeId node) const {
  const ir::Body& body = *function_.body;
  const std::vector<ir::NodeId> parents = body.parents();
  const semantics::ValueType* type = function_[node].type;
  ir::NodeId user = parents[node.index()];
  bool is_difference = body[node].op == ir::Op::Sub;
  for (; user.valid() && body[user].op == ir::Op::Cast; user = parents[user.index()]) {
    // `int last = count - 1` is -1 where there is none.
    const semantics::ValueType* to = function_[user].type;
    if (is_difference && type && to && to->is_signed && to->width == type->width) return true;
  }
  if (!user.valid()) return false;
  // `x & (x - 1)`, and `c - '0' <= 9`: both bounds in one comparison.
  ir::Op op = body[user].op;
  bool is_bits = op == ir::Op::BitAnd || op == ir::Op::BitOr || op == ir::Op::BitXor;
  return is_bits || (is_difference && op >= ir::Op::Lt && op <= ir::Op::Ge);
}

/// A result that may be off: the outside's doing is a warning, the callers' a constraint.
Verdict Simulation::value_off(Path& path, const State& state, const Obligation& asked) {
  constexpr size_t kMaxKept = 8;  // constraints of this sort on one path
  if (asked.source == Source::Imprecise || is_meant(asked)) return Verdict::Continue;
  bool is_integer = asked.kind == ObligationKind::NoOverflow ||
                    asked.kind == ObligationKind::NoWrap || asked.kind == ObligationKind::Narrows;
  if (asked.source == Source::Inputs) {
    // The difference of two unsigned numbers is a distance on a circle, or compared right after.
    const ir::Body& body = *function_.body;
    ir::NodeId taken = body[asked.node].kid_count == 2 ? body.kid(asked.node, 1) : ir::NodeId();
    while (taken.valid() && body[taken].op == ir::Op::Cast && body[taken].kid_count > 0)
      taken = body.kid(taken, 0);
    ir::Op op = body[asked.node].op;
    bool is_difference = asked.kind == ObligationKind::NoWrap &&
                         (op == ir::Op::Sub || op == ir::Op::SubAssign) && taken.valid() &&
                         body[taken].op != ir::Op::IntLit;
    if (is_difference) return Verdict::Continue;
    auto kept = std::count_if(
        path.constraints.begin(), path.constraints.end(),
        [](const models::Operation& each) { return each.op == models::Operator::IntFits; });
    // What is far from what callers pass, no caller can see to.
    if (!is_integer || static_cast<size_t>(kept) >= kMaxKept || !solver_.is_simple(asked.condition))
      return Verdict::Continue;
    auto said = describer_.value(state, asked.condition);
    if (said) {
      judge_.constrain(
          path, operation(models::Role::Constraint, models::Operator::IntFits, {std::move(*said)}));
    }
    return Verdict::Continue;
  }
  if (solver_.decide(path.conditions, asked.condition) == Tri::Yes) return Verdict::Continue;
  if (judge_.is_checked_otherwise(path, asked.condition)) return Verdict::Continue;
  // One of so many numbers has no opposite.
  const ir::Node& node = function_.body->nodes[asked.node.index()];
  constexpr uint32_t kWide = 64;
  bool is_negated = node.op == ir::Op::Neg && function_[asked.node].type &&
                    function_[asked.node].type->width >= kWide;
  if (is_negated) return Verdict::Continue;
  // Who compares a number with a limit knows its range, and so which side needs none; what a model
  // says of a number (`read` gives no more than was asked for) is such a limit.
  if (is_integer && !is_conversion(asked) && solver_.is_limited(path.conditions, asked.condition)) {
    return Verdict::Continue;
  }
  reporter_.warn(path, judge_.with_sources(warning_for(state, asked), asked.condition));
  judge_.assume(path, asked.condition);
  return Verdict::Continue;
}

}  // namespace assay::simulator
