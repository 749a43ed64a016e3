// Merging outcomes: without loss equal ones, and those that differ in two opposite guards only;
// with loss, where they are many, those that callers can hardly tell apart.
#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <map>
#include <optional>

#include "engines/simulator/extract.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Term;
using models::NodeKind;
using models::Operand;
using models::Operation;
using models::Operator;
using models::Role;

namespace {

/// Each is a fork at every call: more than that hide what the caller does itself.
constexpr size_t kMostOutcomes = 8;

using Renamed = std::map<models::ExternalId, models::ExternalId>;

bool is_of_return(const Operation& each) {
  const std::vector<models::Node>& nodes = each.operands.front().nodes;
  return !nodes.empty() && nodes.front().kind == NodeKind::Return;
}

/// Whether outcomes that differ in it are different things to a caller.
bool is_telling(const Operation& each, bool with_return) {
  if (each.role != Role::Result) return false;
  switch (each.op) {
    case Operator::MemoryInitialized:
    case Operator::MemoryValidPointer:
    case Operator::MemoryInvalidPointer:
    case Operator::MemoryValidOffset:
    case Operator::PointerEscaped:
    case Operator::ValueExternal:
      return with_return && is_of_return(each);
    default:
      return each.op < Operator::IntNonZero || (with_return && is_of_return(each));
  }
}

/// Numbers that a guard leaves a value; both ends belong to them.
struct Range {
  int64_t signed_low, signed_high;
  uint64_t low, high;
  Operand operand;  // what the value is called
};
using Ranges = std::map<Term, Range>;

uint64_t largest(uint32_t width) { return width == 64 ? UINT64_MAX : (uint64_t{1} << width) - 1; }

/// What one guard says of one value that is compared with a constant.
void narrow(const logic::TermPool& pool, Term guard, const Operand& operand, Ranges& ranges) {
  bool is_not = pool.is(guard, logic::Op::Not);
  Term test = is_not ? pool.arg(guard, 0) : guard;
  bool is_equal = pool.is(test, logic::Op::Eq);
  bool is_signed = pool.is(test, logic::Op::Slt);
  if (!is_equal && !is_signed && !pool.is(test, logic::Op::Ult)) return;
  Term left = pool.arg(test, 0), right = pool.arg(test, 1);
  if (left.is_immediate() == right.is_immediate() || left.width() > 64 || left.width() < 2) return;
  Term value = left.is_immediate() ? right : left, limit = left.is_immediate() ? left : right;
  int64_t most = static_cast<int64_t>(largest(limit.width()) >> 1);
  Range& range = ranges
                     .try_emplace(value, Range{.signed_low = -most - 1,
                                               .signed_high = most,
                                               .low = 0,
                                               .high = largest(limit.width()),
                                               .operand = operand})
                     .first->second;
  uint64_t bits = limit.bits();
  int64_t number = limit.signed_bits();
  if (is_equal && !is_not) {
    range.low = range.high = bits;
    range.signed_low = range.signed_high = number;
  } else if (is_equal) {
    if (range.low == bits && range.low < range.high) ++range.low;
    if (range.high == bits && range.low < range.high) --range.high;
  } else {
    // `value < limit` unless it is turned round, or the opposite is asked.
    bool is_below = (value == left) != is_not;
    bool is_strict = !is_not;
    if (is_below && is_signed && (!is_strict || number > -most - 1)) {
      range.signed_high = std::min(range.signed_high, is_strict ? number - 1 : number);
    } else if (is_signed && !is_below && (!is_strict || number < most)) {
      range.signed_low = std::max(range.signed_low, is_strict ? number + 1 : number);
    } else if (!is_signed && is_below && (!is_strict || bits > 0)) {
      range.high = std::min(range.high, is_strict ? bits - 1 : bits);
    } else if (!is_signed && !is_below && (!is_strict || bits < largest(limit.width()))) {
      range.low = std::max(range.low, is_strict ? bits + 1 : bits);
    }
  }
}

/// Whether it asks if an argument is null: what is done behind it depends on that.
bool asks_for_null(const Operation& guard) {
  bool is_test = guard.op == Operator::Peq || guard.op == Operator::Pne;
  return is_test && guard.operands[0].nodes.size() == 1 &&
         guard.operands[0].nodes.front().kind == NodeKind::Variable &&
         guard.operands[1].nodes.front().kind == NodeKind::Null;
}

/// The operation with the names that another outcome has for its new objects.
Operation renamed(Operation each, const Renamed& names) {
  for (Operand& operand : each.operands) {
    for (models::Node& node : operand.nodes) {
      auto name = node.kind == NodeKind::Variable ? names.find(node.external) : names.end();
      if (name != names.end()) node.external = name->second;
    }
  }
  return each;
}

bool contains(const std::vector<Operation>& all, const Operation& wanted) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Operation& each) { return same_operation(each, wanted); });
}

/// Whether a result puts something somewhere that may be lost: a pointer, or what may be the number
/// of a resource.
bool is_kept_value(const Operation& each) {
  if (each.op != Operator::Peq && each.op != Operator::Ieq) return false;
  NodeKind kind = each.operands[1].nodes.front().kind;
  bool is_place = kind == NodeKind::Variable || kind == NodeKind::Deref;
  return is_place || (each.op == Operator::Peq && kind != NodeKind::Null);
}

/// What is left of a result that only some of the outcomes have.
std::optional<Operation> weakened(const Operation& each) {
  bool stays = each.op == Operator::PointerEscaped || each.op == Operator::MemoryInitialized ||
               each.op == Operator::ValueExternal;
  if (stays) return each;
  const std::vector<models::Node>& nodes = each.operands.front().nodes;
  bool is_place = !nodes.empty() && nodes.front().moment == models::Moment::Exit &&
                  (nodes.front().kind == NodeKind::Variable ||
                   nodes.front().kind == NodeKind::Deref || nodes.front().kind == NodeKind::Return);
  if (!is_place) return std::nullopt;
  return operation(Role::Result, Operator::MemoryInitialized, {each.operands.front()});
}

}  // namespace

/// Makes `a` stand for both, if it can.
bool Extractor::merge_pair(Found& a, const Found& b) const {
  if (a.return_type != b.return_type || a.thrown != b.thrown || a.is_unsure != b.is_unsure ||
      a.is_unmatched != b.is_unmatched || a.guards.size() != b.guards.size())
    return false;
  bool same_others = std::equal(a.others.begin(), a.others.end(), b.others.begin(), b.others.end(),
                                same_operation);
  if (!same_others) return false;
  if (a.guards == b.guards) return true;
  std::vector<Term> only_a, only_b;
  std::set_difference(a.guards.begin(), a.guards.end(), b.guards.begin(), b.guards.end(),
                      std::back_inserter(only_a));
  std::set_difference(b.guards.begin(), b.guards.end(), a.guards.begin(), a.guards.end(),
                      std::back_inserter(only_b));
  if (only_a.size() != 1 || only_b.size() != 1) return false;
  if (only_a[0] != logic::bit_not(parts_.pool, only_b[0])) return false;
  std::erase(a.guards, only_a[0]);
  std::erase(a.order, only_a[0]);
  a.guard_operations.erase(only_a[0]);
  return true;
}

void Extractor::merge() {
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < outcomes_.size(); ++i) {
      for (size_t j = i + 1; j < outcomes_.size();) {
        if (!merge_pair(outcomes_[i], outcomes_[j])) {
          ++j;
          continue;
        }
        outcomes_.erase(outcomes_.begin() + static_cast<ptrdiff_t>(j));
        changed = true;
      }
    }
  }
}

/// Whether both have the same arguments null, and the same not.
bool Extractor::asks_alike(const Found& a, const Found& b) {
  auto asked = [](const Found& found) {
    std::vector<const Operation*> all;
    for (const auto& [guard, operations] : found.guard_operations)
      for (const Operation& each : operations)
        if (asks_for_null(each)) all.push_back(&each);
    return all;
  };
  std::vector<const Operation*> ours = asked(a), theirs = asked(b);
  auto is_theirs = [&](const Operation* each) {
    return std::any_of(theirs.begin(), theirs.end(),
                       [&](const Operation* other) { return same_operation(*each, *other); });
  };
  return ours.size() == theirs.size() && std::all_of(ours.begin(), ours.end(), is_theirs);
}

/// How `b` names the new objects of `a`, if both return, make, free and do the same to resources.
std::optional<Extractor::Names> Extractor::names_alike(const Found& a, const Found& b,
                                                       bool with_return) const {
  bool is_other = a.return_type != b.return_type || a.thrown != b.thrown;
  if (is_other || !asks_alike(a, b)) return std::nullopt;
  Renamed names;
  auto is_temporary = [&](const models::Node& node) {
    return node.kind == NodeKind::Variable &&
           model_.externals[node.external.index()].kind == models::ExternalKind::Temp;
  };
  auto next = [&](const std::vector<Operation>& all, size_t i) {
    while (i < all.size() && !is_telling(all[i], with_return)) ++i;
    return i;
  };
  size_t i = next(a.others, 0), j = next(b.others, 0);
  for (; i < a.others.size() && j < b.others.size();
       i = next(a.others, i + 1), j = next(b.others, j + 1)) {
    const Operation &ours = a.others[i], &theirs = b.others[j];
    if (ours.op != theirs.op || ours.operands.size() != theirs.operands.size()) return std::nullopt;
    for (size_t k = 0; k < ours.operands.size(); ++k) {
      const std::vector<models::Node>&mine = ours.operands[k].nodes,
            &other = theirs.operands[k].nodes;
      if (mine.size() != other.size()) return std::nullopt;
      for (size_t n = 0; n < mine.size(); ++n)
        if (is_temporary(mine[n]) && is_temporary(other[n]))
          names.emplace(other[n].external, mine[n].external);
    }
    if (!same_operation(ours, renamed(theirs, names))) return std::nullopt;
  }
  if (i < a.others.size() || j < b.others.size()) return std::nullopt;
  return names;
}

/// What both leave possible for arguments that both compare with constants: a callee that comes
/// back for some of its argument's numbers only does not for others, however many ways it goes.
/// What lies in memory says more of the ways that were followed than of those that there are.
std::vector<std::pair<Term, Operation>> Extractor::common_limits(const Found& a,
                                                                 const Found& b) const {
  logic::TermPool& pool = parts_.pool;
  auto ranges_of = [&](const Found& found) {
    Ranges ranges;
    for (const auto& [guard, operations] : found.guard_operations) {
      if (operations.size() != 1) continue;
      const Operand& operand = operations[0].operands[0];
      bool is_argument = operand.nodes.size() == 1 &&
                         operand.nodes.front().kind == NodeKind::Variable &&
                         model_.externals[operand.nodes.front().external.index()].kind ==
                             models::ExternalKind::Param;
      if (is_argument) narrow(pool, guard, operand, ranges);
    }
    return ranges;
  };
  const Ranges ours = ranges_of(a), theirs = ranges_of(b);
  std::vector<std::pair<Term, Operation>> limits;
  for (const auto& [value, range] : ours) {
    auto other = theirs.find(value);
    if (other == theirs.end()) continue;
    uint32_t width = value.width();
    auto add = [&](Term guard, Operator op, uint64_t bits) {
      if (guard.is_immediate()) return;
      Operand limit = constant_operand(Term::constant(width, bits));
      limits.emplace_back(guard, operation(Role::Guard, op, {range.operand, std::move(limit)}));
    };
    uint64_t low = std::min(range.low, other->second.low);
    uint64_t high = std::max(range.high, other->second.high);
    if (low == high) continue;  // both ask for it
    bool is_limited = low > 0 || high < largest(width);
    Term least = Term::constant(width, low), most = Term::constant(width, high);
    add(logic::ule(pool, least, value), Operator::Uge, low);
    add(logic::ule(pool, value, most), Operator::Ule, high);
    if (is_limited) continue;
    int64_t below = std::min(range.signed_low, other->second.signed_low);
    int64_t above = std::max(range.signed_high, other->second.signed_high);
    least = Term::constant(width, static_cast<uint64_t>(below));
    most = Term::constant(width, static_cast<uint64_t>(above));
    add(logic::sle(pool, least, value), Operator::Ige, static_cast<uint64_t>(below));
    add(logic::sle(pool, value, most), Operator::Ile, static_cast<uint64_t>(above));
  }
  return limits;
}

/// Makes `a` stand for both: what both need, and of what they leave behind what both say.
void Extractor::join(Found& a, const Found& b, const Names& names, bool is_complete) {
  std::vector<Term> common;
  std::set_intersection(a.guards.begin(), a.guards.end(), b.guards.begin(), b.guards.end(),
                        std::back_inserter(common));
  std::vector<std::pair<Term, Operation>> limits = common_limits(a, b);
  a.is_joined = true;
  a.is_unmatched = a.is_unmatched && b.is_unmatched;
  // When it happens can no longer be said.
  a.is_unsure = a.is_unsure || b.is_unsure || common.size() < a.guards.size() ||
                common.size() < b.guards.size();
  // Of what only some of them asked about nothing can be demanded.
  std::vector<Operand> asked;
  for (const Found* each : std::initializer_list<const Found*>{&a, &b})
    for (const auto& [guard, operations] : each->guard_operations)
      if (!std::binary_search(common.begin(), common.end(), guard))
        for (const Operation& part : operations)
          asked.insert(asked.end(), part.operands.begin(), part.operands.end());
  auto is_asked = [&](const Operation& constraint) {
    // Ways that were not followed may ask about what lies deep, and not need it.
    const std::vector<models::Node>& place = constraint.operands.front().nodes;
    auto depth = std::count_if(place.begin(), place.end(), [](const models::Node& node) {
      return node.kind == NodeKind::Deref;
    });
    if (!is_complete && depth > 0) return true;
    return std::any_of(asked.begin(), asked.end(), [&](const Operand& each) {
      return same_operand(each, constraint.operands.front());
    });
  };
  a.guards = std::move(common);
  std::erase_if(a.guard_operations, [&](const auto& each) {
    return !std::binary_search(a.guards.begin(), a.guards.end(), each.first);
  });
  std::erase_if(a.order, [&](Term guard) {
    return !std::binary_search(a.guards.begin(), a.guards.end(), guard);
  });
  for (auto& [guard, said] : limits) {
    if (a.guard_operations.contains(guard)) continue;
    a.guards.insert(std::lower_bound(a.guards.begin(), a.guards.end(), guard), guard);
    a.order.push_back(guard);
    a.guard_operations[guard] = {std::move(said)};
  }
  std::vector<Operation> theirs;
  for (const Operation& each : b.others) theirs.push_back(renamed(each, names));
  // Behind what the outcome itself makes or sets.
  auto is_new = [&](const Operation& each) {
    return std::any_of(each.operands.begin(), each.operands.end(), [&](const Operand& operand) {
      for (size_t i = 0; i < operand.nodes.size(); ++i) {
        const models::Node& node = operand.nodes[i];
        bool is_temporary =
            node.kind == NodeKind::Variable &&
            model_.externals[node.external.index()].kind == models::ExternalKind::Temp;
        bool is_read_at_exit = i > 0 && node.moment == models::Moment::Exit &&
                               (node.kind == NodeKind::Deref || node.kind == NodeKind::Variable);
        if (node.kind == NodeKind::Return || is_temporary || is_read_at_exit) return true;
      }
      return false;
    });
  };
  // What is no longer known comes first: what is known of a part of it is said after that.
  std::vector<Operation> constraints, unknown, known, inside;
  auto weaken = [&](const Operation& each) {
    std::optional<Operation> left = weakened(each);
    if (!left) return;
    // Where the pointer may be null there is nothing to be written.
    const std::vector<models::Node>& place = left->operands.front().nodes;
    bool is_behind = place.front().kind == NodeKind::Deref;
    Operand pointer;
    if (is_behind) pointer.nodes.assign(place.begin() + 1, place.end());
    bool may_be_null =
        is_behind && std::any_of(asked.begin(), asked.end(),
                                 [&](const Operand& one) { return same_operand(one, pointer); });
    if (may_be_null && left->op == Operator::MemoryInitialized) return;
    // Where it was put is forgotten, but not that it is kept.
    if (is_kept_value(each)) {
      Operation kept = operation(Role::Result, Operator::PointerEscaped, {each.operands[1]});
      if (!contains(inside, kept)) inside.push_back(std::move(kept));
    }
    std::vector<Operation>& part = is_new(*left) ? inside : unknown;
    if (!contains(part, *left)) part.push_back(std::move(*left));
  };
  for (const Operation& each : a.others) {
    bool is_common = contains(theirs, each);
    if (each.role != Role::Result) {
      if (is_common && !is_asked(each)) constraints.push_back(each);
    } else if (is_common) {
      known.push_back(each);
    } else {
      weaken(each);
    }
  }
  for (const Operation& each : theirs)
    if (each.role == Role::Result && !contains(a.others, each)) weaken(each);
  a.others = std::move(constraints);
  for (std::vector<Operation>* part : {&unknown, &known, &inside})
    std::move(part->begin(), part->end(), std::back_inserter(a.others));
}

void Extractor::merge_alike(bool is_complete) {
  for (bool with_return : {true, false}) {
    if (outcomes_.size() <= kMostOutcomes) return;
    for (size_t i = 0; i < outcomes_.size(); ++i) {
      for (size_t j = i + 1; j < outcomes_.size();) {
        std::optional<Renamed> names = names_alike(outcomes_[i], outcomes_[j], with_return);
        if (!names) {
          ++j;
          continue;
        }
        join(outcomes_[i], outcomes_[j], *names, is_complete);
        outcomes_.erase(outcomes_.begin() + static_cast<ptrdiff_t>(j));
      }
    }
  }
}

}  // namespace assay::simulator
