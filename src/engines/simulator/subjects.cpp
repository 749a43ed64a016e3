// What a broken constraint is about, in the words of the source.
#include <fmt/format.h>

#include <algorithm>

#include "engines/simulator/emulator.h"

namespace assay::simulator {

using models::NodeKind;

namespace {

/// `.a.b[2]`: the scalar or member of so many bytes at an offset; `type` becomes its type.
std::string member_path(const ir::TypeTable& types, ir::TypeId& type, uint64_t offset,
                        uint64_t bytes) {
  std::string path;
  while (type.valid()) {
    const ir::Type& at = types.resolved(type);
    if (offset == 0 && at.size == bytes && at.kind != ir::TypeKind::Array) return path;
    if (at.kind == ir::TypeKind::Array) {
      uint64_t element = types.resolved(at.inner).size;
      if (element == 0 || offset >= at.size) break;
      path += fmt::format("[{}]", offset / element);
      offset %= element;
      type = at.inner;
      continue;
    }
    if (at.kind != ir::TypeKind::Record) break;
    const ir::Field* found = nullptr;
    for (const ir::Field& field : at.fields) {
      uint64_t begin = field.bit_offset / 8;
      bool covers = offset >= begin && offset < begin + types.resolved(field.type).size;
      if (covers && !field.is_bit_field) found = &field;
    }
    if (!found) break;
    if (!found->name.empty()) path += fmt::format(".{}", found->name);
    offset -= found->bit_offset / 8;
    type = found->type;
  }
  type = ir::TypeId();
  return path;
}

}  // namespace

/// `state->strm.next_in` for `*<8:128>state`: what the operation speaks of, not what was passed.
std::string Emulator::subject_text(const EmulatedCall& call, std::string argument) const {
  const models::Operand& operand = *call.subject;
  size_t derefs = operand.nodes.size() - 1;
  for (size_t i = 0; i < derefs; ++i) {
    if (operand.nodes[i].kind != NodeKind::Deref) return argument;
  }
  bool is_known = operand.nodes.back().kind == NodeKind::Variable && call.type_table &&
                  call.about < call.types.size() && call.types[call.about];
  if (!is_known) return argument;
  ir::TypeId type = call.types[call.about]->type;
  // An object that a method or a reference is called with: what is passed is its address.
  const ir::Body& body = *parts_.function.body;
  ir::NodeId node = argument_node(call);
  bool decays = false;
  while (node.valid() && body[node].op == ir::Op::Cast && body[node].kid_count > 0) {
    decays = decays || body.cast_of(node) == ir::CastKind::ArrayToPointer;
    node = body.kid(node, 0);
  }
  bool is_place = node.valid() && body[node].has(ir::kLvalue) && !decays;
  for (size_t i = derefs; i-- > 0;) {
    const models::ByteField& field = operand.nodes[i].field;
    ir::TypeId pointee = type.valid() ? call.type_table->pointee(type) : ir::TypeId();
    bool is_first = i + 1 == derefs;
    if (is_place && is_first && !pointee.valid()) pointee = type;
    if (!pointee.valid() || !field.size || field.offset.value_or(0) < 0) return argument;
    uint64_t offset = static_cast<uint64_t>(field.offset.value_or(0));
    uint64_t element = call.type_table->resolved(pointee).size;
    std::string path;
    if (element > 0 && offset >= element) {
      path = fmt::format("[{}]", offset / element);
      offset %= element;
      type = pointee;
      path += member_path(*call.type_table, type, offset, *field.size);
      argument += path;
      continue;
    }
    type = pointee;
    path = member_path(*call.type_table, type, offset, *field.size);
    bool is_address = argument.starts_with("&");
    if (is_address) argument.erase(0, 1);
    is_address = is_address || (is_place && is_first);
    if (path.empty()) {
      if (!is_address) argument.insert(0, "*");
    } else if (path.starts_with(".") && !is_address) {
      argument += "->" + path.substr(1);
    } else {
      argument += path;
    }
  }
  return argument;
}

ir::NodeId Emulator::argument_node(const EmulatedCall& call) const {
  const ir::Body& body = *parts_.function.body;
  if (call.about == UINT32_MAX || !call.request.node.valid()) return ir::NodeId();
  std::span<const ir::NodeId> kids = body.kids_of(call.request.node);
  size_t first = body[call.request.node].op == ir::Op::Call ? 1 : 0;
  size_t index = call.about;
  // What a callback gets is what was handed over for it.
  if (!call.passed.empty()) index = index < call.passed.size() ? call.passed[index] : UINT32_MAX;
  return index + first < kids.size() ? kids[index + first] : ir::NodeId();
}

void Emulator::warn_of_member(Path& path, const EmulatedCall& call, uint64_t bytes) const {
  const ir::Body& body = *parts_.function.body;
  const ir::TypeTable& types = parts_.function.unit->types->types();
  ir::NodeId node = argument_node(call);
  bool is_argument = call.subject && call.subject->nodes.size() == 1 && node.valid();
  if (!is_argument || path.state.frames.size() != 1) return;
  bool decays = false;
  while (body[node].op == ir::Op::Cast && body[node].kid_count > 0) {
    decays = decays || body.cast_of(node) == ir::CastKind::ArrayToPointer;
    node = body.kid(node, 0);
  }
  if (!decays || body[node].op != ir::Op::Member) return;
  const ir::Type& array = types.resolved(body[node].type);
  const ir::Type& record = types.resolved(body[body.kid(node, 0)].type);
  size_t field = body[node].payload;
  // The last array of a record may be longer than it says.
  bool is_inner = array.kind == ir::TypeKind::Array && array.count > 1 &&
                  record.kind == ir::TypeKind::Record && !record.has(ir::kUnion) &&
                  field + 1 < record.fields.size();
  if (!is_inner || bytes <= array.size) return;
  parts_.judge.reporter().warn(
      path, warning(path, call, "buffer-overflow",
                    fmt::format("'{}' writes {} bytes to '{}', which has room for {}",
                                parts_.judge.reporter().callee_name(call.request.node), bytes,
                                argument_text(call), array.size)));
}

std::string Emulator::argument_text(const EmulatedCall& call) const {
  const ir::Body& body = *parts_.function.body;
  ir::NodeId node = argument_node(call);
  while (node.valid() && body[node].op == ir::Op::Cast && body[node].kid_count > 0) {
    node = body.kid(node, 0);
  }
  std::string text = parts_.judge.reporter().text(node);
  if (!call.subject) return text;
  if (!text.empty()) return subject_text(call, std::move(text));
  // Not passed at all: a global.
  for (const models::Node& each : call.subject->nodes) {
    if (each.kind != NodeKind::Variable) continue;
    const std::string& name = call.model().externals[each.external.index()].name;
    auto global = std::find_if(parts_.program.entities().begin(), parts_.program.entities().end(),
                               [&](const auto& entity) { return entity.name == name; });
    if (global == parts_.program.entities().end()) return name;
    semantics::EntityId id(static_cast<uint32_t>(global - parts_.program.entities().begin()));
    const std::string& display = parts_.program.symbol(id).display;
    return display.empty() ? name : display;
  }
  return text;
}

Warning Emulator::warning(const Path& path, const EmulatedCall& call, std::string kind,
                          std::string message) const {
  Warning made{.kind = std::move(kind), .message = std::move(message), .node = call.request.node};
  made.variable = argument_text(call);
  ir::NodeId value = argument_node(call);
  const ir::Body& body = *parts_.function.body;
  while (value.valid() && body[value].op == ir::Op::Cast && body[value].kid_count > 0) {
    value = body.kid(value, 0);
  }
  if (value.valid() && body[value].op == ir::Op::Load) value = body.kid(value, 0);
  made.notes = parts_.judge.reporter().origin_of(path, value);
  if (path.asking.callee) made.deeper = name_of(*path.asking.callee, *path.asking.operation);
  return made;
}

}  // namespace assay::simulator
