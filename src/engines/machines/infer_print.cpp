// Inferred rules as text: for people, and as metal programs.
#include <fmt/format.h>

#include <string>

#include "engines/machines/infer.h"

namespace assay::machines {
namespace {

std::string words(const Role& role) {
  if (role.is_result) return fmt::format("the result of `{}`", role.function);
  if (role.arguments == 1) return fmt::format("the argument of `{}`", role.function);
  return fmt::format("argument {} of `{}`", role.argument + 1, role.function);
}

std::string sentence(const InferredRule& rule) {
  switch (rule.kind) {
    case InferKind::Pairs:
      return fmt::format("{} goes to `{}` later", words(rule.first), rule.second.function);
    case InferKind::Null:
      return fmt::format("{} may be null", words(rule.first));
    case InferKind::Free:
      return fmt::format("{} is gone afterwards", words(rule.first));
  }
  return {};
}

void add_places(std::string& text, std::string_view title,
                const std::vector<InferredRule::Evidence>& places, uint64_t all) {
  if (places.empty()) return;
  text += fmt::format("  {} ({}):\n", title, all);
  for (const InferredRule::Evidence& place : places)
    text += fmt::format("    {}:{}: in `{}`\n", place.where.file, place.where.line, place.function);
}

/// `open(a0, v, a2)`; the other arguments' holes are added to `holes`.
std::string pattern(const Role& role, std::string_view prefix, std::vector<std::string>& holes) {
  if (role.is_result) return fmt::format("{{ v = {}(args) }}", role.function);
  std::string arguments;
  for (uint32_t i = 0; i < role.arguments; ++i) {
    std::string name = "v";
    if (i != role.argument) {
      name = fmt::format("{}{}", prefix, i);
      holes.push_back(name);
    }
    arguments += (i ? ", " : "") + name;
  }
  return fmt::format("{{ {}({}) }}", role.function, arguments);
}

/// A name for a machine: letters, digits and `_`.
std::string word(std::string_view name) {
  std::string result;
  for (char c : name) {
    bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    result += plain ? c : '_';
  }
  return result;
}

std::string declarations(const InferredRule& rule, const std::vector<std::string>& holes) {
  std::string text = rule.kind == InferKind::Pairs ? "  state decl any_expr v;\n"
                                                   : "  state decl any_pointer v;\n";
  if (rule.first.is_result) text += "  decl any_args args;\n";
  if (!holes.empty()) {
    text += "  decl any_expr ";
    for (size_t i = 0; i < holes.size(); ++i) text += (i ? ", " : "") + holes[i];
    text += ";\n";
  }
  return text;
}

}  // namespace

std::string print(const InferredRule& rule) {
  uint64_t all = rule.examples + rule.counterexamples;
  std::string text =
      fmt::format("{}: {} of {} times, z = {:.2f}\n", sentence(rule), rule.examples, all, rule.z);
  add_places(text, "but not here", rule.broken, rule.counterexamples);
  add_places(text, "for example", rule.kept, rule.examples);
  return text;
}

std::string metal_of(const InferredRule& rule) {
  std::vector<std::string> holes;
  std::string begins = pattern(rule.first, "a", holes);
  std::string head =
      fmt::format("// Inferred: {}, in {} of {} places (z = {:.2f}).\n.module kill-paths.m\n\n",
                  sentence(rule), rule.examples, rule.examples + rule.counterexamples, rule.z);
  const std::string& name = rule.first.function;
  switch (rule.kind) {
    case InferKind::Pairs: {
      std::string ends = pattern(rule.second, "b", holes);
      // A result that stands for failure has nothing to give back.
      // Nor has one that is handed on, or put where others find it.
      std::string fails;
      if (rule.first.is_result) {
        holes.push_back("x");
        begins += " && ${ mc_is_local(v) }";
        fails =
            "  | { (v == 0) } ==> true=v.stop, false=v.open\n"
            "  | { (v < 0) } ==> true=v.stop, false=v.open\n"
            "  | { return v; } ==> v.stop\n"
            "  | { x = v } && ${ !mc_is_local(x) } ==> v.stop\n";
      }
      return head + fmt::format(
                        "sm pair_{}_{} local {{\n{}\n  start: {} ==> v.open;\n\n"
                        "  v.open:\n    {} ==> v.stop\n{}"
                        "  | $end_of_path$ ==> v.stop,\n"
                        "      {{ v_err(\"pair\", v, \"`$name` does not go to `{}` on "
                        "this path\"); }}\n  ;\n}}\n",
                        word(name), word(rule.second.function), declarations(rule, holes), begins,
                        ends, fails, rule.second.function);
    }
    case InferKind::Null:
      return head + fmt::format(
                        "sm null_{} local {{\n{}\n  start: {} ==> v.unknown;\n\n"
                        "  v.unknown:\n    {{ (v == NULL) }} || {{ (v != NULL) }} ==> "
                        "v.stop\n  | {{ *(any *)v }} ==> v.stop,\n"
                        "      {{ v_err(\"null-unchecked\", v, \"`$name` may be null: `{}` "
                        "gave it\"); }}\n  ;\n}}\n",
                        word(name), declarations(rule, holes), begins, name);
    case InferKind::Free:
      holes.push_back("x");
      return head + fmt::format(
                        "sm free_{} local subsume {{\n{}\n  start: {} ==> v.freed;\n\n"
                        "  v.freed:\n    {{ (v == x) }} || {{ (v != x) }} ==> {{ }}\n"
                        "  | {{ v }} ==> v.stop,\n"
                        "      {{ v_err(\"use-after-free\", v, \"`$name` is used after "
                        "`{}`\"); }}\n  ;\n}}\n",
                        word(name), declarations(rule, holes), begins, name);
  }
  return {};
}

}  // namespace assay::machines
