// A mix of questions like those of symbolic execution, for as long as no recorded ones are at hand.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "logic/term_pool.h"

namespace assay::bench {

/// Calls `use` with `count` questions: overflow, bounds of arrays, masks and shifts, products,
/// divisions, bytes put together, cells chosen by an index, long paths.  The same for equal seeds.
void generate_mix(
    uint32_t seed, uint32_t count,
    const std::function<void(const logic::TermPool&, std::span<const logic::Term>)>& use);

}  // namespace assay::bench
