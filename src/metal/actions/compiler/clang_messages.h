// Clang's messages, kept for whoever shows them.
#pragma once

#include <clang/Basic/Diagnostic.h>

#include <vector>

#include "metal/actions/native_module.h"

namespace assay::metal {

class ClangMessages : public clang::DiagnosticConsumer {
 public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override;
  void add_error(std::string message) { kept_.push_back({.message = std::move(message)}); }

  bool any_errors() const;
  std::vector<CDiagnostic> take() { return std::move(kept_); }

 private:
  std::vector<CDiagnostic> kept_;
};

}  // namespace assay::metal
