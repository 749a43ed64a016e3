// `assay ir FILE`: parses directly, without a database, and prints what the engines will see.
#include <string>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "frontend/command.h"
#include "frontend/parse.h"
#include "ir/print.h"
#include "ir/self_check.h"

namespace assay::cli {
namespace {

bool is_wanted(const ir::Unit& unit, const ir::Function& function, const Options& options) {
  const ir::Symbol& symbol = unit.symbols[function.symbol];
  if (options.function.empty()) return options.with_system || !symbol.has(ir::kSystem);
  // A template's name means all its instances.
  bool is_instance =
      symbol.display.ends_with('>') && symbol.display.starts_with(options.function + "<");
  return symbol.name == options.function || symbol.display == options.function || is_instance;
}

void print_diagnostics(const ir::Unit& unit) {
  for (const ir::Diagnostic& diagnostic : unit.diagnostics) {
    std::string place = diagnostic.file.empty() ? unit.main_file
                                                : fmt::format("{}:{}:{}", diagnostic.file,
                                                              diagnostic.line, diagnostic.column);
    fmt::print(stderr, "{}: error: {}\n", place, diagnostic.message);
  }
}

std::string print_wanted(const ir::Unit& unit, const Options& options) {
  std::string text;
  for (const ir::Function& function : unit.functions) {
    if (!is_wanted(unit, function, options)) continue;
    if (!text.empty()) text += "\n";
    text += options.graph_format == GraphFormat::Dot
                ? ir::print_dot(unit, function)
                : ir::print_function(unit, function, {.tree = options.tree});
  }
  return text;
}

// The names that a mistyped one may have meant.
std::string known_functions(const ir::Unit& unit) {
  constexpr size_t kMost = 10;
  std::string names;
  size_t count = 0;
  for (const ir::Function& function : unit.functions) {
    const ir::Symbol& symbol = unit.symbols[function.symbol];
    if (function.kind != ir::FunctionKind::Function || symbol.has(ir::kSystem)) continue;
    if (++count > kMost) return names + ", ...";
    names += (names.empty() ? "" : ", ") + symbol.display;
  }
  return names.empty() ? "none" : names;
}

Result<int> print_ir(const Options& options) {
  Options of_file = options;
  of_file.paths = {options.file};
  Inputs inputs = TRY(find_inputs(of_file));
  for (const std::string& text : inputs.notes) note(text);
  if (!is_source_file(options.file)) {
    return input_error("{}: not a C or C++ source file", options.file);
  }
  frontend::CommandAdapter adapter;
  frontend::PreparedCommand command = TRY(adapter.prepare(inputs.commands.front()));
  ir::Unit unit = frontend::parse_unit(command);
  print_diagnostics(unit);
  if (options.self_check) {
    std::vector<std::string> faults = ir::self_check(unit);
    for (const std::string& fault : faults) fmt::print("{}: {}\n", options.file, fault);
    return faults.empty() ? kClean : kFindings;
  }
  std::string text = print_wanted(unit, options);
  if (text.empty() && !options.function.empty()) {
    return input_error("{}: no function '{}' here; there are: {}", options.file, options.function,
                       known_functions(unit));
  }
  TRY(write_output("", text));
  return unit.diagnostics.empty() ? kClean : kIncomplete;
}

}  // namespace

int run_ir(const Options& options) {
  Result<int> code = print_ir(options);
  return code ? code.value() : fail(code.error());
}

}  // namespace assay::cli
