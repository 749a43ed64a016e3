#include "metal/c_type.h"

#include <algorithm>
#include <array>
#include <vector>

namespace assay::metal {
namespace {

constexpr std::array<std::string_view, 16> kArithmetic = {
    "void",     "char",  "short", "int",      "long",     "float", "double",  "signed",
    "unsigned", "_Bool", "bool",  "_Complex", "__int128", "any",   "wchar_t", "auto"};
constexpr std::array<std::string_view, 4> kQualifiers = {"const", "volatile", "restrict",
                                                         "_Atomic"};
constexpr std::array<std::string_view, 5> kStorage = {"static", "extern", "register", "inline",
                                                      "typedef"};
constexpr std::array<std::string_view, 4> kTags = {"struct", "union", "enum", "class"};

template <class List>
bool in(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// `unsigned`, `int unsigned`, `long int` each in one spelling.
std::string arithmetic_spelling(const std::vector<std::string>& words) {
  auto count = [&](std::string_view word) { return std::count(words.begin(), words.end(), word); };
  auto longs = count("long");
  std::string sign = count("unsigned") ? "unsigned " : count("signed") ? "signed " : "";
  if (count("char")) return sign + "char";
  if (sign == "signed ") sign.clear();
  if (count("short")) return sign + "short";
  if (count("double")) return longs ? "long double" : "double";
  if (longs) return sign + (longs > 1 ? "long long" : "long");
  if (count("__int128")) return sign + "__int128";
  if (!sign.empty() || count("int")) return sign + "int";
  return words.empty() ? std::string() : words.back();
}

/// The tokens of a declarator from the cursor on, as text with a single spelling.
class SuffixText {
 public:
  void add(std::string_view token) {
    bool word = is_word(token);
    bool after_word = !text_.empty() && is_word(std::string_view(&text_.back(), 1));
    bool after_star = !text_.empty() && text_.back() == '*';
    bool after_comma = !text_.empty() && text_.back() == ',';
    if (after_comma || (word && (after_word || after_star)) || (after_word && token == "*"))
      text_ += ' ';
    text_ += token;
  }
  size_t size() const { return text_.size(); }
  std::string take() { return std::move(text_); }

 private:
  static bool is_word(std::string_view token) {
    char c = token.front();
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }
  std::string text_;
};

constexpr std::array<std::string_view, 9> kInSuffix = {"*",  "&", "&&", ",", "...",
                                                       "::", "+", "-",  "/"};

enum class Named { Yes, No };

/// Parentheses and brackets are balanced by a stack; what is between them is copied.
bool parse_suffix(Cursor& cursor, CType& type, Named named, Token* name) {
  SuffixText text;
  std::vector<std::string_view> open;
  bool found = false, parameters = false;
  while (!cursor.at_end()) {
    const Token& token = cursor.peek();
    if (token.kind == TokenKind::Identifier) {
      bool qualifier = in(kQualifiers, token.text);
      bool is_name = named == Named::Yes && !found && !qualifier && !parameters;
      if (open.empty() && !qualifier && !is_name) break;
      if (is_name) {
        *name = cursor.next();
        type.name_at = text.size();
        found = true;
        parameters = true;
        continue;
      }
    } else if (token.is("(") || token.is("[")) {
      // A parameter list, not a nested declarator: its names are not the declared one.
      parameters |= token.is("(") && !cursor.peek(1).is("*") && !cursor.peek(1).is("(") &&
                    !(named == Named::Yes && !found);
      open.push_back(token.is("(") ? ")" : "]");
    } else if (!open.empty() && token.is(open.back())) {
      open.pop_back();
    } else if (open.empty() && !token.is("*") && !token.is("&") && !token.is("&&")) {
      break;
    } else if (token.kind == TokenKind::Punctuation && !in(kInSuffix, token.text)) {
      break;
    }
    text.add(cursor.next().text);
  }
  if (!open.empty()) return cursor.expected(fmt::format("'{}' in this type", open.back()));
  if (named == Named::Yes && !found) return cursor.expected("the name that is declared");
  type.suffix = text.take();
  return true;
}

}  // namespace

bool is_type_word(std::string_view word) {
  return in(kArithmetic, word) || in(kQualifiers, word) || in(kStorage, word) || in(kTags, word);
}

bool starts_type(const Cursor& cursor, const TypeNames& types) {
  const Token& token = cursor.peek();
  return token.kind == TokenKind::Identifier &&
         (is_type_word(token.text) || (types.contains(token.text) && !cursor.peek(1).is("::")));
}

bool parse_specifiers(Cursor& cursor, CType& type) {
  std::set<std::string, std::less<>> qualifiers;
  std::vector<std::string> arithmetic;
  std::string named;
  while (cursor.at_identifier()) {
    std::string_view word = cursor.peek().text;
    if (in(kQualifiers, word)) {
      qualifiers.emplace(word);
    } else if (in(kArithmetic, word) && named.empty()) {
      arithmetic.emplace_back(word);
    } else if (in(kTags, word) && named.empty() && arithmetic.empty()) {
      cursor.next();
      if (!cursor.at_identifier()) return cursor.expected(fmt::format("a tag after '{}'", word));
      named = fmt::format("{} {}", word, cursor.peek().text);
    } else if (named.empty() && arithmetic.empty() && !in(kStorage, word)) {
      named = word;
      while (cursor.peek(1).is("::") && cursor.peek(2).kind == TokenKind::Identifier) {
        cursor.next();
        cursor.next();
        named += fmt::format("::{}", cursor.peek().text);
      }
    } else if (!in(kStorage, word)) {
      break;
    }
    cursor.next();
  }
  std::string spelled = named.empty() ? arithmetic_spelling(arithmetic) : named;
  if (spelled.empty()) return cursor.expected("a type");
  type.base.clear();
  for (const std::string& qualifier : qualifiers) type.base += qualifier + " ";
  type.base += spelled;
  return true;
}

bool parse_abstract_suffix(Cursor& cursor, CType& type) {
  return parse_suffix(cursor, type, Named::No, nullptr);
}

bool parse_declarator(Cursor& cursor, CType& type, Token& name) {
  return parse_suffix(cursor, type, Named::Yes, &name);
}

}  // namespace assay::metal
