// What trees of the program are called, and which function a call is to.
//
// A tree of the function at hand is asked by its node; one of another function by its tree alone,
// where no more is known than what the tree keeps.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "metal/actions/context.h"

namespace assay::metal {

/// Pre: the tree has a node or a tree.
ir::Op op_of(const Context& context, const RuleTree& tree);
bool is_call(const Context& context, const RuleTree& tree);

/// The function that a call, construction or function name is certainly about; null: there is none,
/// or the tree is another function's.
const ir::Symbol* function_of(const Context& context, const RuleTree& tree);
/// Whether that function is called so, `f` or `ns::f`.
bool is_about(const Context& context, const RuleTree& tree, std::string_view name);

/// mc_identifier's answer; none: it has no name.
std::optional<std::string> identifier_of(Context& context, const RuleTree& tree);

}  // namespace assay::metal
