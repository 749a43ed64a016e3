#include "semantics/handlers.h"

#include <algorithm>
#include <vector>

namespace assay::semantics {

using ir::TypeKind;

namespace {

bool is_same(const ir::TypeTable& a_types, ir::TypeId a, const ir::TypeTable& b_types,
             ir::TypeId b) {
  if (&a_types == &b_types && a_types.canonical(a) == b_types.canonical(b)) return true;
  return a_types.spell(a_types.canonical(a)) == b_types.spell(b_types.canonical(b));
}

/// const and volatile at the top of a type.
unsigned qualifiers(const ir::TypeTable& types, ir::TypeId type) {
  unsigned found = 0;
  while (types[type].kind == TypeKind::Qualified || types[type].kind == TypeKind::Alias) {
    if (types[type].kind == TypeKind::Qualified) found |= types[type].quals;
    type = types[type].inner;
  }
  return found & (ir::kConst | ir::kVolatile);
}

/// Whether a pointer to `a` becomes one to `b` by qualifiers alone: one that is added behind the
/// first level needs const at all levels before it.
bool gains_qualifiers(const ir::TypeTable& a_types, ir::TypeId a, const ir::TypeTable& b_types,
                      ir::TypeId b) {
  bool is_const_so_far = true;
  while (true) {
    unsigned has = qualifiers(a_types, a), wants = qualifiers(b_types, b);
    if ((has & ~wants) != 0 || (has != wants && !is_const_so_far)) return false;
    is_const_so_far = is_const_so_far && (wants & ir::kConst) != 0;
    if (!a_types.is_pointer(a) || !b_types.is_pointer(b)) return is_same(a_types, a, b_types, b);
    a = a_types.pointee(a);
    b = b_types.pointee(b);
  }
}

bool is_only_public_base(const ir::TypeTable& from, ir::TypeId derived, const ir::TypeTable& to,
                         ir::TypeId base) {
  struct Visit {
    ir::TypeId type;
    bool is_public;
  };
  std::vector<Visit> todo{{derived, true}};
  std::vector<ir::TypeId> seen_virtual;
  size_t found = 0;
  bool is_public = false;
  while (!todo.empty()) {
    Visit visit = todo.back();
    todo.pop_back();
    if (is_same(from, visit.type, to, base)) {
      ++found;
      is_public = visit.is_public;
      continue;
    }
    for (const ir::Base& one : from.resolved(visit.type).bases) {
      ir::TypeId type = from.canonical(one.type);
      if (one.is_virtual) {
        if (std::ranges::find(seen_virtual, type) != seen_virtual.end()) continue;
        seen_virtual.push_back(type);
      }
      todo.push_back({type, visit.is_public && one.is_public});
    }
  }
  return found == 1 && is_public;
}

}  // namespace

ir::TypeId without_reference(const ir::TypeTable& types, ir::TypeId type) {
  return types.is_reference(type) ? types.canonical(types.pointee(type)) : types.canonical(type);
}

HandlerFit fit_handler(const ir::TypeTable& from, ir::TypeId thrown, const ir::TypeTable& to,
                       ir::TypeId caught) {
  thrown = without_reference(from, thrown);
  caught = without_reference(to, caught);
  const ir::Type& a = from[thrown];
  const ir::Type& b = to[caught];
  if (a.kind == TypeKind::Record && b.kind == TypeKind::Record)
    return {.base = caught, .derived = thrown};
  if (b.kind == TypeKind::Pointer && a.kind == TypeKind::Nullptr)
    return {.fits = true, .is_pointer = true, .base = {}, .derived = {}};
  if (a.kind != TypeKind::Pointer || b.kind != TypeKind::Pointer)
    return {.fits = is_same(from, thrown, to, caught), .base = {}, .derived = {}};
  ir::TypeId a_to = from.pointee(thrown), b_to = to.pointee(caught);
  if ((qualifiers(from, a_to) & ~qualifiers(to, b_to)) != 0) return {};
  bool is_any =
      to.resolved(b_to).kind == TypeKind::Void && from.resolved(a_to).kind != TypeKind::Function;
  if (is_any || gains_qualifiers(from, a_to, to, b_to))
    return {.fits = true, .is_pointer = true, .base = {}, .derived = {}};
  if (!from.is_record(a_to) || !to.is_record(b_to)) return {};
  return {.is_pointer = true, .base = b_to, .derived = a_to};
}

bool catches(const ir::TypeTable& from, ir::TypeId thrown, const ir::TypeTable& to,
             ir::TypeId caught) {
  HandlerFit fit = fit_handler(from, thrown, to, caught);
  if (!fit.base.valid()) return fit.fits;
  return is_only_public_base(from, from.canonical(fit.derived), to, to.canonical(fit.base));
}

}  // namespace assay::semantics
