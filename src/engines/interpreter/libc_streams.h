// Streams: objects of the program's memory, each of which stands for a stream of the host.
#pragma once

#include <cstdio>
#include <map>

#include "engines/interpreter/library.h"

namespace assay::interpreter {

struct Library::Streams {
  ~Streams();

  /// The address of stdin (0), stdout (1) or stderr (2).
  uint64_t standard(Library& library, Interpreter& machine, int number);
  /// Null after a report, where the pointer is no open stream; the call then fails like a write
  /// to a closed one, or the program has ended.
  std::FILE* find(LibraryCall& call, uint64_t address);
  uint64_t add(LibraryCall& call, std::FILE* host);
  /// The program's stream is gone; what is left of it tells a use after its end.
  void remove(LibraryCall& call, uint64_t address);
  void flush_all();
  /// Drops what was not written yet, as the end by a signal does.
  void forget_output();

 private:
  std::map<uint64_t, std::FILE*> open_;
  uint64_t standard_[3] = {};
};

/// Characters that a conversion reads: from a stream, or from text.
class CharacterSource {
 public:
  explicit CharacterSource(std::FILE* stream) : stream_(stream) {}
  explicit CharacterSource(std::string_view text) : text_(text) {}
  /// EOF at the end.
  int get();
  void unget(int c);
  uint64_t taken() const { return taken_; }

 private:
  std::FILE* stream_ = nullptr;
  std::string_view text_;
  size_t at_ = 0;
  uint64_t taken_ = 0;
};

}  // namespace assay::interpreter
