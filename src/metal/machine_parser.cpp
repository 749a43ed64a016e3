#include "metal/machine_parser.h"

#include <array>
#include <utility>

#include "base/nearest.h"

namespace assay::metal {
namespace {

struct HoleWord {
  std::string_view word;
  HoleKind kind;
};
constexpr std::array<HoleWord, 6> kHoleWords = {{{"any_expr", HoleKind::AnyExpression},
                                                 {"any_scalar", HoleKind::AnyScalar},
                                                 {"any_pointer", HoleKind::AnyPointer},
                                                 {"any_arguments", HoleKind::AnyArguments},
                                                 {"any_args", HoleKind::AnyArguments},
                                                 {"any_fn_call", HoleKind::AnyCall}}};

}  // namespace

std::string_view hole_kind_name(HoleKind kind) {
  for (const HoleWord& word : kHoleWords) {
    if (word.kind == kind) return word.word;
  }
  return {};
}

void MachineParser::declarations(size_t end) {
  size_t back = cursor_.position();
  for (size_t i = back; i < end;) {
    cursor_.seek(i);
    if (cursor_.at("{") || cursor_.at("${")) {
      i = cursor_.after_braces(i);
    } else if (cursor_.at_word("state") || cursor_.at_word("decl")) {
      if (!declaration()) recover(i);
      declared_[i] = cursor_.position();
      i = cursor_.position();
    } else {
      ++i;
    }
  }
  cursor_.seek(back);
}

void MachineParser::item() {
  size_t start = cursor_.position();
  if (!parse_item()) recover(start);
}

void MachineParser::recover(size_t start) {
  if (cursor_.position() == start) cursor_.next();
  while (!cursor_.at_end() && !cursor_.at("}")) {
    if (cursor_.take(";")) return;
    if (cursor_.at_word("pat") || cursor_.at_word("decl") || cursor_.at_word("state") ||
        cursor_.at_word("sm"))
      return;
    if (cursor_.at("{") || cursor_.at("${")) {
      cursor_.seek(cursor_.after_braces(cursor_.position()));
    } else {
      cursor_.next();
    }
  }
}

bool MachineParser::parse_item() {
  if (cursor_.take(";")) return true;
  auto declared = declared_.find(cursor_.position());
  if (declared != declared_.end()) {
    cursor_.seek(declared->second);
    return true;
  }
  if (!cursor_.at_identifier()) return cursor_.expected("a declaration, a pattern or a state");
  bool braces = cursor_.peek(1).is("{");
  if (cursor_.at_word("pat")) return pattern_definition();
  if ((cursor_.at_word("init") || cursor_.at_word("final")) && braces) {
    std::vector<RawCode>& list = cursor_.at_word("init") ? machine_.init : machine_.final;
    cursor_.next();
    RawCode code;
    if (!cursor_.raw_code(code)) return false;
    list.push_back(std::move(code));
    cursor_.take(";");
    return true;
  }
  if (cursor_.at_word("sm_header"))
    return cursor_.diagnostics().error(cursor_.peek().place, "'sm_header' stands outside 'sm'");
  return guard();
}

/// A `;`, or the end of the line: the papers leave some out.
bool MachineParser::separator(std::string_view where) {
  if (cursor_.take(";")) return true;
  if (cursor_.at("}") || cursor_.at_end()) return true;
  size_t at = cursor_.position();
  if (at > 0) {
    cursor_.seek(at - 1);
    uint32_t line = cursor_.peek().place.line;
    cursor_.seek(at);
    if (line < cursor_.peek().place.line && cursor_.at_identifier()) return true;
  }
  return cursor_.expected(fmt::format("';' {}", where));
}

bool MachineParser::qualifiers(Hole& hole) {
  static const std::vector<std::string_view> kWords = {"decl",    "killvars",    "nokillvars",
                                                       "byvalue", "byreference", "refcounted"};
  while (!cursor_.take_word("decl")) {
    if (!cursor_.at_identifier()) return cursor_.expected("'decl' after 'state'");
    Token word = cursor_.next();
    if (word.text == "killvars") {
      hole.kills = Kills::On;
    } else if (word.text == "nokillvars") {
      hole.kills = Kills::Off;
    } else if (word.text == "byvalue") {
      hole.passing = Passing::ByValue;
    } else if (word.text == "byreference") {
      hole.passing = Passing::ByReference;
    } else if (word.text == "refcounted") {
      hole.counted = Counted::ByReferences;
    } else {
      return cursor_.diagnostics().error(word.place, "'{}' says nothing about a state variable{}",
                                         word.text, suggestion(word.text, kWords));
    }
  }
  return true;
}

bool MachineParser::declaration() {
  Hole hole;
  if (cursor_.take_word("state")) {
    hole.role = Role::StateVariable;
    if (!qualifiers(hole)) return false;
  } else {
    cursor_.next();
  }
  if (cursor_.take("{")) {
    hole.kind = HoleKind::Typed;
    if (!parse_specifiers(cursor_, hole.type) || !parse_abstract_suffix(cursor_, hole.type) ||
        !cursor_.expect("}", "after the type"))
      return false;
    return declared_names(std::move(hole));
  }
  if (!cursor_.at_identifier()) return cursor_.expected("the type of a hole");
  Token word = cursor_.peek();
  std::vector<std::string_view> words;
  for (const HoleWord& known : kHoleWords) {
    words.push_back(known.word);
    if (known.word != word.text) continue;
    cursor_.next();
    hole.kind = known.kind;
    return declared_names(std::move(hole));
  }
  // `anyexpr` is a slip, unless the program has such a type; then braces around it say so.
  bool is_slip = !is_type_word(word.text) && word.text.starts_with("any") &&
                 !suggestion(word.text, words).empty();
  if (word.text.starts_with("any_") || is_slip)
    return cursor_.diagnostics().error(word.place, "'{}' is no type of holes{}", word.text,
                                       suggestion(word.text, words));
  CType specifiers;
  if (!parse_specifiers(cursor_, specifiers)) return false;
  do {
    Token name;
    hole.kind = HoleKind::Typed;
    hole.type = specifiers;
    if (!parse_declarator(cursor_, hole.type, name) || !declare(hole, name)) return false;
  } while (cursor_.take(","));
  return separator("after this declaration");
}

bool MachineParser::declared_names(Hole hole) {
  do {
    if (!cursor_.at_identifier()) return cursor_.expected("the name of a hole");
    if (!declare(hole, cursor_.next())) return false;
  } while (cursor_.take(","));
  return separator("after this declaration");
}

bool MachineParser::declare(Hole hole, const Token& name) {
  if (is_type_word(name.text) || is_statement_word(name.text) || name.text == "sizeof")
    return cursor_.diagnostics().error(name.place, "'{}' is a word of C, and no name for a hole",
                                       name.text);
  if (HoleId before = scope_.hole(name.text); before.valid()) {
    cursor_.diagnostics().error(name.place, "hole '{}' is declared twice, first in line {}",
                                name.text, machine_.hole(before).place.line);
    return true;
  }
  if (hole.role == Role::StateVariable &&
      (hole.kind == HoleKind::AnyArguments || hole.kind == HoleKind::AnyCall))
    cursor_.diagnostics().error(name.place, "'{}' cannot be tracked: an {} has no state", name.text,
                                hole_kind_name(hole.kind));
  hole.name = name.text;
  hole.place = name.place;
  if (hole.kind == HoleKind::Typed) {
    std::string_view base = hole.type.base;
    std::string_view last = base.substr(base.rfind(' ') + 1);
    if (base.find("struct ") == base.npos && base.find("union ") == base.npos &&
        base.find("enum ") == base.npos && base.find("class ") == base.npos)
      scope_.types.emplace(last);
  }
  machine_.holes.push_back(std::move(hole));
  return true;
}

bool MachineParser::pattern_definition() {
  cursor_.next();
  if (!cursor_.at_identifier()) return cursor_.expected("the name of a pattern after 'pat'");
  Token name = cursor_.next();
  if (!cursor_.expect("=", "after the pattern's name")) return false;
  std::optional<PatternId> pattern = patterns_.parse();
  if (scope_.hole(name.text).valid())
    cursor_.diagnostics().error(name.place, "'{}' is a hole already", name.text);
  for (const NamedPattern& before : machine_.patterns) {
    if (before.name == name.text)
      cursor_.diagnostics().error(name.place, "pattern '{}' is defined twice, first in line {}",
                                  name.text, before.place.line);
  }
  // One with a mistake in it is defined nevertheless: its uses are none.
  PatternId stands = pattern ? *pattern : machine_.trees.add({.place = name.place});
  machine_.patterns.push_back({std::string(name.text), name.place, stands});
  return pattern && separator("after this pattern");
}

bool MachineParser::state_name(StateName& state) {
  if (!cursor_.at_identifier()) return cursor_.expected("a state");
  Token word = cursor_.next();
  state.place = word.place;
  state.name = word.text;
  if (!cursor_.take(".")) return true;
  if (!cursor_.at_identifier())
    return cursor_.expected(fmt::format("a state of '{}' after '.'", word.text));
  state.variable = std::move(state.name);
  state.name = cursor_.next().text;
  return true;
}

bool MachineParser::guard() {
  Guard guard;
  do {
    if (!state_name(guard.sources.emplace_back())) return false;
  } while (cursor_.take(","));
  if (!cursor_.expect(":", "after the states a rule applies in")) return false;
  bool good = true;
  do {
    Rule next;
    if (!rule(next)) {
      good = false;
      break;
    }
    guard.rules.push_back(std::move(next));
  } while (cursor_.take("|"));
  machine_.guards.push_back(std::move(guard));
  return good && separator("or '|' after this rule");
}

bool MachineParser::rule(Rule& rule) {
  rule.place = cursor_.peek().place;
  std::optional<PatternId> pattern = patterns_.parse();
  if (!cursor_.at("==>")) return pattern ? cursor_.expected("'==>' after the pattern") : false;
  cursor_.next();
  if (pattern) rule.pattern = *pattern;
  do {
    if (cursor_.at("{")) {
      RawCode code;
      if (!cursor_.raw_code(code)) return false;
      rule.action = std::move(code);
      break;
    }
    if (!target(rule)) return false;
  } while (cursor_.take(","));
  return true;
}

bool MachineParser::target(Rule& rule) {
  if (!cursor_.at_identifier()) return cursor_.expected("a state or an action");
  Target target;
  if (cursor_.peek(1).is("=")) {
    Token word = cursor_.next();
    if (word.text != "true" && word.text != "false")
      return cursor_.diagnostics().error(
          word.place, "expected 'true' or 'false' before '=', found '{}'", word.text);
    target.branch = word.text == "true" ? Branch::True : Branch::False;
    cursor_.next();
  }
  if (!state_name(target.state)) return false;
  rule.targets.push_back(std::move(target));
  return true;
}

}  // namespace assay::metal
