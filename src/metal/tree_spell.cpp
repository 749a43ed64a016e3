// A tree as C, for messages: written front to back from a stack of pieces.
#include <fmt/format.h>

#include <bit>

#include "ir/print.h"
#include "metal/tree.h"

namespace assay::metal {
namespace {

using ir::Op;

// Past this a message is not read.
constexpr size_t kMaxLength = 200;

struct Operator {
  Op op;
  std::string_view sign;
  uint8_t level;  // C's precedences, what binds tighter is higher
};

constexpr uint8_t kUnary = 14, kPostfix = 15;
constexpr Operator kOperators[] = {
    {Op::Mul, " * ", 13},          {Op::Div, " / ", 13},          {Op::Rem, " % ", 13},
    {Op::Add, " + ", 12},          {Op::Sub, " - ", 12},          {Op::Shl, " << ", 11},
    {Op::Shr, " >> ", 11},         {Op::Lt, " < ", 10},           {Op::Le, " <= ", 10},
    {Op::Gt, " > ", 10},           {Op::Ge, " >= ", 10},          {Op::Spaceship, " <=> ", 10},
    {Op::Eq, " == ", 9},           {Op::Ne, " != ", 9},           {Op::BitAnd, " & ", 8},
    {Op::BitXor, " ^ ", 7},        {Op::BitOr, " | ", 6},         {Op::LogAnd, " && ", 5},
    {Op::LogOr, " || ", 4},        {Op::Neg, "-", kUnary},        {Op::BitNot, "~", kUnary},
    {Op::Deref, "*", kUnary},      {Op::AddressOf, "&", kUnary},  {Op::Real, "__real ", kUnary},
    {Op::Imag, "__imag ", kUnary}, {Op::PostInc, "++", kPostfix}, {Op::PostDec, "--", kPostfix},
};

const Operator* find_operator(Op op) {
  for (const Operator& known : kOperators) {
    if (known.op == op) return &known;
  }
  return nullptr;
}

class Speller {
 public:
  explicit Speller(const TreePool& pool) : pool_(pool) {}

  std::string spell(TreeId id) {
    push(id, 0);
    while (!stack_.empty() && text_.size() < kMaxLength) {
      Piece piece = std::move(stack_.back());
      stack_.pop_back();
      if (piece.tree.valid()) {
        expand(piece.tree, piece.level);
      } else {
        text_ += piece.text;
      }
    }
    if (!stack_.empty()) text_ += "...";
    return std::move(text_);
  }

 private:
  struct Piece {
    std::string text;
    TreeId tree;
    uint8_t level = 0;  // what binds weaker stands in parentheses
  };

  // The last pushed is written first.
  void push(std::string text) { stack_.push_back({std::move(text), {}, 0}); }
  void push(TreeId tree, uint8_t level) { stack_.push_back({{}, tree, level}); }

  void list(const Tree& tree, size_t first) {
    for (size_t i = tree.kids.size(); i > first; --i) {
      push(tree.kids[i - 1], 2);
      if (i > first + 1) push(", ");
    }
  }

  void expand(TreeId id, uint8_t level) {
    const Tree& tree = pool_[id];
    const Operator* known = find_operator(tree.op);
    bool parentheses = known != nullptr && known->level < level;
    if (tree.op == Op::Conditional) parentheses = level > 3;
    if (parentheses) push(")");
    if (known != nullptr) {
      expand_operator(tree, *known);
    } else {
      expand_other(tree);
    }
    if (parentheses) push("(");
  }

  void expand_operator(const Tree& tree, const Operator& known) {
    if (tree.kids.size() == 2) {
      push(tree.kids[1], known.level + 1);
      push(std::string(known.sign));
      push(tree.kids[0], known.level);
    } else if (known.level == kPostfix) {
      push(std::string(known.sign));
      push(tree.kids[0], kPostfix);
    } else {
      push(tree.kids[0], kUnary);
      push(std::string(known.sign));
    }
  }

  void expand_other(const Tree& tree) {
    switch (tree.op) {
      case Op::IntLit:
        push(tree.text.valid() ? pool_.text(tree.text)
                               : fmt::format("{}", static_cast<int64_t>(tree.payload)));
        break;
      case Op::FloatLit:
        push(float_text(tree));
        break;
      case Op::StringLit:
        push(ir::quote(pool_.text(tree.text)));
        break;
      case Op::Local:
      case Op::Global:
      case Op::FunctionRef:
        push(tree.name.valid() ? pool_.text(tree.name) : std::string("<unnamed>"));
        break;
      case Op::Member:
        member(tree);
        break;
      case Op::Index:
        push("]");
        push(tree.kids[1], 0);
        push("[");
        push(tree.kids[0], kPostfix);
        break;
      case Op::Call:
        call(tree);
        break;
      case Op::Cast:
        push(tree.kids[0], kUnary);
        push(fmt::format("({})", pool_.text(tree.text)));
        break;
      case Op::Conditional:
        push(tree.kids.back(), 3);
        push(" : ");
        push(tree.kids[1], 1);
        push(" ? ");
        push(tree.kids[0], 4);
        break;
      case Op::InitList:
        push("}");
        list(tree, 0);
        push("{");
        break;
      case Op::New:
        push("new " + pool_.text(tree.text));
        break;
      default:
        push(")");
        list(tree, 0);
        push(fmt::format("{}(", pool_.text(tree.text).empty() ? ir::op_info(tree.op).name
                                                              : pool_.text(tree.text)));
        break;
    }
  }

  std::string float_text(const Tree& tree) const {
    if (tree.scalar.bits == 64) return fmt::format("{}", std::bit_cast<double>(tree.payload));
    if (tree.scalar.bits == 32)
      return fmt::format("{}", std::bit_cast<float>(static_cast<uint32_t>(tree.payload)));
    // Its type and, of a wide one, its bits.
    return fmt::format("({})", pool_.text(tree.text));
  }

  /// `p->f`, `s.f`; an unnamed member between leaves no trace.
  void member(const Tree& tree) {
    const Tree& place = pool_[tree.kids[0]];
    const std::string& field = pool_.text(tree.text);
    if (field.starts_with('#')) {
      push(tree.kids[0], kPostfix);
      return;
    }
    TreeId object = tree.kids[0];
    const Tree* inner = &place;
    while (inner->op == Op::Member && pool_.text(inner->text).starts_with('#')) {
      object = inner->kids[0];
      inner = &pool_[object];
    }
    push(field);
    bool arrow = inner->op == Op::Deref;
    push(arrow ? "->" : ".");
    push(arrow ? inner->kids[0] : object, kPostfix);
  }

  void call(const Tree& tree) {
    bool method = tree.call == ir::CallKind::Method || tree.call == ir::CallKind::Virtual;
    push(")");
    list(tree, method ? 2 : 1);
    push("(");
    if (!method || tree.kids.size() < 2) {
      push(tree.kids[0], kPostfix);
      return;
    }
    const Tree& callee = pool_[tree.kids[0]];
    const std::string& name = pool_.text(callee.name);
    size_t colons = name.rfind("::");
    push(colons == std::string::npos ? name : name.substr(colons + 2));
    const Tree& object = pool_[tree.kids[1]];
    bool address = object.op == Op::AddressOf;
    push(address ? "." : "->");
    push(address ? object.kids[0] : tree.kids[1], kPostfix);
  }

  const TreePool& pool_;
  std::vector<Piece> stack_;
  std::string text_;
};

}  // namespace

std::string TreePool::spell(TreeId id) const {
  return id.valid() ? Speller(*this).spell(id) : std::string();
}

}  // namespace assay::metal
