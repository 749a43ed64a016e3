// One call of a library function: its arguments, the program's memory, and its result.
//
// Accesses to memory report what is wrong with them.  They answer false where the program ends
// by that; a function then returns `stop()`.  Where it goes on, as the hardware would, bytes that
// are nowhere read as zero and are not written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engines/interpreter/interpreter.h"

namespace assay::interpreter {

class Library;

/// Whether bytes that were never written may be read silently.
enum class Reading : uint8_t { Any, Initialised };

class LibraryCall {
 public:
  LibraryCall(Interpreter& machine, Library& library, const semantics::CallRequest& request);

  Interpreter& machine;
  Library& library;
  const ir::NodeId node;
  /// A copy: calls back into the program reuse what the request points to.
  const std::vector<semantics::Argument> arguments;
  const semantics::ValueType* const result_type;  // null: void
  const logic::Term result_slot;
  logic::Term result;
  bool called_back = false;

  // Arguments.

  /// Cut to 64 bits, extended as its own type says; 0 where it was not given.
  uint64_t word(size_t index) const;
  int int_word(size_t index) const { return static_cast<int>(word(index)); }
  double real(size_t index) const { return static_cast<double>(long_real(index)); }
  long double long_real(size_t index) const;

  // Memory.

  bool read(uint64_t address, void* to, uint64_t bytes, Reading reading = Reading::Any);
  bool write(uint64_t address, const void* from, uint64_t bytes);
  bool write(uint64_t address, std::string_view bytes) {
    return write(address, bytes.data(), bytes.size());
  }
  bool copy(uint64_t to, uint64_t from, uint64_t bytes);
  bool fill(uint64_t to, uint64_t bytes, uint8_t value);
  /// Integers in the target's byte order.  A failed load is none.
  std::optional<uint64_t> load(uint64_t address, uint32_t bytes);
  bool store(uint64_t address, uint32_t bytes, uint64_t value);
  std::optional<uint64_t> load_pointer(uint64_t address) { return load(address, pointer_bytes()); }
  bool store_pointer(uint64_t address, uint64_t value) {
    return store(address, pointer_bytes(), value);
  }
  bool store_real(uint64_t address, const semantics::ValueType& type, long double value);
  /// A string up to its terminator, or `limit` bytes of it.  None where the program ends.
  std::optional<std::string> text(uint64_t address, uint64_t limit = UINT64_MAX);
  std::optional<std::u32string> wide_text(uint64_t address, uint64_t limit = UINT64_MAX);
  /// As many of the bytes as the object has; none where the program ends.
  std::optional<std::string> bytes(uint64_t address, uint64_t count);
  bool accessible(uint64_t address, uint64_t bytes, bool writes);
  /// Two regions that must not share bytes; false where the program ends.
  bool apart(uint64_t a, uint64_t b, uint64_t bytes);
  /// A pointer that must not be null though nothing is read or written through it yet.
  bool non_null(uint64_t address);
  bool violated(semantics::Obligation obligation);

  // The program.

  /// Calls the function at an address.  None where the program ended, jumped out of it, or the
  /// address is no function's.
  std::optional<int64_t> call_back(uint64_t function, std::span<const uint64_t> pointers,
                                   const semantics::ValueType* result);
  std::optional<int64_t> call_back_with_int(uint64_t function, int value);

  // What the call gives back.

  semantics::CallAnswer none() { return semantics::CallAnswer::Returned; }
  semantics::CallAnswer number(uint64_t value);  // cut to the result's width, or sign-extended
  semantics::CallAnswer real_number(long double value);  // in the result's format
  /// A struct, as it is in memory.
  semantics::CallAnswer aggregate(const void* bytes, uint64_t count);
  semantics::CallAnswer stop() { return semantics::CallAnswer::Stop; }
  void set_errno(int error);
  /// `value`, and errno set.
  semantics::CallAnswer failure(int error, uint64_t value);
  semantics::CallAnswer unsupported(std::string_view what);
  /// Throws an exception of the library; `message` is what its `what` returns, 0 for those that
  /// have none.
  semantics::CallAnswer throw_standard(std::string_view name, uint64_t message = 0);

  uint32_t pointer_bytes() const;
  logic::Term pointer(uint64_t address) const;
  logic::Term real_term(const semantics::ValueType& type, long double value) const;
  semantics::Evaluator& evaluator() const { return machine.evaluator(); }
  semantics::State& state() const { return machine.state(); }

 private:
  bool is_plausible(uint64_t address, uint64_t bytes);
  std::optional<int64_t> call_entity(uint64_t function, std::span<const semantics::Argument> given,
                                     const semantics::ValueType* result);
};

/// The value that a floating-point term stands for.  Pre: a constant.
long double real_value(const logic::TermPool& pool, const semantics::ValueType& type,
                       logic::Term term);

/// Bytes one after another; the access of each is checked.
class ByteReader {
 public:
  ByteReader(LibraryCall& call, uint64_t address) : call_(call), address_(address) {}
  /// The next byte; 0 past the end of the object, after that was reported.  Never more after
  /// `failed`.
  uint8_t next();
  bool failed() const { return failed_; }
  uint64_t address() const { return address_; }  // of the next byte

 private:
  uint8_t next_slowly(memory::Spot spot);

  LibraryCall& call_;
  uint64_t address_;
  bool is_first_ = true;
  bool reported_ = false;
  bool failed_ = false;
};

}  // namespace assay::interpreter
