// Every circuit against the evaluator: all operands at small widths, random ones at large; with
// constant operands too; and the numbers of gates that docs/ARCHITECTURE.md states.
#include "logic/circuits.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <random>
#include <sstream>

#include "logic/fold.h"
#include "unit/logic/simulate.h"

namespace assay::logic::test {
namespace {

Lits build(Aig& aig, Op op, const Lits& a, const Lits& b) {
  switch (op) {
    case Op::Not:
      return circuit::bit_not(a);
    case Op::Neg:
      return circuit::neg(aig, a);
    case Op::And:
      return circuit::bit_and(aig, a, b);
    case Op::Or:
      return circuit::bit_or(aig, a, b);
    case Op::Xor:
      return circuit::bit_xor(aig, a, b);
    case Op::Add:
      return circuit::add(aig, a, b);
    case Op::Sub:
      return circuit::sub(aig, a, b);
    case Op::Mul:
      return circuit::mul(aig, a, b);
    case Op::UDiv:
      return circuit::udivide(aig, a, b).quotient;
    case Op::URem:
      return circuit::udivide(aig, a, b).remainder;
    case Op::SDiv:
      return circuit::sdivide(aig, a, b).quotient;
    case Op::SRem:
      return circuit::sdivide(aig, a, b).remainder;
    case Op::Shl:
      return circuit::shl(aig, a, b);
    case Op::LShr:
      return circuit::lshr(aig, a, b);
    case Op::AShr:
      return circuit::ashr(aig, a, b);
    case Op::Eq:
      return {circuit::eq(aig, a, b)};
    case Op::Ult:
      return {circuit::ult(aig, a, b)};
    case Op::Slt:
      return {circuit::slt(aig, a, b)};
    case Op::UMulO:
      return {circuit::umul_overflows(aig, a, b)};
    case Op::SMulO:
      return {circuit::smul_overflows(aig, a, b)};
    default:
      return {};
  }
}

constexpr Op kWithCircuit[] = {Op::Not,  Op::Neg,  Op::And, Op::Or,    Op::Xor,
                               Op::Add,  Op::Sub,  Op::Mul, Op::UDiv,  Op::SDiv,
                               Op::URem, Op::SRem, Op::Shl, Op::LShr,  Op::AShr,
                               Op::Eq,   Op::Ult,  Op::Slt, Op::UMulO, Op::SMulO};

uint64_t expected(Op op, uint32_t width, uint64_t a, uint64_t b) {
  const OpInfo& info = op_info(op);
  std::vector<Bits> args = {Bits(width, a)};
  if (info.arity == 2) args.emplace_back(width, b);
  uint32_t result = info.width_rule == WidthRule::Predicate ? 1 : width;
  return fold(op, result, args, {}).low();
}

std::vector<bool> bits_of(uint32_t width, uint64_t a, uint64_t b) {
  std::vector<bool> bits;
  for (uint32_t i = 0; i < width; ++i) bits.push_back((a >> i & 1) != 0);
  for (uint32_t i = 0; i < width; ++i) bits.push_back((b >> i & 1) != 0);
  return bits;
}

Lits constant(uint32_t width, uint64_t value) {
  Lits lits;
  for (uint32_t i = 0; i < width; ++i) lits.push_back(Lit((value >> i & 1) != 0));
  return lits;
}

TEST(Circuits, AllOperandsAtSmallWidths) {
  for (Op op : kWithCircuit) {
    for (uint32_t width = 1; width <= 5; ++width) {
      Aig aig;
      Lits a = make_inputs(aig, width), b = make_inputs(aig, width);
      Lits result = build(aig, op, a, b);
      for (uint64_t x = 0; x < 1u << width; ++x) {
        for (uint64_t y = 0; y < 1u << width; ++y) {
          std::vector<bool> values = simulate(aig, bits_of(width, x, y));
          ASSERT_EQ(word_of(values, result), expected(op, width, x, y))
              << op_info(op).name << " width " << width << ": " << x << ", " << y;
        }
      }
    }
  }
}

TEST(Circuits, ConstantOperandsAtSmallWidths) {
  for (Op op : kWithCircuit) {
    for (uint32_t width = 1; width <= 4; ++width) {
      for (uint64_t k = 0; k < 1u << width; ++k) {
        Aig aig;
        Lits a = make_inputs(aig, width), unused = make_inputs(aig, width);
        Lits right = build(aig, op, a, constant(width, k));
        Lits left = build(aig, op, constant(width, k), a);
        for (uint64_t x = 0; x < 1u << width; ++x) {
          std::vector<bool> values = simulate(aig, bits_of(width, x, 0));
          ASSERT_EQ(word_of(values, right), expected(op, width, x, k))
              << op_info(op).name << " width " << width << ": " << x << ", " << k;
          ASSERT_EQ(word_of(values, left), expected(op, width, k, x))
              << op_info(op).name << " width " << width << ": " << k << ", " << x;
        }
      }
    }
  }
}

TEST(Circuits, SquaresAreProducts) {
  for (uint32_t width = 1; width <= 6; ++width) {
    Aig aig;
    Lits a = make_inputs(aig, width);
    Lits square = circuit::mul(aig, a, a);
    for (uint64_t x = 0; x < 1u << width; ++x) {
      std::vector<bool> values = simulate(aig, bits_of(width, x, 0));
      ASSERT_EQ(word_of(values, square), expected(Op::Mul, width, x, x));
    }
  }
}

TEST(Circuits, RandomOperandsAtLargeWidths) {
  std::mt19937_64 random(2);
  for (Op op : kWithCircuit) {
    for (uint32_t width : {7u, 13u, 32u, 64u}) {
      Aig aig;
      Lits a = make_inputs(aig, width), b = make_inputs(aig, width);
      Lits result = build(aig, op, a, b);
      for (int i = 0; i < 40; ++i) {
        uint64_t x = random() >> random() % 64 & low_mask(width);
        uint64_t y = random() >> random() % 64 & low_mask(width);
        if (i % 4 == 0) y = random() % (width + 3) & low_mask(width);
        std::vector<bool> values = simulate(aig, bits_of(width, x, y));
        ASSERT_EQ(word_of(values, result), expected(op, width, x, y))
            << op_info(op).name << " width " << width << ": " << x << ", " << y;
      }
    }
  }
}

TEST(Circuits, RandomConstantFactors) {
  std::mt19937_64 random(3);
  for (uint32_t width : {16u, 32u, 64u}) {
    for (int i = 0; i < 30; ++i) {
      uint64_t k = random() >> random() % 64 & low_mask(width);
      Aig aig;
      Lits a = make_inputs(aig, width);
      Lits product = circuit::mul(aig, a, constant(width, k));
      Lits quotient = circuit::udivide(aig, a, constant(width, k)).quotient;
      uint64_t x = random() & low_mask(width);
      std::vector<bool> values = simulate(aig, bits_of(width, x, 0));
      ASSERT_EQ(word_of(values, product), expected(Op::Mul, width, x, k));
      ASSERT_EQ(word_of(values, quotient), expected(Op::UDiv, width, x, k));
    }
  }
}

TEST(Circuits, QuotientAndRemainderShareTheirGates) {
  Aig aig;
  Lits a = make_inputs(aig, 32), b = make_inputs(aig, 32);
  circuit::udivide(aig, a, b);
  uint32_t once = aig.and_count();
  circuit::udivide(aig, a, b);
  EXPECT_EQ(aig.and_count(), once);
}

uint32_t gates(const std::string& name, uint32_t width) {
  Aig aig;
  Lits a = make_inputs(aig, width), b = make_inputs(aig, width);
  Lit condition = aig.make_input();
  static const std::map<std::string, Op> kOperators = [] {
    std::map<std::string, Op> result;
    for (Op op : kWithCircuit) result.emplace(op_info(op).name, op);
    return result;
  }();
  if (name == "ite")
    circuit::ite(aig, condition, a, b);
  else if (name == "bvmul by 10")
    circuit::mul(aig, a, constant(width, 10));
  else if (name == "bvmul by itself")
    circuit::mul(aig, a, a);
  else if (name == "bvudiv by 10")
    circuit::udivide(aig, a, constant(width, 10));
  else
    build(aig, kOperators.at(name), a, b);
  return aig.and_count();
}

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream text(line.substr(1));
  for (std::string cell; std::getline(text, cell, '|');) {
    size_t first = cell.find_first_not_of(" `"), last = cell.find_last_not_of(" `");
    cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
  }
  return cells;
}

TEST(Circuits, GateCountsAreAsDocumented) {
  std::ifstream file(ASSAY_TESTS_DIR "/../docs/ARCHITECTURE.md");
  ASSERT_TRUE(file);
  std::string line;
  while (std::getline(file, line) && !line.starts_with("| gates |")) {
  }
  ASSERT_FALSE(line.empty()) << "docs/ARCHITECTURE.md should have the table of gates";
  std::vector<std::string> header = cells_of(line);
  ASSERT_EQ(header, (std::vector<std::string>{"gates", "8", "16", "32", "64"}));
  std::getline(file, line);
  int rows = 0;
  while (std::getline(file, line) && line.starts_with("|")) {
    std::vector<std::string> cells = cells_of(line);
    ASSERT_EQ(cells.size(), header.size()) << line;
    for (size_t i = 1; i < cells.size(); ++i) {
      uint32_t width = static_cast<uint32_t>(std::stoul(header[i]));
      EXPECT_EQ(std::to_string(gates(cells[0], width)), cells[i]) << cells[0] << " at " << width;
    }
    ++rows;
  }
  EXPECT_GE(rows, 15);
}

}  // namespace
}  // namespace assay::logic::test
