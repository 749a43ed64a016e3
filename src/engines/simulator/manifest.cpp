#include "engines/simulator/manifest.h"

#include <algorithm>

#include "engines/simulator/reach.h"

namespace assay::simulator {

using ir::BlockId;
using logic::Term;
using semantics::Source;

namespace {

/// Whether a way from `begin` to a return leaves `around` out.
bool can_return_without(const ir::Body& body, BlockId begin, BlockId around) {
  std::vector<bool> seen(body.blocks.size());
  std::vector<BlockId> todo{begin};
  while (!todo.empty()) {
    BlockId block = todo.back();
    todo.pop_back();
    if (block == around || seen[block.index()]) continue;
    seen[block.index()] = true;
    if (body.blocks[block.index()].terminator == ir::Terminator::Return) return true;
    for (const ir::Edge& edge : body.edges_of(block)) todo.push_back(edge.target);
  }
  return false;
}

/// Whether a branch is where a loop ends: one way leads back to it, another does not.
bool ends_loop(const ir::Body& body, BlockId branch) {
  bool comes_back = false, leaves = false;
  for (const ir::Edge& edge : body.edges_of(branch)) {
    std::vector<bool> seen(body.blocks.size());
    std::vector<BlockId> todo{edge.target};
    while (!todo.empty() && !seen[branch.index()]) {
      BlockId block = todo.back();
      todo.pop_back();
      if (seen[block.index()]) continue;
      seen[block.index()] = true;
      for (const ir::Edge& next : body.edges_of(block)) todo.push_back(next.target);
    }
    (seen[branch.index()] ? comes_back : leaves) = true;
  }
  return comes_back && leaves;
}

}  // namespace

/// What the outside world answers it may answer whenever it likes.
bool Manifest::is_free(Term condition) const {
  if (condition.is_immediate()) return false;  // how pointers compare is not known
  const Solver::Symbols& symbols = solver_.symbols_of(condition);
  return !symbols.empty() && evaluator_.source_of(condition) == Source::Outside;
}

bool Manifest::decides(const Path& path, const Decision& decision) const {
  BlockId here = path.state.frame().block;
  if (decision.block == here) return true;  // a round of a loop ago
  return can_return_without(*function_.body, decision.block, here);
}

bool Manifest::is_doubtful(const Path& path, Term condition) const {
  if (condition.is_immediate() || path.state.frames.size() != 1) return false;
  std::vector<Term> answered;
  const Decision* asked = nullptr;
  std::vector<BlockId> before;
  for (const Decision& decision : path.decisions) {
    if (!asked) {
      if (decision.condition.is_immediate()) continue;
      answered.push_back(decision.condition);
      if (solver_.decide(answered, condition) != Tri::No) {
        if (!decision.is_forced && is_of_memory(decision.condition))
          before.push_back(decision.block);
        continue;
      }
      asked = &decision;
      // Where a list ends its last link is null: that it has none at all nobody asks there, and
      // what was asked before may exclude it.
      bool is_answered = std::any_of(before.begin(), before.end(), [&](BlockId block) {
        return block != decision.block &&
               can_return_without(*function_.body, block, decision.block);
      });
      if (is_answered && ends_loop(*function_.body, decision.block)) return true;
      // An answer about something else besides is no question about this.
      const Solver::Symbols its = solver_.symbols_of(condition);
      const Solver::Symbols& symbols = solver_.symbols_of(decision.condition);
      if (!std::includes(its.begin(), its.end(), symbols.begin(), symbols.end())) return true;
      continue;
    }
    if (!decision.is_forced && !is_free(decision.condition) && decides(path, decision)) return true;
  }
  return false;
}

bool Manifest::is_doubtful_after(const Path& path, ir::NodeId call) const {
  if (path.state.frames.size() != 1) return false;
  // The choices in the order in which they were made, with the call among them.
  std::vector<Crumb> crumbs = trail_.until(path.trail);
  auto is_call = [&](const Crumb& each) {
    return (each.kind == CrumbKind::Model || each.kind == CrumbKind::Unknown) && each.node == call;
  };
  auto last = std::find_if(crumbs.rbegin(), crumbs.rend(), is_call);
  if (last == crumbs.rend()) return false;
  auto block = std::find_if(last, crumbs.rend(),
                            [](const Crumb& each) { return each.kind == CrumbKind::Block; });
  if (block == crumbs.rend()) return false;
  auto before = std::count_if(last, crumbs.rend(),
                              [](const Crumb& each) { return each.kind == CrumbKind::Assumed; });
  bool is_answered = false, is_asked_again = false;
  ptrdiff_t number = 0;
  for (const Decision& decision : path.decisions) {
    if (decision.is_forced) continue;
    bool is_unknown = !decision.condition.is_immediate() && is_of_memory(decision.condition);
    bool is_before = number++ < before;
    if (!is_unknown) continue;
    if (is_before) {
      is_answered =
          is_answered || can_return_without(*function_.body, decision.block, block->block);
    } else {
      is_asked_again = is_asked_again || decides(path, decision);
    }
  }
  return is_answered && is_asked_again;
}

bool Manifest::is_doubtful_since(const Path& path, ir::NodeId point) const {
  if (path.state.frames.size() != 1) return false;
  ptrdiff_t number = 0, before = 0;
  for (const Crumb& crumb : trail_.until(path.trail)) {
    if (crumb.kind == CrumbKind::Assumed) ++number;
    if (crumb.kind != CrumbKind::Block || !point.valid()) continue;
    std::span<const ir::NodeId> points = function_.body->points_of(crumb.block);
    if (std::find(points.begin(), points.end(), point) != points.end()) before = number;
  }
  number = 0;
  size_t answers = 0;
  for (const Decision& decision : path.decisions) {
    if (decision.is_forced || number++ < before) continue;
    if (!decision.condition.is_immediate() && !is_of_memory(decision.condition)) continue;
    if (decides(path, decision)) return true;
    // All ways lead here, some past an assignment: who asks for one value after the other, and sets
    // the pointer each time, knows that there are no others.
    bool is_switch =
        function_.body->blocks[decision.block.index()].terminator == ir::Terminator::Switch;
    answers += is_switch ? 2 : 1;
  }
  return answers > 1;
}

bool Manifest::is_doubtful_end(const Path& path, memory::ObjectId object) const {
  const memory::Object* ended = path.state.memory.find(object);
  return ended && (is_doubtful_after(path, ended->ended_at) || may_be_another(path, object));
}

bool Manifest::may_be_another(const Path& path, memory::ObjectId object) const {
  const memory::Object* ended = path.state.memory.find(object);
  InputId pointer = inputs_.leading_to(object);
  // What a container gave is its own.
  bool is_led_to = ended->kind == memory::ObjectKind::Environment && pointer.valid() &&
                   ended->attribute(kMovedAttribute).is_null() &&
                   inputs_[pointer].holder.kind == HolderKind::Pointee;
  if (!is_led_to) return false;
  bool may = false;
  path.state.memory.for_each([&](memory::ObjectId id, const memory::Object& each) {
    if (may || id == object || each.kind != memory::ObjectKind::Environment) return;
    Holder holder;
    bool is_known = inputs_.find_holder(path.state, id, holder);
    may = !(is_known && holder == inputs_[pointer].holder) && holds_new_pointer(path, id, each);
  });
  return may;
}

/// Whether the path has put a pointer there.
bool Manifest::holds_new_pointer(const Path& path, memory::ObjectId id,
                                 const memory::Object& object) const {
  uint32_t bytes = path.state.memory.target().pointer_bits / 8;
  Holder holder;
  // What a callee left there is not known.
  if (inputs_.find_holder(path.state, id, holder) && holder.kind == HolderKind::Fresh) return true;
  bool holds = false;
  object.contents.for_each_page([&](uint64_t first, const memory::Page& page) {
    for (uint32_t at = 0; !holds && at + bytes <= memory::kPageBytes; at += bytes) {
      const memory::Cell* cell = page.cell_at(at);
      bool is_written = cell ? cell->offset == at && cell->bytes == bytes : page.init[at] == 0xff;
      if (!is_written) continue;
      uint64_t offset = first + at;
      Term value = object.contents.read(solver_.pool(), offset, bytes).value;
      int64_t from = static_cast<int64_t>(offset) - Inputs::start_of(holder);
      if (value.is_null() || inputs_.is_entry_value(holder, from, bytes, value)) continue;
      std::vector<memory::ObjectId> led;
      addresses_in(path.state.memory, value, led);
      holds = !led.empty();
    }
  });
  return holds;
}

bool Manifest::is_of_memory(Term condition) const {
  const Solver::Symbols symbols = solver_.symbols_of(condition);
  return std::any_of(symbols.begin(), symbols.end(), [&](uint32_t each) {
    Term symbol = solver_.term(each);
    InputId id = inputs_.of_symbol(symbol);
    bool is_parameter = id.valid() && inputs_[id].holder.kind == HolderKind::Parameter;
    return !is_parameter && inputs_.source_of(symbol) != Source::Outside;
  });
}

bool Manifest::rests_on_environment(const Path& path) const {
  if (path.state.frames.size() != 1) return false;
  return std::any_of(path.decisions.begin(), path.decisions.end(), [&](const Decision& decision) {
    return !decision.is_forced && !decision.condition.is_immediate() &&
           is_of_memory(decision.condition) && decides(path, decision);
  });
}

bool Manifest::is_chosen(const Path& path, Term condition) const {
  if (condition.is_immediate() || !is_of_memory(condition)) return false;
  std::vector<Term> sure;
  size_t next = 0;
  for (const Decision& decision : path.decisions) {
    for (; next < decision.begin; ++next) sure.push_back(path.conditions[next]);
    next = std::max(next, decision.end);
  }
  for (; next < path.conditions.size(); ++next) sure.push_back(path.conditions[next]);
  return solver_.decide(sure, condition) != Tri::No;
}

bool Manifest::is_led_by_memory(const Path& path, const ir::Loops& loops) const {
  if (path.state.frames.size() != 1 || path.rounds.empty()) return false;
  const std::vector<BlockId>& inside = loops.loops[path.rounds.back().loop.index()].blocks;
  return std::any_of(path.decisions.begin(), path.decisions.end(), [&](const Decision& decision) {
    return !decision.is_forced &&
           std::binary_search(inside.begin(), inside.end(), decision.block) &&
           (decision.condition.is_immediate() || is_of_memory(decision.condition));
  });
}

bool Manifest::is_lost_in_loop(Term condition) const {
  if (condition.is_immediate()) return false;
  const Solver::Symbols symbols = solver_.symbols_of(condition);
  return std::any_of(symbols.begin(), symbols.end(), [&](uint32_t symbol) {
    InputId id = inputs_.of_symbol(solver_.term(symbol));
    return id.valid() && inputs_.is_of_loop(id);
  });
}

}  // namespace assay::simulator
