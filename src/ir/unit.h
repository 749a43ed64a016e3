// A unit: what one compile command made.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/hash.h"
#include "ir/function.h"

namespace assay::ir {

/// A file that the unit read.
struct SourceFile {
  std::string path;  // absolute, symlinks as the compiler saw them
  Hash content;
  uint64_t size = 0;
  int64_t mtime_ns = 0;
  bool is_system = false;
  bool keep_text = false;    // a kept function stands in it: reports will quote it
  int32_t included_by = -1;  // index of the first file that includes it
};

/// What was looked for in a directory, on the way to a header or by __has_include, and was not
/// there.  If one of the names appears, the unit may come out differently.
struct AbsentNames {
  std::string directory;           // absolute; it exists
  int64_t mtime_ns = 0;            // the directory's: nothing appears without changing it
  std::vector<std::string> names;  // direct entries, files or directories; sorted
};

enum class Severity : uint8_t { Note, Warning, Error, Fatal };

struct Diagnostic {
  Severity severity = Severity::Error;
  std::string file;  // empty: about the command
  uint32_t line = 0;
  uint32_t column = 0;
  std::string message;
};

enum class Language : uint8_t { C, Cxx, Other };

/// What was not, or not wholly, understood.  Counts, by reason, so that no loss is silent.
struct Ledger {
  uint32_t functions = 0;         // lowered, of any origin
  uint32_t system_functions = 0;  // of these, from system headers
  uint32_t failed_functions = 0;  // Clang could not build them
  uint64_t points = 0;
  uint64_t unsupported_points = 0;
  std::map<std::string, uint64_t> unsupported;  // by construct
  std::map<std::string, uint64_t> downgraded;   // errors of Clang that GCC accepts, by name
};

struct Unit {
  std::string main_file;
  Language language = Language::C;
  std::string target;  // triple
  bool big_endian = false;
  uint8_t pointer_bits = 64;
  TypeTable types;
  SymbolTable symbols;
  std::vector<Function> functions;      // functions, global initialisers, the dynamic initialiser
  std::vector<SourceFile> files;        // main file first
  std::vector<AbsentNames> absent;      // by directory, sorted
  std::vector<Diagnostic> diagnostics;  // errors of the compiler only
  Ledger ledger;
};

}  // namespace assay::ir
