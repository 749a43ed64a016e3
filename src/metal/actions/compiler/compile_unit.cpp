#include "metal/actions/compiler/compile_unit.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>

#include "metal/actions/compiler/clang_messages.h"
#include "metal/actions/compiler/count_steps.h"
#include "metal/actions/compiler/emit_object.h"

namespace assay::metal {
namespace {

// C as it was written when the papers were: `static n;` and old-style definitions are fine, and
// `char *n = mc_identifier(v)` too.  What hides a mistake is an error even so.
constexpr const char* kArguments[] = {
    "-std=gnu17",
    "-O1",
    "-disable-llvm-passes",  // emit_object optimises, once the steps are counted
    "-fno-builtin",
    "-fno-finite-loops",
    "-mrelocation-model",
    "pic",
    "-pic-level",
    "2",
    "-fwrapv",
    "-fno-delete-null-pointer-checks",  // a write to null is a crash, not nothing
    "-Wno-implicit-int",
    "-Wno-deprecated-non-prototype",
    "-Wno-incompatible-pointer-types-discards-qualifiers",
    "-Wno-unknown-escape-sequence",
    "-Wno-unused-value",
    "-Wno-format-zero-length",
    "-Wno-format-security",
    "-Werror=format",
    "-Werror=return-type",
    "-Wuninitialized",
    "-Wconditional-uninitialized",
};

bool has_symbol(std::span<const RuleSymbol> symbols, std::string_view name) {
  return std::binary_search(
      symbols.begin(), symbols.end(), RuleSymbol{name, nullptr},
      [](const RuleSymbol& a, const RuleSymbol& b) { return a.name < b.name; });
}

/// What rules use must be there: said where it is declared, before there is an object to link.
class DefinedChecker : public clang::ASTConsumer {
 public:
  DefinedChecker(clang::DiagnosticsEngine& diagnostics, std::span<const RuleSymbol> symbols)
      : diagnostics_(diagnostics), symbols_(symbols) {}

  void HandleTranslationUnit(clang::ASTContext& context) override {
    for (const clang::Decl* decl : context.getTranslationUnitDecl()->decls()) {
      if (const auto* function = clang::dyn_cast<clang::FunctionDecl>(decl))
        check(*function);
      else if (const auto* variable = clang::dyn_cast<clang::VarDecl>(decl))
        check(*variable);
    }
  }

 private:
  void check(const clang::FunctionDecl& function) {
    if (!function.isReferenced() || function.isDefined() || !function.isFirstDecl()) return;
    if (function.getBuiltinID() != 0 || has_symbol(symbols_, name_of(function))) return;
    complain(function,
             "function '%0' is declared, but nothing defines it; rules have what mc.h has");
  }
  void check(const clang::VarDecl& variable) {
    if (!variable.isReferenced() || !variable.isFirstDecl() ||
        variable.hasDefinition() != clang::VarDecl::DeclarationOnly)
      return;
    complain(variable, "variable '%0' is declared, but nothing defines it");
  }
  static std::string name_of(const clang::NamedDecl& decl) { return decl.getNameAsString(); }
  template <size_t N>
  void complain(const clang::NamedDecl& decl, const char (&message)[N]) {
    unsigned id = diagnostics_.getCustomDiagID(clang::DiagnosticsEngine::Error, message);
    diagnostics_.Report(decl.getLocation(), id) << name_of(decl);
  }

  clang::DiagnosticsEngine& diagnostics_;
  std::span<const RuleSymbol> symbols_;
};

class RuleAction : public clang::EmitLLVMOnlyAction {
 public:
  RuleAction(llvm::LLVMContext& context, std::span<const RuleSymbol> symbols)
      : EmitLLVMOnlyAction(&context), symbols_(symbols) {}

  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef file) override {
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<DefinedChecker>(compiler.getDiagnostics(), symbols_));
    consumers.push_back(EmitLLVMOnlyAction::CreateASTConsumer(compiler, file));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }

 private:
  std::span<const RuleSymbol> symbols_;
};

llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> files_of(
    const std::string& unit, std::span<const RuleHeader> headers) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  auto add = [&](const std::string& name, std::string_view text) {
    files->addFile(name, 0, llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text)));
  };
  files->setCurrentWorkingDirectory("/rule");
  add("/rule/rule.c", unit);
  for (const RuleHeader& header : headers) add("/include/" + std::string(header.name), header.text);
  return files;
}

std::shared_ptr<clang::CompilerInvocation> invocation_for(clang::DiagnosticsEngine& diagnostics) {
  std::string triple = llvm::sys::getProcessTriple();
  std::vector<const char*> arguments{"-triple", triple.c_str()};
  arguments.insert(arguments.end(), std::begin(kArguments), std::end(kArguments));
  arguments.insert(arguments.end(), {"-internal-isystem", "/include", "-x", "c", "rule.c"});
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  bool ok = clang::CompilerInvocation::CreateFromArgs(*invocation, arguments, diagnostics);
  ASSAY_CHECK(ok, "Clang should know its own arguments");
  // Messages are ours to write, and there is nothing to say to a terminal.
  invocation->getDiagnosticOpts().ShowCarets = false;
  invocation->getDiagnosticOpts().ErrorLimit = 100;
  invocation->getFrontendOpts().DisableFree = false;
  return invocation;
}

/// What the loader could not give the code.  Clang's own builtins may need more than is declared.
void check_symbols(const llvm::Module& module, std::span<const RuleSymbol> symbols,
                   ClangMessages& messages) {
  for (const llvm::GlobalValue& value : module.global_values()) {
    llvm::StringRef name = value.getName();
    if (value.isThreadLocal())
      messages.add_error("'" + name.str() + "' cannot be thread-local: rules have no threads");
    if (name == "llvm.global_ctors" || name == "llvm.global_dtors" || value.hasSection())
      messages.add_error(
          "no function of a rule runs by itself: constructors, destructors and sections of one's "
          "own are refused; 'init' and 'final' run around each function");
    if (!value.isDeclaration() || value.use_empty()) continue;
    if (name.starts_with("llvm.") || has_symbol(symbols, std::string_view(name))) continue;
    messages.add_error("the rules' C code needs '" + name.str() + "', which rules do not have");
  }
}

}  // namespace

CompiledUnit compile_unit(const std::string& unit, std::span<const RuleHeader> headers,
                          std::span<const RuleSymbol> symbols) {
  ClangMessages messages;
  auto files = files_of(unit, headers);
  clang::DiagnosticOptions options;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> early =
      clang::CompilerInstance::createDiagnostics(*files, options, &messages, false);

  clang::CompilerInstance compiler(invocation_for(*early));
  compiler.setVirtualFileSystem(files);
  compiler.createDiagnostics(&messages, false);
  compiler.createFileManager();
  llvm::LLVMContext context;
  RuleAction action(context, symbols);
  bool done = compiler.ExecuteAction(action);
  std::unique_ptr<llvm::Module> module = action.takeModule();
  if (!messages.any_errors()) {
    if (done && module != nullptr)
      check_symbols(*module, symbols, messages);
    else
      messages.add_error("the rules' C code cannot be compiled");
  }
  CompiledUnit compiled;
  if (!messages.any_errors()) {
    compiled.keeps_data = std::ranges::any_of(
        module->globals(),
        [](const llvm::GlobalVariable& one) { return !one.isConstant() && !one.isDeclaration(); });
    for (const llvm::Function& function : *module)
      if (!function.isDeclaration()) compiled.functions.insert(function.getName().str());
    count_steps(*module);
    Result<Bytes> object = emit_object(*module);
    if (object.ok())
      compiled.object = object.take();
    else
      messages.add_error(object.error());
  }
  compiled.diagnostics = messages.take();
  return compiled;
}

}  // namespace assay::metal
