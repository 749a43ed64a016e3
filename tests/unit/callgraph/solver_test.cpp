#include "callgraph/solver.h"

#include <gmock/gmock.h>

#include <vector>

namespace assay::callgraph {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Token function(uint32_t id) { return {Token::Kind::Function, id}; }
Token address(Cell cell) { return {Token::Kind::Address, cell}; }
Token record(uint32_t id) { return {Token::Kind::Record, id}; }
const Token kUnknown(Token::Kind::Unknown, 0);

struct Deaf : Watcher {
  void arrived(uint32_t, Token) override {}
};

std::vector<uint32_t> functions_in(const Solver& solver, Cell cell) {
  std::vector<uint32_t> result;
  for (Token token : solver.tokens(cell)) {
    if (token.kind() == Token::Kind::Function) result.push_back(token.id());
  }
  return result;
}

TEST(Solver, CopiesFlowOneWay) {
  Solver solver;
  Deaf deaf;
  Cell a = solver.new_cell(), b = solver.new_cell();
  solver.add(a, function(1));
  solver.add(b, function(2));
  solver.copy(b, a);
  solver.solve(deaf);
  EXPECT_THAT(functions_in(solver, a), ElementsAre(1));
  EXPECT_THAT(functions_in(solver, b), ElementsAre(1, 2));
}

TEST(Solver, CycleOfCopiesHoldsTheSameEverywhere) {
  Solver solver;
  Deaf deaf;
  Cell first = solver.new_cells(1000);
  for (Cell i = 0; i < 1000; ++i) solver.copy(first + (i + 1) % 1000, first + i);
  solver.add(first + 500, function(7));
  solver.add(first + 3, function(8));
  solver.solve(deaf);
  for (Cell i = 0; i < 1000; ++i) EXPECT_THAT(functions_in(solver, first + i), ElementsAre(7, 8));
}

TEST(Solver, StoreReachesWhatThePointerPointsTo) {
  Solver solver;
  Deaf deaf;
  Cell target = solver.new_cell(), other = solver.new_cell();
  Cell pointer = solver.new_cell(), value = solver.new_cell(), read = solver.new_cell();
  solver.store(pointer, value, CarrierKind::Code);
  solver.load(read, pointer, CarrierKind::Code);
  solver.add(value, function(3));
  solver.add(pointer, address(target));
  solver.solve(deaf);
  EXPECT_THAT(functions_in(solver, target), ElementsAre(3));
  EXPECT_THAT(functions_in(solver, read), ElementsAre(3));
  EXPECT_THAT(functions_in(solver, other), IsEmpty());
}

TEST(Solver, CycleThatGrowsThroughLoadsIsFound) {
  // *p = a; a = *p: the cell behind p and a become one.
  Solver solver;
  Deaf deaf;
  Cell a = solver.new_cell(), pointer = solver.new_cell(), behind = solver.new_cell();
  solver.store(pointer, a, CarrierKind::Code);
  solver.load(a, pointer, CarrierKind::Code);
  solver.add(pointer, address(behind));
  solver.add(behind, function(1));
  solver.add(a, function(2));
  solver.solve(deaf);
  EXPECT_THAT(functions_in(solver, a), ElementsAre(1, 2));
  EXPECT_THAT(functions_in(solver, behind), ElementsAre(1, 2));
}

TEST(Solver, PointerIntoARecordMayMeanAnyLeaf) {
  Solver solver;
  Deaf deaf;
  Cell f = solver.new_cell(), g = solver.new_cell(), pointer = solver.new_cell();
  Cell read = solver.new_cell();
  solver.set_leaves(0, {{0, CarrierKind::Code, f}, {64, CarrierKind::Code, g}});
  solver.add(f, function(1));
  solver.add(g, function(2));
  solver.add(pointer, record(0));
  solver.load(read, pointer, CarrierKind::Code);
  solver.solve(deaf);
  EXPECT_THAT(functions_in(solver, read), ElementsAre(1, 2));
}

TEST(Solver, LoadThroughAnUnknownPointerIsUnknown) {
  Solver solver;
  Deaf deaf;
  Cell pointer = solver.new_cell(), read = solver.new_cell();
  solver.add(pointer, kUnknown);
  solver.load(read, pointer, CarrierKind::Code);
  solver.solve(deaf);
  EXPECT_THAT(solver.tokens(read), ElementsAre(kUnknown));
}

TEST(Solver, WatcherMayAddConstraintsWhileItListens) {
  struct Linker : Watcher {
    Solver& solver;
    Cell param, argument;
    Linker(Solver& solver, Cell param, Cell argument)
        : solver(solver), param(param), argument(argument) {}
    void arrived(uint32_t watch, Token token) override {
      EXPECT_EQ(watch, 42u);
      if (token == function(5)) solver.copy(param, argument);
    }
  };
  Solver solver;
  Cell callee = solver.new_cell(), param = solver.new_cell(), argument = solver.new_cell();
  solver.watch(callee, 42);
  solver.add(argument, function(9));
  solver.add(callee, function(5));
  Linker linker(solver, param, argument);
  solver.solve(linker);
  EXPECT_THAT(functions_in(solver, param), ElementsAre(9));
}

TEST(Solver, SolvesAgainAfterMoreIsAdded) {
  Solver solver;
  Deaf deaf;
  Cell a = solver.new_cell(), b = solver.new_cell(), c = solver.new_cell();
  solver.add(a, function(1));
  solver.copy(b, a);
  solver.solve(deaf);
  solver.copy(c, b);
  solver.add(a, function(2));
  solver.solve(deaf);
  EXPECT_THAT(functions_in(solver, c), ElementsAre(1, 2));
}

}  // namespace
}  // namespace assay::callgraph
