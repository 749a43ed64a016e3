#include "findings/ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace assay::findings {
namespace {

constexpr uint64_t kLinesPerConditional = 10;

const std::string& function_of(const Finding& finding) {
  return finding.function_symbol.empty() ? finding.function : finding.function_symbol;
}

const Tally* find_tally(const std::map<std::pair<std::string, std::string>, Tally>& tallies,
                        const std::string& kind, const std::string& name) {
  auto found = tallies.find({kind, name});
  return found == tallies.end() || found->second.is_empty() ? nullptr : &found->second;
}

std::optional<Reliability> reliability_of(const Tally* tally, const std::string& name,
                                          double chance) {
  if (tally == nullptr || tally->size() == 0) return std::nullopt;
  return Reliability{name, *tally, z_statistic(tally->size(), tally->examples(), chance)};
}

double z_or(const std::optional<Reliability>& reliability, double otherwise) {
  return reliability ? reliability->z : otherwise;
}

/// What a rule that counts nothing is worth: somebody who knows has written it, so its errors come
/// before those of a rule that chance explains in one case of twenty, and behind surer ones.
constexpr double kWrittenRule = 1.96;

/// What counts before anything about the path: smaller is better.
struct Key {
  Severity severity;
  bool is_alone;  // one engine's word
  double unreliable_rule, unreliable_code;
  uint32_t call_chain, indirection;
  uint64_t lines;
  friend auto operator<=>(const Key&, const Key&) = default;
};

Key key_of(const IdentifiedFinding& each, const Ranked& ranked) {
  const RankInputs& inputs = each.finding.rank;
  return {inputs.severity,
          engines_of(each).size() < 2,
          -z_or(ranked.rule, kWrittenRule),
          -z_or(ranked.code, 0),
          inputs.call_chain,
          inputs.indirection,
          inputs.distance + kLinesPerConditional * inputs.conditionals};
}

bool is_before(const Key& a, const Key& b) { return (a <=> b) == std::partial_ordering::less; }

/// Brings what shares a group within a severity class up to the best of it.
void gather_groups(std::span<const IdentifiedFinding> findings, std::vector<Ranked>& order) {
  using Group = std::tuple<Severity, std::string, std::string>;
  std::map<Group, size_t> first;
  std::vector<std::pair<size_t, size_t>> placed;  // behind which, and which
  for (size_t i = 0; i < order.size(); ++i) {
    const Finding& finding = findings[order[i].index].finding;
    size_t at = i;
    if (!finding.rank.group.empty())
      at = first.try_emplace({finding.rank.severity, finding.kind, finding.rank.group}, i)
               .first->second;
    placed.emplace_back(at, i);
  }
  std::sort(placed.begin(), placed.end());
  std::vector<Ranked> gathered;
  for (const auto& [at, i] : placed) gathered.push_back(order[i]);
  order = std::move(gathered);
}

}  // namespace

double z_statistic(uint64_t n, uint64_t examples, double p0) {
  ASSAY_CHECK(n > 0 && p0 > 0 && p0 < 1, "there should be a sample, and a chance to compare with");
  double size = static_cast<double>(n);
  return (static_cast<double>(examples) / size - p0) / std::sqrt(p0 * (1 - p0) / size);
}

uint64_t Tally::examples() const {
  if (members == 0) return successes;
  return members - std::min(members, failures);
}

std::string reliability_text(const Reliability& reliability) {
  auto times = [](uint64_t n) { return fmt::format("{} time{}", n, n == 1 ? "" : "s"); };
  const Tally& tally = reliability.tally;
  return fmt::format("'{}': {} kept to, {} not (z = {:.2f})", reliability.name,
                     times(tally.examples()), times(tally.size() - tally.examples()),
                     reliability.z);
}

std::vector<std::pair<std::string, Reliability>> Statistics::all(const RankOptions& options) const {
  std::vector<std::pair<std::string, Reliability>> list;
  auto add = [&](const std::map<std::pair<std::string, std::string>, Tally>& tallies,
                 double chance) {
    for (const auto& [key, tally] : tallies)
      if (auto known = reliability_of(&tally, key.second, chance))
        list.emplace_back(key.first, std::move(*known));
  };
  add(names_, options.rule_chance);
  add(code_, options.code_chance);
  std::ranges::stable_sort(list, [](const auto& a, const auto& b) {
    return std::tie(a.first, a.second.name) < std::tie(b.first, b.second.name);
  });
  return list;
}

void Statistics::count(const Finding& finding, const std::optional<std::string>& name,
                       uint64_t Tally::* counter) {
  if (!name) return;
  const std::string& subject = name->empty() ? function_of(finding) : *name;
  Tally& tally = (name->empty() ? code_ : names_)[{finding.kind, subject}];
  ++(tally.*counter);
}

void Statistics::add(const Finding& finding) {
  const RankInputs& inputs = finding.rank;
  if (!inputs.success && !inputs.failure && !inputs.population) return;
  std::string what;
  for (const auto* tag : {&inputs.success, &inputs.failure, &inputs.population})
    what += *tag ? "=" + **tag + "\n" : "\n";
  if (!seen_.emplace(finding.kind, finding.where, function_of(finding), what).second) return;
  count(finding, inputs.success, &Tally::successes);
  count(finding, inputs.failure, &Tally::failures);
  count(finding, inputs.population, &Tally::members);
}

const Tally* Statistics::of_name(const std::string& kind, const std::string& name) const {
  return find_tally(names_, kind, name);
}

const Tally* Statistics::of_code(const std::string& kind, const std::string& function) const {
  return find_tally(code_, kind, function);
}

std::vector<Ranked> rank(std::span<const IdentifiedFinding> findings, const Statistics& statistics,
                         const RankOptions& options) {
  std::vector<Ranked> order;
  std::vector<Key> keys;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i].finding;
    Ranked ranked{.index = i};
    const std::optional<std::string>& name =
        finding.rank.failure ? finding.rank.failure : finding.rank.population;
    if (name && !name->empty())
      ranked.rule =
          reliability_of(statistics.of_name(finding.kind, *name), *name, options.rule_chance);
    ranked.code = reliability_of(statistics.of_code(finding.kind, function_of(finding)),
                                 function_of(finding), options.code_chance);
    keys.push_back(key_of(findings[i], ranked));
    order.push_back(ranked);
  }
  // Findings come in the order of their places: it breaks ties.
  std::sort(order.begin(), order.end(), [&](const Ranked& a, const Ranked& b) {
    if (is_before(keys[a.index], keys[b.index])) return true;
    if (is_before(keys[b.index], keys[a.index])) return false;
    return a.index < b.index;
  });
  gather_groups(findings, order);
  for (size_t i = 0; i < order.size(); ++i) {
    bool ties = i > 0 && keys[order[i].index] == keys[order[i - 1].index];
    order[i].place = ties ? order[i - 1].place : static_cast<uint32_t>(i + 1);
    order[i].score = 100.0 * static_cast<double>(order.size() - order[i].place + 1) /
                     static_cast<double>(order.size());
  }
  return order;
}

}  // namespace assay::findings
