#include "metal/match_type.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace assay::metal {
namespace {

using ir::TypeKind;

constexpr std::string_view kTags[] = {"struct ", "union ", "enum ", "class "};
struct Qualifier {
  std::string_view word;
  uint8_t bit;
};
constexpr Qualifier kQualifiers[] = {{"const ", ir::kConst},
                                     {"volatile ", ir::kVolatile},
                                     {"restrict ", ir::kRestrict},
                                     {"_Atomic ", ir::kAtomic}};

/// Takes the qualifiers off the front.
uint8_t take_qualifiers(std::string_view& text) {
  uint8_t quals = 0;
  for (bool found = true; found;) {
    found = false;
    for (const Qualifier& known : kQualifiers) {
      if (!text.starts_with(known.word)) continue;
      text.remove_prefix(known.word.size());
      quals |= known.bit;
      found = true;
    }
  }
  return quals;
}

std::string_view without_tag(std::string_view name) {
  for (std::string_view tag : kTags) {
    if (name.starts_with(tag)) name.remove_prefix(tag.size());
  }
  return name;
}

/// `mutex` is `std::mutex`, as after a using-declaration; template arguments count only if written.
bool same_name(std::string_view has, std::string_view wanted) {
  has = without_tag(has);
  wanted = without_tag(wanted);
  if (has == wanted) return true;
  if (wanted == "bool" && has == "_Bool") return true;
  if (wanted.find('<') == std::string_view::npos) has = has.substr(0, has.find('<'));
  if (has == wanted) return true;
  return has.size() > wanted.size() + 2 && has.ends_with(wanted) &&
         has.substr(has.size() - wanted.size() - 2, 2) == "::";
}

/// The type that the program calls so, whatever it is called elsewhere.
ir::TypeId type_named(const Code& code, std::string_view name) {
  auto [found, is_new] = code.names.types.try_emplace(std::string(name));
  if (!is_new) return found->second;
  for (size_t i = 0; i < code.unit.types.size(); ++i) {
    const ir::Type& type = code.unit.types[ir::TypeId(i)];
    if (type.kind != TypeKind::Alias || !same_name(type.name, name)) continue;
    found->second = code.unit.types.canonical(ir::TypeId(i));
    break;
  }
  return found->second;
}

/// What is left to compare at one depth: the written qualifiers do not hold at the top.
enum class Depth : uint8_t { Top, Below };

bool same_base(const Code& code, ir::TypeId type, std::string_view wanted, Depth depth) {
  uint8_t wanted_quals = take_qualifiers(wanted), quals = 0;
  if (wanted == "any") return true;
  const ir::TypeTable& types = code.unit.types;
  while (type.valid()) {
    const ir::Type& now = types[type];
    bool same_quals = depth == Depth::Top || quals == wanted_quals;
    if (now.kind == TypeKind::Qualified) {
      quals |= now.quals;
    } else {
      bool named =
          now.kind == TypeKind::Alias || now.kind == TypeKind::Record || now.kind == TypeKind::Enum;
      if (same_quals && same_name(named ? now.name : types.spell(type), wanted)) return true;
      if (now.kind != TypeKind::Alias) return same_quals && type_named(code, wanted) == type;
    }
    type = now.inner;
  }
  return false;
}

bool is_pointer_like(TypeKind kind) {
  return kind == TypeKind::Pointer || kind == TypeKind::Array ||
         kind == TypeKind::IncompleteArray || kind == TypeKind::VariableArray;
}

std::string squeezed(std::string_view text) {
  std::string result;
  for (char c : text) {
    if (c != ' ') result += c;
  }
  return result;
}

}  // namespace

bool knows_name(const ir::Unit& unit, const CType& wanted) {
  std::string_view base = wanted.base;
  take_qualifiers(base);
  if (is_type_word(base.substr(0, base.find(' '))) && without_tag(base) == base) return true;
  for (size_t i = 0; i < unit.types.size(); ++i) {
    const ir::Type& type = unit.types[ir::TypeId(i)];
    bool is_named = type.kind == TypeKind::Alias || type.kind == TypeKind::Record ||
                    type.kind == TypeKind::Enum;
    if (is_named && same_name(type.name, base)) return true;
  }
  return false;
}

bool is_any_type(const CType& type) {
  std::string_view base = type.base;
  take_qualifiers(base);
  return base == "any" && type.suffix.find_first_not_of("* ") == std::string::npos;
}

bool has_type(const Code& code, ir::TypeId type, const CType& wanted) {
  const ir::Unit& unit = code.unit;
  if (!type.valid()) return false;
  if (unit.types.is_reference(type)) type = unit.types.pointee(type);
  std::string_view suffix = wanted.suffix;
  while (suffix.ends_with('&')) suffix.remove_suffix(1);
  // The outermost pointer is the last star; qualifiers of pointers stand behind their star.
  Depth depth = Depth::Top;
  while (!suffix.empty()) {
    if (size_t star = suffix.rfind('*');
        star != std::string_view::npos && suffix.find_first_of("[(") == std::string_view::npos) {
      if (!is_pointer_like(unit.types.resolved(type).kind)) return false;
      type = unit.types.pointee(type);
      suffix = suffix.substr(0, star);
      depth = Depth::Below;
      continue;
    }
    if (suffix.find_first_not_of(' ') == std::string_view::npos) break;
    // Arrays and functions: as C spells them, with and without the program's names.
    std::string text = squeezed(wanted.base) + squeezed(suffix);
    // The name of a function is a pointer to it.
    size_t pointer = text.find("(*)(");
    if (unit.types.resolved(type).kind == TypeKind::Function && pointer != std::string::npos)
      text.erase(pointer, 3);
    return squeezed(unit.types.spell(type)) == text ||
           squeezed(unit.types.spell(unit.types.canonical(type))) == text;
  }
  return type.valid() && same_base(code, type, wanted.base, depth);
}

ir::TypeId find_type(const Code& code, const CType& wanted) {
  for (size_t i = 0; i < code.unit.types.size(); ++i) {
    ir::TypeId type(i);
    if (has_type(code, type, wanted) && code.unit.types.resolved(type).size != 0) return type;
  }
  return {};
}

}  // namespace assay::metal
