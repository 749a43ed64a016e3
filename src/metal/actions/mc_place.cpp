// mc.h: places.
#include "metal/actions/context.h"
#include "metal/actions/rule_symbols.h"

namespace assay::metal {
namespace {

const ir::Places& places(Context& c) { return c.code().function.places; }

/// Of the tree's code; of the function where it has none.
ir::Place place_of(Context& c, TreeHandle handle) {
  const RuleTree* tree = c.find(handle);
  if (tree != nullptr && tree->node.valid() && tree->node.index() < places(c).of_node.size()) {
    ir::Place place = places(c)[tree->node];
    if (place.line != 0) return place;
  }
  return places(c).whole;
}

const char* function_name() {
  return answer([](Context& c) -> const char* {
    ir::SymbolId id = c.code().function.symbol;
    if (!id.valid()) return nullptr;
    const ir::Symbol& symbol = c.code().unit.symbols[id];
    return c.keep(symbol.display.empty() ? symbol.name : symbol.display);
  });
}

const char* file(TreeHandle handle) {
  return answer([&](Context& c) -> const char* {
    uint32_t index = place_of(c, handle).file;
    return index < places(c).files.size() ? c.keep(places(c).files[index])
                                          : c.keep(c.code().unit.main_file);
  });
}

int line(TreeHandle handle) {
  return answer([&](Context& c) { return static_cast<int>(place_of(c, handle).line); });
}

int column(TreeHandle handle) {
  return answer([&](Context& c) { return static_cast<int>(place_of(c, handle).column); });
}

// `#define CHECK(p) ((p) == NULL)`: the author of CHECK compares, not who writes CHECK(v), although
// `v` is his own text.  In CHECK(v == w) he does.
int in_macro(TreeHandle handle) {
  return answer([&](Context& c) -> int {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr || !tree->node.valid()) return 0;
    const ir::Body& body = c.body();
    if (body[tree->node].has(ir::kInMacroBody)) return 1;
    if (!body[tree->node].has(ir::kInMacroArg)) return 0;
    ir::NodeId user = parent_of(c, tree->node);
    return user.valid() && body[user].has(ir::kInMacroBody);
  });
}

int loop_depth() {
  return answer(
      [](Context& c) { return static_cast<int>(c.host().loop_depth(c.invocation().at)); });
}

int is_root() {
  return answer([](Context& c) { return static_cast<int>(c.host().is_root()); });
}

int in_system_header() {
  return answer([](Context& c) -> int {
    ir::SymbolId id = c.code().function.symbol;
    if (!id.valid() || !c.code().unit.symbols[id].has(ir::kSystem)) return 0;
    // The program may define what a header of the system only declares.
    uint32_t file = places(c).whole.file;
    return file < places(c).files.size() && places(c).files[file] != c.code().unit.main_file;
  });
}

}  // namespace

std::vector<RuleSymbol> place_symbols() {
  return {rule_symbol("mc_function", function_name),
          rule_symbol("mc_file", file),
          rule_symbol("mc_line", line),
          rule_symbol("mc_column", column),
          rule_symbol("mc_in_macro", in_macro),
          rule_symbol("mc_loop_depth", loop_depth),
          rule_symbol("mc_is_root", is_root),
          rule_symbol("mc_in_system_header", in_system_header)};
}

}  // namespace assay::metal
