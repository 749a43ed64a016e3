// Places that a callee writes on some of its ways only: `len = format(&text, …)` that leaves `text`
// alone where it fails.
#include <algorithm>

#include "engines/machines/exploration.h"
#include "engines/machines/places.h"

namespace assay::machines {

using ir::NodeId;
using ir::Op;
using metal::TreeId;

// Whether the callee left what it was handed by that name what it was; no: it gave the place
// another value.  A state that ended there, `unlock(&m)`, is neither: then the exit does not have
// it.
bool Exploration::keeps_given(const Target& target, const Exit& exit, size_t number,
                              TreeId name) const {
  for (const Instance& inner : exit.instances) {
    if (inner.origin != static_cast<int32_t>(number)) continue;
    return std::ranges::any_of(inner.names, [&](const Name& one) {
      return target.boundary.into_caller(one.tree, exit.reassigned) == name;
    });
  }
  return true;
}

// Which of the ways it came back by the callee's answer says.
void Exploration::doubt(State& state, NodeId node, const Target& target, const Exit& exit,
                        const std::vector<const Exit*>& possible) {
  if (possible.size() < 2 || exit.kind != ExitKind::Normal) return;
  for (NodeId kid : body().kids_of(node)) {
    TreeId argument = code_.tree(kid);
    if (!argument.valid() || pool()[argument].op != Op::AddressOf) continue;
    TreeId place = pool()[argument].kids[0];
    for (Instance& instance : state.instances) {
      auto at = std::ranges::find(instance.names, place, &Name::tree);
      if (at == instance.names.end()) continue;
      for (size_t i = 0; i < target.refined.entry.instances.size(); ++i) {
        const Instance& entered = target.refined.entry.instances[i];
        auto writes = [&](const Exit* other) {
          return other->kind == ExitKind::Normal && !keeps_given(target, *other, i, place);
        };
        bool is_it = entered.variable == instance.variable && entered.state == instance.state &&
                     keeps_given(target, exit, i, place) && std::ranges::any_of(possible, writes);
        if (is_it) at->doubt = node;
      }
    }
  }
}

// A place that goes to another callee by its address.
void Exploration::drop_doubted(State& state, NodeId call) {
  std::set<TreeId> given;
  for (NodeId kid : body().kids_of(call)) {
    TreeId argument = code_.tree(kid);
    if (argument.valid() && pool()[argument].op == Op::AddressOf)
      given.insert(pool()[argument].kids[0]);
  }
  if (given.empty()) return;
  drop_names(state,
             [&](const Name& name) { return name.doubt.valid() && given.contains(name.tree); });
}

// By the answer, by the variable that it was put into, or by what the callee was handed to write.
bool Exploration::asks_about(NodeId condition, NodeId call) const {
  std::set<TreeId> answers{code_.tree(call), code_.call_value(call)};
  for (NodeId up = code_.parents()[call.index()]; up.valid(); up = code_.parents()[up.index()]) {
    if (ir::op_info(body()[up].op).kind != ir::OpClass::Expression) break;
    if (body()[up].op != Op::Assign && body()[up].op != Op::Init) continue;
    answers.insert(code_.tree(body().kid(up, 0)));
  }
  std::set<TreeId> pointers;
  for (NodeId kid : body().kids_of(call)) {
    TreeId argument = code_.tree(kid);
    if (!argument.valid() || pool()[argument].op == Op::FunctionRef) continue;
    if (pool()[argument].op == Op::AddressOf)
      answers.insert(pool()[argument].kids[0]);
    else
      pointers.insert(argument);
  }
  TreeId asked = code_.tree(condition);
  return asked.valid() && any_part(pool(), asked, [&](TreeId part) {
           bool is_behind = pool()[part].op == Op::Deref && pointers.contains(pool()[part].kids[0]);
           return answers.contains(part) || is_behind;
         });
}

void Exploration::settle(State& state, NodeId condition) {
  for (Instance& instance : state.instances)
    for (Name& name : instance.names)
      if (name.doubt.valid() && asks_about(condition, name.doubt)) name.doubt = {};
}

}  // namespace assay::machines
