#include "logic/search.h"

#include <algorithm>
#include <bit>

#include "logic/word_ops.h"

namespace assay::logic {
namespace {

// What a search may cost: moves, each of which computes up to the whole cone.
constexpr uint64_t kMaxMoves = 160, kMaxWork = 100'000;
constexpr uint64_t kMinMoves = 4;
// Before anything else is tried: more seldom find a model, and cost those that have none.
constexpr uint64_t kBriefMoves = 24;

bool is_input(Op op) { return op == Op::Apply || (has_flag(op, kLeaf) && op != Op::WideConst); }

/// The inverse of an odd number modulo 2^64: each step doubles the bits that are right.
uint64_t odd_inverse(uint64_t a) {
  uint64_t x = a;
  for (int i = 0; i < 5; ++i) x *= 2 - a * x;
  return x;
}

}  // namespace

uint64_t Search::random() {
  seed_ += 0x9e3779b97f4a7c15u;
  uint64_t z = seed_;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/// `less`: the first is below the second; else it is not.
std::optional<uint64_t> Search::wanted_order(size_t which, uint64_t mask, uint64_t other,
                                             bool less) {
  // The set of values that do: below or from a bound on.
  bool is_below = (which == 0) == less;
  uint64_t low = 0, high = mask;
  if (is_below) {
    bool is_strict = less;
    if (is_strict && other == 0) return std::nullopt;
    high = is_strict ? other - 1 : other;
  } else {
    bool is_strict = less;
    if (is_strict && other == mask) return std::nullopt;
    low = is_strict ? other + 1 : other;
  }
  // Mostly the bound itself: sums and lengths have their limits close by.
  uint64_t near = is_below ? high : low;
  uint64_t dice = random();
  if (dice % 4 != 0) return near;
  uint64_t count = high - low + 1;
  return count == 0 ? random() : low + random() % count;
}

std::optional<uint64_t> Search::wanted_product(uint32_t width, uint64_t other,
                                               uint64_t target) const {
  if (other == 0) return std::nullopt;
  uint32_t zeros = static_cast<uint32_t>(std::countr_zero(other));
  return (target >> zeros) * odd_inverse(other >> zeros) & low_mask(width - zeros);
}

uint64_t Search::wanted_shift(Op op, uint32_t width, size_t which, uint64_t self, uint64_t other,
                              uint64_t target) {
  if (which == 0) {
    if (other >= width) return self;
    if (op == Op::Shl) return target >> other | (self & ~low_mask(width - other));
    return target << other | (self & low_mask(static_cast<uint32_t>(other)));
  }
  for (uint32_t distance = 0; distance < width; ++distance) {
    uint64_t moved = op == Op::Shl    ? word::shl(width, other, distance)
                     : op == Op::LShr ? word::lshr(width, other, distance)
                                      : word::ashr(width, other, distance);
    if ((moved & low_mask(width)) == target) return distance;
  }
  return random() % width;
}

/// What argument `which` should be for `op` to give the target; where nothing does, something near.
std::optional<uint64_t> Search::wanted(Op op, Term t, size_t which, uint64_t target) {
  std::span<const Term> args = pool_.args(t);
  uint32_t width = args[which].width();
  uint64_t mask = low_mask(width);
  uint64_t self = value_of(args[which]);
  uint64_t other = args.size() > 1 ? value_of(args[1 - which]) : 0;
  uint64_t sign = uint64_t{1} << (width - 1);
  switch (op) {
    case Op::Not:
      return ~target;
    case Op::Neg:
      return uint64_t{0} - target;
    case Op::And:
      return target | (self & ~other);
    case Op::Or:
      return target & (self | ~other);
    case Op::Xor:
      return target ^ other;
    case Op::Add:
      return target - other;
    case Op::Sub:
      return which == 0 ? target + other : other - target;
    case Op::Mul:
      return wanted_product(width, other, target);
    case Op::UDiv:
      if (which == 0) return target * other;
      return target == 0 ? other + 1 : other / target;
    case Op::SDiv:
      if (which == 0) return target * other;
      return target == 0 ? mask >> 1 : word::sdiv(width, other, target);
    case Op::URem:
      return which == 0 ? self - word::urem(self, other) + target : other - target;
    case Op::SRem:
      return which == 0 ? self - word::srem(width, self, other) + target : other - target;
    case Op::Shl:
    case Op::LShr:
    case Op::AShr:
      return wanted_shift(op, width, which, self, other, target);
    case Op::ZExt:
    case Op::SExt:
      return target;
    case Op::Extract: {
      uint32_t low = pool_.params(t).b;
      return (self & ~(low_mask(t.width()) << low)) | target << low;
    }
    case Op::Concat:
      return which == 0 ? target >> args[1].width() : target;
    case Op::Eq:
      return target != 0 ? other : other + 1;
    case Op::Ult:
      return wanted_order(which, mask, other, target != 0);
    case Op::Slt: {
      // Signed order is unsigned order with the sign turned.
      auto found = wanted_order(which, mask, other ^ sign, target != 0);
      return found ? std::optional(*found ^ sign) : found;
    }
    case Op::UMulO:
      return target != 0 ? mask : 1;
    case Op::SMulO:
      return target != 0 ? mask >> 1 : 1;
    default:
      return std::nullopt;
  }
}

bool Search::descend_choice(Wish& wish) {
  std::span<const Term> args = pool_.args(wish.term);
  bool taken = value_of(args[0]) != 0;
  Term used = args[taken ? 1 : 2], unused = args[taken ? 2 : 1];
  bool other_fits = value_of(unused) == wish.value;
  // A table is a chain of choices between constants: now and then another entry is taken.
  bool likes = random() % (other_fits ? 2 : 8) == 0;
  bool turns = can_change(args[0]) && (!can_change(used) || likes);
  if (!turns && !can_change(used)) return false;
  wish = turns ? Wish{args[0], taken ? uint64_t{0} : uint64_t{1}} : Wish{used, wish.value};
  return true;
}

/// From a term to one of its arguments.  False: there is no way on.
bool Search::descend(Wish& wish) {
  Op op = pool_.op(wish.term);
  if (op == Op::Ite) return descend_choice(wish);
  if (has_flag(op, kOpaque) || has_flag(op, kLeaf)) return false;
  std::span<const Term> args = pool_.args(wish.term);
  size_t first = args.size() > 1 ? random() % 2 : 0;
  // Of two Booleans, one that is as it should be already cannot help.
  bool is_gate = wish.term.width() == 1 && (op == Op::And || op == Op::Or);
  if (is_gate && value_of(args[first]) == wish.value) first = 1 - first;
  for (size_t tried = 0; tried < args.size(); ++tried) {
    size_t which = tried == 0 ? first : 1 - first;
    if (!can_change(args[which])) continue;
    std::optional<uint64_t> value = wanted(op, wish.term, which, wish.value);
    if (!value) continue;
    wish = {args[which], *value & low_mask(args[which].width())};
    return true;
  }
  return false;
}

bool Search::move_to_model(const Cone& cone, std::span<const Term> terms, const Refinement* facts,
                           Candidate& candidate, uint64_t moves) {
  for (uint64_t move = 0; move <= moves; ++move) {
    open_.clear();
    for (Term t : terms) {
      if (!candidate.is_true(t)) open_.push_back(t);
    }
    if (open_.empty()) return true;
    Wish wish{open_[random() % open_.size()], 1};
    bool goes_on = true;
    while (goes_on && !is_input(pool_.op(wish.term))) goes_on = descend(wish);
    if (!goes_on) continue;
    if (facts != nullptr) {
      Facts known = facts->of(wish.term);
      if (known.tracked()) wish.value = known.nearest(wish.value);
    }
    leaves_[cone.index(wish.term)] = wish.value;
    if (candidate.is_plain())
      candidate.change(wish.term, wish.value);
    else
      candidate.compute(cone, [&](Term t) { return Bits(t.width(), leaves_[cone.index(t)]); });
  }
  return false;
}

bool Search::run(const Cone& cone, std::span<const Term> terms, const Refinement& facts,
                 Candidate& candidate) {
  candidate_ = &candidate;
  seed_ = 0;
  leaves_.assign(cone.size(), 0);
  uint64_t cost = 1;  // of computing it once: long numbers are multiplied word by word
  for (size_t i = 0; i < cone.size(); ++i) {
    uint64_t words = cone.term(i).width() / 64;
    cost += 1 + words * words;
    if (!is_input(pool_.op(cone.term(i)))) continue;
    Facts known = facts.of(cone.term(i));
    if (known.tracked()) leaves_[i] = known.nearest(0);
  }
  if (cost > kMaxWork) return false;
  candidate.compute(cone, [&](Term t) { return Bits(t.width(), leaves_[cone.index(t)]); });
  uint64_t moves = std::clamp(kMaxWork / cost, kMinMoves, kMaxMoves);
  return move_to_model(cone, terms, &facts, candidate, moves);
}

bool Search::run_briefly(const Cone& cone, std::span<const Term> terms, Candidate& candidate) {
  candidate_ = &candidate;
  seed_ = 0;
  leaves_.resize(cone.size());
  for (size_t i = 0; i < cone.size(); ++i) {
    Term t = cone.term(i);
    if (t.width() > 64) return false;
    if (is_input(pool_.op(t))) leaves_[i] = value_of(t);
  }
  return move_to_model(cone, terms, nullptr, candidate, kBriefMoves);
}

}  // namespace assay::logic
