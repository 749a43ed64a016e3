// The names of C++ functions, as people write them.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// `n::twice` of `n::twice<int>`; the `<` of an operator stays.
std::string without_template_arguments(std::string_view name);

/// `std::operator<<` of `_ZSt…`: no parameters, no template's arguments, no type of the result.
/// What is not mangled stays as it is.
std::string readable_name(const std::string& linkage_name);

/// `get` of `K::get`.  Pre: no template's arguments.
std::string_view last_component(std::string_view name);

}  // namespace assay
