#include "engines/machines/refute_program.h"

#include <algorithm>
#include <optional>
#include <set>

#include "engines/machines/code.h"

namespace assay::machines {
namespace {

using ir::Op;

/// The local that a place is part of; none where it is behind a pointer or global.
std::optional<ir::LocalId> local_of_place(const ir::Body& body, ir::NodeId place) {
  auto is_part = [&](ir::NodeId id) {
    Op op = body[id].op;
    return op == Op::Member || op == Op::Index ||
           (op == Op::Cast &&
            (body[id].has(ir::kLvalue) || body.cast_of(id) == ir::CastKind::ArrayToPointer));
  };
  while (is_part(place)) place = body.kid(place, 0);
  if (body[place].op != Op::Local) return std::nullopt;
  return body.local_of(place);
}

LoopEffect effect_of(const ir::Unit& unit, const ir::Body& body, const Constants& constants,
                     const ir::Loop& loop) {
  const ir::TypeTable& types = unit.types;
  LoopEffect effect;
  bool memory = false;
  std::set<ir::LocalId> locals;
  for (ir::BlockId block : loop.blocks) {
    for (ir::NodeId point : body.points_of(block)) {
      Op op = body[point].op;
      if (op == Op::Decl || op == Op::CatchBegin) locals.insert(body.local_of(point));
      if (op == Op::Call || op == Op::Construct || op == Op::Destroy || op == Op::Asm)
        memory = true;
      std::optional<Write> write = write_of(body, point);
      if (!write) continue;
      std::optional<ir::LocalId> local = local_of_place(body, write->place);
      // A local pointer or reference that is indexed leads elsewhere.
      if (local && !types.is_pointer(body.locals[local->index()].type) &&
          !types.is_reference(body.locals[local->index()].type)) {
        locals.insert(*local);
      } else {
        if (local) locals.insert(*local);
        if (!local || body[write->place].op != Op::Local ||
            types.is_reference(body.locals[local->index()].type))
          memory = true;
      }
    }
  }
  for (ir::BlockId block : loop.blocks) {
    auto points = body.points_of(block);
    if (memory) effect.points.insert(effect.points.end(), points.begin(), points.end());
  }
  for (ir::LocalId flag : loop_flags(unit, body, constants, loop)) locals.erase(flag);
  effect.locals.assign(locals.begin(), locals.end());
  return effect;
}

std::shared_ptr<const PathFunction> describe(callgraph::FunctionId id,
                                             std::shared_ptr<const LoadedFunction> loaded,
                                             const Constants& constants) {
  auto result = std::make_shared<PathFunction>();
  const ir::Body& body = loaded->function.body;
  ir::Loops loops = ir::find_loops(body);
  result->has_other_cycles = loops.irreducible;
  for (const ir::Loop& loop : loops.loops)
    result->loops[loop.header] = effect_of(*loaded->unit, body, constants, loop);
  for (auto& [header, values] : loop_values(*loaded->unit, body, constants))
    result->loops[header].values = std::move(values);
  result->id = id;
  result->loaded = std::move(loaded);
  return result;
}

}  // namespace

std::shared_ptr<const PathFunction> PathFunctions::get(callgraph::FunctionId id) {
  auto found = functions_.find(id);
  if (found != functions_.end()) return found->second;
  std::shared_ptr<const LoadedFunction> loaded = view_.load(id);
  if (!loaded) return nullptr;
  if (nodes_ > kMaxNodes) {
    functions_.clear();
    nodes_ = 0;
  }
  nodes_ += loaded->function.body.nodes.size();
  return functions_[id] = describe(id, std::move(loaded), constants_);
}

std::unique_ptr<PathProgram> PathProgram::load(PathFunctions& all,
                                               std::span<const callgraph::FunctionId> functions) {
  std::unique_ptr<PathProgram> result(new PathProgram);
  std::vector<semantics::UnitPart> parts;
  std::map<int32_t, size_t> part_of;  // by unit: its tables may have been decoded several times
  for (callgraph::FunctionId id : functions) {
    std::shared_ptr<const PathFunction> function = all.get(id);
    if (!function) return nullptr;
    const ir::Unit& tables = *function->loaded->unit;
    auto [part, is_new] = part_of.try_emplace(all.graph().functions[id.index()].unit, parts.size());
    if (is_new) parts.push_back({.unit = &tables, .functions = {}});
    if (tables.pointer_bits != parts[0].unit->pointer_bits ||
        tables.big_endian != parts[0].unit->big_endian)
      return nullptr;
    parts[part->second].functions.push_back(&function->function());
    result->by_function_[&function->function()] = function.get();
    result->functions_[id] = std::move(function);
  }
  result->program_ = std::make_unique<semantics::Program>(parts);
  return result;
}

const PathFunction* PathProgram::find(const ir::Function* function) const {
  auto found = by_function_.find(function);
  return found == by_function_.end() ? nullptr : found->second;
}

bool PathProgram::has_other_cycles() const {
  return std::ranges::any_of(functions_,
                             [](const auto& known) { return known.second->has_other_cycles; });
}

}  // namespace assay::machines
