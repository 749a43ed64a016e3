#include "engines/machines/infer.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "engines/machines/infer_walk.h"
#include "engines/machines/to_findings.h"
#include "findings/ranking.h"

namespace assay::machines {
namespace {

/// Larger functions are generated more often than written.
constexpr size_t kMaxBlocks = 5'000;

bool speaks_of_freeing(std::string_view name) {
  constexpr std::array<std::string_view, 12> kWords{"free",    "Free",    "release", "Release",
                                                    "destroy", "Destroy", "close",   "Close",
                                                    "put",     "unref",   "delete",  "dispose"};
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return name.find(word) != std::string_view::npos;
  });
}

/// What always follows with the same object.  Nothing: neither kept nor broken.
std::optional<std::vector<Role>> followers(const FunctionCode& code, const CallSubject& from,
                                           const std::vector<CallSubject>& calls) {
  std::map<Role, std::vector<const CallSubject*>> later;
  for (const CallSubject& call : calls) {
    if (call.role.is_result || call.object != from.object || call.node == from.node) continue;
    if (call.role.function != from.role.function) later[call.role].push_back(&call);
  }
  ObjectWalk walk(code, from);
  std::vector<Role> result;
  bool follows = false;
  for (const auto& [role, covering] : later) {
    WalkResult found = walk.until_called(covering);
    follows = follows || found.covered;
    if (found.covered && !found.reaches_end) result.push_back(role);
  }
  // Handed on, and nothing done here: somebody else's business.
  if (!follows && walk.until_called({}).escaped) return std::nullopt;
  return result;
}

}  // namespace

void Inference::add(Workspace& workspace, callgraph::FunctionId function) {
  const FunctionCode* code = workspace.code(function);
  if (!code || code->body().blocks.size() > kMaxBlocks) return;
  const ir::Symbol& symbol = code->unit().symbols[code->function().symbol];
  const std::string& name = symbol.display.empty() ? symbol.name : symbol.display;
  std::vector<CallSubject> calls = call_subjects(*code);
  for (const CallSubject& call : calls) {
    Site site{{location_of(code->function(), call.node), name}, {}};
    ObjectWalk walk(*code, call);
    switch (kind_) {
      case InferKind::Pairs: {
        std::optional<std::vector<Role>> found = followers(*code, call, calls);
        if (!found) continue;
        site.followed_by = std::move(*found);
        break;
      }
      case InferKind::Null: {
        if (!call.role.is_result || !call.is_pointer) continue;
        WalkResult found = walk.until_checked();
        if (!found.used && !found.checked) continue;
        if (!found.used) site.followed_by.push_back(call.role);
        break;
      }
      case InferKind::Free: {
        if (call.role.is_result || !call.is_pointer) continue;
        if (!options_.any_name && !speaks_of_freeing(call.role.function)) continue;
        if (workspace.pool()[call.object].op == ir::Op::AddressOf) continue;
        if (!walk.until_used().used) site.followed_by.push_back(call.role);
        break;
      }
    }
    sites_[call.role].push_back(std::move(site));
  }
}

void Inference::merge(const Inference& other) {
  for (const auto& [role, sites] : other.sites_) {
    std::vector<Site>& mine = sites_[role];
    mine.insert(mine.end(), sites.begin(), sites.end());
  }
}

std::vector<InferredRule> Inference::rules() const {
  std::vector<InferredRule> result;
  for (const auto& [role, found] : sites_) {
    // A header's function is seen in each unit that includes it.
    std::vector<Site> sites = found;
    std::sort(sites.begin(), sites.end());
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    std::set<Role> partners;
    for (const Site& site : sites)
      partners.insert(site.followed_by.begin(), site.followed_by.end());
    for (const Role& partner : partners) {
      InferredRule rule{.kind = kind_, .first = role, .second = partner};
      std::set<std::string_view> keepers;
      for (const Site& site : sites) {
        bool keeps = std::find(site.followed_by.begin(), site.followed_by.end(), partner) !=
                     site.followed_by.end();
        ++(keeps ? rule.examples : rule.counterexamples);
        if (keeps) keepers.insert(site.where.function);
        std::vector<InferredRule::Evidence>& list = keeps ? rule.kept : rule.broken;
        if (list.size() < options_.max_evidence) list.push_back(site.where);
      }
      if (rule.examples < options_.min_examples || keepers.size() < options_.min_functions)
        continue;
      rule.z = findings::z_statistic(rule.examples + rule.counterexamples, rule.examples,
                                     options_.chance);
      if (rule.z >= options_.min_z) result.push_back(std::move(rule));
    }
  }
  std::sort(result.begin(), result.end(), [](const InferredRule& a, const InferredRule& b) {
    if (a.z != b.z) return a.z > b.z;
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });
  return result;
}

}  // namespace assay::machines
