#include "callgraph/solver.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/check.h"

namespace assay::callgraph {

Cell Solver::new_cells(uint32_t count) {
  Cell first = static_cast<Cell>(cells_.size());
  ASSAY_CHECK(cells_.size() + count < (size_t{1} << 30), "cells should fit a token");
  for (uint32_t i = 0; i < count; ++i) cells_.push_back({first + i, kEnd, kEnd, kEnd});
  facts_.resize(cells_.size());
  return first;
}

Cell Solver::leader(Cell cell) {
  while (cells_[cell].leader != cell) {
    cells_[cell].leader = cells_[cells_[cell].leader].leader;
    cell = cells_[cell].leader;
  }
  return cell;
}

Solver::Set& Solver::set_of(Cell cell) {
  if (cells_[cell].set == kEnd) {
    cells_[cell].set = static_cast<uint32_t>(sets_.size());
    sets_.emplace_back();
  }
  return sets_[cells_[cell].set];
}

void Solver::enqueue(Cell cell, Set& set) {
  if (set.queued) return;
  set.queued = true;
  queue_.push_back(cell);
}

void Solver::add(Cell cell, Token token) {
  add_all(leader(cell), std::make_shared<const std::vector<Token>>(1, token), nullptr);
}

// Pre: `cell` leads.  Sorted in only when the cell is processed, so that a cell with thousands
// of sources is merged once a wave, not once a source.
void Solver::add_all(Cell cell, const Tokens& tokens, const Tokens& whole) {
  if (tokens == nullptr) return;
  Set& set = set_of(cell);
  if (set.all == tokens || (set.all != nullptr && set.all == whole)) return;
  set.arrivals.push_back({tokens, whole});
  enqueue(cell, set);
}

/// Sorts the arrivals in; what has to be passed on, null for nothing.
Solver::Tokens Solver::take_in(Set& set, bool without_functions) {
  std::vector<Arrival> arrivals = std::move(set.arrivals);
  set.arrivals.clear();
  bool renew = std::exchange(set.renew, false);
  if (set.all == nullptr && arrivals.size() == 1 && !without_functions)
    return set.all = arrivals[0].tokens;
  std::vector<Token> incoming;
  Tokens whole;
  for (const Arrival& arrival : arrivals) {
    incoming.insert(incoming.end(), arrival.tokens->begin(), arrival.tokens->end());
    if (arrival.whole != nullptr && (whole == nullptr || whole->size() < arrival.whole->size()))
      whole = arrival.whole;
  }
  if (without_functions)
    std::erase_if(incoming, [](Token t) { return t.kind() == Token::Kind::Function; });
  if (arrivals.size() > 1) {
    std::sort(incoming.begin(), incoming.end());
    incoming.erase(std::unique(incoming.begin(), incoming.end()), incoming.end());
  }
  static const std::vector<Token> kNothing;
  const std::vector<Token>& before = set.all == nullptr ? kNothing : *set.all;
  std::vector<Token> added;
  std::set_difference(incoming.begin(), incoming.end(), before.begin(), before.end(),
                      std::back_inserter(added));
  if (added.empty()) return renew ? set.all : nullptr;
  std::vector<Token> united;
  united.reserve(before.size() + added.size());
  std::set_union(before.begin(), before.end(), added.begin(), added.end(),
                 std::back_inserter(united));
  set.all = whole != nullptr && *whole == united
                ? whole
                : std::make_shared<const std::vector<Token>>(std::move(united));
  if (renew) return set.all;
  return std::make_shared<const std::vector<Token>>(std::move(added));
}

void Solver::renew(Cell cell) {
  if (cells_[cell].set == kEnd) return;
  Set& set = sets_[cells_[cell].set];
  if (set.all == nullptr) return;
  set.renew = true;
  enqueue(cell, set);
}

void Solver::copy(Cell to, Cell from) { add_edge(from, to); }

void Solver::add_edge(Cell from, Cell to) {
  from = leader(from);
  to = leader(to);
  if (from == to) return;
  // Constraints as written hold few duplicates; what grows from them, many.
  if (solving_ && !grown_.insert(uint64_t{from} << 32 | to).second) return;
  edges_.push_back({to, cells_[from].edges});
  cells_[from].edges = static_cast<uint32_t>(edges_.size() - 1);
  edges_changed_ = true;
  if (cells_[from].set == kEnd) return;
  Tokens tokens = sets_[cells_[from].set].all;
  add_all(to, tokens, tokens);
}

void Solver::act(Cell cell, uint32_t id, What what, CarrierKind through) {
  cell = leader(cell);
  actions_.push_back({id, cells_[cell].actions, what, through});
  cells_[cell].actions = static_cast<uint32_t>(actions_.size() - 1);
  renew(cell);
}

void Solver::load(Cell to, Cell pointer, CarrierKind through) {
  act(pointer, to, What::Load, through);
}
void Solver::store(Cell pointer, Cell from, CarrierKind through) {
  act(pointer, from, What::Store, through);
}
void Solver::watch(Cell cell, uint32_t watch) { act(cell, watch, What::Watch, CarrierKind::Any); }

void Solver::set_kind(Cell cell, CarrierKind kind) {
  CellFact& fact = facts_[cell];
  fact.kind = !fact.has_kind || fact.kind == kind ? kind : CarrierKind::Any;
  fact.has_kind = true;
}

void Solver::refuse_functions(Cell cell) { facts_[cell].refuses_functions = true; }

void Solver::set_leaves(uint32_t record, std::vector<RecordLeaf> leaves) {
  if (record >= leaves_.size()) leaves_.resize(record + 1);
  leaves_[record] = std::move(leaves);
}

// Pre: both lead.
void Solver::merge(Cell into, Cell from) {
  ASSAY_CHECK(!facts_[into].refuses_functions && !facts_[from].refuses_functions,
              "a cell that refuses tokens should not be part of a cycle");
  auto splice = [](uint32_t& head, uint32_t list, auto& pool) {
    if (list == kEnd) return;
    uint32_t tail = list;
    while (pool[tail].next != kEnd) tail = pool[tail].next;
    pool[tail].next = head;
    head = list;
  };
  splice(cells_[into].edges, cells_[from].edges, edges_);
  splice(cells_[into].actions, cells_[from].actions, actions_);
  cells_[from].leader = into;
  if (cells_[from].set != kEnd) {
    Set old = std::exchange(sets_[cells_[from].set], {});
    add_all(into, old.all, old.all);
    for (const Arrival& arrival : old.arrivals) add_all(into, arrival.tokens, arrival.whole);
  }
  renew(into);
}

/// Merges cycles among the cells that hold something or will, and ranks them in topological order
/// (Tarjan, with a stack of our own).
void Solver::order_cells() {
  constexpr uint32_t kUnseen = 0, kDone = UINT32_MAX;
  struct Frame {
    Cell cell;
    uint32_t edge;
  };
  std::vector<uint32_t> low(cells_.size(), kUnseen);
  std::vector<uint32_t> number(cells_.size(), kUnseen);
  std::vector<Frame> frames;
  std::vector<Cell> open;
  std::vector<std::pair<Cell, Cell>> merges;
  rank_.assign(cells_.size(), 0);
  uint32_t next_number = 1, next_rank = UINT32_MAX;
  auto enter = [&](Cell cell) {
    low[cell] = number[cell] = next_number++;
    frames.push_back({cell, cells_[cell].edges});
    open.push_back(cell);
  };
  for (Cell start = 0; start < cells_.size(); ++start) {
    if (cells_[start].leader != start || cells_[start].set == kEnd || number[start] != kUnseen)
      continue;
    enter(start);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      Cell cell = frame.cell;
      if (frame.edge != kEnd) {
        Cell to = leader(edges_[frame.edge].to);
        frame.edge = edges_[frame.edge].next;
        if (number[to] == kUnseen)
          enter(to);
        else if (low[to] != kDone)
          low[cell] = std::min(low[cell], number[to]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty()) low[frames.back().cell] = std::min(low[frames.back().cell], low[cell]);
      if (low[cell] != number[cell]) continue;
      // Components come out callees first, that is, last in the flow.
      --next_rank;
      Cell member;
      do {
        member = open.back();
        open.pop_back();
        low[member] = kDone;
        rank_[member] = next_rank;
        if (member != cell) merges.emplace_back(cell, member);
      } while (member != cell);
    }
  }
  for (auto [into, from] : merges) merge(into, from);
  edges_changed_ = false;
}

Token Solver::new_memory() {
  Cell first = new_cells(kCarrierKinds);
  facts_[first].is_memory = true;
  return {Token::Kind::Address, first};
}

void Solver::connect(const Action& action, Cell cell) {
  if (action.what == What::Load)
    add_edge(cell, action.id);
  else
    add_edge(action.id, cell);
}

void Solver::apply(Action action, Token token, Watcher& watcher) {
  if (action.what == What::Watch) return watcher.arrived(action.id, token);
  if (token.kind() == Token::Kind::Unknown) {
    if (action.what == What::Load) add(action.id, token);
  } else if (token.kind() == Token::Kind::Record) {
    // APPROX(over): a pointer into a record, used as a pointer to a cell, may mean any leaf of
    // the cell's kind.
    // APPROX(under): but none of another kind, as C's rules of aliasing have it; and where bytes
    // are copied between records, they are taken to be of one type, whose cells are the same.
    if (token.id() >= leaves_.size()) return;
    for (const RecordLeaf& leaf : leaves_[token.id()]) {
      bool code = action.through == CarrierKind::Code || leaf.kind == CarrierKind::Code;
      bool is_meant = code ? action.through == leaf.kind : mixes(action.through, leaf.kind);
      if (is_meant && action.through != CarrierKind::Any) connect(action, leaf.cell);
    }
  } else if (token.kind() == Token::Kind::Address) {
    if (!is_memory(token.id())) {
      if (mixes(action.through, facts_[token.id()].kind)) connect(action, token.id());
      return;
    }
    // One allocator may serve a whole program: what it hands out holds what was stored as the
    // kind that is read, or as `void *`.
    bool whatever = action.through == CarrierKind::Any || action.through == CarrierKind::Untyped;
    for (uint32_t i = 0; i < kCarrierKinds; ++i) {
      CarrierKind kind = static_cast<CarrierKind>(i);
      bool is_meant = action.what == What::Load
                          ? whatever || kind == action.through || kind == CarrierKind::Untyped
                          : kind == (whatever ? CarrierKind::Untyped : action.through);
      if (is_meant) connect(action, token.id() + i);
    }
  }
}

void Solver::process(Cell cell, Watcher& watcher) {
  cell = leader(cell);
  if (cells_[cell].set == kEnd) return;
  Set& set = sets_[cells_[cell].set];
  set.queued = false;
  Tokens fresh = take_in(set, facts_[cell].refuses_functions);
  if (fresh == nullptr) return;
  Tokens all = set.all;
  for (uint32_t at = cells_[cell].edges; at != kEnd; at = edges_[at].next) {
    Cell to = leader(edges_[at].to);
    if (to != cell) add_all(to, fresh, all);
  }
  for (uint32_t at = cells_[cell].actions; at != kEnd;) {
    Action action = actions_[at];
    at = action.next;
    for (Token token : *fresh) apply(action, token, watcher);
  }
}

void Solver::solve(Watcher& watcher) {
  solving_ = true;
  std::vector<Cell> wave;  // a heap by rank, into which what lies downstream comes as it wakes up
  auto rank = [&](Cell cell) { return cell < rank_.size() ? rank_[cell] : 0; };
  auto later = [&](Cell a, Cell b) { return rank(a) != rank(b) ? rank(a) > rank(b) : a > b; };
  while (!queue_.empty()) {
    if (edges_changed_) order_cells();
    // Edges that grow make new cycles: after a while it pays to look for them again.
    size_t steps = cells_.size() / 4 + 10'000;
    while (steps-- > 0) {
      for (Cell cell : queue_) {
        wave.push_back(cell);
        std::push_heap(wave.begin(), wave.end(), later);
      }
      queue_.clear();
      if (wave.empty()) break;
      std::pop_heap(wave.begin(), wave.end(), later);
      Cell cell = wave.back();
      wave.pop_back();
      process(cell, watcher);
    }
    queue_.insert(queue_.end(), wave.begin(), wave.end());
    wave.clear();
  }
  solving_ = false;
}

std::span<const Token> Solver::tokens(Cell cell) const {
  while (cells_[cell].leader != cell) cell = cells_[cell].leader;
  if (cells_[cell].set == kEnd) return {};
  const Tokens& all = sets_[cells_[cell].set].all;
  return all == nullptr ? std::span<const Token>() : std::span<const Token>(*all);
}

}  // namespace assay::callgraph
