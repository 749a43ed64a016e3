#include "findings/merge.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <string_view>
#include <tuple>

namespace assay::findings {
namespace {

/// Of several ways to one cause the easiest to follow stands for it.
auto effort(const Finding& f) {
  return std::tie(f.rank.severity, f.rank.call_chain, f.rank.indirection, f.rank.conditionals,
                  f.rank.distance);
}

auto order(const Finding& f) {
  return std::tie(f.where.file, f.where.line, f.where.column, f.kind, f.message, f.where.end_line,
                  f.where.end_column, f.function_symbol, f.engine);
}

/// Kinds that speak of one thing when two engines say them of one value at one line; the surer or
/// more exact first.  A memory block that is freed wrongly is so in one way.
constexpr std::string_view kNullFamily = "null-deref";
constexpr std::string_view kFreedUse = "use-after-free";
constexpr std::array<std::array<std::string_view, 4>, 3> kFamilies{{
    {kNullFamily, "null-unchecked"},
    {"invalid-free", "double-free", kFreedUse, "free-like"},
    {"resource-leak", "leak"},
}};

/// Of these one engine names the variable, another the pointer to it: the place says that they mean
/// the same.
constexpr std::string_view kNamedByRole = "stack-escape";

/// The name that stands for the kind, and how far it is from it.
std::pair<std::string_view, size_t> family_of(std::string_view kind) {
  for (const auto& family : kFamilies)
    for (size_t i = 0; i < family.size(); ++i)
      if (family[i] == kind) return {family[0], i};
  return {kind, 0};
}

bool is_easier(const Finding& a, const Finding& b) {
  if (auto by = family_of(a.kind).second <=> family_of(b.kind).second; by != 0) return by < 0;
  if (auto by_effort = effort(a) <=> effort(b); by_effort != 0) return by_effort < 0;
  return order(a) < order(b);
}

/// The value that an expression is made from: `p` of `p + i`, `(p)` and `&p`.
std::string_view base_of(std::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    bool is_sum = depth == 0 && i > 0 && (text.substr(i, 3) == " + " || text.substr(i, 3) == " - ");
    if (!is_sum) continue;
    text = text.substr(0, i);
    break;
  }
  while (text.size() > 1 && text.front() == '&') text.remove_prefix(1);
  bool is_wrapped = text.size() > 2 && text.front() == '(' && text.back() == ')' &&
                    text.find_first_of("()", 1) == text.size() - 1;
  return is_wrapped ? text.substr(1, text.size() - 2) : text;
}

/// Where the value comes from, if that is in the same file and told; else 0.
uint32_t origin_line(const Finding& f) {
  if (f.rank.origin == 0 || f.rank.origin > f.trace.size()) return 0;
  const Location& origin = f.trace[f.rank.origin - 1].where;
  return origin.file == f.where.file ? origin.line : 0;
}

auto line_and_kind(const Finding& f) {
  return std::tuple(std::string_view(f.where.file), f.where.line, family_of(f.kind).first);
}

bool overlap(const Location& a, const Location& b) {
  auto begin = [](const Location& l) { return std::pair(l.line, l.column); };
  auto end = [](const Location& l) {
    return std::max(std::pair(l.line, l.column), std::pair(l.end_line, l.end_column));
  };
  return begin(a) <= end(b) && begin(b) <= end(a);
}

bool share_a_variable(const Finding& a, const Finding& b) {
  return std::any_of(a.variables.begin(), a.variables.end(), [&](const std::string& variable) {
    return std::any_of(b.variables.begin(), b.variables.end(), [&](const std::string& other) {
      return base_of(variable) == base_of(other);
    });
  });
}

// Pre: the same line and kind.
bool is_same_cause(const Finding& a, const Finding& b) {
  if (a.engine == b.engine)
    return a.kind == b.kind && a.where == b.where && a.variables == b.variables;
  if (a.variables == b.variables || share_a_variable(a, b)) return true;
  // Two names for one thing, at one place; two things at two places of a line stay two.
  return overlap(a.where, b.where) && (a.variables.empty() || b.variables.empty());
}

/// Merges sets of reports; the root is the one that was there first.
class Sets {
 public:
  explicit Sets(size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0); }
  size_t root(size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(size_t a, size_t b) {
    a = root(a);
    b = root(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<size_t> parent_;
};

// Two of one engine at one place stay two: each takes one of another engine along.
void join_by_place(const std::vector<Finding>& findings, const std::vector<size_t>& distinct,
                   Sets& sets) {
  auto has_engine = [&](size_t set, const std::string& engine) {
    return std::any_of(distinct.begin(), distinct.end(), [&](size_t each) {
      return sets.root(each) == set && findings[each].engine == engine;
    });
  };
  for (size_t a : distinct) {
    for (size_t b : distinct) {
      if (findings[a].where != findings[b].where) continue;
      if (has_engine(sets.root(a), findings[b].engine)) continue;
      if (!has_engine(sets.root(b), findings[a].engine)) sets.join(a, b);
    }
  }
}

// A header that a thousand units include is reported a thousand times at one line: reports that
// are equal in all that decides are looked at once.
void join_group(const std::vector<Finding>& findings, size_t begin, size_t end, Sets& sets) {
  std::vector<size_t> distinct;
  for (size_t i = begin; i < end; ++i) {
    auto equal = std::find_if(distinct.begin(), distinct.end(), [&](size_t other) {
      const Finding &a = findings[i], &b = findings[other];
      return a.engine == b.engine && a.kind == b.kind && a.where == b.where &&
             a.variables == b.variables;
    });
    if (equal != distinct.end()) {
      sets.join(i, *equal);
      continue;
    }
    for (size_t other : distinct)
      if (is_same_cause(findings[i], findings[other])) sets.join(i, other);
    distinct.push_back(i);
  }
  if (findings[begin].kind == kNamedByRole) join_by_place(findings, distinct, sets);
}

// A value that may be null, used at several lines of a function.
void join_by_origin(const std::vector<Finding>& findings, Sets& sets) {
  using Origin = std::tuple<std::string_view, std::string_view, std::string_view, uint32_t>;
  std::map<Origin, size_t> first;
  for (size_t i = 0; i < findings.size(); ++i) {
    const Finding& f = findings[i];
    if (family_of(f.kind).first != kNullFamily || f.variables.size() != 1) continue;
    uint32_t line = origin_line(f);
    if (line == 0) continue;
    Origin origin{f.where.file, f.function_symbol, base_of(f.variables.front()), line};
    if (auto [known, is_new] = first.emplace(origin, i); !is_new) sets.join(i, known->second);
  }
}

// The first of a set stands for it, and families stand in the order of their names.
static_assert(kFamilies[1][0] < kNullFamily);

// A pointer that is freed on one way to its use and null on the other (`if (p) free(p); *p = 1;`)
// is used once too often: that it is freed says more.
void join_accesses(const std::vector<Finding>& findings, Sets& sets) {
  using Access = std::tuple<std::string_view, uint32_t, std::string_view>;
  std::map<Access, size_t> freed;
  auto access_of = [](const Finding& f) {
    return Access{f.where.file, f.where.line, base_of(f.variables.front())};
  };
  for (size_t i = 0; i < findings.size(); ++i)
    if (findings[i].kind == kFreedUse && !findings[i].variables.empty())
      freed.emplace(access_of(findings[i]), i);
  for (size_t i = 0; i < findings.size(); ++i) {
    if (family_of(findings[i].kind).first != kNullFamily || findings[i].variables.empty()) continue;
    auto found = freed.find(access_of(findings[i]));
    // One that stands for uses before this one is no matter of this one.
    bool is_here = findings[sets.root(i)].where.line == findings[i].where.line;
    if (found != freed.end() && is_here) sets.join(i, found->second);
  }
}

bool is_repeated(const IdentifiedFinding& kept, const Finding& other) {
  auto same = [&](const std::string& engine, const std::vector<Step>& trace) {
    if (engine != other.engine || trace.size() != other.trace.size()) return false;
    return std::equal(trace.begin(), trace.end(), other.trace.begin(),
                      [](const Step& a, const Step& b) { return a.where == b.where; });
  };
  if (same(kept.finding.engine, kept.finding.trace)) return true;
  return std::any_of(kept.evidence.begin(), kept.evidence.end(),
                     [&](const Evidence& each) { return same(each.engine, each.trace); });
}

// Another engine's word counts more than another way of the same engine, and has room of its own.
void add_evidence(IdentifiedFinding& kept, Finding other) {
  ++kept.others;
  if (is_repeated(kept, other)) return;
  bool new_engine = other.engine != kept.finding.engine &&
                    std::none_of(kept.evidence.begin(), kept.evidence.end(),
                                 [&](const Evidence& e) { return e.engine == other.engine; });
  if (kept.evidence.size() >= kMaxEvidence && !new_engine) return;
  if (kept.evidence.size() >= kMaxEvidence) kept.evidence.pop_back();
  kept.evidence.push_back({std::move(other.engine), std::move(other.message),
                           std::move(other.where), std::move(other.trace)});
}

}  // namespace

bool is_before(const Finding& a, const Finding& b) { return order(a) < order(b); }

std::vector<IdentifiedFinding> merge_causes(std::vector<Finding> findings) {
  // Sorted by all that decides, so that nothing depends on the order in which workers delivered.
  std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    if (auto by = line_and_kind(a) <=> line_and_kind(b); by != 0) return by < 0;
    return is_easier(a, b);
  });
  Sets sets(findings.size());
  for (size_t begin = 0; begin < findings.size();) {
    size_t end = begin + 1;
    while (end < findings.size() && line_and_kind(findings[end]) == line_and_kind(findings[begin]))
      ++end;
    join_group(findings, begin, end, sets);
    begin = end;
  }
  join_by_origin(findings, sets);
  join_accesses(findings, sets);
  // A root is the first of its set by place, and there the easiest.
  std::vector<IdentifiedFinding> merged;
  std::vector<size_t> at(findings.size());
  for (size_t i = 0; i < findings.size(); ++i) {
    if (size_t root = sets.root(i); root != i) {
      add_evidence(merged[at[root]], std::move(findings[i]));
      continue;
    }
    at[i] = merged.size();
    merged.push_back({.finding = std::move(findings[i]), .identity = {}, .evidence = {}});
  }
  std::sort(merged.begin(), merged.end(),
            [](const IdentifiedFinding& a, const IdentifiedFinding& b) {
              return is_before(a.finding, b.finding);
            });
  return merged;
}

}  // namespace assay::findings
