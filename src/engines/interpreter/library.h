// The C library that interpreted programs see, as much of it as they need.
//
// Functions are found by name.  Each reads its arguments as terms (all constants here), works on
// the program's memory through the evaluator -- so that bad pointers are reported as if the
// program had followed them -- and gives a value back.  Files, streams and the standard ones are
// the host's: this library is for running a program, not for looking at one.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engines/interpreter/interpreter.h"
#include "engines/interpreter/library_call.h"

namespace assay::interpreter {

using LibraryFunction = semantics::CallAnswer (*)(LibraryCall&);

struct LibraryEntry {
  std::string_view name;
  LibraryFunction function;
};

class Library {
 public:
  explicit Library(Interpreter& machine);
  ~Library();

  /// Null if there is no such function here.  `__builtin_X` finds X.
  LibraryFunction find(std::string_view name) const;
  /// Calls it; the value of the call's node is set.  `Entered` also where it called functions of
  /// the program, or jumped: the innermost frame may be another, or stand elsewhere.
  semantics::CallAnswer call(LibraryFunction function, const semantics::CallRequest& request);
  /// For a call that no node of the program makes: a library function given as a callback.  The
  /// value, null if there is none or the program ended.
  logic::Term call_directly(LibraryFunction function,
                            std::span<const semantics::Argument> arguments,
                            const semantics::ValueType* result);
  /// The hardware raises a signal: the program's handler runs, and may end the program or jump
  /// away; the program ends by the signal otherwise.
  void trap(int number);
  /// std::terminate: the program's handler if there is one, then abort.
  void terminate();
  /// Objects that the program expects by name: stdin, stdout, stderr, environ.
  void initialise_variables();
  /// What `exit` does before the end: handlers of atexit, last one first, then streams.
  /// Pre: the program has not ended.
  void finish();

  /// Storage of the library's own, made zero when it is first asked for: errno, what asctime
  /// returns, the tables of ctype.
  memory::ObjectId static_object(std::string_view name, uint64_t bytes);
  uint64_t static_address(std::string_view name, uint64_t bytes);
  void set_errno(LibraryCall& call, int value);
  int get_errno(LibraryCall& call);
  /// Keeps what a freed object held for a while: a read after free sees it.
  void remember_freed(memory::ObjectId id);

  struct ExitHandler {
    uint64_t function = 0;
    uint64_t argument = 0;
    bool has_argument = false;
  };
  std::vector<ExitHandler> exit_handlers, quick_exit_handlers;
  /// Calls them all, last one first.
  void run_handlers(std::vector<ExitHandler>& handlers);
  std::map<int, uint64_t> signal_handlers;  // absent: the default
  uint64_t token_rest = 0;                  // strtok's
  int64_t ticks = 0;                        // clock's
  uint64_t jumps = 0;                       // longjmps so far
  uint32_t callback_depth = 0;
  bool threw = false;              // an exception has left a callback
  uint64_t terminate_handler = 0;  // std::set_terminate's

  struct Streams;  // libc_stdio.cpp
  struct Random;   // libc_stdlib.cpp
  std::unique_ptr<Streams> streams;
  std::unique_ptr<Random> random;

 private:
  void set_variable(std::string_view name, uint64_t value);

  Interpreter& machine_;
  std::unordered_map<std::string_view, LibraryFunction> by_name_;
  std::map<std::string, memory::ObjectId, std::less<>> static_objects_;
  std::deque<memory::ObjectId> freed_;
};

}  // namespace assay::interpreter
