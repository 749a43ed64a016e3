// `assay callgraph`: the call graph of the program in the database, for people and for tools.
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "callgraph/call_graph.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "store/store.h"

namespace assay::cli {
namespace {

using callgraph::CallGraph;
using callgraph::CallSite;
using callgraph::FunctionId;
using callgraph::ProgramFunction;

Result<CallGraph> build_graph(store::Store& store, const Options& options) {
  std::vector<store::StoredUnit> units = TRY(store.units());
  Progress progress("callgraph", "units", Progress::style_for(options.quiet));
  callgraph::CallGraphBuilder builder;
  size_t done = 0;
  for (const store::StoredUnit& unit : units) {
    if (interrupted()) return input_error("interrupted");
    if (!unit.failed) builder.add_unit(TRY(store.load(unit.row)));
    progress.update({.done = ++done, .total = units.size(), .current = unit.main_file});
  }
  return builder.finish();
}

// Of one function: each callee once, with the kinds of calls that reach it.
std::map<FunctionId, std::set<std::string>> callees_of(const ProgramFunction& function) {
  std::map<FunctionId, std::set<std::string>> callees;
  for (const CallSite& site : function.calls) {
    for (FunctionId target : site.targets) {
      callees[target].insert(std::string(callgraph::call_edge_name(site.kind)));
    }
  }
  return callees;
}

std::string place_of(const ProgramFunction& function, const std::string& root) {
  if (function.unit < 0) return "no body";
  std::string file = function.file;
  if (file.starts_with(root + "/")) file.erase(0, root.size() + 1);
  return fmt::format("{}:{}", file, function.line);
}

std::vector<FunctionId> shown_functions(const CallGraph& graph, const Options& options) {
  if (options.roots_only) return graph.roots;
  std::vector<FunctionId> order;
  for (const std::vector<FunctionId>& component : graph.components) {
    for (FunctionId id : component) {
      if (graph.functions[id.index()].unit >= 0) order.push_back(id);
    }
  }
  return order;
}

std::string to_text(const CallGraph& graph, const Options& options, const std::string& root) {
  std::string text;
  for (FunctionId id : shown_functions(graph, options)) {
    const ProgramFunction& function = graph.functions[id.index()];
    text += fmt::format("{}  {}\n", function.display, place_of(function, root));
    if (options.roots_only) continue;
    for (const auto& [callee, kinds] : callees_of(function)) {
      text += fmt::format("  -> {}", graph.functions[callee.index()].display);
      if (kinds != std::set<std::string>{"direct"})
        text += fmt::format("  ({})", fmt::join(kinds, ", "));
      text += "\n";
    }
    size_t open = 0;
    for (const CallSite& site : function.calls) open += site.open ? 1 : 0;
    if (open > 0) text += fmt::format("  -> ?  ({} calls with unknown further targets)\n", open);
  }
  if (options.roots_only) return text;
  std::string bodiless;
  for (const ProgramFunction& function : graph.functions) {
    if (function.unit < 0)
      bodiless += fmt::format("  {:>6}  {}\n", function.called, function.display);
  }
  if (!bodiless.empty()) text += "\nfunctions without a body, by the number of calls:\n" + bodiless;
  return text;
}

std::string dot_quoted(const std::string& text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string to_dot(const CallGraph& graph, const Options& options) {
  std::set<FunctionId> shown;
  for (FunctionId id : shown_functions(graph, options)) shown.insert(id);
  std::string text = "digraph calls {\n  node [shape=box, fontname=\"monospace\"];\n";
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    const ProgramFunction& function = graph.functions[i];
    if (options.roots_only && !shown.contains(FunctionId(i))) continue;
    text += fmt::format("  f{} [label={}{}];\n", i, dot_quoted(function.display),
                        function.unit < 0 ? ", style=dashed" : "");
  }
  for (FunctionId id : shown) {
    for (const auto& [callee, kinds] : callees_of(graph.functions[id.index()])) {
      if (options.roots_only && !shown.contains(callee)) continue;
      bool direct = kinds.contains("direct");
      text += fmt::format("  f{} -> f{}{};\n", id.index(), callee.index(),
                          direct ? "" : " [style=dashed]");
    }
  }
  return text + "}\n";
}

std::string to_json(const CallGraph& graph, const Options& options) {
  using Json = nlohmann::ordered_json;
  Json functions = Json::array();
  for (const ProgramFunction& function : graph.functions) {
    Json calls = Json::array();
    for (const CallSite& site : function.calls) {
      Json targets = Json::array();
      for (FunctionId target : site.targets) targets.push_back(target.index());
      calls.push_back({{"point", site.point.index()},
                       {"kind", callgraph::call_edge_name(site.kind)},
                       {"targets", std::move(targets)},
                       {"open", site.open}});
    }
    Json entry{{"name", function.name}, {"display", function.display}};
    if (function.unit >= 0) entry.update({{"file", function.file}, {"line", function.line}});
    entry.update({{"has_body", function.unit >= 0},
                  {"address_taken", function.address_taken},
                  {"called", function.called}});
    if (!options.roots_only) entry["calls"] = std::move(calls);
    functions.push_back(std::move(entry));
  }
  Json roots = Json::array(), components = Json::array();
  for (FunctionId root : graph.roots) roots.push_back(root.index());
  for (const std::vector<FunctionId>& component : graph.components) {
    Json members = Json::array();
    for (FunctionId id : component) members.push_back(id.index());
    components.push_back(std::move(members));
  }
  Json document{{"functions", std::move(functions)}, {"roots", std::move(roots)}};
  if (!options.roots_only) document["components_bottom_up"] = std::move(components);
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<void> print_callgraph(const Options& options) {
  std::string root = TRY(project_folder(options));
  store::Store store =
      TRY(store::Store::open(database_path(options, root), store::Store::Mode::Read));
  CallGraph graph = TRY(build_graph(store, options));
  switch (options.graph_format) {
    case GraphFormat::Text:
      return write_output("", to_text(graph, options, root));
    case GraphFormat::Dot:
      return write_output("", to_dot(graph, options));
    case GraphFormat::Json:
      return write_output("", to_json(graph, options));
  }
  return {};
}

}  // namespace

int run_callgraph(const Options& options) {
  Result<void> done = print_callgraph(options);
  if (!done && interrupted()) return kSignal + interrupt_signal();
  return done ? static_cast<int>(kClean) : fail(done.error());
}

}  // namespace assay::cli
