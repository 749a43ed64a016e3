#include "ir/print.h"

#include <gtest/gtest.h>

#include "unit/ir/builder.h"

namespace assay::ir::test {
namespace {

TEST(Print, Function) {
  UnitBuilder b;
  SymbolId puts = b.symbol("puts", b.function(b.int_type, {b.pointer(b.constant(b.char_type))}));
  FunctionBuilder f(b, "main");
  LocalId argc = f.local("argc", b.int_type, LocalKind::Param);
  f.body().param_count = 1;
  f.local("x", b.int_type);
  f.local("x", b.int_type);
  f.body().strings = {"a\"\n\x01\xc3\xa9\xff"};
  NodeId at = f.place(argc);
  NodeId value = f.point(Op::Load, b.int_type, {at}, 0, kImplicit);
  f.branch(value, 1, 2);
  NodeId callee = f.point(Op::FunctionRef, b.unit.symbols[puts].type, {}, puts.index(), kLvalue);
  NodeId text = f.point(Op::StringLit, b.array(b.char_type, 8));
  f.point(Op::Call, b.int_type, {callee, text}, 0, kMayThrow);
  f.jump(2);
  f.point(Op::Decl, TypeId(), {}, 2);
  NodeId joined = f.point(Op::LogAnd, b.int_type, {});
  f.body().phis = {{joined, BlockId(0u), value}, {joined, BlockId(1u), text}};
  f.leave();
  EXPECT_EQ(print_function(b.unit, f.function), R"(function main (main.c:3:1)  int (void)
  params: %0 argc: int
  locals: %1 x: int, %2 x: int
  B0:
    n0 = local argc : int lvalue                        4:4
    n1 = load n0 : int implicit                         4:5
    branch n1 -> B1 (true), B2 (false)
  B1:
    n2 = function puts : int (const char *) lvalue      4:6
    n3 = string "a\"\n\x01é\xff" : char[8]             4:7
    n4 = call plain n2(n3) : int may-throw              4:8
    jump -> B2
  B2:
    n5 decl x%2                                         4:9
    n6 = log-and [B0: n1, B1: n3] : int                 4:10
    return
)");
}

TEST(Print, InitialiserAndTree) {
  UnitBuilder b;
  FunctionBuilder f(b, "f");
  f.function.kind = FunctionKind::GlobalInit;
  f.function.symbol = b.symbol("table", b.array(b.int_type, 2), SymbolKind::Variable);
  NodeId one = f.number(static_cast<uint64_t>(-1));
  f.body().root = f.point(Op::InitList, b.array(b.int_type, 2), {one, one});
  f.leave();
  EXPECT_EQ(print_function(b.unit, f.function, {.places = false, .tree = true}),
            R"(initialiser of table  int[2]
  tree:
    n1 = init-list n0, n0 : int[2]
      n0 = int -1 : int
  B0:
    n0 = int -1 : int
    n1 = init-list n0, n0 : int[2]
    return
)");
}

TEST(Print, Dot) {
  UnitBuilder b;
  FunctionBuilder f(b, "f");
  f.branch(f.number(1), 1, 1);
  f.leave();
  EXPECT_EQ(print_dot(b.unit, f.function), R"(digraph "f" {
  node [shape=box, fontname=monospace];
  B0 [label="B0:\ln0 = int 1 : int\lbranch\l"];
  B0 -> B1 [label="true"];
  B0 -> B1 [label="false"];
  B1 [label="B1:\lreturn\l"];
}
)");
}

class Expression : public ::testing::Test {
 protected:
  void SetUp() override {
    TypeId inner = b.record("$1", {{"u", b.int_type}});
    node = b.unit.types.declare_record("node", 0);
    b.complete(node, {{"next", b.pointer(node)}, {"value", b.int_type}, {"", inner}});
    p = f.local("p", b.pointer(node));
    i = f.local("i", b.int_type);
  }
  NodeId load(LocalId local) {
    NodeId at = f.place(local);
    return f.point(Op::Load, b.int_type, {at}, 0, kImplicit);
  }
  NodeId arrow(uint64_t field) {
    NodeId pointer = load(p);
    NodeId place = f.point(Op::Deref, node, {pointer}, 0, kImplicit | kArrow | kLvalue);
    return f.point(Op::Member, b.unit.types[node].fields[field].type, {place}, field,
                   kArrow | kLvalue);
  }
  std::string text(NodeId id) { return print_expression(b.unit, f.body(), id); }

  UnitBuilder b;
  FunctionBuilder f{b, "f"};
  TypeId node;
  LocalId p, i;
};

TEST_F(Expression, Members) {
  EXPECT_EQ(text(arrow(0)), "p->next");
  NodeId anonymous = arrow(2);
  EXPECT_EQ(text(f.point(Op::Member, b.int_type, {anonymous}, 0, kLvalue)), "p->u");
}

TEST_F(Expression, Precedence) {
  NodeId sum = f.point(Op::Add, b.int_type, {load(i), f.number(1)});
  EXPECT_EQ(text(f.point(Op::Mul, b.int_type, {sum, f.number(2)})), "(i + 1) * 2");
  NodeId difference = f.point(Op::Sub, b.int_type, {load(i), f.number(1)});
  NodeId right = f.point(Op::Sub, b.int_type, {load(i), difference});
  EXPECT_EQ(text(right), "i - (i - 1)");
  NodeId index = f.point(Op::Index, b.int_type, {arrow(0), sum}, 0, kLvalue);
  EXPECT_EQ(text(index), "p->next[i + 1]");
  NodeId star = f.point(Op::Deref, node, {load(p)}, 0, kLvalue);
  EXPECT_EQ(text(f.point(Op::Member, b.int_type, {star}, 1, kLvalue)), "(*p).value");
  NodeId cast = f.point(Op::Cast, b.long_type, {sum}, static_cast<uint64_t>(CastKind::Integral));
  EXPECT_EQ(text(cast), "(long)(i + 1)");
}

TEST_F(Expression, Calls) {
  SymbolId g = b.symbol("g", b.function(b.int_type, {}));
  NodeId callee = f.point(Op::FunctionRef, b.unit.symbols[g].type, {}, g.index());
  EXPECT_EQ(text(f.point(Op::Call, b.int_type, {callee, load(i), f.number(3)})), "g(i, 3)");
  SymbolId m = b.symbol("_ZN1A1mEv", b.function(b.int_type, {}));
  b.unit.symbols[m].display = "A<x::y>::m";
  NodeId method = f.point(Op::FunctionRef, b.unit.symbols[m].type, {}, m.index());
  NodeId object = f.point(Op::AddressOf, b.pointer(node), {f.place(p)}, 0, kImplicit);
  EXPECT_EQ(text(f.point(Op::Call, b.int_type, {method, object}, 1)), "p.m()");
  EXPECT_EQ(text(f.point(Op::Call, b.int_type, {method, load(p)}, 1)), "p->m()");
}

TEST_F(Expression, LongOnesAreCut) {
  NodeId sum = load(i);
  for (int n = 0; n < 100000; ++n) sum = f.point(Op::Add, b.int_type, {sum, f.number(1)});
  std::string printed = text(sum);
  EXPECT_LE(printed.size(), 64u);
  EXPECT_EQ(printed.substr(0, 9), "i + 1 + 1");
  EXPECT_EQ(printed.substr(printed.size() - 3), "…");
}

}  // namespace
}  // namespace assay::ir::test
