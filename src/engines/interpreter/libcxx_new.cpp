// operator new and operator delete.
#include "engines/interpreter/libc_heap.h"
#include "engines/interpreter/libc_tables.h"

namespace assay::interpreter {
namespace {

using memory::Background;
using semantics::CallAnswer;

enum class OnFailure : uint8_t { Throws, GivesNull };

template <Allocator kAllocator, OnFailure kOnFailure>
CallAnswer make(LibraryCall& call) {
  uint64_t made = allocate(call, call.word(0), Background::Indeterminate, kAllocator);
  if (made == 0 && kOnFailure == OnFailure::Throws) return call.throw_standard("std::bad_alloc");
  return call.number(made);
}

template <Allocator kAllocator>
CallAnswer release(LibraryCall& call) {
  uint64_t address = call.word(0);
  if (address != 0 && is_freeable(call, address, kAllocator)) end_life(call, address);
  return call.evaluator().failed() ? call.stop() : call.none();
}

CallAnswer given_place(LibraryCall& call) { return call.number(call.word(1)); }

constexpr auto kNew = make<Allocator::New, OnFailure::Throws>;
constexpr auto kNewArray = make<Allocator::NewArray, OnFailure::Throws>;
constexpr auto kTryNew = make<Allocator::New, OnFailure::GivesNull>;
constexpr auto kTryNewArray = make<Allocator::NewArray, OnFailure::GivesNull>;
constexpr auto kDelete = release<Allocator::New>;
constexpr auto kDeleteArray = release<Allocator::NewArray>;

constexpr LibraryEntry kFunctions[] = {
    {"_Znwm", kNew},
    {"__builtin_operator_new", kNew},
    {"__builtin_operator_delete", kDelete},
    {"_Znwj", kNew},
    {"_ZnwmSt11align_val_t", kNew},
    {"_Znam", kNewArray},
    {"_Znaj", kNewArray},
    {"_ZnamSt11align_val_t", kNewArray},
    {"_ZnwmRKSt9nothrow_t", kTryNew},
    {"_ZnwjRKSt9nothrow_t", kTryNew},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", kTryNew},
    {"_ZnamRKSt9nothrow_t", kTryNewArray},
    {"_ZnajRKSt9nothrow_t", kTryNewArray},
    {"_ZnamSt11align_val_tRKSt9nothrow_t", kTryNewArray},
    {"_ZnwmPv", given_place},
    {"_ZnamPv", given_place},
    {"_ZdlPv", kDelete},
    {"_ZdlPvm", kDelete},
    {"_ZdlPvj", kDelete},
    {"_ZdlPvSt11align_val_t", kDelete},
    {"_ZdlPvmSt11align_val_t", kDelete},
    {"_ZdlPvRKSt9nothrow_t", kDelete},
    {"_ZdlPvSt11align_val_tRKSt9nothrow_t", kDelete},
    {"_ZdaPv", kDeleteArray},
    {"_ZdaPvm", kDeleteArray},
    {"_ZdaPvj", kDeleteArray},
    {"_ZdaPvSt11align_val_t", kDeleteArray},
    {"_ZdaPvmSt11align_val_t", kDeleteArray},
    {"_ZdaPvRKSt9nothrow_t", kDeleteArray},
    {"_ZdaPvSt11align_val_tRKSt9nothrow_t", kDeleteArray},
};

}  // namespace

std::span<const LibraryEntry> new_functions() { return kFunctions; }

std::string_view forwarded_by_library(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> kForwards[] = {
      {"_Znam", "_Znwm"},    {"_Znaj", "_Znwj"},    {"_ZnwmRKSt9nothrow_t", "_Znwm"},
      {"_ZdaPv", "_ZdlPv"},  {"_ZdlPvm", "_ZdlPv"}, {"_ZnamRKSt9nothrow_t", "_Znam"},
      {"_ZdaPvm", "_ZdaPv"}, {"_ZdlPvj", "_ZdlPv"}, {"_ZdaPvj", "_ZdaPv"},
  };
  for (const auto& [from, to] : kForwards)
    if (from == name) return to;
  return {};
}

}  // namespace assay::interpreter
