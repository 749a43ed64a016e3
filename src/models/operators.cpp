#include "models/operators.h"

#include <utility>

namespace assay::models {
namespace {

template <class Info, size_t kCount>
constexpr std::array<std::string_view, kCount> names_of(const std::array<Info, kCount>& table) {
  std::array<std::string_view, kCount> names;
  for (size_t i = 0; i < kCount; ++i) names[i] = table[i].name;
  return names;
}

constexpr auto kOperatorNames = names_of(kOperators);
constexpr auto kFunctionNames = names_of(kFunctions);

// The paper's text and its grammar spell these differently.
constexpr std::array<std::pair<std::string_view, Operator>, 2> kOtherSpellings = {
    {{"memory_freable", Operator::MemoryFreeable}, {"fit", Operator::Flt}}};

}  // namespace

std::optional<Operator> find_operator(std::string_view name) {
  for (const OperatorInfo& info : kOperators) {
    if (info.name == name) return info.op;
  }
  for (const auto& [spelling, op] : kOtherSpellings) {
    if (spelling == name) return op;
  }
  return std::nullopt;
}

std::optional<Function> find_function(std::string_view name) {
  for (const FunctionInfo& info : kFunctions) {
    if (info.name == name) return info.function;
  }
  return std::nullopt;
}

std::span<const std::string_view> operator_names() { return kOperatorNames; }
std::span<const std::string_view> function_names() { return kFunctionNames; }

}  // namespace assay::models
