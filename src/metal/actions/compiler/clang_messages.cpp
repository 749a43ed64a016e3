#include "metal/actions/compiler/clang_messages.h"

#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>

namespace assay::metal {
namespace {

constexpr llvm::StringRef kHeaderFolder = "/include/";  // as compile_unit has it

/// The name of the function that is called and not declared.
std::string undeclared_function(const clang::Diagnostic& diagnostic) {
  switch (diagnostic.getID()) {
    case clang::diag::ext_implicit_function_decl_c99:
    case clang::diag::warn_implicit_function_decl:
    case clang::diag::ext_implicit_lib_function_decl_c99:
    case clang::diag::ext_implicit_lib_function_decl:
      break;
    default:
      return "";
  }
  switch (diagnostic.getArgKind(0)) {
    case clang::DiagnosticsEngine::ak_identifierinfo:
      return diagnostic.getArgIdentifier(0)->getName().str();
    case clang::DiagnosticsEngine::ak_std_string:
      return diagnostic.getArgStdStr(0);
    case clang::DiagnosticsEngine::ak_c_string:
      return diagnostic.getArgCStr(0);
    default:
      return "";
  }
}

CLevel level_of(clang::DiagnosticsEngine::Level level) {
  switch (level) {
    case clang::DiagnosticsEngine::Note:
      return CLevel::Note;
    case clang::DiagnosticsEngine::Warning:
      return CLevel::Warning;
    default:
      return CLevel::Error;
  }
}

}  // namespace

void ClangMessages::HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                                     const clang::Diagnostic& diagnostic) {
  clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
  if (level == clang::DiagnosticsEngine::Ignored || level == clang::DiagnosticsEngine::Remark)
    return;
  CDiagnostic kept;
  kept.level = level_of(level);
  llvm::SmallString<128> text;
  diagnostic.FormatDiagnostic(text);
  kept.message = text.str().str();
  kept.undeclared = undeclared_function(diagnostic);
  if (diagnostic.hasSourceManager() && diagnostic.getLocation().isValid()) {
    const clang::SourceManager& sources = diagnostic.getSourceManager();
    clang::PresumedLoc at =
        sources.getPresumedLoc(sources.getExpansionLoc(diagnostic.getLocation()));
    if (at.isValid()) {
      llvm::StringRef file = at.getFilename();
      file.consume_front(kHeaderFolder);
      kept.file = file.str();
      kept.line = at.getLine();
      kept.column = at.getColumn();
    }
  }
  kept_.push_back(std::move(kept));
}

bool ClangMessages::any_errors() const {
  return std::any_of(kept_.begin(), kept_.end(),
                     [](const CDiagnostic& kept) { return kept.level == CLevel::Error; });
}

}  // namespace assay::metal
