// Which objects a value leads to, over any number of pointers.
#pragma once

#include <optional>
#include <set>
#include <span>
#include <vector>

#include "memory/locations.h"
#include "memory/memory.h"

namespace assay::simulator {

/// The objects whose addresses are in a value, alive or not.
void addresses_in(const memory::Memory& memory, logic::Term value,
                  std::vector<memory::ObjectId>& found);
/// Those in the contents of an object.
void addresses_in(const memory::Memory& memory, const memory::Object& object,
                  std::vector<memory::ObjectId>& found);
/// Those in so many bytes of them.
void addresses_in(const memory::Memory& memory, const memory::Object& object, uint64_t offset,
                  uint64_t bytes, std::vector<memory::ObjectId>& found);
/// The roots, and all that is behind them.
std::set<memory::ObjectId> reachable(const memory::Memory& memory,
                                     std::vector<memory::ObjectId> roots);

/// The one object that a pointer leads to if it is not null.
std::optional<memory::Location> only_target(const memory::Memory& memory, logic::Term pointer);

/// Whether a condition compares the addresses of different inputs.  Where they lie is our choice,
/// and that they are different objects an assumption: neither is the program's.
bool compares_inputs(const memory::Memory& memory, logic::Term condition);
/// Whether the terms name more than one object of the environment.
bool name_two_inputs(const memory::Memory& memory, std::span<const logic::Term> terms);

}  // namespace assay::simulator
