// Makes compiled code of rules count its steps and watch its stack, so that it always ends.
#pragma once

namespace llvm {
class Module;
}

namespace assay::metal {

void count_steps(llvm::Module& module);

}  // namespace assay::metal
