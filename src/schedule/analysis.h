// The escape analysis over a program: each function once, while its unit is read for the call graph.
//
// What shares bodies and places is one function, analysed with the first unit that has it.  A unit
// whose worker died, or that has a damaged function, costs one function: its functions are then tried
// one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engines/escape/stack_escape.h"
#include "findings/finding.h"
#include "schedule/focus.h"
#include "schedule/unit_question.h"
#include "schedule/worker_pool.h"

namespace assay::schedule {

/// What became of one function.
struct FunctionOutcome {
  std::vector<findings::Finding> findings;
  bool out_of_budget = false;
  std::string failure;  // why it could not be decoded; empty: it was analysed
};
Bytes encode_outcomes(const std::vector<FunctionOutcome>& outcomes);
Result<std::vector<FunctionOutcome>> decode_outcomes(std::string_view bytes);

/// Asked while a program is linked.
class EscapeQuestion : public UnitQuestion {
 public:
  /// Of the units of a focus; empty: of all.
  explicit EscapeQuestion(Focus focus = {}, escape::Options options = {})
      : focus_(std::move(focus)), options_(options) {}

  Result<void> begin(const ProgramImage& image) override;
  void answer(const ProgramImage& image, uint32_t number, const ImageUnits& units,
              const ImageUnits::Loaded& unit, ByteWriter& answer) const override;
  void take(uint32_t unit, ByteReader& answer) override;

 private:
  friend class Analysis;
  Focus focus_;
  escape::Options options_;
  std::vector<std::vector<uint32_t>> own_;  // by unit: functions that no earlier one has
  std::vector<std::optional<std::vector<FunctionOutcome>>> outcomes_;  // by unit, of these
};

struct AnalysisOptions {
  unsigned jobs = 1;
  PoolOptions pool;  // its number of workers is `jobs`
  std::function<bool()> interrupted;
};

struct FunctionFailure {
  std::string function;  // display name
  std::string file;
  std::string why;
};

struct AnalysisReport {
  std::vector<findings::Finding> findings;  // by unit, then by function; findings::identify sorts
  uint64_t functions = 0;                   // analysed, each body at its places once
  std::vector<FunctionFailure> out_of_budget;
  std::vector<FunctionFailure> failed;
  std::map<std::string, uint64_t> notes;  // about the workers
  bool interrupted = false;
};

/// `asked` when the image was linked; what got no answer then is asked here.  Pre: the process has
/// one thread.
Result<AnalysisReport> analyse(const ProgramImage& image, EscapeQuestion& asked,
                               const AnalysisOptions& options);

}  // namespace assay::schedule
