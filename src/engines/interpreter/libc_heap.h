// The heap, for malloc and operator new alike.
#pragma once

#include "engines/interpreter/library.h"

namespace assay::interpreter {

/// What memory came from, and has to go back to.
enum class Allocator : uint8_t { Malloc, New, NewArray };

/// 0 if there is not so much memory; errno then says so.
uint64_t allocate(LibraryCall& call, uint64_t bytes, memory::Background background,
                  Allocator allocator = Allocator::Malloc);
/// Whether the pointer is a live heap object's beginning that came from there; what is wrong is
/// reported.
bool is_freeable(LibraryCall& call, uint64_t address, Allocator allocator = Allocator::Malloc);
void end_life(LibraryCall& call, uint64_t address);

}  // namespace assay::interpreter
