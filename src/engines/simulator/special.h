// Special calls: a small function, simulated once more with what one call knows of its arguments.
//
// A model says what a function does whatever it is called with.  Where that is too little -- it
// calls a function that is handed in, it runs as many rounds as a parameter says, two of its
// parameters lead to one object -- and the call says more, the function is simulated with that, and
// the call does what comes out.  Bodies that may be simulated so are small, of the caller's unit,
// and of no circle with it: the caller's result rests on them as on its own (`helpers_of`).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "models/model.h"
#include "semantics/evaluator.h"
#include "semantics/program.h"

namespace assay::simulator {

enum class GivenKind : uint8_t {
  Any,
  Number,    // that one
  Function,  // the address of that one
  Same,      // the value of that parameter, an earlier one
  Handlers,  // it leads to a record with functions in it
};

/// What a call knows of one argument.
struct Given {
  GivenKind kind = GivenKind::Any;
  uint64_t value = 0;                                    // the number, the entity, the parameter
  std::vector<std::pair<uint64_t, uint32_t>> functions;  // Handlers: by offset, the entities
  friend auto operator<=>(const Given&, const Given&) = default;
};

/// By parameter; empty: nothing.
using Givens = std::vector<Given>;

struct SpecialCall {
  semantics::EntityId callee;
  Givens givens;
  uint32_t depth = 0;  // of special calls in special calls
  friend auto operator<=>(const SpecialCall&, const SpecialCall&) = default;
};

/// What came out.
struct Special {
  models::Model model;
  uint64_t points = 0;    // that it took
  bool is_usable = true;  // false: it says no more than the function's own model
  /// Of what goes wrong on every path: then there is no outcome.
  std::string kind, message;
};

using Specials = std::map<SpecialCall, Special>;

/// What a call of a function says that its model, which is `general`, cannot make use of; empty:
/// nothing.
Givens givens_of(const semantics::Prepared& callee, const models::Model& general,
                 std::span<const semantics::Argument> arguments, const semantics::State& state,
                 const semantics::Evaluator& evaluator);

}  // namespace assay::simulator
