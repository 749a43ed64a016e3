// What trees of the program are called, and which function a call is to.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "metal/actions/context.h"

namespace assay::metal {

/// The function that a call, construction or function name is certainly about.
struct Callee {
  std::string name;                    // as people call it: `ns::f` in C++
  std::string linkage;                 // as the linker does; empty: not known here
  const ir::Symbol* symbol = nullptr;  // null: the call is in another function
};
std::optional<Callee> callee_of(Context& context, const RuleTree& tree);

bool is_call(Context& context, const RuleTree& tree);
ir::Op op_of(Context& context, const RuleTree& tree);

/// mc_identifier's answer; none: it has no name.
std::optional<std::string> identifier_of(Context& context, const RuleTree& tree);

}  // namespace assay::metal
