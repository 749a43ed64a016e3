#include "metal/actions/c_mistakes.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

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
std::string undeclared_text(const std::string& name) {
  std::vector<std::string_view> names;
  for (const RuleSymbol& symbol : rule_symbols()) {
    bool is_for_people = symbol.name != "mc_identifer" && symbol.name != kOutOfStepsSymbol &&
                         symbol.name != kOutOfStackSymbol;
    if (is_for_people) names.push_back(symbol.name);
  }
  return fmt::format("there is no function '{}' for rules{}", name, suggestion(name, names));
}

std::string message_of(const CDiagnostic& diagnostic, const CodeTable& table) {
  if (!diagnostic.undeclared.empty()) return undeclared_text(diagnostic.undeclared);
  // Our function around a piece of code is nothing that its author knows of.
  std::string message = diagnostic.message;
  for (size_t i = 0; i < table.entries().size(); ++i) {
    std::string ours = fmt::format("void function '{}'", CodeTable::symbol(CodeId(i)));
    if (size_t at = message.find(ours); at != std::string::npos)
      message.replace(at, ours.size(), "an action");
  }
  return message;
}

/// Where a message stands, for the author of the metal file.
struct Located {
  size_t program = 0;  // in Composition::programs; its size: in no metal file
  std::string file;
  Place place;
};

Located locate(const CDiagnostic& diagnostic, const Composition& composition,
               const CodeTable& table) {
  Located at{composition.programs.size(), diagnostic.file, {diagnostic.line, diagnostic.column}};
  if (at.file.empty()) at.file = composition.programs[0].file;
  if (std::optional<CodeId> owner = glue_owner(at.file)) {
    // A piece that is not whole, `f(x`: Clang notices behind its end.
    at.file = composition.programs[table[*owner].program].file;
    at.place = table[*owner].place;
  }
  for (size_t i = 0; i < composition.programs.size(); ++i) {
    if (composition.programs[i].file == at.file) at.program = i;
  }
  return at;
}

std::string render(const CDiagnostic& diagnostic, const Located& at, const Composition& composition,
                   const CodeTable& table) {
  std::string message = message_of(diagnostic, table);
  if (diagnostic.level == CLevel::Note) message = "note: " + message;
  if (diagnostic.line == 0) return fmt::format("{}: {}", at.file, message);
  bool is_ours = at.program == composition.programs.size();
  Diagnostics one(at.file, is_ours ? std::string_view() : composition.programs[at.program].source);
  one.error(at.place, "{}", message);
  return one.errors();
}

struct Mistake {
  Located at;
  const CDiagnostic* first;
  std::string text;
};

/// In the order of the text; what stands at one place in Clang's order.
std::vector<std::string> in_order(std::vector<Mistake> mistakes) {
  // `first` points into one array.
  std::sort(mistakes.begin(), mistakes.end(), [](const Mistake& a, const Mistake& b) {
    return std::tie(a.at.program, a.at.place, a.first) <
           std::tie(b.at.program, b.at.place, b.first);
  });
  std::vector<std::string> texts;
  // A mistake in a macro or a hole's name shows in each piece that has it.
  for (Mistake& mistake : mistakes) {
    if (std::find(texts.begin(), texts.end(), mistake.text) == texts.end())
      texts.push_back(std::move(mistake.text));
  }
  return texts;
}

}  // namespace

CMistakes describe_mistakes(std::span<const CDiagnostic> diagnostics,
                            const Composition& composition, const CodeTable& table) {
  std::vector<Mistake> errors, warnings;
  for (const CDiagnostic& diagnostic : diagnostics) {
    Located at = locate(diagnostic, composition, table);
    std::string text = render(diagnostic, at, composition, table);
    if (diagnostic.level == CLevel::Note) {
      // Those of a warning say how to silence it, those of an undeclared function what we say.
      bool is_wanted = !errors.empty() && errors.back().first->undeclared.empty() &&
                       (warnings.empty() || warnings.back().first < errors.back().first);
      if (is_wanted) errors.back().text += "\n" + text;
      continue;
    }
    std::vector<Mistake>& list = diagnostic.level == CLevel::Warning ? warnings : errors;
    list.push_back({std::move(at), &diagnostic, std::move(text)});
  }
  return {in_order(std::move(errors)), in_order(std::move(warnings))};
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
