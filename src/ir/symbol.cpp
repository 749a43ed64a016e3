#include "ir/symbol.h"

#include <array>

#include "base/check.h"

namespace assay::ir {

namespace {

constexpr std::array<std::string_view, kAttributeKindCount> kAttributeNames{
    "noreturn",
    "analyzer-noreturn",
    "malloc",
    "nonnull",
    "returns-nonnull",
    "alloc-size",
    "alloc-align",
    "format",
    "format-arg",
    "warn-unused-result",
    "access",
    "cleanup",
    "pure",
    "const",
    "returns-twice",
    "deprecated",
    "ownership-returns",
    "ownership-takes",
    "ownership-holds",
    "acquire-capability",
    "release-capability",
    "requires-capability",
    "constructor-priority",
    "destructor-priority",
    "fd-arg",
    "sentinel",
    "annotate",
    "alias",
};

}  // namespace

std::string_view attribute_name(AttributeKind kind) {
  return kAttributeNames[static_cast<size_t>(kind)];
}

const Attribute* Symbol::find(AttributeKind attribute) const {
  for (const Attribute& each : attributes)
    if (each.kind == attribute) return &each;
  return nullptr;
}

SymbolId SymbolTable::add(Symbol symbol) {
  SymbolId id(symbols_.size());
  bool is_new = by_name_[static_cast<size_t>(symbol.linkage)].emplace(symbol.name, id).second;
  ASSAY_CHECK(is_new, "a symbol should be added once");
  symbols_.push_back(std::move(symbol));
  return id;
}

SymbolId SymbolTable::find(std::string_view name, Linkage linkage) const {
  const ByName& names = by_name_[static_cast<size_t>(linkage)];
  auto found = names.find(name);
  return found == names.end() ? SymbolId() : found->second;
}

}  // namespace assay::ir
