// Symbols: functions and variables that outlive a block, one across files.
//
// An external name is one symbol in a linked program; an internal one (`static`, unnamed
// namespace) belongs to its unit; a function's static local is named `function::name`, numbered
// where one scope has several.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "ir/type.h"

namespace assay::ir {

using SymbolId = Id<struct SymbolTag>;

enum class SymbolKind : uint8_t { Function, Variable };
enum class Linkage : uint8_t { External, Internal };

enum SymbolFlags : uint32_t {
  kDefined = 1,  // its body or its storage is in this unit
  kInline = 2,   // may be defined in several units of one program
  kWeak = 4,
  kThreadLocal = 8,
  kStaticLocal = 16,
  kMethod = 32,  // has a `this` parameter, params[0] of its function
  kVirtual = 64,
  kPure = 128,
  kConstructor = 256,
  kDestructor = 512,
  kImplicitSymbol = 1024,  // no source text of its own
  kBuiltin = 2048,         // the compiler's: `__builtin_expect`, `__atomic_load_n`
  kConstant = 4096,        // variable declared const
  kNoThrowDecl = 8192,     // never throws, by its declaration
  kSystem = 16384,         // declared in a system header
  kCLinkage = 32768,
  kWritten = 65536,        // variable: something in this unit writes it after initialisation
  kAddressTaken = 131072,  // variable or function: its address is taken in this unit
  kSynthetic = 262144,     // made by the front end: a unit's initialiser
};

/// What a declaration's attributes say; the meaning of `args` is GCC's, indices made 0-based
/// over the function's params (a method's `this` is params[0]).
// clang-format off
enum class AttributeKind : uint8_t {
  NoReturn, AnalyzerNoReturn, Malloc, NonNull, ReturnsNonNull, AllocSize, AllocAlign, Format, FormatArg,
  WarnUnusedResult, Access, Cleanup, Pure, Const, ReturnsTwice, Deprecated,
  OwnershipReturns, OwnershipTakes, OwnershipHolds,
  AcquireCapability, ReleaseCapability, RequiresCapability,
  ConstructorPriority, DestructorPriority, FdArg, Sentinel, Annotate,
  Alias,
};
// clang-format on
inline constexpr size_t kAttributeKindCount = static_cast<size_t>(AttributeKind::Alias) + 1;
std::string_view attribute_name(AttributeKind kind);

struct Attribute {
  AttributeKind kind;
  std::vector<int64_t> args;
  std::string text;  // Format: "printf"; Access: "read_only"; Malloc: the deallocator; Alias: of
                     // which symbol this is another name …
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

struct Symbol {
  std::string name;     // linkage name: C's, or mangled
  std::string display;  // what people call it: `ns::Class::method`
  SymbolKind kind = SymbolKind::Function;
  Linkage linkage = Linkage::External;
  uint32_t flags = 0;
  TypeId type;    // of a method: without `this`
  TypeId record;  // of a method: its class
  std::vector<std::string> param_names;
  std::vector<std::string> overrides;  // linkage names of the virtual methods it overrides directly
  std::vector<Attribute> attributes;

  bool has(SymbolFlags flag) const { return (flags & flag) != 0; }
  const Attribute* find(AttributeKind attribute) const;
};

/// The symbols that one unit names, in order of first mention.
class SymbolTable {
 public:
  /// Pre: no symbol of that name and linkage yet.
  SymbolId add(Symbol symbol);
  SymbolId find(std::string_view name, Linkage linkage) const;  // none if absent
  Symbol& operator[](SymbolId id) { return symbols_[id.index()]; }
  const Symbol& operator[](SymbolId id) const { return symbols_[id.index()]; }
  size_t size() const { return symbols_.size(); }

 private:
  struct NameHash {
    using is_transparent = void;
    size_t operator()(std::string_view name) const { return std::hash<std::string_view>()(name); }
  };
  using ByName = std::unordered_map<std::string, SymbolId, NameHash, std::equal_to<>>;

  std::vector<Symbol> symbols_;
  std::array<ByName, 2> by_name_;  // by Linkage
};

}  // namespace assay::ir
