#include "ir/loop_flags.h"

#include <algorithm>
#include <map>
#include <set>

namespace assay::ir {
namespace {

bool is_integer(const TypeTable& types, TypeId type) {
  TypeKind kind = types.resolved(type).kind;
  return kind == TypeKind::Int || kind == TypeKind::Bool || kind == TypeKind::Enum;
}

bool may_be_flag(const Unit& unit, const Body& body, LocalId local) {
  const Local& variable = body.locals[local.index()];
  return !variable.address_taken && is_integer(unit.types, variable.type);
}

bool is_write(Op op) {
  return (op >= Op::Assign && op <= Op::PostDec) || op == Op::Init || op == Op::Construct;
}

}  // namespace

std::vector<LocalId> loop_flags(const Unit& unit, const Body& body, const Loop& loop,
                                size_t max_values, const ConstantOf& constant_of) {
  std::map<LocalId, std::set<uint64_t>> values;  // what each is set to; none: it is no flag
  for (BlockId block : loop.blocks) {
    for (NodeId point : body.points_of(block)) {
      Op op = body[point].op;
      if (op == Op::Asm) return {};  // its outputs may be anything
      if (op == Op::Decl || op == Op::CatchBegin) values[body.local_of(point)].clear();
      if (!is_write(op) || body[point].kid_count == 0) continue;
      NodeId place = body.kid(point, 0);
      if (body[place].op != Op::Local) continue;
      auto [known, is_first] = values.try_emplace(body.local_of(place));
      if (!is_first && known->second.empty()) continue;
      std::optional<uint64_t> value;
      if ((op == Op::Assign || op == Op::Init) && may_be_flag(unit, body, known->first))
        value = constant_of(body.kid(point, 1));
      if (value) known->second.insert(*value);
      if (!value || known->second.size() > max_values) known->second.clear();
    }
  }
  std::vector<LocalId> flags;
  for (const auto& [local, numbers] : values)
    if (!numbers.empty()) flags.push_back(local);
  return flags;
}

}  // namespace assay::ir
