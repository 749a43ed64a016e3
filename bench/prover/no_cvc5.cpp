// Built where cvc5 is not installed.
#include "prover/solvers.h"

namespace assay::bench {

std::unique_ptr<Rival> make_cvc5(uint32_t) { return nullptr; }

}  // namespace assay::bench
