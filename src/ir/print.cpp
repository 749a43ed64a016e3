#include "ir/print.h"

#include <fmt/format.h>

#include <filesystem>

#include "ir/node_text.h"

namespace assay::ir {

namespace {

constexpr size_t kPlaceColumn = 56;

class Printer {
 public:
  Printer(const Unit& unit, const Function& function, PrintOptions options)
      : unit_(unit),
        function_(function),
        body_(function.body),
        options_(options),
        nodes_(unit, function) {}

  std::string print() {
    header();
    locals();
    if (options_.tree) tree();
    for (size_t b = 0; b < body_.blocks.size(); ++b) block(BlockId(b));
    return std::move(out_);
  }

 private:
  void header();
  void locals();
  void tree();
  void block(BlockId id);
  std::string local(LocalId id) const;
  void line(std::string text, const Place* place);

  const Unit& unit_;
  const Function& function_;
  const Body& body_;
  PrintOptions options_;
  NodeText nodes_;
  std::string out_;
};

void Printer::line(std::string text, const Place* place) {
  if (options_.places && place != nullptr) {
    text.resize(std::max(text.size() + 2, kPlaceColumn), ' ');
    text += nodes_.place(*place);
  }
  out_ += text;
  out_ += '\n';
}

void Printer::header() {
  const Symbol& symbol = unit_.symbols[function_.symbol];
  const std::string& name = symbol.display.empty() ? symbol.name : symbol.display;
  std::string where;
  const Places& places = function_.places;
  if (options_.places && places.whole.file < places.files.size())
    where = fmt::format(" ({}:{}:{})",
                        std::filesystem::path(places.files[places.whole.file]).filename().string(),
                        places.whole.line, places.whole.column);
  switch (function_.kind) {
    case FunctionKind::Function:
      out_ += fmt::format("function {}{}  {}\n", name, where, nodes_.type(symbol.type));
      break;
    case FunctionKind::GlobalInit:
      out_ += fmt::format("initialiser of {}{}  {}\n", name, where, nodes_.type(symbol.type));
      break;
    case FunctionKind::DynamicInit:
    case FunctionKind::ThreadInit:
      out_ += name + "\n";
      break;
  }
}

std::string Printer::local(LocalId id) const {
  const Local& local = body_.locals[id.index()];
  std::string text = fmt::format("%{}", id.index());
  if (!local.name.empty()) text += " " + local.name;
  text += ": " + nodes_.type(local.type);
  if (local.kind == LocalKind::This) text += " this";
  if (local.kind == LocalKind::Temporary) text += " temporary";
  if (local.kind == LocalKind::ReturnSlot) text += " return-slot";
  if (local.kind == LocalKind::Exception) text += " exception";
  if (local.address_taken) text += " address-taken";
  if (local.lives_on) text += " lives-on";
  if (local.cleanup.valid() && local.cleanup.index() < unit_.symbols.size())
    text += fmt::format(" cleanup {}", unit_.symbols[local.cleanup].display);
  return text;
}

void Printer::locals() {
  size_t params = std::min<size_t>(body_.param_count, body_.locals.size());
  auto list = [&](std::string_view title, size_t from, size_t to) {
    if (from == to) return;
    std::string text = fmt::format("  {}: ", title);
    for (size_t i = from; i < to; ++i) text += (i > from ? ", " : "") + local(LocalId(i));
    line(std::move(text), nullptr);
  };
  list("params", 0, params);
  list("locals", params, body_.locals.size());
}

// Depth by an explicit stack: a sum of 100 000 terms is as deep.  Past a limit the indentation
// stays, or the text would grow with the square of the depth.
void Printer::tree() {
  constexpr size_t kMaxIndent = 200;
  struct Item {
    NodeId node;
    size_t depth;
  };
  if (!body_.root.valid()) return;
  out_ += "  tree:\n";
  std::vector<Item> stack{{body_.root, 0}};
  while (!stack.empty()) {
    Item item = stack.back();
    stack.pop_back();
    std::string text(4 + std::min(2 * item.depth, kMaxIndent), ' ');
    text += nodes_.point(item.node);
    bool has_place = item.node.index() < function_.places.of_node.size();
    line(std::move(text), has_place ? &function_.places[item.node] : nullptr);
    std::span<const NodeId> kids = body_.kids_of(item.node);
    // An element that a range designator repeats is shown once.
    for (size_t i = kids.size(); i > 0; --i)
      if (i == 1 || kids[i - 1] != kids[i - 2]) stack.push_back({kids[i - 1], item.depth + 1});
  }
}

void Printer::block(BlockId id) {
  const Block& block = body_.blocks[id.index()];
  out_ += fmt::format("  B{}:{}\n", id.index(), block.is_cleanup ? " cleanup" : "");
  for (NodeId point : body_.points_of(id)) {
    bool has_place = point.index() < function_.places.of_node.size();
    line("    " + nodes_.point(point), has_place ? &function_.places[point] : nullptr);
  }
  line("    " + nodes_.terminator(id), nullptr);
}

std::string dot_escaped(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

}  // namespace

std::string print_function(const Unit& unit, const Function& function, PrintOptions options) {
  return Printer(unit, function, options).print();
}

std::string print_dot(const Unit& unit, const Function& function) {
  const Body& body = function.body;
  NodeText nodes(unit, function);
  const Symbol& symbol = unit.symbols[function.symbol];
  std::string out = fmt::format("digraph \"{}\" {{\n  node [shape=box, fontname=monospace];\n",
                                dot_escaped(symbol.display));
  for (size_t b = 0; b < body.blocks.size(); ++b) {
    BlockId id(b);
    // `\l` ends a line that is set to the left.
    std::string label = fmt::format("B{}:\\l", b);
    for (NodeId point : body.points_of(id)) label += dot_escaped(nodes.point(point)) + "\\l";
    label += std::string(terminator_name(body.blocks[b].terminator)) + "\\l";
    out += fmt::format("  B{} [label=\"{}\"];\n", b, label);
    for (const Edge& edge : body.edges_of(id))
      out += fmt::format("  B{} -> B{} [label=\"{}\"];\n", b, edge.target.index(),
                         dot_escaped(nodes.edge_label(id, edge)));
    if (body.blocks[b].unwind.valid())
      out += fmt::format("  B{} -> B{} [style=dashed, label=\"unwind\"];\n", b,
                         body.blocks[b].unwind.index());
  }
  return out + "}\n";
}

}  // namespace assay::ir
