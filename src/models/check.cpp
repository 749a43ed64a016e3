#include "models/check.h"

#include <algorithm>
#include <set>
#include <vector>

#include "base/nearest.h"

namespace assay::models {
namespace {

template <class... Args>
Error error_at(std::string_view file, Place place, fmt::format_string<Args...> format,
               Args&&... args) {
  return Error{fmt::format("{}:{}:{}: {}", file, place.line, place.column,
                           fmt::format(format, std::forward<Args>(args)...))};
}

bool is_constant(const Node& node) {
  return node.kind == NodeKind::Constant || node.kind == NodeKind::Null ||
         node.kind == NodeKind::Eof;
}

bool is_place(const Node& node) {
  return node.kind == NodeKind::Variable || node.kind == NodeKind::Return ||
         node.kind == NodeKind::Rest || node.kind == NodeKind::Deref;
}

bool is_comparison(Operator op) {
  return op >= Operator::IntNonZero && op != Operator::PointerComparable &&
         op != Operator::PointerIncomparable;
}

// Whether a result with this operator gives its first operand a value.
bool sets_first_operand(Operator op) {
  return is_comparison(op) || op == Operator::MemoryNew || op == Operator::MemoryNewStack ||
         op == Operator::MemoryInitialized || op == Operator::ValueExternal;
}

bool comes_back(ReturnType type) {
  return type != ReturnType::Exit && type != ReturnType::Longjmp && type != ReturnType::Throw;
}

// The constant that a return type promises.
std::optional<int> promised(ReturnType type) {
  if (type == ReturnType::Zero) return 0;
  if (type == ReturnType::One) return 1;
  if (type == ReturnType::MinusOne) return -1;
  return std::nullopt;
}

// Small constants only: enough to contradict a promise.
bool is_the_constant(const Node& node, int value) {
  if (node.kind == NodeKind::Null) return value == 0;
  if (node.kind == NodeKind::Eof) return value == -1;
  return node.number == static_cast<uint64_t>(value < 0 ? -value : value) &&
         node.is_negative == (value < 0);
}

// Whether the nodes are one value and nothing after it.
bool is_one_value(const std::vector<Node>& nodes) {
  size_t missing = 1;
  for (const Node& node : nodes) {
    if (missing == 0) return false;
    missing += child_count(node) - 1;
  }
  return missing == 0;
}

class ModelChecker {
 public:
  ModelChecker(std::string_view file, const Model& model) : file_(file), model_(model) {}

  Result<void> check() {
    if (model_.outcomes.empty())
      return error(model_.place, "the model of '{}' has no outcome", model_.name);
    for (const Outcome& outcome : model_.outcomes) {
      if (outcome.kind == OutcomeKind::Rest && &outcome != &model_.outcomes.back())
        return error(outcome.place, "'rest' is the last outcome");
      for (const Operation& operation : outcome.operations) TRY(check(outcome, operation));
    }
    return {};
  }

 private:
  template <class... Args>
  Error error(Place place, fmt::format_string<Args...> format, Args&&... args) const {
    return error_at(file_, place, format, std::forward<Args>(args)...);
  }

  Result<void> check(const Outcome& outcome, const Operation& operation) {
    if (outcome.kind == OutcomeKind::Rest && operation.role != Role::Result)
      return error(operation.place,
                   "'rest' has results only: it happens where no other outcome can");
    const OperatorInfo& info = operator_info(operation.op);
    size_t count = operation.operands.size();
    ASSAY_CHECK(count >= info.min_operands && (count == 0 || takes_more(info, count - 1)),
                "whoever makes an operation should give it its operands");
    for (size_t i = 0; i < operation.operands.size(); ++i) {
      const Operand& operand = operation.operands[i];
      ASSAY_CHECK(operand.resource || is_one_value(operand.nodes), "an operand should be a value");
      if (operand.resource) continue;
      OperandKind kind = info.operands[std::min(i, kMaxOperands - 1)];
      if (kind == OperandKind::Place && !is_place(operand.nodes.front()))
        return error(operand.place, "'{}' takes a variable or a dereference here", info.name);
      for (size_t n = 0; n < operand.nodes.size(); ++n)
        TRY(check(outcome, operation.role, operand.nodes, n));
    }
    if (operation.role == Role::Result) return check_result(outcome, operation);
    return {};
  }

  Result<void> check(const Outcome& outcome, Role role, const std::vector<Node>& nodes,
                     size_t index) {
    const Node& node = nodes[index];
    if (node.kind == NodeKind::Return) {
      if (role != Role::Result)
        return error(node.place, "a {} speaks of the call, when there is no return value yet",
                     kRoleWords[static_cast<size_t>(role)]);
      if (outcome.return_type == ReturnType::Void || !comes_back(outcome.return_type))
        return error(node.place, "an outcome with '{}' has no return value",
                     kReturnWords[static_cast<size_t>(outcome.return_type)]);
    }
    if (node.kind == NodeKind::Deref &&
        (nodes[index + 1].kind == NodeKind::Null || nodes[index + 1].kind == NodeKind::Eof))
      return error(node.place, "a constant that points nowhere");
    if (node.kind == NodeKind::Variable && node.moment == Moment::Entry &&
        model_.externals[node.external.index()].kind == ExternalKind::Temp)
      return error(node.place, "a temporary has no value on entry");
    return {};
  }

  Result<void> check_result(const Outcome& outcome, const Operation& operation) {
    if (!sets_first_operand(operation.op)) return {};
    const Operand& first = operation.operands.front();
    const Node& target = first.nodes.front();
    if (is_constant(target)) return error(first.place, "a result about a constant");
    if (is_place(target) && target.moment == Moment::Entry)
      return error(first.place, "a result cannot change a value on entry");
    bool is_equation = operation.op == Operator::Ieq || operation.op == Operator::Ueq ||
                       operation.op == Operator::Peq;
    std::optional<int> value = promised(outcome.return_type);
    if (!is_equation || !value || target.kind != NodeKind::Return) return {};
    const Node& given = operation.operands[1].nodes.front();
    if (is_constant(given) && !is_the_constant(given, *value))
      return error(operation.operands[1].place, "the outcome says '{}'",
                   kReturnWords[static_cast<size_t>(outcome.return_type)]);
    return {};
  }

  std::string_view file_;
  const Model& model_;
};

}  // namespace

Result<void> check_model(std::string_view file, const Model& model) {
  return ModelChecker(file, model).check();
}

Result<void> check_file(const ModelFile& file) {
  std::set<std::string_view> names;
  for (const Model& model : file.models) {
    if (!names.insert(model.name).second)
      return error_at(file.name, model.place, "'{}' is modelled twice", model.name);
  }
  for (const Alias& alias : file.aliases) {
    if (!names.insert(alias.name).second)
      return error_at(file.name, alias.place, "'{}' is modelled twice", alias.name);
  }
  std::set<std::string_view> types;
  for (const ResourceDeclaration& resource : file.resources) {
    if (!types.insert(resource.type).second)
      return error_at(file.name, resource.place, "resource '{}' is declared twice", resource.type);
  }
  return {};
}

Result<void> check_states(
    const ModelFile& file,
    const std::map<std::string, ResourceDeclaration, std::less<>>& declarations) {
  auto check_operand = [&](const Operand& operand) -> Result<void> {
    if (!operand.resource) return {};
    auto declaration = declarations.find(operand.resource->type);
    if (declaration == declarations.end()) return {};
    std::vector<std::string_view> states;
    for (const StateDeclaration& state : declaration->second.states) states.push_back(state.name);
    const std::string& state = operand.resource->state;
    if (std::find(states.begin(), states.end(), state) != states.end()) return {};
    return error_at(file.name, operand.place, "'{}' is no state of '{}'{}", state,
                    operand.resource->type, suggestion(state, states));
  };
  for (const Model& model : file.models) {
    for (const Outcome& outcome : model.outcomes) {
      for (const Operation& operation : outcome.operations) {
        for (const Operand& operand : operation.operands) TRY(check_operand(operand));
      }
    }
  }
  return {};
}

}  // namespace assay::models
