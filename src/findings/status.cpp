#include "findings/status.h"

namespace assay::findings {

std::string_view state_word(State state) {
  switch (state) {
    case State::Unreviewed:
      return "unreviewed";
    case State::Confirmed:
      return "confirmed";
    case State::FalsePositive:
      return "false_positive";
    case State::Intentional:
      return "intentional";
  }
  return "unreviewed";
}

std::optional<State> find_state(std::string_view word) {
  for (State state : kStates)
    if (state_word(state) == word) return state;
  return std::nullopt;
}

}  // namespace assay::findings
