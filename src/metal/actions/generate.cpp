#include "metal/actions/generate.h"

#include <fmt/format.h>

#include <charconv>

namespace assay::metal {
namespace {

constexpr std::string_view kGlue = "<rule>:";

std::string quoted(std::string_view file) {
  std::string text = "\"";
  for (char c : file) {
    if (c == '"' || c == '\\') text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text + "\"";
}

/// The user's code at its own place.
void append_code(std::string& c, const Program& program, Place place, std::string_view text) {
  c += fmt::format("#line {} {}\n", place.line, quoted(program.file));
  c.append(place.column - 1, ' ');
  c += text;
  c += '\n';
}

void append_glue(std::string& c, CodeId id, std::string_view text) {
  c += fmt::format("#line 1 \"{}{}\"\n{}\n", kGlue, id.index(), text);
}

void append_function(std::string& c, const Program& program, const CodeEntry& entry, CodeId id) {
  bool is_callout = entry.kind == CodeKind::Callout;
  // An action may say `return;`, so it is no function with a value.
  std::string head = fmt::format("{} {}(const mc_tree *mc_holes) {{",
                                 is_callout ? "long long" : "void", CodeTable::symbol(id));
  for (size_t i = 0; i < entry.in->holes.size(); ++i)
    head += fmt::format(" mc_tree {} = mc_holes[{}];", entry.in->holes[i].name, i);
  append_glue(c, id, head + (is_callout ? " return 0 != (" : " {"));
  append_code(c, program, entry.place, entry.text);
  append_glue(c, id, is_callout ? "); }" : "} }");
}

}  // namespace

std::string generate_c(const Composition& composition, const CodeTable& table) {
  std::string c = "#include \"mc.h\"\n";
  size_t machine = 0, next = 0;
  for (const Part& part : composition.parts) {
    const Program& program = composition.programs[part.program];
    if (part.kind == PartKind::Header) {
      const RawCode& code = program.headers[part.index].code;
      append_code(c, program, code.place, code.text);
      continue;
    }
    for (; next < table.entries().size() && table.entries()[next].machine == machine; ++next)
      append_function(c, program, table.entries()[next], CodeId(next));
    ++machine;
  }
  return c;
}

std::optional<CodeId> glue_owner(std::string_view file) {
  if (!file.starts_with(kGlue)) return std::nullopt;
  file.remove_prefix(kGlue.size());
  uint32_t index = 0;
  auto [end, error] = std::from_chars(file.data(), file.data() + file.size(), index);
  if (error != std::errc() || end != file.data() + file.size()) return std::nullopt;
  return CodeId(index);
}

}  // namespace assay::metal
