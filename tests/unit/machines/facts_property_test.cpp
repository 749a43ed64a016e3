// Facts against brute force: random straight-line programs over integers of a few bits, all runs of
// which are known.  Facts may say too little, never something that a run disproves.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <set>

#include "engines/machines/facts.h"

namespace assay::machines {
namespace {

using ir::Op;
using metal::Scalar;
using metal::ScalarKind;
using metal::Tree;
using metal::TreeId;
using metal::TreePool;

// A small machine: int and unsigned have four bits, narrower types are promoted.
constexpr Scalar kInt{ScalarKind::Int, 4, true}, kUnsigned{ScalarKind::Int, 4, false},
    kChar{ScalarKind::Int, 3, true}, kByte{ScalarKind::Int, 2, false},
    kPointer{ScalarKind::Pointer, 64, false};
constexpr size_t kVariables = 5;  // four numbers and a pointer to one of the first two
constexpr size_t kThePointer = 4;
constexpr std::array<Scalar, kVariables> kTypes{kInt, kInt, kUnsigned, kChar, kPointer};

/// A run, as far as it matters: what the variables hold now.  Pointers hold 1000 + the variable's
/// number.
using Valuation = std::array<int, kVariables>;

int wrapped(const Scalar& scalar, int value) {
  int size = 1 << scalar.bits;
  int rest = ((value % size) + size) % size;
  return scalar.is_signed && rest >= size / 2 ? rest - size : rest;
}

class World {
 public:
  explicit World(uint32_t seed) : random_(seed) {
    for (size_t i = 0; i < kVariables; ++i) {
      Tree tree;
      tree.op = Op::Local;
      tree.scope = metal::ScopeId(0u);
      tree.payload = i;
      tree.scalar = kTypes[i];
      variables_[i] = pool.make(tree);
    }
  }

  TreePool pool;
  std::array<TreeId, kVariables> variables_;

  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_()) % n; }
  TreeId literal(int value) { return pool.make_int(static_cast<uint64_t>(int64_t{value})); }
  TreeId make(Op op, Scalar scalar, std::vector<TreeId> kids) {
    Tree tree;
    tree.op = op;
    tree.scalar = scalar;
    tree.kids = std::move(kids);
    return pool.make(std::move(tree));
  }
  TreeId address(size_t variable) { return make(Op::AddressOf, kPointer, {variables_[variable]}); }
  TreeId target() { return make(Op::Deref, kInt, {variables_[kThePointer]}); }

  /// As the front end does: a conversion that may change the number stands in the tree.
  TreeId converted(TreeId tree, Scalar from, Scalar to) {
    bool keeps = to.bits > from.bits ? to.is_signed || !from.is_signed
                                     : to.bits == from.bits && to.is_signed == from.is_signed;
    if (pool[tree].op == Op::IntLit)
      return literal(wrapped(to, static_cast<int>(pool[tree].payload)));
    return keeps ? tree : make(Op::Cast, to, {tree});
  }
  struct Typed {
    TreeId tree;
    Scalar scalar;
  };
  Typed promoted(Typed of) {
    if (of.scalar.bits < kInt.bits) return {converted(of.tree, of.scalar, kInt), kInt};
    return of;
  }
  Typed number(int depth) {
    switch (depth <= 0 ? below(3) : below(7)) {
      case 0:
        return {literal(static_cast<int>(below(8)) - 2), kInt};
      case 1:
        return {target(), kInt};
      case 2: {
        size_t variable = below(4);
        return {variables_[variable], kTypes[variable]};
      }
      case 3: {
        Scalar to = std::array{kInt, kUnsigned, kChar, kByte}[below(4)];
        Typed of = number(depth - 1);
        return {converted(of.tree, of.scalar, to), to};
      }
      case 4:
        return {comparison(depth - 1), kInt};
      default: {
        constexpr std::array kOps{Op::Add, Op::Add, Op::Sub,    Op::Sub,   Op::Mul,   Op::Div,
                                  Op::Rem, Op::Shr, Op::BitAnd, Op::BitOr, Op::BitXor};
        Op op = kOps[below(kOps.size())];
        Typed a = promoted(number(depth - 1)), b = promoted(number(depth - 1));
        bool same = a.scalar == b.scalar;
        Scalar common = same ? a.scalar : kUnsigned;
        return {make(op, common,
                     {converted(a.tree, a.scalar, common), converted(b.tree, b.scalar, common)}),
                common};
      }
    }
  }
  TreeId comparison(int depth) {
    if (below(12) == 0) return make(Op::Eq, kInt, {variables_[kThePointer], address(below(2))});
    constexpr std::array kOps{Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne};
    Typed a = promoted(number(depth)), b = promoted(number(depth));
    Scalar common = a.scalar == b.scalar ? a.scalar : kUnsigned;
    return make(kOps[below(kOps.size())], kInt,
                {converted(a.tree, a.scalar, common), converted(b.tree, b.scalar, common)});
  }
  TreeId condition() {
    switch (below(8)) {
      case 0:
        return number(1).tree;
      case 1:
        return make(Op::Not, kInt, {comparison(1)});
      case 2:
        return make(Op::LogAnd, kInt, {comparison(0), comparison(0)});
      case 3:
        return make(Op::LogOr, kInt, {comparison(0), comparison(0)});
      default:
        return comparison(1);
    }
  }

  /// None: the run ends here (a division by zero).
  std::optional<int> value(const Valuation& run, TreeId id) const {
    const Tree& tree = pool[id];
    std::vector<int> kids;
    if (tree.op != Op::AddressOf) {
      for (TreeId kid : tree.kids) {
        std::optional<int> part = value(run, kid);
        if (!part) return std::nullopt;
        kids.push_back(*part);
      }
    }
    switch (tree.op) {
      case Op::Local:
        return run[tree.payload];
      case Op::IntLit:
        return static_cast<int>(static_cast<int64_t>(tree.payload));
      case Op::Deref:
        return run[static_cast<size_t>(kids[0] - 1000)];
      case Op::AddressOf:
        return 1000 + static_cast<int>(pool[tree.kids[0]].payload);
      case Op::Cast:
        return wrapped(tree.scalar, kids[0]);
      case Op::Add:
        return wrapped(tree.scalar, kids[0] + kids[1]);
      case Op::Sub:
        return wrapped(tree.scalar, kids[0] - kids[1]);
      case Op::Mul:
        return wrapped(tree.scalar, kids[0] * kids[1]);
      case Op::Div:
      case Op::Rem:
        if (kids[1] == 0) return std::nullopt;
        return wrapped(tree.scalar, tree.op == Op::Div ? kids[0] / kids[1] : kids[0] % kids[1]);
      case Op::Shr:
        if (kids[1] < 0 || kids[1] >= tree.scalar.bits) return std::nullopt;
        return kids[0] >> kids[1];
      case Op::BitAnd:
        return wrapped(tree.scalar, kids[0] & kids[1]);
      case Op::BitOr:
        return wrapped(tree.scalar, kids[0] | kids[1]);
      case Op::BitXor:
        return wrapped(tree.scalar, kids[0] ^ kids[1]);
      case Op::Lt:
        return kids[0] < kids[1];
      case Op::Le:
        return kids[0] <= kids[1];
      case Op::Gt:
        return kids[0] > kids[1];
      case Op::Ge:
        return kids[0] >= kids[1];
      case Op::Eq:
        return kids[0] == kids[1];
      case Op::Ne:
        return kids[0] != kids[1];
      case Op::LogAnd:
        return kids[0] && kids[1];
      case Op::LogOr:
        return kids[0] || kids[1];
      default:
        ADD_FAILURE() << "unexpected tree";
        return 0;
    }
  }

 private:
  std::minstd_rand random_;
};

class Path {
 public:
  Path(World& world) : world_(world) {
    for (int x = -8; x < 8; ++x)
      for (int y = -8; y < 8; y += 3)
        for (int u = 0; u < 16; u += 5)
          for (int c = -4; c < 4; c += 3)
            for (int p : {1000, 1001}) runs_.insert({x, y, u, c, p});
    // The pointer leads to one of two variables: their addresses have been seen.
    TreePool& pool = world_.pool;
    TreeId pointer = world_.variables_[kThePointer];
    for (size_t i : {0, 1}) facts_.assign(pool, pointer, world_.address(i));
    facts_.forget(pool, pointer);
  }

  Facts facts_;
  std::set<Valuation> runs_;
  uint32_t decidable_ = 0, decided_ = 0;  // conditions that are the same in all runs

  void step() {
    switch (world_.below(8)) {
      case 0:
        forget();
        break;
      case 1:
      case 2:
      case 3:
        assign();
        break;
      case 4:
        change();
        break;
      case 5:
        choose_case();
        break;
      default:
        branch();
    }
    ask();
  }
  /// Whether what the facts say is so in every run.
  void check(const Facts& facts, const std::set<Valuation>& runs, TreeId condition) {
    Tri answer = facts.holds(world_.pool, condition);
    bool sometimes = false, sometimes_not = false;
    for (const Valuation& run : runs) {
      std::optional<int> value = world_.value(run, condition);
      if (!value) continue;
      (*value != 0 ? sometimes : sometimes_not) = true;
      if (answer == Tri::Unknown) continue;
      ASSERT_EQ(answer == Tri::Yes, *value != 0) << world_.pool.spell(condition);
    }
    if (sometimes == sometimes_not) return;
    ++decidable_;
    if (answer != Tri::Unknown) ++decided_;
  }
  void ask() {
    check(facts_, runs_, world_.condition());
    TreeId a = world_.number(1).tree, b = world_.number(1).tree;
    Tri answer = facts_.equal(world_.pool, a, b);
    for (const Valuation& run : runs_) {
      std::optional<int> x = world_.value(run, a), y = world_.value(run, b);
      if (!x || !y || answer == Tri::Unknown) continue;
      ASSERT_EQ(answer == Tri::Yes, *x == *y)
          << world_.pool.spell(a) << " and " << world_.pool.spell(b);
    }
  }

 private:
  struct Target {
    TreeId tree;
    Scalar scalar;
    size_t variable;  // kVariables: what the pointer leads to
  };
  Target place() {
    size_t variable = world_.below(5);
    if (variable == kThePointer) return {world_.target(), kInt, kVariables};
    return {world_.variables_[variable], kTypes[variable], variable};
  }
  static int& cell(Valuation& run, size_t variable) {
    return run[variable == kVariables ? static_cast<size_t>(run[kThePointer] - 1000) : variable];
  }
  template <class Change>
  void each_run(Change change) {
    std::set<Valuation> after;
    for (const Valuation& run : runs_) change(run, after);
    runs_ = std::move(after);
  }
  void assign() {
    if (world_.below(6) == 0) {
      size_t variable = world_.below(2);
      facts_.assign(world_.pool, world_.variables_[kThePointer], world_.address(variable));
      return each_run([&](Valuation run, std::set<Valuation>& after) {
        run[kThePointer] = 1000 + static_cast<int>(variable);
        after.insert(run);
      });
    }
    Target to = place();
    World::Typed from = world_.number(2);
    TreeId value = world_.converted(from.tree, from.scalar, to.scalar);
    facts_.assign(world_.pool, to.tree, value);
    each_run([&](Valuation run, std::set<Valuation>& after) {
      std::optional<int> written = world_.value(run, value);
      if (!written) return;
      cell(run, to.variable) = wrapped(to.scalar, *written);
      after.insert(run);
    });
  }
  void change() {
    Target to = place();
    constexpr std::array kOps{Op::AddAssign, Op::SubAssign, Op::MulAssign, Op::AndAssign,
                              Op::OrAssign,  Op::XorAssign, Op::PreInc,    Op::PostDec};
    Op op = kOps[world_.below(kOps.size())];
    bool steps = op == Op::PreInc || op == Op::PostDec;
    TreeId operand = steps ? TreeId() : world_.number(1).tree;
    facts_.write(world_.pool, op, to.tree, operand);
    each_run([&](Valuation run, std::set<Valuation>& after) {
      std::optional<int> by = steps ? 1 : world_.value(run, operand);
      if (!by) return;
      int& value = cell(run, to.variable);
      int result = op == Op::AddAssign || op == Op::PreInc    ? value + *by
                   : op == Op::SubAssign || op == Op::PostDec ? value - *by
                   : op == Op::MulAssign                      ? value * *by
                   : op == Op::AndAssign                      ? (value & *by)
                   : op == Op::OrAssign                       ? (value | *by)
                                                              : (value ^ *by);
      value = wrapped(to.scalar, result);
      after.insert(run);
    });
  }
  void forget() {
    size_t variable = world_.below(4);
    facts_.forget(world_.pool, world_.variables_[variable]);
    each_run([&](Valuation run, std::set<Valuation>& after) {
      int size = 1 << kTypes[variable].bits;
      for (int value = 0; value < size; value += 1) {
        run[variable] = wrapped(kTypes[variable], value);
        after.insert(run);
      }
    });
    thin_out();
  }
  /// Fewer runs: whatever holds in all of them holds in these.
  void thin_out() {
    while (runs_.size() > 2000) {
      std::set<Valuation> kept;
      size_t i = 0;
      for (const Valuation& run : runs_)
        if (i++ % 3 != 0) kept.insert(run);
      runs_ = std::move(kept);
    }
  }
  void branch() {
    TreeId condition = world_.condition();
    bool truth = world_.below(2) == 0;
    std::set<Valuation> taken;
    for (const Valuation& run : runs_) {
      std::optional<int> value = world_.value(run, condition);
      if (value && (*value != 0) == truth) taken.insert(run);
    }
    Facts after = facts_;
    Tri answer = after.assume(world_.pool, condition, truth);
    if (!taken.empty()) {
      ASSERT_NE(answer, Tri::No) << world_.pool.spell(condition);
    }
    if (taken.empty() || answer == Tri::No) return;
    facts_ = after;
    runs_ = taken;
  }
  void choose_case() {
    World::Typed value = world_.number(1);
    int low = static_cast<int>(world_.below(8)) - 3, high = low + static_cast<int>(world_.below(2));
    if (!value.scalar.is_signed) low = std::max(low, 0), high = std::max(high, low);
    bool inside = world_.below(2) == 0;
    std::set<Valuation> taken;
    for (const Valuation& run : runs_) {
      std::optional<int> number = world_.value(run, value.tree);
      if (number && (low <= *number && *number <= high) == inside) taken.insert(run);
    }
    Facts after = facts_;
    Tri answer = after.assume_case(world_.pool, value.tree, low, high, inside);
    if (!taken.empty()) {
      ASSERT_NE(answer, Tri::No) << world_.pool.spell(value.tree);
    }
    if (taken.empty() || answer == Tri::No) return;
    facts_ = after;
    runs_ = taken;
  }

  World& world_;
};

TEST(FactsProperty, SaysNothingThatARunDisproves) {
  uint32_t decidable = 0, decided = 0;
  for (uint32_t seed = 1; seed <= 100 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    World world(seed);
    Path path(world);
    for (int step = 0; step < 25 && !HasFatalFailure(); ++step) path.step();
    decidable += path.decidable_, decided += path.decided_;
  }
  // And that it says much: saying nothing would be true, too.
  EXPECT_GT(decided * 2, decidable) << decided << " of " << decidable;
}

TEST(FactsProperty, StaysTrueWhenFactsAreDroppedForSpace) {
  for (uint32_t seed = 1; seed <= 4 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    World world(seed + 1000);
    Path path(world);
    for (int step = 0; step < 300 && !HasFatalFailure(); ++step) path.step();
  }
}

TEST(FactsProperty, JoinsMeetsAndRenamesKeepToTheRuns) {
  for (uint32_t seed = 1; seed <= 80 && !HasFatalFailure(); ++seed) {
    SCOPED_TRACE(seed);
    World world(seed + 5000);
    Path one(world);
    for (int step = 0; step < 6 && !HasFatalFailure(); ++step) one.step();
    Path two = one;
    for (int step = 0; step < 6 && !HasFatalFailure(); ++step) one.step(), two.step();

    Facts joined = one.facts_;
    joined.join(world.pool, two.facts_);
    EXPECT_TRUE(one.facts_.implies(world.pool, joined));
    EXPECT_TRUE(two.facts_.implies(world.pool, joined));
    Facts same = one.facts_.renamed(world.pool, [](TreeId tree) { return tree; });
    Facts both = one.facts_;
    Tri possible = both.meet(world.pool, two.facts_);
    std::set<Valuation> shared;
    std::set_intersection(one.runs_.begin(), one.runs_.end(), two.runs_.begin(), two.runs_.end(),
                          std::inserter(shared, shared.end()));
    EXPECT_TRUE(shared.empty() || possible != Tri::No);
    bool implied = one.facts_.implies(world.pool, two.facts_);
    Facts two_again = two.facts_.renamed(world.pool, [](TreeId tree) { return tree; });
    for (int i = 0; i < 20; ++i) {
      TreeId condition = world.condition();
      one.check(joined, one.runs_, condition);
      one.check(joined, two.runs_, condition);
      one.check(same, one.runs_, condition);
      if (possible != Tri::No) one.check(both, shared, condition);
      if (implied) one.check(two_again, one.runs_, condition);
    }
  }
}

TEST(FactsProperty, TheKeyIsThatOfTheContent) {
  for (uint32_t seed = 1; seed <= 15; ++seed) {
    World first(seed), second(seed);
    // Another history of the pool must not show.
    for (int i = 40; i > 0; --i) second.literal(i);
    second.make(Op::Add, kInt, {second.variables_[2], second.variables_[1]});
    Path one(first), two(second);
    for (int step = 0; step < 10; ++step) one.step(), two.step();
    EXPECT_EQ(one.facts_.key(first.pool), two.facts_.key(second.pool));
    EXPECT_EQ(one.facts_.spell(first.pool), two.facts_.spell(second.pool));
  }
}

}  // namespace
}  // namespace assay::machines
