#include "engines/machines/loop_values.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "engines/machines/code.h"
#include "ir/loop_flags.h"
#include "ir/loops.h"

namespace assay::machines {
namespace {

using ir::BlockId;
using ir::NodeId;
using ir::Op;

/// From low to high; of a pointer, one that is not null is from 1 on.  Empty: nothing was written.
struct Range {
  int64_t low = INT64_MAX, high = INT64_MIN;

  bool is_empty() const { return low > high; }
  bool is_all() const { return low == INT64_MIN && high == INT64_MAX; }
  void join(const Range& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
  /// What still grows may grow without end.
  void open_since(const Range& before) {
    if (low < before.low) low = INT64_MIN;
    if (high > before.high) high = INT64_MAX;
  }
  /// An open end stays open.
  void move(int64_t by) {
    if (is_empty()) return;
    auto moved = [&](int64_t end) {
      int64_t result = 0;
      bool is_open = end == INT64_MIN || end == INT64_MAX;
      if (is_open || !__builtin_add_overflow(end, by, &result)) return is_open ? end : result;
      return by < 0 ? INT64_MIN : INT64_MAX;
    };
    low = moved(low);
    high = moved(high);
  }
  friend bool operator==(const Range&, const Range&) = default;
};
constexpr Range kAll{INT64_MIN, INT64_MAX};
constexpr Range kNotNull{1, INT64_MAX};
/// So often a block is looked at before what still grows there is given up.
constexpr size_t kMaxRounds = 8;
/// Of a flag.
constexpr size_t kMaxFlagValues = 4;

using Ranges = std::vector<Range>;  // by number of the variable, of those that are followed

class Flow {
 public:
  Flow(const ir::Unit& unit, const ir::Body& body, const Constants& constants,
       const ir::Loops& loops)
      : unit_(unit), body_(body), constants_(constants) {
    for (const ir::Loop& loop : loops.loops)
      for (BlockId block : loop.blocks)
        for (NodeId point : body.points_of(block))
          if (std::optional<Write> write = write_of(body, point); write && is_simple(write->place))
            follow(body.local_of(write->place));
  }

  bool is_idle() const { return locals_.empty(); }

  /// What holds at the begin of each block; none: nobody gets there.
  std::vector<std::optional<Ranges>> run() {
    std::vector<std::optional<Ranges>> at(body_.blocks.size());
    Ranges first(locals_.size());
    for (const auto& [local, number] : locals_)
      if (local.index() < body_.param_count) first[number] = kAll;
    at[0] = std::move(first);
    std::deque<BlockId> todo{BlockId(0u)};
    std::vector<bool> is_waiting(body_.blocks.size());
    std::vector<size_t> rounds(body_.blocks.size());
    auto arrive = [&](BlockId block, const Ranges& ranges) {
      std::optional<Ranges>& known = at[block.index()];
      Ranges now = known ? *known : ranges;
      for (size_t i = 0; i < now.size(); ++i) {
        now[i].join(ranges[i]);
        if (known && rounds[block.index()] > kMaxRounds) now[i].open_since((*known)[i]);
      }
      if (known && *known == now) return;
      known = std::move(now);
      if (is_waiting[block.index()]) return;
      is_waiting[block.index()] = true;
      todo.push_back(block);
    };
    while (!todo.empty()) {
      BlockId block = todo.front();
      todo.pop_front();
      is_waiting[block.index()] = false;
      ++rounds[block.index()];
      Ranges ranges = *at[block.index()];
      for (NodeId point : body_.points_of(block)) pass(point, ranges);
      // What is thrown may leave the block anywhere.
      if (BlockId unwind = body_.blocks[block.index()].unwind; unwind.valid())
        arrive(unwind, Ranges(locals_.size(), kAll));
      for (const ir::Edge& edge : body_.edges_of(block)) {
        Ranges next = ranges;
        if (take(block, edge, next)) arrive(edge.target, next);
      }
    }
    return at;
  }

  std::vector<LoopValue> values(const Ranges& ranges, const ir::Loop& loop) const {
    std::vector<ir::LocalId> flags = loop_flags(unit_, body_, constants_, loop);
    std::vector<bool> written(locals_.size());
    for (BlockId block : loop.blocks)
      for (NodeId point : body_.points_of(block))
        if (std::optional<Write> write = write_of(body_, point); write && is_simple(write->place))
          if (auto found = locals_.find(body_.local_of(write->place)); found != locals_.end())
            written[found->second] = true;
    std::vector<LoopValue> values;
    for (const auto& [local, number] : locals_) {
      const Range& range = ranges[number];
      if (!written[number] || range.is_empty() || range.is_all()) continue;
      bool is_pointer = unit_.types.is_pointer(body_.locals[local.index()].type);
      if (is_pointer && range.low <= 0) continue;
      values.push_back({.local = local,
                        .is_pointer = is_pointer,
                        .is_flag = std::ranges::binary_search(flags, local),
                        .low = range.low,
                        .high = range.high});
    }
    return values;
  }

 private:
  bool is_simple(NodeId place) const { return body_[place].op == Op::Local; }

  void follow(ir::LocalId local) {
    const ir::Local& variable = body_.locals[local.index()];
    if (variable.address_taken || unit_.types.is_reference(variable.type)) return;
    metal::Scalar scalar = metal::scalar_of(unit_, variable.type);
    bool is_number = scalar.kind == metal::ScalarKind::Int && scalar.is_signed;
    if (is_number || scalar.kind == metal::ScalarKind::Pointer)
      locals_.try_emplace(local, locals_.size());
  }

  Range* find(NodeId place, Ranges& ranges) const {
    if (!is_simple(place)) return nullptr;
    auto found = locals_.find(body_.local_of(place));
    return found == locals_.end() ? nullptr : &ranges[found->second];
  }

  /// Through what leaves a value as it is.
  NodeId inner(NodeId node) const {
    while (body_[node].op == Op::Cast) {
      ir::CastKind kind = body_.cast_of(node);
      bool same = kind == ir::CastKind::NoOp || kind == ir::CastKind::Bitcast;
      if (kind == ir::CastKind::Integral) {
        metal::Scalar to = metal::scalar_of(unit_, body_[node].type);
        metal::Scalar from = metal::scalar_of(unit_, body_[body_.kid(node, 0)].type);
        same = to.is_signed && from.is_signed && to.bits >= from.bits;
      }
      if (!same) break;
      node = body_.kid(node, 0);
    }
    return node;
  }

  /// The variable that an expression has just read or written.
  Range* variable(NodeId node, Ranges& ranges) const {
    node = inner(node);
    bool is_value = body_[node].op == Op::Load || body_[node].op == Op::Assign;
    return is_value ? find(body_.kid(node, 0), ranges) : nullptr;
  }

  Range value(NodeId node, Ranges& ranges) const {
    if (std::optional<uint64_t> number = constants_.value(unit_, body_, node)) {
      int64_t bits = static_cast<int64_t>(*number);
      return {bits, bits};
    }
    if (Range* known = variable(node, ranges)) return *known;
    node = inner(node);
    switch (body_[node].op) {
      case Op::Add:
      case Op::Sub: {
        Range* from = variable(body_.kid(node, 0), ranges);
        return from != nullptr ? step(node, body_[node].op == Op::Sub, *from) : kAll;
      }
      case Op::Call:
        if (std::optional<ResultRange> range = constants_.library_result(unit_, body_, node))
          return {range->low, range->high};
        return kAll;
      case Op::AddressOf:
        return body_[body_.kid(node, 0)].op == Op::Local ? kNotNull : kAll;
      case Op::Cast:
        return body_.cast_of(node) == ir::CastKind::ArrayToPointer &&
                       body_[body_.kid(node, 0)].op == Op::StringLit
                   ? kNotNull
                   : kAll;
      default:
        return kAll;
    }
  }

  void pass(NodeId point, Ranges& ranges) const {
    Op op = body_[point].op;
    if (op == Op::Decl) {
      auto found = locals_.find(body_.local_of(point));
      if (found != locals_.end()) ranges[found->second] = Range();
      return;
    }
    if (op == Op::Asm) ranges.assign(ranges.size(), kAll);  // its outputs may be anything
    std::optional<Write> write = write_of(body_, point);
    if (!write) return;
    Range* place = find(write->place, ranges);
    if (!place) return;
    if (write->value.valid()) {
      *place = value(write->value, ranges);
      return;
    }
    bool is_down = op == Op::PreDec || op == Op::PostDec || op == Op::SubAssign;
    bool is_step = is_down || op == Op::PreInc || op == Op::PostInc || op == Op::AddAssign;
    bool is_pointer =
        unit_.types.is_pointer(body_.locals[body_.local_of(write->place).index()].type);
    // A step from a pointer leads to the same object.
    if (is_pointer && is_step && place->low > 0) return;
    *place = is_step && !is_pointer ? step(point, is_down, *place) : kAll;
  }

  /// A signed number after a step of a known size; smaller ones than `int` are cut off instead of
  /// overflowing.  APPROX(under): programs that count on overflow.
  Range step(NodeId node, bool is_down, Range from) const {
    metal::Scalar scalar = metal::scalar_of(unit_, body_[node].type);
    if (scalar.kind != metal::ScalarKind::Int || !scalar.is_signed || scalar.bits < 32) return kAll;
    std::optional<uint64_t> size = 1;
    if (body_[node].kid_count > 1) size = constants_.value(unit_, body_, body_.kid(node, 1));
    if (!size || *size > INT32_MAX) return kAll;
    from.move(is_down ? -static_cast<int64_t>(*size) : static_cast<int64_t>(*size));
    return from;
  }

  /// What the branch says about a pointer.  False: it cannot be taken.
  bool take(BlockId from, const ir::Edge& edge, Ranges& ranges) const {
    const ir::Block& block = body_.blocks[from.index()];
    if (block.terminator != ir::Terminator::Branch || !block.operand.valid()) return true;
    bool holds = edge.kind == ir::EdgeKind::True;
    NodeId node = block.operand;
    while (true) {
      Op op = body_[node].op;
      if (op == Op::Not) {
        holds = !holds;
        node = body_.kid(node, 0);
      } else if (op == Op::Cast && (body_.cast_of(node) == ir::CastKind::ToBool ||
                                    body_.cast_of(node) == ir::CastKind::Integral)) {
        node = body_.kid(node, 0);
      } else if (op == Op::Eq || op == Op::Ne) {
        NodeId left = body_.kid(node, 0), right = body_.kid(node, 1);
        if (constants_.value(unit_, body_, right) != std::optional<uint64_t>(0)) return true;
        if (op == Op::Eq) holds = !holds;
        node = left;
      } else {
        break;
      }
    }
    ir::TypeId type = body_[inner(node)].type;
    if (!type.valid() || !unit_.types.is_pointer(type)) return true;
    Range* known = variable(node, ranges);
    if (!known) return true;
    if (holds) {
      *known = kNotNull;
      return true;
    }
    if (known->low > 0 && !known->is_empty()) return false;
    *known = {0, 0};
    return true;
  }

  const ir::Unit& unit_;
  const ir::Body& body_;
  const Constants& constants_;
  std::map<ir::LocalId, size_t> locals_;  // those that are followed, by number
};

}  // namespace

std::map<BlockId, std::vector<LoopValue>> loop_values(const ir::Unit& unit, const ir::Body& body,
                                                      const Constants& constants) {
  std::map<BlockId, std::vector<LoopValue>> result;
  ir::Loops loops = ir::find_loops(body);
  if (loops.loops.empty()) return result;
  Flow flow(unit, body, constants, loops);
  if (flow.is_idle()) return result;
  std::vector<std::optional<Ranges>> at = flow.run();
  for (const ir::Loop& loop : loops.loops) {
    if (!at[loop.header.index()]) continue;
    std::vector<LoopValue> values = flow.values(*at[loop.header.index()], loop);
    if (!values.empty()) result[loop.header] = std::move(values);
  }
  return result;
}

std::vector<ir::LocalId> loop_flags(const ir::Unit& unit, const ir::Body& body,
                                    const Constants& constants, const ir::Loop& loop) {
  return ir::loop_flags(unit, body, loop, kMaxFlagValues,
                        [&](NodeId node) { return constants.value(unit, body, node); });
}

}  // namespace assay::machines
