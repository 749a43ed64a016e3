// What of the IR's nodes stands in the source.
//
// Patterns are C as people write it; loads, conversions and what else the compiler puts between two
// written operators are wrappers here, and a pattern looks through them.  `strip` gives the node
// that was written; only such nodes are tried as points.
#pragma once

#include "metal/match.h"

namespace assay::metal {

/// What a wrapper holds; none: the node is no wrapper.
ir::NodeId wrapped(const Code& code, ir::NodeId node);
ir::NodeId strip(const Code& code, ir::NodeId node);
/// The outermost wrapper around it; the node itself if there is none.
ir::NodeId outermost(const Code& code, ir::NodeId node);

/// An explicit cast, which patterns without casts look through.
bool is_written_cast(const Code& code, ir::NodeId node);
/// The cast to void that the source writes around the call; none: its value is not cast away.
ir::NodeId discarding_cast(const Code& code, ir::NodeId call);
/// A call that the compiler made for `new` or `delete`.
bool serves_new_or_delete(const Code& code, ir::NodeId node);
/// A constructor's call that copies or moves one object of its class.
bool is_copy(const Code& code, ir::NodeId construct);

/// Whether the value of this place or expression is used: it is not the target of a plain write,
/// and not only its address is taken.
bool is_use(const Code& code, ir::NodeId node);
/// Whether the memory that this Deref or Index names is read or written, not just its address
/// computed (`&p->f`).
bool is_access(const Code& code, ir::NodeId place);
/// Whether the expression's value is dropped, so that it is a statement.
bool is_statement(const Code& code, ir::NodeId expression);

/// `NULL`, `0`, `'\0'`, `nullptr`, false.
bool is_zero(const Code& code, ir::NodeId node);
/// Pointer sums as what they index: the pointer and the index; none if it is something else.
struct Indexed {
  ir::NodeId base, index;
};
/// `p[i]`, `*(p + i)`; index none: `*p`.
Indexed indexed(const Code& code, ir::NodeId place);

/// The type without reference; none where there is none.
ir::TypeId type_of(const Code& code, ir::NodeId node);

}  // namespace assay::metal
