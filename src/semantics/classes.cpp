#include "semantics/classes.h"

#include <algorithm>
#include <deque>

#include "base/check.h"

namespace assay::semantics {

namespace {

/// Records of an unnamed namespace are their unit's own.
std::string key_of(const UnitEntry& unit, std::string_view name, const Program& program) {
  std::string key(name);
  if (name.find("(anonymous") == std::string_view::npos) return key;
  size_t number = 0;
  for (const UnitEntry& each : program.units()) {
    if (&each == &unit) break;
    ++number;
  }
  return key + "@" + std::to_string(number);
}

bool has_own_vptr(const ir::Type& type) {
  if (type.has(ir::kPolymorphic)) return true;
  return std::any_of(type.bases.begin(), type.bases.end(),
                     [](const ir::Base& base) { return base.is_virtual; });
}

uint64_t align_up(uint64_t value, uint64_t alignment) {
  return alignment < 2 ? value : (value + alignment - 1) / alignment * alignment;
}

}  // namespace

const ir::Type& Classes::type_of(ClassId id) const {
  const Class& known = classes_[id.index()];
  return known.unit->unit->types[known.type];
}

void Classes::collect() {
  if (collected_) return;
  collected_ = true;
  for (const UnitEntry& unit : program_.units()) {
    const ir::TypeTable& types = unit.unit->types;
    for (uint32_t i = 0; i < types.size(); ++i) {
      const ir::Type& type = types[ir::TypeId(i)];
      if (type.kind != ir::TypeKind::Record || !type.has(ir::kComplete)) continue;
      auto [known, is_new] =
          by_name_.try_emplace(key_of(unit, type.name, program_), ClassId(classes_.size()));
      if (!is_new) continue;
      classes_.push_back({.name = type.name, .unit = &unit, .type = ir::TypeId(i)});
    }
  }
  for (const UnitEntry& unit : program_.units()) collect_methods(unit);
  // A class has a vptr if one of its bases has: bases first needs no order, only repetition.
  for (bool changed = true; changed;) {
    changed = false;
    for (Class& each : classes_) {
      if (each.has_vptr) continue;
      const ir::Type& type = each.unit->unit->types[each.type];
      bool has = has_own_vptr(type);
      for (const ir::Base& base : type.bases) {
        ClassId of = find(*each.unit, base.type);
        has = has || (of.valid() && classes_[of.index()].has_vptr);
      }
      each.has_vptr = has;
      changed = changed || has;
    }
  }
}

void Classes::collect_methods(const UnitEntry& unit) {
  const ir::SymbolTable& symbols = unit.unit->symbols;
  for (uint32_t i = 0; i < symbols.size(); ++i) {
    const ir::Symbol& symbol = symbols[ir::SymbolId(i)];
    if (symbol.kind != ir::SymbolKind::Function || !symbol.record.valid()) continue;
    if (!symbol.has(ir::kVirtual) && !symbol.has(ir::kDestructor)) continue;
    ClassId of = find(unit, symbol.record);
    if (!of.valid()) continue;
    EntityId entity = program_.entity_of(unit, ir::SymbolId(i));
    Class& known = classes_[of.index()];
    if (symbol.has(ir::kDestructor)) known.destructor = entity;
    if (!symbol.has(ir::kVirtual)) continue;
    if (std::find(known.methods.begin(), known.methods.end(), entity) == known.methods.end()) {
      known.methods.push_back(entity);
    }
    std::vector<EntityId>& below = overridden_[entity];
    for (const std::string& name : symbol.overrides) {
      ir::SymbolId internal = symbols.find(name, ir::Linkage::Internal);
      EntityId method = internal.valid() ? program_.entity_of(unit, internal) : program_.find(name);
      if (method.valid() && std::find(below.begin(), below.end(), method) == below.end()) {
        below.push_back(method);
      }
    }
  }
}

ClassId Classes::find(const UnitEntry& unit, ir::TypeId type) {
  collect();
  if (!type.valid()) return ClassId();
  const ir::Type& record = unit.unit->types.resolved(type);
  if (record.kind != ir::TypeKind::Record) return ClassId();
  auto known = by_name_.find(key_of(unit, record.name, program_));
  return known == by_name_.end() ? ClassId() : known->second;
}

ClassId Classes::find(std::string_view name) {
  collect();
  auto known = by_name_.find(name);
  return known == by_name_.end() ? ClassId() : known->second;
}

std::span<const Part> Classes::parts(ClassId id) {
  if (classes_[id.index()].parts.empty()) lay_out(id);
  return classes_[id.index()].parts;
}

uint64_t Classes::nonvirtual_end(ClassId id) {
  uint64_t end = 0;
  std::vector<std::pair<ClassId, uint64_t>> todo{{id, 0}};
  while (!todo.empty()) {
    auto [at, offset] = todo.back();
    todo.pop_back();
    const ir::Type& type = type_of(at);
    const Class& known = classes_[at.index()];
    bool is_plain = !type.has(ir::kClass);
    if (is_plain && !(type.fields.empty() && type.size <= 1)) {
      end = std::max(end, offset + type.size);
      continue;
    }
    if (known.has_vptr) end = std::max(end, offset + program_.target().pointer_bits / 8);
    for (const ir::Field& field : type.fields) {
      uint64_t bits = field.is_bit_field ? field.bit_width
                                         : known.unit->unit->types.resolved(field.type).size * 8;
      end = std::max(end, offset + (field.bit_offset + bits + 7) / 8);
    }
    for (const ir::Base& base : type.bases) {
      ClassId of = base.is_virtual ? ClassId() : find(*known.unit, base.type);
      if (of.valid()) todo.emplace_back(of, offset + base.offset);
    }
  }
  return end;
}

/// A virtual base that is not named by the class itself: the ABI puts it behind what is there, but
/// for one that shares its vptr with the part that names it, and for empty ones.
uint64_t Classes::place_virtual_base(ClassId id, const Part& in, const ir::Base& base,
                                     uint64_t& end) {
  uint64_t size = nonvirtual_end(id);
  bool is_nearly_empty =
      classes_[id.index()].has_vptr && size == program_.target().pointer_bits / 8;
  if (is_nearly_empty && base.offset == 0) return in.offset;
  if (size == 0) return 0;
  uint64_t offset = align_up(end, type_of(id).align);
  end = offset + size;
  return offset;
}

void Classes::lay_out(ClassId id) {
  std::vector<Part> parts{{.of = id}};
  uint64_t end = nonvirtual_end(id);
  // Depth first, bases in order: so are virtual bases laid out.
  std::vector<std::pair<uint32_t, size_t>> path{{0, 0}};
  while (!path.empty()) {
    auto [at, next] = path.back();
    const Class& known = classes_[parts[at].of.index()];
    const ir::Type& type = known.unit->unit->types[known.type];
    if (next == type.bases.size()) {
      path.pop_back();
      continue;
    }
    ++path.back().second;
    const ir::Base& base = type.bases[next];
    ClassId of = find(*known.unit, base.type);
    if (!of.valid()) continue;
    if (base.is_virtual) {
      auto same = std::find_if(parts.begin(), parts.end(),
                               [&](const Part& part) { return part.is_virtual && part.of == of; });
      if (same != parts.end()) {
        parts[at].bases.push_back(static_cast<uint32_t>(same - parts.begin()));
        parts[at].is_public.push_back(base.is_public);
        continue;
      }
    }
    Part made{.of = of,
              .offset = parts[at].offset + base.offset,
              .is_virtual = base.is_virtual,
              .through_virtual = base.is_virtual || parts[at].through_virtual};
    if (base.is_virtual) {
      // The class itself says where its own are.
      const ir::Type& whole = type_of(id);
      auto own = std::find_if(whole.bases.begin(), whole.bases.end(), [&](const ir::Base& each) {
        return each.is_virtual && find(*classes_[id.index()].unit, each.type) == of;
      });
      if (own != whole.bases.end()) {
        made.offset = own->offset;
        end = std::max(end, own->offset + nonvirtual_end(of));
      } else {
        made.offset = place_virtual_base(of, parts[at], base, end);
      }
    }
    auto number = static_cast<uint32_t>(parts.size());
    parts[at].bases.push_back(number);
    parts[at].is_public.push_back(base.is_public);
    parts.push_back(std::move(made));
    path.emplace_back(number, 0);
  }
  classes_[id.index()].parts = std::move(parts);
}

bool Classes::contains(ClassId whole, uint32_t outer, uint32_t inner, Access access) {
  std::span<const Part> all = parts(whole);
  std::vector<bool> seen(all.size());
  std::vector<uint32_t> todo{outer};
  while (!todo.empty()) {
    uint32_t at = todo.back();
    todo.pop_back();
    if (at == inner) return true;
    if (seen[at]) continue;
    seen[at] = true;
    for (size_t i = 0; i < all[at].bases.size(); ++i)
      if (access == Access::Any || all[at].is_public[i]) todo.push_back(all[at].bases[i]);
  }
  return false;
}

uint32_t Classes::base_part(ClassId whole, uint32_t outer, ClassId of) {
  std::span<const Part> all = parts(whole);
  // The nearest: a class may be a base twice, once directly.
  std::vector<bool> seen(all.size());
  std::deque<uint32_t> todo{outer};
  while (!todo.empty()) {
    uint32_t at = todo.front();
    todo.pop_front();
    if (all[at].of == of) return at;
    if (seen[at]) continue;
    seen[at] = true;
    todo.insert(todo.end(), all[at].bases.begin(), all[at].bases.end());
  }
  return UINT32_MAX;
}

uint32_t Classes::only_public_part(ClassId whole, ClassId of) {
  std::span<const Part> all = parts(whole);
  auto is_such = [&](const Part& part) { return part.of == of; };
  auto found = std::find_if(all.begin(), all.end(), is_such);
  if (found == all.end() || std::find_if(found + 1, all.end(), is_such) != all.end()) {
    return UINT32_MAX;
  }
  auto part = static_cast<uint32_t>(found - all.begin());
  return contains(whole, 0, part, Access::Public) ? part : UINT32_MAX;
}

uint32_t Classes::same_place(ClassId whole, uint32_t part, ClassId of) {
  std::span<const Part> all = parts(whole);
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].of == of && all[i].offset == all[part].offset) return i;
  }
  return UINT32_MAX;
}

bool Classes::derives(ClassId derived, ClassId base) {
  return base_part(derived, 0, base) != UINT32_MAX;
}

uint64_t Classes::vptr(const Dynamic& dynamic) {
  auto [known, is_new] = dynamic_numbers_.try_emplace({dynamic.whole, dynamic.acting, dynamic.part},
                                                      static_cast<uint32_t>(dynamics_.size()));
  if (is_new) dynamics_.push_back(dynamic);
  // High addresses, where no object ever is.
  uint64_t base = program_.target().pointer_bits >= 64 ? 0x5a00000000000000 : 0xfff00000;
  return base + known->second * uint64_t{8};
}

const Dynamic* Classes::at_vptr(uint64_t value) const {
  uint64_t base = program_.target().pointer_bits >= 64 ? 0x5a00000000000000 : 0xfff00000;
  if (value < base || (value - base) % 8 != 0) return nullptr;
  uint64_t number = (value - base) / 8;
  return number < dynamics_.size() ? &dynamics_[number] : nullptr;
}

bool Classes::overrides(EntityId method, EntityId overridden) const {
  std::vector<EntityId> todo{method};
  while (!todo.empty()) {
    EntityId at = todo.back();
    todo.pop_back();
    if (at == overridden) return true;
    auto below = overridden_.find(at);
    if (below == overridden_.end()) continue;
    todo.insert(todo.end(), below->second.begin(), below->second.end());
  }
  return false;
}

Classes::Overrider Classes::overrider(const Dynamic& dynamic, EntityId method) {
  const Entity& entity = program_[method];
  ClassId declaring = find(*entity.unit, program_.symbol(method).record);
  if (!declaring.valid()) return {};
  uint32_t called = same_place(dynamic.whole, dynamic.part, declaring);
  if (called == UINT32_MAX) return {};
  // The most derived of those that override it, among the parts that it is in.
  Overrider best{.method = method, .part = called};
  std::span<const Part> all = parts(dynamic.whole);
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (i == called || !contains(dynamic.whole, dynamic.acting, i)) continue;
    if (!contains(dynamic.whole, i, called) || !contains(dynamic.whole, i, best.part)) continue;
    for (EntityId each : classes_[all[i].of.index()].methods) {
      if (overrides(each, method)) best = {.method = each, .part = i};
    }
  }
  return best;
}

}  // namespace assay::semantics
