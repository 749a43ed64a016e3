#include "engines/machines/pointers.h"

#include <algorithm>
#include <set>

#include "engines/machines/code.h"
#include "engines/machines/writes.h"

namespace assay::machines {
namespace {

using callgraph::FunctionId;
using ir::LocalId;
using ir::NodeId;
using ir::Op;
using ir::TypeKind;

NodeId without_casts(const ir::Body& body, NodeId node) {
  while (body[node].op == Op::Cast && body[node].kid_count == 1) node = body.kid(node, 0);
  return node;
}

bool is_pointer(const ir::Unit& unit, ir::TypeId type) {
  return type.valid() && unit.types.is_pointer(type);
}

/// By the parameter's own type: an argument may have lost the word.
bool takes_constant(const ir::Unit& unit, const ir::Type& callee, size_t parameter) {
  return parameter < callee.params.size() &&
         leads_to_constant(unit.types, callee.params[parameter]);
}

/// `malloc_usable_size(void *)`: a function of the library that is told neither what is there nor
/// how much of it could not write it.
bool takes_untyped(const ir::Unit& unit, const ir::Type& callee) {
  return callee.params.size() == 1 && is_pointer(unit, callee.params.front()) &&
         unit.types.resolved(unit.types.pointee(callee.params.front())).kind == TypeKind::Void;
}

}  // namespace

// Recursion adds nothing: all that a question leads to has to hold.
template <class Other, class Find>
bool Pointers::holds_everywhere(std::map<Other, Answer<Other>>& known, const Other& first,
                                Find find) {
  constexpr size_t kMany = 64;  // APPROX(over): what leads further is not known to hold
  auto at = [&](const Other& one) -> Answer<Other>& {
    auto found = known.find(one);
    return found != known.end() ? found->second : known.emplace(one, find(one)).first->second;
  };
  if (at(first).all) return *at(first).all;
  std::vector<Other> todo{first};
  std::set<Other> seen{first};
  bool holds = true;
  for (size_t i = 0; i < todo.size() && holds; ++i) {
    const Answer<Other>& one = at(todo[i]);
    holds = one.holds && todo.size() < kMany;
    for (const Other& other : one.others)
      if (seen.insert(other).second) todo.push_back(other);
  }
  at(first).all = holds;
  return holds;
}

// False: it may be written.  Where a function of the program gets it, that one is asked.
bool Pointers::hand_on(const ir::Unit& unit, const callgraph::ProgramFunction& function,
                       const ir::Body& body, NodeId call, size_t operand,
                       std::vector<Param>& others) {
  if (operand == 0 || body[call].op != Op::Call) return false;
  const ir::Symbol* callee = callee_of(unit, body, call);
  if (callee != nullptr && callee->has(ir::kSystem)) {
    if (view_.only_frees(callee->name)) return true;
    if (!callee->type.valid()) return false;
    const ir::Type& type = unit.types.resolved(callee->type);
    return type.kind == TypeKind::Function &&
           (takes_constant(unit, type, operand - 1) || takes_untyped(unit, type));
  }
  std::span<const callgraph::CallSite> sites = sites_at(function, call);
  if (sites.empty()) return false;
  for (const callgraph::CallSite& site : sites) {
    if (site.open || site.targets.empty()) return false;
    for (FunctionId target : site.targets) {
      if (view_.graph().functions[target.index()].unit < 0) return false;
      others.emplace_back(target, static_cast<uint32_t>(operand - 1));
    }
  }
  return true;
}

// Each read of it is compared, tested, or handed on.
Pointers::Answer<Pointers::Param> Pointers::look_at(const Param& param) {
  Answer<Param> answer;
  answer.holds = false;
  LocalId local(param.second);
  std::shared_ptr<const LoadedFunction> loaded = view_.load(param.first);
  if (!loaded || local.index() >= loaded->function.body.param_count) return answer;
  const ir::Body& body = loaded->function.body;
  const ir::Unit& unit = *loaded->unit;
  const callgraph::ProgramFunction& function = view_.graph().functions[param.first.index()];
  if (body.locals[local.index()].address_taken) return answer;
  auto is_it = [&](NodeId node) {
    return body[node].op == Op::Local && body.local_of(node) == local;
  };
  std::vector<bool> holds(body.nodes.size());
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    NodeId node(i);
    std::optional<Write> write = write_of(body, node);
    if (write && is_it(write->place)) return answer;
    std::span<const NodeId> kids = body.kids_of(node);
    for (size_t k = 0; k < kids.size(); ++k) {
      bool is_cast = body[node].op == Op::Cast;
      if (body[node].op == Op::Load && is_it(kids[k])) holds[i] = true;
      if (!holds[kids[k].index()]) continue;
      if (is_cast && is_pointer(unit, body[node].type)) holds[i] = true;
      bool is_looked_at =
          is_cast || body[node].op == Op::Eq || body[node].op == Op::Ne || body[node].op == Op::Not;
      if (!is_looked_at && !hand_on(unit, function, body, node, k, answer.others)) return answer;
    }
  }
  answer.holds = true;
  return answer;
}

bool Pointers::is_left_alone(const ir::Unit& unit, const callgraph::ProgramFunction& function,
                             const ir::Body& body, NodeId call, size_t operand) {
  std::vector<Param> others;
  if (!hand_on(unit, function, body, call, operand, others)) return false;
  return std::ranges::all_of(others, [&](const Param& other) {
    return holds_everywhere(params_, other, [this](const Param& one) { return look_at(one); });
  });
}

// Null, what an allocator gives, what such a variable holds; of functions of the program `others`
// have to be asked.
bool Pointers::is_new(const LoadedFunction& loaded, const callgraph::ProgramFunction& function,
                      NodeId value, const std::vector<bool>& locals,
                      std::vector<FunctionId>& others) const {
  const ir::Body& body = loaded.function.body;
  value = without_casts(body, value);
  const ir::Node& node = body[value];
  switch (node.op) {
    case Op::IntLit:
      return node.payload == 0;
    case Op::NullLit:
      return true;
    case Op::Load: {
      NodeId place = body.kid(value, 0);
      return body[place].op == Op::Local && locals[body.local_of(place).index()];
    }
    case Op::Call: {
      const ir::Symbol* callee = callee_of(*loaded.unit, body, value);
      if (callee != nullptr && callee->has(ir::kSystem))
        return callee->find(ir::AttributeKind::Malloc) != nullptr;
      std::span<const callgraph::CallSite> sites = sites_at(function, value);
      for (const callgraph::CallSite& site : sites) {
        if (site.open || site.targets.empty()) return false;
        others.insert(others.end(), site.targets.begin(), site.targets.end());
      }
      return !sites.empty();
    }
    default:
      return false;
  }
}

std::vector<bool> Pointers::own_pointers(const LoadedFunction& loaded) {
  const ir::Body& body = loaded.function.body;
  std::vector<bool> locals(body.locals.size());
  for (size_t i = body.param_count; i < body.locals.size(); ++i)
    locals[i] = !body.locals[i].address_taken && is_pointer(*loaded.unit, body.locals[i].type);
  return locals;
}

// Of these, those that might be; the calls whose results they hold are still to be asked.
void Pointers::find_new_locals(const LoadedFunction& loaded,
                               const callgraph::ProgramFunction& function,
                               std::vector<bool>& locals,
                               std::vector<std::vector<FunctionId>>& others) const {
  const ir::Body& body = loaded.function.body;
  // A variable goes with those whose values it is given.
  for (bool changes = true; changes;) {
    changes = false;
    others.assign(body.locals.size(), {});
    for (size_t n = 0; n < body.nodes.size(); ++n) {
      std::optional<Write> write = write_of(body, NodeId(n));
      if (!write || body[write->place].op != Op::Local) continue;
      size_t local = body.local_of(write->place).index();
      if (!locals[local]) continue;
      bool is_plain = body.nodes[n].op == Op::Assign || body.nodes[n].op == Op::Init;
      if (is_plain && write->value.valid() &&
          is_new(loaded, function, write->value, locals, others[local]))
        continue;
      locals[local] = false;
      changes = true;
    }
  }
}

Pointers::Answer<FunctionId> Pointers::look_at_result(FunctionId id) {
  Answer<FunctionId> answer;
  answer.holds = false;
  std::shared_ptr<const LoadedFunction> loaded = view_.load(id);
  if (!loaded) return answer;
  const callgraph::ProgramFunction& function = view_.graph().functions[id.index()];
  std::vector<std::vector<FunctionId>> others;
  std::vector<bool> locals = own_pointers(*loaded);
  find_new_locals(*loaded, function, locals, others);
  const ir::Body& body = loaded->function.body;
  auto variable = [&](NodeId value) -> std::optional<size_t> {
    value = without_casts(body, value);
    if (body[value].op != Op::Load || body[body.kid(value, 0)].op != Op::Local) return std::nullopt;
    return body.local_of(body.kid(value, 0)).index();
  };
  // Those that are returned, and those whose values these are given.
  std::vector<bool> is_returned(body.locals.size());
  for (size_t n = 0; n < body.nodes.size(); ++n) {
    if (body.nodes[n].op != Op::Return || body.nodes[n].kid_count == 0) continue;
    NodeId value = body.kid(NodeId(n), 0);
    answer.holds = is_new(*loaded, function, value, locals, answer.others);
    if (!answer.holds) return answer;
    if (std::optional<size_t> local = variable(value)) is_returned[*local] = true;
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (size_t n = 0; n < body.nodes.size(); ++n) {
      std::optional<Write> write = write_of(body, NodeId(n));
      if (!write || !write->value.valid() || body[write->place].op != Op::Local ||
          !is_returned[body.local_of(write->place).index()])
        continue;
      std::optional<size_t> from = variable(write->value);
      if (!from || is_returned[*from]) continue;
      is_returned[*from] = true;
      changes = true;
    }
  }
  for (size_t i = 0; i < others.size(); ++i)
    if (is_returned[i])
      answer.others.insert(answer.others.end(), others[i].begin(), others[i].end());
  return answer;
}

std::vector<bool> Pointers::new_locals(const LoadedFunction& loaded,
                                       const callgraph::ProgramFunction& function) {
  std::vector<std::vector<FunctionId>> others;
  std::vector<bool> locals = own_pointers(loaded);
  auto is_known = [&](FunctionId id) {
    return holds_everywhere(results_, id, [this](FunctionId one) { return look_at_result(one); });
  };
  for (bool changes = true; changes;) {
    find_new_locals(loaded, function, locals, others);
    changes = false;
    for (size_t i = 0; i < locals.size(); ++i) {
      if (!locals[i] || std::ranges::all_of(others[i], is_known)) continue;
      locals[i] = false;
      changes = true;
    }
  }
  return locals;
}

}  // namespace assay::machines
