#include "frontend/clang/spellings.h"

namespace assay::frontend {

namespace {

/// Longer words say less than the lowered expression, which is cut where it gets long.
constexpr size_t kMaxLength = 40;

// Whether the token was written in a macro's definition, not handed to it.
bool is_in_definition(clang::SourceLocation at, const clang::SourceManager& sources) {
  while (at.isMacroID() && sources.isMacroArgExpansion(at))
    at = sources.getImmediateSpellingLoc(at);
  return at.isMacroID();
}

// Where the parenthesis that opens at `open` closes; npos if it does not.  Those in literals do
// not count.
size_t closing(llvm::StringRef text, size_t open) {
  size_t depth = 0;
  for (size_t i = open; i < text.size(); ++i) {
    char c = text[i];
    if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c; ++i)
        if (text[i] == '\\') ++i;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')' && --depth == 0) {
      return i;
    }
  }
  return llvm::StringRef::npos;
}

// `NAME` or `NAME(...)`, and nothing after it: binds tighter than any operator.
bool is_use(llvm::StringRef text) {
  size_t end = 0;
  while (end < text.size() && clang::isAsciiIdentifierContinue(text[end])) ++end;
  if (end == 0 || clang::isDigit(text[0])) return false;
  if (end == text.size()) return true;
  return text[end] == '(' && closing(text, end) == text.size() - 1;
}

bool fits(llvm::StringRef text) {
  return !text.empty() && text.size() <= kMaxLength && !text.contains('\n');
}

std::string source_text(clang::SourceRange where, const clang::SourceManager& sources,
                        const clang::LangOptions& options) {
  clang::CharSourceRange range = clang::Lexer::makeFileCharRange(
      clang::CharSourceRange::getTokenRange(where), sources, options);
  if (range.isInvalid()) return {};
  llvm::StringRef text = clang::Lexer::getSourceText(range, sources, options);
  return fits(text) ? text.str() : std::string();
}

std::string macro_use(clang::SourceRange where, const clang::SourceManager& sources,
                      const clang::LangOptions& options) {
  if (!is_in_definition(where.getBegin(), sources) || !where.getEnd().isMacroID()) return {};
  std::string text = source_text(where, sources, options);
  return is_use(text) ? text : std::string();
}

// The token as it is written.  A number that begins with another digit than 0 prints as itself.
std::string literal_token(clang::SourceLocation at, bool is_number,
                          const clang::SourceManager& sources, const clang::LangOptions& options) {
  at = sources.getSpellingLoc(at);
  bool failed = false;
  const char* begin = sources.getCharacterData(at, &failed);
  if (failed || (is_number && (begin[0] != '0' || !clang::isAlphanumeric(begin[1])))) return {};
  llvm::StringRef text(begin, clang::Lexer::MeasureTokenLength(at, sources, options));
  if (is_number) text = text.rtrim("uUlLzZ");
  return fits(text) && text.size() > 1 ? text.str() : std::string();
}

}  // namespace

std::string spelling_of(const clang::Expr* expr, clang::SourceRange where,
                        const clang::SourceManager& sources, const clang::LangOptions& options) {
  using S = clang::Stmt;
  S::StmtClass kind = expr->getStmtClass();
  // Stands where its operand stands, and prints as that.
  if (kind == S::ImplicitCastExprClass || kind == S::ConstantExprClass ||
      kind == S::ExprWithCleanupsClass || expr->getType()->isVoidType())
    return {};
  if (where.getBegin().isMacroID())
    if (std::string text = macro_use(where, sources, options); !text.empty()) return text;
  switch (kind) {
    case S::IntegerLiteralClass:
    case S::CharacterLiteralClass:
      return literal_token(where.getBegin(), kind == S::IntegerLiteralClass, sources, options);
    case S::DeclRefExprClass: {
      auto* named = llvm::cast<clang::DeclRefExpr>(expr)->getDecl();
      return llvm::isa<clang::EnumConstantDecl>(named) ? named->getNameAsString() : std::string();
    }
    case S::UnaryExprOrTypeTraitExprClass:
      return source_text(where, sources, options);
    default:
      return {};
  }
}

}  // namespace assay::frontend
