#include "metal/actions/c_mistakes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"
#include "metal/actions/generate.h"
#include "metal/actions/rule_symbols.h"
#include "metal/diagnostics.h"

namespace assay::metal {
namespace {

// Beyond these, what follows is mostly the consequence of what stands above.
constexpr size_t kMaxShown = 20;

// C99's view on implicit declarations does not help the author of a rule: what is missing is the
// function itself.
std::string message_of(const CDiagnostic& diagnostic) {
  if (diagnostic.undeclared.empty()) return diagnostic.message;
  std::vector<std::string_view> names;
  for (const RuleSymbol& symbol : rule_symbols()) names.push_back(symbol.name);
  return fmt::format("there is no function '{}' for rules{}", diagnostic.undeclared,
                     suggestion(diagnostic.undeclared, names));
}

std::string render(const CDiagnostic& diagnostic, const Composition& composition,
                   const CodeTable& table) {
  std::string message = message_of(diagnostic);
  if (diagnostic.level == CLevel::Note) message = "note: " + message;
  if (diagnostic.file.empty()) return message;
  std::string file = diagnostic.file;
  Place place{diagnostic.line, diagnostic.column};
  if (std::optional<CodeId> owner = glue_owner(file)) {
    // A piece that is not whole, `f(x`: Clang notices behind its end.
    const CodeEntry& entry = table[*owner];
    file = composition.programs[entry.program].file;
    place = entry.place;
  }
  std::string_view source;
  for (const Program& program : composition.programs) {
    if (program.file == file) source = program.source;
  }
  Diagnostics one(file, source);
  one.error(place, "{}", message);
  return one.errors();
}

/// Clang says so itself, in a note that points into mc.h.
bool is_said_already(const CDiagnostic& note, const CDiagnostic& of) {
  return !of.undeclared.empty() && note.level == CLevel::Note;
}

}  // namespace

CMistakes describe_mistakes(std::span<const CDiagnostic> diagnostics,
                            const Composition& composition, const CodeTable& table) {
  CMistakes mistakes;
  std::string* last = nullptr;  // what a note belongs to
  const CDiagnostic* of = nullptr;
  for (const CDiagnostic& diagnostic : diagnostics) {
    if (diagnostic.level == CLevel::Note) {
      if (last != nullptr && !is_said_already(diagnostic, *of))
        *last += "\n" + render(diagnostic, composition, table);
      continue;
    }
    std::vector<std::string>& list =
        diagnostic.level == CLevel::Warning ? mistakes.warnings : mistakes.errors;
    std::string text = render(diagnostic, composition, table);
    // A mistake in a macro or a hole's name shows in each piece that has it.
    auto is_same = [&](const std::string& other) {
      return other == text || other.starts_with(text + "\n");
    };
    last = nullptr;
    if (std::any_of(list.begin(), list.end(), is_same)) continue;
    list.push_back(std::move(text));
    last = &list.back();
    of = &diagnostic;
  }
  return mistakes;
}

std::string CMistakes::error_text() const {
  std::string text;
  for (size_t i = 0; i < errors.size() && i < kMaxShown; ++i)
    text += (text.empty() ? "" : "\n") + errors[i];
  if (errors.size() > kMaxShown)
    text += fmt::format("\n{} more errors are not shown", errors.size() - kMaxShown);
  return text;
}

}  // namespace assay::metal
