// ctype.h: functions, and the tables that glibc's macros read.
#include <ctype.h>
#include <fmt/core.h>

#include <cstring>

#include "engines/interpreter/libc_host.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using semantics::CallAnswer;

constexpr uint64_t kEntries = 384;  // from -128 to 255

/// A pointer to entry 0 of a table whose entries, as the host has them, begin at -128.
template <class T>
CallAnswer table(LibraryCall& call, const char* name, const T* zero) {
  std::string table_name = fmt::format("{} table", name);
  uint64_t pointer = call.library.static_address(name, call.pointer_bytes());
  std::optional<uint64_t> known = call.load_pointer(pointer);
  if (!known) return call.stop();
  if (*known == 0) {
    uint64_t entries = call.library.static_address(table_name, kEntries * sizeof(T));
    bool ok = call.write(entries, zero - 128, kEntries * sizeof(T)) &&
              call.store_pointer(pointer, entries + 128 * sizeof(T));
    if (!ok) return call.stop();
  }
  return call.number(pointer);
}

CallAnswer classes(LibraryCall& call) { return table(call, "ctype classes", *__ctype_b_loc()); }
CallAnswer lower(LibraryCall& call) { return table(call, "ctype lower", *__ctype_tolower_loc()); }
CallAnswer upper(LibraryCall& call) { return table(call, "ctype upper", *__ctype_toupper_loc()); }

/// The host's tables end where these do; a value outside is the program's mistake.
template <auto kFunction>
CallAnswer character(LibraryCall& call) {
  int c = call.int_word(0);
  if (c >= -128 && c <= 255) return call.number(static_cast<uint64_t>(int64_t{kFunction(c)}));
  call.machine.report("illegal-argument", "the value is no character", call.node);
  return call.number(0);
}

constexpr LibraryEntry kFunctions[] = {
    {"__ctype_b_loc", classes},          {"__ctype_tolower_loc", lower},
    {"__ctype_toupper_loc", upper},      {"isalpha", character<::isalpha>},
    {"isdigit", character<::isdigit>},   {"isalnum", character<::isalnum>},
    {"isspace", character<::isspace>},   {"isblank", character<::isblank>},
    {"isupper", character<::isupper>},   {"islower", character<::islower>},
    {"ispunct", character<::ispunct>},   {"isprint", character<::isprint>},
    {"isgraph", character<::isgraph>},   {"iscntrl", character<::iscntrl>},
    {"isxdigit", character<::isxdigit>}, {"isascii", by_host<isascii>},
    {"toascii", by_host<toascii>},       {"tolower", character<::tolower>},
    {"toupper", character<::toupper>},
};

}  // namespace

std::span<const LibraryEntry> ctype_functions() { return kFunctions; }

}  // namespace assay::interpreter
