#include "logic/preparation.h"

#include <algorithm>
#include <bit>

#include "logic/build.h"
#include "logic/by_bits.h"
#include "logic/by_facts.h"

namespace assay::logic {
namespace {

// Larger questions go to the gates at once.
constexpr size_t kMaxNodes = 50'000;
// Past this many nodes only a few guesses are made.
constexpr size_t kManyNodes = 5'000;
// Each makes one kind of replacement.  Small questions have time for more.
constexpr int kRewriteRounds = 12, kManyRounds = 40;
constexpr size_t kFewNodes = 1'000;

}  // namespace

Preparation::Preparation(TermPool& pool)
    : pool_(pool),
      cone_(pool),
      base_(pool),
      refinement_(pool, base_),
      candidate_(pool),
      search_(pool),
      equalities_(pool) {}

void Preparation::core_is_all() { core_ = all_origins_; }

std::vector<uint32_t> Preparation::origins(std::span<const uint32_t> positions) const {
  if (facts_used_) return all_origins_;
  std::vector<uint32_t> result = replaced_origins_;
  for (uint32_t position : positions) {
    if (origins_[position] != Conjunct::kAsserted) result.push_back(origins_[position]);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

Preparation::Mark& Preparation::mark_of(Term t) {
  if (t.node() >= marks_.size())
    marks_.resize(std::max<size_t>(pool_.node_count() + 1, marks_.size() * 2));
  Mark& mark = marks_[t.node()];
  if (mark.stamp != stamp_) mark = {.stamp = stamp_};
  return mark;
}

// Adds a Boolean that is no conjunction.  False if its complement is there already.
bool Preparation::add_part(Term t, uint32_t origin) {
  if (t.is_true()) return true;
  uint32_t here = static_cast<uint32_t>(terms_.size());
  terms_.push_back(t);
  origins_.push_back(origin);
  if (t.is_false()) {
    core_ = origins(std::array{here});
    return false;
  }
  bool negative = pool_.is(t, Op::Not);
  Mark& mark = mark_of(negative ? pool_.arg(t, 0) : t);
  uint32_t& same = negative ? mark.negative : mark.positive;
  uint32_t opposite = negative ? mark.positive : mark.negative;
  if (opposite != 0) {
    core_ = origins(std::array{opposite - 1, here});
    return false;
  }
  if (same != 0) {
    terms_.pop_back();
    origins_.pop_back();
    return true;
  }
  same = here + 1;
  return true;
}

// pending_ to terms_, conjunctions taken apart.  Explicit stack: path conditions are chains.
bool Preparation::flatten() {
  terms_.clear();
  origins_.clear();
  ++stamp_;
  std::reverse(pending_.begin(), pending_.end());
  while (!pending_.empty()) {
    auto [t, origin] = pending_.back();
    pending_.pop_back();
    if (pool_.is(t, Op::And)) {
      pending_.push_back({pool_.arg(t, 1), origin});
      pending_.push_back({pool_.arg(t, 0), origin});
      continue;
    }
    if (pool_.is(t, Op::Not) && pool_.is(pool_.arg(t, 0), Op::Or)) {
      Term both = pool_.arg(t, 0);
      pending_.push_back({bit_not(pool_, pool_.arg(both, 1)), origin});
      pending_.push_back({bit_not(pool_, pool_.arg(both, 0)), origin});
      continue;
    }
    if (!add_part(t, origin)) return false;
  }
  return true;
}

// By facts that hold whatever is assumed.
bool Preparation::drop_decided() {
  size_t kept = 0;
  for (uint32_t i = 0; i < terms_.size(); ++i) {
    Facts facts = base_.of(terms_[i]);
    if (facts.is_true()) continue;
    if (facts.is_false()) {
      core_ = origins(std::array{i});
      return false;
    }
    terms_[kept] = terms_[i];
    origins_[kept++] = origins_[i];
  }
  terms_.resize(kept);
  origins_.resize(kept);
  return true;
}

// Zero for what that model did not speak of.
uint64_t Preparation::remembered_word(int kind, Term t) const {
  const Remembered& values = remembered_[kind];
  auto found =
      std::lower_bound(values.begin(), values.end(), t.node(),
                       [](const auto& entry, uint32_t node) { return entry.first < node; });
  return found != values.end() && found->first == t.node() ? found->second : 0;
}

bool Preparation::is_model(std::span<const Term> terms) const {
  return std::all_of(terms.begin(), terms.end(), [&](Term t) { return candidate_.is_true(t); });
}

// Before anything is known of the question: the last model, or else zeros.  Questions come in
// rows that share most of their conditions, so that this answers many, and costs little.
bool Preparation::guess_as_asked() {
  int last = (next_remembered_ + kRemembered - 1) % kRemembered;
  candidate_.compute(cone_, [&](Term t) { return Bits(t.width(), remembered_word(last, t)); });
  return is_model(terms_) || search_.run_briefly(cone_, terms_, candidate_);
}

uint64_t Preparation::guess_word(int kind, Term t) const {
  Facts facts = refinement_.of(t);
  uint64_t wish = 0;
  if (kind < kRemembered) {
    wish = remembered_word(kind, t);
  } else {
    switch (kind - kRemembered) {
      case 0:
        wish = 0;
        break;
      case 1:
        wish = cone_.index(t) + 1;
        break;  // small, and all different
      case 2:
        wish = ~uint64_t{0};
        break;
      case 3:
        wish = uint64_t{1} << ((t.width() - 1) & 63);
        break;
      default:
        wish = (t.node() + uint64_t(kind)) * 0x9e3779b97f4a7c15u;
        break;
    }
  }
  return facts.tracked() ? facts.nearest(wish) : wish;
}

bool Preparation::guess_model(int first, int last) {
  if (cone_.size() > kManyNodes) last = std::min(last, kRemembered + 2);
  for (int kind = first; kind < last; ++kind) {
    if (kind < kRemembered && remembered_[kind].empty()) continue;
    candidate_.compute(cone_, [&](Term t) { return Bits(t.width(), guess_word(kind, t)); });
    if (is_model(terms_)) return true;
  }
  return false;
}

// match: x is known to be k    result: k for x
void Preparation::replace_known_symbols(std::vector<Replacement>& replacements) {
  for (size_t i = 0; i < cone_.size(); ++i) {
    Term t = cone_.term(i);
    if (!pool_.is(t, Op::Symbol) && !pool_.is(t, Op::Placeholder)) continue;
    Facts facts = refinement_.of(t);
    if (!facts.is_constant()) continue;
    Term value = Term::constant(t.width(), facts.umin);
    if (!equalities_.define(t, value)) continue;
    replacements.push_back({t, value});
    facts_used_ = true;
  }
}

// match: the upper bits of x are known to be zero, or to be the sign
// result: the lower bits of x, extended
void Preparation::narrow_symbols(std::vector<Replacement>& replacements) {
  for (size_t i = 0; i < cone_.size(); ++i) {
    Term t = cone_.term(i);
    if (!pool_.is(t, Op::Symbol) && !pool_.is(t, Op::Placeholder)) continue;
    Facts facts = refinement_.of(t);
    if (!facts.tracked() || t.width() == 1) continue;
    uint32_t bits = std::max<uint32_t>(std::bit_width(facts.umax), 1);
    uint64_t reach = std::max(static_cast<uint64_t>(facts.smax < 0 ? ~facts.smax : facts.smax),
                              static_cast<uint64_t>(facts.smin < 0 ? ~facts.smin : facts.smin));
    uint32_t signed_bits = std::bit_width(reach) + 1;
    if (std::min(bits, signed_bits) >= t.width()) continue;
    Term by = bits <= signed_bits ? zext(pool_, truncate(pool_, t, bits), t.width())
                                  : sext(pool_, truncate(pool_, t, signed_bits), t.width());
    replacements.push_back({t, by});
    facts_used_ = true;
  }
}

// False if one equality has no solution.
bool Preparation::solve_equalities(std::vector<Replacement>& replacements, bool& changed) {
  size_t kept = 0;
  for (uint32_t i = 0; i < terms_.size(); ++i) {
    Solved solved = equalities_.solve(terms_[i]);
    switch (solved.kind) {
      case Solved::Kind::Never:
        core_ = origins(std::array{i});
        return false;
      case Solved::Kind::Always:
        changed = true;
        continue;
      case Solved::Kind::Defines:
        replacements.push_back(solved.replacement);
        if (origins_[i] != Conjunct::kAsserted) replaced_origins_.push_back(origins_[i]);
        continue;
      case Solved::Kind::Simpler:
        changed = true;
        break;
      case Solved::Kind::Open:
        break;
    }
    terms_[kept] = solved.kind == Solved::Kind::Simpler ? solved.simpler : terms_[i];
    origins_[kept++] = origins_[i];
  }
  terms_.resize(kept);
  origins_.resize(kept);
  return true;
}

// Simpler terms for parts of the question, equal whatever is assumed.
void Preparation::find_equivalents(std::vector<Replacement>& equivalents) {
  for (size_t i = 0, count = cone_.size(); i < count; ++i) {
    Term t = cone_.term(i);
    if (has_flag(pool_.op(t), kLeaf) || has_flag(pool_.op(t), kOpaque)) continue;
    Solved solved = equalities_.simplify(t);
    if (solved.kind == Solved::Kind::Always) equivalents.push_back({t, kTrue});
    if (solved.kind == Solved::Kind::Never) equivalents.push_back({t, kFalse});
    if (solved.kind == Solved::Kind::Simpler) equivalents.push_back({t, solved.simpler});
    if (solved.kind != Solved::Kind::Open) continue;
    Term simpler = simplify_by_facts(pool_, base_, t);
    if (simpler.is_null()) simpler = simplify_by_bits(pool_, base_, t);
    if (simpler.is_null()) simpler = shorter_sum(pool_, t);
    if (!simpler.is_null() && simpler != t) equivalents.push_back({t, simpler});
  }
}

// match: z & (2^n - 1), where the assumptions say that all bits of z from n on are those of k
// result: z - k, and z - k < 2^n among the assumptions, for those that said it are rewritten too
void Preparation::drop_masks(std::vector<Replacement>& equivalents) {
  for (size_t i = 0, count = cone_.size(); i < count; ++i) {
    Term t = cone_.term(i);
    Term number = masked_number(pool_, t);
    if (number.is_null() || number.is_immediate()) continue;
    Term mask = pool_.arg(t, 1);
    Facts facts = refinement_.of(number);
    if (((facts.umin ^ facts.umax) & ~mask.bits()) != 0) continue;
    Term rest = sub(pool_, number, Term::constant(t.width(), facts.umin & ~mask.bits()));
    equivalents.push_back({t, rest});
    terms_.push_back(bit_not(pool_, ult(pool_, mask, rest)));
    origins_.push_back(Conjunct::kAsserted);
    facts_used_ = true;
  }
}

// Puts what is known into the terms, as pending_.  False if there was nothing to put, or the
// question is refuted.
bool Preparation::rewrite(bool& refuted) {
  std::vector<Replacement> replacements;
  bool changed = false;
  equalities_.start();
  replace_known_symbols(replacements);
  if (!solve_equalities(replacements, changed)) {
    refuted = true;
    return false;
  }
  // One kind of replacement at a time: what comes in is not looked at again, and must not bring
  // back a symbol that is being replaced.
  size_t symbols = replacements.size();
  if (symbols == 0 && !changed) find_equivalents(replacements);
  if (replacements.empty() && !changed) drop_masks(replacements);
  if (replacements.empty() && !changed && !narrowed_) {
    narrowed_ = true;
    narrow_symbols(replacements);
    symbols = replacements.size();
  }
  if (replacements.empty() && !changed) return false;
  replaced_.insert(replaced_.end(), replacements.begin(), replacements.begin() + symbols);
  cone_.collect(terms_);
  std::vector<Term> now = substitute(pool_, cone_, terms_, replacements);
  pending_.clear();
  for (size_t i = 0; i < now.size(); ++i) pending_.push_back({now[i], origins_[i]});
  return true;
}

Preparation::Outcome Preparation::run(std::span<const Conjunct> conjuncts, bool filters) {
  replaced_.clear();
  replaced_origins_.clear();
  facts_used_ = narrowed_ = false;
  all_origins_.clear();
  for (const Conjunct& conjunct : conjuncts) {
    if (conjunct.origin != Conjunct::kAsserted) all_origins_.push_back(conjunct.origin);
  }
  pending_.assign(conjuncts.begin(), conjuncts.end());
  for (int round = 0;; ++round) {
    if (!flatten()) return round == 0 ? Outcome::UnsatTrivial : Outcome::UnsatByRewrite;
    if (!filters || !cone_.collect(terms_, kMaxNodes)) return Outcome::Open;
    if (round == 0 && guess_as_asked()) return Outcome::SatAsAsked;
    base_.learn(cone_);
    if (!drop_decided()) return round == 0 ? Outcome::UnsatTrivial : Outcome::UnsatByRewrite;
    if (!refinement_.run(cone_, terms_)) {
      core_is_all();
      return Outcome::UnsatByFacts;
    }
    if (guess_model(0, round == 0 ? kGuesses : kFewGuesses)) return Outcome::Sat;
    int rounds = cone_.size() < kFewNodes ? kManyRounds : kRewriteRounds;
    bool refuted = false, more = round < rounds && !pool_.over_limit();
    if (more && rewrite(refuted)) continue;
    if (refuted) return Outcome::UnsatByRewrite;
    bool is_found = (round > 0 && guess_model(kFewGuesses, kGuesses)) ||
                    search_.run(cone_, terms_, refinement_, candidate_);
    return is_found ? Outcome::Sat : Outcome::Open;
  }
}

void Preparation::remember(const Candidate& model) {
  Remembered& values = remembered_[next_remembered_];
  next_remembered_ = (next_remembered_ + 1) % kRemembered;
  values.clear();
  model.for_each_input([&](Term t) { values.emplace_back(t.node(), model.value(t).low()); });
}

}  // namespace assay::logic
