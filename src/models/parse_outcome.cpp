// Outcomes and their operations.
#include "base/nearest.h"
#include "models/parser.h"

namespace assay::models {
namespace {

// `a guard`, `a guard or a result`
std::string roles_text(uint8_t roles) {
  std::string text;
  for (size_t i = 0; i < kRoleWords.size(); ++i) {
    if ((roles & (1u << i)) != 0)
      text += fmt::format("{}a {}", text.empty() ? "" : " or ", kRoleWords[i]);
  }
  return text;
}

std::string count_text(const OperatorInfo& info) {
  if (info.max_operands == kAnyCount) return fmt::format("at least {}", info.min_operands);
  if (info.min_operands == info.max_operands) return fmt::format("{}", info.min_operands);
  return fmt::format("{} to {}", info.min_operands, info.max_operands);
}

std::string_view plural(const OperatorInfo& info) {
  return info.max_operands == 1 ? "operand" : "operands";
}

OperandKind kind_of(const OperatorInfo& info, size_t index) {
  return info.operands[std::min(index, kMaxOperands - 1)];
}

}  // namespace

Result<void> Parser::parse_outcome(Model& model, Token word) {
  std::optional<size_t> kind = index_of(kOutcomeWords, word.text);
  if (!kind) {
    std::vector<std::string_view> words(kOutcomeWords.begin(), kOutcomeWords.end());
    if (model.outcomes.empty())
      words.insert(words.end(), kExternalWords.begin(), kExternalWords.end());
    return error(word.place, "'{}' is no kind of outcome{}", word.text,
                 suggestion(word.text, words));
  }
  Outcome outcome;
  outcome.kind = static_cast<OutcomeKind>(*kind);
  outcome.place = word.place;
  if (token_.is_name()) {
    Token type = TRY(take());
    std::optional<size_t> index = index_of(kReturnWords, type.text);
    if (!index)
      return error(type.place, "'{}' is no return type{}", type.text,
                   suggestion(type.text, kReturnWords));
    outcome.return_type = static_cast<ReturnType>(*index);
    bool names_thrown = outcome.return_type == ReturnType::Throw && token_.is_name();
    if (names_thrown) outcome.thrown = TRY(take()).text;
  }
  if (at(TokenKind::String)) outcome.reason = TRY(take()).text;
  while (at(TokenKind::Open)) outcome.operations.push_back(TRY(parse_operation(model)));
  TRY(expect(TokenKind::Close, "an operation or ')'"));
  model.outcomes.push_back(std::move(outcome));
  return {};
}

Result<Operation> Parser::parse_operation(const Model& model) {
  TRY(skip());
  Token word = TRY(expect_name("'guard', 'constraint' or 'result'"));
  std::optional<size_t> role = index_of(kRoleWords, word.text);
  if (!role)
    return error(word.place, "expected 'guard', 'constraint' or 'result' instead of '{}'{}",
                 word.text, suggestion(word.text, kRoleWords));
  Operation operation;
  operation.role = static_cast<Role>(*role);
  operation.place = word.place;
  Place operator_place = token_.place;
  operation.op = TRY(parse_operator(operation.role));
  const OperatorInfo& info = operator_info(operation.op);
  while (!at(TokenKind::Close)) {
    size_t index = operation.operands.size();
    if (!takes_more(info, index) && !at(TokenKind::End))
      return error(token_.place, "'{}' takes {} {}, and no more", info.name, count_text(info),
                   plural(info));
    if (kind_of(info, index) == OperandKind::Resource) {
      Operand operand;
      operand.place = token_.place;
      operand.resource = TRY(parse_resource_state());
      operation.operands.push_back(std::move(operand));
    } else {
      operation.operands.push_back(TRY(parse_operand(model)));
    }
  }
  if (operation.operands.size() < info.min_operands)
    return error(operator_place, "'{}' takes {} {}, not {}", info.name, count_text(info),
                 plural(info), operation.operands.size());
  TRY(skip());
  return operation;
}

Result<Operator> Parser::parse_operator(Role role) {
  Token name = TRY(expect_name("an operator"));
  std::optional<Operator> op = find_operator(name.text);
  if (!op)
    return error(name.place, "'{}' is no operator{}", name.text,
                 suggestion(name.text, operator_names()));
  const OperatorInfo& info = operator_info(*op);
  if ((info.roles & (1u << static_cast<unsigned>(role))) == 0)
    return error(name.place, "'{}' can be {}, not a {}", info.name, roles_text(info.roles),
                 kRoleWords[static_cast<size_t>(role)]);
  return *op;
}

Result<ResourceState> Parser::parse_resource_state() {
  TRY(expect(TokenKind::Open, "a resource and its state, as in '(FILE open)',"));
  ResourceState resource;
  resource.type = TRY(expect_name("the type of a resource")).text;
  resource.state = TRY(expect_name("the state of a resource")).text;
  TRY(expect(TokenKind::Close, "')' after the state"));
  return resource;
}

}  // namespace assay::models
