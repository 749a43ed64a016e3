// C's spelling of types: a base, and a declarator that grows around the place of the name.
#include <fmt/format.h>

#include <map>

#include "ir/type.h"

namespace assay::ir {

namespace {

// typeof can double a signature at every step; people read none of it past this.
constexpr size_t kMaxPart = 2000;

class Speller {
 public:
  explicit Speller(const TypeTable& types) : types_(types) {}

  std::string spell(TypeId id) {
    // Parameters and owners are spelled first, from a stack: signatures nest as deep as the input.
    std::vector<TypeId> stack{id};
    while (!stack.empty()) {
      TypeId top = stack.back();
      if (done_.contains(top)) {
        stack.pop_back();
        continue;
      }
      size_t before = stack.size();
      push_parts(top, stack);
      if (stack.size() != before) continue;
      done_[top] = spell_one(top);
      stack.pop_back();
    }
    return done_[id];
  }

 private:
  void push_parts(TypeId id, std::vector<TypeId>& stack) const {
    auto want = [&](TypeId part) {
      if (part.valid() && !done_.contains(part)) stack.push_back(part);
    };
    while (id.valid()) {
      const Type& type = types_[id];
      for (TypeId param : type.params) want(param);
      want(type.owner);
      if (!goes_on(type.kind)) break;
      id = type.inner;
    }
  }

  // Whether the declarator of `inner` continues this one's.
  static bool goes_on(TypeKind kind) {
    switch (kind) {
      case TypeKind::Pointer:
      case TypeKind::LValueRef:
      case TypeKind::RValueRef:
      case TypeKind::MemberPointer:
      case TypeKind::Array:
      case TypeKind::IncompleteArray:
      case TypeKind::VariableArray:
      case TypeKind::Function:
      case TypeKind::Qualified:
      case TypeKind::Complex:
      case TypeKind::Vector:
        return true;
      default:
        return false;
    }
  }

  static std::string qualifiers(uint8_t quals) {
    std::string text;
    auto add = [&](uint8_t bit, std::string_view word) {
      if ((quals & bit) == 0) return;
      if (!text.empty()) text += ' ';
      text += word;
    };
    add(kConst, "const");
    add(kVolatile, "volatile");
    add(kRestrict, "restrict");
    add(kAtomic, "_Atomic");
    return text;
  }

  std::string part(TypeId id) const {
    auto found = done_.find(id);
    if (found == done_.end()) return "?";
    if (found->second.size() <= kMaxPart) return found->second;
    return found->second.substr(0, kMaxPart) + "...";
  }

  std::string params(const Type& type) const {
    if (type.has(kNoPrototype)) return "()";
    std::vector<std::string> parts;
    for (TypeId param : type.params) parts.push_back(part(param));
    if (type.has(kVariadic)) parts.push_back("...");
    if (parts.empty()) parts.push_back("void");
    return fmt::format("({})", fmt::join(parts, ", "));
  }

  std::string spell_one(TypeId id) const;

  const TypeTable& types_;
  std::map<TypeId, std::string> done_;
};

std::string_view int_name(const Type& type) {
  bool is_signed = type.has(kSigned);
  switch (type.width) {
    case 8:
      return is_signed ? "signed char" : "unsigned char";
    case 16:
      return is_signed ? "short" : "unsigned short";
    case 32:
      return is_signed ? "int" : "unsigned int";
    case 64:
      return is_signed ? "long" : "unsigned long";
    case 128:
      return is_signed ? "__int128" : "unsigned __int128";
    default:
      return {};
  }
}

std::string float_name(uint32_t width) {
  switch (width) {
    case 16:
      return "_Float16";
    case 32:
      return "float";
    case 64:
      return "double";
    case 80:
      return "long double";
    case 128:
      return "__float128";
    default:
      return fmt::format("_Float{}", width);
  }
}

// C names a tag with its keyword, C++ does not need it.  What follows a `#` only tells unnamed
// types apart.
std::string tagged(std::string_view keyword, const Type& type) {
  std::string name = type.name.substr(0, type.name.find('#'));
  bool is_cxx = type.has(kClass) || name.find("::") != std::string::npos ||
                name.find('<') != std::string::npos || name.find('(') != std::string::npos;
  if (name.empty()) name = "<unnamed>";
  return is_cxx ? name : fmt::format("{} {}", keyword, name);
}

// A type that no declarator continues.
std::string base_name(const Type& type) {
  switch (type.kind) {
    case TypeKind::Void:
      return "void";
    case TypeKind::Bool:
      return type.name.empty() ? "_Bool" : type.name;
    case TypeKind::Int:
      if (!type.name.empty()) return type.name;
      if (std::string_view name = int_name(type); !name.empty()) return std::string(name);
      return fmt::format("{}_BitInt({})", type.has(kSigned) ? "" : "unsigned ", type.width);
    case TypeKind::Float:
      return type.name.empty() ? float_name(type.width) : type.name;
    case TypeKind::Nullptr:
      return "nullptr_t";
    case TypeKind::Record:
      return tagged(type.has(kUnion) ? "union" : "struct", type);
    case TypeKind::Enum:
      return tagged("enum", type);
    default:
      return type.name.empty() ? "?" : type.name;
  }
}

std::string Speller::spell_one(TypeId id) const {
  std::string base("?"), before, declarator;
  uint8_t pending = 0;  // qualifiers of the type that comes next
  // A pointer binds weaker than the array or function it points to.
  auto close = [&] {
    if (!declarator.empty() && declarator[0] != '[' && declarator[0] != '(')
      declarator = fmt::format("({})", declarator);
  };
  auto prefix = [&](std::string sign) {
    if (pending != 0) {
      sign += qualifiers(pending);
      if (!declarator.empty() && declarator[0] != '[') sign += ' ';
    }
    pending = 0;
    declarator.insert(0, sign);
  };
  while (id.valid()) {
    const Type& type = types_[id];
    switch (type.kind) {
      case TypeKind::Pointer:
        prefix("*");
        break;
      case TypeKind::LValueRef:
        prefix("&");
        break;
      case TypeKind::RValueRef:
        prefix("&&");
        break;
      case TypeKind::MemberPointer:
        prefix(part(type.owner) + "::*");
        break;
      case TypeKind::Array:
        close();
        declarator += fmt::format("[{}]", type.count);
        break;
      case TypeKind::IncompleteArray:
        close();
        declarator += "[]";
        break;
      case TypeKind::VariableArray:
        close();
        declarator += "[*]";
        break;
      case TypeKind::Function:
        close();
        declarator += params(type);
        break;
      case TypeKind::Qualified:
        pending |= type.quals;
        break;
      case TypeKind::Complex:
        before += "_Complex ";
        break;
      case TypeKind::Vector:
        before += fmt::format("__attribute__((vector_size({}))) ", type.size);
        break;
      default:
        base = base_name(type);
        break;
    }
    if (!goes_on(type.kind)) break;
    id = type.inner;
  }
  std::string text = qualifiers(pending);
  if (!text.empty()) text += ' ';
  text += before + base;
  if (declarator.empty()) return text;
  return fmt::format("{}{}{}", text, declarator[0] == '[' ? "" : " ", declarator);
}

}  // namespace

std::string TypeTable::spell(TypeId id) const {
  if (!id.valid()) return "?";
  return Speller(*this).spell(id);
}

}  // namespace assay::ir
