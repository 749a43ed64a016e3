// setjmp and longjmp.
//
// The frame of a setjmp owns a record: an object that ends with it.  The jmp_buf holds the
// record's address, so that it may be copied, and a jump to a function that has returned finds
// the record gone.
#include <csignal>

#include "engines/interpreter/libc_tables.h"
#include "logic/term.h"

namespace assay::interpreter {
namespace {

using logic::Term;
using memory::Object;
using memory::ObjectId;
using semantics::CallAnswer;
using semantics::Frame;

/// An attribute that no other object has: the block that ends with the setjmp.
constexpr memory::AttributeKey kJumpBlock = UINT32_MAX - 1;

ObjectId find_record(LibraryCall& call, const Frame& frame, ir::NodeId node) {
  for (ObjectId id : frame.owned) {
    const Object* object = call.state().memory.find(id);
    if (object && object->origin.node == node && !object->attribute(kJumpBlock).is_null()) {
      return id;
    }
  }
  return ObjectId();
}

CallAnswer remember(LibraryCall& call) {
  Frame& frame = call.state().frame();
  ObjectId record = find_record(call, frame, call.node);
  if (!record.valid()) {
    record = call.evaluator().make_object(call.state(), memory::ObjectKind::Value, call.pointer(0),
                                          memory::Background::Indeterminate, call.node);
    call.state().memory.own(record).set_attribute(kJumpBlock,
                                                  Term::constant(32, frame.block.index()));
    frame.owned.push_back(record);
  }
  if (!call.store_pointer(call.word(0), call.state().memory.address(record).bits())) {
    return call.stop();
  }
  return call.number(0);
}

/// The frame that a record belongs to; as many as there are if none.
size_t owner_of(const LibraryCall& call, ObjectId record) {
  const auto& frames = call.state().frames;
  for (size_t i = frames.size(); i-- > 0;) {
    for (ObjectId id : frames[i].owned) {
      if (id == record) return i;
    }
  }
  return frames.size();
}

CallAnswer jump_with(LibraryCall& call, int value) {
  std::optional<uint64_t> address = call.load_pointer(call.word(0));
  if (!address) return call.stop();
  semantics::State& state = call.state();
  ObjectId record = state.memory.spot(*address).object;
  const Object* object = record.valid() ? state.memory.find(record) : nullptr;
  size_t depth = object ? owner_of(call, record) : state.frames.size();
  if (depth == state.frames.size() || object->attribute(kJumpBlock).is_null()) {
    call.machine.report("illegal-argument", "a jump into a function that has returned", call.node);
    call.machine.signal(SIGSEGV);
    return call.stop();
  }
  ir::NodeId setjmp = object->origin.node;
  ir::BlockId block(static_cast<uint32_t>(object->attribute(kJumpBlock).bits()));
  while (state.frames.size() > depth + 1) call.evaluator().abandon(state);
  Frame& frame = state.frame();
  const semantics::ValueType* type = (*frame.function)[setjmp].type;
  frame.values.set(setjmp, Term::constant(type ? type->width : 32,
                                          static_cast<uint64_t>(int64_t{value ? value : 1})));
  frame.block = block;
  // The call is the last point of its block: its jump is taken again.
  frame.point = frame.function->body->blocks[block.index()].point_count;
  ++call.library.jumps;
  return CallAnswer::Entered;
}

CallAnswer jump(LibraryCall& call) { return jump_with(call, call.int_word(1)); }

constexpr LibraryEntry kFunctions[] = {
    {"setjmp", remember}, {"_setjmp", remember}, {"sigsetjmp", remember}, {"__sigsetjmp", remember},
    {"longjmp", jump},    {"_longjmp", jump},    {"siglongjmp", jump},    {"__longjmp_chk", jump},
};

}  // namespace

std::span<const LibraryEntry> jump_functions() { return kFunctions; }

}  // namespace assay::interpreter
