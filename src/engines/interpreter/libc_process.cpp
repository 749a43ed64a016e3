// The program's end, its signals and its surroundings: exit, abort, assert, signal, getenv.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>

#include "engines/interpreter/libc_streams.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using semantics::CallAnswer;

CallAnswer leave(LibraryCall& call) {  // exit
  call.library.finish();
  if (!call.machine.ended()) call.machine.exit(call.int_word(0));
  return call.stop();
}

CallAnswer leave_at_once(LibraryCall& call) {  // _Exit: what is buffered is lost
  call.library.streams->forget_output();
  call.machine.exit(call.int_word(0));
  return call.stop();
}

CallAnswer leave_quickly(LibraryCall& call) {  // quick_exit
  call.library.run_handlers(call.library.quick_exit_handlers);
  return call.machine.ended() ? call.stop() : leave_at_once(call);
}

bool is_ignored_by_default(int number) {
  return number == SIGCHLD || number == SIGCONT || number == SIGURG || number == SIGWINCH;
}

/// What a signal does: the handler, the default, or nothing.
CallAnswer deliver(LibraryCall& call, int number) {
  if (number <= 0 || number >= NSIG) return call.failure(EINVAL, UINT64_MAX);
  auto known = call.library.signal_handlers.find(number);
  constexpr uint64_t kDefault = 0, kIgnore = 1;
  uint64_t handler = known == call.library.signal_handlers.end() ? kDefault : known->second;
  if (handler == kIgnore || (handler == kDefault && is_ignored_by_default(number))) {
    return call.number(0);
  }
  if (handler == kDefault) {
    call.library.streams->forget_output();
    call.machine.signal(number);
    return call.stop();
  }
  return call.call_back_with_int(handler, number) ? call.number(0) : call.stop();
}

CallAnswer raise_signal(LibraryCall& call) { return deliver(call, call.int_word(0)); }

CallAnswer kill_process(LibraryCall& call) {
  if (call.int_word(0) != getpid()) return call.unsupported("a signal to another process");
  return deliver(call, call.int_word(1));
}

CallAnswer abort_program(LibraryCall& call) {
  auto known = call.library.signal_handlers.find(SIGABRT);
  if (known != call.library.signal_handlers.end() && known->second > 1 &&
      !call.call_back_with_int(known->second, SIGABRT)) {
    return call.stop();
  }
  call.library.streams->forget_output();
  call.machine.signal(SIGABRT);
  return call.stop();
}

CallAnswer set_handler(LibraryCall& call) {  // signal
  int number = call.int_word(0);
  if (number <= 0 || number >= NSIG || number == SIGKILL || number == SIGSTOP) {
    return call.failure(EINVAL, UINT64_MAX);
  }
  uint64_t& handler = call.library.signal_handlers[number];
  uint64_t before = handler;
  handler = call.word(1);
  return call.number(before);
}

CallAnswer fail_assertion(LibraryCall& call) {  // __assert_fail(text, file, line, function)
  std::optional<std::string> text = call.text(call.word(0));
  std::optional<std::string> file = text ? call.text(call.word(1)) : std::nullopt;
  if (!file) return call.stop();
  std::string function;
  if (call.word(3) != 0) {
    std::optional<std::string> name = call.text(call.word(3));
    if (!name) return call.stop();
    function = *name + ": ";
  }
  const auto& arguments = call.machine.options().arguments;
  std::string program = arguments.empty() ? "" : arguments[0];
  program = program.substr(program.rfind('/') + 1);
  std::fprintf(stderr, "%s: %s:%u: %sAssertion `%s' failed.\n", program.c_str(), file->c_str(),
               static_cast<unsigned>(call.word(2)), function.c_str(), text->c_str());
  return abort_program(call);
}

CallAnswer at_exit(LibraryCall& call) {
  call.library.exit_handlers.push_back({.function = call.word(0)});
  return call.number(0);
}

CallAnswer at_quick_exit(LibraryCall& call) {
  call.library.quick_exit_handlers.push_back({.function = call.word(0)});
  return call.number(0);
}

CallAnswer at_exit_with_argument(LibraryCall& call) {  // __cxa_atexit
  call.library.exit_handlers.push_back(
      {.function = call.word(0), .argument = call.word(1), .has_argument = true});
  return call.number(0);
}

CallAnswer fail_stack_check(LibraryCall& call) {  // __stack_chk_fail, __chk_fail
  return abort_program(call);
}

CallAnswer errno_location(LibraryCall& call) {
  return call.number(call.library.static_address("errno", 4));
}

CallAnswer zero(LibraryCall& call) { return call.number(0); }

CallAnswer nothing_there(LibraryCall& call) {  // getenv: see Library::initialise_variables
  return call.text(call.word(0)) ? call.number(0) : call.stop();
}

CallAnswer set_locale(LibraryCall& call) {
  // Only the C locale is there.
  if (call.word(1) != 0) {
    std::optional<std::string> name = call.text(call.word(1));
    if (!name) return call.stop();
    if (!name->empty() && *name != "C" && *name != "POSIX") return call.number(0);
  }
  uint64_t address = call.library.static_address("locale", 2);
  return call.write(address, "C", 2) ? call.number(address) : call.stop();
}

CallAnswer process_id(LibraryCall& call) { return call.number(static_cast<uint64_t>(getpid())); }

template <const char* kWhat>
CallAnswer not_here(LibraryCall& call) {
  return call.unsupported(kWhat);
}
constexpr char kStart[] = "starting another process";

constexpr LibraryEntry kFunctions[] = {
    {"exit", leave},
    {"_exit", leave_at_once},
    {"_Exit", leave_at_once},
    {"quick_exit", leave_quickly},
    {"at_quick_exit", at_quick_exit},
    {"abort", abort_program},
    {"__assert_fail", fail_assertion},
    {"atexit", at_exit},
    {"__cxa_atexit", at_exit_with_argument},
    {"__stack_chk_fail", fail_stack_check},
    {"__chk_fail", fail_stack_check},
    {"raise", raise_signal},
    {"kill", kill_process},
    {"signal", set_handler},
    {"__sysv_signal", set_handler},
    {"sigemptyset", zero},
    {"sigaddset", zero},
    {"sigprocmask", zero},
    {"alarm", zero},
    {"sleep", zero},
    {"usleep", zero},
    {"__errno_location", errno_location},
    {"getenv", nothing_there},
    {"secure_getenv", nothing_there},
    {"setlocale", set_locale},
    {"getpid", process_id},
    {"system", not_here<kStart>},
    {"fork", not_here<kStart>},
    {"vfork", not_here<kStart>},
    {"popen", not_here<kStart>},
    {"execv", not_here<kStart>},
    {"execvp", not_here<kStart>},
    {"execve", not_here<kStart>},
};

}  // namespace

std::span<const LibraryEntry> process_functions() { return kFunctions; }

}  // namespace assay::interpreter
