// Clang and LLVM, which live in modules of their own, loaded when needed: metal/actions/compiler
// compiles one unit of C to object code, metal/actions/loader puts object code into memory.
//
// The modules know nothing of metal.  Both sides pass C++ values: they are built together.
#pragma once

#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace assay::metal {

struct RuleHeader {
  std::string_view name;
  std::string_view text;
};
struct RuleSymbol {
  std::string_view name;
  void* address;
};

enum class CLevel : uint8_t { Note, Warning, Error };

/// A message of Clang's, at the place that `#line` gives it.
struct CDiagnostic {
  CLevel level = CLevel::Error;
  std::string file;  // empty: about the unit as a whole
  uint32_t line = 0;
  uint32_t column = 0;
  std::string message;
  std::string undeclared;  // the function that is called and not declared, if that is the mistake
};

struct CompiledUnit {
  Bytes object;                     // only without errors
  bool keeps_data = false;          // it has variables that outlive a run
  std::set<std::string> functions;  // that it defines
  std::vector<CDiagnostic> diagnostics;
};

/// Object code in memory, ready to run.  Its destructor takes it out again.
class LoadedObject {
 public:
  virtual ~LoadedObject() = default;
  virtual void* address(std::string_view symbol) const = 0;  // null: it defines no such
  /// The static data as it was when it was loaded.
  virtual void reset_static_data() = 0;
  virtual size_t static_bytes() const = 0;
};

/// `symbols` is all that the code may refer to, sorted by name.
struct CompilerEntry {
  CompiledUnit (*compile)(const std::string& unit, std::span<const RuleHeader> headers,
                          std::span<const RuleSymbol> symbols);
};
struct LoaderEntry {
  Result<std::unique_ptr<LoadedObject>> (*load)(std::string_view object,
                                                std::span<const RuleSymbol> symbols);
  std::string (*identity)();  // compiler and target: what the object code depends on
};

// What compiled code counts its steps with.  Each turn of a loop and each call of a function of the
// rule's own takes one step; at zero the code leaves.  Counted, not timed: a rule that does not end
// stops at the same place on every machine.  The stack is checked at each call likewise.

// Defined by the object, of 64 bits, set before each run.
inline constexpr std::string_view kStepsSymbol = "mc_steps_left";
inline constexpr std::string_view kStackLimitSymbol = "mc_stack_limit";
// Called by the object; they do not return.
inline constexpr std::string_view kOutOfStepsSymbol = "mc_out_of_steps";
inline constexpr std::string_view kOutOfStackSymbol = "mc_out_of_stack";

/// Load their module, once; processes forked afterwards have it too.
Result<const CompilerEntry*> rule_compiler();
Result<const LoaderEntry*> rule_loader();

}  // namespace assay::metal
