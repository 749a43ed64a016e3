// The parser, one token ahead.  What nests without bound, operands, is parsed with a stack of its
// own; the rest of the language is four levels deep.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "models/lexer.h"
#include "models/model.h"
#include "models/parse.h"

namespace assay::models {

class Parser {
 public:
  Parser(std::string_view file, std::string_view text, Place start = {})
      : file_(file), text_(text), lexer_(file, text, start) {}

  Result<ModelFile> parse_file();
  /// Of models only the names and where they are; includes are none of its business.
  Result<OutlinedFile> outline();

 private:
  // parse.cpp: files, declarations, headers
  bool starts_declaration(const Token& name) const;
  Result<void> parse_item(ModelFile& file);
  Result<void> parse_resource(ModelFile& file, Place place);
  Result<StateDeclaration> parse_state(const std::string& type);
  Result<void> parse_alias(ModelFile& file, Place place);
  Result<std::optional<Documentation>> parse_documentation();
  Result<void> parse_model(ModelFile& file, Token name, std::optional<Documentation> documentation);
  Result<void> parse_section(Model& model);
  Result<void> parse_externals(Model& model, ExternalKind kind);

  // parse_outcome.cpp
  Result<void> parse_outcome(Model& model, Token word);
  Result<Operation> parse_operation(const Model& model);
  Result<Operator> parse_operator(Role role);
  Result<ResourceState> parse_resource_state();

  // parse_operand.cpp
  Result<Operand> parse_operand(const Model& model);
  Result<Node> parse_leaf(const Model& model);
  Result<Node> parse_variable(const Model& model);
  Result<Node> parse_constant();
  Result<Node> parse_function();
  Result<ByteField> parse_field();
  Result<int64_t> parse_offset();
  Result<Moment> parse_moment();

  // tokens
  Result<Token> take();
  Result<void> skip() { return lexer_.next(token_); }
  Result<Token> expect(TokenKind kind, std::string_view what);
  Result<Token> expect_name(std::string_view what);
  bool at(TokenKind kind) const { return token_.kind == kind; }
  template <class... Args>
  Error error(Place place, fmt::format_string<Args...> format, Args&&... args) const {
    return lexer_.error(place, format, std::forward<Args>(args)...);
  }

  std::string_view file_;
  std::string_view text_;
  Lexer lexer_;
  Token token_;  // the next one
};

/// The place of the word in the list, if it is there.
std::optional<size_t> index_of(std::span<const std::string_view> words, std::string_view word);

}  // namespace assay::models
