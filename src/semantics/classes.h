// The classes of a program: their parts, who overrides whom, and what an object's vptr says.
//
// An object knows its class as in the Itanium ABI: a pointer at the beginning of each part that has
// one, set by constructors and destructors, so that copies of bytes, unions and calls during
// construction behave as they do.  What it holds is no address of an object but the number of a
// `Dynamic`: of which complete object the part is one, and as which class the object counts now.
//
// A class is known by its name across units.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "semantics/program.h"

namespace assay::semantics {

using ClassId = Id<struct ClassTag>;

/// A base class object within a complete object; the first part is that itself.
struct Part {
  ClassId of;
  uint64_t offset = 0;
  bool is_virtual = false;       // the one virtual base of its class
  bool through_virtual = false;  // where it is depends on the complete object
  std::vector<uint32_t> bases;   // parts
  std::vector<bool> is_public;   // by base
};

/// Which bases a look from outside goes through.
enum class Access { Any, Public };

struct Class {
  std::string_view name;
  const UnitEntry* unit = nullptr;  // where it is complete
  ir::TypeId type;                  // there
  bool has_vptr = false;
  std::vector<EntityId> methods;  // virtual ones declared in it
  EntityId destructor;            // none if nothing names it
  std::vector<Part> parts;        // made when first asked for
};

/// What a vptr says: `part` of the complete object `whole` holds it; calls go to the methods of
/// the class of part `acting`.
struct Dynamic {
  ClassId whole;
  uint32_t acting = 0;
  uint32_t part = 0;
};

class Classes {
 public:
  /// `program` must outlive it.  Nothing is looked at before the first question.
  explicit Classes(const Program& program) : program_(program) {}

  /// None if the type is no record that is complete in some unit.
  ClassId find(const UnitEntry& unit, ir::TypeId type);
  ClassId find(std::string_view name);
  const Class& operator[](ClassId id) const { return classes_[id.index()]; }
  std::span<const Part> parts(ClassId id);
  /// Where its fields and vptrs end that are not in virtual bases: what follows a base of this
  /// class begins there, in the padding that a class has and a struct of C has not.
  uint64_t nonvirtual_end(ClassId id);

  /// Whether part `inner` is `outer` or within it, by bases of this access.
  bool contains(ClassId whole, uint32_t outer, uint32_t inner, Access access = Access::Any);
  /// The part of class `of` within `outer` that a conversion to it means; UINT32_MAX: none.
  uint32_t base_part(ClassId whole, uint32_t outer, ClassId of);
  /// The only such part of the whole; UINT32_MAX also where there are several, or it is not public.
  uint32_t only_public_part(ClassId whole, ClassId of);
  /// The part of class `of` at the same place as `part`; UINT32_MAX: none.
  uint32_t same_place(ClassId whole, uint32_t part, ClassId of);
  bool derives(ClassId derived, ClassId base);

  uint64_t vptr(const Dynamic& dynamic);
  /// Null if it is no vptr of ours.
  const Dynamic* at_vptr(uint64_t value) const;

  struct Overrider {
    EntityId method;  // none: nothing in the program is known to implement it
    uint32_t part = 0;
  };
  /// Which method a virtual call of `method` through a part's vptr reaches.
  Overrider overrider(const Dynamic& dynamic, EntityId method);

 private:
  void collect();
  void collect_methods(const UnitEntry& unit);
  void lay_out(ClassId id);
  uint64_t place_virtual_base(ClassId id, const Part& in, const ir::Base& base, uint64_t& end);
  const ir::Type& type_of(ClassId id) const;
  bool overrides(EntityId method, EntityId overridden) const;

  const Program& program_;
  bool collected_ = false;
  std::vector<Class> classes_;
  std::map<std::string, ClassId, std::less<>> by_name_;
  std::unordered_map<EntityId, std::vector<EntityId>> overridden_;  // directly
  std::vector<Dynamic> dynamics_;
  std::map<std::tuple<ClassId, uint32_t, uint32_t>, uint32_t> dynamic_numbers_;
};

}  // namespace assay::semantics
