// Reads SMT-LIB 2.6 scripts of QF_BV and QF_UFBV into commands over terms.
//
// Names are resolved and sorts checked here; who runs the commands sees terms only.  Nesting costs
// memory, not stack.  Annotations, information and options are read and dropped, except :named and
// :print-success.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "logic/smtlib_lexer.h"
#include "logic/smtlib_ops.h"

namespace assay::logic {

struct SmtSort {
  uint32_t width = 0;
  bool is_bool = false;
};

/// A symbol or function that the script declares.
struct SmtDeclaration {
  std::string name;
  std::vector<SmtSort> parameters;
  uint32_t width = 0;  // of the result, like is_bool
  bool is_bool = false;
  Term symbol;  // without parameters: the symbol; else null
  /// The commands that see it, as numbers: from its declaration until it is popped.
  size_t first = 0, end = SIZE_MAX;

  bool is_seen_by(size_t command) const { return first <= command && command < end; }
};

struct SmtCommand {
  enum Kind : uint8_t {
    Assert,
    CheckSat,  // with assumptions
    GetModel,
    GetValue,
    GetUnsatAssumptions,
    GetUnsatCore,
    Push,
    Pop,
    ResetAssertions,
    Echo,
    Exit,
  };
  Kind kind = Exit;
  SmtPlace place;
  std::vector<SmtValue> values;  // asserted, assumed, or asked for
  /// GetValue, CheckSat: as written.  Echo: what to say.  Assert: its name, if it has one.
  std::vector<std::string> texts;
  uint32_t count = 0;  // Push, Pop
};

struct SmtScript {
  std::vector<SmtDeclaration> declarations;
  std::vector<SmtCommand> commands;  // up to `exit`, or the mistake
  std::optional<Error> mistake;
};

/// Up to the first mistake, which the script then holds.  `file` is the name that errors start
/// with.
SmtScript read_smtlib_so_far(TermPool& pool, std::string_view file, std::string_view text,
                             Simplify simplify = Simplify::Yes);
/// The whole script.
Result<SmtScript> read_smtlib(TermPool& pool, std::string_view file, std::string_view text,
                              Simplify simplify = Simplify::Yes);

}  // namespace assay::logic
