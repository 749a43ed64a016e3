// Operands: variables, dereferences, constants, functions of these.
#include <limits>

#include "base/nearest.h"
#include "models/parser.h"

namespace assay::models {

Result<Moment> Parser::parse_moment() {
  if (!at(TokenKind::At)) return Moment::Exit;
  TRY(skip());
  return Moment::Entry;
}

// `<SIZE>`, `<:OFFSET>` or `<SIZE:OFFSET>`, or nothing.
Result<ByteField> Parser::parse_field() {
  ByteField field;
  if (!at(TokenKind::Less)) return field;
  TRY(skip());
  if (at(TokenKind::Number)) {
    Token size = TRY(take());
    if (size.number == 0) return error(size.place, "a size of 0 bytes");
    field.size = size.number;
  } else if (at(TokenKind::Name)) {
    if (token_.text != "all")
      return error(token_.place, "a size is a number of bytes or 'all', not '{}'", token_.text);
    TRY(skip());
    field.is_all = true;
  }
  if (at(TokenKind::Colon)) {
    TRY(skip());
    field.offset = TRY(parse_offset());
  }
  if (!field.is_given())
    return error(token_.place, "expected a size or ':' and an offset instead of {}",
                 describe(token_));
  TRY(expect(TokenKind::Greater, "'>'"));
  return field;
}

// Before the start of what a pointer points to, too: `container_of` goes there.
Result<int64_t> Parser::parse_offset() {
  bool is_negative = at(TokenKind::Minus);
  if (is_negative) TRY(skip());
  Token offset = TRY(expect(TokenKind::Number, "an offset in bytes"));
  if (offset.number > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
    return error(offset.place, "an offset that does not fit 63 bits");
  auto distance = static_cast<int64_t>(offset.number);
  return is_negative ? -distance : distance;
}

Result<Node> Parser::parse_variable(const Model& model) {
  Token name = TRY(take());
  Node node;
  node.place = name.place;
  bool is_special = name.kind == TokenKind::Name;
  if (name.kind == TokenKind::Ellipsis) {
    if (!model.is_variadic) return error(name.place, "'{}' has no '...'", model.name);
    node.kind = NodeKind::Rest;
  } else if (is_special && name.text == "NULL") {
    node.kind = NodeKind::Null;
    return node;
  } else if (is_special && name.text == "EOF") {
    node.kind = NodeKind::Eof;
    return node;
  } else if (is_special && name.text == "return") {
    node.kind = NodeKind::Return;
  } else {
    node.kind = NodeKind::Variable;
    for (size_t i = 0; i < model.externals.size(); ++i)
      if (model.externals[i].name == name.text) node.external = ExternalId(i);
    if (!node.external.valid()) {
      std::vector<std::string_view> names(kReservedNames.begin(), kReservedNames.end() - 1);
      for (const External& external : model.externals) names.push_back(external.name);
      return error(name.place, "'{}' is not declared{}", name.text, suggestion(name.text, names));
    }
  }
  node.moment = TRY(parse_moment());
  if (node.moment == Moment::Entry && node.kind == NodeKind::Return)
    return error(name.place, "the return value has no value on entry");
  node.field = TRY(parse_field());
  return node;
}

Result<Node> Parser::parse_constant() {
  Node node;
  node.place = token_.place;
  node.is_negative = at(TokenKind::Minus);
  if (node.is_negative) TRY(skip());
  node.number = TRY(expect(TokenKind::Number, "a number")).number;
  constexpr uint64_t kLowest = uint64_t{1} << 63;
  if (node.is_negative && node.number > kLowest)
    return error(node.place, "a number that does not fit 64 bits");
  // -0 is 0: one text per value.
  if (node.number == 0) node.is_negative = false;
  Place place = token_.place;
  node.field = TRY(parse_field());
  if (node.field.is_all || node.field.offset)
    return error(place, "a constant has a size in bytes and nothing else");
  return node;
}

// `(NAME NUMBER…`, up to the operands.
Result<Node> Parser::parse_function() {
  Token open = TRY(take());
  Token name = TRY(expect_name("a function of operands"));
  std::optional<Function> function = find_function(name.text);
  if (!function)
    return error(name.place, "'{}' is no function of operands{}", name.text,
                 suggestion(name.text, function_names()));
  const FunctionInfo& info = function_info(*function);
  Node node;
  node.kind = NodeKind::Function;
  node.place = open.place;
  node.function = *function;
  Place place = token_.place;
  node.moment = TRY(parse_moment());
  if (node.moment == Moment::Entry && !info.reads_memory)
    return error(place, "'{}' reads no memory: '@' belongs to its operands", info.name);
  for (size_t i = 0; i < info.numbers; ++i) {
    Token number = TRY(expect(TokenKind::Number, "a number of bits"));
    constexpr uint64_t kMostBits = 1u << 24;
    if (number.number > kMostBits) return error(number.place, "a width above {} bits", kMostBits);
    node.numbers[i] = static_cast<uint32_t>(number.number);
  }
  if (*function == Function::Extract && node.numbers[0] < node.numbers[1])
    return error(place, "'extract' takes the highest bit, then the lowest");
  return node;
}

Result<Node> Parser::parse_leaf(const Model& model) {
  if (token_.is_name() || at(TokenKind::Ellipsis)) return parse_variable(model);
  if (at(TokenKind::Number) || at(TokenKind::Minus)) return parse_constant();
  return error(token_.place, "expected an operand instead of {}", describe(token_));
}

Result<Operand> Parser::parse_operand(const Model& model) {
  struct Open {
    Function function;
    size_t missing;  // operands still to come
  };
  Operand operand;
  operand.place = token_.place;
  std::vector<Open> open;
  for (;;) {
    if (at(TokenKind::Star)) {
      Node node;
      node.kind = NodeKind::Deref;
      node.place = TRY(take()).place;
      node.moment = TRY(parse_moment());
      node.field = TRY(parse_field());
      operand.nodes.push_back(node);
      continue;
    }
    if (at(TokenKind::Open)) {
      operand.nodes.push_back(TRY(parse_function()));
      Function function = operand.nodes.back().function;
      open.push_back({function, function_info(function).operands});
      continue;
    }
    if (at(TokenKind::Close) && !open.empty()) {
      const FunctionInfo& info = function_info(open.back().function);
      return error(token_.place, "'{}' takes {} operand{}, not {}", info.name, info.operands,
                   info.operands == 1 ? "" : "s", info.operands - open.back().missing);
    }
    operand.nodes.push_back(TRY(parse_leaf(model)));
    // An operand is complete, and with it every function it is the last operand of.
    while (!open.empty() && --open.back().missing == 0) {
      const FunctionInfo& info = function_info(open.back().function);
      if (!at(TokenKind::Close))
        return error(token_.place, "expected ')' after the operands of '{}' instead of {}",
                     info.name, describe(token_));
      TRY(skip());
      open.pop_back();
    }
    if (open.empty()) return operand;
  }
}

}  // namespace assay::models
