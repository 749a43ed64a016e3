#include "metal/actions/compiler/count_steps.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "metal/actions/native_module.h"

namespace assay::metal {
namespace {

class StepCounter {
 public:
  explicit StepCounter(llvm::Module& module)
      : word_(llvm::Type::getInt64Ty(module.getContext())),
        steps_(global(module, kStepsSymbol)),
        stack_limit_(global(module, kStackLimitSymbol)),
        out_of_steps_(leaving(module, kOutOfStepsSymbol)),
        out_of_stack_(leaving(module, kOutOfStackSymbol)),
        unlikely_(llvm::MDBuilder(module.getContext()).createUnlikelyBranchWeights()) {}

  void instrument(llvm::Function& function) {
    // Every cycle has such an edge, the irreducible ones of `goto` too.
    llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>> edges;
    llvm::FindFunctionBackedges(function, edges);
    llvm::SmallSetVector<llvm::BasicBlock*, 8> heads;
    for (const auto& [from, to] : edges) heads.insert(const_cast<llvm::BasicBlock*>(to));
    for (llvm::BasicBlock* head : heads) take_step(&*head->getFirstInsertionPt());
    // After the allocas, which belong to the first block.
    llvm::Instruction* entry = &*function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca();
    take_step(entry);
    check_stack(entry);
  }

 private:
  llvm::GlobalVariable* global(llvm::Module& module, std::string_view name) {
    return new llvm::GlobalVariable(module, word_, false, llvm::GlobalValue::ExternalLinkage,
                                    llvm::ConstantInt::get(word_, 0), llvm::StringRef(name));
  }
  static llvm::FunctionCallee leaving(llvm::Module& module, std::string_view name) {
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(module.getContext()), false);
    llvm::FunctionCallee callee = module.getOrInsertFunction(llvm::StringRef(name), type);
    llvm::cast<llvm::Function>(callee.getCallee())->setDoesNotReturn();
    return callee;
  }

  void leave_if(llvm::Value* condition, llvm::Instruction* before, llvm::FunctionCallee callee) {
    llvm::Instruction* end =
        llvm::SplitBlockAndInsertIfThen(condition, before->getIterator(), true, unlikely_);
    llvm::IRBuilder<>(end).CreateCall(callee);
  }
  void take_step(llvm::Instruction* before) {
    llvm::IRBuilder<> builder(before);
    llvm::Value* left = builder.CreateLoad(word_, steps_);
    llvm::Value* next = builder.CreateSub(left, llvm::ConstantInt::get(word_, 1));
    builder.CreateStore(next, steps_);
    leave_if(builder.CreateICmpSLT(next, llvm::ConstantInt::get(word_, 0)), before, out_of_steps_);
  }
  void check_stack(llvm::Instruction* before) {
    llvm::IRBuilder<> builder(before);
    llvm::Value* frame = builder.CreateIntrinsic(llvm::Intrinsic::frameaddress,
                                                 {builder.getPtrTy()}, {builder.getInt32(0)});
    llvm::Value* address = builder.CreatePtrToInt(frame, word_);
    llvm::Value* limit = builder.CreateLoad(word_, stack_limit_);
    leave_if(builder.CreateICmpULT(address, limit), before, out_of_stack_);
  }

  llvm::IntegerType* word_;
  llvm::GlobalVariable* steps_;
  llvm::GlobalVariable* stack_limit_;
  llvm::FunctionCallee out_of_steps_;
  llvm::FunctionCallee out_of_stack_;
  llvm::MDNode* unlikely_;
};

}  // namespace

void count_steps(llvm::Module& module) {
  llvm::SmallVector<llvm::Function*> functions;
  for (llvm::Function& function : module) {
    if (!function.isDeclaration()) functions.push_back(&function);
  }
  StepCounter counter(module);
  for (llvm::Function* function : functions) counter.instrument(*function);
}

}  // namespace assay::metal
