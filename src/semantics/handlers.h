// Which handlers take what is thrown, as far as types say it ([except.handle]).
#pragma once

#include "ir/type.h"

namespace assay::semantics {

/// How a handler's type stands to what is thrown.  Types may be of different units.
struct HandlerFit {
  bool fits = false;
  bool is_pointer = false;
  /// Valid: it fits if this is a public base of the other, and only one such.
  ir::TypeId base, derived;
};
HandlerFit fit_handler(const ir::TypeTable& from, ir::TypeId thrown, const ir::TypeTable& to,
                       ir::TypeId caught);

/// Whether the handler takes it, by the base classes that the thrown type's unit tells of.
bool catches(const ir::TypeTable& from, ir::TypeId thrown, const ir::TypeTable& to,
             ir::TypeId caught);

/// What a reference refers to; without names and qualifiers.
ir::TypeId without_reference(const ir::TypeTable& types, ir::TypeId type);

}  // namespace assay::semantics
