#include "ir/split_loops.h"

#include <algorithm>
#include <optional>

namespace assay::ir {

namespace {

constexpr uint32_t kNone = UINT32_MAX;
// Choosing a header means weighing each candidate against the whole cycle.
constexpr size_t kMaxCandidates = 16;

using Graph = std::vector<std::vector<uint32_t>>;

/// The strongly connected components of the part of a graph that `region` names; cycles only.
class CycleFinder {
 public:
  CycleFinder(const Graph& successors, const std::vector<uint32_t>& region)
      : successors_(successors),
        number_(successors.size(), kNone),
        low_(successors.size(), 0),
        inside_(successors.size()),
        on_stack_(successors.size()) {
    for (uint32_t block : region) inside_[block] = true;
    for (uint32_t block : region)
      if (number_[block] == kNone) walk(block);
  }
  std::vector<std::vector<uint32_t>> take() { return std::move(cycles_); }

 private:
  struct Frame {
    uint32_t block;
    size_t next = 0;
  };

  void enter(uint32_t block) {
    number_[block] = low_[block] = count_++;
    stack_.push_back(block);
    on_stack_[block] = true;
    frames_.push_back({block});
  }

  // Tarjan's algorithm, with a stack of its own.
  void walk(uint32_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      uint32_t block = frame.block;
      if (frame.next < successors_[block].size()) {
        uint32_t next = successors_[block][frame.next++];
        if (!inside_[next]) continue;
        if (number_[next] == kNone)
          enter(next);
        else if (on_stack_[next])
          low_[block] = std::min(low_[block], number_[next]);
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty())
        low_[frames_.back().block] = std::min(low_[frames_.back().block], low_[block]);
      if (low_[block] == number_[block]) leave(block);
    }
  }

  void leave(uint32_t root) {
    std::vector<uint32_t> component;
    while (component.empty() || component.back() != root) {
      component.push_back(stack_.back());
      on_stack_[stack_.back()] = false;
      stack_.pop_back();
    }
    if (component.size() < 2) return;  // a block that only follows itself is its own header
    std::sort(component.begin(), component.end());
    cycles_.push_back(std::move(component));
  }

  const Graph& successors_;
  std::vector<uint32_t> number_, low_;
  std::vector<bool> inside_, on_stack_;
  std::vector<uint32_t> stack_;
  std::vector<Frame> frames_;
  uint32_t count_ = 0;
  std::vector<std::vector<uint32_t>> cycles_;
};

struct Cycle {
  std::vector<uint32_t> blocks;
  std::vector<uint32_t> entries;
};

class Splitter {
 public:
  Splitter(const Body& body, size_t budget) : budget_(budget) {
    result_.body = body;
    for (size_t b = 0; b < body.blocks.size(); ++b) {
      std::span<const Edge> edges = body.edges_of(BlockId(b));
      edges_.emplace_back(edges.begin(), edges.end());
      result_.original.emplace_back(b);
    }
  }

  SplitBody run() {
    while (std::optional<Cycle> cycle = find_irreducible()) {
      if (split(*cycle)) continue;
      result_.complete = false;
      break;
    }
    finish();
    return std::move(result_);
  }

 private:
  std::vector<Block>& blocks() { return result_.body.blocks; }
  void read_graph();
  std::optional<Cycle> find_irreducible();
  std::vector<uint32_t> entries_of(const std::vector<uint32_t>& cycle);
  bool split(const Cycle& cycle);
  std::vector<uint32_t> passed_before(const Cycle& cycle, uint32_t header) const;
  void copy_blocks(const Cycle& cycle, const std::vector<uint32_t>& copied);
  void finish();

  size_t budget_;
  SplitBody result_;
  std::vector<std::vector<Edge>> edges_;  // by block: they grow while the body's are in one list
  Graph successors_, predecessors_;       // of blocks that control reaches
  std::vector<bool> reached_;
};

void Splitter::read_graph() {
  size_t count = blocks().size();
  successors_.assign(count, {});
  predecessors_.assign(count, {});
  reached_.assign(count, false);
  std::vector<uint32_t> todo{0};
  while (!todo.empty()) {
    uint32_t block = todo.back();
    todo.pop_back();
    if (reached_[block]) continue;
    reached_[block] = true;
    for (const Edge& edge : edges_[block]) successors_[block].push_back(edge.target.index());
    if (BlockId unwind = blocks()[block].unwind; unwind.valid())
      successors_[block].push_back(unwind.index());
    for (uint32_t next : successors_[block]) {
      predecessors_[next].push_back(block);
      todo.push_back(next);
    }
  }
}

std::vector<uint32_t> Splitter::entries_of(const std::vector<uint32_t>& cycle) {
  auto inside = [&](uint32_t block) {
    return std::binary_search(cycle.begin(), cycle.end(), block);
  };
  std::vector<uint32_t> entries;
  for (uint32_t block : cycle) {
    const std::vector<uint32_t>& from = predecessors_[block];
    if (block == 0 || !std::all_of(from.begin(), from.end(), inside)) entries.push_back(block);
  }
  return entries;
}

// Outer cycles first; inside one with a header, cycles that do not pass the header.
std::optional<Cycle> Splitter::find_irreducible() {
  read_graph();
  std::vector<std::vector<uint32_t>> regions(1);
  for (uint32_t b = 0; b < blocks().size(); ++b)
    if (reached_[b]) regions[0].push_back(b);
  while (!regions.empty()) {
    std::vector<uint32_t> region = std::move(regions.back());
    regions.pop_back();
    for (std::vector<uint32_t>& cycle : CycleFinder(successors_, region).take()) {
      std::vector<uint32_t> entries = entries_of(cycle);
      if (entries.size() > 1) return Cycle{std::move(cycle), std::move(entries)};
      std::erase(cycle, entries[0]);
      regions.push_back(std::move(cycle));
    }
  }
  return std::nullopt;
}

/// What is passed on the way from the other entries to `header`, inside the cycle.
std::vector<uint32_t> Splitter::passed_before(const Cycle& cycle, uint32_t header) const {
  std::vector<bool> seen(successors_.size());
  std::vector<uint32_t> passed, todo;
  for (uint32_t entry : cycle.entries)
    if (entry != header) todo.push_back(entry);
  while (!todo.empty()) {
    uint32_t block = todo.back();
    todo.pop_back();
    bool inside = std::binary_search(cycle.blocks.begin(), cycle.blocks.end(), block);
    if (!inside || block == header || seen[block]) continue;
    seen[block] = true;
    passed.push_back(block);
    for (uint32_t next : successors_[block]) todo.push_back(next);
  }
  std::sort(passed.begin(), passed.end());
  return passed;
}

/// False if every choice of a header costs more than is left.
bool Splitter::split(const Cycle& cycle) {
  std::vector<uint32_t> best;
  size_t best_cost = SIZE_MAX;
  // Where control enters the function there is no edge that could lead to a copy; entries are
  // sorted, so that one comes first, and alone.
  size_t candidates = cycle.entries[0] == 0 ? 1 : std::min(cycle.entries.size(), kMaxCandidates);
  for (size_t i = 0; i < candidates; ++i) {
    std::vector<uint32_t> passed = passed_before(cycle, cycle.entries[i]);
    size_t cost = 0;
    for (uint32_t block : passed) cost += 1 + blocks()[block].point_count;
    if (cost < best_cost) {
      best_cost = cost;
      best = std::move(passed);
    }
  }
  if (best_cost > budget_) return false;
  budget_ -= best_cost;
  copy_blocks(cycle, best);
  return true;
}

void Splitter::copy_blocks(const Cycle& cycle, const std::vector<uint32_t>& copied) {
  std::vector<uint32_t> copy_of(blocks().size(), kNone);
  for (size_t i = 0; i < copied.size(); ++i)
    copy_of[copied[i]] = static_cast<uint32_t>(blocks().size() + i);
  auto redirect = [&](BlockId& target) {
    if (target.valid() && target.index() < copy_of.size() && copy_of[target.index()] != kNone)
      target = BlockId(copy_of[target.index()]);
  };
  auto redirect_all = [&](uint32_t block) {
    for (Edge& edge : edges_[block]) redirect(edge.target);
    redirect(blocks()[block].unwind);
  };
  uint32_t old_count = static_cast<uint32_t>(blocks().size());
  for (uint32_t block : copied) {
    Block copy = blocks()[block];
    std::vector<Edge> edges = edges_[block];
    blocks().push_back(copy);
    edges_.push_back(std::move(edges));
    result_.original.push_back(result_.original[block]);
    redirect_all(static_cast<uint32_t>(blocks().size() - 1));
  }
  for (uint32_t block = 0; block < old_count; ++block)
    if (!std::binary_search(cycle.blocks.begin(), cycle.blocks.end(), block)) redirect_all(block);
}

void Splitter::finish() {
  Body& body = result_.body;
  body.edges.clear();
  for (size_t b = 0; b < body.blocks.size(); ++b) {
    body.blocks[b].edges_begin = static_cast<uint32_t>(body.edges.size());
    body.edges.insert(body.edges.end(), edges_[b].begin(), edges_[b].end());
  }
  // A value join takes by a copied edge what it takes by the original.
  std::vector<std::vector<BlockId>> copies(body.blocks.size());
  for (size_t b = 0; b < body.blocks.size(); ++b)
    if (result_.original[b] != BlockId(b)) copies[result_.original[b].index()].emplace_back(b);
  std::vector<Phi> phis = body.phis;
  for (const Phi& phi : body.phis)
    for (BlockId copy : copies[phi.from.index()]) phis.push_back({phi.node, copy, phi.value});
  std::sort(phis.begin(), phis.end(), [](const Phi& a, const Phi& b) {
    return a.node != b.node ? a.node < b.node : a.from < b.from;
  });
  body.phis = std::move(phis);
}

}  // namespace

size_t split_budget(const Body& body) { return 256 + body.points.size(); }

SplitBody split_irreducible_loops(const Body& body, size_t budget) {
  return Splitter(body, budget).run();
}

}  // namespace assay::ir
