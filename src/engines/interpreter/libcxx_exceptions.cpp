// The exceptions of the C++ library, who throws them, and the end by std::terminate.
//
// Those with a message keep its address behind their vptr, as libstdc++ does; a copy of the text is
// never freed, because the program cannot tell.
#include <array>
#include <csignal>
#include <cstdio>
#include <deque>
#include <string>

#include "engines/interpreter/libc_heap.h"
#include "engines/interpreter/libc_streams.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {

using logic::Term;
using semantics::CallAnswer;

CallAnswer LibraryCall::throw_standard(std::string_view name, uint64_t message) {
  Term text = message == 0 ? Term() : pointer(message);
  semantics::Flow flow = evaluator().throw_standard(state(), node, name, text);
  return flow == semantics::Flow::Throw ? CallAnswer::Threw : CallAnswer::Stop;
}

namespace {

/// Text of the library's own, in the program's memory.  0 where the program ended.
uint64_t keep_text(LibraryCall& call, const std::string& text) {
  semantics::Evaluator& evaluator = call.evaluator();
  memory::ObjectId id =
      evaluator.make_object(call.state(), memory::ObjectKind::Global, call.pointer(text.size() + 1),
                            memory::Background::Zero, call.node);
  uint64_t address = call.state().memory.address(id).bits();
  return call.write(address, text.c_str(), text.size() + 1) ? address : 0;
}

template <const char* kName>
CallAnswer throw_with_text(LibraryCall& call) {
  std::optional<std::string> text = call.text(call.word(0));
  uint64_t kept = text ? keep_text(call, *text) : 0;
  return kept == 0 ? call.stop() : call.throw_standard(kName, kept);
}

template <const char* kName>
CallAnswer throw_plain(LibraryCall& call) {
  return call.throw_standard(kName);
}

/// `%s`, `%zu` and `%%`: what libstdc++'s own messages use.
CallAnswer throw_formatted_out_of_range(LibraryCall& call) {
  std::optional<std::string> format = call.text(call.word(0));
  if (!format) return call.stop();
  std::string text;
  size_t next = 1;
  for (size_t i = 0; i < format->size(); ++i) {
    std::string_view rest = std::string_view(*format).substr(i);
    if (rest.starts_with("%zu")) {
      text += std::to_string(call.word(next++));
      i += 2;
    } else if (rest.starts_with("%s")) {
      std::optional<std::string> given = call.text(call.word(next++));
      if (!given) return call.stop();
      text += *given;
      ++i;
    } else if (rest.starts_with("%%")) {
      text += '%';
      ++i;
    } else {
      text += (*format)[i];
    }
  }
  uint64_t kept = keep_text(call, text);
  return kept == 0 ? call.stop() : call.throw_standard("std::out_of_range", kept);
}

// Members of the classes with a message; the vptr is set by the time they are called.

CallAnswer set_message(LibraryCall& call, uint64_t text_address) {
  std::optional<std::string> text = call.text(text_address);
  uint64_t kept = text ? keep_text(call, *text) : 0;
  if (kept == 0) return call.stop();
  return call.store_pointer(call.word(0) + call.pointer_bytes(), kept) ? call.none() : call.stop();
}

CallAnswer from_text(LibraryCall& call) { return set_message(call, call.word(1)); }

CallAnswer from_string(LibraryCall& call) {
  std::optional<uint64_t> text = call.load_pointer(call.word(1));
  return text ? set_message(call, *text) : call.stop();
}

CallAnswer from_other(LibraryCall& call) {
  std::optional<uint64_t> text = call.load_pointer(call.word(1) + call.pointer_bytes());
  if (!text) return call.stop();
  return call.store_pointer(call.word(0) + call.pointer_bytes(), *text) ? call.none() : call.stop();
}

CallAnswer nothing(LibraryCall& call) { return call.none(); }

CallAnswer message(LibraryCall& call) {
  std::optional<uint64_t> text = call.load_pointer(call.word(0) + call.pointer_bytes());
  return text ? call.number(*text) : call.stop();
}

/// `what` of an exception whose class is only known when it is asked.
CallAnswer message_by_class(LibraryCall& call) {
  semantics::Evaluator& evaluator = call.evaluator();
  semantics::Classes& classes = evaluator.classes();
  const semantics::Dynamic* dynamic =
      evaluator.dynamic_class(call.state(), call.node, call.pointer(call.word(0)));
  if (evaluator.failed()) return call.stop();
  if (!dynamic) return call.number(keep_text(call, "std::exception"));
  semantics::ClassId of = classes.parts(dynamic->whole)[dynamic->acting].of;
  for (std::string_view base : {"std::logic_error", "std::runtime_error"}) {
    semantics::ClassId known = classes.find(base);
    if (known.valid() && classes.derives(of, known)) return message(call);
  }
  std::string name(classes[of].name);
  if (!name.starts_with("std::")) name = "std::exception";
  return call.number(keep_text(call, name));
}

CallAnswer terminate(LibraryCall& call) {
  call.library.terminate();
  return call.stop();
}

CallAnswer set_terminate(LibraryCall& call) {
  uint64_t before = call.library.terminate_handler;
  call.library.terminate_handler = call.word(0);
  return call.number(before);
}

CallAnswer get_terminate(LibraryCall& call) { return call.number(call.library.terminate_handler); }

CallAnswer count_flying(LibraryCall& call) {
  return call.number(call.state().exceptions.flying.size());
}

CallAnswer is_any_flying(LibraryCall& call) {
  return call.number(call.state().exceptions.flying.empty() ? 0 : 1);
}

constexpr char kLogicError[] = "std::logic_error", kDomainError[] = "std::domain_error",
               kInvalidArgument[] = "std::invalid_argument", kLengthError[] = "std::length_error",
               kOutOfRange[] = "std::out_of_range", kRuntimeError[] = "std::runtime_error",
               kRangeError[] = "std::range_error", kOverflowError[] = "std::overflow_error",
               kUnderflowError[] = "std::underflow_error", kBadAlloc[] = "std::bad_alloc",
               kBadArray[] = "std::bad_array_new_length", kBadCast[] = "std::bad_cast",
               kBadTypeid[] = "std::bad_typeid", kBadCall[] = "std::bad_function_call";

constexpr LibraryEntry kFunctions[] = {
    {"_ZSt19__throw_logic_errorPKc", throw_with_text<kLogicError>},
    {"_ZSt20__throw_domain_errorPKc", throw_with_text<kDomainError>},
    {"_ZSt24__throw_invalid_argumentPKc", throw_with_text<kInvalidArgument>},
    {"_ZSt20__throw_length_errorPKc", throw_with_text<kLengthError>},
    {"_ZSt20__throw_out_of_rangePKc", throw_with_text<kOutOfRange>},
    {"_ZSt24__throw_out_of_range_fmtPKcz", throw_formatted_out_of_range},
    {"_ZSt21__throw_runtime_errorPKc", throw_with_text<kRuntimeError>},
    {"_ZSt19__throw_range_errorPKc", throw_with_text<kRangeError>},
    {"_ZSt22__throw_overflow_errorPKc", throw_with_text<kOverflowError>},
    {"_ZSt23__throw_underflow_errorPKc", throw_with_text<kUnderflowError>},
    {"_ZSt17__throw_bad_allocv", throw_plain<kBadAlloc>},
    {"_ZSt28__throw_bad_array_new_lengthv", throw_plain<kBadArray>},
    {"_ZSt16__throw_bad_castv", throw_plain<kBadCast>},
    {"_ZSt18__throw_bad_typeidv", throw_plain<kBadTypeid>},
    {"_ZSt25__throw_bad_function_callv", throw_plain<kBadCall>},
    {"__cxa_bad_cast", throw_plain<kBadCast>},
    {"__cxa_bad_typeid", throw_plain<kBadTypeid>},
    {"__cxa_throw_bad_array_new_length", throw_plain<kBadArray>},
    {"_ZNKSt9exception4whatEv", message_by_class},
    {"_ZNKSt9bad_alloc4whatEv", message_by_class},
    {"_ZNKSt20bad_array_new_length4whatEv", message_by_class},
    {"_ZNKSt8bad_cast4whatEv", message_by_class},
    {"_ZNKSt10bad_typeid4whatEv", message_by_class},
    {"_ZNKSt13bad_exception4whatEv", message_by_class},
    {"_ZNKSt17bad_function_call4whatEv", message_by_class},
    {"_ZNKSt11logic_error4whatEv", message},
    {"_ZNKSt13runtime_error4whatEv", message},
    {"_ZSt9terminatev", terminate},
    {"_ZSt13set_terminatePFvvE", set_terminate},
    {"_ZSt13get_terminatev", get_terminate},
    {"_ZSt19uncaught_exceptionsv", count_flying},
    {"_ZSt18uncaught_exceptionv", is_any_flying},
};

constexpr std::array<std::string_view, 9> kWithMessage{
    "11logic_error",   "12domain_error", "16invalid_argument", "12length_error",   "12out_of_range",
    "13runtime_error", "11range_error",  "14overflow_error",   "15underflow_error"};
constexpr std::array<std::string_view, 7> kPlain{
    "9exception",   "9bad_alloc",      "20bad_array_new_length", "8bad_cast",
    "10bad_typeid", "13bad_exception", "17bad_function_call"};

/// The table above, and the members that every class has.
struct Table {
  Table() : entries(std::begin(kFunctions), std::end(kFunctions)) {
    for (std::string_view name : kWithMessage) {
      for (std::string_view kind : {"C1", "C2"}) {
        add(name, kind, "EPKc", from_text);
        add(name, kind, "ERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE", from_string);
        add(name, kind, "ERKS_", from_other);
        add(name, kind, "EOS_", from_other);
      }
      add_destructors(name);
    }
    for (std::string_view name : kPlain) add_destructors(name);
  }

  void add(std::string_view name, std::string_view kind, std::string_view arguments,
           LibraryFunction function) {
    names.push_back("_ZNSt" + std::string(name) + std::string(kind) + std::string(arguments));
    entries.push_back({names.back(), function});
  }
  void add_destructors(std::string_view name) {
    for (std::string_view kind : {"D0", "D1", "D2"}) add(name, kind, "Ev", nothing);
  }

  std::deque<std::string> names;  // entries refer to them
  std::vector<LibraryEntry> entries;
};

}  // namespace

void Library::terminate() {
  if (machine_.ended()) return;
  if (uint64_t handler = terminate_handler; handler != 0) {
    terminate_handler = 0;
    LibraryCall call(machine_, *this, {});
    call.call_back(handler, {}, nullptr);
    if (machine_.ended()) return;
  }
  semantics::Exceptions& all = machine_.state().exceptions;
  if (all.flying.empty()) {
    std::fprintf(stderr, "terminate called without an active exception\n");
  } else {
    const semantics::Exception& thrown = all[all.flying.back()];
    std::string name =
        thrown.type.valid() ? thrown.unit->unit->types.spell(thrown.type) : "a library's class";
    std::fprintf(stderr, "terminate called after throwing an instance of '%s'\n", name.c_str());
  }
  streams->forget_output();
  machine_.signal(SIGABRT);
}

std::span<const LibraryEntry> exception_functions() {
  static const Table table;
  return table.entries;
}

}  // namespace assay::interpreter
