// A tree as C, for messages.
//
// Written front to back from a stack of pieces, and left off when it is long enough: a message
// quotes a few words, whatever the size of the tree.
#include <fmt/format.h>

#include <algorithm>

#include "ir/node_text.h"
#include "ir/print.h"

namespace assay::ir {

namespace {

constexpr size_t kMaxLength = 60;

// C's precedences, weakest first; parentheses go around what binds weaker than its place asks.
enum Level : uint8_t {
  kCommaLevel,
  kAssignLevel,
  kConditionalLevel,
  kLogOrLevel,
  kLogAndLevel,
  kBitOrLevel,
  kBitXorLevel,
  kBitAndLevel,
  kEqualityLevel,
  kRelationLevel,
  kShiftLevel,
  kSumLevel,
  kProductLevel,
  kUnaryLevel,
  kPostfixLevel,
};

struct Operator {
  Op op;
  std::string_view sign;
  Level level;
};

constexpr Operator kBinary[] = {
    {Op::Add, " + ", kSumLevel},
    {Op::Sub, " - ", kSumLevel},
    {Op::Mul, " * ", kProductLevel},
    {Op::Div, " / ", kProductLevel},
    {Op::Rem, " % ", kProductLevel},
    {Op::Shl, " << ", kShiftLevel},
    {Op::Shr, " >> ", kShiftLevel},
    {Op::BitAnd, " & ", kBitAndLevel},
    {Op::BitOr, " | ", kBitOrLevel},
    {Op::BitXor, " ^ ", kBitXorLevel},
    {Op::Lt, " < ", kRelationLevel},
    {Op::Le, " <= ", kRelationLevel},
    {Op::Gt, " > ", kRelationLevel},
    {Op::Ge, " >= ", kRelationLevel},
    {Op::Eq, " == ", kEqualityLevel},
    {Op::Ne, " != ", kEqualityLevel},
    {Op::Spaceship, " <=> ", kRelationLevel},
    {Op::Assign, " = ", kAssignLevel},
    {Op::AddAssign, " += ", kAssignLevel},
    {Op::SubAssign, " -= ", kAssignLevel},
    {Op::MulAssign, " *= ", kAssignLevel},
    {Op::DivAssign, " /= ", kAssignLevel},
    {Op::RemAssign, " %= ", kAssignLevel},
    {Op::ShlAssign, " <<= ", kAssignLevel},
    {Op::ShrAssign, " >>= ", kAssignLevel},
    {Op::AndAssign, " &= ", kAssignLevel},
    {Op::OrAssign, " |= ", kAssignLevel},
    {Op::XorAssign, " ^= ", kAssignLevel},
    {Op::Init, " = ", kAssignLevel},
    {Op::LogAnd, " && ", kLogAndLevel},
    {Op::LogOr, " || ", kLogOrLevel},
    {Op::Comma, ", ", kCommaLevel},
};

constexpr Operator kPrefix[] = {
    {Op::Deref, "*", kUnaryLevel},       {Op::AddressOf, "&", kUnaryLevel},
    {Op::Plus, "+", kUnaryLevel},        {Op::Neg, "-", kUnaryLevel},
    {Op::BitNot, "~", kUnaryLevel},      {Op::Not, "!", kUnaryLevel},
    {Op::PreInc, "++", kUnaryLevel},     {Op::PreDec, "--", kUnaryLevel},
    {Op::Real, "__real ", kUnaryLevel},  {Op::Imag, "__imag ", kUnaryLevel},
    {Op::Throw, "throw ", kAssignLevel}, {Op::Return, "return ", kCommaLevel},
};

const Operator* find_operator(std::span<const Operator> table, Op op) {
  for (const Operator& each : table)
    if (each.op == op) return &each;
  return nullptr;
}

// The last name of `ns::Class<a::b>::method`.
std::string_view last_name(std::string_view name) {
  // `operator->` and its like are no brackets.
  constexpr std::string_view kOperator = "operator";
  size_t at = name.rfind(kOperator);
  bool is_operator = at != name.npos && at + kOperator.size() < name.size() &&
                     (at == 0 || name[at - 1] == ':') &&
                     std::string_view("-*+<>=!&|^~%/[(,").find(name[at + kOperator.size()]) !=
                         std::string_view::npos;
  if (is_operator) return name.substr(at);
  int depth = 0;
  for (size_t i = name.size(); i > 1; --i) {
    char c = name[i - 1];
    if (c == '>' || c == ')') ++depth;
    if (c == '<' || c == '(') --depth;
    if (depth == 0 && c == ':' && name[i - 2] == ':') return name.substr(i);
  }
  return name;
}

class ExpressionPrinter {
 public:
  ExpressionPrinter(const Unit& unit, const Body& body) : unit_(unit), body_(body) {}

  std::string print(NodeId root) {
    stack_.push_back(Wanted{root, kCommaLevel});
    while (!stack_.empty() && out_.size() <= kMaxLength) {
      Piece piece = std::move(stack_.back());
      stack_.pop_back();
      if (piece.node.valid())
        node({piece.node, piece.level});
      else
        out_ += piece.text;
    }
    bool cut = out_.size() > kMaxLength;
    if (cut) {
      size_t end = kMaxLength - 1;
      while (end > 0 && (static_cast<unsigned char>(out_[end]) & 0xc0) == 0x80) --end;
      out_.resize(end);
      out_ += "…";
    }
    return std::move(out_);
  }

 private:
  struct Wanted {
    NodeId node;
    Level level;
  };
  // Text, or a node that is yet to become text.
  struct Piece {
    Piece(std::string words) : text(std::move(words)) {}              // NOLINT: implicit on purpose
    Piece(Wanted wanted) : node(wanted.node), level(wanted.level) {}  // NOLINT: likewise
    std::string text;
    NodeId node;
    Level level = kCommaLevel;
  };

  /// Pieces are written in the order given.
  void push(std::vector<Piece> pieces) {
    for (size_t i = pieces.size(); i > 0; --i) stack_.push_back(std::move(pieces[i - 1]));
  }
  void push_list(std::vector<Piece>& pieces, std::span<const NodeId> nodes) {
    for (size_t i = 0; i < nodes.size(); ++i) {
      // What is past the limit is never written.
      if (i > kMaxLength) break;
      // From here on all are the default.
      if (body_[nodes[i]].has(kUnwritten) && body_[nodes[i]].op != Op::Construct) break;
      if (i > 0) pieces.push_back(std::string(", "));
      pieces.push_back(Wanted{nodes[i], kAssignLevel});
    }
  }
  NodeId skip_hidden(NodeId id) const;
  bool is_null_macro(NodeId id) const;
  void node(Wanted wanted);
  void leaf(NodeId id);
  void temporary(NodeId id);
  bool is_temporary(NodeId id) const;
  void member(NodeId id);
  void call(NodeId id, Level level);
  bool operator_call(NodeId id, Level level);
  void other(Wanted wanted);
  std::string symbol_name(NodeId id) const;

  const Unit& unit_;
  const Body& body_;
  std::vector<Piece> stack_;
  std::string out_;
  std::vector<LocalId> shown_;  // temporaries, by what they are made from
};

// Past what the source does not show: loads, conversions, references.
NodeId ExpressionPrinter::skip_hidden(NodeId id) const {
  while (body_.spelling_of(id) == nullptr) {
    const Node& node = body_[id];
    if (node.op == Op::Opaque) {
      if (node.payload == 0 || node.payload > id.index()) return id;
      id = NodeId(static_cast<uint32_t>(node.payload - 1));
      continue;
    }
    if (node.kid_count == 0) return id;
    bool hidden = node.op == Op::Load ||
                  (node.has(kImplicit) &&
                   (node.op == Op::Cast || node.op == Op::Deref || node.op == Op::AddressOf ||
                    node.op == Op::Comma || (node.op == Op::Construct && node.kid_count == 2)));
    if (!hidden) return id;
    // A copy of a class object shows as what is copied.
    id = body_.kid(id, node.op == Op::Construct ? 1 : 0);
  }
  return id;
}

// `(void *)0` is what the C library's NULL stands for, and how hardly anybody writes it.
bool ExpressionPrinter::is_null_macro(NodeId id) const {
  const Node& node = body_[id];
  if (node.op != Op::Cast || node.kid_count == 0 || !unit_.types.is_pointer(node.type))
    return false;
  const Node& kid = body_[body_.kid(id, 0)];
  return kid.op == Op::IntLit && kid.payload == 0 && unit_.types.spell(node.type) == "void *";
}

std::string ExpressionPrinter::symbol_name(NodeId id) const {
  SymbolId symbol = body_.symbol_of(id);
  if (symbol.index() >= unit_.symbols.size()) return "?";
  const Symbol& found = unit_.symbols[symbol];
  return found.display.empty() ? found.name : found.display;
}

void ExpressionPrinter::leaf(NodeId id) {
  const Node& node = body_[id];
  switch (node.op) {
    case Op::IntLit: {
      bool wide = node.has(kWide);
      bool is_signed = node.type.valid() && unit_.types.resolved(node.type).has(kSigned);
      if (node.has(kLineLiteral))
        out_ += "__LINE__";
      else if (node.type.valid() && unit_.types.resolved(node.type).kind == TypeKind::Bool)
        out_ += node.payload != 0 ? "true" : "false";
      else if (wide)
        out_ += node.payload < body_.wides.size() ? wide_text(body_.wides[node.payload]) : "?";
      else
        out_ += is_signed ? fmt::format("{}", static_cast<int64_t>(node.payload))
                          : fmt::format("{}", node.payload);
      break;
    }
    case Op::FloatLit:
      out_ += float_text(unit_, body_, id);
      break;
    case Op::StringLit: {
      const bool known = node.payload < body_.strings.size();
      std::string_view text = known ? std::string_view(body_.strings[node.payload]) : "";
      out_ += quote(text.substr(0, 2 * kMaxLength));
      break;
    }
    case Op::NullLit:
      out_ += unit_.language == Language::Cxx ? "nullptr" : "NULL";
      break;
    case Op::ZeroValue:
      out_ += "{}";
      break;
    case Op::Local: {
      LocalId local = body_.local_of(id);
      bool known = local.index() < body_.locals.size();
      const Local* found = known ? &body_.locals[local.index()] : nullptr;
      if (found != nullptr && found->kind == LocalKind::This)
        out_ += "this";
      else if (found != nullptr && !found->name.empty())
        out_ += found->name;
      else
        temporary(id);
      break;
    }
    case Op::Global:
    case Op::FunctionRef:
      out_ += symbol_name(id);
      break;
    case Op::LabelAddr:
      out_ += "&&";
      if (node.payload < body_.labels.size()) out_ += body_.labels[node.payload];
      break;
    default:
      out_ += fmt::format("<{}>", op_info(node.op).name);
      break;
  }
}

bool ExpressionPrinter::is_temporary(NodeId id) const {
  if (body_[id].op != Op::Local) return false;
  LocalId local = body_.local_of(id);
  return local.index() < body_.locals.size() &&
         body_.locals[local.index()].kind == LocalKind::Temporary &&
         body_.locals[local.index()].name.empty();
}

// What has no name in the source shows as what it is made from.
void ExpressionPrinter::temporary(NodeId id) {
  LocalId local = body_.local_of(id);
  bool is_new = std::find(shown_.begin(), shown_.end(), local) == shown_.end();
  if (is_new) shown_.push_back(local);
  for (uint32_t i = 0; i < body_.nodes.size() && is_new; ++i) {
    const Node& maker = body_.nodes[i];
    bool makes = (maker.op == Op::Init || maker.op == Op::Construct) && maker.kid_count > 0;
    if (!makes) continue;
    NodeId place = body_.kid(NodeId(i), 0);
    if (is_temporary(place) && body_.local_of(place) == local)
      return push({Wanted{NodeId(i), kPostfixLevel}});
  }
  out_ += body_[id].type.valid() ? "temporary " + unit_.types.spell(body_[id].type) : "temporary";
}

// `p->a.b`.  Members without a name, the anonymous structs and unions on the way, do not show.
void ExpressionPrinter::member(NodeId id) {
  const Field* field = field_of(unit_, body_, id);
  std::string name = field == nullptr ? "?" : field->name;
  NodeId inner = id;
  while (true) {
    NodeId kid = body_.kid(inner, 0);
    const Field* outer = body_[kid].op == Op::Member && body_[kid].kid_count > 0
                             ? field_of(unit_, body_, kid)
                             : nullptr;
    if (outer == nullptr || !outer->name.empty()) break;
    inner = kid;
  }
  NodeId object = body_.kid(inner, 0);
  std::string_view sign = body_[inner].has(kArrow) ? "->" : ".";
  if (name.empty()) return push({Wanted{object, kPostfixLevel}});
  push({Wanted{object, kPostfixLevel}, fmt::format("{}{}", sign, name)});
}

// `*p`, `p->x`, `a[i]` and `a += b` by a class's own operators, as they are written; false: another
// call.  Where the object is reached through a pointer, the operator is not what is written.
bool ExpressionPrinter::operator_call(NodeId id, Level level) {
  std::span<const NodeId> kids = body_.kids_of(id);
  CallKind kind = body_.call_kind_of(id);
  NodeId callee = skip_hidden(kids[0]);
  bool is_method = kind == CallKind::Method || kind == CallKind::Virtual;
  if (!is_method || kids.size() < 2 || body_[callee].op != Op::FunctionRef) return false;
  if (body_[kids[1]].op != Op::AddressOf || !body_[kids[1]].has(kImplicit)) return false;
  const std::string whole = symbol_name(callee);
  std::string_view name = last_name(whole);
  NodeId object = kids[1];
  if (name == "operator*" && kids.size() == 2) {
    bool is_inner = level > kUnaryLevel;
    push({std::string(is_inner ? "(*" : "*"), Wanted{object, kUnaryLevel},
          std::string(is_inner ? ")" : "")});
    return true;
  }
  // The member that follows says `->`.
  if (name == "operator->" && kids.size() == 2) {
    push({Wanted{object, kPostfixLevel}});
    return true;
  }
  if (name == "operator[]" && kids.size() == 3) {
    push({Wanted{object, kPostfixLevel}, std::string("["), Wanted{kids[2], kCommaLevel},
          std::string("]")});
    return true;
  }
  constexpr std::string_view kOperator = "operator";
  bool assigns = kids.size() == 3 && name.ends_with('=') && name != "operator==" &&
                 name != "operator!=" && name != "operator<=" && name != "operator>=";
  if (assigns) {
    bool is_inner = level > kAssignLevel;
    push({std::string(is_inner ? "(" : ""), Wanted{object, kUnaryLevel},
          fmt::format(" {} ", name.substr(kOperator.size())), Wanted{kids[2], kAssignLevel},
          std::string(is_inner ? ")" : "")});
    return true;
  }
  return false;
}

void ExpressionPrinter::call(NodeId id, Level level) {
  if (operator_call(id, level)) return;
  std::span<const NodeId> kids = body_.kids_of(id);
  std::vector<Piece> pieces;
  CallKind kind = body_.call_kind_of(id);
  NodeId callee = skip_hidden(kids[0]);
  if (kind == CallKind::Plain || kids.size() < 2) {
    pieces = {Wanted{callee, kPostfixLevel}, std::string("(")};
    push_list(pieces, kids.subspan(1));
  } else {
    // The object comes as an address: `x.f()` where it is taken for the call, else `p->f()`.
    NodeId object = kids[1];
    const Node& address = body_[object];
    bool is_place = address.op == Op::AddressOf && address.has(kImplicit);
    NodeId shown = skip_hidden(object);
    bool is_this = body_[shown].op == Op::Local && body_[shown].has(kImplicit);
    std::string_view sign = is_place ? "." : "->";
    if (kind == CallKind::MemberPointer) {
      pieces = {std::string("("), Wanted{object, kPostfixLevel}, fmt::format("{}*", sign),
                Wanted{callee, kUnaryLevel}, std::string(")(")};
    } else {
      if (!is_this) pieces = {Wanted{object, kPostfixLevel}, std::string(sign)};
      std::string name = body_[callee].op == Op::FunctionRef ? symbol_name(callee) : "?";
      pieces.push_back(fmt::format("{}(", last_name(name)));
    }
    push_list(pieces, kids.subspan(2));
  }
  pieces.push_back(std::string(")"));
  push(std::move(pieces));
}

void ExpressionPrinter::other(Wanted wanted) {
  NodeId id = wanted.node;
  const Node& node = body_[id];
  std::span<const NodeId> kids = body_.kids_of(id);
  auto payload_type = [&] {
    return node.payload < unit_.types.size()
               ? unit_.types.spell(TypeId(static_cast<uint32_t>(node.payload)))
               : std::string("?");
  };
  std::vector<Piece> pieces;
  switch (node.op) {
    case Op::Member:
      return member(id);
    case Op::Call:
      return call(id, wanted.level);
    case Op::Index:
      if (kids.size() < 2) return leaf(id);
      return push({Wanted{kids[0], kPostfixLevel}, std::string("["), Wanted{kids[1], kCommaLevel},
                   std::string("]")});
    case Op::PostInc:
      return push({Wanted{kids[0], kPostfixLevel}, std::string("++")});
    case Op::PostDec:
      return push({Wanted{kids[0], kPostfixLevel}, std::string("--")});
    case Op::Conditional:
      if (kids.size() < 3) return leaf(id);
      return push({Wanted{kids[0], kLogOrLevel}, std::string(" ? "), Wanted{kids[1], kCommaLevel},
                   std::string(" : "), Wanted{kids[2], kConditionalLevel}});
    case Op::Cast:
      if (is_null_macro(id)) return push({std::string("NULL")});
      return push(
          {fmt::format("({})", unit_.types.spell(node.type)), Wanted{kids[0], kUnaryLevel}});
    case Op::MemberPtr:
      if (kids.size() < 2) return leaf(id);
      return push({Wanted{kids[0], kUnaryLevel}, std::string(".*"), Wanted{kids[1], kUnaryLevel}});
    case Op::SizeOf:
      return push({std::string("sizeof("), Wanted{kids[0], kCommaLevel}, std::string(")")});
    case Op::InitList:
      pieces = {std::string("{")};
      push_list(pieces, kids);
      pieces.push_back(std::string("}"));
      return push(std::move(pieces));
    case Op::Construct:
      if (node.has(kUnwritten) && kids.size() > 1) return push({Wanted{kids[1], wanted.level}});
      // What is built has a type; building it has none.
      pieces = {unit_.types.spell(body_[kids[0]].type) + "("};
      push_list(pieces, kids.subspan(1));
      pieces.push_back(std::string(")"));
      return push(std::move(pieces));
    case Op::New:
      return push({"new " + payload_type()});
    case Op::Delete:
      return push({std::string(node.has(kArrayForm) ? "delete[] " : "delete "),
                   Wanted{kids[0], kUnaryLevel}});
    case Op::VaArg:
      return push({std::string("va_arg("), Wanted{kids[0], kAssignLevel},
                   fmt::format(", {})", unit_.types.spell(node.type))});
    case Op::StmtExpr:
      return push({std::string("({ ... })")});
    default:
      return leaf(id);
  }
}

void ExpressionPrinter::node(Wanted wanted) {
  wanted.node = skip_hidden(wanted.node);
  if (const std::string* written = body_.spelling_of(wanted.node)) return void(out_ += *written);
  const Node& node = body_[wanted.node];
  std::span<const NodeId> kids = body_.kids_of(wanted.node);
  if (kids.empty()) {
    // Forms that are leaves only when they have no operand.
    if (node.op == Op::Return) return void(out_ += "return");
    if (node.op == Op::Throw) return void(out_ += "throw");
    if (node.op == Op::InitList) return void(out_ += "{}");
    if (node.op == Op::SizeOf) return void(out_ += fmt::format("{}", node.payload));
    return leaf(wanted.node);
  }
  auto parenthesised = [&](Level own, std::vector<Piece> pieces) {
    if (own < wanted.level) {
      pieces.insert(pieces.begin(), std::string("("));
      pieces.push_back(std::string(")"));
    }
    push(std::move(pieces));
  };
  if (node.op == Op::Init && kids.size() == 2 && is_temporary(kids[0]))
    return push({Wanted{kids[1], wanted.level}});
  const Operator* binary = find_operator(kBinary, node.op);
  if (binary != nullptr && kids.size() == 2) {
    bool right_to_left = binary->level == kAssignLevel;
    Level tighter = static_cast<Level>(binary->level + 1);
    return parenthesised(binary->level, {Wanted{kids[0], right_to_left ? tighter : binary->level},
                                         std::string(binary->sign),
                                         Wanted{kids[1], right_to_left ? binary->level : tighter}});
  }
  const Operator* prefix = find_operator(kPrefix, node.op);
  if (prefix != nullptr)
    return parenthesised(prefix->level,
                         {std::string(prefix->sign), Wanted{kids[0], prefix->level}});
  if (node.op == Op::Conditional && kConditionalLevel < wanted.level) {
    push({std::string("("), Wanted{wanted.node, kCommaLevel}, std::string(")")});
    return;
  }
  if (node.op == Op::Cast && kUnaryLevel < wanted.level && !is_null_macro(wanted.node)) {
    push({std::string("("), Wanted{wanted.node, kCommaLevel}, std::string(")")});
    return;
  }
  other(wanted);
}

}  // namespace

std::string print_expression(const Unit& unit, const Body& body, NodeId node) {
  if (node.index() >= body.nodes.size()) return "?";
  return ExpressionPrinter(unit, body).print(node);
}

}  // namespace assay::ir
