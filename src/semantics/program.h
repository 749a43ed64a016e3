// The program that is evaluated: units joined by the names of their symbols.
//
// An entity is a function or a variable, one across units.  External names are one entity each,
// whose body or storage is in the unit that defines it; internal ones belong to their unit.
// Objects of entities and of string literals have fixed ids in every state: a state makes them
// when it first needs them, and two states agree on their addresses without speaking.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/unit.h"
#include "memory/memory.h"
#include "semantics/value_type.h"

namespace assay::semantics {

using EntityId = Id<struct EntityTag>;

/// Which bits of its storage a place is, where it is no whole number of bytes.
struct BitRange {
  uint32_t offset = 0;  // in bits, from the place's address
  uint32_t width = 0;   // 0: no bit-field
};

/// A node, with everything looked up that its evaluation needs again and again.
struct Step {
  ir::Op op = ir::Op::Null;
  uint16_t flags = 0;
  uint32_t kid_count = 0;
  ir::NodeId kid0, kid1;
  const ValueType* type = nullptr;  // of a place: of what stands there; null: void
  uint64_t payload = 0;
  uint64_t aux = 0;  // Member: offset in bytes; Index and pointer steps: size of the element
  BitRange bits;     // of a place

  bool has(ir::NodeFlags flag) const { return (flags & flag) != 0; }
};

struct UnitEntry;

/// A function made ready: its nodes as steps.
struct Prepared {
  const ir::Function* function = nullptr;
  const ir::Body* body = nullptr;
  UnitEntry* unit = nullptr;
  EntityId entity;
  uint32_t first_string = 0;  // object id of its first string literal
  std::vector<Step> steps;
  std::vector<const ValueType*> local_types;

  const Step& operator[](ir::NodeId id) const { return steps[id.index()]; }
};

struct Entity {
  ir::SymbolKind kind = ir::SymbolKind::Function;
  std::string_view name;      // linkage name
  UnitEntry* unit = nullptr;  // that defines it; of an undefined one, the first that names it
  ir::SymbolId symbol;        // there
  const ir::Function* body = nullptr;  // a function's, or a variable's initialiser
  bool is_defined = false;
  EntityId alias_of;          // by attribute: this is another name of that entity
  bool is_ambiguous = false;  // several definitions that are not inline: the first counts
};

/// Some functions of a unit.
struct UnitPart {
  const ir::Unit* unit = nullptr;  // its tables; its own list of functions does not count
  std::vector<const ir::Function*> functions;
};

struct UnitEntry {
  const ir::Unit* unit = nullptr;
  std::vector<const ir::Function*> functions;
  std::unique_ptr<ValueTypes> types;
  std::vector<EntityId> entities;                 // by SymbolId
  std::vector<const ir::Function*> initialisers;  // dynamic
};

class Program {
 public:
  /// The units must outlive it.  Pre: one target for all.
  explicit Program(std::span<const ir::Unit* const> units);
  /// So must the functions.
  explicit Program(std::span<const UnitPart> parts);
  Program(const Program&) = delete;

  memory::Target target() const { return target_; }
  std::span<const Entity> entities() const { return entities_; }
  const Entity& operator[](EntityId id) const { return entities_[id.index()]; }
  /// An external entity; none if nothing names it.
  EntityId find(std::string_view name) const;
  EntityId entity_of(const UnitEntry& unit, ir::SymbolId symbol) const {
    return unit.entities[symbol.index()];
  }
  const ir::Symbol& symbol(EntityId id) const {
    const Entity& entity = (*this)[id];
    return entity.unit->unit->symbols[entity.symbol];
  }
  const std::deque<UnitEntry>& units() const { return units_; }

  /// Ready to evaluate.  Pre: `function` is of the program's units.
  const Prepared& prepare(const ir::Function& function);

  /// The object of an entity; the state may not have it yet.
  memory::ObjectId object_of(EntityId id) const { return memory::ObjectId(id.index() + 1); }

  /// How many object ids belong to entities and strings.
  uint32_t reserved() const { return reserved_; }
  /// The entity whose object it is; none for others.
  EntityId entity_of(memory::ObjectId id) const {
    return id.valid() && id.index() >= 1 && id.index() <= entities_.size()
               ? EntityId(id.index() - 1)
               : EntityId();
  }

 private:
  void add_unit(const UnitPart& part);
  void add_bodies(UnitEntry& unit);
  void resolve_aliases();
  EntityId add_entity(UnitEntry& unit, ir::SymbolId id);
  void make_steps(Prepared& prepared);

  memory::Target target_;
  std::deque<UnitEntry> units_;
  std::vector<Entity> entities_;
  std::unordered_map<std::string_view, EntityId> external_;
  std::unordered_map<const ir::Function*, uint32_t> first_string_;
  std::unordered_map<const ir::Function*, UnitEntry*> unit_of_;
  std::unordered_map<const ir::Function*, std::unique_ptr<Prepared>> prepared_;
  uint32_t reserved_ = 0;
};

}  // namespace assay::semantics
