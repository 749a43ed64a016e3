#include "engines/escape/state.h"

#include <algorithm>

namespace assay::escape {
namespace {

bool evaluate(ir::Op relation, int64_t value, int64_t constant) {
  switch (relation) {
    case ir::Op::Lt:
      return value < constant;
    case ir::Op::Gt:
      return value > constant;
    default:
      return value == constant;
  }
}

// Walks two ordered maps side by side, past the entries that hold no frame address.
template <class Map, class Same>
bool same_frame_entries(const Map& left, const Map& right, Same same) {
  auto a = left.begin(), b = right.begin();
  while (true) {
    while (a != left.end() && !a->second.has_frame()) ++a;
    while (b != right.end() && !b->second.has_frame()) ++b;
    if (a == left.end() || b == right.end()) return a == left.end() && b == right.end();
    if (a->first != b->first || !same(a->second, b->second)) return false;
    ++a, ++b;
  }
}

bool join_cells(State& into, const State& from, Objects& objects, const ir::Body& body) {
  bool changed = false;
  for (auto& [location, addresses] : into.cells)
    if (!from.cells.contains(location))
      changed |= addresses.insert(initial_value(location, objects, body));
  for (const auto& [location, addresses] : from.cells) {
    auto [at, is_new] = into.cells.try_emplace(location);
    if (is_new) {
      at->second = initial_value(location, objects, body);
      changed = true;
    }
    changed |= at->second.insert(addresses);
  }
  return changed;
}

bool join_carried(State& into, const State& from) {
  bool changed = false;
  for (const auto& [node, value] : from.carried) {
    auto [at, is_new] = into.carried.try_emplace(node, value);
    if (is_new) {
      changed = true;
    } else if (!at->second.same_frame_locations(value)) {
      Value joined = at->second;
      joined.insert(value);
      changed |= !joined.same_frame_locations(at->second);
      at->second = std::move(joined);
    }
  }
  return changed;
}

}  // namespace

Tri Facts::holds(const Condition& condition) const {
  auto answer = [&](bool value) { return value != condition.negated ? Tri::Yes : Tri::No; };
  auto known = known_.find({condition.subject, condition.relation, condition.constant});
  if (known != known_.end()) return answer(known->second);
  for (const auto& [key, value] : known_) {
    if (key.subject != condition.subject || key.relation != ir::Op::Eq || !value) continue;
    return answer(evaluate(condition.relation, key.constant, condition.constant));
  }
  return Tri::Unknown;
}

void Facts::learn(const Condition& condition, bool is_true) {
  known_[{condition.subject, condition.relation, condition.constant}] =
      is_true != condition.negated;
}

void Facts::forget(ir::LocalId local) {
  std::erase_if(known_, [&](const auto& fact) { return fact.first.subject == local; });
}

std::optional<int64_t> Facts::join_value(ir::NodeId join) const {
  auto found = joins_.find(join);
  return found == joins_.end() ? std::nullopt : std::optional(found->second);
}

void Facts::learn_join(ir::NodeId join, std::optional<int64_t> value) {
  if (value)
    joins_[join] = *value;
  else
    joins_.erase(join);
}

bool Facts::intersect(const Facts& other) {
  auto keep_common = [](auto& mine, const auto& theirs) {
    return std::erase_if(mine, [&](const auto& fact) {
             auto same = theirs.find(fact.first);
             return same == theirs.end() || same->second != fact.second;
           }) != 0;
  };
  bool lost = keep_common(known_, other.known_);
  return keep_common(joins_, other.joins_) || lost;
}

bool same_property(const State& a, const State& b) {
  return same_frame_entries(
             a.cells, b.cells,
             [](const AddressSet& x, const AddressSet& y) { return x.same_frame_locations(y); }) &&
         same_frame_entries(a.carried, b.carried, [](const Value& x, const Value& y) {
           return x.same_frame_locations(y);
         });
}

bool join_into(State& into, const State& from, Objects& objects, const ir::Body& body) {
  bool changed = join_cells(into, from, objects, body);
  changed |= join_carried(into, from);
  size_t exposed = into.exposed.size();
  into.exposed.insert(from.exposed.begin(), from.exposed.end());
  changed |= into.exposed.size() != exposed;
  if (from.return_point.valid() &&
      (!into.return_point.valid() || from.return_point < into.return_point))
    into.return_point = from.return_point;
  changed |= into.facts.intersect(from.facts);
  return changed;
}

AddressSet initial_value(const Location& location, Objects& objects, const ir::Body& body) {
  bool has_pointee = location.base.outlives_frame();
  if (location.base.kind == BaseKind::Local) {
    ir::LocalKind kind = body.locals[location.base.index].kind;
    has_pointee = kind == ir::LocalKind::Param || kind == ir::LocalKind::This;
  }
  if (!has_pointee) return AddressSet::other();
  return AddressSet(Address{{objects.pointee(location), 0}});
}

}  // namespace assay::escape
