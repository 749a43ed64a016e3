#include "semantics/builtins.h"

#include <string_view>

#include "semantics/atomics.h"
#include "semantics/builtin_tables.h"

namespace assay::semantics {

using logic::Extend;
using logic::Term;

namespace {

Term first(BuiltinCall& call) { return argument(call, 0); }
Term nothing(BuiltinCall&) { return Term(); }
Term zero(BuiltinCall& call) { return as_result(call, Term::constant(1, 0)); }
Term one(BuiltinCall& call) { return as_result(call, Term::constant(1, 1)); }

Term unreachable(BuiltinCall& call) {
  Obligation fault{.kind = ObligationKind::Reachable,
                   .holds = Tri::No,
                   .node = call.node,
                   .condition = logic::kFalse};
  call.evaluator.violated(call.state, fault);
  call.evaluator.stop();
  return Term();
}

// Variadic functions.

Term va_start(BuiltinCall& call) {
  Frame& frame = call.state.frame();
  Term area = frame.arguments.valid() ? call.state.memory.address(frame.arguments)
                                      : call.evaluator.pointer_constant(0);
  call.evaluator.store_bytes(call.state, call.node, argument(call, 0), area);
  return Term();
}
Term va_copy(BuiltinCall& call) {
  uint32_t bytes = call.evaluator.program().target().pointer_bits / 8;
  Term from = call.evaluator.load_bytes(call.state, call.node, argument(call, 1), bytes);
  if (!from.is_null()) {
    call.evaluator.store_bytes(call.state, call.node, argument(call, 0), from);
  }
  return Term();
}

// Memory.

Term stack_allocate(BuiltinCall& call) {
  Term size = logic::resize(pool(call), argument(call, 0),
                            call.evaluator.program().target().pointer_bits, Extend::Zero);
  memory::ObjectId object = call.evaluator.make_object(
      call.state, memory::ObjectKind::Local, size, memory::Background::Indeterminate, call.node);
  call.state.memory.own(object).alignment = 16;
  call.state.frame().owned.push_back(object);
  return call.state.memory.address(object);
}

/// What the compiler would know without looking: nothing.
Term object_size(BuiltinCall& call) {
  Term kind = argument(call, 1);
  bool minimum = kind.is_immediate() && (kind.bits() & 2) != 0;
  uint32_t width = call.step.type->width;
  return Term::constant(width, minimum ? 0 : ~uint64_t{0});
}

Term frame_address(BuiltinCall& call) {
  Frame& frame = call.state.frame();
  for (Term local : frame.locals) {
    if (!local.is_null()) return local;
  }
  return zero(call);
}

/// A place in the caller's code: the same for the same call.
Term return_address(BuiltinCall& call) {
  std::deque<Frame>& frames = call.state.frames;
  if (frames.size() < 2 || !argument(call, 0).is_value(0)) return zero(call);
  const Frame& caller = frames[frames.size() - 2];
  constexpr uint64_t kCode = 1 << 20;  // past the labels
  Term function = call.evaluator.address_of(call.state, caller.function->entity);
  std::span<const ir::NodeId> points = caller.function->body->points_of(caller.block);
  uint64_t place = caller.point > 0 ? points[caller.point - 1].index() : 0;
  return logic::add(pool(call), function, call.evaluator.pointer_constant(kCode + place));
}

constexpr BuiltinRow kGeneralRows[] = {
    {"expect", first},
    {"addressof", first},
    {"expect_with_probability", first},
    {"assume_aligned", first},
    {"unpredictable", first},
    {"launder", first},
    {"extract_return_addr", first},
    {"unreachable", unreachable},
    {"assume", nothing},
    {"prefetch", nothing},
    {"va_end", nothing},
    {"va_start", va_start},
    {"c23_va_start", va_start},
    {"stdarg_start", va_start},
    {"va_copy", va_copy},
    {"constant_p", zero},
    {"object_size", object_size},
    {"dynamic_object_size", object_size},
    {"alloca", stack_allocate},
    {"alloca_with_align", stack_allocate},
    {"alloca_uninitialized", stack_allocate},
    {"frame_address", frame_address},
    {"return_address", return_address},
    {"is_constant_evaluated", zero},
    {"cpu_supports", zero},
    {"cpu_init", nothing},
    {"unwind_init", nothing},
    {"isfpclass", zero},
    {"clear_cache", nothing},
    {"___clear_cache", nothing},
    {"nondeterministic_value", zero},
    {"eh_return_data_regno", one},
};

BuiltinFunction find_exactly(std::string_view name) {
  for (std::span<const BuiltinRow> table :
       {std::span<const BuiltinRow>(kGeneralRows), bit_builtins(), float_builtins()}) {
    for (const BuiltinRow& row : table) {
      if (row.name == name) return row.function;
    }
  }
  return nullptr;
}

/// Families: popcount, popcountl, popcountll, popcountg; nan, nanf, nanl.
BuiltinFunction find_family(std::string_view name) {
  if (BuiltinFunction found = find_exactly(name)) return found;
  for (std::string_view suffix : {"ll", "l", "g", "f128", "f16", "f"}) {
    if (!name.ends_with(suffix)) continue;
    if (BuiltinFunction found = find_exactly(name.substr(0, name.size() - suffix.size()))) {
      return found;
    }
  }
  return nullptr;
}

/// Functions of the library that the compiler knows and has no bodies of: each gives back its
/// argument.
BuiltinFunction find_known(std::string_view name) {
  for (std::string_view known : {"_ZSt4moveI", "_ZSt7forwardI", "_ZSt13move_if_noexceptI",
                                 "_ZSt9addressofI", "_ZSt11__addressofI", "_ZSt8as_constI"}) {
    if (name.starts_with(known)) return first;
  }
  return nullptr;
}

BuiltinFunction find_by_name(std::string_view name) {
  if (BuiltinFunction found = find_known(name)) return found;
  if (BuiltinFunction found = find_atomic(name)) return found;
  constexpr std::string_view kPrefix = "__builtin_";
  if (name == "alloca" || name.starts_with("conj")) return find_family(name);
  if (!name.starts_with(kPrefix)) return nullptr;
  return find_family(name.substr(kPrefix.size()));
}

}  // namespace

BuiltinFunction Builtins::find(const Program& program, EntityId entity) {
  if (entity.index() >= by_entity_.size()) by_entity_.resize(program.entities().size());
  auto& [known, function] = by_entity_[entity.index()];
  if (!known) {
    known = true;
    const Entity& callee = program[entity];
    if (!callee.body) function = find_by_name(callee.name);
  }
  return function;
}

}  // namespace assay::semantics
