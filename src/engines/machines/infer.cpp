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
  constexpr std::array<std::string_view, 11> kWords{"free",    "Free",    "release", "Release",
                                                    "destroy", "Destroy", "close",   "Close",
                                                    "unref",   "delete",  "dispose"};
  // The counterpart of `get`; within other words it means something else.
  if (name.starts_with("put_") || name.ends_with("_put") || name == "fput" || name == "iput")
    return true;
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) {
    return name.find(word) != std::string_view::npos;
  });
}

/// Calls of one function with the object.
using CallsByRole = std::map<Role, std::vector<const CallSubject*>>;

CallsByRole others_with(const CallSubject& from, const std::vector<CallSubject>& calls) {
  CallsByRole result;
  for (const CallSubject& call : calls) {
    if (call.object != from.object || call.node == from.node) continue;
    if (call.role.function != from.role.function) result[call.role].push_back(&call);
  }
  return result;
}

bool leads_to(const FunctionCode& code, const CallSubject& from, const CallSubject& to) {
  return ObjectWalk(code, from).until_called({&to}).covered;
}

/// Whether the call is among the first to have the object: what comes in between neither opens nor
/// closes.  A call that comes both before and after is part of a loop, or of a sequence that is
/// done twice.
bool is_first(const FunctionCode& code, const CallSubject& from, const CallsByRole& others) {
  if (from.role.is_result) return true;
  for (const auto& [role, calls] : others) {
    for (const CallSubject* call : calls)
      if (leads_to(code, *call, from) && !leads_to(code, from, *call)) return false;
  }
  return true;
}

bool is_last(const FunctionCode& code, const CallSubject& from,
             const std::vector<const CallSubject*>& covering, const CallsByRole& others) {
  for (const CallSubject* end : covering) {
    for (const auto& [role, calls] : others) {
      if (role.function == end->role.function) continue;
      for (const CallSubject* call : calls)
        if (leads_to(code, *end, *call) && !leads_to(code, *call, from)) return false;
    }
  }
  return true;
}

}  // namespace

// What always follows with the same object.  False: neither kept nor broken.
bool Inference::follow(const FunctionCode& code, const CallSubject& from,
                       const std::vector<CallSubject>& calls, Site& site) {
  CallsByRole others = others_with(from, calls);
  site.is_first = is_first(code, from, others);
  ObjectWalk walk(code, from);
  bool follows = false;
  for (const auto& [role, covering] : others) {
    if (role.is_result) continue;
    WalkResult found = walk.until_called(covering);
    follows = follows || found.covered;
    if (!found.covered || found.reaches_end) continue;
    site.followed_by.push_back(role);
    if (is_last(code, from, covering, others)) site.last.push_back(role);
  }
  // Put where others find it, or handed on, and nothing done here: somebody else's business.
  bool is_kept = from.role.is_result && code.code().pool[from.object].op != ir::Op::Local;
  return follows || (!is_kept && !walk.until_called({}).escaped);
}

void Inference::add(Workspace& workspace, callgraph::FunctionId function) {
  const FunctionCode* code = workspace.code(function);
  if (!code || code->body().blocks.size() > kMaxBlocks) return;
  const ir::Symbol& symbol = code->unit().symbols[code->function().symbol];
  const std::string& name = symbol.display.empty() ? symbol.name : symbol.display;
  std::vector<CallSubject> calls = call_subjects(*code);
  for (const CallSubject& call : calls) {
    Site site{.where = {location_of(code->function(), call.node), name}, .call = call.node};
    ObjectWalk walk(*code, call);
    switch (kind_) {
      case InferKind::Pairs:
        if (!follow(*code, call, calls, site)) continue;
        break;
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
      uint64_t ends = 0;
      for (const Site& site : sites) {
        bool keeps = std::find(site.followed_by.begin(), site.followed_by.end(), partner) !=
                     site.followed_by.end();
        // A call in between opens nothing: that something follows is no example.
        if (keeps && !site.is_first) continue;
        ++(keeps ? rule.examples : rule.counterexamples);
        if (keeps) keepers.insert(site.where.function);
        ends += std::find(site.last.begin(), site.last.end(), partner) != site.last.end();
        std::vector<InferredRule::Evidence>& list = keeps ? rule.kept : rule.broken;
        if (list.size() < options_.max_evidence) list.push_back(site.where);
      }
      if (rule.examples < options_.min_examples || keepers.size() < options_.min_functions)
        continue;
      // What mostly comes in between closes nothing.
      if (kind_ == InferKind::Pairs && ends * 2 < rule.examples) continue;
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
