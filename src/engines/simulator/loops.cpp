// Loops: run as they are while their end is known; otherwise a few rounds, then once more with
// what they write unknown, so that what follows every loop is reached.  Flags keep what they hold
// where the path has freed something in the loop, or taken or given back a resource.
#include <algorithm>

#include "engines/simulator/layout.h"
#include "engines/simulator/simulation.h"
#include "ir/loop_flags.h"
#include "logic/build.h"

namespace assay::simulator {

using ir::Op;
using logic::Term;
using memory::Object;
using memory::ObjectId;
using memory::ObjectKind;
using semantics::Source;

namespace {

/// A flag of two values has had both by the time the loop is widened; of more, some may be left.
constexpr size_t kMaxFlagValues = 2;

/// A loop with so many choices inside has as many paths as it likes.
constexpr uint32_t kMaxForks = 4;

bool contains(const ir::Loop& loop, ir::BlockId block) {
  return std::binary_search(loop.blocks.begin(), loop.blocks.end(), block);
}

/// The variable that a place is part of, if no pointer is followed on the way.
ir::LocalId root_of(const ir::Body& body, ir::NodeId place) {
  while (true) {
    const ir::Node& node = body[place];
    if (node.op == Op::Local) return body.local_of(place);
    bool is_part = node.op == Op::Member || node.op == Op::Real || node.op == Op::Imag ||
                   (node.op == Op::Index && body[body.kid(place, 0)].has(ir::kLvalue)) ||
                   (node.op == Op::Cast && node.has(ir::kLvalue));
    if (!is_part || node.kid_count == 0) return ir::LocalId();
    place = body.kid(place, 0);
  }
}

}  // namespace

const std::set<ir::LocalId>& Simulation::written_in(ir::LoopId loop) {
  std::optional<std::set<ir::LocalId>>& known = written_[loop.index()];
  if (known) return *known;
  known.emplace();
  const ir::Body& body = *function_.body;
  for (ir::BlockId block : loops_.loops[loop.index()].blocks) {
    for (ir::NodeId point : body.points_of(block)) {
      Op op = body[point].op;
      bool writes = (op >= Op::Assign && op <= Op::PostDec) || op == Op::Init;
      if (!writes || body[point].kid_count == 0) continue;
      ir::LocalId local = root_of(body, body.kid(point, 0));
      if (local.valid()) known->insert(local);
    }
  }
  return *known;
}

/// Whether something was freed since, or a resource changed its state.
bool Simulation::has_acted(const Path& path, const Rounds& rounds) const {
  bool has_freed = false;
  memory::Memory::for_each_difference(
      rounds.before, path.state.memory, [&](ObjectId, const Object* before, const Object* now) {
        bool is_freed = now && now->kind != ObjectKind::Local && now->ended_at.valid();
        has_freed = has_freed || (is_freed && !(before && before->ended_at.valid()));
      });
  if (has_freed) return true;
  const ir::Body& body = *function_.body;
  auto is_within = [&](ir::NodeId node) {
    return std::ranges::any_of(
        loops_.loops[rounds.loop.index()].blocks,
        [&](ir::BlockId block) { return std::ranges::count(body.points_of(block), node) > 0; });
  };
  return std::ranges::any_of(path.resources, [&](const Resource& resource) {
    return resource.is_changed && resource.node.valid() && is_within(resource.node);
  });
}

/// What they hold goes with what else was done: whether `p` was freed, if `done` says so.
std::set<ObjectId> Simulation::flags_of(const Path& path, const Rounds& rounds) const {
  if (!has_acted(path, rounds)) return {};
  const ir::Body& body = *function_.body;
  auto written_down = [&](ir::NodeId node) -> std::optional<uint64_t> {
    while (body[node].op == Op::Cast && body[node].kid_count > 0) node = body.kid(node, 0);
    if (body[node].op != Op::IntLit || body[node].has(ir::kWide)) return std::nullopt;
    return body[node].payload;
  };
  std::set<ObjectId> flags;
  for (ir::LocalId local : ir::loop_flags(*function_.unit->unit, body, loops_.loops[rounds.loop.index()],
                                          kMaxFlagValues, written_down)) {
    Term address = path.state.frame().locals[local.index()];
    if (!address.is_null() && address.is_immediate())
      flags.insert(path.state.memory.spot(address.bits()).object);
  }
  return flags;
}

/// What differs from `before` becomes unknown: single scalars of a record, else the whole object.
void Simulation::forget_object(Path& path, ObjectId id, const Object& before) {
  const Object* now = path.state.memory.find(id);
  if (!now || now->kind == ObjectKind::Function || now->kind == ObjectKind::String) return;
  Emulator::escape_resources(path, *now);
  inputs_.keep_targets(path.state, id, 0, UINT64_MAX);
  now = path.state.memory.find(id);
  semantics::ValueTypes& values = *function_.unit->types;
  const ir::TypeTable& types = values.types();
  bool is_scalar =
      now->kind == ObjectKind::Local && now->type.valid() && values.of(now->type).is_scalar();
  if (is_scalar) {
    const semantics::ValueType& type = values.of(now->type);
    Term value = inputs_.unknown(path.state, type, &types, Source::Imprecise);
    evaluator_.store(path.state, ir::NodeId(), path.state.memory.address(id), type, value);
    return;
  }
  bool is_record = now->type.valid() && now->kind != ObjectKind::Heap &&
                   now->type.index() < types.size() && types.is_record(now->type);
  int64_t start = now->kind == ObjectKind::Environment ? kBefore : 0;
  Holder holder;
  bool has_holder = inputs_.find_holder(path.state, id, holder);
  std::map<uint64_t, ir::TypeId> scalars;  // changed, by offset
  if (is_record) {
    uint64_t bytes = types.resolved(now->type).size;
    for (uint64_t at = 0; at < bytes && is_record;) {
      std::optional<ScalarAt> scalar = scalar_at(types, now->type, at);
      uint64_t size = scalar ? types.resolved(scalar->type).size : 1;
      uint64_t offset = static_cast<uint64_t>(start) + at;
      memory::Read old = before.contents.read(pool_, offset, static_cast<uint32_t>(size));
      memory::Read fresh = now->contents.read(pool_, offset, static_cast<uint32_t>(size));
      bool changed = old.value != fresh.value || old.init != fresh.init;
      // What the loop only looked at has not changed.
      int64_t from = static_cast<int64_t>(offset) - Inputs::start_of(holder);
      changed = changed &&
                !(has_holder && old.init == memory::Init::None &&
                  inputs_.is_entry_value(holder, from, static_cast<uint32_t>(size), fresh.value));
      if (changed && (!scalar || scalar->is_in_array)) is_record = false;
      if (changed && scalar) scalars[offset] = scalar->type;
      at += size;
    }
  }
  if (!is_record) {
    inputs_.freshen(path.state, id, Source::Imprecise);
    return;
  }
  for (const auto& [offset, type_id] : scalars) {
    const semantics::ValueType& type = values.of(type_id);
    Term value = inputs_.unknown(path.state, type, &types, Source::Imprecise);
    Term to = path.state.memory.address(id, static_cast<int64_t>(offset));
    evaluator_.store(path.state, ir::NodeId(), to, type, value);
  }
}

/// Whether all that a loop does to a variable is to count it up, and nobody asks it for one value:
/// who leaves at `i == 10` never comes to 11.
bool Simulation::is_counted_up(ir::LoopId loop, ir::LocalId local) const {
  const ir::Body& body = *function_.body;
  const semantics::ValueType* type = function_.local_types[local.index()];
  bool is_number = type && type->shape == semantics::Shape::Int && type->width <= 64;
  if (!is_number || body.locals[local.index()].address_taken) return false;
  auto is_local = [&](ir::NodeId node) {
    while (body[node].kid_count > 0 && (body[node].op == Op::Cast || body[node].op == Op::Load))
      node = body.kid(node, 0);
    return body[node].op == Op::Local && body.local_of(node) == local;
  };
  bool is_counted = false;
  for (ir::BlockId block : loops_.loops[loop.index()].blocks) {
    for (ir::NodeId point : body.points_of(block)) {
      const ir::Node& node = body[point];
      bool compares = node.op == Op::Eq || node.op == Op::Ne;
      if (compares && (is_local(body.kid(point, 0)) || is_local(body.kid(point, 1)))) return false;
      bool writes = (node.op >= Op::Assign && node.op <= Op::PostDec) || node.op == Op::Init;
      if (!writes || node.kid_count == 0 || root_of(body, body.kid(point, 0)) != local) continue;
      if (node.op != Op::PreInc && node.op != Op::PostInc) return false;
      // `if (++i == 10)`, and a switch over it.
      ir::NodeId user = body.parents()[point.index()];
      if (user.valid() && (body[user].op == Op::Eq || body[user].op == Op::Ne)) return false;
      is_counted = true;
    }
  }
  return is_counted;
}

/// Where the outside alone decides how many rounds there are, it decides how far a variable was
/// counted: an index that has no other bound may be any.
void Simulation::count_by_outside(Path& path, Rounds& rounds) {
  if (!rounds.is_by_outside || rounds.forks == 0) return;
  semantics::Frame& frame = path.state.frame();
  for (ir::LocalId local : written_in(rounds.loop)) {
    Term address = frame.locals[local.index()];
    if (address.is_null() || !address.is_immediate() || !is_counted_up(rounds.loop, local))
      continue;
    const semantics::ValueType& type = *function_.local_types[local.index()];
    memory::Spot spot = path.state.memory.spot(address.bits());
    const Object* before = rounds.before.find(spot.object);
    if (!before || !path.state.memory.find(spot.object)) continue;
    memory::Read first = before->contents.read(pool_, 0, type.accessed);
    if (first.init != memory::Init::All || first.value.width() != type.width) continue;
    Term count = inputs_.unknown_bits(type.width, Source::Outside);
    evaluator_.store(path.state, ir::NodeId(), address, type, count);
    rounds.counted.push_back(local);
    Term is_less = type.is_signed ? logic::slt(pool_, count, first.value)
                                  : logic::ult(pool_, count, first.value);
    judge_.assume(path, logic::bit_not(pool_, is_less));
    // Nobody counts that far.
    uint64_t most = (uint64_t{1} << (type.width - (type.is_signed ? 1 : 0) - 1)) * 2 - 1;
    judge_.assume(path, logic::ne(pool_, count, Term::constant(type.width, most)));
  }
}

/// Behind the loop a count is what ended it, and the round before did not: nobody here knows.
void Simulation::forget_counts(Path& path, const Rounds& rounds) {
  for (ir::LocalId local : rounds.counted) {
    Term address = path.state.frame().locals[local.index()];
    if (address.is_null() || !path.state.memory.find(path.state.memory.spot(address.bits()).object))
      continue;
    const semantics::ValueType& type = *function_.local_types[local.index()];
    Term any = inputs_.unknown_bits(type.width, Source::Imprecise);
    evaluator_.store(path.state, ir::NodeId(), address, type, any);
  }
}

void Simulation::widen(Path& path, Rounds& rounds) {
  // APPROX(under): what a call in a round that was not simulated would have written stays.
  std::set<ObjectId> flags = flags_of(path, rounds);
  std::vector<std::pair<ObjectId, memory::Ref<Object>>> changed;
  memory::Memory::for_each_difference(
      rounds.before, path.state.memory, [&](ObjectId id, const Object* before, const Object* now) {
        bool same = before && now && before->contents.shares_with(now->contents);
        if (!before || !now || same || now->live.is_false() || flags.contains(id)) return;
        changed.emplace_back(id, memory::Ref<Object>(new Object(*before)));
      });
  inputs_.begin_loop();
  for (const auto& [id, before] : changed) forget_object(path, id, *before);
  semantics::Frame& frame = path.state.frame();
  for (ir::LocalId local : written_in(rounds.loop)) {
    Term address = frame.locals[local.index()];
    if (address.is_null() || !address.is_immediate()) continue;
    ObjectId id = path.state.memory.spot(address.bits()).object;
    bool is_done = std::any_of(changed.begin(), changed.end(),
                               [&](const auto& each) { return each.first == id; });
    const Object* object = path.state.memory.find(id);
    if (is_done || !object || flags.contains(id)) continue;
    Object copy = *object;
    const semantics::ValueType* type = function_.local_types[local.index()];
    if (type && type->is_scalar()) {
      forget_object(path, id, copy);
    } else {
      inputs_.freshen(path.state, id, Source::Imprecise);
    }
  }
  inputs_.end_loop();
  count_by_outside(path, rounds);
}

/// The path has come to a block; false: it need not go on, for what follows is known.
bool Simulation::arrive(Path& path) {
  if (path.state.frames.size() != 1) return true;
  const semantics::Frame& frame = path.state.frame();
  while (!path.rounds.empty() &&
         !contains(loops_.loops[path.rounds.back().loop.index()], frame.block)) {
    forget_counts(path, path.rounds.back());
    path.rounds.pop_back();
  }
  ir::LoopId inner = loops_.of_block[frame.block.index()];
  if (!inner.valid() || loops_.loops[inner.index()].header != frame.block) return true;
  bool is_back = !path.rounds.empty() && path.rounds.back().loop == inner &&
                 frame.came_from.valid() && contains(loops_.loops[inner.index()], frame.came_from);
  if (!is_back) {
    path.rounds.push_back({.loop = inner, .before = path.state.memory});
    return true;
  }
  Rounds& rounds = path.rounds.back();
  if (rounds.is_widened) return false;
  ++rounds.count;
  bool is_open = rounds.is_open || rounds.forks >= kMaxForks;
  if ((is_open && rounds.count > options_.open_rounds) || rounds.count >= options_.known_rounds) {
    rounds.is_widened = true;
    path.is_cut = path.is_cut || is_open;
    widen(path, rounds);
  }
  return true;
}

}  // namespace assay::simulator
