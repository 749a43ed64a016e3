// Calls of the mathematics library whose arguments are known: is there a result, and which?
#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <string_view>

#include "engines/simulator/simulation.h"

namespace assay::simulator {

using logic::Term;
using semantics::CallRequest;

namespace {

struct MathFunction {
  std::string_view name;
  double (*one)(double) = nullptr;
  double (*two)(double, double) = nullptr;
};

// Those whose results leave the range of their type for ordinary arguments.  What lies outside the
// domain of the others, their models say.
constexpr std::array<MathFunction, 9> kFunctions{{
    {.name = "pow", .two = std::pow},
    {.name = "exp", .one = std::exp},
    {.name = "exp2", .one = std::exp2},
    {.name = "exp10", .one = [](double x) { return std::pow(10.0, x); }},
    {.name = "expm1", .one = std::expm1},
    {.name = "sinh", .one = std::sinh},
    {.name = "cosh", .one = std::cosh},
    {.name = "tgamma", .one = std::tgamma},
    {.name = "hypot", .two = std::hypot},
}};

// Those whose result is exact: the same on every machine.
constexpr std::array<MathFunction, 5> kExact{{
    {.name = "sqrt", .one = std::sqrt},
    {.name = "floor", .one = std::floor},
    {.name = "ceil", .one = std::ceil},
    {.name = "trunc", .one = std::trunc},
    {.name = "round", .one = std::round},
}};

/// The number, if it is known and finite.
std::optional<double> number(const semantics::Argument& argument) {
  if (argument.is_place || !argument.type || argument.type->shape != semantics::Shape::Float ||
      !argument.value.is_immediate()) {
    return std::nullopt;
  }
  double value = 0;
  if (argument.value.width() == 64) {
    value = std::bit_cast<double>(argument.value.bits());
  } else if (argument.value.width() == 32) {
    value = std::bit_cast<float>(static_cast<uint32_t>(argument.value.bits()));
  } else {
    return std::nullopt;
  }
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

/// What is wrong with a result; empty: nothing.
std::string_view fault_of(double result, bool is_float, bool is_power) {
  if (std::isnan(result)) return "is not a number";
  if (std::isinf(result) || (is_float && std::isinf(static_cast<float>(result)))) {
    return "is too large for its type";
  }
  bool is_small = is_float ? static_cast<float>(result) == 0 : result == 0;
  // That `exp` comes near to zero is its nature; a power that does has lost its base.
  return is_power && is_small ? "is too small for its type" : "";
}

/// Whether a function's name is that of the table's, or of its version for `float`.
bool is_named(std::string_view name, const MathFunction& function, bool& is_float) {
  is_float = name.size() == function.name.size() + 1 && name.ends_with('f');
  return name.starts_with(function.name) && (is_float || name == function.name);
}

}  // namespace

Term Simulation::exact_result(const CallRequest& request) const {
  if (!request.callee.valid() || program_[request.callee].body || !request.result) return Term();
  for (const MathFunction& function : kExact) {
    bool is_float = false;
    if (!is_named(program_[request.callee].name, function, is_float)) continue;
    std::optional<double> first =
        request.arguments.size() == 1 ? number(request.arguments[0]) : std::nullopt;
    if (!first || request.result->width != (is_float ? 32 : 64)) return Term();
    double result = function.one(*first);
    if (!std::isfinite(result)) return Term();
    // The root of a float, rounded twice, is the root rounded once.
    if (is_float) return Term::constant(32, std::bit_cast<uint32_t>(static_cast<float>(result)));
    return Term::constant(64, std::bit_cast<uint64_t>(result));
  }
  return Term();
}

void Simulation::check_math(Path& path, const CallRequest& request) {
  const semantics::Entity& entity = program_[request.callee];
  if (entity.body || path.state.frames.size() != 1) return;
  std::string_view name = entity.name;
  for (const MathFunction& function : kFunctions) {
    bool is_float = false;
    if (!is_named(name, function, is_float)) continue;
    if (request.arguments.size() != (function.one ? 1 : 2)) return;
    std::optional<double> first = number(request.arguments[0]);
    std::optional<double> second = function.one ? std::optional(1.0) : number(request.arguments[1]);
    if (!first || !second) return;
    double result = function.one ? function.one(*first) : function.two(*first, *second);
    std::string_view fault = fault_of(result, is_float, function.name == "pow" && *first != 0);
    if (fault.empty()) return;
    std::string text = reporter_.text(request.node);
    reporter_.warn(path, {.kind = "float-overflow",
                          .message = fmt::format("the result of '{}' {}", text, fault),
                          .node = request.node,
                          .cause = {},
                          .variable = text,
                          .notes = {}});
    return;
  }
}

}  // namespace assay::simulator
