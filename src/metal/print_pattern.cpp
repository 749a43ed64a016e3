// Pattern trees as C again, with the parentheses that precedence asks for.
#include <algorithm>
#include <iterator>
#include <utility>

#include "metal/print.h"

namespace assay::metal {
namespace {

using Op = PatternOp;

/// Text that is printed, or a node that is taken apart first; the last one comes next.
struct Piece {
  std::string text;
  PatternId node;
  uint8_t precedence = 0;  // a node that binds looser stands in parentheses
};

class Printer {
 public:
  explicit Printer(const PatternTrees& trees) : trees_(trees) {}

  std::string run(PatternId root) {
    todo_.push_back({{}, root, 0});
    while (!todo_.empty()) {
      Piece piece = std::move(todo_.back());
      todo_.pop_back();
      if (!piece.node.valid()) {
        out_ += piece.text;
        continue;
      }
      const PatternNode& node = trees_[piece.node];
      const PatternOpInfo& info = op_info(node.op);
      uint8_t precedence = info.precedence;
      // A `*` after `new T` would be the type's.
      if (node.op == Op::New && node.text.empty()) precedence = kAssignPrecedence;
      bool parentheses = precedence != 0 && precedence < piece.precedence;
      if (parentheses) text("(");
      if (precedence != 0) {
        expression(node, info);
      } else {
        statement(node);
      }
      if (parentheses) text(")");
      flush();
    }
    return std::move(out_);
  }

 private:
  void text(std::string words) { parts_.push_back({std::move(words), {}, 0}); }
  void kid(const PatternNode& node, size_t i, uint8_t precedence = 0) {
    parts_.push_back({{}, node.kids[i], precedence});
  }
  void flush() {
    std::move(parts_.rbegin(), parts_.rend(), std::back_inserter(todo_));
    parts_.clear();
  }
  void list(const PatternNode& node, size_t first) {
    for (size_t i = first; i < node.kids.size(); ++i) {
      if (i > first) text(", ");
      kid(node, i, kAssignPrecedence);
    }
  }

  void expression(const PatternNode& node, const PatternOpInfo& info) {
    switch (info.shape) {
      case PatternShape::Leaf:
        text(node.op == Op::TypeOperand ? node.type.text() : node.text);
        return;
      case PatternShape::Prefix:
        prefix(node, info);
        return;
      case PatternShape::Postfix:
        kid(node, 0, kPostfixPrecedence);
        text(std::string(info.spelling));
        return;
      case PatternShape::Typed:
        typed(node, info);
        return;
      case PatternShape::Binary: {
        bool right = info.precedence == kAssignPrecedence;
        kid(node, 0, info.precedence + (right ? 1 : 0));
        text((node.op == Op::Comma ? "" : " ") + std::string(info.spelling) + " ");
        kid(node, 1, info.precedence + (right ? 0 : 1));
        return;
      }
      default:
        other(node, info);
    }
  }

  void prefix(const PatternNode& node, const PatternOpInfo& info) {
    text(std::string(info.spelling));
    const PatternOpInfo& below = op_info(trees_[node.kids[0]].op);
    // `- -x` is not `--x`.
    if (below.shape == PatternShape::Prefix && below.spelling[0] == info.spelling.back()) text(" ");
    // `sizeof (T)x` would be the size of T.
    bool size = node.op == Op::Sizeof || node.op == Op::Alignof;
    kid(node, 0, size ? kPrimaryPrecedence : kPrefixPrecedence);
  }

  void typed(const PatternNode& node, const PatternOpInfo& info) {
    if (node.op == Op::Cast && !node.text.empty()) {
      text(fmt::format("{}<{}>(", node.text, node.type.text()));
      kid(node, 0);
      text(")");
    } else if (node.op == Op::Cast) {
      text(fmt::format("({})", node.type.text()));
      kid(node, 0, kPrefixPrecedence);
    } else if (node.op == Op::CompoundLiteral) {
      text(fmt::format("({}){{", node.type.text()));
      list(node, 0);
      text("}");
    } else if (node.op == Op::New) {
      text("new " + node.type.text());
      if (node.text.empty()) return;
      text(node.text.substr(0, 1));
      list(node, 0);
      text(node.text.substr(1));
    } else {
      text(fmt::format("{}({})", info.spelling, node.type.text()));
    }
  }

  void other(const PatternNode& node, const PatternOpInfo& info) {
    switch (node.op) {
      case Op::Conditional:
        kid(node, 0, kConditionalPrecedence + 1);
        text(" ? ");
        kid(node, 1);
        text(" : ");
        kid(node, 2, kConditionalPrecedence);
        return;
      case Op::Call:
        kid(node, 0, kPostfixPrecedence);
        text("(");
        list(node, 1);
        text(")");
        return;
      case Op::CallWithArgument:
        kid(node, 0, kPostfixPrecedence);
        text("(-1, ");
        list(node, 1);
        text(")");
        return;
      case Op::Index:
        kid(node, 0, kPostfixPrecedence);
        text("[");
        kid(node, 1);
        text("]");
        return;
      case Op::InitList:
        text("{");
        list(node, 0);
        text("}");
        return;
      default:  // Member, Arrow
        kid(node, 0, kPostfixPrecedence);
        text(std::string(info.spelling) + node.text);
    }
  }

  void part_of_for(const PatternNode& node, size_t i, const char* end) {
    Op op = trees_[node.kids[i]].op;
    if (is_expression(op)) {
      kid(node, i);
      text(end);
    } else if (op == Op::EmptyStatement) {
      text(end);
    } else {
      kid(node, i);  // a declaration has its own `;`
    }
  }

  void declaration(const PatternNode& node) {
    text(node.type.base + " " + node.type.declarator(node.text));
    if (!node.kids.empty()) {
      text(" = ");
      kid(node, 0, kAssignPrecedence);
    }
    text(";");
  }

  /// `int *a = 0, b;`
  void group(const PatternNode& node) {
    text(trees_[node.kids[0]].type.base + " ");
    for (size_t i = 0; i < node.kids.size(); ++i) {
      const PatternNode& one = trees_[node.kids[i]];
      text((i > 0 ? ", " : "") + one.type.declarator(one.text));
      if (one.kids.empty()) continue;
      text(" = ");
      kid(one, 0, kAssignPrecedence);
    }
    text(";");
  }

  void loop(const PatternNode& node) {
    text("for (");
    part_of_for(node, 0, ";");
    text(" ");
    part_of_for(node, 1, ";");
    text(" ");
    part_of_for(node, 2, ")");
    text(" ");
    kid(node, 3);
  }

  void headed(const PatternNode& node, const char* word) {
    text(fmt::format("{} (", word));
    kid(node, 0);
    text(") ");
    kid(node, 1);
    if (node.kids.size() < 3) return;
    text(" else ");
    kid(node, 2);
  }

  void statement(const PatternNode& node) {
    switch (node.op) {
      case Op::ExpressionStatement:
        kid(node, 0);
        text(";");
        return;
      case Op::Declaration:
        declaration(node);
        return;
      case Op::DeclarationGroup:
        group(node);
        return;
      case Op::Compound:
        text("{ ");
        for (size_t i = 0; i < node.kids.size(); ++i) {
          kid(node, i);
          text(" ");
        }
        text("}");
        return;
      case Op::If:
        headed(node, "if");
        return;
      case Op::While:
        headed(node, "while");
        return;
      case Op::Switch:
        headed(node, "switch");
        return;
      case Op::For:
        loop(node);
        return;
      case Op::DoWhile:
        text("do ");
        kid(node, 0);
        text(" while (");
        kid(node, 1);
        text(");");
        return;
      default:
        small_statement(node);
    }
  }

  void small_statement(const PatternNode& node) {
    switch (node.op) {
      case Op::Case:
      case Op::CaseRange:
      case Op::Default:
        text(std::string(node.op == Op::Default ? "default" : "case "));
        for (size_t i = 0; i + 1 < node.kids.size(); ++i) {
          if (i > 0) text(" ... ");
          kid(node, i);
        }
        text(": ");
        kid(node, node.kids.size() - 1);
        return;
      case Op::Label:
        text(node.text + ": ");
        kid(node, 0);
        return;
      case Op::Goto:
        text(fmt::format("goto {};", node.text));
        return;
      case Op::Return:
        text("return");
        if (!node.kids.empty()) {
          text(" ");
          kid(node, 0);
        }
        text(";");
        return;
      default:  // EmptyStatement, Break, Continue
        text(node.op == Op::EmptyStatement ? ";" : std::string(op_info(node.op).name) + ";");
    }
  }

  const PatternTrees& trees_;
  std::vector<Piece> todo_;
  std::vector<Piece> parts_;  // of the node at hand, in order
  std::string out_;
};

}  // namespace

std::string print_base(const Machine& machine, PatternId base) {
  std::string text = Printer(machine.trees).run(base);
  const PatternNode& node = machine.trees[base];
  // Several statements need no braces besides the pattern's own.
  bool bare = node.op == Op::Compound && node.kids.size() > 1;
  return bare ? text.substr(2, text.size() - 4) : text;
}

std::string print_pattern(const Machine& machine, PatternId pattern) {
  const PatternTrees& trees = machine.trees;
  struct Part {
    std::string text;
    PatternId node;
    bool inner = false;
    bool in_all = false;
  };
  std::string out;
  std::vector<Part> todo{{{}, pattern}};
  while (!todo.empty()) {
    Part part = std::move(todo.back());
    todo.pop_back();
    out += part.text;
    if (!part.node.valid()) continue;
    const PatternNode& node = trees[part.node];
    if (node.op == Op::All || node.op == Op::Any) {
      // `&&` binds tighter, so only it needs none inside the other.
      bool parentheses = part.inner && (part.in_all || node.op == Op::Any);
      std::vector<Part> parts;
      if (parentheses) out += "(";
      for (size_t i = 0; i < node.kids.size(); ++i) {
        std::string between = i > 0 ? fmt::format(" {} ", op_info(node.op).spelling) : "";
        parts.push_back({between, node.kids[i], true, node.op == Op::All});
      }
      if (parentheses) parts.push_back({")", {}});
      std::move(parts.rbegin(), parts.rend(), std::back_inserter(todo));
    } else if (node.op == Op::Named) {
      out += node.text;
    } else if (node.op == Op::EndOfPath) {
      out += "$end_of_path$";
    } else if (node.op == Op::Callout) {
      bool lines = node.text.find('\n') != node.text.npos || node.text.find("//") != node.text.npos;
      out += lines ? "${\n" + node.text + "\n}" : "${ " + node.text + " }";
    } else {
      out += "{ " + print_base(machine, part.node) + " }";
    }
  }
  return out;
}

std::string dump_pattern(const Machine& machine, PatternId pattern) {
  std::string out;
  std::vector<PatternId> todo{pattern};  // none: a parenthesis closes
  while (!todo.empty()) {
    PatternId id = todo.back();
    todo.pop_back();
    if (!id.valid()) {
      out += ')';
      continue;
    }
    const PatternNode& node = machine.trees[id];
    if (!out.empty() && out.back() != '(') out += ' ';
    bool plain = node.op == Op::Name || node.op == Op::Number || node.op == Op::Character ||
                 node.op == Op::String;
    if (plain || node.op == Op::Hole) {
      out += (plain ? "" : "?") + node.text;
      continue;
    }
    out += fmt::format("({}", op_info(node.op).name);
    if (!node.type.empty()) out += fmt::format(" <{}>", node.type.text());
    if (!node.text.empty()) out += fmt::format(" {}{}", node.hole.valid() ? "?" : "", node.text);
    todo.push_back({});
    todo.insert(todo.end(), node.kids.rbegin(), node.kids.rend());
  }
  return out;
}

}  // namespace assay::metal
