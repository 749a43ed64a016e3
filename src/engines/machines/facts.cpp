#include "engines/machines/facts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/bytes.h"
#include "engines/machines/facts_atoms.h"
#include "engines/machines/facts_eval.h"

namespace assay::machines {

using ir::Op;
using metal::TreeId;
using metal::TreePool;

namespace {

/// Values and places that are kept; past them, what has no name is dropped, then the oldest facts.
// APPROX(over): what is dropped is unknown.
constexpr size_t kMaxNodes = 160;
/// A smaller graph is not searched for what has no name any more.
constexpr size_t kFewNodes = 40;

/// What is written; none if the operator's result is not followed.
std::optional<Op> operator_of(Op write) {
  switch (write) {
    case Op::AddAssign:
    case Op::PreInc:
    case Op::PostInc:
      return Op::Add;
    case Op::SubAssign:
    case Op::PreDec:
    case Op::PostDec:
      return Op::Sub;
    case Op::MulAssign:
      return Op::Mul;
    case Op::AndAssign:
      return Op::BitAnd;
    case Op::OrAssign:
      return Op::BitOr;
    case Op::XorAssign:
      return Op::BitXor;
    default:
      return std::nullopt;
  }
}

}  // namespace

struct Facts::Data {
  FactGraph graph;
  std::optional<std::vector<FactAtom>> atoms;  // of this graph, once somebody asked
  std::optional<Hash> key;
  bool is_propagated = false;
  size_t compact_at = kFewNodes;  // from this size on it is worth making anew
};

Facts::Facts() = default;
Facts::Facts(const Facts&) = default;
Facts::Facts(Facts&&) noexcept = default;
Facts& Facts::operator=(const Facts&) = default;
Facts& Facts::operator=(Facts&&) noexcept = default;
Facts::~Facts() = default;

// A graph of what trees name now: values that lost their names are left behind.
void Facts::compact(TreePool& pool) {
  // The youngest first; atoms of one age by content, in which order they are.
  const std::vector<FactAtom> all = atoms(pool);
  std::vector<std::pair<uint32_t, size_t>> order;
  for (size_t i = 0; i < all.size(); ++i) order.emplace_back(UINT32_MAX - all[i].age, i);
  std::sort(order.begin(), order.end());
  data_ = std::make_shared<Data>();
  for (const auto& [age, i] : order) {
    if (data_->graph.size() > kMaxNodes / 2) break;
    learn(pool, data_->graph, all[i]);
  }
  data_->graph.propagate();
  data_->compact_at = std::min(kMaxNodes, 2 * data_->graph.size() + kFewNodes);
}

Facts::Data& Facts::own(TreePool& pool) {
  if (!data_) {
    data_ = std::make_shared<Data>();
  } else if (data_->graph.size() > kMaxNodes) {
    compact(pool);
  } else if (data_.use_count() > 1) {
    size_t compact_at = data_->compact_at;
    data_ =
        std::make_shared<Data>(Data{data_->graph, std::nullopt, std::nullopt, false, compact_at});
  }
  data_->atoms.reset();
  data_->key.reset();
  data_->is_propagated = false;
  return *data_;
}

const std::vector<FactAtom>& Facts::atoms(TreePool& pool) const {
  static const std::vector<FactAtom> kNone;
  if (!data_) return kNone;
  if (!data_->atoms) data_->atoms = atoms_of(pool, data_->graph);
  return *data_->atoms;
}

void Facts::assign(TreePool& pool, TreeId place, TreeId value) {
  // What a call gives is unknown, and needs no value of its own before somebody asks.
  if (value.valid() && is_unknown(pool, value)) value = TreeId();
  if (!place.valid() || (!value.valid() && !data_)) return;
  bool is_new = pool[place].op == Op::Local && !value.valid() && !data_->graph.has_variable(place);
  if (is_new) return;
  FactGraph& graph = own(pool).graph;
  ValueId written = value.valid() ? evaluate(pool, graph, value) : ValueId();
  ValueId where = evaluate_place(pool, graph, place);
  if (!where.valid()) return;
  const metal::Scalar scalar = pool[place].scalar;
  if (written.valid() && scalar.kind != metal::ScalarKind::None)
    written = graph.converted(written, scalar);
  graph.store(pool, where, written);
}

void Facts::write(TreePool& pool, Op op, TreeId place, TreeId operand) {
  if (op == Op::Assign || op == Op::Init) return assign(pool, place, operand);
  if (!place.valid()) return;
  std::optional<Op> computes = operator_of(op);
  bool steps = op >= Op::PreInc && op <= Op::PostDec;
  const metal::Scalar scalar = pool[place].scalar;
  bool known =
      computes && (steps || operand.valid()) && is_integer(scalar) &&
      (!operand.valid() || is_integer(pool[operand].scalar) || pool[operand].op == Op::IntLit);
  if (!known) return assign(pool, place, TreeId());
  FactGraph& graph = own(pool).graph;
  ValueId where = evaluate_place(pool, graph, place);
  if (!where.valid()) return;
  // C computes in a type that is at least as wide; these operators give the same low bits.
  ValueId by = steps ? graph.constant(1) : evaluate(pool, graph, operand);
  by = graph.converted(by, scalar);
  ValueId old = graph.load(where);
  // A bool is not stepped around.
  ValueId result =
      scalar.bits == 1 ? graph.unknown(scalar) : graph.computed(*computes, scalar, old, by, 0);
  graph.store(pool, where, result);
}

void Facts::forget(TreePool& pool, TreeId place) { assign(pool, place, TreeId()); }

void Facts::forget_if(TreePool& pool, const std::function<bool(TreeId)>& picked) {
  if (!data_) return;
  if (data_->graph.size() > kMaxNodes) compact(pool);
  const FactGraph& known = data_->graph;
  std::vector<ValueId> dropped;
  for (size_t i = 0; i < known.size(); ++i) {
    ValueId id(i);
    if (!is_place(known[id].shape) || !known[known.find(id)].content.valid()) continue;
    if (!known[id].tree.valid() || picked(known[id].tree)) dropped.push_back(id);
  }
  if (!dropped.empty()) {
    FactGraph& graph = own(pool).graph;
    for (ValueId id : dropped) graph.drop_content(id);
  }
  if (data_->graph.size() > data_->compact_at) compact(pool);
}

Tri Facts::assume(TreePool& pool, TreeId condition, bool truth) {
  if (!condition.valid()) return Tri::Unknown;
  FactGraph& graph = own(pool).graph;
  Tri known = Tri::Yes;
  std::vector<std::pair<TreeId, bool>> todo{{condition, truth}};
  while (!todo.empty()) {
    auto [tree, value] = todo.back();
    todo.pop_back();
    const metal::Tree& at = pool[tree];
    bool joins = (at.op == Op::LogAnd && value) || (at.op == Op::LogOr && !value);
    if (joins) {  // both parts were evaluated, the left one first
      todo.emplace_back(at.kids[1], value);
      if (is_pure(pool, at.kids[1])) todo.emplace_back(at.kids[0], value);
      continue;
    }
    ValueId result = evaluate(pool, graph, tree);
    Tri before = graph.truth(result);
    if (before == (value ? Tri::No : Tri::Yes)) return Tri::No;
    if (before != Tri::Unknown) continue;
    known = Tri::Unknown;
    graph.assert_truth(result, value);
    if (graph.is_impossible()) return Tri::No;
    if ((at.op == Op::LogAnd || at.op == Op::LogOr) && is_pure(pool, tree)) {
      // One part decides; where the other one is known not to, it is this one.
      Tri neutral = at.op == Op::LogAnd ? Tri::Yes : Tri::No;
      for (size_t i : {0, 1})
        if (graph.truth(evaluate(pool, graph, at.kids[i])) == neutral)
          todo.emplace_back(at.kids[1 - i], value);
    }
  }
  return known;
}

Tri Facts::assume_case(TreePool& pool, TreeId value, int64_t low, int64_t high, bool taken) {
  if (!value.valid()) return Tri::Unknown;
  FactGraph& graph = own(pool).graph;
  ValueId id = evaluate(pool, graph, value);
  const metal::Scalar& scalar = pool[value].scalar;
  bool by_bits = is_integer(scalar) && !scalar.is_signed;
  auto bound = [&](int64_t bits) {
    return by_bits ? static_cast<Wide>(static_cast<uint64_t>(bits)) : static_cast<Wide>(bits);
  };
  Range range{bound(low), bound(high)};
  Range known = graph.range(id);
  bool outside = intersection(range, known).is_empty();
  if (taken) {
    if (outside) return Tri::No;
    if (range.contains(known)) return Tri::Yes;
    if (range.is_single())
      graph.merge(id, graph.constant(range.low));
    else
      graph.narrow(id, range);
  } else {
    if (outside) return Tri::Yes;
    if (range.contains(known)) return Tri::No;
    if (range.is_single())
      graph.separate(id, graph.constant(range.low));
    else if (range.low <= known.low)
      graph.narrow(id, {range.high + 1, known.high});
    else if (range.high >= known.high)
      graph.narrow(id, {known.low, range.low - 1});
  }
  graph.propagate();
  return graph.is_impossible() ? Tri::No : Tri::Unknown;
}

Tri Facts::meet(TreePool& pool, const Facts& other) {
  if (data_ == other.data_ || other.empty()) return Tri::Yes;
  const std::vector<FactAtom>& theirs = other.atoms(pool);
  FactGraph& graph = own(pool).graph;
  bool known = true;
  for (const FactAtom& atom : theirs) {
    if (machines::holds(pool, graph, atom)) continue;
    known = false;
    learn(pool, graph, atom);
    if (graph.is_impossible()) return Tri::No;
  }
  if (known) return Tri::Yes;
  graph.propagate();
  return graph.is_impossible() ? Tri::No : Tri::Unknown;
}

Tri Facts::holds(TreePool& pool, TreeId condition) const {
  if (!condition.valid()) return Tri::Unknown;
  FactGraph none;
  FactGraph& graph = data_ ? data_->graph : none;
  size_t mark = graph.mark();
  Tri answer = graph.truth(evaluate(pool, graph, condition));
  graph.rewind(mark);
  return answer;
}

Tri Facts::equal(TreePool& pool, TreeId a, TreeId b) const {
  if (!a.valid() || !b.valid()) return Tri::Unknown;
  FactGraph none;
  FactGraph& graph = data_ ? data_->graph : none;
  size_t mark = graph.mark();
  ValueId first = evaluate(pool, graph, a);
  Tri answer = graph.equal(first, evaluate(pool, graph, b));
  graph.rewind(mark);
  return answer;
}

namespace {

/// Which of the atoms, word by word, are among the others; both are in their order.
std::vector<bool> found_in(const TreePool& pool, const std::vector<FactAtom>& atoms,
                           const std::vector<FactAtom>& others) {
  std::vector<bool> found(atoms.size());
  size_t k = 0;
  for (size_t i = 0; i < atoms.size(); ++i) {
    while (k < others.size() && comes_before(pool, others[k], atoms[i])) ++k;
    if (k == others.size()) break;
    const FactAtom &a = atoms[i], &b = others[k];
    found[i] = a.kind == b.kind && a.a == b.a && a.b == b.b && a.range == b.range;
  }
  return found;
}

}  // namespace

bool Facts::implies(TreePool& pool, const Facts& other) const {
  if (data_ == other.data_ || other.empty()) return true;
  const std::vector<FactAtom>& theirs = other.atoms(pool);
  if (theirs.empty()) return true;
  if (!data_) return false;
  std::vector<bool> is_mine = found_in(pool, theirs, atoms(pool));
  FactGraph& graph = data_->graph;
  if (!data_->is_propagated) graph.propagate();
  data_->is_propagated = true;
  size_t mark = graph.mark();
  bool all = true;
  for (size_t i = 0; i < theirs.size() && all; ++i)
    all = is_mine[i] || machines::holds(pool, graph, theirs[i]);
  graph.rewind(mark);
  return all;
}

namespace {

/// What two paths know of the same trees, on the way to what both know.
class Join {
 public:
  Join(const TreePool& pool, const FactGraph& mine, const FactGraph& theirs, FactGraph& result)
      : pool_(pool), sides_{mine, theirs}, result_(result) {}

  /// What both sides say in one word holds without a look.
  void keep_common(const std::vector<FactAtom>& atoms, const std::vector<bool>& is_common) {
    for (size_t i = 0; i < atoms.size(); ++i)
      if (is_common[i]) learn(pool_, result_, atoms[i]);
  }
  /// Of the rest of one side's facts those that hold on the other side.
  void keep(const std::vector<FactAtom>& atoms, const std::vector<bool>& is_common, size_t side) {
    FactGraph& other = sides_[1 - side];
    for (size_t i = 0; i < atoms.size(); ++i) {
      if (is_common[i]) continue;
      const FactAtom& atom = atoms[i];
      if (atom.kind == FactAtom::Kind::InRange || atom.kind == FactAtom::Kind::Equal)
        keep_range(atom.a);
      if (atom.kind != FactAtom::Kind::InRange && holds(pool_, other, atom))
        learn(pool_, result_, atom);
    }
  }
  /// Two trees that are one constant here and another there: all that is left is that they agree.
  void keep_agreements(const std::vector<FactAtom>& atoms, const std::vector<bool>& is_common,
                       size_t side) {
    for (size_t i = 0; i < atoms.size(); ++i) {
      if (is_common[i] || !is_constant(atoms[i])) continue;
      for (size_t k = i + 1; k < atoms.size(); ++k) {
        if (is_common[k] || !is_constant(atoms[k]) || atoms[k].b != atoms[i].b) continue;
        FactAtom both{FactAtom::Kind::Equal, atoms[i].a, atoms[k].a, {}, 0};
        if (!holds(pool_, sides_[1 - side], both)) continue;
        learn(pool_, result_, both);
        break;  // the next ones follow from that
      }
    }
  }

 private:
  bool is_constant(const FactAtom& atom) const {
    return atom.kind == FactAtom::Kind::Equal && pool_[atom.b].op == Op::IntLit;
  }
  void keep_range(TreeId tree) {
    Range both = hull(sides_[0].range(evaluate(pool_, sides_[0], tree)),
                      sides_[1].range(evaluate(pool_, sides_[1], tree)));
    if (both != range_of(pool_[tree].scalar))
      learn(pool_, result_, {FactAtom::Kind::InRange, tree, {}, both, 0});
  }

  const TreePool& pool_;
  std::array<FactGraph, 2> sides_;
  FactGraph& result_;
};

}  // namespace

void Facts::join(TreePool& pool, const Facts& other) {
  if (data_ == other.data_) return;
  if (empty() || other.empty()) {
    data_ = nullptr;
    return;
  }
  const std::vector<FactAtom>&mine = atoms(pool), &theirs = other.atoms(pool);
  std::vector<bool> in_theirs = found_in(pool, mine, theirs),
                    in_mine = found_in(pool, theirs, mine);
  auto result = std::make_shared<Data>();
  Join join(pool, data_->graph, other.data_->graph, result->graph);
  join.keep_common(mine, in_theirs);
  join.keep(mine, in_theirs, 0);
  join.keep(theirs, in_mine, 1);
  join.keep_agreements(mine, in_theirs, 0);
  join.keep_agreements(theirs, in_mine, 1);
  // Not propagated: what both sides imply stays what both sides imply.
  data_ = std::move(result);
}

void Facts::widen(TreePool& pool, const Facts& other) {
  if (data_ == other.data_) return;
  Facts result;
  for (const FactAtom& atom : atoms(pool)) {
    Facts one;
    learn(pool, one.own(pool).graph, atom);
    if (other.implies(pool, one)) learn(pool, result.own(pool).graph, atom);
  }
  *this = std::move(result);
}

Facts Facts::renamed(TreePool& pool, const std::function<TreeId(TreeId)>& rename) const {
  Facts result;
  if (empty()) return result;
  for (FactAtom atom : atoms(pool)) {
    // Literals are the same everywhere.
    auto renamed = [&](TreeId tree) {
      return !tree.valid() || pool[tree].op == Op::IntLit ? tree : rename(tree);
    };
    TreeId a = renamed(atom.a), b = renamed(atom.b);
    if (!a.valid() || (atom.b.valid() && !b.valid())) continue;
    atom.a = a, atom.b = b;
    learn(pool, result.own(pool).graph, atom);
  }
  if (result.data_) result.data_->graph.propagate();
  return result;
}

Facts Facts::of_single_variables(TreePool& pool) const {
  Facts result;
  for (const FactAtom& atom : atoms(pool)) {
    auto is_plain = [&](TreeId tree) {
      return pool[tree].op == Op::Local || pool[tree].op == Op::Global;
    };
    bool is_variable = is_plain(atom.a);
    bool is_single = !atom.b.valid() || pool[atom.b].op == Op::IntLit ||
                     (atom.kind == FactAtom::Kind::Equal && is_plain(atom.b));
    // What is different is written in the order of the trees.
    if (atom.kind == FactAtom::Kind::Different && pool[atom.a].op == Op::IntLit) {
      is_variable = is_plain(atom.b);
      is_single = true;
    }
    if (is_variable && is_single) learn(pool, result.own(pool).graph, atom);
  }
  return result;
}

Hash Facts::key(TreePool& pool) const {
  if (!data_) return {};
  if (!data_->key) {
    std::string bytes;
    auto append = [&](const auto& part) {
      bytes.append(reinterpret_cast<const char*>(&part), sizeof(part));
    };
    for (const FactAtom& atom : atoms(pool)) {
      append(static_cast<uint64_t>(atom.kind));
      append(pool[atom.a].hash);
      append(atom.b.valid() ? pool[atom.b].hash : Hash());
      append(atom.range.low);
      append(atom.range.high);
    }
    data_->key = bytes.empty() ? Hash() : hash_bytes(bytes);
  }
  return *data_->key;
}

bool Facts::empty() const { return !data_ || data_->graph.size() == 0; }

std::vector<std::string> Facts::spell(TreePool& pool) const {
  std::vector<std::string> lines;
  for (const FactAtom& atom : atoms(pool)) lines.push_back(machines::spell(pool, atom));
  std::sort(lines.begin(), lines.end());
  return lines;
}

}  // namespace assay::machines
