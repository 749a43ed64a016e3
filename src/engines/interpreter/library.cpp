#include "engines/interpreter/library.h"

#include <unistd.h>

#include <array>

#include "engines/interpreter/libc_random.h"
#include "engines/interpreter/libc_streams.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {

using logic::Term;
using memory::ObjectId;
using semantics::CallAnswer;

namespace {
/// How many freed objects keep what they held.
constexpr size_t kKeptFreed = 100'000;
}  // namespace

Library::Library(Interpreter& machine)
    : streams(std::make_unique<Streams>()), random(std::make_unique<Random>()), machine_(machine) {
  for (std::span<const LibraryEntry> table :
       {string_functions(), search_functions(), wide_functions(), allocation_functions(),
        stdlib_functions(), sort_functions(), process_functions(), ctype_functions(),
        math_functions(), complex_functions(), jump_functions(), time_functions(),
        stream_functions(), print_functions(), scan_functions(), new_functions(),
        exception_functions(), container_functions()}) {
    for (const LibraryEntry& entry : table) by_name_.emplace(entry.name, entry.function);
  }
}

Library::~Library() = default;

LibraryFunction Library::find(std::string_view name) const {
  constexpr std::string_view kBuiltin = "__builtin_";
  auto found = by_name_.find(name);
  if (found == by_name_.end() && name.starts_with(kBuiltin)) {
    found = by_name_.find(name.substr(kBuiltin.size()));
  }
  return found == by_name_.end() ? nullptr : found->second;
}

CallAnswer Library::call(LibraryFunction function, const semantics::CallRequest& request) {
  LibraryCall call(machine_, *this, request);
  uint64_t jumps_before = jumps;
  CallAnswer answer = function(call);
  if (threw && !machine_.ended()) {
    threw = false;
    return CallAnswer::Threw;
  }
  if (answer == CallAnswer::Threw) return answer;
  if (machine_.ended() || machine_.evaluator().failed()) return CallAnswer::Stop;
  // A jump out of a callback: this call never returns.
  if (jumps != jumps_before) return CallAnswer::Entered;
  if (answer != CallAnswer::Returned) return answer;
  if (!call.result.is_null()) machine_.state().frame().values.set(call.node, call.result);
  // Callbacks may have moved the frames: the evaluator must look for its own again.
  return call.called_back ? CallAnswer::Entered : CallAnswer::Returned;
}

Term Library::call_directly(LibraryFunction function,
                            std::span<const semantics::Argument> arguments,
                            const semantics::ValueType* result) {
  LibraryCall call(machine_, *this, {.arguments = arguments, .result = result});
  function(call);
  return machine_.ended() ? Term() : call.result;
}

ObjectId Library::static_object(std::string_view name, uint64_t bytes) {
  auto known = static_objects_.find(name);
  if (known != static_objects_.end()) return known->second;
  semantics::Evaluator& evaluator = machine_.evaluator();
  ObjectId id = evaluator.make_object(machine_.state(), memory::ObjectKind::Global,
                                      evaluator.pointer_constant(bytes), memory::Background::Zero,
                                      ir::NodeId());
  static_objects_.emplace(name, id);
  return id;
}

uint64_t Library::static_address(std::string_view name, uint64_t bytes) {
  return machine_.state().memory.address(static_object(name, bytes)).bits();
}

void Library::set_errno(LibraryCall& call, int value) {
  call.store(static_address("errno", 4), 4, static_cast<uint32_t>(value));
}

int Library::get_errno(LibraryCall& call) {
  return static_cast<int>(call.load(static_address("errno", 4), 4).value_or(0));
}

void Library::remember_freed(ObjectId id) {
  freed_.push_back(id);
  if (freed_.size() <= kKeptFreed) return;
  machine_.state().memory.own(freed_.front()).contents.reset(memory::Background::Indeterminate);
  freed_.pop_front();
}

void Library::set_variable(std::string_view name, uint64_t value) {
  semantics::EntityId entity = machine_.program().find(name);
  if (!entity.valid() || machine_.program()[entity].is_defined) return;
  if (machine_.program()[entity].kind != ir::SymbolKind::Variable) return;
  semantics::Evaluator& evaluator = machine_.evaluator();
  Term address = evaluator.address_of(machine_.state(), entity);
  evaluator.store_bytes(machine_.state(), ir::NodeId(), address, evaluator.pointer_constant(value));
}

void Library::initialise_variables() {
  set_variable("stdin", streams->standard(*this, machine_, 0));
  set_variable("stdout", streams->standard(*this, machine_, 1));
  set_variable("stderr", streams->standard(*this, machine_, 2));
  // An empty environment: what a run does must not depend on who runs it.
  uint64_t environment = static_address("environ", 8);
  for (std::string_view name : {"environ", "__environ", "_environ"}) {
    set_variable(name, environment);
  }
}

void Library::trap(int number) {
  auto known = signal_handlers.find(number);
  constexpr uint64_t kIgnore = 1;
  if (known != signal_handlers.end() && known->second > kIgnore && !machine_.ended()) {
    uint64_t handler = known->second;
    // One that returns comes back to the same instruction: once is enough.
    signal_handlers.erase(known);
    uint64_t jumps_before = jumps;
    LibraryCall call(machine_, *this, {});
    call.call_back_with_int(handler, number);
    if (machine_.ended()) return;
    if (jumps != jumps_before) {
      signal_handlers.emplace(number, handler);
      return;
    }
  }
  streams->forget_output();
  machine_.signal(number);
}

// The last one first; each may add others.
void Library::run_handlers(std::vector<ExitHandler>& handlers) {
  while (!handlers.empty() && !machine_.ended()) {
    ExitHandler handler = handlers.back();
    handlers.pop_back();
    LibraryCall call(machine_, *this, {});
    std::array<uint64_t, 1> argument{handler.argument};
    call.call_back(
        handler.function,
        handler.has_argument ? std::span<const uint64_t>(argument) : std::span<const uint64_t>(),
        nullptr);
  }
}

void Library::finish() {
  run_handlers(exit_handlers);
  streams->flush_all();
}

}  // namespace assay::interpreter
