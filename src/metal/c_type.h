// C types as metal files write them: of holes, casts, sizeof and declarations.
//
// A type is kept as its normalised text, since it is compared with the spelling of types of the
// program and never taken apart: `const  unsigned*` and `unsigned const *` are the same.
// `any` stands for any type, so `any *` is a pointer to whatever.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "metal/cursor.h"

namespace assay::metal {

struct CType {
  std::string base;    // `unsigned int`, `const char`, `struct foo`, `any`
  std::string suffix;  // `*`, `**`, `[4]`, `(*)(int)`; of a type name, so without the declared name
  size_t name_at = 0;  // where in `suffix` the declared name stood

  bool empty() const { return base.empty(); }
  std::string text() const { return suffix.empty() ? base : base + " " + suffix; }
  /// `(*f)(int)`, what follows the base where `name` is declared.
  std::string declarator(std::string_view name) const {
    std::string before = suffix.substr(0, name_at), after = suffix.substr(name_at);
    bool blank = !before.empty() && before.back() != '*' && before.back() != '(';
    return before + (blank ? " " : "") + std::string(name) + after;
  }
  friend bool operator==(const CType& a, const CType& b) {
    return a.base == b.base && a.suffix == b.suffix;
  }
};

/// The names that are types besides C's own words.
using TypeNames = std::set<std::string, std::less<>>;

bool is_type_word(std::string_view word);  // int, const, struct, any, …
/// At one of these, or at a name that stands for a type; before `::` it begins another name.
bool starts_type(const Cursor& cursor, const TypeNames& types);

/// `const struct foo`, `unsigned long`, `lock_t`; the first identifier is taken as a type's name
/// if no word of C's stands before it.  False: reported.
bool parse_specifiers(Cursor& cursor, CType& type);
/// What follows in a type name: `*`, `* const *`, `[4]`, `(*)(int)`, `&`.
bool parse_abstract_suffix(Cursor& cursor, CType& type);
/// What follows in a declaration, up to `=`, `,`, `;` or `:`, with the name that is declared.
bool parse_declarator(Cursor& cursor, CType& type, Token& name);

}  // namespace assay::metal
