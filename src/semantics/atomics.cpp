#include "semantics/atomics.h"

#include "logic/build.h"
#include "semantics/evaluator.h"

namespace assay::semantics {

using ir::Op;
using logic::Term;

namespace {

/// What the first argument points to.
const ValueType& target_type(BuiltinCall& call) {
  ValueTypes& types = *call.state.frame().function->unit->types;
  return types.of(types.types().pointee(call.arguments[0].type->type));
}

Term pointer(BuiltinCall& call, size_t index) { return call.arguments[index].value; }

Term load_target(BuiltinCall& call) {
  return call.evaluator.load(call.state, call.node, pointer(call, 0), target_type(call));
}
void store_target(BuiltinCall& call, Term value) {
  call.evaluator.store(call.state, call.node, pointer(call, 0), target_type(call), value);
}
/// An argument as a value of the target's type.
Term operand(BuiltinCall& call, size_t index) {
  const Argument& argument = call.arguments[index];
  return call.evaluator.converted(call.state, call.node, argument.value, *argument.type,
                                  target_type(call));
}
Term as_boolean(BuiltinCall& call, Term holds) {
  return logic::zext(call.evaluator.pool(), holds, call.step.type->width);
}

Term combine(BuiltinCall& call, Op op, Term old, Term by) {
  logic::TermPool& pool = call.evaluator.pool();
  switch (op) {
    case Op::Add:
      return logic::add(pool, old, by);
    case Op::Sub:
      return logic::sub(pool, old, by);
    case Op::BitAnd:
      return logic::bit_and(pool, old, by);
    case Op::BitOr:
      return logic::bit_or(pool, old, by);
    case Op::BitXor:
      return logic::bit_xor(pool, old, by);
    default:
      return logic::bit_not(pool, logic::bit_and(pool, old, by));  // nand
  }
}

enum class Gives : uint8_t { Old, New };

template <Op op, Gives gives>
Term update(BuiltinCall& call) {
  Term old = load_target(call);
  if (call.evaluator.failed()) return Term();
  Term made = combine(call, op, old, operand(call, 1));
  store_target(call, made);
  return gives == Gives::Old ? old : made;
}

Term load_value(BuiltinCall& call) { return load_target(call); }
Term store_value(BuiltinCall& call) {
  store_target(call, operand(call, 1));
  return Term();
}
Term exchange_value(BuiltinCall& call) {
  Term old = load_target(call);
  if (!call.evaluator.failed()) store_target(call, operand(call, 1));
  return old;
}
Term store_zero(BuiltinCall& call) {
  store_target(call, logic::resize(call.evaluator.pool(), logic::kFalse, target_type(call).width,
                                   logic::Extend::Zero));
  return Term();
}
Term test_and_set(BuiltinCall& call) {
  Term old = call.evaluator.load_bytes(call.state, call.node, pointer(call, 0), 1);
  if (call.evaluator.failed()) return Term();
  call.evaluator.store_bytes(call.state, call.node, pointer(call, 0), Term::constant(8, 1));
  return as_boolean(call, logic::is_nonzero(call.evaluator.pool(), old));
}
Term clear(BuiltinCall& call) {
  call.evaluator.store_bytes(call.state, call.node, pointer(call, 0), Term::constant(8, 0));
  return Term();
}

// Through pointers: __atomic_load(p, ret, order) and its kin.

Term load_through(BuiltinCall& call) {
  call.evaluator.copy(call.state, call.node, pointer(call, 1), pointer(call, 0),
                      target_type(call).bytes);
  return Term();
}
Term store_through(BuiltinCall& call) {
  call.evaluator.copy(call.state, call.node, pointer(call, 0), pointer(call, 1),
                      target_type(call).bytes);
  return Term();
}
Term exchange_through(BuiltinCall& call) {
  uint64_t bytes = target_type(call).bytes;
  call.evaluator.copy(call.state, call.node, pointer(call, 2), pointer(call, 0), bytes);
  call.evaluator.copy(call.state, call.node, pointer(call, 0), pointer(call, 1), bytes);
  return Term();
}

/// What was there; whether it was what was expected.
Term exchange_if(BuiltinCall& call, Term expected, Term desired, Term& old) {
  logic::TermPool& pool = call.evaluator.pool();
  old = load_target(call);
  if (call.evaluator.failed()) return Term();
  Term same = logic::eq(pool, old, expected);
  store_target(call, logic::ite(pool, same, desired, old));
  return same;
}

Term compare_exchange(BuiltinCall& call, Term desired) {
  const ValueType& type = target_type(call);
  Term expected = call.evaluator.load(call.state, call.node, pointer(call, 1), type);
  if (call.evaluator.failed()) return Term();
  Term old;
  Term same = exchange_if(call, expected, desired, old);
  if (call.evaluator.failed()) return Term();
  Term seen = logic::ite(call.evaluator.pool(), same, expected, old);
  call.evaluator.store(call.state, call.node, pointer(call, 1), type, seen);
  return as_boolean(call, same);
}
Term compare_exchange_value(BuiltinCall& call) { return compare_exchange(call, operand(call, 2)); }
Term compare_exchange_through(BuiltinCall& call) {
  Term desired = call.evaluator.load(call.state, call.node, pointer(call, 2), target_type(call));
  return call.evaluator.failed() ? Term() : compare_exchange(call, desired);
}
Term bool_compare_and_swap(BuiltinCall& call) {
  Term old;
  Term same = exchange_if(call, operand(call, 1), operand(call, 2), old);
  return call.evaluator.failed() ? Term() : as_boolean(call, same);
}
Term value_compare_and_swap(BuiltinCall& call) {
  Term old;
  exchange_if(call, operand(call, 1), operand(call, 2), old);
  return old;
}

Term fence(BuiltinCall&) { return Term(); }
Term always(BuiltinCall& call) { return as_boolean(call, logic::kTrue); }

struct Row {
  std::string_view name;
  BuiltinFunction function;
};

constexpr Op kNand = Op::BitNot;

constexpr Row kAtomic[] = {
    {"load_n", load_value},
    {"store_n", store_value},
    {"exchange_n", exchange_value},
    {"compare_exchange_n", compare_exchange_value},
    {"load", load_through},
    {"store", store_through},
    {"exchange", exchange_through},
    {"compare_exchange", compare_exchange_through},
    {"fetch_add", update<Op::Add, Gives::Old>},
    {"fetch_sub", update<Op::Sub, Gives::Old>},
    {"fetch_and", update<Op::BitAnd, Gives::Old>},
    {"fetch_or", update<Op::BitOr, Gives::Old>},
    {"fetch_xor", update<Op::BitXor, Gives::Old>},
    {"fetch_nand", update<kNand, Gives::Old>},
    {"add_fetch", update<Op::Add, Gives::New>},
    {"sub_fetch", update<Op::Sub, Gives::New>},
    {"and_fetch", update<Op::BitAnd, Gives::New>},
    {"or_fetch", update<Op::BitOr, Gives::New>},
    {"xor_fetch", update<Op::BitXor, Gives::New>},
    {"nand_fetch", update<kNand, Gives::New>},
    {"test_and_set", test_and_set},
    {"clear", clear},
    {"thread_fence", fence},
    {"signal_fence", fence},
    {"always_lock_free", always},
    {"is_lock_free", always},
};

// C11's take values where GCC's generic forms take pointers.
constexpr Row kC11[] = {
    {"init", store_value},
    {"load", load_value},
    {"store", store_value},
    {"exchange", exchange_value},
    {"compare_exchange_strong", compare_exchange_value},
    {"compare_exchange_weak", compare_exchange_value},
};

constexpr Row kSync[] = {
    {"fetch_and_add", update<Op::Add, Gives::Old>},
    {"fetch_and_sub", update<Op::Sub, Gives::Old>},
    {"fetch_and_or", update<Op::BitOr, Gives::Old>},
    {"fetch_and_and", update<Op::BitAnd, Gives::Old>},
    {"fetch_and_xor", update<Op::BitXor, Gives::Old>},
    {"fetch_and_nand", update<kNand, Gives::Old>},
    {"add_and_fetch", update<Op::Add, Gives::New>},
    {"sub_and_fetch", update<Op::Sub, Gives::New>},
    {"or_and_fetch", update<Op::BitOr, Gives::New>},
    {"and_and_fetch", update<Op::BitAnd, Gives::New>},
    {"xor_and_fetch", update<Op::BitXor, Gives::New>},
    {"nand_and_fetch", update<kNand, Gives::New>},
    {"bool_compare_and_swap", bool_compare_and_swap},
    {"val_compare_and_swap", value_compare_and_swap},
    {"lock_test_and_set", exchange_value},
    {"swap", exchange_value},
    {"lock_release", store_zero},
    {"synchronize", fence},
};

template <size_t N>
BuiltinFunction find_in(const Row (&rows)[N], std::string_view name) {
  for (const Row& row : rows) {
    if (row.name == name) return row.function;
  }
  return nullptr;
}

}  // namespace

BuiltinFunction find_atomic(std::string_view name) {
  auto cut = [&](std::string_view prefix) {
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    return true;
  };
  if (cut("__c11_atomic_")) {
    BuiltinFunction found = find_in(kC11, name);
    return found ? found : find_in(kAtomic, name);
  }
  if (cut("__atomic_")) return find_in(kAtomic, name);
  if (!cut("__sync_")) return nullptr;
  // The overloaded name is resolved to one with its size: `fetch_and_add_4`.
  size_t size = name.rfind('_');
  if (size != std::string_view::npos && size + 1 < name.size() && name[size + 1] >= '0' &&
      name[size + 1] <= '9') {
    name = name.substr(0, size);
  }
  return find_in(kSync, name);
}

std::optional<ir::Op> atomic_update(std::string_view name) {
  BuiltinFunction found = find_atomic(name);
  if (found == nullptr) return std::nullopt;
  auto either = [&](BuiltinFunction old, BuiltinFunction made) {
    return found == old || found == made;
  };
  if (either(update<Op::Add, Gives::Old>, update<Op::Add, Gives::New>)) return Op::Add;
  if (either(update<Op::Sub, Gives::Old>, update<Op::Sub, Gives::New>)) return Op::Sub;
  if (either(update<Op::BitAnd, Gives::Old>, update<Op::BitAnd, Gives::New>)) return Op::BitAnd;
  if (either(update<Op::BitOr, Gives::Old>, update<Op::BitOr, Gives::New>)) return Op::BitOr;
  if (either(update<Op::BitXor, Gives::Old>, update<Op::BitXor, Gives::New>)) return Op::BitXor;
  return std::nullopt;
}

}  // namespace assay::semantics
