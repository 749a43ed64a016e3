#include "engines/interpreter/libc_streams.h"

#include <stdio_ext.h>

namespace assay::interpreter {

namespace {
constexpr uint64_t kStreamBytes = 216;  // glibc's FILE; nobody looks inside

std::FILE* host_standard(int number) { return number == 0 ? stdin : number == 1 ? stdout : stderr; }
}  // namespace

Library::Streams::~Streams() {
  for (auto [address, host] : open_) {
    if (host != stdin && host != stdout && host != stderr) std::fclose(host);
  }
}

uint64_t Library::Streams::standard(Library& library, Interpreter&, int number) {
  if (standard_[number] == 0) {
    constexpr const char* kNames[] = {"*stdin", "*stdout", "*stderr"};
    standard_[number] = library.static_address(kNames[number], kStreamBytes);
    open_[standard_[number]] = host_standard(number);
  }
  return standard_[number];
}

std::FILE* Library::Streams::find(LibraryCall& call, uint64_t address) {
  auto known = open_.find(address);
  if (known != open_.end()) return known->second;
  if (!call.non_null(address)) return nullptr;
  // Freed, wild or not a stream at all: a read of it says what is wrong.
  uint8_t byte = 0;
  if (!call.read(address, &byte, 1)) return nullptr;
  memory::Spot spot = call.state().memory.spot(address);
  const memory::Object* object =
      spot.object.valid() ? call.state().memory.find(spot.object) : nullptr;
  if (object && object->live.is_true()) {
    call.machine.report("illegal-argument", "this is no stream", call.node);
  }
  return nullptr;
}

uint64_t Library::Streams::add(LibraryCall& call, std::FILE* host) {
  memory::ObjectId id =
      call.evaluator().make_object(call.state(), memory::ObjectKind::Heap,
                                   call.pointer(kStreamBytes), memory::Background::Zero, call.node);
  uint64_t address = call.state().memory.address(id).bits();
  open_[address] = host;
  return address;
}

void Library::Streams::remove(LibraryCall& call, uint64_t address) {
  open_.erase(address);
  memory::Object& object = call.state().memory.own(call.state().memory.spot(address).object);
  object.live = logic::kFalse;
  object.ended_at = call.node;
  if (!call.state().frames.empty()) {
    object.ended_in = call.state().frame().function->entity.index();
  }
}

void Library::Streams::flush_all() {
  for (auto [address, host] : open_) {
    if (host != stdin) std::fflush(host);
  }
  std::fflush(stdout);
}

void Library::Streams::forget_output() {
  for (auto [address, host] : open_) {
    if (host != stdin) __fpurge(host);
  }
}

int CharacterSource::get() {
  int c = EOF;
  if (stream_) {
    c = std::getc(stream_);
  } else if (at_ < text_.size()) {
    c = static_cast<unsigned char>(text_[at_++]);
  }
  if (c != EOF) ++taken_;
  return c;
}

void CharacterSource::unget(int c) {
  if (c == EOF) return;
  --taken_;
  if (stream_) {
    std::ungetc(c, stream_);
  } else {
    --at_;
  }
}

}  // namespace assay::interpreter
