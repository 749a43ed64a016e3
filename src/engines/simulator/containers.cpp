#include "engines/simulator/containers.h"

#include <algorithm>
#include <array>

#include "logic/build.h"

namespace assay::simulator {

using logic::Term;
using memory::Object;
using memory::ObjectId;
using semantics::CallRequest;
using semantics::Source;
using semantics::ValueType;

namespace {

constexpr std::array<std::string_view, 14> kClasses = {"vector",
                                                       "list",
                                                       "deque",
                                                       "forward_list",
                                                       "map",
                                                       "multimap",
                                                       "set",
                                                       "multiset",
                                                       "unordered_map",
                                                       "unordered_set",
                                                       "unordered_multimap",
                                                       "queue",
                                                       "stack",
                                                       "priority_queue"};
constexpr std::array<std::string_view, 6> kTakes = {"operator[]", "at",  "front",
                                                    "back",       "top", "data"};
constexpr std::array<std::string_view, 5> kPuts = {"push_back", "push_front", "push", "insert",
                                                   "assign"};
/// Who goes through all elements, or takes them out until there are none, asks one of these.
constexpr std::array<std::string_view, 7> kWalks = {"size", "empty", "count",   "begin",
                                                    "end",  "find",  "pop_back"};
constexpr std::array<std::string_view, 3> kLooks = {"capacity", "max_size", "reserve"};
/// Larger elements are unknown from the start.
constexpr uint64_t kMaxElement = 4096;

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What stands before the first `<`, behind the last `::` before it.
std::string_view class_name(std::string_view display) {
  constexpr std::string_view kStd = "std::";
  if (!display.starts_with(kStd)) return "";
  display.remove_prefix(kStd.size());
  constexpr std::string_view kVersion = "__cxx11::";
  if (display.starts_with(kVersion)) display.remove_prefix(kVersion.size());
  size_t end = display.find('<');
  return end == display.npos ? "" : display.substr(0, end);
}

/// `insert` of `std::vector<std::pair<a::b, c>>::insert<d>`; empty if it is no method of the class
/// that the name begins with.
std::string_view method_name(std::string_view display) {
  size_t depth = 0, at = 0;
  size_t begin = display.find('<');
  if (begin == display.npos) return "";
  for (at = begin; at < display.size(); ++at) {
    if (display[at] == '<') ++depth;
    if (display[at] == '>' && --depth == 0) break;
  }
  if (at + 3 > display.size() || display.substr(at + 1, 2) != "::") return "";
  std::string_view method = display.substr(at + 3);
  if (method.starts_with("operator")) return method;
  // A class inside the container's is none.
  if (method.find("::") != method.npos && method.find("::") < method.find('<')) return "";
  return method.substr(0, method.find('<'));
}

/// Whether the class that a method's name begins with is one of pointers: a container of them.
bool is_of_pointers(std::string_view display) {
  size_t depth = 0;
  for (char each : display) {
    if (each == '<') ++depth;
    if (each == '*' && depth > 0) return true;
    if (each == '>' && --depth == 0) break;
  }
  return false;
}

}  // namespace

std::string_view Containers::method_of(std::string_view display) { return method_name(display); }
std::string_view Containers::class_of(std::string_view display) { return class_name(display); }

bool Containers::knows(semantics::EntityId callee) const {
  const ir::Symbol& symbol = parts_.program.symbol(callee);
  if (!symbol.has(ir::kMethod)) return false;
  return is_one_of(class_name(symbol.display), kClasses) && !method_name(symbol.display).empty();
}

Term Containers::element(Path& path, Term container, const ValueType* type) const {
  uint32_t bytes = parts_.program.target().pointer_bits / 8;
  Term held = emulator_.operands().read(path, container, bytes, type);
  if (held.is_null() || held.is_value(0)) return Term();
  std::optional<memory::Spot> at = emulator_.operands().spot(path, held);
  const Object* object = at ? path.state.memory.find(at->object) : nullptr;
  bool is_none = object && !object->attribute(kNoneAttribute).is_null();
  return is_none ? Term() : held;
}

/// An empty container is no null pointer to those who look into it: how many elements there are
/// is not followed.
Term Containers::no_element(Path& path, const CallRequest& request) const {
  Term made = make_element(path, request, 1);
  ObjectId id = path.state.memory.spot(made.bits()).object;
  path.state.memory.own(id).set_attribute(kNoneAttribute, logic::kTrue);
  return made;
}

/// Whether others than this function see what is in it.
bool Containers::is_open(Path& path, Term container) const {
  std::optional<memory::Spot> at = emulator_.operands().spot(path, container);
  const Object* object = at ? path.state.memory.find(at->object) : nullptr;
  return !object || object->kind != memory::ObjectKind::Local || object->has(memory::kEscaped);
}

Term Containers::make_element(Path& path, const CallRequest& request, uint64_t bytes) const {
  ObjectId made = parts_.evaluator.make_object(path.state, memory::ObjectKind::Heap,
                                               parts_.evaluator.pointer_constant(bytes),
                                               memory::Background::Indeterminate, request.node);
  Object& object = path.state.memory.own(made);
  object.alignment = 16;
  // Its neighbours may be reached from it.
  object.flags |= memory::kSizeUnknown;
  object.set_attribute(kElementAttribute, logic::kTrue);
  // What is put into it is not lost: whoever has the container has it.
  if (!request.arguments.empty() && is_open(path, request.arguments[0].value)) {
    path.state.memory.own(made).flags |= memory::kEscaped | memory::kAliased;
  }
  return path.state.memory.address(made);
}

/// An element of which nothing is known.
Term Containers::any_element(Path& path, const CallRequest& request, ir::TypeId type) const {
  const ir::TypeTable& types = parts_.function.unit->types->types();
  Term made = make_element(path, request, types.resolved(type).size);
  ObjectId id = path.state.memory.spot(made.bits()).object;
  path.state.memory.own(id).type = type;
  parts_.inputs.freshen(path.state, id, Source::Imprecise);
  return made;
}

/// Of `container[key]`: the key, by reference or by value; true if there is none that is known.
Term Containers::index_of(Path& path, const CallRequest& request) const {
  const semantics::Entity& callee = parts_.program[request.callee];
  const ir::TypeTable& types = callee.unit->types->types();
  const ir::Type& type = types.resolved(parts_.program.symbol(request.callee).type);
  if (type.params.size() != 1 || request.arguments.size() != 2) return logic::kTrue;
  Term given = request.arguments[1].value;
  if (!types.is_reference(type.params[0])) return given.is_null() ? logic::kTrue : given;
  const ValueType& key = callee.unit->types->of(types.pointee(type.params[0]));
  Term value = key.is_scalar() && !given.is_null()
                   ? emulator_.operands().read(path, given, key.accessed, &key)
                   : Term();
  return value.is_null() ? logic::kTrue : value;
}

/// Whether the element was taken out before, by another index or by none that is known.
bool Containers::is_another(Path& path, const CallRequest& request, Term element) const {
  std::optional<memory::Spot> at = emulator_.operands().spot(path, element);
  if (!at || !path.state.memory.find(at->object)) return false;
  Term index = index_of(path, request);
  Term before = path.state.memory.find(at->object)->attribute(kTakenAttribute);
  if (!before.is_null()) return before != index || index == logic::kTrue;
  path.state.memory.own(at->object).set_attribute(kTakenAttribute, index);
  return false;
}

void Containers::set_element(Path& path, Term container, Term element) const {
  std::optional<memory::Spot> at = emulator_.operands().spot(path, container);
  if (!at || at->offset < 0 || !path.state.memory.find(at->object)) return;
  path.state.memory.own(at->object)
      .contents.write(parts_.pool, static_cast<uint64_t>(at->offset), element);
}

void Containers::renew_element(Path& path, Term container, ir::NodeId at) const {
  Term held = element(path, container, nullptr);
  std::optional<memory::Spot> spot = emulator_.operands().spot(path, held);
  memory::Memory& memory = path.state.memory;
  if (!spot || !memory.find(spot->object)) return;
  const memory::Ref<Object> before(new Object(*memory.find(spot->object)));
  ObjectId made = parts_.evaluator.make_object(path.state, memory::ObjectKind::Heap, before->size,
                                               memory::Background::Indeterminate, at);
  Object& object = memory.own(made);
  object.alignment = 16;
  object.type = before->type;
  object.flags |= memory::kSizeUnknown |
                  (before->flags & static_cast<uint8_t>(memory::kEscaped | memory::kAliased));
  object.set_attribute(kElementAttribute, logic::kTrue);
  if (before->kind == memory::ObjectKind::Heap) {
    object.contents = before->contents;
    if (Term fresh = before->attribute(kFreshAttribute); !fresh.is_null())
      object.set_attribute(kFreshAttribute, fresh);
  } else {
    object.flags |= memory::kEscaped | memory::kAliased;
    parts_.inputs.freshen(path.state, made, Source::Imprecise);
  }
  set_element(path, container, memory.address(made));
}

Term Containers::make_node(Path& path, const CallRequest& request) const {
  constexpr uint64_t kLinks = 64;  // at least
  Term made = make_element(path, request, kLinks);
  ObjectId id = path.state.memory.spot(made.bits()).object;
  path.state.memory.own(id).flags |= memory::kEscaped | memory::kAliased;
  parts_.inputs.freshen(path.state, id, Source::Imprecise);
  return made;
}

/// Of `container[key] = value`: the value, which C++ evaluates first; none elsewhere.
ir::NodeId Containers::assigned_value(ir::NodeId call) const {
  const ir::Body& body = *parts_.function.body;
  if (parents_.empty()) parents_ = body.parents();
  ir::NodeId place = parents_[call.index()];
  if (!place.valid() || body[place].op != ir::Op::Deref) return ir::NodeId();
  ir::NodeId assign = parents_[place.index()];
  bool is_target = assign.valid() && body[assign].op == ir::Op::Assign &&
                   body.kid(assign, 0) == place && body[assign].kid_count == 2;
  return is_target ? body.kid(assign, 1) : ir::NodeId();
}

void Containers::forget(Path& path, const CallRequest& request) {
  emulator_.call_unknown(path, request);
}

/// One more element; null: nobody knows which.
void Containers::put_value(Path& path, const CallRequest& request, Term value) {
  Term container = request.arguments[0].value;
  Term known = element(path, container, nullptr);
  if (value.is_null() || value.width() % 8 != 0) return forget(path, request);
  if (is_open(path, container)) emulator_.keep(path, value);
  if (known.is_null()) {
    Term made = make_element(path, request, value.width() / 8);
    ObjectId id = path.state.memory.spot(made.bits()).object;
    path.state.memory.own(id).contents.write(parts_.pool, 0, value);
    set_element(path, container, made);
    return;
  }
  Term before = emulator_.operands().read(path, known, value.width() / 8, nullptr);
  if (before == value) return;
  // Elements that differ: any of them.  Where they are not known, whoever knows them has this too.
  emulator_.keep(path, value);
  std::optional<memory::Spot> spot = emulator_.operands().spot(path, known);
  if (!spot) return;
  emulator_.keep(path, before);
  parts_.inputs.freshen(path.state, spot->object, Source::Imprecise);
}

/// The last argument is a reference to what is put in.
void Containers::put(Path& path, const CallRequest& request) {
  const semantics::Entity& callee = parts_.program[request.callee];
  const ir::TypeTable& types = callee.unit->types->types();
  const ir::Type& type = types.resolved(parts_.program.symbol(request.callee).type);
  bool is_reference = !type.params.empty() && types.is_reference(type.params.back()) &&
                      request.arguments.size() == type.params.size() + 1;
  if (!is_reference) return forget(path, request);
  uint64_t bytes = types.resolved(types.pointee(type.params.back())).size;
  bool is_scalar = callee.unit->types->of(types.pointee(type.params.back())).is_scalar();
  if (bytes == 0 || bytes > 16 || !is_scalar) return forget(path, request);
  Term value =
      emulator_.operands().read(path, request.arguments.back().value, bytes,
                                &callee.unit->types->of(types.pointee(type.params.back())));
  put_value(path, request, value);
  emulator_.set_unknown_result(path, request);
}

void Containers::construct(Path& path, const CallRequest& request) {
  Term container = request.arguments[0].value;
  const semantics::Entity& callee = parts_.program[request.callee];
  const ir::TypeTable& types = callee.unit->types->types();
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  const ir::Type& type = types.resolved(symbol.type);
  std::optional<memory::Spot> at = emulator_.operands().spot(path, container);
  if (!at || !path.state.memory.find(at->object)) return forget(path, request);
  bool is_copy =
      !type.params.empty() && types.is_reference(type.params[0]) &&
      types.resolved(types.pointee(type.params[0])).name == types.resolved(symbol.record).name;
  uint64_t size = types.resolved(symbol.record).size;
  Term held = is_copy ? emulator_.operands().read(path, request.arguments[1].value,
                                                  parts_.program.target().pointer_bits / 8, nullptr)
                      : no_element(path, request);
  if (held.is_null() || (!is_copy && !type.params.empty())) return forget(path, request);
  Object& object = path.state.memory.own(at->object);
  if (at->offset >= 0 && size <= kMaxElement) {
    object.contents.fill(parts_.pool, static_cast<uint64_t>(at->offset), size, 0);
  }
  set_element(path, container, held);
}

/// How many elements there are is not followed: rounds over them are taken for none as well, and
/// what becomes of the blocks that they lead to is up to whoever asks.
/// APPROX(under): one that only counts them, and lets them go, leaks nothing.
void Containers::keep_elements(Path& path, const CallRequest& request) {
  emulator_.keep(path, element(path, request.arguments[0].value, nullptr));
}

bool Containers::give_element(Path& path, const CallRequest& request) {
  if (!request.result || request.result->shape != semantics::Shape::Pointer) return false;
  const ir::TypeTable& types = parts_.function.unit->types->types();
  ir::TypeId pointee = types.pointee(request.result->type);
  if (!pointee.valid()) return false;
  uint64_t bytes = types.resolved(pointee).size;
  if (bytes == 0 || bytes > kMaxElement) return false;
  Term container = request.arguments[0].value;
  if (ir::NodeId value = assigned_value(request.node); value.valid()) {
    Term stored = parts_.evaluator.value_of(path.state, value);
    bool is_scalar = parts_.function.unit->types->of(pointee).is_scalar();
    if (!is_scalar || stored.is_null() || stored.width() != bytes * 8) return false;
    put_value(path, request, stored);
    // What is written goes where nobody looks: the element has it already.
    Term scratch = make_element(path, request, bytes);
    parts_.evaluator.set_value(path.state, request.node, scratch);
    return true;
  }
  Term held = element(path, container, request.result);
  if (held.is_null()) {
    held = any_element(path, request, pointee);
    set_element(path, container, held);
  }
  // There is one: an empty container is not asked.
  parts_.judge.assume(path, logic::is_nonzero(parts_.pool, held));
  if (is_another(path, request, held)) held = any_element(path, request, pointee);
  parts_.evaluator.set_value(path.state, request.node, held);
  return true;
}

void Containers::call(Path& path, const CallRequest& request) {
  const ir::Symbol& symbol = parts_.program.symbol(request.callee);
  std::string_view method = method_name(symbol.display);
  hand_over(path, request);
  if (request.arguments.empty() || request.arguments[0].value.is_null()) {
    return forget(path, request);
  }
  if (symbol.has(ir::kConstructor)) return construct(path, request);
  if (symbol.has(ir::kDestructor)) return;
  if (is_one_of(method, kPuts)) return put(path, request);
  if (is_one_of(method, kTakes) && give_element(path, request)) return;
  if (is_one_of(method, kWalks)) {
    if (is_of_pointers(symbol.display)) keep_elements(path, request);
    return emulator_.set_unknown_result(path, request);
  }
  if (is_one_of(method, kLooks)) return emulator_.set_unknown_result(path, request);
  forget(path, request);
}

}  // namespace assay::simulator
