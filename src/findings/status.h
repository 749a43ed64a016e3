// What becomes of a finding after it was found: marked by people, silenced by a comment, known
// from before.  Everything here is about the finding's life; nothing about the bug.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::findings {

/// What somebody said of it.
enum class State : uint8_t { Unreviewed, Confirmed, FalsePositive, Intentional };
inline constexpr std::array kStates{State::Unreviewed, State::Confirmed, State::FalsePositive,
                                    State::Intentional};
/// "unreviewed", "confirmed", "false_positive" or "intentional".
std::string_view state_word(State state);
std::optional<State> find_state(std::string_view word);

/// Whether it was there in the run, file or revision that the user compares with.
enum class Novelty : uint8_t { Unknown, New, Known };

struct Status {
  State state = State::Unreviewed;
  std::string note;       // of who marked it
  bool marked = false;    // by `assay mark` or a file of marks, not by a comment
  bool silenced = false;  // by a comment in the source
  std::string reason;     // of that comment
  Novelty novelty = Novelty::Unknown;

  /// Marked false or intentional, or silenced: not to be shown again.
  bool is_quiet() const {
    return silenced || state == State::FalsePositive || state == State::Intentional;
  }
};

/// Neither quiet nor known from before: what a person should see, and what a check fails on.
inline bool is_shown(const Status& status) {
  return !status.is_quiet() && status.novelty != Novelty::Known;
}

}  // namespace assay::findings
