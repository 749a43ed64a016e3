// Inclusion constraints over function addresses, solved to their least solution.
//
// Andersen's analysis, kept small: a cell holds tokens (functions, addresses of cells, addresses
// of records of a type, and "unknown"), copies are edges, loads and stores grow edges as pointers
// gain targets.  Tokens are propagated in waves: cycles of copies become one cell, then only what
// is new moves, in topological order.  Cells that never hold anything cost twenty bytes, and
// cells that hold the same mostly share it: large programs have sets of thousands of functions
// that reach hundreds of thousands of cells unchanged.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_set>
#include <vector>

#include "callgraph/unit_facts.h"

namespace assay::callgraph {

using Cell = uint32_t;

class Token {
 public:
  enum class Kind : uint8_t { Function, Address, Record, Unknown };
  constexpr Token(Kind kind, uint32_t id) : raw_(static_cast<uint32_t>(kind) << 30 | id) {}
  constexpr Kind kind() const { return static_cast<Kind>(raw_ >> 30); }
  constexpr uint32_t id() const { return raw_ & ((uint32_t{1} << 30) - 1); }
  friend constexpr auto operator<=>(Token, Token) = default;

 private:
  uint32_t raw_;
};

/// Is told what arrives at watched cells, and may add constraints while it is told.  May hear
/// the same twice.
class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void arrived(uint32_t watch, Token token) = 0;
};

struct RecordLeaf {
  uint64_t offset = 0;
  CarrierKind kind = CarrierKind::Data;
  Cell cell = 0;
};

class Solver {
 public:
  Cell new_cell() { return new_cells(1); }
  /// The first of `count`.
  Cell new_cells(uint32_t count);
  /// Memory without a type: a token for its address.  It has a cell for each kind of content.
  Token new_memory();
  bool is_memory(Cell cell) const { return facts_[cell].is_memory; }
  size_t cell_count() const { return cells_.size(); }

  void add(Cell cell, Token token);
  void copy(Cell to, Cell from);
  /// `through`: what the pointer points to, which says what parts of a record it can mean.
  void load(Cell to, Cell pointer, CarrierKind through);
  void store(Cell pointer, Cell from, CarrierKind through);
  void watch(Cell cell, uint32_t watch);
  /// What the cell's type says it is for; two opinions make it Any, as do none.
  void set_kind(Cell cell, CarrierKind kind);
  /// The cell never takes in functions.  It must not be part of a cycle.
  void refuse_functions(Cell cell);
  /// What a pointer to record `record` leads to.  Set before solving.
  void set_leaves(uint32_t record, std::vector<RecordLeaf> leaves);
  const std::vector<RecordLeaf>& leaves(uint32_t record) const { return leaves_[record]; }

  void solve(Watcher& watcher);
  /// Sorted.
  std::span<const Token> tokens(Cell cell) const;

 private:
  static constexpr uint32_t kEnd = UINT32_MAX;
  enum class What : uint8_t { Load, Store, Watch };
  struct CellData {
    Cell leader;              // itself, unless merged into another
    uint32_t edges = kEnd;    // list in edges_
    uint32_t actions = kEnd;  // list in actions_
    uint32_t set = kEnd;      // index into sets_
  };
  struct CellFact {
    CarrierKind kind = CarrierKind::Any;
    bool has_kind = false;
    bool is_memory = false;  // the first cell of memory without a type
    bool refuses_functions = false;
  };
  struct Edge {
    Cell to;
    uint32_t next;
  };
  struct Action {
    uint32_t id;  // the other cell, or the watch
    uint32_t next;
    What what;
    CarrierKind through;
  };
  using Tokens = std::shared_ptr<const std::vector<Token>>;  // sorted, never empty; null: none
  /// What came in and is not sorted in yet.
  struct Arrival {
    Tokens tokens;
    Tokens whole;  // a set that they are the news of; null: none worth sharing
  };
  struct Set {
    Tokens all;
    std::vector<Arrival> arrivals;
    bool renew = false;  // some edge or action has not seen `all`
    bool queued = false;
  };

  Cell leader(Cell cell);
  Set& set_of(Cell cell);
  void add_all(Cell cell, const Tokens& tokens, const Tokens& whole);
  static Tokens take_in(Set& set, bool without_functions);
  void renew(Cell cell);
  void enqueue(Cell cell, Set& set);
  void act(Cell cell, uint32_t id, What what, CarrierKind through);
  void add_edge(Cell from, Cell to);
  void merge(Cell into, Cell from);
  void order_cells();
  void process(Cell cell, Watcher& watcher);
  void apply(Action action, Token token, Watcher& watcher);
  void connect(const Action& action, Cell cell);

  std::vector<CellData> cells_;
  std::vector<CellFact> facts_;  // by cell, merged or not
  std::vector<Edge> edges_;
  std::vector<Action> actions_;
  std::vector<Set> sets_;
  std::vector<Cell> queue_;             // leaders with something fresh
  std::vector<uint32_t> rank_;          // topological, from the last ordering
  std::unordered_set<uint64_t> grown_;  // edges added while solving
  std::vector<std::vector<RecordLeaf>> leaves_;
  bool edges_changed_ = true;
  bool solving_ = false;
};

}  // namespace assay::callgraph
