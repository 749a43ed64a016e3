// fmt's functions, compiled from its own headers: where it comes as a shared library only, every
// start of the program would pay for loading it.
#include <fmt/format-inl.h>

// What its headers say is defined elsewhere, for the types that text is made of.
FMT_BEGIN_NAMESPACE
namespace detail {
template auto thousands_sep_impl<char>(locale_ref) -> thousands_sep_result<char>;
template auto decimal_point_impl<char>(locale_ref) -> char;
template auto dragonbox::to_decimal(float) noexcept -> dragonbox::decimal_fp<float>;
template auto dragonbox::to_decimal(double) noexcept -> dragonbox::decimal_fp<double>;
}  // namespace detail
FMT_END_NAMESPACE
