#include "logic/smtlib_terms.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "logic/cone.h"
#include "logic/substitute.h"

namespace assay::logic {
namespace {

// Digits of base 2 or 16, highest first.
Bits parse_digits(std::string_view digits, uint32_t bits_per_digit) {
  auto width = static_cast<uint32_t>(digits.size()) * bits_per_digit;
  std::vector<uint64_t> words((width + 63) / 64);
  for (size_t i = 0; i < digits.size(); ++i) {
    char c = digits[digits.size() - 1 - i];
    int digit = c <= '9' ? c - '0' : (c | 32) - 'a' + 10;
    size_t at = i * bits_per_digit;
    words[at / 64] |= static_cast<uint64_t>(digit) << (at % 64);
  }
  return Bits::from_words(width, words);
}

// A decimal number, if it fits.
std::optional<Bits> parse_decimal(std::string_view digits, uint32_t width) {
  std::vector<uint64_t> words((width + 63) / 64);
  for (char c : digits) {
    unsigned __int128 carry = static_cast<unsigned>(c - '0');
    for (uint64_t& word : words) {
      carry += static_cast<unsigned __int128>(word) * 10;
      word = static_cast<uint64_t>(carry);
      carry >>= 64;
    }
    if (carry != 0) return std::nullopt;
  }
  if (width % 64 != 0 && words.back() >> (width % 64) != 0) return std::nullopt;
  return Bits::from_words(width, words);
}

bool is_all_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Result<SmtValue> SmtTermReader::read(SmtToken token) {
  frames_.clear();
  name_.clear();
  done_ = false;
  for (;;) {
    switch (token.kind) {
      case SmtToken::Open:
        TRY(open(token));
        break;
      case SmtToken::Close:
        TRY(close(token));
        break;
      default:
        TRY(leaf(token));
    }
    if (done_) return result_;
    token = TRY(lexer_.next());
  }
}

Result<void> SmtTermReader::expect(SmtToken::Kind kind, std::string_view what) {
  SmtToken token = TRY(lexer_.next());
  if (token.kind != kind) return lexer_.error(token.place, "expected {}", what);
  return {};
}

Result<uint32_t> SmtTermReader::read_number(const SmtToken& token, uint32_t most) {
  if (token.kind != SmtToken::Numeral) return lexer_.error(token.place, "expected a number");
  uint32_t number = 0;
  auto [end, failure] =
      std::from_chars(token.text.data(), token.text.data() + token.text.size(), number);
  if (failure != std::errc() || number > most) {
    return lexer_.error(token.place, "{} is more than {}", token.text, most);
  }
  return number;
}

Result<SmtSort> SmtTermReader::read_sort(const SmtToken& token) {
  if (token.is("Bool")) return SmtSort{1, true};
  if (token.kind == SmtToken::Symbol) {
    const SmtBinding* binding = scope_.find(std::string(token.text));
    if (binding != nullptr && binding->kind == SmtBinding::Sort) return binding->sort;
    return lexer_.error(token.place, "unknown sort '{}'", token.text);
  }
  if (token.kind != SmtToken::Open) return lexer_.error(token.place, "expected a sort");
  SmtToken underscore = TRY(lexer_.next());
  SmtToken name = TRY(lexer_.next());
  if (!underscore.is("_") || !name.is("BitVec")) {
    return lexer_.error(token.place, "only Bool and (_ BitVec N) are known as sorts");
  }
  SmtToken width_token = TRY(lexer_.next());
  uint32_t width = TRY(read_number(width_token, kMaxWidth));
  if (width == 0) return lexer_.error(width_token.place, "a bit-vector has at least one bit");
  TRY(expect(SmtToken::Close, "')' after a sort"));
  return SmtSort{width, false};
}

// After `(`.
Result<bool> SmtTermReader::open(const SmtToken& paren) {
  SmtToken head = TRY(lexer_.next());
  if (head.kind == SmtToken::Open) {
    SmtToken underscore = TRY(lexer_.next());
    if (!underscore.is("_"))
      return lexer_.error(head.place, "expected a function's name or (_ ...)");
    return indexed(head, true);
  }
  if (head.kind != SmtToken::Symbol) {
    return lexer_.error(head.place, "expected a function's name after '('");
  }
  if (head.text == "_") return indexed(paren, false);
  if (head.text == "let") return open_let(paren);
  if (head.text == "forall" || head.text == "exists") {
    return lexer_.error(head.place, "quantifiers are not supported");
  }
  if (head.text == "as") return lexer_.error(head.place, "'as' is not supported");
  Frame frame{.kind = head.text == "!" ? Frame::Annotated : Frame::Apply, .place = paren.place};
  frame.name = head.text;
  frames_.push_back(std::move(frame));
  return true;
}

Result<bool> SmtTermReader::open_let(const SmtToken& paren) {
  TRY(expect(SmtToken::Open, "'(' after let"));
  frames_.push_back(Frame{.kind = Frame::LetValue, .place = paren.place});
  return next_binding(frames_.back());
}

// `(name` of the next binding, or the `)` after the last one.
Result<bool> SmtTermReader::next_binding(Frame& frame) {
  SmtToken token = TRY(lexer_.next());
  if (token.kind == SmtToken::Close && !frame.names.empty()) {
    for (size_t i = 0; i < frame.names.size(); ++i) {
      scope_.enter(frame.names[i], {.value = frame.args[i]});
    }
    frame.kind = Frame::LetBody;
    return true;
  }
  if (token.kind != SmtToken::Open)
    return lexer_.error(token.place, "expected '(name term)' in let");
  SmtToken name = TRY(lexer_.next());
  if (name.kind != SmtToken::Symbol) return lexer_.error(name.place, "expected a name to bind");
  frame.names.emplace_back(name.text);
  return true;
}

// After `(_` or `((_`: a function with numbers, or a bit-vector constant.
Result<bool> SmtTermReader::indexed(const SmtToken& paren, bool is_head) {
  SmtToken name = TRY(lexer_.next());
  if (name.kind != SmtToken::Symbol) return lexer_.error(name.place, "expected a name after '_'");
  if (!is_head) {
    if (!name.text.starts_with("bv") || !is_all_digits(name.text.substr(2))) {
      return lexer_.error(name.place, "(_ {} ...) is no constant", name.text);
    }
    SmtToken width = TRY(lexer_.next());
    SmtValue value = TRY(bit_vector(name, width));
    TRY(expect(SmtToken::Close, "')' after a constant"));
    return take(value);
  }
  Frame frame{.kind = Frame::Apply, .place = paren.place};
  frame.name = name.text;
  for (;;) {
    SmtToken token = TRY(lexer_.next());
    if (token.kind == SmtToken::Close) break;
    frame.indices.push_back(TRY(read_number(token, UINT32_MAX)));
  }
  frames_.push_back(std::move(frame));
  return true;
}

Result<SmtValue> SmtTermReader::bit_vector(const SmtToken& name, const SmtToken& width_token) {
  uint32_t width = TRY(read_number(width_token, kMaxWidth));
  if (width == 0) return lexer_.error(width_token.place, "a bit-vector has at least one bit");
  std::optional<Bits> value = parse_decimal(name.text.substr(2), width);
  if (!value) {
    return lexer_.error(name.place, "{} does not fit into {} bits", name.text.substr(2), width);
  }
  return SmtValue{pool_.constant(*value)};
}

Result<bool> SmtTermReader::leaf(const SmtToken& token) {
  switch (token.kind) {
    case SmtToken::Hex:
    case SmtToken::Binary: {
      uint32_t each = token.kind == SmtToken::Hex ? 4 : 1;
      if (token.text.size() > kMaxWidth / each) {
        return lexer_.error(token.place, "a constant of more than {} bits", kMaxWidth);
      }
      return take({pool_.constant(parse_digits(token.text, each))});
    }
    case SmtToken::Symbol: {
      if (token.text == "true" || token.text == "false") {
        return take({Term::boolean(token.text == "true"), true});
      }
      const SmtBinding* binding = scope_.find(std::string(token.text));
      if (binding == nullptr || binding->kind == SmtBinding::Sort) {
        return lexer_.error(token.place, "'{}' is not declared", token.text);
      }
      if (binding->kind != SmtBinding::Value) {
        return lexer_.error(token.place, "function '{}' without arguments", token.text);
      }
      return take(binding->value);
    }
    case SmtToken::End:
      return lexer_.error(token.place, "the file ends inside of a term");
    default:
      return lexer_.error(token.place, "expected a term, not '{}'", token.text);
  }
}

Result<bool> SmtTermReader::close(const SmtToken& paren) {
  if (frames_.empty() || frames_.back().kind != Frame::Apply) {
    return lexer_.error(paren.place, "expected a term before ')'");
  }
  Frame frame = std::move(frames_.back());
  frames_.pop_back();
  return take(TRY(apply(frame)));
}

// Gives a finished term to the innermost open construct, and closes those that it completes.
Result<bool> SmtTermReader::take(SmtValue value) {
  for (;;) {
    if (frames_.empty()) {
      result_ = value;
      done_ = true;
      return true;
    }
    Frame& frame = frames_.back();
    frame.args.push_back(value);
    switch (frame.kind) {
      case Frame::Apply:
        return true;
      case Frame::LetValue:
        TRY(expect(SmtToken::Close, "')' after a binding of let"));
        return next_binding(frame);
      case Frame::LetBody:
        TRY(expect(SmtToken::Close, "')' after the body of let"));
        for (const std::string& name : frame.names) scope_.leave(name);
        break;
      case Frame::Annotated:
        TRY(annotate(frame));
        break;
    }
    frames_.pop_back();
  }
}

// The attributes after an annotated term, up to its `)`.
Result<bool> SmtTermReader::annotate(Frame& frame) {
  int depth = 0;
  bool is_name = false;
  for (;;) {
    SmtToken token = TRY(lexer_.next());
    if (token.kind == SmtToken::End)
      return lexer_.error(token.place, "the file ends inside of a term");
    if (token.kind == SmtToken::Close && depth-- == 0) return true;
    if (token.kind == SmtToken::Open) ++depth;
    if (is_name && token.kind == SmtToken::Symbol) {
      if (!scope_.define(std::string(token.text), {.value = frame.args.back()})) {
        return lexer_.error(token.place, "'{}' is declared already", token.text);
      }
      if (frames_.size() == 1) name_ = token.text;
    }
    is_name = depth == 0 && token.kind == SmtToken::Keyword && token.text == ":named";
  }
}

Result<SmtValue> SmtTermReader::apply(const Frame& frame) {
  const SmtBinding* binding = scope_.find(frame.name);
  if (binding != nullptr) {
    if (!frame.indices.empty()) {
      return lexer_.error(frame.place, "'{}' takes no numbers", frame.name);
    }
    switch (binding->kind) {
      case SmtBinding::Macro:
        return expand(frame, *binding);
      case SmtBinding::Function:
        return call(frame, script_.declarations[binding->declaration]);
      default:
        return lexer_.error(frame.place, "'{}' is no function", frame.name);
    }
  }
  if (!is_smt_function(frame.name)) {
    return lexer_.error(frame.place, "unknown function '{}'", frame.name);
  }
  Result<SmtValue> value =
      apply_smt_function(pool_, simplify_, frame.name, frame.indices, frame.args);
  if (!value) return lexer_.error(frame.place, "{}: {}", frame.name, value.error());
  return value;
}

namespace {

// What is wrong with the arguments, or empty.
std::string argument_fault(std::span<const SmtValue> args, std::span<const SmtSort> sorts) {
  if (args.size() != sorts.size()) {
    return fmt::format("it takes {} arguments, not {}", sorts.size(), args.size());
  }
  for (size_t i = 0; i < args.size(); ++i) {
    if (args[i].is_bool == sorts[i].is_bool && args[i].term.width() == sorts[i].width) continue;
    std::string sort = sorts[i].is_bool ? "Bool" : fmt::format("(_ BitVec {})", sorts[i].width);
    return fmt::format("argument {} is a {}, not a {}", i + 1, smt_sort_text(args[i]), sort);
  }
  return {};
}

}  // namespace

Result<SmtValue> SmtTermReader::expand(const Frame& frame, const SmtBinding& macro) {
  std::vector<SmtSort> sorts;
  for (const SmtValue& p : macro.parameters) sorts.push_back({p.term.width(), p.is_bool});
  if (std::string fault = argument_fault(frame.args, sorts); !fault.empty()) {
    return lexer_.error(frame.place, "{}: {}", frame.name, fault);
  }
  std::vector<Replacement> replacements;
  for (size_t i = 0; i < frame.args.size(); ++i) {
    replacements.push_back({macro.parameters[i].term, frame.args[i].term});
  }
  Term body = macro.value.term;
  Cone cone(pool_);
  cone.collect({&body, 1});
  body = substitute(pool_, cone, {&body, 1}, replacements).front();
  return SmtValue{body, macro.value.is_bool};
}

Result<SmtValue> SmtTermReader::call(const Frame& frame, const SmtDeclaration& function) {
  if (std::string fault = argument_fault(frame.args, function.parameters); !fault.empty()) {
    return lexer_.error(frame.place, "{}: {}", frame.name, fault);
  }
  std::vector<Term> args;
  for (const SmtValue& arg : frame.args) args.push_back(arg.term);
  return SmtValue{pool_.apply(function.name, args, function.width), function.is_bool};
}

}  // namespace assay::logic
