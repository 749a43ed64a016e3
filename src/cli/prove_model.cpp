#include "cli/prove_model.h"

#include <fmt/format.h>

#include <map>
#include <vector>

#include "logic/smtlib_print.h"

namespace assay::cli {
namespace {

using logic::Bits;
using logic::SmtDeclaration;
using logic::SmtSort;
using logic::Term;

std::string value_text(const Bits& value, bool is_bool) {
  if (!is_bool) return value.smtlib();
  return value.to_bool() ? "true" : "false";
}

std::string sort_text(uint32_t width, bool is_bool) {
  return is_bool ? "Bool" : fmt::format("(_ BitVec {})", width);
}

// What a function is applied to in the model, and what comes out.
using Points = std::map<std::vector<Bits>, Bits>;

Points points_of(const logic::TermPool& pool, const SmtDeclaration& function,
                 const logic::Assignment& model) {
  Points points;
  for (const auto& [term, value] : model) {
    if (!pool.is(term, logic::Op::Apply) || pool.name(term) != function.name) continue;
    points.try_emplace(logic::evaluate(pool, pool.args(term), model), value);
  }
  return points;
}

// A cascade over the points; anywhere else it is 0.
std::string function_text(const logic::TermPool& pool, const SmtDeclaration& function,
                          const logic::Assignment& model) {
  Points points = points_of(pool, function, model);
  std::string head, body, tail;
  for (size_t i = 0; i < function.parameters.size(); ++i) {
    const SmtSort& sort = function.parameters[i];
    head += fmt::format("{}(x!{} {})", i > 0 ? " " : "", i, sort_text(sort.width, sort.is_bool));
  }
  for (const auto& [args, result] : points) {
    std::string condition;
    for (size_t i = 0; i < args.size(); ++i) {
      condition +=
          fmt::format(" (= x!{} {})", i, value_text(args[i], function.parameters[i].is_bool));
    }
    condition = args.size() == 1 ? condition.substr(1) : fmt::format("(and{})", condition);
    body += fmt::format("(ite {} {} ", condition, value_text(result, function.is_bool));
    tail += ')';
  }
  body += value_text(Bits(function.width, 0), function.is_bool) + tail;
  return fmt::format("  (define-fun {} ({}) {} {})\n", logic::smtlib_symbol(function.name), head,
                     sort_text(function.width, function.is_bool), body);
}

}  // namespace

std::string print_model(const logic::TermPool& pool, const logic::SmtScript& script, size_t command,
                        const logic::Assignment& model) {
  std::string text = "(\n";
  for (const SmtDeclaration& declaration : script.declarations) {
    if (!declaration.is_seen_by(command)) continue;
    if (!declaration.parameters.empty()) {
      text += function_text(pool, declaration, model);
      continue;
    }
    Bits value = logic::evaluate(pool, declaration.symbol, model);
    text += fmt::format("  (define-fun {} () {} {})\n", logic::smtlib_symbol(declaration.name),
                        sort_text(declaration.width, declaration.is_bool),
                        value_text(value, declaration.is_bool));
  }
  return text + ")\n";
}

std::string print_value(const logic::TermPool& pool, const logic::SmtValue& value,
                        const logic::Assignment& model) {
  return value_text(logic::evaluate(pool, value.term, model), value.is_bool);
}

}  // namespace assay::cli
