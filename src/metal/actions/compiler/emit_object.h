// A module as object code of the machine that we run on.
#pragma once

#include "base/bytes.h"
#include "base/result.h"

namespace llvm {
class Module;
}

namespace assay::metal {

Result<Bytes> emit_object(llvm::Module& module);

}  // namespace assay::metal
