// `assay callgraph`: the call graph of the program in the database.
#include <string>

#include "callgraph/call_graph.h"
#include "callgraph/print.h"
#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "store/store.h"

namespace assay::cli {
namespace {

Result<callgraph::CallGraph> build_graph(store::Store& store, const Options& options) {
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

std::string print(const callgraph::CallGraph& graph, const Options& options) {
  switch (options.graph_format) {
    case GraphFormat::Dot:
      return callgraph::print_dot(graph);
    case GraphFormat::Json:
      return callgraph::print_json(graph, options.roots_only);
    case GraphFormat::Text:
      break;
  }
  std::string text = callgraph::print_text(graph, options.roots_only);
  if (options.roots_only) return text;
  std::string undefined = callgraph::print_undefined(graph);
  if (!undefined.empty())
    text += "\nfunctions without a body, by calls that reach them:\n" + undefined;
  return text;
}

Result<void> print_callgraph(const Options& options) {
  if (options.roots_only && options.graph_format == GraphFormat::Dot) {
    return input_error("--roots lists names, there is no graph to draw: leave out --dot");
  }
  std::string root = TRY(project_folder(options));
  store::Store store =
      TRY(store::Store::open(database_path(options, root), store::Store::Mode::Read));
  return write_output("", print(TRY(build_graph(store, options)), options));
}

}  // namespace

int run_callgraph(const Options& options) {
  Result<void> done = print_callgraph(options);
  if (!done && interrupted()) return kSignal + interrupt_signal();
  return done ? static_cast<int>(kClean) : fail(done.error());
}

}  // namespace assay::cli
