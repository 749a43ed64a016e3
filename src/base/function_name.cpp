#include "base/function_name.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>

namespace assay {
namespace {

constexpr std::string_view kOperator = "operator";

// How many characters from `begin` on are an operator's name: `operator<=>`; 0: none begins there.
size_t operator_length(std::string_view name, size_t begin) {
  std::string_view text = name.substr(begin);
  if (!text.starts_with(kOperator) || (begin > 0 && name[begin - 1] == '_')) return 0;
  size_t end = kOperator.size();
  while (end < text.size() && std::string_view("<>=-").find(text[end]) != std::string_view::npos)
    ++end;
  return end;
}

// The last parameters, and what stands behind them.
std::string_view without_parameters(std::string_view name) {
  size_t end = name.rfind(')');
  if (end == std::string_view::npos) return name;
  int depth = 0;
  for (size_t i = end + 1; i-- > 0;) {
    if (name[i] == ')') ++depth;
    if (name[i] == '(' && --depth == 0) return name.substr(0, i);
  }
  return name;
}

}  // namespace

std::string without_template_arguments(std::string_view name) {
  std::string bare;
  int depth = 0;
  for (size_t i = 0; i < name.size();) {
    if (size_t length = depth == 0 ? operator_length(name, i) : 0; length > 0) {
      bare += name.substr(i, length);
      i += length;
      // `operator<< <char>`: the space only keeps the two apart.
      if (name.substr(i).starts_with(" <")) ++i;
      continue;
    }
    char c = name[i++];
    if (c == '<') ++depth;
    if (depth == 0) bare += c;
    if (c == '>' && depth > 0) --depth;
  }
  return bare;
}

std::string readable_name(const std::string& linkage_name) {
  if (!linkage_name.starts_with("_Z")) return linkage_name;
  std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(linkage_name.c_str(), nullptr, nullptr, nullptr), &std::free);
  if (!text) return linkage_name;
  std::string name = without_template_arguments(without_parameters(text.get()));
  // Only a template's name has the type of its result in front.  `operator new` has a space, too.
  size_t space = name.rfind(' ', name.find("operator "));
  return space == std::string::npos ? name : name.substr(space + 1);
}

std::string_view last_component(std::string_view name) {
  size_t colons = name.rfind("::");
  return colons == std::string_view::npos ? name : name.substr(colons + 2);
}

}  // namespace assay
