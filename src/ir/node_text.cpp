#include "ir/node_text.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <filesystem>

namespace assay::ir {

namespace {

struct FlagName {
  NodeFlags flag;
  std::string_view name;
};

constexpr std::array kFlagNames{
    FlagName{kLvalue, "lvalue"},           FlagName{kImplicit, "implicit"},
    FlagName{kInMacroBody, "macro-body"},  FlagName{kInMacroArg, "macro-arg"},
    FlagName{kUnevaluated, "unevaluated"}, FlagName{kMayThrow, "may-throw"},
    FlagName{kLineLiteral, "line"},        FlagName{kArrow, "arrow"},
    FlagName{kNoReturnCall, "no-return"},  FlagName{kVolatileAccess, "volatile"},
    FlagName{kArrayForm, "array"},         FlagName{kElided, "elided"},
    FlagName{kConstantValue, "constant"},  FlagName{kReturnsTwice, "returns-twice"},
    FlagName{kUnwritten, "unwritten"},
};

// The length of the valid UTF-8 sequence at the front of `text`; 0 if there is none.
size_t utf8_length(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char first = byte(0);
  size_t length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (first >= 0xf5 || length == 0 || text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  bool overlong = (first == 0xe0 && byte(1) < 0xa0) || (first == 0xf0 && byte(1) < 0x90);
  bool surrogate = first == 0xed && byte(1) >= 0xa0;
  bool too_large = first == 0xf4 && byte(1) >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

}  // namespace

std::string quote(std::string_view text) {
  std::string result = "\"";
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char c = static_cast<unsigned char>(text[i]);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += text[i];
    } else if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '\r') {
      result += "\\r";
    } else if (c >= 0x20 && c < 0x7f) {
      result += text[i];
    } else if (size_t length = c >= 0x80 ? utf8_length(text.substr(i)) : 0; length > 0) {
      result += text.substr(i, length);
      i += length - 1;
    } else {
      result += fmt::format("\\x{:02x}", c);
    }
  }
  return result + "\"";
}

std::string wide_text(const std::vector<uint64_t>& words) {
  std::string text = "0x";
  for (size_t i = words.size(); i > 0; --i)
    text += i == words.size() ? fmt::format("{:x}", words[i - 1])
                              : fmt::format("{:016x}", words[i - 1]);
  return words.empty() ? "0x0" : text;
}

std::string float_text(const Unit& unit, const Body& body, NodeId id) {
  const Node& node = body[id];
  if (node.has(kWide))
    return node.payload < body.wides.size() ? wide_text(body.wides[node.payload]) : "?";
  uint32_t width = node.type.valid() ? unit.types.resolved(node.type).width : 64;
  if (width == 32)
    return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(node.payload)));
  if (width == 64) return fmt::format("{}", std::bit_cast<double>(node.payload));
  return fmt::format("0x{:x}", node.payload);
}

const Field* field_of(const Unit& unit, const Body& body, NodeId id) {
  const Node& node = body[id];
  TypeId owner;
  if (node.op == Op::Member && node.kid_count > 0) owner = body[body.kid(id, 0)].type;
  if (node.op == Op::MemberAddr && node.kid_count > 0) {
    TypeId outer = body[body.kid(id, 0)].type;
    if (outer.valid()) owner = unit.types.resolved(outer).inner;
  } else if (node.op == Op::MemberAddr && node.type.valid()) {
    owner = unit.types.resolved(node.type).owner;
  }
  if (!owner.valid()) return nullptr;
  const Type& record = unit.types.resolved(owner);
  return node.payload < record.fields.size() ? &record.fields[node.payload] : nullptr;
}

NodeText::NodeText(const Unit& unit, const Function& function)
    : unit_(unit),
      function_(function),
      body_(function.body),
      ambiguous_(function.body.locals.size()) {
  std::map<std::string_view, size_t> first;
  for (size_t i = 0; i < body_.locals.size(); ++i) {
    auto [entry, is_new] = first.emplace(body_.locals[i].name, i);
    if (is_new) continue;
    ambiguous_[i] = true;
    ambiguous_[entry->second] = true;
  }
  for (size_t i = 0; i < body_.phis.size(); ++i) phis_.emplace(body_.phis[i].node, i);
}

std::string NodeText::local(LocalId id) const {
  if (id.index() >= body_.locals.size()) return "none";
  const std::string& name = body_.locals[id.index()].name;
  if (name.empty()) return fmt::format("%{}", id.index());
  return ambiguous_[id.index()] ? fmt::format("{}%{}", name, id.index()) : name;
}

std::string NodeText::type(TypeId id) const {
  if (!id.valid()) return "none";
  auto [entry, is_new] = spelled_.try_emplace(id);
  if (is_new) entry->second = unit_.types.spell(id);
  return entry->second;
}

std::string NodeText::symbol(SymbolId id) const {
  if (id.index() >= unit_.symbols.size()) return "none";
  const Symbol& symbol = unit_.symbols[id];
  return symbol.display.empty() ? symbol.name : symbol.display;
}

std::string NodeText::int_payload(NodeId id) const {
  const Node& node = body_[id];
  if (node.op == Op::FloatLit) return float_text(unit_, body_, id);
  if (node.has(kWide))
    return node.payload < body_.wides.size() ? wide_text(body_.wides[node.payload]) : "?";
  bool is_signed =
      node.op == Op::IntLit && node.type.valid() && unit_.types.resolved(node.type).has(kSigned);
  return is_signed ? fmt::format("{}", static_cast<int64_t>(node.payload))
                   : fmt::format("{}", node.payload);
}

std::string NodeText::payload(NodeId id) const {
  const Node& node = body_[id];
  uint32_t index = static_cast<uint32_t>(std::min<uint64_t>(node.payload, UINT32_MAX));
  switch (op_info(node.op).payload) {
    case PayloadKind::None:
      return {};
    case PayloadKind::Int:
      return int_payload(id);
    case PayloadKind::Text:
      return index < body_.strings.size() ? quote(body_.strings[index]) : "none";
    case PayloadKind::Local:
      return local(LocalId(index));
    case PayloadKind::Symbol:
      if (node.op == Op::Throw && index >= unit_.symbols.size()) return {};
      return symbol(SymbolId(index));
    case PayloadKind::Field:
      if (node.op == Op::InitList)
        return node.payload == 0 ? "" : fmt::format("field {}", node.payload - 1);
      if (const Field* field = field_of(unit_, body_, id); field != nullptr)
        return field->name.empty() ? fmt::format(".#{}", node.payload) : "." + field->name;
      return fmt::format(".#{}", node.payload);
    case PayloadKind::Cast:
      return std::string(node.payload < kCastNames.size() ? kCastNames[node.payload] : "?");
    case PayloadKind::Label:
      if (index >= body_.labels.size()) return "none";
      return body_.labels[index].empty() ? fmt::format("L{}", index) : body_.labels[index];
    case PayloadKind::Type:
      return node.payload < unit_.types.size() ? fmt::format("({})", type(TypeId(index))) : "none";
    case PayloadKind::Call:
      return std::string(node.payload < kCallNames.size() ? kCallNames[node.payload] : "?");
    case PayloadKind::Node:
      return node.payload == 0 ? "" : fmt::format("n{}", node.payload - 1);
  }
  return {};
}

std::string NodeText::phis(NodeId id) const {
  auto [first, last] = phis_.equal_range(id);
  if (first == last) return {};
  std::string text;
  for (auto it = first; it != last; ++it) {
    const Phi& phi = body_.phis[it->second];
    text +=
        fmt::format("{}B{}: n{}", text.empty() ? "" : ", ", phi.from.index(), phi.value.index());
  }
  return fmt::format("[{}]", text);
}

std::string NodeText::kids(NodeId id) const {
  std::span<const NodeId> kids = body_.kids_of(id);
  bool is_call = body_[id].op == Op::Call && !kids.empty();
  std::string text;
  for (size_t i = is_call ? 1 : 0; i < kids.size(); ++i)
    text += fmt::format("{}n{}", text.empty() ? "" : ", ", kids[i].index());
  return is_call ? fmt::format("n{}({})", kids[0].index(), text) : text;
}

std::string NodeText::content(NodeId id) const {
  const Node& node = body_[id];
  std::string text(op_info(node.op).name);
  auto add = [&](const std::string& part) {
    if (part.empty()) return;
    text += ' ';
    text += part;
  };
  add(payload(id));
  std::string joined = phis(id);
  add(joined.empty() ? kids(id) : joined);
  if (node.type.valid()) add(fmt::format(": {}", type(node.type)));
  for (const FlagName& each : kFlagNames)
    if (node.has(each.flag)) add(std::string(each.name));
  return text;
}

std::string NodeText::point(NodeId id) const {
  bool has_value = op_info(body_[id].op).kind == OpClass::Expression;
  return fmt::format("n{}{} {}", id.index(), has_value ? " =" : "", content(id));
}

std::string NodeText::edge_label(BlockId from, const Edge& edge) const {
  NodeId operand = body_.blocks[from.index()].operand;
  TypeId switched = operand.index() < body_.nodes.size() ? body_[operand].type : TypeId();
  bool is_unsigned = switched.valid() && !unit_.types.resolved(switched).has(kSigned);
  auto value = [&](int64_t v) {
    return is_unsigned ? fmt::format("{}", static_cast<uint64_t>(v)) : fmt::format("{}", v);
  };
  switch (edge.kind) {
    case EdgeKind::Plain:
      return {};
    case EdgeKind::True:
      return "true";
    case EdgeKind::False:
      return "false";
    case EdgeKind::Case:
      return edge.low == edge.high
                 ? fmt::format("case {}", value(edge.low))
                 : fmt::format("case {} ... {}", value(edge.low), value(edge.high));
    case EdgeKind::Default:
      return "default";
    case EdgeKind::Label: {
      bool known = edge.low >= 0 && static_cast<size_t>(edge.low) < body_.labels.size();
      return known ? body_.labels[static_cast<size_t>(edge.low)] : std::string("label");
    }
    case EdgeKind::Catch:
      return fmt::format("catch {}", type(edge.caught));
    case EdgeKind::CatchAll:
      return "catch ...";
    case EdgeKind::Unwind:
      return "unwind";
  }
  return {};
}

std::string NodeText::terminator(BlockId id) const {
  const Block& block = body_.blocks[id.index()];
  std::string text(terminator_name(block.terminator));
  if (block.operand.valid()) text += fmt::format(" n{}", block.operand.index());
  std::span<const Edge> edges = body_.edges_of(id);
  for (size_t i = 0; i < edges.size(); ++i) {
    text += fmt::format("{}B{}", i == 0 ? " -> " : ", ", edges[i].target.index());
    std::string label = edge_label(id, edges[i]);
    if (!label.empty()) text += fmt::format(" ({})", label);
  }
  if (block.unwind.valid()) text += fmt::format("  unwind B{}", block.unwind.index());
  return text;
}

std::string NodeText::place(const Place& place) const {
  if (place.line == 0) return "-";
  const Places& places = function_.places;
  std::string where = fmt::format("{}:{}", place.line, place.column);
  if (place.file == places.whole.file || place.file >= places.files.size()) return where;
  // Only the name: the text is the same wherever the project stands.
  return std::filesystem::path(places.files[place.file]).filename().string() + ":" + where;
}

}  // namespace assay::ir
