// A pointer that is compared with null after every way to the comparison has followed it, and a
// number that is compared with zero after every way has divided by it: the comparison comes too
// late, or for nothing.  Who has compared it before knows what he does.
#include <fmt/format.h>

#include <algorithm>
#include <deque>

#include "engines/simulator/local_checks.h"

namespace assay::simulator {
namespace {

using ir::BlockId;
using ir::LocalId;
using ir::NodeId;
using ir::Op;

enum class EventKind : uint8_t { Used, Tested, Hidden, Written };
/// What a point says of a variable.
struct Event {
  EventKind kind;
  LocalId local;
  NodeId at;
};

/// Of a variable, on the ways that lead to a point: since it was written last.
struct Ways {
  bool is_used = false;    // on all of them
  bool is_tested = false;  // on some
  friend bool operator==(const Ways&, const Ways&) = default;
};

class Events {
 public:
  Events(const ir::Unit& unit, const ir::Body& body, const std::vector<NodeId>& parents)
      : unit_(unit), body_(body), parents_(parents) {}

  std::vector<Event> of(BlockId block) const {
    std::vector<Event> events;
    for (NodeId point : body_.points_of(block)) add(point, events);
    const ir::Block& from = body_.blocks[block.index()];
    if (from.terminator == ir::Terminator::Branch && from.operand.valid()) {
      NodeId test = from.operand;
      while (body_[test].op == Op::Not && body_[test].kid_count > 0) test = body_.kid(test, 0);
      // `delete p` asks by itself.
      NodeId user = parents_[test.index()];
      bool is_written = !user.valid() || body_[user].op != Op::Delete;
      if (is_written) add_test(test, value_of(test), events);
    }
    return events;
  }

 private:
  bool may_count(LocalId local) const {
    const ir::Local& variable = body_.locals[local.index()];
    ir::TypeKind kind = unit_.types.resolved(variable.type).kind;
    return !variable.address_taken && (kind == ir::TypeKind::Pointer || kind == ir::TypeKind::Int);
  }

  bool is_pointer(LocalId local) const {
    return unit_.types.resolved(body_.locals[local.index()].type).kind == ir::TypeKind::Pointer;
  }

  /// The variable whose value this is.
  LocalId value_of(NodeId node) const {
    while (body_[node].op == Op::Cast && body_[node].kid_count > 0) node = body_.kid(node, 0);
    // `(p = next()) == NULL`.
    if (body_[node].op != Op::Load && body_[node].op != Op::Assign) return {};
    NodeId place = body_.kid(node, 0);
    if (body_[place].op != Op::Local || !may_count(body_.local_of(place))) return {};
    return body_.local_of(place);
  }

  /// The pointer that leads to a place.
  LocalId pointer_to(NodeId place) const {
    while (true) {
      const ir::Node& node = body_[place];
      bool is_part = node.op == Op::Member || node.op == Op::Real || node.op == Op::Imag ||
                     (node.op == Op::Cast && node.has(ir::kLvalue)) ||
                     (node.op == Op::Index && body_[body_.kid(place, 0)].has(ir::kLvalue));
      if (!is_part || node.kid_count == 0) break;
      place = body_.kid(place, 0);
    }
    Op op = body_[place].op;
    if (op != Op::Deref && op != Op::Index) return {};
    LocalId pointer = value_of(body_.kid(place, 0));
    return pointer.valid() && is_pointer(pointer) ? pointer : LocalId();
  }

  bool is_zero(NodeId node) const {
    while (body_[node].op == Op::Cast && body_[node].kid_count > 0) node = body_.kid(node, 0);
    return body_[node].op == Op::NullLit ||
           (body_[node].op == Op::IntLit && body_[node].payload == 0 &&
            !body_[node].has(ir::kWide));
  }

  bool is_in_macro(NodeId node) const {
    return body_[node].has(ir::kInMacroBody) || body_[node].has(ir::kInMacroArg);
  }

  void add_test(NodeId at, LocalId local, std::vector<Event>& events) const {
    if (local.valid())
      events.push_back({is_in_macro(at) ? EventKind::Hidden : EventKind::Tested, local, at});
  }

  void add(NodeId at, std::vector<Event>& events) const {
    const ir::Node& node = body_[at];
    Op op = node.op;
    bool writes = (op >= Op::Assign && op <= Op::PostDec) || op == Op::Init;
    auto use = [&](LocalId local) {
      if (local.valid() && !is_in_macro(at)) events.push_back({EventKind::Used, local, at});
    };
    if (op == Op::Decl) events.push_back({EventKind::Written, body_.local_of(at), at});
    if ((op == Op::Eq || op == Op::Ne) && node.kid_count == 2) {
      if (is_zero(body_.kid(at, 1))) add_test(at, value_of(body_.kid(at, 0)), events);
      if (is_zero(body_.kid(at, 0))) add_test(at, value_of(body_.kid(at, 1)), events);
    }
    if (op == Op::Cast && body_.cast_of(at) == ir::CastKind::ToBool && node.kid_count > 0)
      add_test(at, value_of(body_.kid(at, 0)), events);
    // A number that is compared with others may be known not to be zero.
    if (op >= Op::Lt && op <= Op::Ne && node.kid_count == 2)
      for (NodeId side : body_.kids_of(at))
        if (LocalId local = value_of(side); local.valid() && !is_pointer(local))
          events.push_back({EventKind::Hidden, local, at});
    bool divides = op == Op::Div || op == Op::Rem || op == Op::DivAssign || op == Op::RemAssign;
    if (divides && node.kid_count == 2) {
      LocalId divisor = value_of(body_.kid(at, 1));
      if (divisor.valid() && !is_pointer(divisor)) use(divisor);
    }
    if ((op == Op::Load || writes) && node.kid_count > 0) use(pointer_to(body_.kid(at, 0)));
    if (writes && node.kid_count > 0 && body_[body_.kid(at, 0)].op == Op::Local)
      events.push_back({EventKind::Written, body_.local_of(body_.kid(at, 0)), at});
  }

  const ir::Unit& unit_;
  const ir::Body& body_;
  const std::vector<NodeId>& parents_;
};

void apply(const Event& event, std::vector<Ways>& known) {
  Ways& it = known[event.local.index()];
  if (event.kind == EventKind::Written) it = {};
  if (event.kind == EventKind::Used) it.is_used = true;
  if (event.kind == EventKind::Tested || event.kind == EventKind::Hidden) it.is_tested = true;
}

}  // namespace

void LocalChecks::check_late_tests() {
  Events source(unit_, body_, parents_);
  std::vector<std::vector<Event>> events(body_.blocks.size());
  bool is_idle = true;
  for (uint32_t i = 0; i < body_.blocks.size(); ++i) {
    events[i] = source.of(BlockId(i));
    for (const Event& event : events[i]) is_idle = is_idle && event.kind != EventKind::Used;
  }
  if (is_idle) return;
  // What holds at the begin of each block; none: nobody has come there.
  std::vector<std::optional<std::vector<Ways>>> at(body_.blocks.size());
  at[0].emplace(body_.locals.size());
  std::deque<BlockId> todo{BlockId(0u)};
  auto arrive = [&](BlockId block, const std::vector<Ways>& known) {
    std::optional<std::vector<Ways>>& there = at[block.index()];
    bool changed = !there;
    if (!there) there = known;
    for (size_t i = 0; i < known.size(); ++i) {
      Ways joined{(*there)[i].is_used && known[i].is_used,
                  (*there)[i].is_tested || known[i].is_tested};
      changed = changed || joined != (*there)[i];
      (*there)[i] = joined;
    }
    if (changed) todo.push_back(block);
  };
  while (!todo.empty()) {
    BlockId block = todo.front();
    todo.pop_front();
    std::vector<Ways> known = *at[block.index()];
    const ir::Block& from = body_.blocks[block.index()];
    if (from.unwind.valid()) arrive(from.unwind, std::vector<Ways>(known.size(), {false, true}));
    for (const Event& event : events[block.index()]) apply(event, known);
    for (uint32_t i = 0; i < from.edge_count; ++i)
      if (intervals_.is_open(from.edges_begin + i))
        arrive(body_.edges[from.edges_begin + i].target, known);
  }
  std::set<LocalId> told;
  for (uint32_t i = 0; i < body_.blocks.size(); ++i) {
    if (!at[i]) continue;
    std::vector<Ways> known = *at[i];
    for (const Event& event : events[i]) {
      const Ways& it = known[event.local.index()];
      bool is_late = event.kind == EventKind::Tested && it.is_used && !it.is_tested;
      apply(event, known);
      if (!is_late || !told.insert(event.local).second) continue;
      NodeId use;
      for (const std::vector<Event>& others : events)
        for (const Event& other : others)
          if (other.kind == EventKind::Used && other.local == event.local && other.at < event.at &&
              (!use.valid() || use < other.at))
            use = other.at;
      const ir::Local& variable = body_.locals[event.local.index()];
      bool is_pointer = unit_.types.resolved(variable.type).kind == ir::TypeKind::Pointer;
      std::string_view done = is_pointer ? "followed" : "divided by",
                       by = is_pointer ? "null" : "zero";
      std::vector<Note> notes;
      if (use.valid()) notes.push_back({use, fmt::format("'{}' is {} here", variable.name, done)});
      report(is_pointer ? "late-null-check" : "late-zero-check", event.at,
             fmt::format("'{}' is compared with {} after it was {}", variable.name, by, done),
             variable.name, std::move(notes));
    }
  }
}

}  // namespace assay::simulator
