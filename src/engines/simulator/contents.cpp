// What a path leaves behind, as results.
#include <algorithm>
#include <iterator>

#include "engines/simulator/containers.h"
#include "engines/simulator/emulator.h"
#include "engines/simulator/extract.h"
#include "engines/simulator/inner.h"
#include "engines/simulator/layout.h"
#include "engines/simulator/operands.h"
#include "engines/simulator/reach.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using memory::ObjectId;
using memory::ObjectKind;
using models::Moment;
using models::Operand;
using models::Operation;
using models::Operator;
using models::Role;
using semantics::Source;

namespace {

/// An object in which more places changed becomes unknown as a whole.
constexpr size_t kMaxPieces = 64;

Operand whole_of(Operand place) {
  place.nodes.front().field = {.is_all = true};
  return place;
}

Operand moved(Operand pointer, int64_t distance, uint32_t width) {
  if (distance == 0) return pointer;
  pointer.nodes.insert(pointer.nodes.begin(),
                       {.kind = models::NodeKind::Function, .function = models::Function::Add});
  Operand by = constant_operand(Term::constant(width, static_cast<uint64_t>(distance)));
  pointer.nodes.push_back(by.nodes.front());
  return pointer;
}

/// Whether the bytes from `offset` on are the address of something.
bool holds_address(const Path& path, logic::TermPool& pool, const Object& object,
                   const memory::Page& page, uint64_t offset) {
  uint32_t bytes = path.state.memory.target().pointer_bits / 8;
  uint64_t at = offset % memory::kPageBytes;
  if (offset % bytes != 0 || !page.is_concrete(static_cast<uint32_t>(at), bytes)) return false;
  memory::Read read = object.contents.read(pool, offset, bytes);
  return read.init == memory::Init::All && read.value.is_immediate() && read.value.bits() != 0 &&
         path.state.memory.spot(read.value.bits()).object.valid();
}

}  // namespace

/// The initialised bytes of an object, cut into the scalars of its type, or into words.
std::vector<Extractor::Piece> Extractor::pieces(const Path& path, const Object& object,
                                                int64_t start) const {
  std::vector<Piece> found;
  const ir::TypeTable& types = parts_.function.unit->types->types();
  bool has_type = object.type.valid() && object.type.index() < types.size();
  uint32_t pointer_bytes = path.state.memory.target().pointer_bits / 8;
  uint64_t next = 0;
  object.contents.for_each_page([&](uint64_t first, const memory::Page& page) {
    for (uint32_t at = 0; at < memory::kPageBytes; ++at) {
      uint64_t offset = first + at;
      if (offset < next) continue;
      const memory::Cell* cell = page.cell_at(at);
      if (!cell && page.init[at] == 0) continue;
      // Bits of it were set: a member of some bits.
      if (!cell && page.init[at] != 0xff) {
        found.push_back({.offset = offset, .bytes = 1, .value = {}, .is_pointer = false});
        next = offset + 1;
        continue;
      }
      uint64_t inside = offset - static_cast<uint64_t>(start);
      std::optional<ScalarAt> scalar;
      if (has_type && static_cast<int64_t>(offset) >= start) {
        // Behind a pointer there may be an array of what it points to.
        uint64_t size = types.resolved(object.type).size;
        scalar = scalar_at(types, object.type, size ? inside % size : inside);
        if (scalar && size) scalar->offset += inside / size * size;
      }
      uint32_t bytes = 0;
      bool is_pointer = false;
      if (scalar && scalar->offset == inside) {
        bytes = static_cast<uint32_t>(types.resolved(scalar->type).size);
        is_pointer = types.is_pointer(scalar->type);
      }
      // Raw memory has the types of what is put there.
      if (bytes == 1 && holds_address(path, parts_.pool, object, page, offset))
        bytes = pointer_bytes;
      if (bytes == 1 && cell && cell->offset == at) bytes = 0;
      bool is_whole = bytes > 0 && bytes <= 16 &&
                      object.contents.read(parts_.pool, offset, bytes).init == memory::Init::All;
      if (!is_whole && cell) {
        bytes = cell->offset == at ? cell->bytes : 1;
      } else if (!is_whole) {
        for (bytes = pointer_bytes; bytes > 1; bytes /= 2) {
          bool fits = offset % bytes == 0 && at + bytes <= memory::kPageBytes &&
                      page.is_concrete(at, bytes) &&
                      object.contents.read(parts_.pool, offset, bytes).init == memory::Init::All;
          if (fits) break;
        }
      }
      Term value = object.contents.read(parts_.pool, offset, bytes).value;
      bool is_address = value.is_immediate() && bytes == pointer_bytes && value.bits() != 0 &&
                        path.state.memory.spot(value.bits()).object.valid();
      found.push_back({offset, bytes, value, is_pointer || is_address});
      next = offset + bytes;
    }
  });
  return found;
}

/// Takes runs of one value out of the pieces of an object that has too many of them: `memset` in
/// few words.  False: there are too many all the same, and nothing was written.
bool Extractor::write_runs(Writing& out, const Operand& pointer, int64_t start,
                           std::vector<Piece>& changed) const {
  constexpr size_t kMinRun = 8;
  uint32_t width = out.path.state.memory.target().pointer_bits;
  std::vector<Piece> rest;
  std::vector<models::Operation> fills;
  for (size_t i = 0; i < changed.size();) {
    const Piece& first = changed[i];
    size_t end = i + 1;
    while (end < changed.size() && changed[end].value == first.value &&
           changed[end].bytes == first.bytes &&
           changed[end].offset == changed[end - 1].offset + first.bytes) {
      ++end;
    }
    bool is_number = !first.value.is_null() && first.value.is_immediate();
    uint64_t bits = is_number ? first.value.bits() : 0;
    bool is_even = first.bytes == 1 || bits == 0;
    bool is_run = end - i >= kMinRun && is_number && (is_even || first.bytes == kWideBytes);
    if (!is_run) {
      rest.insert(rest.end(), changed.begin() + static_cast<ptrdiff_t>(i),
                  changed.begin() + static_cast<ptrdiff_t>(end));
    } else {
      Operand from = moved(pointer, static_cast<int64_t>(first.offset) - start, width);
      uint64_t count = is_even ? (end - i) * first.bytes : end - i;
      fills.push_back(operation(Role::Result,
                                is_even ? Operator::MemoryFilled : Operator::WideFilled,
                                {from, constant_operand(Term::constant(is_even ? 8 : 32, bits)),
                                 constant_operand(Term::constant(64, count))}));
    }
    i = end;
  }
  if (fills.size() + rest.size() > kMaxPieces) return false;
  out.results.insert(out.results.end(), fills.begin(), fills.end());
  changed = std::move(rest);
  return true;
}

bool Extractor::write_address(Writing& out, const Operand& place, Term value) {
  if (!value.is_immediate() || value.width() != out.path.state.memory.target().pointer_bits) {
    return false;
  }
  if (auto vtable = parts_.judge.describer().vtable(parts_.evaluator.classes(), value.bits())) {
    out.results.push_back(operation(Role::Result, Operator::PeqAddr, {place, *vtable}));
    return true;
  }
  memory::Spot spot = out.path.state.memory.spot(value.bits());
  const Object* object = spot.object.valid() ? out.path.state.memory.find(spot.object) : nullptr;
  if (!object) return false;
  if (auto known = out.named.find(spot.object); known != out.named.end()) {
    // Pointers from outside lead past the room before their object.
    int64_t start = object->kind == ObjectKind::Environment ? kBefore : 0;
    out.results.push_back(
        operation(Role::Result, Operator::Peq,
                  {place, moved(known->second, spot.offset - start, value.width())}));
    return true;
  }
  if (object->kind == ObjectKind::Global || object->kind == ObjectKind::Function) {
    auto global = parts_.judge.describer().place(spot.object, spot.offset, 1, Moment::Exit);
    if (!global) return false;
    out.results.push_back(operation(Role::Result, Operator::PeqAddr, {place, *global}));
    return true;
  }
  if (object->kind == ObjectKind::String || object->kind == ObjectKind::Environment) {
    out.results.push_back(operation(Role::Result, Operator::MemoryValidPointer, {place}));
    bool is_start = object->kind == ObjectKind::Environment && spot.offset == kBefore;
    if (is_start) out.named[spot.object] = place;
    return true;
  }
  if (object->kind != ObjectKind::Heap || !object->attribute(kElementAttribute).is_null()) {
    return false;
  }
  auto size = parts_.judge.describer().count(out.path.state, object->size);
  bool is_freed = object->live.is_false();
  if (!size || (is_freed && spot.offset != 0)) {
    out.results.push_back(operation(Role::Result, Operator::MemoryValidPointer, {place}));
    return true;
  }
  Operand pointer = place;
  if (spot.offset != 0) {
    models::Node node{.kind = models::NodeKind::Variable};
    node.external = models::ExternalId(model_.externals.size());
    model_.externals.push_back(
        {.kind = models::ExternalKind::Temp, .name = "block" + std::to_string(++temporaries_)});
    pointer.nodes = {node};
  }
  std::vector<Operand> operands{pointer, *size};
  Term family = object->attribute(kFamilyAttribute);
  if (!family.is_null() && parts_.names.name(family) != "malloc") {
    Operand named;
    named.resource = models::ResourceState{"heap", parts_.names.name(family)};
    operands.push_back(named);
  }
  std::vector<Operand> freed = operands;
  out.results.push_back(operation(Role::Result, Operator::MemoryNew, std::move(operands)));
  out.results.back().tag = tag_of(out.path, object->origin.node, Operator::MemoryNew);
  out.results.push_back(operation(Role::Result, Operator::MemoryValidPointer, {pointer}));
  // Somebody else has it as well, and may free it.
  if (object->has(memory::kEscaped)) {
    out.results.push_back(operation(Role::Result, Operator::PointerEscaped, {pointer}));
  }
  out.named[spot.object] = pointer;
  if (is_freed) {
    // What hangs there leads to a block that was: made and freed again.
    freed.erase(freed.begin() + 1);
    out.results.push_back(operation(Role::Result, Operator::MemoryFreed, std::move(freed)));
    out.results.back().tag = tag_of(out.path, object->ended_at, Operator::MemoryFreed);
    return true;
  }
  out.todo.push_back(spot.object);
  if (spot.offset != 0) {
    out.results.push_back(operation(Role::Result, Operator::Peq,
                                    {place, moved(pointer, spot.offset, value.width())}));
  }
  return true;
}

void Extractor::write_value(Writing& out, const Operand& place, Term value, bool is_pointer) {
  if (value.is_null()) {
    out.results.push_back(operation(Role::Result, Operator::MemoryInitialized, {place}));
    return;
  }
  // What was passed and is kept stays that: on some paths it is known which number it is, and the
  // paths' outcomes are to say the same.
  InputId given = value.is_immediate() ? InputId() : parts_.inputs.of_symbol(value);
  bool is_passed_on = given.valid() && place.nodes.front().kind != models::NodeKind::Return &&
                      parts_.inputs[given].holder.kind == HolderKind::Parameter;
  if (!is_passed_on) value = parts_.judge.solver().with_known_values(out.path.conditions, value);
  out.values.emplace_back(value, place);
  const semantics::State& state = out.path.state;
  // A vptr is a number that means something in this function only.
  bool is_vptr = value.is_immediate() && value.width() == state.memory.target().pointer_bits &&
                 parts_.evaluator.classes().at_vptr(value.bits());
  auto said = is_vptr ? std::nullopt : parts_.judge.describer().value(state, value);
  if (said) {
    bool is_null = is_pointer && value.is_value(0);
    out.results.push_back(operation(Role::Result, is_pointer ? Operator::Peq : Operator::Ieq,
                                    {place, is_null ? null_operand() : *said}));
    return;
  }
  if (write_address(out, place, value)) return;
  Solver& solver = parts_.judge.solver();
  Term is_set = logic::is_nonzero(parts_.pool, value);
  Tri set = value.is_immediate() ? Tri::Unknown : solver.decide(out.path.conditions, is_set);
  if (set == Tri::No) {
    Operand zero = is_pointer ? null_operand() : constant_operand(Term::constant(8, 0));
    out.results.push_back(
        operation(Role::Result, is_pointer ? Operator::Peq : Operator::Ieq, {place, zero}));
    return;
  }
  // One of several, and which is not told: what they lead to is kept.
  if (!value.is_immediate()) addresses_in(out.path.state.memory, value, out.kept);
  // What a limit says of a part of it is not told: callers would take it to be anything.
  bool is_limited = !value.is_immediate() && !parts_.pool.is(value, logic::Op::Symbol) &&
                    solver.is_limited(out.path.conditions, value);
  bool is_outside = !value.is_immediate() && !is_pointer && !is_limited &&
                    parts_.evaluator.source_of(value) == Source::Outside;
  if (set == Tri::Yes && is_pointer) {
    // The one object behind it, where there is one: what it holds can be told.
    if (parts_.pool.is(value, logic::Op::Ite) &&
        write_address(out, place, parts_.pool.arg(value, 2))) {
      return;
    }
    out.results.push_back(operation(Role::Result, Operator::MemoryValidPointer, {place}));
    return;
  }
  out.results.push_back(operation(
      Role::Result, is_outside ? Operator::ValueExternal : Operator::MemoryInitialized, {place}));
  if (set == Tri::Yes) {
    out.results.push_back(
        operation(Role::Result, Operator::Ine, {place, constant_operand(Term::constant(8, 0))}));
  }
}

/// How far the path went behind a pointer, where that is further than its type says.
void Extractor::constrain_extent(Writing& out, ObjectId id, const Object& object, bool writes) {
  InputId pointer = parts_.inputs.leading_to(id);
  if (!pointer.valid()) return;
  Term is_null = parts_.inputs[pointer].is_null;
  // Who follows a pointer knows that it is not null; what only models looked at was not followed.
  if (parts_.judge.solver().decide_cheaply(out.path.conditions, is_null) != Tri::No) return;
  uint64_t end = 0;
  object.contents.for_each_page([&](uint64_t first, const memory::Page& page) {
    for (uint32_t at = memory::kPageBytes; at-- > 0;) {
      if (!page.cell_at(at) && page.init[at] == 0) continue;
      end = std::max(end, first + at + 1);
      break;
    }
  });
  uint64_t known = object.size.is_immediate() ? object.size.bits() : 0;
  if (end <= std::max<uint64_t>(known, kBefore + 1)) return;
  auto operand = parts_.judge.describer().input(pointer, Moment::Entry);
  if (!operand) return;
  Term bytes = Term::constant(64, end - kBefore);
  parts_.judge.constrain(
      out.path,
      operation(Role::Constraint, writes ? Operator::MemoryWritable : Operator::MemoryReadable,
                {*operand, constant_operand(bytes)}));
}

uint32_t Extractor::tag_of(const Path& path, ir::NodeId node, Operator op) {
  if (!node.valid()) return 0;
  return parts_.judge.origins().add(noted_at(trail_.until(path.trail), node, op));
}

/// What callers gave and is put where it is not told: it is kept.
void Extractor::keep_values(Writing& out, const std::vector<Piece>& written) const {
  constexpr size_t kMaxKept = 16;
  std::vector<Operation> kept;
  for (const Piece& piece : written) {
    if (kept.size() >= kMaxKept) break;
    if (piece.value.is_null() || piece.value.is_immediate()) continue;
    auto said = parts_.judge.describer().value(out.path.state, piece.value);
    bool is_place = said && (said->nodes.front().kind == models::NodeKind::Variable ||
                             said->nodes.front().kind == models::NodeKind::Deref);
    if (!is_place) continue;
    Operation escaped = operation(Role::Result, Operator::PointerEscaped, {std::move(*said)});
    auto is_same = [&](const Operation& each) { return same_operation(each, escaped); };
    bool is_known = std::any_of(kept.begin(), kept.end(), is_same) ||
                    std::any_of(out.results.begin(), out.results.end(), is_same);
    if (!is_known) kept.push_back(std::move(escaped));
  }
  std::move(kept.begin(), kept.end(), std::back_inserter(out.results));
}

/// Whether the path knows that a pointer of its callers is null.
bool Extractor::is_null(const Path& path, InputId pointer) const {
  Term flag = parts_.inputs[pointer].is_null;
  return !flag.is_null() && !flag.is_immediate() &&
         parts_.judge.solver().decide(path.conditions, flag) == Tri::Yes;
}

void Extractor::write_object(Writing& out, ObjectId id, const Object& object) {
  const Describer& describer = parts_.judge.describer();
  bool is_pointee = parts_.inputs.leading_to(id).valid();
  int64_t start = is_pointee ? kBefore : 0;
  auto place = [&](int64_t offset, uint64_t bytes) {
    return describer.place(id, offset, bytes, Moment::Exit);
  };
  if (!place(start, 1)) {
    // What is put where no caller can name it is kept all the same.
    addresses_in(out.path.state.memory, object, out.kept);
    keep_values(out, pieces(out.path, object, start));
    return;
  }
  Holder holder;
  parts_.inputs.find_holder(out.path.state, id, holder);
  if (is_pointee && !object.attribute(kMovedAttribute).is_null()) return;
  if (is_pointee && object.live.is_false()) {
    constrain_extent(out, id, object, false);
    auto pointer = describer.input(parts_.inputs.leading_to(id), Moment::Entry);
    // Unknown code had it before, and what hung there.
    if (object.has(memory::kEscaped))
      out.results.push_back(operation(Role::Result, Operator::PointerEscaped, {*pointer}));
    std::vector<Operand> operands{*pointer};
    Term family = object.attribute(kFamilyAttribute);
    if (!family.is_null() && parts_.names.name(family) != "malloc") {
      Operand named;
      named.resource = models::ResourceState{"heap", parts_.names.name(family)};
      operands.push_back(named);
    }
    out.results.push_back(operation(Role::Result, Operator::MemoryFreed, std::move(operands)));
    out.results.back().tag = tag_of(out.path, object.ended_at, Operator::MemoryFreed);
    return;
  }
  if (is_pointee && object.has(memory::kEscaped)) {
    if (auto pointer = describer.input(parts_.inputs.leading_to(id), Moment::Entry)) {
      out.results.push_back(operation(Role::Result, Operator::PointerEscaped, {*pointer}));
    }
  }
  std::vector<Piece> changed = pieces(out.path, object, start);
  std::erase_if(changed, [&](const Piece& piece) {
    int64_t from = static_cast<int64_t>(piece.offset) - Inputs::start_of(holder);
    return !piece.value.is_null() &&
           parts_.inputs.is_entry_value(holder, from, piece.bytes, piece.value);
  });
  bool is_fresh = holder.kind == HolderKind::Fresh;
  constrain_extent(out, id, object, !changed.empty());
  if (!is_fresh && changed.empty()) return;
  // Unknown code that was given the pointer may have looked at it first.
  if (is_pointee && !changed.empty() && !is_null(out.path, parts_.inputs.leading_to(id))) {
    auto pointer = describer.input(parts_.inputs.leading_to(id), Moment::Entry);
    parts_.judge.constrain(out.path,
                           operation(Role::Constraint, Operator::MemoryValidPointer, {*pointer}));
  }
  bool is_told = changed.size() <= kMaxPieces;
  if (!is_told && is_pointee && !is_fresh) {
    auto pointer = describer.input(parts_.inputs.leading_to(id), Moment::Entry);
    is_told = pointer && write_runs(out, *pointer, start, changed);
  }
  if (is_fresh || !is_told) {
    out.results.push_back(
        operation(Role::Result, Operator::MemoryInitialized, {whole_of(*place(start, 1))}));
  }
  if (!is_told) {
    addresses_in(out.path.state.memory, object, out.kept);
    keep_values(out, changed);
    return;
  }
  for (const Piece& piece : changed) {
    auto to = place(static_cast<int64_t>(piece.offset), piece.bytes);
    if (to) write_value(out, *to, piece.value, piece.is_pointer);
  }
}

void Extractor::write_new(Writing& out, ObjectId id) {
  const Object& object = *out.path.state.memory.find(id);
  Operand pointer = out.named.at(id);
  bool is_fresh = !object.attribute(kFreshAttribute).is_null();
  std::vector<Piece> written = pieces(out.path, object, 0);
  bool is_zero = !is_fresh && object.contents.background() == memory::Background::Zero;
  bool is_told = written.size() <= kMaxPieces;
  if (!is_told && !is_fresh && !is_zero) is_told = write_runs(out, pointer, 0, written);
  if (is_fresh || is_zero || !is_told) {
    auto size = parts_.judge.describer().count(out.path.state, object.size);
    if (is_zero && size) {
      out.results.push_back(operation(Role::Result, Operator::MemoryFilled,
                                      {pointer, constant_operand(Term::constant(8, 0)), *size}));
    } else {
      out.results.push_back(operation(Role::Result, Operator::MemoryInitialized,
                                      {whole_of(behind(pointer, 1, 0, Moment::Exit))}));
    }
  }
  if (!is_told) {
    keep_values(out, written);
    return;
  }
  for (const Piece& piece : written) {
    write_value(out, behind(pointer, piece.bytes, static_cast<int64_t>(piece.offset), Moment::Exit),
                piece.value, piece.is_pointer);
  }
}

void Extractor::write_return(Writing& out) {
  Term value = out.path.state.frame().result;
  if (value.is_null()) return;
  const ir::Symbol* symbol =
      parts_.function.entity.valid() ? &parts_.program.symbol(parts_.function.entity) : nullptr;
  if (!symbol) return;
  const ir::TypeTable& types = parts_.function.unit->types->types();
  const semantics::ValueType& type =
      parts_.function.unit->types->of(types.resolved(symbol->type).inner);
  if (type.shape == semantics::Shape::Aggregate) {
    if (!value.is_immediate()) return;
    ObjectId id = out.path.state.memory.spot(value.bits()).object;
    const Object* object = out.path.state.memory.find(id);
    if (!object) return;
    std::vector<Piece> written = pieces(out.path, *object, 0);
    if (written.size() > kMaxPieces) return;
    for (const Piece& piece : written) {
      write_value(out, return_operand(piece.bytes, static_cast<int64_t>(piece.offset)), piece.value,
                  piece.is_pointer);
    }
    return;
  }
  write_value(out, return_operand(type.bytes), value, type.shape == semantics::Shape::Pointer);
}

void Extractor::write_resources(Writing& out) {
  const Describer& describer = parts_.judge.describer();
  for (const Resource& resource : out.path.resources) {
    if (!resource.is_changed) continue;
    std::optional<Operand> place;
    for (const auto& [value, where] : out.values) {
      if (value == resource.key) place = where;
    }
    if (!place && resource.key.is_immediate()) {
      memory::Spot spot = out.path.state.memory.spot(resource.key.bits());
      auto named = spot.object.valid() ? out.named.find(spot.object) : out.named.end();
      if (named != out.named.end()) place = named->second;
    }
    if (!place) place = describer.value(out.path.state, resource.key);
    bool is_place = place && place->nodes.front().kind != models::NodeKind::Constant &&
                    place->nodes.front().kind != models::NodeKind::Function;
    if (!is_place && !(place && resource.is_behind_pointer)) continue;
    if (resource.is_behind_pointer) {
      place->nodes.insert(place->nodes.begin(), {.kind = models::NodeKind::Deref});
    }
    Operand state;
    state.resource = models::ResourceState{resource.type, resource.state};
    out.results.push_back(
        operation(Role::Result, resource.is_new ? Operator::ResourceNew : Operator::ResourceState,
                  {*place, state}));
    // Somebody else has it as well: in a table, say.
    if (resource.is_new && resource.is_escaped && !resource.is_behind_pointer)
      out.results.push_back(operation(Role::Result, Operator::PointerEscaped, {*place}));
  }
}

/// What hangs in memory that has no name, or that unknown code has: new blocks, what callers gave,
/// and resources.
void Extractor::write_kept(Writing& out) const {
  constexpr size_t kMaxKept = 16;
  const memory::Memory& memory = out.path.state.memory;
  std::vector<ObjectId> roots = out.kept;
  memory.for_each([&](ObjectId id, const Object& object) {
    if (object.kind == ObjectKind::Heap && object.has(memory::kEscaped)) roots.push_back(id);
  });
  size_t seen = 0;
  for (ObjectId id : reachable(memory, std::move(roots))) {
    const Object* object = memory.find(id);
    if (!object || ++seen > kMaxKept) continue;
    InputId input = parts_.inputs.leading_to(id);
    Emulator::escape_resources(out.path, *object);
    keep_values(out, pieces(out.path, *object, input.valid() ? kBefore : 0));
    if (object->has(memory::kEscaped)) continue;
    std::optional<Operand> pointer;
    if (std::find(out.todo.begin(), out.todo.end(), id) != out.todo.end()) {
      pointer = out.named.at(id);
    } else if (input.valid()) {
      pointer = parts_.judge.describer().input(input, Moment::Entry);
    }
    if (!pointer) continue;
    out.results.push_back(operation(Role::Result, Operator::PointerEscaped, {*pointer}));
  }
}

/// Whether it is an argument that its caller has made and destroys when the call is over: an object
/// whose class has a destructor.  Other records are copies that end with the function.
bool Extractor::is_lent(ObjectId id, const Object& object) const {
  Holder holder;
  const ir::TypeTable& types = parts_.function.unit->types->types();
  return object.kind == ObjectKind::Local && parts_.inputs.find_entry_holder(id, holder) &&
         holder.kind == HolderKind::Parameter && object.type.valid() &&
         types.resolved(object.type).has(ir::kNonTrivialDestructor);
}

void Extractor::write_results(Writing& out) {
  std::vector<ObjectId> objects;
  out.path.state.memory.for_each([&](ObjectId id, const Object& object) {
    bool is_ours = object.kind == ObjectKind::Environment || is_lent(id, object) ||
                   (object.kind == ObjectKind::Global &&
                    object.contents.background() == memory::Background::Environment);
    if (is_ours) objects.push_back(id);
  });
  for (ObjectId id : objects) write_object(out, id, Object(*out.path.state.memory.find(id)));
  write_return(out);
  // New objects may lead to further ones: each is written once, in the order it is found.
  for (size_t i = 0; i < out.todo.size(); ++i) write_new(out, out.todo[i]);
  write_kept(out);
  std::vector<Piece> given;
  for (Term value : out.path.given)
    given.push_back({.offset = 0, .bytes = 0, .value = value, .is_pointer = false});
  keep_values(out, given);
  write_relations(out);
  write_resources(out);
}

namespace {

Operator turned(Operator op) {
  switch (op) {
    case Operator::Ilt:
      return Operator::Igt;
    case Operator::Ile:
      return Operator::Ige;
    case Operator::Igt:
      return Operator::Ilt;
    case Operator::Ige:
      return Operator::Ile;
    case Operator::Ult:
      return Operator::Ugt;
    case Operator::Ule:
      return Operator::Uge;
    case Operator::Ugt:
      return Operator::Ult;
    case Operator::Uge:
      return Operator::Ule;
    default:
      return op;
  }
}

/// A result speaks of what it leaves behind: not of what was there, nor of a number.  Turns a
/// comparison that says so the other way round; false: it is none.
bool speaks_of_left(Operation& said) {
  auto is_left = [](const Operand& operand) {
    if (operand.nodes.empty()) return false;
    const models::Node& node = operand.nodes.front();
    bool is_place = node.kind == models::NodeKind::Variable ||
                    node.kind == models::NodeKind::Deref || node.kind == models::NodeKind::Return;
    return is_place && node.moment == Moment::Exit;
  };
  if (said.operands.empty()) return false;
  bool is_even = said.op == Operator::Ieq || said.op == Operator::Ueq || said.op == Operator::Ine ||
                 said.op == Operator::Une;
  bool can_turn = is_even || turned(said.op) != said.op;
  if (can_turn && !is_left(said.operands[0]) && is_left(said.operands[1])) {
    std::swap(said.operands[0], said.operands[1]);
    said.op = turned(said.op);
  }
  return is_left(said.operands[0]);
}

/// A value from outside of which not all is told that is known: callers would take it to be
/// anything.
void hide_source(std::vector<Operation>& results, const Operand& place) {
  for (Operation& each : results)
    if (each.op == Operator::ValueExternal && same_operand(each.operands[0], place))
      each.op = Operator::MemoryInitialized;
}

}  // namespace

/// What the path knows of values that no input determines, and that callers now see: the number
/// that a failed call cannot return, which of two pointers is null when.
void Extractor::write_relations(Writing& out) {
  constexpr size_t kMaxRelations = 12;
  std::map<uint32_t, Operand> places;  // by symbol
  for (const auto& [value, place] : out.values) {
    Term symbol = value;
    if (!value.is_immediate() && parts_.pool.is(value, logic::Op::Ite)) {
      symbol = parts_.pool.arg(value, 0);
    }
    if (symbol.is_immediate() || !parts_.pool.is(symbol, logic::Op::Symbol)) continue;
    InputId input = parts_.inputs.of_symbol(symbol);
    bool is_flag = symbol != value;
    if (is_flag && (!input.valid() || parts_.inputs[input].is_null != symbol ||
                    parts_.inputs[input].value != value)) {
      continue;
    }
    if (input.valid() && parts_.judge.describer().input(input, Moment::Entry)) continue;
    places.emplace(symbol.node(), place);
  }
  if (places.empty()) return;
  size_t written = 0;
  for (Term condition : out.path.conditions) {
    if (written >= kMaxRelations) break;
    bool is_about = false;
    for (uint32_t symbol : parts_.judge.solver().symbols_of(condition)) {
      is_about = is_about || places.contains(symbol);
    }
    if (!is_about) continue;
    auto said =
        parts_.judge.describer().condition(out.path.state, condition, Role::Result, &places);
    bool is_told = said.has_value();
    for (models::Operation& each : said ? *said : std::vector<models::Operation>()) {
      // The results that gave the values say as much.
      bool is_known =
          std::any_of(out.results.begin(), out.results.end(), [&](const models::Operation& other) {
            bool is_set =
                other.op == Operator::MemoryValidPointer || other.op == Operator::MemoryNew;
            bool says_so = is_set && each.op == Operator::Pne &&
                           same_operand(other.operands[0], each.operands[0]);
            return says_so || same_operation(other, each);
          });
      if (!speaks_of_left(each)) {
        is_told = false;
        continue;
      }
      if (is_known) continue;
      out.results.push_back(std::move(each));
      ++written;
    }
    if (is_told) continue;
    for (uint32_t symbol : parts_.judge.solver().symbols_of(condition))
      if (auto place = places.find(symbol); place != places.end())
        hide_source(out.results, place->second);
  }
}

}  // namespace assay::simulator
