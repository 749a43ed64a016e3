#include "semantics/program.h"

#include "base/check.h"

namespace assay::semantics {

using ir::Op;

namespace {

std::vector<UnitPart> whole_units(std::span<const ir::Unit* const> units) {
  std::vector<UnitPart> parts;
  for (const ir::Unit* unit : units) {
    UnitPart& part = parts.emplace_back(UnitPart{.unit = unit, .functions = {}});
    for (const ir::Function& function : unit->functions) part.functions.push_back(&function);
  }
  return parts;
}

}  // namespace

Program::Program(std::span<const ir::Unit* const> units) : Program(whole_units(units)) {}

Program::Program(std::span<const UnitPart> parts) {
  if (!parts.empty()) {
    const ir::Unit& first = *parts[0].unit;
    target_ = {.pointer_bits = first.pointer_bits, .big_endian = first.big_endian};
  }
  for (const UnitPart& part : parts) add_unit(part);
  resolve_aliases();
  reserved_ = static_cast<uint32_t>(entities_.size());
  for (UnitEntry& unit : units_) {
    for (const ir::Function* function : unit.functions) {
      first_string_[function] = reserved_ + 1;
      reserved_ += static_cast<uint32_t>(function->body.strings.size());
      unit_of_[function] = &unit;
    }
  }
}

EntityId Program::find(std::string_view name) const {
  auto found = external_.find(name);
  return found == external_.end() ? EntityId() : found->second;
}

void Program::add_unit(const UnitPart& part) {
  const ir::Unit& unit = *part.unit;
  UnitEntry& entry = units_.emplace_back();
  entry.unit = &unit;
  entry.functions = part.functions;
  entry.types = std::make_unique<ValueTypes>(unit.types, unit.pointer_bits);
  entry.entities.reserve(unit.symbols.size());
  for (uint32_t i = 0; i < unit.symbols.size(); ++i) {
    entry.entities.push_back(add_entity(entry, ir::SymbolId(i)));
  }
  add_bodies(entry);
}

EntityId Program::add_entity(UnitEntry& unit, ir::SymbolId id) {
  const ir::Symbol& symbol = unit.unit->symbols[id];
  EntityId entity;
  if (symbol.linkage == ir::Linkage::External) entity = find(symbol.name);
  if (!entity.valid()) {
    entity = EntityId(entities_.size());
    entities_.push_back({.kind = symbol.kind, .name = symbol.name, .unit = &unit, .symbol = id});
    if (symbol.linkage == ir::Linkage::External) external_[symbol.name] = entity;
  }
  Entity& known = entities_[entity.index()];
  if (!symbol.has(ir::kDefined)) return entity;
  bool replaces = !known.is_defined || (this->symbol(entity).has(ir::kWeak) &&
                                        !symbol.has(ir::kWeak) && known.unit != &unit);
  if (known.is_defined && !replaces && !symbol.has(ir::kInline) && !symbol.has(ir::kWeak) &&
      known.unit != &unit) {
    known.is_ambiguous = true;
  }
  if (replaces) {
    known.unit = &unit;
    known.symbol = id;
    known.is_defined = true;
  }
  return entity;
}

void Program::add_bodies(UnitEntry& unit) {
  for (const ir::Function* function : unit.functions) {
    if (function->kind == ir::FunctionKind::DynamicInit ||
        function->kind == ir::FunctionKind::ThreadInit) {
      unit.initialisers.push_back(function);
      continue;
    }
    Entity& entity = entities_[unit.entities[function->symbol.index()].index()];
    if (entity.unit == &unit) entity.body = function;
  }
}

/// Names of symbols that are other names point to what they stand for, everywhere.
void Program::resolve_aliases() {
  for (size_t i = 0; i < entities_.size(); ++i) {
    const ir::Attribute* alias = symbol(EntityId(i)).find(ir::AttributeKind::Alias);
    if (!alias) continue;
    const Entity& entity = entities_[i];
    ir::SymbolId local = entity.unit->unit->symbols.find(alias->text, ir::Linkage::Internal);
    entities_[i].alias_of =
        local.valid() ? entity.unit->entities[local.index()] : find(alias->text);
  }
  for (UnitEntry& unit : units_) {
    for (EntityId& id : unit.entities) {
      // A chain of aliases is as long as there are entities at most.
      for (size_t step = 0; step < entities_.size() && entities_[id.index()].alias_of.valid();
           ++step) {
        id = entities_[id.index()].alias_of;
      }
    }
  }
}

const Prepared& Program::prepare(const ir::Function& function) {
  std::unique_ptr<Prepared>& prepared = prepared_[&function];
  if (prepared) return *prepared;
  prepared = std::make_unique<Prepared>();
  prepared->function = &function;
  prepared->body = &function.body;
  prepared->unit = unit_of_.at(&function);
  if (function.symbol.valid()) prepared->entity = prepared->unit->entities[function.symbol.index()];
  prepared->first_string = first_string_.at(&function);
  make_steps(*prepared);
  return *prepared;
}

namespace {

/// How a node's step is filled in.
class StepMaker {
 public:
  StepMaker(Prepared& prepared) : prepared_(prepared), body_(*prepared.body) {}

  Step make(ir::NodeId id) {
    const ir::Node& node = body_[id];
    Step step{
        .op = node.op, .flags = node.flags, .kid_count = node.kid_count, .payload = node.payload};
    if (node.kid_count > 0) step.kid0 = body_.kid(id, 0);
    if (node.kid_count > 1) step.kid1 = body_.kid(id, 1);
    if (node.type.valid()) step.type = &prepared_.unit->types->of(node.type);
    step.aux = element_of(id, step);
    if (node.op == Op::Member && node.kid_count > 0) set_member(step);
    if (node.has(ir::kLvalue)) inherit_bits(step);
    return step;
  }

 private:
  const ValueType* type_of(ir::NodeId id) const { return prepared_.steps[id.index()].type; }

  uint64_t element_of(ir::NodeId id, const Step& step) const {
    switch (step.op) {
      case Op::Index:
        return step.type->bytes;
      case Op::Add:
      case Op::Sub:
      case Op::AddAssign:
      case Op::SubAssign:
      case Op::PreInc:
      case Op::PreDec:
      case Op::PostInc:
      case Op::PostDec:
        for (ir::NodeId kid : body_.kids_of(id)) {
          const ValueType* type = type_of(kid);
          if (type && type->shape == Shape::Pointer) return type->element;
        }
        return 1;
      default:
        return 0;
    }
  }

  void set_member(Step& step) const {
    const ir::TypeTable& types = prepared_.unit->types->types();
    const ir::Type& record = types.resolved(body_[step.kid0].type);
    if (step.payload >= record.fields.size()) return;  // verify rejects it
    const ir::Field& field = record.fields[step.payload];
    step.aux = field.bit_offset / 8;
    if (field.is_bit_field) {
      step.bits = {static_cast<uint32_t>(field.bit_offset % 8), field.bit_width};
    }
  }

  /// A place that is another place: the same bits of it.
  void inherit_bits(Step& step) const {
    ir::NodeId same;
    switch (step.op) {
      case Op::Comma:
        same = step.kid_count == 2 ? step.kid1 : step.kid0;
        break;
      case Op::Cast:
      case Op::Assign:
      case Op::PreInc:
      case Op::PreDec:
        same = step.kid0;
        break;
      case Op::Conditional:
        same = step.kid1;
        break;
      case Op::Opaque:
        if (step.payload > 0) same = ir::NodeId(static_cast<uint32_t>(step.payload - 1));
        break;
      default:
        break;
    }
    if (same.valid() && body_[same].has(ir::kLvalue)) {
      step.bits = prepared_.steps[same.index()].bits;
    }
  }

  Prepared& prepared_;
  const ir::Body& body_;
};

/// A class object that a call returns is built where it is wanted, if that is a local: the call
/// names it, plus one.  C's structs are copied, because nobody can tell.
void set_result_slots(Prepared& prepared) {
  const ir::TypeTable& types = prepared.unit->types->types();
  for (const Step& step : prepared.steps) {
    if (step.op != Op::Init || (step.flags & ir::kElided) == 0 || step.kid_count != 2) continue;
    const Step& place = prepared[step.kid0];
    Step& call = prepared.steps[step.kid1.index()];
    if (place.op != Op::Local || call.op != Op::Call || !call.type) continue;
    if (!types.resolved(call.type->type).has(ir::kNonTrivialCopy)) continue;
    call.aux = place.payload + 1;
  }
}

/// A byte may be copied before it was written; once it is a number, it counts.  Such a load says
/// so.
void mark_used_bytes(Prepared& prepared) {
  auto mark = [&](ir::NodeId id) {
    Step& load = prepared.steps[id.index()];
    if (load.op == Op::Load && load.type && load.type->is_char) load.aux = 1;
  };
  for (const Step& step : prepared.steps) {
    if (step.op != Op::Cast || step.kid_count == 0 || step.has(ir::kLvalue) || !step.type) continue;
    const ValueType* from = prepared[step.kid0].type;
    if (from && (step.type->is_bool || step.type->width > from->width)) mark(step.kid0);
  }
  for (const ir::Block& block : prepared.body->blocks) {
    bool is_test =
        block.terminator == ir::Terminator::Branch || block.terminator == ir::Terminator::Switch;
    if (is_test && block.operand.valid()) mark(block.operand);
  }
}

}  // namespace

void Program::make_steps(Prepared& prepared) {
  StepMaker maker(prepared);
  prepared.steps.reserve(prepared.body->nodes.size());
  for (uint32_t i = 0; i < prepared.body->nodes.size(); ++i) {
    prepared.steps.push_back(maker.make(ir::NodeId(i)));
  }
  set_result_slots(prepared);
  mark_used_bytes(prepared);
  // A join finds its ways from the first on.
  for (size_t i = prepared.body->phis.size(); i-- > 0;) {
    prepared.steps[prepared.body->phis[i].node.index()].aux = i;
  }
  for (const ir::Local& local : prepared.body->locals) {
    prepared.local_types.push_back(local.type.valid() ? &prepared.unit->types->of(local.type)
                                                      : nullptr);
  }
}

}  // namespace assay::semantics
