#include "callgraph/print.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>

namespace assay::callgraph {

namespace {

std::string_view base_name(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(result), "\\u{:04x}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + "\"";
}

std::string_view shown(const ProgramFunction& function) {
  return function.display.empty() ? function.name : function.display;
}

void append_ids(std::string& out, const std::vector<FunctionId>& ids) {
  out += '[';
  for (size_t i = 0; i < ids.size(); ++i)
    fmt::format_to(std::back_inserter(out), "{}{}", i == 0 ? "" : ",", ids[i].index());
  out += ']';
}

void append_function(std::string& out, const ProgramFunction& function) {
  auto to = std::back_inserter(out);
  fmt::format_to(to, "{{\"name\":{},\"display\":{},\"defined\":{},\"file\":{},\"line\":{},",
                 quoted(function.name), quoted(function.display), function.unit >= 0,
                 quoted(function.file), function.line);
  fmt::format_to(to, "\"addressTaken\":{},\"escapes\":{},\"called\":{},\"otherUnits\":[{}],",
                 function.address_taken, function.escapes, function.called,
                 fmt::join(function.other_units, ","));
  out += "\"calls\":[";
  for (size_t i = 0; i < function.calls.size(); ++i) {
    const CallSite& call = function.calls[i];
    fmt::format_to(to,
                   "{}{{\"point\":{},\"kind\":\"{}\",\"open\":{},\"targets\":", i == 0 ? "" : ",",
                   call.point.index(), call_edge_name(call.kind), call.open);
    append_ids(out, call.targets);
    out += '}';
  }
  out += "]}";
}

}  // namespace

std::vector<std::string> labels(const CallGraph& graph) {
  std::vector<std::string> result;
  std::map<std::string, std::vector<size_t>> sharers;
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    result.emplace_back(shown(graph.functions[i]));
    sharers[result.back()].push_back(i);
  }
  // Overloads differ in their linkage names, files' own functions and the programs' `main`s in
  // their files; what shares all that differs in its unit.
  auto tell_apart = [&](auto&& detail) {
    std::map<std::string, std::vector<size_t>> still;
    for (const auto& [label, sharing] : sharers) {
      if (sharing.size() < 2) continue;
      std::set<std::string> details;
      for (size_t i : sharing) details.insert(std::string(detail(graph.functions[i])));
      for (size_t i : sharing) {
        if (details.size() > 1)
          fmt::format_to(std::back_inserter(result[i]), " [{}]", detail(graph.functions[i]));
        still[result[i]].push_back(i);
      }
    }
    sharers = std::move(still);
  };
  tell_apart([](const ProgramFunction& f) { return f.name; });
  tell_apart([](const ProgramFunction& f) { return base_name(f.file); });
  tell_apart([](const ProgramFunction& f) { return std::string_view(f.file); });
  tell_apart([](const ProgramFunction& f) { return fmt::format("unit {}", f.unit); });
  return result;
}

std::string print_text(const CallGraph& graph, bool roots_only) {
  std::vector<std::string> names = labels(graph);
  std::vector<size_t> order;
  if (roots_only) {
    for (FunctionId root : graph.roots) order.push_back(root.index());
  } else {
    for (size_t i = 0; i < graph.functions.size(); ++i) {
      if (graph.functions[i].unit >= 0) order.push_back(i);
    }
  }
  std::sort(order.begin(), order.end(),
            [&](size_t a, size_t b) { return names[a] != names[b] ? names[a] < names[b] : a < b; });
  std::string out;
  for (size_t index : order) {
    out += names[index] + "\n";
    if (roots_only) continue;
    std::set<std::string> lines;
    for (const CallSite& call : graph.functions[index].calls) {
      std::vector<std::string_view> targets;
      for (FunctionId target : call.targets) targets.push_back(names[target.index()]);
      std::sort(targets.begin(), targets.end());
      if (call.open) targets.push_back("...");
      lines.insert(fmt::format("  {} {}\n", call_edge_name(call.kind), fmt::join(targets, ", ")));
    }
    for (const std::string& line : lines) out += line;
  }
  return out;
}

std::string print_json(const CallGraph& graph, bool roots_only) {
  std::string out = "{";
  if (!roots_only) {
    out += "\"functions\":[";
    for (size_t i = 0; i < graph.functions.size(); ++i) {
      out += i == 0 ? "\n" : ",\n";
      append_function(out, graph.functions[i]);
    }
    out += "],\n\"components\":[";
    for (size_t i = 0; i < graph.components.size(); ++i) {
      if (i != 0) out += ',';
      append_ids(out, graph.components[i]);
    }
    out += "],\n\"roots\":";
    append_ids(out, graph.roots);
    return out + "}\n";
  }
  out += "\"roots\":[";
  for (size_t i = 0; i < graph.roots.size(); ++i) {
    const ProgramFunction& root = graph.functions[graph.roots[i].index()];
    fmt::format_to(std::back_inserter(out),
                   "{}{{\"name\":{},\"display\":{},\"file\":{},\"line\":{}}}",
                   i == 0 ? "\n" : ",\n", quoted(root.name), quoted(root.display),
                   quoted(root.file), root.line);
  }
  return out + "]}\n";
}

std::string print_dot(const CallGraph& graph) {
  static constexpr std::string_view kStyles[] = {"solid", "dashed", "bold", "dotted"};
  static_assert(std::size(kStyles) == static_cast<size_t>(CallEdgeKind::Callback) + 1);
  std::vector<std::string> names = labels(graph);
  std::string out = "digraph calls {\n  node [shape=box];\n";
  auto to = std::back_inserter(out);
  for (size_t i = 0; i < names.size(); ++i) {
    fmt::format_to(to, "  n{} [label={}{}];\n", i, quoted(names[i]),
                   graph.functions[i].unit < 0 ? ", style=dashed" : "");
  }
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    std::set<std::pair<uint32_t, CallEdgeKind>> edges;
    bool open = false;
    for (const CallSite& call : graph.functions[i].calls) {
      open |= call.open;
      for (FunctionId target : call.targets) edges.emplace(target.index(), call.kind);
    }
    for (auto [target, kind] : edges) {
      fmt::format_to(to, "  n{} -> n{} [style={}];\n", i, target,
                     kStyles[static_cast<size_t>(kind)]);
    }
    if (open) fmt::format_to(to, "  n{} -> unknown [style=dashed];\n", i);
  }
  if (out.find("-> unknown") != std::string::npos) out += "  unknown [label=\"?\", shape=plain];\n";
  return out + "}\n";
}

std::string print_undefined(const CallGraph& graph) {
  std::vector<std::string> names = labels(graph);
  std::vector<size_t> order;
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    if (graph.functions[i].unit < 0) order.push_back(i);
  }
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    uint32_t left = graph.functions[a].called, right = graph.functions[b].called;
    return left != right ? left > right : names[a] < names[b];
  });
  std::string out;
  for (size_t index : order)
    fmt::format_to(std::back_inserter(out), "{:>8} {}\n", graph.functions[index].called,
                   names[index]);
  return out;
}

}  // namespace assay::callgraph
