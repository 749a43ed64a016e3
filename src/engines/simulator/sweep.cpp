// The end of a path: mark and sweep for what was lost, and for what should not have been left.
#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/containers.h"
#include "engines/simulator/extract.h"
#include "engines/simulator/inner.h"
#include "engines/simulator/reach.h"
#include "logic/build.h"

namespace assay::simulator {

using ir::NodeId;
using logic::Term;
using memory::Object;
using memory::ObjectId;
using memory::ObjectKind;

NodeId Extractor::end_node(const Path& path) const {
  const ir::Body& body = *parts_.function.body;
  if (path.end == models::ReturnType::Throw) return path.thrown_at;
  NodeId found = body.blocks[path.state.frame().block.index()].operand;
  if (found.valid()) return found;
  for (const Crumb& crumb : trail_.until(path.trail)) {
    if (crumb.kind != CrumbKind::Block) continue;
    for (NodeId point : body.points_of(crumb.block)) {
      if (body[point].op == ir::Op::Return) found = point;
    }
  }
  return found;
}

/// Whether it is a descriptor that the path knows for one of those that a program begins with: they
/// stay open.
bool Extractor::is_standard(const Path& path, const Resource& resource) const {
  constexpr uint64_t kLast = 2;
  if (resource.is_behind_pointer || resource.key.width() >= 64) return false;
  Term last = Term::constant(resource.key.width(), kLast);
  return parts_.judge.solver().decide(path.conditions,
                                      logic::sle(parts_.pool, resource.key, last)) == Tri::Yes;
}

namespace {

/// Whether a place is behind a pointer that leads to no block of this function's own making: what
/// is put there is known to whoever knows that, though later stores may hide it from us.
bool is_elsewhere(const Path& path, const ir::Body& body, NodeId place) {
  bool is_behind = false;
  while (place.valid()) {
    const ir::Node& node = body[place];
    if (node.op == ir::Op::Global) return is_behind;
    if (node.op == ir::Op::Local) break;
    bool is_way = node.op == ir::Op::Load || node.op == ir::Op::Deref ||
                  node.op == ir::Op::Member || node.op == ir::Op::Index ||
                  node.op == ir::Op::Cast || node.op == ir::Op::Add || node.op == ir::Op::Sub;
    if (!is_way || node.kid_count == 0) return is_behind;
    is_behind = is_behind || node.op == ir::Op::Deref;
    place = body.kid(place, 0);
  }
  if (!is_behind || !place.valid()) return false;
  Term variable = path.state.frame().locals[body.local_of(place).index()];
  if (variable.is_null() || !variable.is_immediate()) return true;
  const memory::Memory& memory = path.state.memory;
  const Object* local = memory.find(memory.spot(variable.bits()).object);
  if (!local) return true;
  std::vector<ObjectId> led;
  addresses_in(memory, *local, led);
  return std::none_of(led.begin(), led.end(), [&](ObjectId id) {
    const Object* object = memory.find(id);
    return object && object->attribute(kElementAttribute).is_null() &&
           (object->kind == ObjectKind::Heap || object->kind == ObjectKind::Local);
  });
}

/// Whether the path knows a number to be one that somebody else knows: callers find it by that.
bool has_other_name(const Path& path, const Parts& parts, Term number) {
  return std::any_of(path.conditions.begin(), path.conditions.end(), [&](Term each) {
    if (each.is_immediate() || !parts.pool.is(each, logic::Op::Eq)) return false;
    Term a = parts.pool.arg(each, 0), b = parts.pool.arg(each, 1);
    Term other = a == number ? b : b == number ? a : Term();
    return !other.is_null() && !other.is_immediate();
  });
}

/// Whether the path asked if a pointer is null that rounds which were not followed have left: what
/// they made hangs together in ways that are forgotten.
bool asks_for_lost_pointer(const Path& path, const Parts& parts) {
  Solver& solver = parts.judge.solver();
  return std::any_of(path.decisions.begin(), path.decisions.end(), [&](const Decision& decision) {
    if (decision.is_forced || decision.condition.is_immediate()) return false;
    const Solver::Symbols symbols = solver.symbols_of(decision.condition);
    return std::any_of(symbols.begin(), symbols.end(), [&](uint32_t each) {
      Term symbol = solver.term(each);
      InputId id = parts.inputs.of_symbol(symbol);
      return id.valid() && parts.inputs[id].is_null == symbol && parts.inputs.is_of_loop(id);
    });
  });
}

}  // namespace

void Extractor::report_leaks(Path& path, const std::set<ObjectId>& marked,
                             const std::set<Term>& kept) {
  if (asks_for_lost_pointer(path, parts_)) return;
  Reporter& reporter = parts_.judge.reporter();
  const ir::Body& body = *parts_.function.body;
  std::vector<NodeId> parents;
  auto holder = [&](NodeId call) {
    if (parents.empty()) parents = body.parents();
    for (NodeId at = call; at.valid(); at = parents[at.index()]) {
      ir::Op op = body[at].op;
      if (op == ir::Op::Assign || op == ir::Op::Init) return body.kid(at, 0);
      if (op != ir::Op::Call && op != ir::Op::Cast && op != ir::Op::New) break;
    }
    return NodeId();
  };
  auto report = [&](std::string kind, std::string what, const Note& made) {
    NodeId place = holder(made.node);
    std::string variable = place.valid() ? reporter.text(place) : "";
    std::string message = variable.empty() ? what : fmt::format("{} '{}'", what, variable);
    Warning warning{.kind = std::move(kind),
                    .message = std::move(message),
                    .node = end_node(path),
                    .cause = made.node,
                    .variable = variable};
    warning.notes.push_back(made);
    reporter.warn(path, std::move(warning));
  };
  path.state.memory.for_each([&](ObjectId id, const Object& object) {
    if (object.kind != ObjectKind::Heap || !object.live.is_true()) return;
    if (!object.attribute(kElementAttribute).is_null()) return;
    if (object.has(memory::kEscaped) || marked.contains(id)) return;
    if (leaps_.may_keep(path, id) || is_elsewhere(path, body, holder(object.origin.node))) return;
    report("leak", "leaking memory", allocated_at(object));
  });
  for (const Resource& resource : path.resources) {
    // A lock that is made here and left locked: nobody else knows that it is.
    bool is_locked = resource.is_new && resource.state == kLocked && !resource.is_escaped &&
                     parts_.models.has_state(resource.type, kLocked);
    if (is_locked)
      report("lock-misuse", "leaving a lock locked", {resource.node, "it is locked here"});
    // Who catches it cannot know whether it is.  A callee that did both was told of.
    bool is_left = path.end == models::ReturnType::Throw && !resource.is_new &&
                   resource.is_changed && resource.state == kLocked &&
                   resource.node != path.thrown_at;
    if (is_left)
      report("lock-misuse", "an exception leaves a lock locked",
             {resource.node, "it is locked here"});
    if (!resource.is_new || !resource.is_held || resource.is_escaped) continue;
    if (is_standard(path, resource) || has_other_name(path, parts_, resource.key)) continue;
    if (kept.contains(resource.key) || leaps_.may_keep(path, resource)) continue;
    if (resource.is_behind_pointer && resource.key.is_immediate()) {
      ObjectId id = path.state.memory.spot(resource.key.bits()).object;
      const Object* object = path.state.memory.find(id);
      // What stands in an object that callers see is theirs.
      InputId pointer = parts_.inputs.leading_to(id);
      bool is_seen = pointer.valid() && parts_.inputs[pointer].holder.kind != HolderKind::Fresh;
      is_seen = is_seen || (object && object->kind == ObjectKind::Global);
      if (is_seen || marked.contains(id) || !object || object->has(memory::kEscaped)) continue;
      if (leaps_.may_keep(path, id)) continue;
    }
    report("resource-leak", fmt::format("leaking resource ({})", resource.type),
           {resource.node, "it is acquired here", models::Operator::ResourceNew});
  }
}

/// Addresses of this function's variables, and of freed memory, must not be left to callers.
bool Extractor::report_escapes(Path& path) {
  Reporter& reporter = parts_.judge.reporter();
  const memory::Memory& memory = path.state.memory;
  const semantics::Frame& frame = path.state.frame();
  Term value = frame.result;
  if (value.is_null() || !value.is_immediate() || value.width() != memory.target().pointer_bits) {
    return true;
  }
  memory::Spot spot = memory.spot(value.bits());
  if (!spot.object.valid()) return true;
  const Object* object = memory.find(spot.object);
  NodeId end = end_node(path);
  const ir::Body& body = *parts_.function.body;
  bool is_returned_pointer = end.valid() && body[end].op == ir::Op::Return &&
                             body[end].kid_count > 0 &&
                             parts_.function.unit->types->of(body[body.kid(end, 0)].type).shape ==
                                 semantics::Shape::Pointer;
  if (!is_returned_pointer) return true;
  std::string text = reporter.text(body.kid(end, 0));
  if (object && object->kind == ObjectKind::Heap && object->live.is_false()) {
    if (Judge::is_leapt_end(path, *object)) return true;
    Warning warning{.kind = "freed-return",
                    .message = fmt::format("returning pointer '{}' {}", text, led_to(*object)),
                    .node = end,
                    .variable = text};
    warning.notes.push_back(ended_note(*object));
    reporter.warn(path, std::move(warning));
    return false;
  }
  bool is_local = !object || object->kind == ObjectKind::Local;
  if (!is_local) return true;
  bool has_name =
      object && object->origin.entity != UINT32_MAX && object->origin.entity < body.locals.size();
  std::string name = has_name ? reporter.local_name(object->origin.entity) : text;
  reporter.warn(
      path,
      {.kind = "stack-escape",
       .message = name.empty() ? std::string("returning pointer to a local variable")
                               : fmt::format("returning pointer to local variable '{}'", name),
       .node = end,
       .variable = name});
  return false;
}

bool Extractor::sweep(Path& path) {
  const memory::Memory& memory = path.state.memory;
  bool is_good = report_escapes(path);
  if (!parts_.options.leaks) return is_good;
  // Roots: all that callers see, or that unknown code may have seen.  A new resource's own object
  // is no root: somebody has to know it.
  std::set<ObjectId> resources;
  for (const Resource& resource : path.resources) {
    if (resource.is_new && resource.key.is_immediate() && resource.is_behind_pointer) {
      resources.insert(memory.spot(resource.key.bits()).object);
    }
  }
  std::vector<ObjectId> roots;
  std::set<Term> kept;
  auto keep = [&](const Object& object) {
    addresses_in(memory, object, roots);
    object.contents.for_each_page([&](uint64_t, const memory::Page& page) {
      for (const memory::Cell& cell : page.cells) kept.insert(cell.value);
    });
  };
  auto is_thrown = [&](ObjectId id) {
    const std::vector<semantics::Exception>& known = path.state.exceptions.known;
    return std::any_of(known.begin(), known.end(),
                       [&](const semantics::Exception& each) { return each.object == id; });
  };
  memory.for_each([&](ObjectId id, const Object& object) {
    bool is_root = object.kind == ObjectKind::Environment || object.kind == ObjectKind::Global ||
                   object.has(memory::kEscaped) || is_thrown(id) || is_lent(id, object);
    if (is_root && !resources.contains(id)) keep(object);
  });
  Term value = path.state.frame().result;
  if (!value.is_null()) {
    addresses_in(memory, value, roots);
    kept.insert(value);
  }
  std::set<ObjectId> marked = reachable(memory, std::move(roots));
  for (ObjectId id : marked) {
    if (const Object* object = memory.find(id)) keep(*object);
  }
  report_leaks(path, marked, kept);
  return is_good;
}

}  // namespace assay::simulator
