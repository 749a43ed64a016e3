// What the parts of one function's simulation share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engines/simulator/inputs.h"
#include "engines/simulator/judge.h"
#include "engines/simulator/model_source.h"
#include "engines/simulator/options.h"
#include "semantics/evaluator.h"

namespace assay::simulator {

/// Names that become attributes of objects: the same name, the same number.
class Names {
 public:
  logic::Term number(const std::string& name) {
    for (size_t i = 0; i < names_.size(); ++i) {
      if (names_[i] == name) return logic::Term::constant(32, i);
    }
    names_.push_back(name);
    return logic::Term::constant(32, names_.size() - 1);
  }
  const std::string& name(logic::Term number) const { return names_[number.bits()]; }

 private:
  std::vector<std::string> names_;
};

struct Parts {
  semantics::Program& program;
  logic::TermPool& pool;
  semantics::Evaluator& evaluator;
  Inputs& inputs;
  Judge& judge;
  const semantics::Prepared& function;
  const ModelSource& models;
  const Options& options;
  Names& names;
};

/// The reason of an automatic outcome whose conditions the model language cannot say: that it
/// happens at a given call is not known, so what it makes null or frees is not known to be so.
inline constexpr std::string_view kUnsure = "when, is not known";
/// The same of an outcome that stands for several, and says only what is true of all.
inline constexpr std::string_view kJoined = "when, and what besides, is not known";
inline bool is_joined(const models::Outcome& outcome) { return outcome.reason == kJoined; }
/// The same of a lookup by a name that nothing was found for.
inline constexpr std::string_view kUnmatched = "when, is not known: no name is equal";
inline bool is_unmatched(const models::Outcome& outcome) { return outcome.reason == kUnmatched; }
inline bool is_unsure(const models::Outcome& outcome) {
  return outcome.reason == kUnsure || is_joined(outcome) || is_unmatched(outcome);
}

/// The reason of models of functions that search.  Who knows what is there need not look: that
/// nothing is found is believed where the program asks.
inline constexpr std::string_view kNotFound = "not found";

/// The reason of models of functions that look something up by its name.  Who asks for the same
/// name again is told the same.
inline constexpr std::string_view kNotSet = "variable is not set";

/// On a heap object: the family of functions that made it, as a number of the family's name.
inline constexpr memory::AttributeKey kFamilyAttribute = UINT32_MAX - 11;

}  // namespace assay::simulator
