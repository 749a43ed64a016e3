#include "logic/smtlib_read.h"

#include <algorithm>
#include <iterator>

#include "logic/smtlib_scope.h"
#include "logic/smtlib_terms.h"

namespace assay::logic {
namespace {

class ScriptReader {
 public:
  ScriptReader(TermPool& pool, std::string_view file, std::string_view text, Simplify simplify)
      : pool_(pool),
        text_(text),
        lexer_(file, text),
        terms_(pool, lexer_, scope_, script_, simplify) {}

  SmtScript read() {
    Result<void> done = read_commands();
    if (!done) {
      script_.mistake = Error{done.error()};
      script_.commands.resize(complete_);
    }
    return std::move(script_);
  }

 private:
  Result<void> read_commands();
  Result<void> read_command(SmtPlace place, const SmtToken& name);
  Result<void> declare(bool is_const);
  Result<void> define(bool is_const);
  Result<void> define_sort();
  Result<void> set_option(SmtPlace place);
  Result<void> read_assert();
  Result<void> read_terms(SmtCommand::Kind kind, bool must_be_bool);
  Result<void> read_level(SmtCommand::Kind kind);
  Result<void> skip_rest(SmtPlace place);
  Result<void> end_of(std::string_view command);
  Result<std::string> read_name();
  Result<void> bind(SmtPlace place, const std::string& name, SmtBinding binding);
  void end_declarations(size_t count);

  SmtCommand& add(SmtCommand::Kind kind) {
    script_.commands.push_back({.kind = kind, .place = place_});
    return script_.commands.back();
  }

  TermPool& pool_;
  std::string_view text_;
  SmtScript script_;
  SmtLexer lexer_;
  SmtScope scope_;
  SmtTermReader terms_;
  SmtPlace place_;               // of the command
  size_t complete_ = 0;          // commands that were read to their end
  bool says_success_ = false;    // :print-success
  std::vector<uint32_t> alive_;  // declarations, in order
  std::vector<size_t> levels_;   // how many there were
};

// Commands that answer nothing, unless they are asked to say `success`.
bool is_silent(std::string_view command) {
  constexpr std::string_view kBeginnings[] = {"assert", "declare-", "define-", "set-",
                                              "push",   "pop",      "reset"};
  return std::ranges::any_of(kBeginnings,
                             [&](std::string_view each) { return command.starts_with(each); });
}

Result<void> ScriptReader::read_commands() {
  for (;;) {
    SmtToken token = TRY(lexer_.next());
    if (token.kind == SmtToken::End) return {};
    if (token.kind != SmtToken::Open)
      return lexer_.error(token.place, "expected '(' and a command");
    SmtToken name = TRY(lexer_.next());
    if (name.kind != SmtToken::Symbol) return lexer_.error(name.place, "expected a command's name");
    TRY(read_command(token.place, name));
    if (says_success_ && is_silent(name.text)) add(SmtCommand::Echo).texts.emplace_back("success");
    complete_ = script_.commands.size();
    if (name.text == "exit") return {};  // whatever follows
  }
}

Result<void> ScriptReader::end_of(std::string_view command) {
  SmtToken token = TRY(lexer_.next());
  if (token.kind != SmtToken::Close)
    return lexer_.error(token.place, "expected ')' after {}", command);
  return {};
}

Result<std::string> ScriptReader::read_name() {
  SmtToken token = TRY(lexer_.next());
  if (token.kind != SmtToken::Symbol) return lexer_.error(token.place, "expected a name");
  return std::string(token.text);
}

Result<void> ScriptReader::bind(SmtPlace place, const std::string& name, SmtBinding binding) {
  if (is_smt_function(name) || name == "true" || name == "false" || name == "Bool") {
    return lexer_.error(place, "'{}' has a meaning of its own", name);
  }
  if (!scope_.define(name, std::move(binding))) {
    return lexer_.error(place, "'{}' is declared already", name);
  }
  return {};
}

// `name (sorts) sort`, or `name sort`.
Result<void> ScriptReader::declare(bool is_const) {
  SmtDeclaration declaration;
  declaration.name = TRY(read_name());
  if (!is_const) {
    SmtToken token = TRY(lexer_.next());
    if (token.kind != SmtToken::Open) return lexer_.error(token.place, "expected '(' and sorts");
    for (;;) {
      token = TRY(lexer_.next());
      if (token.kind == SmtToken::Close) break;
      declaration.parameters.push_back(TRY(terms_.read_sort(token)));
    }
  }
  SmtToken token = TRY(lexer_.next());
  SmtSort sort = TRY(terms_.read_sort(token));
  TRY(end_of("a declaration"));
  declaration.width = sort.width;
  declaration.is_bool = sort.is_bool;
  SmtBinding binding;
  binding.declaration = static_cast<uint32_t>(script_.declarations.size());
  if (declaration.parameters.empty()) {
    // A name that was popped and comes back is another symbol.
    declaration.symbol = pool_.fresh_symbol(declaration.name, sort.width);
    binding.value = {declaration.symbol, sort.is_bool};
  } else {
    binding.kind = SmtBinding::Function;
  }
  TRY(bind(place_, declaration.name, std::move(binding)));
  declaration.first = script_.commands.size();
  alive_.push_back(static_cast<uint32_t>(script_.declarations.size()));
  script_.declarations.push_back(std::move(declaration));
  return {};
}

// `name ((name sort)...) sort term`, or `name sort term`.
Result<void> ScriptReader::define(bool is_const) {
  std::string name = TRY(read_name());
  SmtBinding binding;
  std::vector<std::string> parameters;
  SmtToken token;
  if (!is_const) {
    token = TRY(lexer_.next());
    if (token.kind != SmtToken::Open)
      return lexer_.error(token.place, "expected '(' and parameters");
    for (;;) {
      token = TRY(lexer_.next());
      if (token.kind == SmtToken::Close) break;
      if (token.kind != SmtToken::Open) return lexer_.error(token.place, "expected '(name sort)'");
      parameters.push_back(TRY(read_name()));
      token = TRY(lexer_.next());
      SmtSort sort = TRY(terms_.read_sort(token));
      TRY(end_of("a parameter"));
      Term symbol = pool_.fresh_symbol(parameters.back(), sort.width);
      binding.parameters.push_back({symbol, sort.is_bool});
    }
  }
  token = TRY(lexer_.next());
  SmtSort sort = TRY(terms_.read_sort(token));
  for (size_t i = 0; i < parameters.size(); ++i) {
    scope_.enter(parameters[i], {.value = binding.parameters[i]});
  }
  token = TRY(lexer_.next());
  binding.value = TRY(terms_.read(token));
  for (const std::string& parameter : parameters) scope_.leave(parameter);
  if (binding.value.is_bool != sort.is_bool || binding.value.term.width() != sort.width) {
    return lexer_.error(token.place, "the body of '{}' is a {}, not of the sort given", name,
                        smt_sort_text(binding.value));
  }
  TRY(end_of("a definition"));
  binding.kind = parameters.empty() ? SmtBinding::Value : SmtBinding::Macro;
  return bind(place_, name, std::move(binding));
}

Result<void> ScriptReader::define_sort() {
  std::string name = TRY(read_name());
  SmtToken token = TRY(lexer_.next());
  SmtToken close = TRY(lexer_.next());
  if (token.kind != SmtToken::Open || close.kind != SmtToken::Close) {
    return lexer_.error(token.place, "sorts with parameters are not supported");
  }
  token = TRY(lexer_.next());
  SmtBinding binding;
  binding.kind = SmtBinding::Sort;
  binding.sort = TRY(terms_.read_sort(token));
  TRY(end_of("a definition"));
  return bind(place_, name, std::move(binding));
}

Result<void> ScriptReader::read_assert() {
  SmtToken token = TRY(lexer_.next());
  SmtValue value = TRY(terms_.read(token));
  if (!value.is_bool) {
    return lexer_.error(token.place, "a {} cannot be asserted, only a Bool", smt_sort_text(value));
  }
  SmtCommand& command = add(SmtCommand::Assert);
  command.values.push_back(value);
  if (!terms_.name().empty()) command.texts.push_back(terms_.name());
  return end_of("an assertion");
}

// `(term...)`, each kept with its text.
Result<void> ScriptReader::read_terms(SmtCommand::Kind kind, bool must_be_bool) {
  SmtToken token = TRY(lexer_.next());
  if (token.kind != SmtToken::Open) return lexer_.error(token.place, "expected '(' and terms");
  SmtCommand command{.kind = kind, .place = place_};
  for (;;) {
    token = TRY(lexer_.next());
    if (token.kind == SmtToken::Close) break;
    size_t start = token.start;
    SmtValue value = TRY(terms_.read(token));
    if (must_be_bool && !value.is_bool) {
      return lexer_.error(token.place, "an assumption is a {}, not a Bool", smt_sort_text(value));
    }
    command.values.push_back(value);
    command.texts.emplace_back(text_.substr(start, lexer_.position() - start));
  }
  script_.commands.push_back(std::move(command));
  return end_of("the terms");
}

Result<void> ScriptReader::read_level(SmtCommand::Kind kind) {
  constexpr uint32_t kMaxLevels = 100'000;
  SmtToken token = TRY(lexer_.next());
  uint32_t count = 1;
  if (token.kind != SmtToken::Close) {
    count = TRY(terms_.read_number(token, kMaxLevels));
    TRY(end_of(kind == SmtCommand::Push ? "push" : "pop"));
  }
  for (uint32_t i = 0; i < count; ++i) {
    if (kind == SmtCommand::Push) {
      scope_.push();
      levels_.push_back(alive_.size());
    } else if (!scope_.pop()) {
      return lexer_.error(place_, "pop without a push");
    } else {
      end_declarations(levels_.back());
      levels_.pop_back();
    }
  }
  add(kind).count = count;
  return {};
}

// To the command's `)`, whatever stands before it.
Result<void> ScriptReader::skip_rest(SmtPlace place) {
  int depth = 1;
  while (depth > 0) {
    SmtToken token = TRY(lexer_.next());
    if (token.kind == SmtToken::End) return lexer_.error(place, "a command without an end");
    depth += token.kind == SmtToken::Open ? 1 : token.kind == SmtToken::Close ? -1 : 0;
  }
  return {};
}

Result<void> ScriptReader::set_option(SmtPlace place) {
  SmtToken option = TRY(lexer_.next());
  if (option.kind != SmtToken::Keyword) {
    return lexer_.error(option.place, "expected an option's name");
  }
  if (option.text != ":print-success") return skip_rest(place);
  SmtToken value = TRY(lexer_.next());
  if (!value.is("true") && !value.is("false")) {
    return lexer_.error(value.place, "expected true or false");
  }
  says_success_ = value.is("true");
  return end_of("an option");
}

// A string as it is meant: two quotes stand for one.
std::string unquoted(std::string_view text) {
  std::string meant;
  for (size_t i = 0; i < text.size(); ++i) {
    meant += text[i];
    if (text[i] == '"') ++i;
  }
  return meant;
}

// Those after the first `count` are seen no more.
void ScriptReader::end_declarations(size_t count) {
  for (; alive_.size() > count; alive_.pop_back()) {
    script_.declarations[alive_.back()].end = script_.commands.size();
  }
}

// Standard commands that ask for what we do not have: the standard's answer is "unsupported", and
// the rest of the script is as good as ever.
bool is_unanswered(std::string_view command) {
  constexpr std::string_view kCommands[] = {"get-assertions", "get-assignment", "get-info",
                                            "get-option", "get-proof"};
  return std::ranges::find(kCommands, command) != std::end(kCommands);
}

Result<void> ScriptReader::read_command(SmtPlace place, const SmtToken& name) {
  place_ = place;
  std::string_view text = name.text;
  if (text == "assert") return read_assert();
  if (text == "declare-fun" || text == "declare-const") return declare(text == "declare-const");
  if (text == "define-fun" || text == "define-const") return define(text == "define-const");
  if (text == "define-sort") return define_sort();
  if (text == "check-sat-assuming") return read_terms(SmtCommand::CheckSat, true);
  if (text == "get-value") return read_terms(SmtCommand::GetValue, false);
  if (text == "push") return read_level(SmtCommand::Push);
  if (text == "pop") return read_level(SmtCommand::Pop);
  if (text == "check-sat") {
    add(SmtCommand::CheckSat);
  } else if (text == "get-model") {
    add(SmtCommand::GetModel);
  } else if (text == "get-unsat-assumptions") {
    add(SmtCommand::GetUnsatAssumptions);
  } else if (text == "get-unsat-core") {
    add(SmtCommand::GetUnsatCore);
  } else if (text == "reset-assertions" || text == "reset") {
    scope_.clear();
    levels_.clear();
    end_declarations(0);
    if (text == "reset") says_success_ = false;
    add(SmtCommand::ResetAssertions);
  } else if (text == "exit") {
    add(SmtCommand::Exit);
  } else if (text == "echo") {
    SmtToken token = TRY(lexer_.next());
    if (token.kind != SmtToken::String) return lexer_.error(token.place, "expected a string");
    add(SmtCommand::Echo).texts.push_back(unquoted(token.text));
  } else if (text == "set-option") {
    return set_option(place);
  } else if (text == "set-logic" || text == "set-info") {
    return skip_rest(place);
  } else if (is_unanswered(text)) {
    add(SmtCommand::Echo).texts.emplace_back("unsupported");
    return skip_rest(place);
  } else {
    return lexer_.error(name.place, "command '{}' is not supported", text);
  }
  return end_of(text);
}

}  // namespace

SmtScript read_smtlib_so_far(TermPool& pool, std::string_view file, std::string_view text,
                             Simplify simplify) {
  return ScriptReader(pool, file, text, simplify).read();
}

Result<SmtScript> read_smtlib(TermPool& pool, std::string_view file, std::string_view text,
                              Simplify simplify) {
  SmtScript script = read_smtlib_so_far(pool, file, text, simplify);
  if (script.mistake) return std::move(*script.mistake);
  return script;
}

}  // namespace assay::logic
