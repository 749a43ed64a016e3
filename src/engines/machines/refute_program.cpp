#include "engines/machines/refute_program.h"

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

LoopEffect effect_of(const ir::Body& body, const ir::TypeTable& types, const ir::Loop& loop) {
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
  effect.locals.assign(locals.begin(), locals.end());
  return effect;
}

PathFunction describe(const ir::Unit& unit, const ir::Function& function,
                      const Constants& constants) {
  PathFunction result;
  result.function = &function;
  ir::Loops loops = ir::find_loops(function.body);
  result.has_other_cycles = loops.irreducible;
  for (const ir::Loop& loop : loops.loops)
    result.loops[loop.header] = effect_of(function.body, unit.types, loop);
  for (auto& [header, values] : loop_values(unit, function.body, constants))
    result.loops[header].values = std::move(values);
  return result;
}

}  // namespace

std::unique_ptr<PathProgram> PathProgram::load(ProgramView& view,
                                               std::span<const callgraph::FunctionId> functions) {
  std::unique_ptr<PathProgram> result(new PathProgram);
  // Units are compared by their tables, which functions of one unit share.
  std::map<const ir::Unit*, std::vector<std::pair<callgraph::FunctionId, ir::Function>>> by_unit;
  std::vector<std::shared_ptr<const LoadedFunction>> held;
  std::vector<const ir::Unit*> order;
  for (callgraph::FunctionId id : functions) {
    std::shared_ptr<const LoadedFunction> loaded = view.load(id);
    if (!loaded) return nullptr;
    auto& list = by_unit[loaded->unit.get()];
    if (list.empty()) order.push_back(loaded->unit.get());
    list.emplace_back(id, loaded->function);
    held.push_back(std::move(loaded));
  }
  std::vector<const ir::Unit*> units;
  Constants constants(view);
  for (const ir::Unit* tables : order) {
    if (tables->pointer_bits != order[0]->pointer_bits ||
        tables->big_endian != order[0]->big_endian)
      return nullptr;
    ir::Unit& unit = result->units_.emplace_back();
    unit.main_file = tables->main_file;
    unit.language = tables->language;
    unit.target = tables->target;
    unit.big_endian = tables->big_endian;
    unit.pointer_bits = tables->pointer_bits;
    unit.types = tables->types;
    unit.symbols = tables->symbols;
    auto& list = by_unit[tables];
    unit.functions.reserve(list.size());
    for (auto& [id, function] : list) unit.functions.push_back(std::move(function));
    for (size_t i = 0; i < list.size(); ++i) {
      PathFunction& described = result->functions_[list[i].first];
      described = describe(unit, unit.functions[i], constants);
      described.id = list[i].first;
      result->by_function_[described.function] = &described;
    }
    units.push_back(&unit);
  }
  result->program_ = std::make_unique<semantics::Program>(units);
  return result;
}

const PathFunction* PathProgram::find(const ir::Function* function) const {
  auto found = by_function_.find(function);
  return found == by_function_.end() ? nullptr : found->second;
}

}  // namespace assay::machines
