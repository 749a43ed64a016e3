// Reads SMT-LIB 2.6 scripts of QF_BV and QF_UFBV into commands over terms.
//
// Names are resolved and sorts checked here; who runs the commands sees terms only.  Nesting costs
// memory, not stack.  Annotations, information and options are read and dropped, except :named.
#pragma once

#include <memory>
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
};

struct SmtCommand {
  enum Kind : uint8_t {
    Assert,
    CheckSat,  // with assumptions
    GetModel,
    GetValue,
    GetUnsatAssumptions,
    Push,
    Pop,
    ResetAssertions,
    Echo,
    Exit,
  };
  Kind kind = Exit;
  SmtPlace place;
  std::vector<SmtValue> values;    // asserted, assumed, or asked for
  std::vector<std::string> texts;  // GetValue, CheckSat: as written.  Echo: what to say
  uint32_t count = 0;              // Push, Pop
  /// CheckSat, GetModel: what is declared there, as numbers of SmtScript::declarations.
  std::shared_ptr<const std::vector<uint32_t>> declared;
};

struct SmtScript {
  std::vector<SmtDeclaration> declarations;
  std::vector<SmtCommand> commands;
};

/// `file` is the name that errors start with.
Result<SmtScript> read_smtlib(TermPool& pool, std::string_view file, std::string_view text,
                              Simplify simplify = Simplify::Yes);

}  // namespace assay::logic
