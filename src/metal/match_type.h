// Types of the program against types that rules write.
#pragma once

#include "metal/c_type.h"
#include "metal/match.h"

namespace assay::metal {

/// Whether an expression of `type` has the type `wanted`.  Qualifiers at the top do not count,
/// arrays are pointers, a reference is what it refers to, and a name that the program gave to a
/// type means that type at any depth: `foo_t *` is `struct foo *`.
bool has_type(const Code& code, ir::TypeId type, const CType& wanted);
/// A type of the unit that the words mean; none: it uses none.
ir::TypeId find_type(const Code& code, const CType& wanted);
/// Whether the unit has a type of that name, whatever its pointers; true for C's own.
bool knows_name(const ir::Unit& unit, const CType& wanted);
/// `any`, `any *`: says no more than that there are pointers.
bool is_any_type(const CType& type);

}  // namespace assay::metal
