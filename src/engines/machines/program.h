// The program as the engine reads it: bodies on demand, and who calls whom.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "callgraph/call_graph.h"
#include "ir/unit.h"

namespace assay::machines {

struct LoadedFunction {
  std::shared_ptr<const ir::Unit> unit;  // its tables; its list of functions may be empty
  ir::Function function;
};

/// Variables that keep their first value, and which, as integer literals of their types have it. By
/// the text that trees name them by (metal::symbol_text).
using VariableValues = std::map<std::string, uint64_t, std::less<>>;

/// Numbers that a call answers with, as signed ones; a pointer that is never null is above zero.
struct ResultRange {
  int64_t low = INT64_MIN;
  int64_t high = INT64_MAX;
};

class ProgramView {
 public:
  virtual ~ProgramView() = default;
  virtual const callgraph::CallGraph& graph() const = 0;
  /// Null: it has no body, or it cannot be read (then the view records why).  The caller holds it
  /// as long as it needs it; the view keeps what memory allows.
  virtual std::shared_ptr<const LoadedFunction> load(callgraph::FunctionId function) = 0;
  /// Null: nothing is known of variables.
  virtual const VariableValues* variable_values() const { return nullptr; }
  /// What a function of the system's library answers; none: anything.
  virtual std::optional<ResultRange> library_result(const std::string&) { return std::nullopt; }
  /// Whether such a function gives memory back and writes none.
  virtual bool only_frees(const std::string&) { return false; }
};

}  // namespace assay::machines
