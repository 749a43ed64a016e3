// Vectors that the library's own code has built (`runs.cpp`): their three pointers and their block
// are what they are.  Where such a vector goes to somebody who knows containers only by their
// element, it becomes one of those.
#include <algorithm>

#include "engines/simulator/containers.h"
#include "engines/simulator/layout.h"
#include "engines/simulator/reach.h"
#include "logic/build.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using memory::ObjectId;
using semantics::CallRequest;
using semantics::Source;

namespace {

constexpr uint64_t kMaxCompared = 64;  // elements

}  // namespace

bool Containers::words(const Path& path, const FollowedContainer& container,
                       std::array<uint64_t, 3>& found) const {
  const Object* object = path.state.memory.find(container.object);
  if (!object || object->live.is_false()) return false;
  uint32_t bytes = parts_.program.target().pointer_bits / 8;
  for (size_t i = 0; i < found.size(); ++i) {
    memory::Read word = object->contents.read(parts_.pool, container.offset + i * bytes, bytes);
    if (word.init != memory::Init::All || word.value.is_null() || !word.value.is_immediate())
      return false;
    found[i] = word.value.bits();
  }
  if (found[0] == 0) return true;
  const Object* block = path.state.memory.find(path.state.memory.spot(found[0]).object);
  return block && block->attribute(kElementAttribute).is_null();
}

const FollowedContainer* Containers::find_followed(const Path& path, Term address) const {
  if (address.is_null() || !address.is_immediate()) return nullptr;
  memory::Spot at = path.state.memory.spot(address.bits());
  std::array<uint64_t, 3> ignored{};
  for (const FollowedContainer& each : path.followed) {
    bool is_it = each.object == at.object && at.offset >= 0 &&
                 each.offset == static_cast<uint64_t>(at.offset);
    if (is_it && words(path, each, ignored)) return &each;
  }
  return nullptr;
}

bool Containers::is_followed(const Path& path, const CallRequest& request) const {
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  if (!symbol.display.starts_with("std::vector<") || request.arguments.empty()) return false;
  if (symbol.display.starts_with("std::vector<bool")) return false;
  const ir::TypeTable& types = parts_.program[request.callee].unit->types->types();
  const ir::Type& type = types.resolved(symbol.type);
  const std::string& name = types.resolved(symbol.record).name;
  for (size_t i = 0; i < type.params.size() && i + 1 < request.arguments.size(); ++i) {
    bool is_container = types.is_reference(type.params[i]) &&
                        types.resolved(types.pointee(type.params[i])).name == name;
    if (is_container && !find_followed(path, request.arguments[i + 1].value)) return false;
  }
  return symbol.has(ir::kConstructor) || find_followed(path, request.arguments[0].value);
}

std::optional<Containers::Access> Containers::access(const Path& path,
                                                     const CallRequest& request) const {
  std::string_view method = method_of(parts_.program.symbol(request.callee).display);
  bool is_end = method == "front" || method == "back" || method == "pop_back";
  if (!is_end && method != "operator[]") return std::nullopt;
  const FollowedContainer* container = find_followed(path, request.arguments[0].value);
  std::array<uint64_t, 3> pointers{};
  if (!container || container->element == 0 || !words(path, *container, pointers))
    return std::nullopt;
  Access found{.count = (pointers[1] - pointers[0]) / container->element};
  if (is_end) return found;
  if (request.arguments.size() != 2 || request.arguments[1].value.is_null() ||
      !request.arguments[1].value.is_immediate())
    return std::nullopt;
  found.index = request.arguments[1].value.bits();
  return found;
}

bool Containers::is_noted(const Path& path, const CallRequest& request) const {
  Term address = request.arguments.empty() ? Term() : request.arguments[0].value;
  if (address.is_null() || !address.is_immediate()) return false;
  memory::Spot at = path.state.memory.spot(address.bits());
  return std::any_of(path.followed.begin(), path.followed.end(), [&](const auto& each) {
    return each.object == at.object && at.offset >= 0 &&
           each.offset == static_cast<uint64_t>(at.offset);
  });
}

void Containers::note_built(Path& path, const CallRequest& request) const {
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  if (!symbol.has(ir::kConstructor) || !knows(request.callee) || request.arguments.empty()) return;
  Term address = request.arguments[0].value;
  if (address.is_null() || !address.is_immediate()) return;
  memory::Spot at = path.state.memory.spot(address.bits());
  if (!at.object.valid() || at.offset < 0) return;
  const ir::TypeTable& types = parts_.program[request.callee].unit->types->types();
  std::optional<ScalarAt> first = scalar_at(types, symbol.record, 0);
  ir::TypeId element = first ? types.pointee(first->type) : ir::TypeId();
  if (!element.valid()) return;
  bool is_scalar = parts_.program[request.callee].unit->types->of(element).is_scalar();
  path.followed.push_back({.object = at.object,
                           .offset = static_cast<uint64_t>(at.offset),
                           .element = types.resolved(element).size,
                           .is_scalar = is_scalar});
}

/// From its block to its element.
void Containers::abstract(Path& path, const FollowedContainer& container) const {
  std::array<uint64_t, 3> pointers{};
  if (!words(path, container, pointers)) return;
  memory::Memory& memory = path.state.memory;
  uint32_t bytes = parts_.program.target().pointer_bits / 8;
  auto [begin, end, room] = pointers;
  Term address = memory.address(container.object, static_cast<int64_t>(container.offset));
  ObjectId block = begin == 0 ? ObjectId() : memory.spot(begin).object;
  bool is_open_container = is_open(path, address);
  if (block.valid() && memory.find(block)) {
    Object& own = memory.own(block);
    own.set_attribute(kElementAttribute, logic::kTrue);
    own.flags |= memory::kSizeUnknown;
    if (is_open_container) own.flags |= memory::kEscaped | memory::kAliased;
  }
  Term element;
  if (begin == end) {
    ObjectId none = parts_.evaluator.make_object(path.state, memory::ObjectKind::Heap,
                                                 parts_.evaluator.pointer_constant(1),
                                                 memory::Background::Indeterminate, ir::NodeId());
    Object& own = memory.own(none);
    own.alignment = 16;
    own.flags |= memory::kSizeUnknown;
    own.set_attribute(kElementAttribute, logic::kTrue);
    own.set_attribute(kNoneAttribute, logic::kTrue);
    element = memory.address(none);
  } else {
    element = Term::constant(parts_.program.target().pointer_bits, begin);
    uint64_t count = container.element ? (end - begin) / container.element : 0;
    bool is_same = container.is_scalar && container.element <= 16 && count <= kMaxCompared;
    Term first;
    for (uint64_t i = 0; is_same && i < count; ++i) {
      Term each = emulator_.operands().read(
          path, memory.address(block, static_cast<int64_t>(i * container.element)),
          container.element, nullptr);
      if (i == 0) first = each;
      is_same = !each.is_null() && each == first;
    }
    if (!is_same) {
      std::vector<ObjectId> inside;
      addresses_in(memory, *memory.find(block), inside);
      for (ObjectId id : inside) emulator_.keep(path, memory.address(id));
      parts_.inputs.freshen(path.state, block, Source::Imprecise);
    }
  }
  uint32_t bits = parts_.program.target().pointer_bits;
  Object& own = memory.own(container.object);
  own.contents.write(parts_.pool, container.offset, element);
  for (uint64_t i = 1; i < pointers.size(); ++i)
    own.contents.write(parts_.pool, container.offset + i * bytes,
                       parts_.inputs.unknown_bits(bits, Source::Imprecise));
}

Containers::Lent Containers::hand_over(Path& path, const CallRequest& request) const {
  Lent lent;
  if (path.followed.size() == 0) return lent;
  std::vector<ObjectId> roots, changing;
  for (size_t i = 0; i < request.arguments.size(); ++i) {
    Term value = request.arguments[i].value;
    uint64_t bytes = 0;
    if (value.is_null()) continue;
    addresses_in(path.state.memory, value, roots);
    if (!emulator_.is_to_const(request, i, bytes)) addresses_in(path.state.memory, value, changing);
  }
  std::set<ObjectId> given = reachable(path.state.memory, std::move(roots));
  std::set<ObjectId> changed = reachable(path.state.memory, std::move(changing));
  std::vector<FollowedContainer> all(path.followed.begin(), path.followed.end());
  std::array<uint64_t, 3> pointers{};
  for (const FollowedContainer& each : all) {
    if (!given.contains(each.object) || !words(path, each, pointers)) continue;
    lent.is_none = false;
    ObjectId block = path.state.memory.spot(pointers[0]).object;
    if (!changed.contains(each.object) && !(block.valid() && changed.contains(block))) {
      for (ObjectId id : {each.object, block}) {
        const Object* object = id.valid() ? path.state.memory.find(id) : nullptr;
        if (object) lent.objects.emplace_back(id, memory::Ref<Object>(new Object(*object)));
      }
    }
    abstract(path, each);
  }
  return lent;
}

void Containers::take_back(Path& path, const Lent& lent) const {
  for (const auto& [id, before] : lent.objects) {
    if (!path.state.memory.find(id)) continue;
    Object& object = path.state.memory.own(id);
    object.contents = before->contents;
    object.attributes = before->attributes;
    object.flags = before->flags;
  }
}

void Containers::hand_over_all(Path& path) const {
  std::vector<FollowedContainer> all(path.followed.begin(), path.followed.end());
  for (const FollowedContainer& each : all) abstract(path, each);
}

}  // namespace assay::simulator
