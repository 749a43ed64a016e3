#include "models/parse.h"

#include <algorithm>

#include "base/nearest.h"
#include "models/check.h"
#include "models/parser.h"

namespace assay::models {
namespace {

constexpr std::array<std::string_view, 3> kStateWords = {"held", "released", "sort"};

}  // namespace

std::optional<size_t> index_of(std::span<const std::string_view> words, std::string_view word) {
  auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end() || word.empty()) return std::nullopt;
  return static_cast<size_t>(found - words.begin());
}

Result<Token> Parser::take() {
  Token taken = std::move(token_);
  TRY(lexer_.next(token_));
  return taken;
}

Result<Token> Parser::expect(TokenKind kind, std::string_view what) {
  if (token_.kind != kind)
    return error(token_.place, "expected {} instead of {}", what, describe(token_));
  return take();
}

Result<Token> Parser::expect_name(std::string_view what) {
  if (!token_.is_name())
    return error(token_.place, "expected {} instead of {}", what, describe(token_));
  return take();
}

Result<ModelFile> Parser::parse_file() {
  ModelFile file;
  file.name = file_;
  TRY(lexer_.next(token_));
  while (!at(TokenKind::End)) TRY(parse_item(file));
  return file;
}

bool Parser::starts_declaration(const Token& name) const {
  return token_.is_name() && name.kind == TokenKind::Name &&
         (name.text == "resource" || name.text == "alias");
}

Result<OutlinedFile> Parser::outline() {
  ModelFile declared;
  OutlinedFile outlined;
  TRY(lexer_.next(token_));
  while (!at(TokenKind::End)) {
    // The parser is one token ahead: the item begins with the parenthesis that it is at.
    size_t begin = lexer_.offset() - 1;
    Token open = TRY(expect(TokenKind::Open, "'(' and a model"));
    Token name = TRY(expect_name("the name of a function"));
    if (starts_declaration(name)) {
      TRY(name.text == "alias" ? parse_alias(declared, open.place)
                               : parse_resource(declared, open.place));
      continue;
    }
    if (!at(TokenKind::Close)) lexer_.skip_group(at(TokenKind::Open) ? 2 : 1);
    if (!at(TokenKind::Close)) TRY(skip());
    size_t end = lexer_.offset();
    TRY(expect(TokenKind::Close, fmt::format("')' at the end of the model of '{}'", name.text)));
    outlined.models.push_back({std::move(name.text), text_.substr(begin, end - begin), open.place});
  }
  outlined.resources = std::move(declared.resources);
  outlined.aliases = std::move(declared.aliases);
  return outlined;
}

// A model's name is followed by a string or a parenthesis: a name after it makes it a declaration,
// so functions may be called `resource` or `alias`.
Result<void> Parser::parse_item(ModelFile& file) {
  Token open = TRY(expect(TokenKind::Open, "'(' and a model"));
  Token name = TRY(expect_name("the name of a function"));
  if (starts_declaration(name))
    return name.text == "alias" ? parse_alias(file, open.place) : parse_resource(file, open.place);
  std::optional<Documentation> documentation = TRY(parse_documentation());
  bool is_include = name.kind == TokenKind::Name && name.text == "include" && documentation &&
                    !documentation->line && at(TokenKind::Close);
  if (!is_include) return parse_model(file, std::move(name), std::move(documentation));
  TRY(skip());
  file.includes.push_back({std::move(documentation->file), open.place});
  return {};
}

// `(resource TYPE "description" (held STATE "description") (released STATE))`
Result<void> Parser::parse_resource(ModelFile& file, Place place) {
  ResourceDeclaration resource;
  resource.place = place;
  resource.type = TRY(take()).text;
  if (at(TokenKind::String)) resource.description = TRY(take()).text;
  while (!at(TokenKind::Close)) {
    Place state_place = token_.place;
    StateDeclaration state = TRY(parse_state(resource.type));
    for (const StateDeclaration& other : resource.states) {
      if (other.name == state.name)
        return error(state_place, "state '{}' of '{}' is declared twice", state.name,
                     resource.type);
    }
    resource.states.push_back(std::move(state));
  }
  if (resource.states.empty()) return error(place, "resource '{}' has no states", resource.type);
  TRY(skip());
  file.resources.push_back(std::move(resource));
  return {};
}

Result<StateDeclaration> Parser::parse_state(const std::string& type) {
  TRY(expect(TokenKind::Open, fmt::format("'(' and a state of '{}'", type)));
  Token word = TRY(expect_name("'held', 'released' or 'sort'"));
  std::optional<size_t> index = index_of(kStateWords, word.text);
  if (!index)
    return error(word.place, "a state is 'held', 'released' or a 'sort', not '{}'{}", word.text,
                 suggestion(word.text, kStateWords));
  StateDeclaration state;
  state.is_held = *index == 0;
  state.is_sort = *index == 2;
  state.name = TRY(expect_name("the name of a state")).text;
  if (at(TokenKind::String)) state.description = TRY(take()).text;
  TRY(expect(TokenKind::Close, "')' after the state"));
  return state;
}

// `(alias NAME TARGET)`
Result<void> Parser::parse_alias(ModelFile& file, Place place) {
  Alias alias;
  alias.place = place;
  alias.name = TRY(take()).text;
  alias.target = TRY(expect_name("the name of a modelled function")).text;
  TRY(expect(TokenKind::Close, "')' after the alias"));
  file.aliases.push_back(std::move(alias));
  return {};
}

Result<std::optional<Documentation>> Parser::parse_documentation() {
  std::optional<Documentation> documentation;
  if (!at(TokenKind::String)) return documentation;
  documentation.emplace();
  documentation->file = TRY(take()).text;
  if (!at(TokenKind::Number)) return documentation;
  documentation->line = TRY(take()).number;
  if (at(TokenKind::String)) documentation->description = TRY(take()).text;
  return documentation;
}

Result<void> Parser::parse_model(ModelFile& file, Token name,
                                 std::optional<Documentation> documentation) {
  Model model;
  model.name = std::move(name.text);
  model.place = name.place;
  model.documentation = std::move(documentation);
  while (at(TokenKind::Open)) TRY(parse_section(model));
  TRY(expect(TokenKind::Close, fmt::format("')' at the end of the model of '{}'", model.name)));
  TRY(check_model(file_, model));
  file.models.push_back(std::move(model));
  return {};
}

// A list of externals, or an outcome.
Result<void> Parser::parse_section(Model& model) {
  TRY(skip());
  Token word = TRY(expect_name("an outcome"));
  std::optional<size_t> external = index_of(kExternalWords, word.text);
  if (!external) return parse_outcome(model, std::move(word));
  auto kind = static_cast<ExternalKind>(*external);
  if (!model.outcomes.empty())
    return error(word.place, "'{}' stands before the outcomes", word.text);
  if (model.is_variadic && kind == ExternalKind::Param)
    return error(word.place, "'param' stands twice");
  if (!model.externals.empty() && model.externals.back().kind >= kind) {
    std::string_view last = kExternalWords[static_cast<size_t>(model.externals.back().kind)];
    if (last == word.text) return error(word.place, "'{}' stands twice", word.text);
    return error(word.place, "'{}' stands before '{}'", word.text, last);
  }
  return parse_externals(model, kind);
}

Result<void> Parser::parse_externals(Model& model, ExternalKind kind) {
  std::string_view word = kExternalWords[static_cast<size_t>(kind)];
  size_t before = model.externals.size();
  while (token_.is_name()) {
    Token name = TRY(take());
    if (name.kind == TokenKind::Name && index_of(kReservedNames, name.text))
      return error(name.place, "no variable can be called '{}'", name.text);
    for (const External& other : model.externals) {
      if (other.name == name.text) return error(name.place, "'{}' is declared twice", name.text);
    }
    ByteField field = TRY(parse_field());
    model.externals.push_back({kind, std::move(name.text), field, name.place});
  }
  bool is_rest = at(TokenKind::Ellipsis) && kind == ExternalKind::Param;
  if (is_rest) {
    TRY(skip());
    model.is_variadic = true;
    if (!at(TokenKind::Close)) return error(token_.place, "'...' is the last parameter");
  }
  TRY(expect(TokenKind::Close, fmt::format("a name or ')' in '{}'", word)));
  if (!is_rest && model.externals.size() == before)
    return error(model.place, "'{}' names no variable", word);
  return {};
}

Result<ModelFile> parse_models(std::string_view file, std::string_view text) {
  ModelFile parsed = TRY(Parser(file, text).parse_file());
  TRY(check_file(parsed));
  return parsed;
}

Result<OutlinedFile> outline_models(std::string_view file, std::string_view text) {
  return Parser(file, text).outline();
}

Result<Model> read_model(std::string_view file, const Outline& outline) {
  ModelFile parsed = TRY(Parser(file, outline.text, outline.place).parse_file());
  if (parsed.models.size() != 1) return input_error("{}: no model", file);
  return std::move(parsed.models[0]);
}

}  // namespace assay::models
