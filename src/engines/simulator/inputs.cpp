#include "engines/simulator/inputs.h"

#include "engines/simulator/layout.h"
#include "engines/simulator/reach.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using memory::ObjectId;
using semantics::Shape;
using semantics::Source;
using semantics::State;
using semantics::ValueType;

namespace {

/// What a pointer of that type leads to, if it is data; none otherwise.
ir::TypeId data_behind(const ValueType& type, const ir::TypeTable* types) {
  if (type.shape != Shape::Pointer || !type.type.valid() || !types) return ir::TypeId();
  ir::TypeId pointee = types->pointee(type.type);
  if (!pointee.valid() || types->resolved(pointee).kind == ir::TypeKind::Function) {
    return ir::TypeId();
  }
  return pointee;
}

}  // namespace

std::string Inputs::name_of(Holder holder, int64_t offset, uint32_t bytes) const {
  std::string name;
  switch (holder.kind) {
    case HolderKind::Parameter:
      name = "p" + std::to_string(holder.index);
      break;
    case HolderKind::Global:
      name = "g" + std::to_string(holder.index);
      break;
    case HolderKind::Pointee:
      name = "i" + std::to_string(holder.index) + "->";
      break;
    case HolderKind::Fresh:
      name = "u" + std::to_string(holder.index);
      break;
  }
  return name + "." + std::to_string(offset) + ":" + std::to_string(bytes);
}

Source Inputs::source_of(Holder holder) const {
  if (holder.kind == HolderKind::Fresh) return fresh_[holder.index].source;
  if (holder.kind == HolderKind::Pointee) return inputs_[holder.index].source;
  return Source::Inputs;
}

Object Inputs::environment_object(const Input& input) const {
  Object object;
  object.kind = memory::ObjectKind::Environment;
  object.flags = memory::kSizeUnknown;
  uint64_t bytes = input.type.valid() ? input.types->resolved(input.type).size : 0;
  object.size = Term::constant(program_.target().pointer_bits, kBefore + bytes);
  object.type = input.type;
  object.contents = memory::Contents(memory::Background::Environment);
  return object;
}

void Inputs::revive(State& state, const Input& input) const {
  if (!input.pointee.valid() || state.memory.find(input.pointee)) return;
  state.memory.create_at(input.pointee, environment_object(input));
}

Term Inputs::value_at(State& state, Holder holder, int64_t offset, const ValueType& type,
                      const ir::TypeTable* types) {
  Key key{holder, offset, type.accessed, type.width};
  if (auto found = by_place_.find(key); found != by_place_.end()) {
    const Input& input = inputs_[found->second.index()];
    revive(state, input);
    return input.value;
  }
  InputId id(inputs_.size());
  Input input{.holder = holder, .offset = offset, .bytes = type.accessed, .types = types};
  input.source = source_of(holder);
  input.is_signed = type.is_signed;
  std::string name = name_of(holder, offset, type.accessed);
  if (type.width != type.accessed * 8) name += "/" + std::to_string(type.width);
  ir::TypeId pointee = data_behind(type, types);
  if (pointee.valid()) {
    input.type = pointee;
    input.is_null = pool_.symbol(name + "=0", 1);
    input.pointee = state.memory.create(environment_object(input));
    input.value = logic::ite(pool_, input.is_null, Term::constant(type.width, 0),
                             state.memory.address(input.pointee, kBefore));
    objects_[input.pointee.index()] = {HolderKind::Pointee, id.index()};
    by_symbol_[input.is_null.node()] = id;
  } else {
    input.value = pool_.symbol(name, type.width);
    by_symbol_[input.value.node()] = id;
  }
  by_place_[key] = id;
  inputs_.push_back(input);
  return input.value;
}

Term Inputs::length_at(Holder holder, int64_t offset, uint32_t unit) {
  // No value is as wide as that.
  Key key{holder, offset, UINT32_MAX - unit, program_.target().pointer_bits};
  auto [found, is_new] = by_place_.try_emplace(key, InputId(inputs_.size()));
  if (!is_new) return inputs_[found->second.index()].value;
  Input input{.holder = holder, .offset = offset, .unit = unit};
  input.source = source_of(holder);
  input.value = pool_.symbol(name_of(holder, offset, 0) + "#" + std::to_string(unit),
                             program_.target().pointer_bits);
  by_symbol_[input.value.node()] = found->second;
  inputs_.push_back(input);
  return input.value;
}

bool Inputs::find_holder(const State& state, ObjectId object, Holder& holder) const {
  if (const Object* found = state.memory.find(object)) {
    Term fresh = found->attribute(kFreshAttribute);
    if (!fresh.is_null()) {
      holder = {HolderKind::Fresh, static_cast<uint32_t>(fresh.bits())};
      return true;
    }
  }
  return find_entry_holder(object, holder);
}

bool Inputs::find_entry_holder(ObjectId object, Holder& holder) const {
  auto known = objects_.find(object.index());
  if (known != objects_.end()) {
    holder = known->second;
    return true;
  }
  semantics::EntityId entity = program_.entity_of(object);
  if (!entity.valid()) return false;
  holder = {HolderKind::Global, entity.index()};
  return true;
}

Holder Inputs::make_fresh(Source source) {
  fresh_.push_back({source, is_of_loop_, call_});
  return {HolderKind::Fresh, static_cast<uint32_t>(fresh_.size() - 1)};
}

Term Inputs::unknown(State& state, const ValueType& type, const ir::TypeTable* types,
                     Source source) {
  return value_at(state, make_fresh(source), 0, type, types);
}

Term Inputs::unknown_bits(uint32_t width, Source source) {
  Term made = pool_.fresh_symbol("unknown", width);
  unknown_[made.node()] = source;
  if (call_.valid()) brought_[made.node()] = call_;
  return made;
}

Term Inputs::any_bits(uint32_t width, uint64_t place, Source source) {
  constexpr uint64_t kDifferent = 64;
  Term made = pool_.symbol(
      "any" + std::to_string(place % kDifferent) + "/" + std::to_string(static_cast<int>(source)),
      width);
  unknown_[made.node()] = source;
  return made;
}

void Inputs::keep_targets(State& state, ObjectId object, uint64_t offset, uint64_t bytes) const {
  std::vector<ObjectId> held;
  addresses_in(state.memory, *state.memory.find(object), offset, bytes, held);
  for (ObjectId each : held) {
    if (state.memory.find(each)) {
      state.memory.own(each).flags |= memory::kEscaped | memory::kAliased;
    }
  }
}

void Inputs::freshen(State& state, ObjectId object, Source source) {
  const Object* found = state.memory.find(object);
  if (!found || found->kind == memory::ObjectKind::Function || found->has(memory::kReadOnly)) {
    return;
  }
  keep_targets(state, object, 0, UINT64_MAX);
  Object& changed = state.memory.own(object);
  changed.flags &= static_cast<uint8_t>(~memory::kPending);
  changed.contents.reset(memory::Background::Environment);
  changed.set_attribute(kFreshAttribute, Term::constant(32, make_fresh(source).index));
}

void Inputs::freshen_part(State& state, ObjectId object, uint64_t offset, uint64_t bytes,
                          semantics::ValueTypes& types, Source source) {
  constexpr uint64_t kMaxBytes = 1024;
  constexpr uint64_t kChunk = 32;  // bytes without pointers are unknown together
  const Object* found = state.memory.find(object);
  if (!found) return;
  if (bytes > kMaxBytes || found->has(memory::kPending)) return freshen(state, object, source);
  if (found->kind == memory::ObjectKind::Function || found->has(memory::kReadOnly)) return;
  keep_targets(state, object, offset, bytes);
  ir::TypeId whole = found->type;
  bool has_type = whole.valid() && whole.index() < types.types().size();
  uint64_t start = found->kind == memory::ObjectKind::Environment ? kBefore : 0;
  uint64_t size = has_type ? types.types().resolved(whole).size : 0;
  Holder holder = make_fresh(source);
  auto pointer_at = [&](uint64_t at) -> const ValueType* {
    if (size == 0 || at < start) return nullptr;
    uint64_t inside = at - start;
    std::optional<ScalarAt> scalar = scalar_at(types.types(), whole, inside % size);
    if (!scalar || scalar->offset != inside % size) return nullptr;
    const ValueType& type = types.of(scalar->type);
    return type.shape == Shape::Pointer ? &type : nullptr;
  };
  for (uint64_t at = offset; at < offset + bytes;) {
    if (const ValueType* type = pointer_at(at); type && at + type->accessed <= offset + bytes) {
      Term value = value_at(state, holder, static_cast<int64_t>(at), *type, &types.types());
      state.memory.own(object).contents.write(pool_, at, value);
      at += type->accessed;
      continue;
    }
    uint64_t end = at + 1;
    while (end < offset + bytes && end % kChunk != 0 && !pointer_at(end)) ++end;
    uint32_t width = static_cast<uint32_t>((end - at) * 8);
    state.memory.own(object).contents.write(pool_, at, unknown_bits(width, source));
    at = end;
  }
}

InputId Inputs::of_symbol(Term symbol) const {
  auto found = by_symbol_.find(symbol.node());
  return found == by_symbol_.end() ? InputId() : found->second;
}

bool Inputs::is_entry_value(Holder holder, int64_t offset, uint32_t bytes, Term value) const {
  for (auto at = by_place_.lower_bound({holder, offset, bytes, 0});
       at != by_place_.end() && at->first.holder == holder && at->first.offset == offset &&
       at->first.bytes == bytes;
       ++at) {
    Term known = inputs_[at->second.index()].value;
    if (known == value ||
        logic::resize(pool_, known, value.width(), logic::Extend::Zero) == value) {
      return true;
    }
  }
  return false;
}

bool Inputs::is_of_loop(InputId id) const {
  Holder holder = inputs_[id.index()].holder;
  while (holder.kind == HolderKind::Pointee) holder = inputs_[holder.index].holder;
  return holder.kind == HolderKind::Fresh && fresh_[holder.index].is_of_loop;
}

ir::NodeId Inputs::brought_by(uint32_t symbol) const {
  auto input = by_symbol_.find(symbol);
  if (input == by_symbol_.end()) {
    auto found = brought_.find(symbol);
    return found == brought_.end() ? ir::NodeId() : found->second;
  }
  return brought_by(inputs_[input->second.index()].holder);
}

ir::NodeId Inputs::brought_by(Holder holder) const {
  while (holder.kind == HolderKind::Pointee) holder = inputs_[holder.index].holder;
  return holder.kind == HolderKind::Fresh ? fresh_[holder.index].call : ir::NodeId();
}

InputId Inputs::leading_to(ObjectId object) const {
  auto found = objects_.find(object.index());
  if (found == objects_.end() || found->second.kind != HolderKind::Pointee) return InputId();
  return InputId(found->second.index);
}

Term Inputs::leads_to_own(const memory::Memory& memory, Term a, Term b) {
  std::optional<memory::Location> first = only_target(memory, a);
  std::optional<memory::Location> second = first ? only_target(memory, b) : std::nullopt;
  if (!second || first->object == second->object) return Term();
  for (auto [pointer, place] : {std::pair(&*first, &*second), std::pair(&*second, &*first)}) {
    InputId id = leading_to(pointer->object), whole = leading_to(place->object);
    bool is_part = id.valid() && whole.valid() && pointer->offset.signed_bits() == kBefore &&
                   inputs_[id.index()].holder == Holder{HolderKind::Pointee, whole.index()};
    if (!is_part) continue;
    int64_t offset = place->offset.signed_bits() - kBefore;
    return own_symbol({id, whole, offset});
  }
  // `this == &other`, two whole records: callers know.
  // APPROX(over): whether a member of one of them is the other one, `&this->kept == &other`, nobody
  // is asked, and both are followed.
  auto is_parameter = [&](InputId id, const memory::Location& at) {
    return id.valid() && at.offset.signed_bits() == kBefore &&
           inputs_[id.index()].holder.kind == HolderKind::Parameter;
  };
  InputId one = leading_to(first->object), other = leading_to(second->object);
  if (!is_parameter(one, *first) || !is_parameter(other, *second)) return Term();
  const ir::TypeTable* types = inputs_[one.index()].types;
  auto record_of = [&](ObjectId id) -> const ir::Type* {
    const Object* object = memory.find(id);
    bool is_record = object && types && object->type.valid() &&
                     object->type.index() < types->size() && types->is_record(object->type);
    return is_record ? &types->resolved(object->type) : nullptr;
  };
  const ir::Type *whole = record_of(first->object), *same = record_of(second->object);
  if (!whole || !same || whole->name != same->name || whole->size != same->size) return Term();
  return own_symbol({std::max(one, other), std::min(one, other), 0});
}

Term Inputs::own_symbol(const OwnAddress& question) {
  auto [known, is_new] = own_.try_emplace({question.pointer, question.place, question.offset});
  if (is_new) {
    known->second = unknown_bits(1, Source::Inputs);
    own_addresses_[known->second.node()] = question;
  }
  return known->second;
}

const Inputs::OwnAddress* Inputs::own_address(Term symbol) const {
  auto found = own_addresses_.find(symbol.node());
  return found == own_addresses_.end() ? nullptr : &found->second;
}

Source Inputs::source_of(Term symbol) const {
  if (InputId id = of_symbol(symbol); id.valid()) {
    const Input& input = inputs_[id.index()];
    // The outside chooses what a pointer leads to; whether it is null, the call that gave it knows.
    bool is_null_of_outside = input.source == Source::Outside && symbol == input.is_null;
    return is_null_of_outside ? Source::Imprecise : input.source;
  }
  auto found = unknown_.find(symbol.node());
  return found == unknown_.end() ? Source::Imprecise : found->second;
}

}  // namespace assay::simulator
