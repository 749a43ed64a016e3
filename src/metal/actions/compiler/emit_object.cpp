#include "metal/actions/compiler/emit_object.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Analysis/LoopAnalysisManager.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PassManager.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Target/TargetOptions.h>

#include <memory>

namespace assay::metal {
namespace {

void optimise(llvm::Module& module, llvm::TargetMachine& machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O1).run(module, modules);
}

/// Without a handler of ours, LLVM would end the process at an instruction that it does not know.
void keep_error(const llvm::DiagnosticInfo* info, void* kept) {
  if (info->getSeverity() != llvm::DS_Error) return;
  auto& text = *static_cast<std::string*>(kept);
  if (!text.empty()) text += "; ";
  llvm::raw_string_ostream out(text);
  llvm::DiagnosticPrinterRawOStream printer(out);
  info->print(printer);
  out.flush();
  while (text.ends_with('\n')) text.pop_back();
}

}  // namespace

Result<Bytes> emit_object(llvm::Module& module) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();  // for `asm` in a rule
  std::string error;
  const llvm::Triple& triple = module.getTargetTriple();
  const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, error);
  if (target == nullptr) return input_error("no code for this machine: {}", error);
  // What cannot go on crashes where it stands, so that the right code is blamed.
  llvm::TargetOptions options;
  options.TrapUnreachable = true;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, "", "", options, llvm::Reloc::PIC_, llvm::CodeModel::Small));
  ASSAY_CHECK(machine != nullptr, "the native target should have a machine");
  optimise(module, *machine);

  llvm::SmallVector<char, 0> code;
  llvm::raw_svector_ostream out(code);
  llvm::legacy::PassManager passes;
  bool cannot =
      machine->addPassesToEmitFile(passes, out, nullptr, llvm::CodeGenFileType::ObjectFile);
  ASSAY_CHECK(!cannot, "the native target should write object files");
  std::string errors;
  module.getContext().setDiagnosticHandlerCallBack(keep_error, &errors);
  passes.run(module);
  module.getContext().setDiagnosticHandlerCallBack(nullptr);
  if (!errors.empty()) return input_error("the rules' C code cannot be assembled: {}", errors);
  return Bytes(code.data(), code.size());
}

}  // namespace assay::metal
