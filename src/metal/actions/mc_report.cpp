// mc.h: reports.
#include <cstdarg>

#include "metal/actions/context.h"
#include "metal/actions/program_names.h"
#include "metal/actions/report_text.h"
#include "metal/actions/rule_symbols.h"

namespace assay::metal {
namespace {

ReportWords words_for(Context& c, const RuleTree& tree) {
  ReportWords words;
  if (tree.tree.valid())
    words.name = c.text(tree.tree);
  else if (std::optional<std::string> name = identifier_of(c, tree))
    words.name = *name;
  if (!tree.hole.valid() || c.machine().hole(tree.hole).role != Role::StateVariable) return words;
  if (std::optional<InstanceData> data = c.host().data(tree.hole)) words.data = data_text(*data);
  return words;
}

void report(Context& c, RuleReport made, const RuleTree& tree, const char* format,
            va_list arguments) {
  if (format == nullptr) return c.fail("reports without a message");
  format_report(made, format, arguments, words_for(c, tree));
  c.host().report(std::move(made));
}

void report_plain(ReportSort sort, const char* format, va_list arguments) {
  // `$name` means something here too: what the machine tracks at this point.
  perform([&](Context& c) {
    report(c, RuleReport{.sort = sort}, c.filled_variable(), format, arguments);
  });
}

void report_variable(ReportSort sort, const char* kind, TreeHandle handle, const char* format,
                     va_list arguments) {
  perform([&](Context& c) {
    const RuleTree* found = c.find(handle);
    if (!c.failure().empty()) return;
    RuleTree tree = found == nullptr ? RuleTree() : *found;
    RuleReport made{.sort = sort, .kind = kind == nullptr ? "" : kind, .variable = tree.hole};
    report(c, std::move(made), tree, format, arguments);
  });
}

// What these call has left the C code if it failed: va_end is for the way on only.
void err(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_plain(ReportSort::Error, format, arguments);
  va_end(arguments);
}

void note(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_plain(ReportSort::Note, format, arguments);
  va_end(arguments);
}

void v_err(const char* kind, TreeHandle variable, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_variable(ReportSort::Error, kind, variable, format, arguments);
  va_end(arguments);
}

void v_note(const char* kind, TreeHandle variable, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  report_variable(ReportSort::Note, kind, variable, format, arguments);
  va_end(arguments);
}

int error_count() {
  return answer([](Context& c) { return static_cast<int>(c.host().error_count()); });
}

void count(const char* key, long long by) {
  perform([&](Context& c) {
    if (key == nullptr) return c.fail("counts without a key");
    c.host().count(key, by);
  });
}

}  // namespace

std::vector<RuleSymbol> report_symbols() {
  return {rule_symbol("err", err),
          rule_symbol("note", note),
          rule_symbol("v_err", v_err),
          rule_symbol("v_note", v_note),
          rule_symbol("mc_nerrors", error_count),
          rule_symbol("mc_count", count)};
}

}  // namespace assay::metal
