// The functions of each header, by name: one table per file.
#pragma once

#include <span>

#include "engines/interpreter/library.h"

namespace assay::interpreter {

std::span<const LibraryEntry> string_functions();
std::span<const LibraryEntry> search_functions();
std::span<const LibraryEntry> wide_functions();
std::span<const LibraryEntry> allocation_functions();
std::span<const LibraryEntry> stdlib_functions();
std::span<const LibraryEntry> sort_functions();
std::span<const LibraryEntry> process_functions();
std::span<const LibraryEntry> ctype_functions();
std::span<const LibraryEntry> math_functions();
std::span<const LibraryEntry> complex_functions();
std::span<const LibraryEntry> jump_functions();
std::span<const LibraryEntry> time_functions();
std::span<const LibraryEntry> stream_functions();
std::span<const LibraryEntry> print_functions();
std::span<const LibraryEntry> scan_functions();
std::span<const LibraryEntry> new_functions();
/// The function that this one calls in the library, which a program may replace: operator new[]
/// calls operator new.  Empty: none.
std::string_view forwarded_by_library(std::string_view name);
std::span<const LibraryEntry> exception_functions();
std::span<const LibraryEntry> container_functions();

}  // namespace assay::interpreter
