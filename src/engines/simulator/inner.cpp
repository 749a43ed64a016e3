#include "engines/simulator/inner.h"

#include <algorithm>
#include <array>

#include "engines/simulator/layout.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using memory::ObjectId;
using memory::Spot;
using semantics::CallRequest;
using semantics::EntityId;
using semantics::Shape;
using semantics::Source;

namespace {

/// What lets elements stand where they are as long as there is room.
constexpr std::array<std::string_view, 8> kGrow = {
    "push_back", "emplace_back", "insert",  "emplace",
    "append",    "operator+=",   "replace", "push_front"};
/// What never does.
constexpr std::array<std::string_view, 4> kReplace = {"assign", "operator=", "shrink_to_fit",
                                                      "reserve"};
constexpr std::array<std::string_view, 6> kByNumber = {"operator[]", "at",   "front",
                                                       "back",       "data", "c_str"};
constexpr std::array<std::string_view, 2> kFirst = {"begin", "cbegin"};
/// Where a walk may end: who compares it with another iterator learns nothing.
constexpr std::array<std::string_view, 4> kEnds = {"end", "cend", "lower_bound", "upper_bound"};
/// Classes whose elements stay where they are until they are taken out.
constexpr std::array<std::string_view, 11> kNodes = {"list",
                                                     "forward_list",
                                                     "map",
                                                     "multimap",
                                                     "set",
                                                     "multiset",
                                                     "unordered_map",
                                                     "unordered_set",
                                                     "unordered_multimap",
                                                     "deque",
                                                     "unordered_multiset"};
constexpr uint64_t kMaxText = 1024;  // bytes that are copied

template <size_t n>
bool is_one_of(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_same(const LentInside& lent, Spot at) {
  return lent.container == at.object && lent.offset == at.offset;
}

}  // namespace

std::string_view led_to(const Object& ended) {
  return ended.attribute(kMovedAttribute).is_null() ? "to freed memory"
                                                    : "to what may have been moved or destroyed";
}

Note ended_note(const Object& ended) {
  bool is_moved = !ended.attribute(kMovedAttribute).is_null();
  return {ended.ended_at,
          is_moved ? std::string("it may be moved or destroyed here") : std::string(kFreedHere),
          models::Operator::MemoryFreed};
}

void InnerPointers::note(Path& path, Spot container, Term pointer, bool by_iterator) {
  std::optional<Spot> at = emulator_.operands().spot(path, pointer);
  const Object* object = at ? path.state.memory.find(at->object) : nullptr;
  bool is_own = object && (object->kind == memory::ObjectKind::Heap ||
                           object->kind == memory::ObjectKind::Environment);
  if (!is_own || object->live.is_false()) return;
  for (LentInside& each : path.lent) {
    if (each.object != at->object || !is_same(each, container)) continue;
    ++each.iterators;
    each.is_referred = each.is_referred || !by_iterator;
    return;
  }
  path.lent.push_back({.object = at->object,
                       .container = container.object,
                       .offset = container.offset,
                       .iterators = 1,
                       .is_referred = !by_iterator});
}

/// What the container holds may be elsewhere from now on, or nowhere.
void InnerPointers::end(Path& path, ObjectId object, ir::NodeId node) {
  Object& own = path.state.memory.own(object);
  own.live = logic::kFalse;
  own.ended_at = node;
  own.set_attribute(kMovedAttribute, logic::kTrue);
}

void InnerPointers::end_all(Path& path, Spot container, ir::NodeId node) {
  memory::Memory& memory = path.state.memory;
  Term address = memory.address(container.object, container.offset);
  Term held = containers_.element_of(path, address);
  std::optional<Spot> element = emulator_.operands().spot(path, held);
  for (const LentInside& each : path.lent) {
    if (!is_same(each, container) || !memory.find(each.object)) continue;
    if (element && element->object == each.object) containers_.renew_element(path, address, node);
    end(path, each.object, node);
  }
  std::erase_if(path.lent, [&](const LentInside& each) {
    return is_same(each, container) && each.object.valid();
  });
}

/// Whether a container is handed in as such: no member of an object, whose other methods see to it.
bool InnerPointers::is_handed_in(const Path& path, EntityId callee, Spot container) const {
  const Object* object = path.state.memory.find(container.object);
  if (!object) return false;
  if (object->kind == memory::ObjectKind::Local) return true;
  InputId pointer = parts_.inputs.leading_to(container.object);
  if (!pointer.valid() || parts_.inputs[pointer].holder.kind != HolderKind::Parameter) return false;
  const ir::TypeTable& ours = parts_.function.unit->types->types();
  const ir::TypeTable& theirs = parts_.program[callee].unit->types->types();
  ir::TypeId record = parts_.program.symbol(callee).record;
  return container.offset == kBefore && object->type.valid() &&
         object->type.index() < ours.size() &&
         ours.resolved(object->type).name == theirs.resolved(record).name;
}

/// Whether somebody has seen to it that there is room.
/// APPROX(under): where any container of the class has room reserved, those that are members have;
/// and nobody looks whether it is enough.
bool InnerPointers::may_be_reserved(const Path& path, EntityId callee, Spot container) const {
  for (const LentInside& each : path.lent)
    if (is_same(each, container) && !each.object.valid()) return true;
  if (is_handed_in(path, callee, container)) return false;
  constexpr std::array<std::string_view, 6> kGrowing = {
      "E9push_back", "E12emplace_back", "E6insert", "E7emplace", "E6append", "E7replace"};
  std::string_view name = parts_.program[callee].name;
  size_t end = name.npos;
  for (std::string_view each : kGrowing) end = std::min(end, name.rfind(each));
  // Of another operator nothing is known.
  if (end == name.npos) return true;
  return parts_.program.find(std::string(name.substr(0, end)) + "E7reserveEm").valid();
}

/// By its linkage name.
bool InnerPointers::is_const(EntityId method) const {
  return parts_.program[method].name.starts_with("_ZNK");
}

/// The texts that a string gave stand where they are, and may have been written.
void InnerPointers::write_texts(Path& path, EntityId callee, Spot container) {
  if (is_const(callee)) return;
  for (const LentInside& each : path.lent)
    if (each.object.valid() && is_same(each, container))
      parts_.inputs.freshen(path.state, each.object, Source::Imprecise);
}

ObjectId InnerPointers::led_by_iterator(Path& path, const CallRequest& request) {
  if (path.lent.empty() || !request.callee.valid() || request.arguments.size() != 2)
    return ObjectId();
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  if (Containers::method_of(symbol.display) != "erase") return ObjectId();
  std::optional<Spot> given = emulator_.operands().spot(path, request.arguments[1].value);
  const Object* iterator = given ? path.state.memory.find(given->object) : nullptr;
  if (!iterator || given->offset < 0) return ObjectId();
  uint32_t bytes = parts_.program.target().pointer_bits / 8;
  memory::Read read =
      iterator->contents.read(parts_.pool, static_cast<uint64_t>(given->offset), bytes);
  if (read.init != memory::Init::All || read.value.is_null()) return ObjectId();
  std::optional<Spot> element = emulator_.operands().spot(path, read.value);
  return element ? element->object : ObjectId();
}

/// An iterator whose element is taken out leads nowhere.
void InnerPointers::erase(Path& path, ObjectId element, Spot container, ir::NodeId node) {
  auto lent = std::find_if(path.lent.begin(), path.lent.end(), [&](const LentInside& each) {
    return element.valid() && each.object == element && is_same(each, container);
  });
  // In a vector the elements before it stay, and one object stands for all.
  bool is_it = lent != path.lent.end() && path.state.memory.find(element) &&
               (lent->is_node || (lent->iterators == 1 && !lent->is_referred));
  if (!is_it) return;
  Term address = path.state.memory.address(container.object, container.offset);
  std::optional<Spot> held = emulator_.operands().spot(path, containers_.element_of(path, address));
  if (held && held->object == element) containers_.renew_element(path, address, node);
  end(path, element, node);
  path.lent.erase(lent);
}

void InnerPointers::change(Path& path, EntityId callee, Spot container, ir::NodeId node) {
  const ir::Symbol& symbol = parts_.program.symbol(callee);
  std::string_view method = Containers::method_of(symbol.display);
  std::string_view kind = Containers::class_of(symbol.display);
  if (symbol.has(ir::kDestructor)) return end_all(path, container, node);
  bool is_text = kind == "basic_string";
  bool is_node = is_one_of(kind, kNodes);
  bool grows = !is_node && is_one_of(method, kGrow);
  bool replaces = is_one_of(method, kReplace) || (method == "clear" && !is_text);
  if (method == "reserve" && !is_node) {
    end_all(path, container, node);
    path.lent.push_back({.container = container.object, .offset = container.offset});
    return;
  }
  if (replaces || (grows && !may_be_reserved(path, callee, container)))
    end_all(path, container, node);
  else if (is_text)
    write_texts(path, callee, container);
}

/// Who is given a container, but to look at it, may move what is in it to another.
void InnerPointers::forget_given(Path& path, const CallRequest& request, Spot own) {
  for (size_t i = 0; i < request.arguments.size(); ++i) {
    uint64_t bytes = 0;
    if (request.arguments[i].value.is_null() || emulator_.is_to_const(request, i, bytes)) continue;
    std::optional<Spot> at = emulator_.operands().spot(path, request.arguments[i].value);
    if (!at || (i == 0 && own.object.valid())) continue;
    std::erase_if(path.lent, [&](const LentInside& each) { return each.container == at->object; });
  }
}

/// `begin()` and `find(key)`: an iterator that leads to an element.
bool InnerPointers::give_iterator(Path& path, const CallRequest& request) {
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  std::string_view method = Containers::method_of(symbol.display);
  bool is_first = is_one_of(method, kFirst);
  bool is_node = is_one_of(Containers::class_of(symbol.display), kNodes);
  uint32_t bytes = parts_.program.target().pointer_bits / 8;
  bool is_end = is_one_of(method, kEnds);
  bool is_iterator = (is_first || is_end || method == "find") && request.result &&
                     request.result->shape == Shape::Aggregate && request.result->bytes == bytes;
  std::optional<Spot> own = emulator_.operands().spot(path, request.arguments[0].value);
  if (!is_iterator || !own || Containers::class_of(symbol.display) == "deque") return false;
  // APPROX(under): two elements that are sought are never the same one.
  Term element = is_end    ? parts_.inputs.unknown_bits(8 * bytes, Source::Imprecise)
                 : is_node ? containers_.make_node(path, request)
                           : containers_.element_of(path, request.arguments[0].value);
  Term slot = parts_.evaluator.value_of(path.state, request.node);
  std::optional<Spot> at = emulator_.operands().spot(path, slot);
  std::optional<Spot> led = emulator_.operands().spot(path, element);
  if (element.is_null() || !at || !(led || is_end) || at->offset < 0) return false;
  path.state.memory.own(at->object)
      .contents.write(parts_.pool, static_cast<uint64_t>(at->offset), element);
  if (is_end) return true;
  note(path, *own, element, true);
  if (is_node) path.lent.back().is_node = true;
  return true;
}

/// A view of a string's text: its pointer leads there.
bool InnerPointers::give_view(Path& path, const CallRequest& request, Spot own) {
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  const ir::TypeTable& types = parts_.function.unit->types->types();
  bool is_view = symbol.display.find("operator basic_string_view") != std::string::npos &&
                 request.result && request.result->shape == Shape::Aggregate &&
                 request.result->type.valid();
  const Object* object = path.state.memory.find(own.object);
  bool is_ours = object && object->kind == memory::ObjectKind::Local &&
                 !object->has(memory::kEscaped) && !object->live.is_false();
  if (!is_view || !is_ours) return false;
  std::optional<Spot> at =
      emulator_.operands().spot(path, parts_.evaluator.value_of(path.state, request.node));
  if (!at || at->offset < 0) return false;
  for (const ir::Field& field : types.resolved(request.result->type).fields) {
    if (!types.is_pointer(field.type)) continue;
    auto known = std::find_if(path.lent.begin(), path.lent.end(), [&](const LentInside& each) {
      return each.object.valid() && is_same(each, own);
    });
    Term text = known != path.lent.end() ? path.state.memory.address(known->object)
                                         : containers_.make_node(path, request);
    if (known == path.lent.end()) note(path, own, text, false);
    path.state.memory.own(at->object)
        .contents.write(parts_.pool, static_cast<uint64_t>(at->offset) + field.bit_offset / 8,
                        text);
    return true;
  }
  return false;
}

void InnerPointers::after(Path& path, const CallRequest& request, ObjectId erased) {
  if (is_library_) return;
  const ir::Symbol* symbol =
      request.callee.valid() ? &parts_.program.symbol(request.callee) : nullptr;
  std::string_view kind = symbol ? Containers::class_of(symbol->display) : "";
  bool is_method = symbol && symbol->has(ir::kMethod) && !request.arguments.empty() &&
                   (kind == "basic_string" || containers_.knows(request.callee));
  Spot own;
  if (is_method) {
    std::optional<Spot> at = emulator_.operands().spot(path, request.arguments[0].value);
    if (!at) is_method = false;
    if (at) own = *at;
  }
  if (!path.lent.empty()) forget_given(path, request, own);
  if (!is_method || path.state.frames.size() != 1) return;
  std::string_view method = Containers::method_of(symbol->display);
  if (kind != "basic_string" && give_iterator(path, request)) return;
  if (kind == "basic_string" && give_view(path, request, own)) return;
  bool is_given = kind != "basic_string" && is_one_of(method, kByNumber) && request.result &&
                  request.result->shape == Shape::Pointer && kind != "deque" && kind != "queue";
  if (is_given && !is_one_of(kind, kNodes))
    return note(path, own, parts_.evaluator.value_of(path.state, request.node), false);
  if (path.lent.empty() && method != "reserve") return;
  if (method == "erase" && kind != "basic_string") return erase(path, erased, own, request.node);
  change(path, request.callee, own, request.node);
}

void InnerPointers::after_run(Path& path, const Run& run) {
  if (path.lent.empty() || !run.callee.valid()) return;
  std::optional<Spot> own = emulator_.operands().spot(path, run.object);
  std::string_view kind = Containers::class_of(parts_.program.symbol(run.callee).display);
  if (own && kind == "basic_string") change(path, run.callee, *own, run.call);
}

/// The text as the string's own code has left it, if that is known; else any text.
Term InnerPointers::text_of(Path& path, const CallRequest& request, Spot at) {
  memory::Memory& memory = path.state.memory;
  uint32_t bytes = parts_.program.target().pointer_bits / 8;
  const Object& string = *memory.find(at.object);
  uint64_t offset = static_cast<uint64_t>(at.offset);
  memory::Read text = string.contents.read(parts_.pool, offset, bytes);
  memory::Read length = string.contents.read(parts_.pool, offset + bytes, bytes);
  auto is_number = [](const memory::Read& read) {
    return read.init == memory::Init::All && !read.value.is_null() && read.value.is_immediate();
  };
  bool is_known = is_number(text) && is_number(length) && length.value.bits() < kMaxText;
  Spot from = is_known ? memory.spot(text.value.bits()) : Spot();
  const Object* block =
      from.object.valid() && from.offset >= 0 ? memory.find(from.object) : nullptr;
  if (!block) return containers_.make_node(path, request);
  uint64_t size = length.value.bits() + 1;
  Term made = containers_.make_element(path, request, size);
  Object& own = memory.own(memory.spot(made.bits()).object);
  own.flags &= static_cast<uint8_t>(~memory::kSizeUnknown);
  block = memory.find(from.object);
  for (uint64_t i = 0; i < size; ++i) {
    memory::Read each =
        block->contents.read(parts_.pool, static_cast<uint64_t>(from.offset) + i, 1);
    // The rest of what is in part not known is not, either.
    if (each.init != memory::Init::All || each.value.is_null())
      return containers_.make_node(path, request);
    own.contents.write(parts_.pool, i, each.value);
  }
  return made;
}

bool InnerPointers::give_text(Path& path, const CallRequest& request) {
  bool is_candidate = !is_library_ && request.arguments.size() == 1 && request.result &&
                      request.result->shape == Shape::Pointer && path.state.frames.size() == 1;
  if (!is_candidate) return false;
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  if (Containers::class_of(symbol.display) != "basic_string") return false;
  std::string_view method = Containers::method_of(symbol.display);
  bool is_text = method == "c_str" || (method == "data" && is_const(request.callee));
  if (!is_text) return false;
  std::optional<Spot> own = emulator_.operands().spot(path, request.arguments[0].value);
  const Object* object = own ? path.state.memory.find(own->object) : nullptr;
  // Of a string that others see they may say more.
  bool is_ours = object && own->offset >= 0 && object->kind == memory::ObjectKind::Local &&
                 !object->has(memory::kEscaped) && !object->live.is_false();
  if (!is_ours) return false;
  auto known = std::find_if(path.lent.begin(), path.lent.end(), [&](const LentInside& each) {
    return each.object.valid() && is_same(each, *own);
  });
  Term text;
  if (known != path.lent.end()) {
    text = path.state.memory.address(known->object);
  } else {
    text = text_of(path, request, *own);
    note(path, *own, text, false);
  }
  parts_.evaluator.set_value(path.state, request.node, text);
  return true;
}

}  // namespace assay::simulator
