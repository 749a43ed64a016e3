// What the ids of other analysers stand for here.
#include <array>

#include "findings/suppressions.h"

namespace assay::findings {
namespace {

struct ForeignId {
  std::string_view part;  // of the id, lower case
  std::string_view kind;
};

// Clang's and clang-tidy's, cppcheck's, Infer's, Coverity's and GCC's names, by what they share.
constexpr std::array kForeign{
    ForeignId{"nulldereference", "null-deref"},
    ForeignId{"null_dereference", "null-deref"},
    ForeignId{"nullptr_dereference", "null-deref"},
    ForeignId{"null-dereference", "null-deref"},
    ForeignId{"nullpointer", "null-deref"},
    ForeignId{"nonnull", "null-deref"},
    ForeignId{"forward_null", "null-deref"},
    ForeignId{"reverse_inull", "null-deref"},
    ForeignId{"null_returns", "null-deref"},
    ForeignId{"null_returns", "null-unchecked"},
    ForeignId{"use_after_free", "use-after-free"},
    ForeignId{"use-after-free", "use-after-free"},
    ForeignId{"use_after_delete", "use-after-free"},
    ForeignId{"deallocuse", "use-after-free"},
    ForeignId{"unix.malloc", "use-after-free"},
    ForeignId{"unix.malloc", "double-free"},
    ForeignId{"unix.malloc", "leak"},
    ForeignId{"newdelete", "use-after-free"},
    ForeignId{"newdelete", "double-free"},
    ForeignId{"newdeleteleaks", "leak"},
    ForeignId{"doublefree", "double-free"},
    ForeignId{"double-free", "double-free"},
    ForeignId{"deallocret", "freed-return"},
    ForeignId{"mismatcheddeallocator", "invalid-free"},
    ForeignId{"mismatchallocdealloc", "invalid-free"},
    ForeignId{"bad_free", "invalid-free"},
    ForeignId{"free-nonheap", "invalid-free"},
    ForeignId{"memleak", "leak"},
    ForeignId{"memory_leak", "leak"},
    ForeignId{"malloc-leak", "leak"},
    ForeignId{"resource_leak", "leak"},
    ForeignId{"resource_leak", "resource-leak"},
    ForeignId{"resourceleak", "resource-leak"},
    ForeignId{"file-leak", "resource-leak"},
    ForeignId{"fd-leak", "resource-leak"},
    ForeignId{"unix.stream", "resource-leak"},
    ForeignId{"unix.stream", "resource-state"},
    ForeignId{"double-fclose", "resource-state"},
    ForeignId{"use_after_close", "resource-state"},
    ForeignId{"uninit", "uninit"},
    ForeignId{"undefinedbinaryoperatorresult", "uninit"},
    ForeignId{"stackaddress", "stack-escape"},
    ForeignId{"autovariables", "stack-escape"},
    ForeignId{"returndanglinglifetime", "stack-escape"},
    ForeignId{"return_local", "stack-escape"},
    ForeignId{"stack_variable_address_escape", "stack-escape"},
    ForeignId{"dangling", "stack-escape"},
    ForeignId{"arrayindexoutofbounds", "buffer-overflow"},
    ForeignId{"arraybound", "buffer-overflow"},
    ForeignId{"bufferaccessoutofbounds", "buffer-overflow"},
    ForeignId{"buffer_overrun", "buffer-overflow"},
    ForeignId{"overrun", "buffer-overflow"},
    ForeignId{"out-of-bounds", "buffer-overflow"},
    ForeignId{"dividezero", "div-by-zero"},
    ForeignId{"divide_by_zero", "div-by-zero"},
    ForeignId{"zerodiv", "div-by-zero"},
    ForeignId{"integeroverflow", "int-overflow"},
    ForeignId{"integer_overflow", "int-overflow"},
    ForeignId{"shifttoomany", "bad-shift"},
    ForeignId{"bad_shift", "bad-shift"},
    ForeignId{"pthreadlock", "lock-misuse"},
    ForeignId{"missing_unlock", "lock-misuse"},
    ForeignId{"checked_return", "unchecked-result"},
    ForeignId{"tainted_scalar", "tainted-size"},
    ForeignId{"insecureapi", "unsafe-function"},
    ForeignId{"purevirtual", "pure-virtual"},
    ForeignId{"virtualcall", "pure-virtual"},
    ForeignId{"vaend", "missing-va-end"},
    ForeignId{"va_list", "missing-va-end"},
};

}  // namespace

std::vector<std::string> kinds_of_foreign_id(std::string_view id) {
  std::string lower;
  for (char c : id) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::vector<std::string> kinds;
  for (const ForeignId& each : kForeign)
    if (lower.find(each.part) != std::string::npos) kinds.emplace_back(each.kind);
  // A name of ours, or a glob that may cover some.
  bool is_glob = lower.find('*') != std::string::npos;
  if (kinds.empty() && (is_glob || find_kind(lower) != nullptr)) kinds.push_back(lower);
  return kinds;
}

}  // namespace assay::findings
