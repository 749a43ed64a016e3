#include "logic/smtlib_print.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <unordered_map>
#include <vector>

namespace assay::logic {
namespace {

// A node that nests this deep gets a name: other readers recurse.
constexpr uint32_t kMaxNesting = 32;

// What SMT-LIB takes an expression for.
enum class Sort : uint8_t { Bool, Vector };

constexpr std::string_view kFormatNames[] = {"half", "bfloat", "single", "double", "x87", "quad"};
constexpr std::string_view kModeNames[] = {"even", "away", "down", "up", "zero"};

bool is_connective(Op op) {
  return op == Op::Not || op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Ite;
}

// Names that mean something to a reader of QF_UFBV already.
bool is_builtin(std::string_view name) {
  constexpr std::string_view kNames[] = {"not",     "and",    "or",   "xor",    "=>",
                                         "=",       "ite",    "true", "false",  "concat",
                                         "extract", "repeat", "Bool", "BitVec", "distinct"};
  return name.starts_with("bv") || std::ranges::find(kNames, name) != std::end(kNames);
}

class Printer {
 public:
  Printer(const TermPool& pool, std::span<const Term> roots) : pool_(pool), roots_(roots) {
    collect();
    choose_names();
    for (uint32_t id : nodes_) print_node(pool.term(id));
  }

  struct Line {
    std::string name, sort, text;
  };
  /// In the order in which they have to stand.
  const std::vector<Line>& definitions() const { return definitions_; }
  const std::vector<std::string>& declarations() const { return declarations_; }
  bool has_functions() const { return has_functions_; }

  std::string reference(Term t, Sort wanted) const {
    if (pool_.is_constant(t)) {
      if (wanted == Sort::Bool) return t.is_true() ? "true" : "false";
      return pool_.value(t).smtlib();
    }
    const Info& info = info_.at(t.node());
    const std::string& text = info.text;
    if (t.width() != 1 || info.sort == wanted) return text;
    return wanted == Sort::Bool ? fmt::format("(= {} #b1)", text)
                                : fmt::format("(ite {} #b1 #b0)", text);
  }

 private:
  struct Info {
    uint32_t uses = 0;
    uint32_t height = 0;  // of the text; 0 for names
    Sort sort = Sort::Vector;
    std::string text;
  };

  void use(Term t) {
    if (t.node() == 0 || pool_.is(t, Op::WideConst)) return;
    Info& info = info_[t.node()];
    if (info.uses++ == 0) nodes_.push_back(t.node());
  }

  void collect() {
    for (Term root : roots_) use(root);
    for (size_t next = 0; next < nodes_.size(); ++next) {
      for (Term arg : pool_.args(pool_.term(nodes_[next]))) use(arg);
    }
    std::ranges::sort(nodes_);
  }

  // A stem for names of our own, such that no name in use is the stem and a number.
  void choose_names() {
    auto is_taken = [&](uint32_t id) {
      Term t = pool_.term(id);
      if (!pool_.is(t, Op::Symbol) && !pool_.is(t, Op::Apply)) return false;
      std::string_view name = pool_.name(t);
      return name.size() > stem_.size() && name.starts_with(stem_) &&
             std::isdigit(static_cast<unsigned char>(name[stem_.size()])) != 0;
    };
    while (std::ranges::any_of(nodes_, is_taken)) stem_ += '_';
  }

  void print_node(Term t) {
    Info& info = info_.at(t.node());
    Op op = pool_.op(t);
    const OpInfo& facts = op_info(op);
    bool is_bool = facts.width_rule == WidthRule::Predicate || is_connective(op) ||
                   (facts.flags & kOpaque) != 0;
    info.sort = t.width() == 1 && is_bool ? Sort::Bool : Sort::Vector;
    if ((facts.flags & kLeaf) != 0) {
      info.text = declare_leaf(t);
      return;
    }
    std::string text = (facts.flags & kOpaque) != 0 ? print_application(t) : print_operation(t);
    for (Term arg : pool_.args(t)) {
      if (arg.node() == 0 || pool_.is(arg, Op::WideConst)) continue;
      info.height = std::max(info.height, info_.at(arg.node()).height + 1);
    }
    if (info.uses < 2 && info.height < kMaxNesting) {
      info.text = std::move(text);
      return;
    }
    info.height = 0;
    info.text = fmt::format("{}{}", stem_, t.node());
    std::string sort = info.sort == Sort::Bool ? "Bool" : fmt::format("(_ BitVec {})", t.width());
    definitions_.push_back({info.text, std::move(sort), std::move(text)});
  }

  std::string declare_leaf(Term t) {
    std::string name = pool_.is(t, Op::Symbol) ? std::string(pool_.name(t))
                                               : fmt::format("call!{}", pool_.params(t).a);
    return declare(name, fmt::format("() {}", smtlib_sort(t.width())));
  }

  // The name under which `name` with this signature is declared; another one if it has another.
  std::string declare(std::string name, const std::string& signature) {
    if (is_builtin(name)) name += '\'';
    for (;;) {
      auto [at, is_new] = signatures_.try_emplace(name, signature);
      if (is_new) {
        declarations_.push_back(fmt::format("(declare-fun {} {})", smtlib_symbol(name), signature));
      }
      if (at->second == signature) return smtlib_symbol(name);
      name += '\'';
    }
  }

  std::string print_application(Term t) {
    std::string name;
    Params params = pool_.params(t);
    switch (op_info(pool_.op(t)).params) {
      case ParamKind::Name:
        name = pool_.name(t);
        break;
      case ParamKind::Formats:
        name = fmt::format("{}.{}.{}", op_info(pool_.op(t)).name, kFormatNames[params.a],
                           kFormatNames[params.b]);
        break;
      case ParamKind::FormatAndMode:
        name = fmt::format("{}.{}.{}", op_info(pool_.op(t)).name, kFormatNames[params.a],
                           kModeNames[params.b]);
        break;
      default:
        name = fmt::format("{}.{}", op_info(pool_.op(t)).name, kFormatNames[params.a]);
    }
    std::string signature = "(";
    std::string args;
    for (Term arg : pool_.args(t)) {
      if (signature.size() > 1) signature += ' ';
      signature += smtlib_sort(arg.width());
      args += ' ';
      args += reference(arg, arg.width() == 1 ? Sort::Bool : Sort::Vector);
    }
    signature += fmt::format(") {}", smtlib_sort(t.width()));
    std::string declared = declare(std::move(name), signature);
    if (args.empty()) return declared;
    has_functions_ = true;
    return fmt::format("({}{})", declared, args);
  }

  std::string print_operation(Term t) const {
    Op op = pool_.op(t);
    std::span<const Term> args = pool_.args(t);
    auto ref = [&](size_t i, Sort sort = Sort::Vector) { return reference(args[i], sort); };
    bool is_bool = t.width() == 1;
    switch (op) {
      case Op::Extract:
        return fmt::format("((_ extract {} {}) {})", pool_.params(t).a, pool_.params(t).b, ref(0));
      case Op::ZExt:
      case Op::SExt:
        return fmt::format("((_ {} {}) {})", op_info(op).name, t.width() - args[0].width(), ref(0));
      case Op::Ite: {
        Sort arms = is_bool ? Sort::Bool : Sort::Vector;
        return fmt::format("(ite {} {} {})", ref(0, Sort::Bool), ref(1, arms), ref(2, arms));
      }
      case Op::UMulO:
      case Op::SMulO:
        return print_overflow(op, args[0].width(), ref(0), ref(1));
      case Op::Not:
        if (is_bool) return fmt::format("(not {})", ref(0, Sort::Bool));
        break;
      case Op::And:
      case Op::Or:
      case Op::Xor:
        if (is_bool) {
          std::string_view name = op_info(op).name.substr(2);
          return fmt::format("({} {} {})", name, ref(0, Sort::Bool), ref(1, Sort::Bool));
        }
        break;
      default:
        break;
    }
    std::string text = fmt::format("({}", op_info(op).name);
    for (size_t i = 0; i < args.size(); ++i) {
      text += ' ';
      text += ref(i);
    }
    return text + ')';
  }

  // Spelled out: the operators are younger than many solvers.
  static std::string print_overflow(Op op, uint32_t width, const std::string& a,
                                    const std::string& b) {
    std::string_view extend = op == Op::UMulO ? "zero_extend" : "sign_extend";
    return fmt::format(
        "(let ((m (bvmul ((_ {0} {1}) {2}) ((_ {0} {1}) {3})))) (not (= m ((_ {0} {1}) ((_ extract "
        "{4} 0) m)))))",
        extend, width, a, b, width - 1);
  }

  const TermPool& pool_;
  std::span<const Term> roots_;
  std::unordered_map<uint32_t, Info> info_;
  std::vector<uint32_t> nodes_;
  std::string stem_ = "t";
  std::map<std::string, std::string> signatures_;
  std::vector<std::string> declarations_;
  std::vector<Line> definitions_;
  bool has_functions_ = false;
};

}  // namespace

std::string smtlib_symbol(std::string_view name) {
  auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("~!@$%^&*_-+=<>.?/").find(c) != std::string_view::npos;
  };
  constexpr std::string_view kReserved[] = {"_",           "!",       "as",    "let",    "exists",
                                            "forall",      "par",     "match", "BINARY", "DECIMAL",
                                            "HEXADECIMAL", "NUMERAL", "STRING"};
  bool plain = !name.empty() && std::isdigit(static_cast<unsigned char>(name[0])) == 0 &&
               std::ranges::all_of(name, is_plain) &&
               std::ranges::find(kReserved, name) == std::end(kReserved);
  if (plain) return std::string(name);
  std::string text = "|";
  for (char c : name) {
    // The two characters that cannot stand between bars, and what is no text.
    bool bad = c == '|' || c == '\\' || static_cast<unsigned char>(c) < ' ';
    text += bad ? fmt::format("%{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return text + '|';
}

std::string smtlib_sort(uint32_t width) {
  return width == 1 ? "Bool" : fmt::format("(_ BitVec {})", width);
}

std::string smtlib_term(const TermPool& pool, Term term) {
  Printer printer(pool, {&term, 1});
  std::string text;
  for (const auto& line : printer.definitions()) {
    text += fmt::format("(let (({} {})) ", line.name, line.text);
  }
  text += printer.reference(term, term.width() == 1 ? Sort::Bool : Sort::Vector);
  return text + std::string(printer.definitions().size(), ')');
}

std::string smtlib_script(const TermPool& pool, std::span<const Term> assertions) {
  Printer printer(pool, assertions);
  std::string text = fmt::format("(set-logic {})\n", printer.has_functions() ? "QF_UFBV" : "QF_BV");
  for (const std::string& line : printer.declarations()) text += line + '\n';
  for (const auto& line : printer.definitions()) {
    text += fmt::format("(define-fun {} () {} {})\n", line.name, line.sort, line.text);
  }
  for (Term t : assertions) {
    ASSAY_CHECK(t.width() == 1, "only Booleans are asserted");
    text += fmt::format("(assert {})\n", printer.reference(t, Sort::Bool));
  }
  return text + "(check-sat)\n";
}

}  // namespace assay::logic
