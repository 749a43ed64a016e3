// Functions by the names that rules call them.
//
// `free` is also `__builtin_free`, `memcpy` the fortified `__memcpy_chk`; a C++ function is known
// by its last name, `swap`, or with what it stands in, `std::swap`, without template arguments.
#pragma once

#include <string_view>
#include <vector>

#include "metal/match.h"

namespace assay::metal {

/// The last part of the name: `lock` of `std::mutex::lock`, `memcpy` of `__builtin___memcpy_chk`.
std::string_view plain_name(const ir::Symbol& symbol);
/// Whether `name`, which may have parts with `::`, means the symbol.
bool is_named(const ir::Symbol& symbol, std::string_view name);
/// `=` if the function is an `operator=`; empty if it is no operator.
std::string_view operator_of(const ir::Symbol& symbol);

/// The function that a Call names; null if it goes through a value.
const ir::Symbol* callee_of(const Code& code, ir::NodeId call);
/// The constructor or destructor that a Construct or Destroy calls; null for others.
const ir::Symbol* maker_of(const Code& code, ir::NodeId node);
bool has_object(const Code& code, ir::NodeId call);
/// The arguments as the source has them: without the object of a method, and without what only
/// the fortified form of a function takes.
std::vector<ir::NodeId> arguments_of(const Code& code, ir::NodeId call);
/// Whether a class's conversion to a type is called.
bool converts(const Code& code, ir::NodeId call);

}  // namespace assay::metal
