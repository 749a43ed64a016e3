#include "memory/indeterminate.h"

#include <vector>

#include "logic/build.h"

namespace assay::memory {

using logic::Op;
using logic::Term;
using logic::TermPool;

namespace {
constexpr std::string_view kName = "indeterminate";
constexpr size_t kMaxChoices = 64;

bool is_indeterminate(const TermPool& pool, Term value) {
  // A part of an indeterminate value is one as well.
  while (pool.is(value, Op::Extract)) value = pool.arg(value, 0);
  return pool.is(value, Op::Symbol) && pool.name(value).starts_with(kName);
}
}  // namespace

Term make_indeterminate(TermPool& pool, uint32_t width) { return pool.fresh_symbol(kName, width); }

Term initialised_when(TermPool& pool, Term value) {
  if (is_indeterminate(pool, value)) return logic::kFalse;
  if (!pool.is(value, Op::Ite)) return logic::kTrue;
  struct Choice {
    Term guard, value;
  };
  std::vector<Choice> todo{{logic::kTrue, value}};
  Term holds = logic::kTrue;
  for (size_t seen = 0; !todo.empty() && seen < kMaxChoices; ++seen) {
    Choice choice = todo.back();
    todo.pop_back();
    if (is_indeterminate(pool, choice.value)) {
      holds = logic::bit_and(pool, holds, logic::bit_not(pool, choice.guard));
    } else if (pool.is(choice.value, Op::Ite)) {
      Term condition = pool.arg(choice.value, 0);
      todo.push_back({logic::bit_and(pool, choice.guard, condition), pool.arg(choice.value, 1)});
      todo.push_back({logic::bit_and(pool, choice.guard, logic::bit_not(pool, condition)),
                      pool.arg(choice.value, 2)});
    }
  }
  return holds;
}

}  // namespace assay::memory
