// The terms of SMT-LIB, read without recursion.
#pragma once

#include <string>
#include <vector>

#include "logic/smtlib_lexer.h"
#include "logic/smtlib_read.h"
#include "logic/smtlib_scope.h"

namespace assay::logic {

class SmtTermReader {
 public:
  SmtTermReader(TermPool& pool, SmtLexer& lexer, SmtScope& scope, const SmtScript& script,
                Simplify simplify)
      : pool_(pool), lexer_(lexer), scope_(scope), script_(script), simplify_(simplify) {}

  /// The term that starts with `token`.
  Result<SmtValue> read(SmtToken token);
  /// What :named calls the whole of the term that was read last; empty: nothing.
  const std::string& name() const { return name_; }
  /// The sort that starts with `token`.
  Result<SmtSort> read_sort(const SmtToken& token);
  Result<uint32_t> read_number(const SmtToken& token, uint32_t most);

 private:
  struct Frame {
    enum Kind : uint8_t { Apply, LetValue, LetBody, Annotated } kind = Apply;
    SmtPlace place;
    std::string name;                // Apply: of the function
    std::vector<uint32_t> indices;   // Apply
    std::vector<SmtValue> args;      // Apply: so far; Let: the values
    std::vector<std::string> names;  // Let
  };

  Result<bool> open(const SmtToken& paren);
  Result<bool> open_let(const SmtToken& paren);
  Result<bool> indexed(const SmtToken& paren, bool is_head);
  Result<bool> leaf(const SmtToken& token);
  Result<bool> close(const SmtToken& paren);
  Result<bool> take(SmtValue value);
  Result<bool> next_binding(Frame& frame);
  Result<bool> annotate(Frame& frame);
  Result<SmtValue> apply(const Frame& frame);
  Result<SmtValue> expand(const Frame& frame, const SmtBinding& macro);
  Result<SmtValue> call(const Frame& frame, const SmtDeclaration& function);
  Result<SmtValue> bit_vector(const SmtToken& name, const SmtToken& width);
  Result<void> expect(SmtToken::Kind kind, std::string_view what);

  TermPool& pool_;
  SmtLexer& lexer_;
  SmtScope& scope_;
  const SmtScript& script_;
  Simplify simplify_;
  std::vector<Frame> frames_;
  SmtValue result_;
  std::string name_;
  bool done_ = false;
};

}  // namespace assay::logic
