// The one table of kinds that some engine produces.
#include <array>

#include "findings/finding.h"

namespace assay::findings {
namespace {

constexpr std::array<KindInfo, 1> kKinds{{
    {.id = "stack-escape",
     .title = "Address of a local variable outlives it",
     .description =
         "The address of a variable that lives in a function's frame (a local, a parameter, a "
         "temporary, a compound literal) is returned, or is still stored in a global, in memory "
         "behind a parameter or in a longer-lived variable when the variable's life ends. Whoever "
         "uses it afterwards reads or overwrites whatever the stack holds by then.\n\n"
         "To mend it, let the caller provide the memory, allocate it, make the variable static, "
         "or reset the place that holds the address before the variable's life ends.",
     .limits =
         "Not reported: an address passed to a call, as most callees do not keep it; one that a "
         "call between the store and the variable's end may have reset; one kept as a number; one "
         "in a global or an argument when main returns; what an exception leaves behind; an object "
         "that stores its own address, in its destructor. Each function is looked at alone: what "
         "its callees do with an address is not known.",
     .level = Level::Warning,
     .cwe = 562,
     .security_severity = "7.0"},
}};

constexpr bool titles_fit() {
  for (const KindInfo& kind : kKinds)
    if (kind.title.size() > 255 || kind.description.size() > 1024) return false;
  return true;
}
static_assert(titles_fit(), "consumers of SARIF cut a title at 255 and a text at 1024 characters");

}  // namespace

std::span<const KindInfo> kinds() { return kKinds; }

const KindInfo* find_kind(std::string_view id) {
  for (const KindInfo& kind : kKinds)
    if (kind.id == id) return &kind;
  return nullptr;
}

std::string_view level_word(Level level) {
  switch (level) {
    case Level::Note:
      return "note";
    case Level::Warning:
      return "warning";
    case Level::Error:
      return "error";
  }
  return "warning";
}

}  // namespace assay::findings
