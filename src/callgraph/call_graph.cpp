#include "callgraph/call_graph.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "callgraph/components.h"
#include "callgraph/link.h"
#include "callgraph/resolve.h"
#include "callgraph/solver.h"
#include "callgraph/unit_facts.h"

namespace assay::callgraph {

namespace {

constexpr std::string_view kEdgeNames[] = {"direct", "indirect", "virtual", "callback"};
static_assert(std::size(kEdgeNames) == static_cast<size_t>(CallEdgeKind::Callback) + 1);

CallEdgeKind edge_kind(SiteKind kind) {
  if (kind == SiteKind::Direct) return CallEdgeKind::Direct;
  return kind == SiteKind::Virtual ? CallEdgeKind::Virtual : CallEdgeKind::Indirect;
}

/// The graph's functions in their final order, and where each linked one went; kNone: nobody
/// calls it or takes its address, and it has no body.
std::vector<uint32_t> place_functions(const Program& program, const Resolver& resolver,
                                      CallGraph& graph) {
  std::vector<bool> used(program.functions.size());
  for (uint32_t i = 0; i < used.size(); ++i)
    used[i] = program.functions[i].unit >= 0 || program.functions[i].address_taken;
  for (const LinkedSite& site : resolver.sites) {
    for (uint32_t target : site.targets) used[target] = true;
  }
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < used.size(); ++i) {
    if (used[i]) order.push_back(i);
  }
  auto key = [&](uint32_t i) {
    const LinkedFunction& function = program.functions[i];
    return std::tuple<std::string_view, std::string_view, int32_t, uint32_t>(
        function.fact->name, function.fact->file, function.unit, i);
  };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return key(a) < key(b); });
  std::vector<uint32_t> place(program.functions.size(), kNone);
  for (uint32_t linked : order) {
    const LinkedFunction& from = program.functions[linked];
    place[linked] = static_cast<uint32_t>(graph.functions.size());
    ProgramFunction& to = graph.functions.emplace_back();
    to.name = from.fact->name;
    to.display = from.fact->display;
    to.file = from.fact->file;
    to.line = from.fact->line;
    to.unit = from.unit;
    to.index_in_unit = from.fact->index_in_unit;
    to.other_units = program.other_units(linked);
    to.address_taken = from.address_taken;
    to.escapes = resolver.escapes[linked];
  }
  return place;
}

void place_calls(const Resolver& resolver, const std::vector<uint32_t>& place, CallGraph& graph) {
  // Equal bodies from several units are one function: their sites at one point are united.
  auto add = [&](ProgramFunction& caller, const LinkedSite& site, CallEdgeKind kind,
                 const std::vector<uint32_t>& targets, bool open) {
    CallSite& call = caller.calls.emplace_back();
    call.point = ir::NodeId(site.fact->point);
    call.kind = kind;
    call.open = open;
    for (uint32_t target : targets) call.targets.push_back(FunctionId(place[target]));
  };
  for (const LinkedSite& site : resolver.sites) {
    if (site.caller == kNone) continue;
    ProgramFunction& caller = graph.functions[place[site.caller]];
    add(caller, site, edge_kind(site.fact->kind), site.targets, site.open);
    if (!site.callbacks.empty()) add(caller, site, CallEdgeKind::Callback, site.callbacks, false);
  }
  for (ProgramFunction& function : graph.functions) {
    // Equal keys are united below, so their order does not matter.
    std::sort(function.calls.begin(), function.calls.end(),
              [](const CallSite& a, const CallSite& b) {
                return std::tie(a.point, a.kind) < std::tie(b.point, b.kind);
              });
    std::vector<CallSite> united;
    for (CallSite& call : function.calls) {
      bool same =
          !united.empty() && united.back().point == call.point && united.back().kind == call.kind;
      if (!same) {
        united.push_back(std::move(call));
        continue;
      }
      united.back().open |= call.open;
      united.back().targets.insert(united.back().targets.end(), call.targets.begin(),
                                   call.targets.end());
    }
    for (CallSite& call : united) {
      std::sort(call.targets.begin(), call.targets.end());
      call.targets.erase(std::unique(call.targets.begin(), call.targets.end()), call.targets.end());
    }
    function.calls = std::move(united);
  }
}

void order_functions(CallGraph& graph) {
  Successors successors(graph.functions.size());
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    for (const CallSite& call : graph.functions[i].calls) {
      for (FunctionId target : call.targets) {
        successors[i].push_back(target.index());
        ++graph.functions[target.index()].called;
      }
    }
    std::sort(successors[i].begin(), successors[i].end());
    successors[i].erase(std::unique(successors[i].begin(), successors[i].end()),
                        successors[i].end());
  }
  std::vector<std::vector<uint32_t>> components = strong_components(successors);
  for (uint32_t root : find_roots(successors, components)) {
    // What has no body and no caller only had its address taken.
    if (graph.functions[root].unit >= 0) graph.roots.push_back(FunctionId(root));
  }
  for (const std::vector<uint32_t>& component : components) {
    std::vector<FunctionId>& members = graph.components.emplace_back();
    for (uint32_t member : component) members.push_back(FunctionId(member));
  }
}

}  // namespace

std::string_view call_edge_name(CallEdgeKind kind) { return kEdgeNames[static_cast<size_t>(kind)]; }

CallGraphBuilder::CallGraphBuilder() = default;
CallGraphBuilder::~CallGraphBuilder() = default;

void CallGraphBuilder::add_unit(const ir::Unit& unit) { add_facts(extract_facts(unit)); }
void CallGraphBuilder::add_facts(UnitFacts facts) { units_.push_back(std::move(facts)); }

CallGraph CallGraphBuilder::finish(const std::set<std::string>& preferred) {
  Solver solver;
  Program program(units_, solver);
  Resolver resolver(program, solver);
  resolver.run();
  program.prefer(preferred);
  CallGraph graph;
  std::vector<uint32_t> place = place_functions(program, resolver, graph);
  place_calls(resolver, place, graph);
  order_functions(graph);
  return graph;
}

}  // namespace assay::callgraph
