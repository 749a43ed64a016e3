// A metal file together with the files that its `.module` lines name.
//
// The parts of all files stand in one order, as if each `.module` line were replaced by the file it
// names; a file that is named twice counts where it is named first.  Machines run in this order,
// and code in C sees the headers that stand before it.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "metal/parse.h"
#include "metal/program.h"

namespace assay::metal {

struct ModuleText {
  std::string file;  // one name for one file, however it was asked for
  std::string text;
};

/// Finds what `name` means in a `.module` line of `importer` (empty for the first file).
using FindModule =
    std::function<Result<ModuleText>(const std::string& name, const std::string& importer)>;

enum class PartKind : uint8_t { Header, Machine };

struct Part {
  PartKind kind;
  size_t program;  // in Composition::programs
  size_t index;    // in its headers or machines
};

struct Composition {
  std::vector<Program> programs;  // in the order in which they are first named
  std::vector<Part> parts;
};

/// Files that name each other in a circle, or define one machine twice, are an error.
Result<Composition> load_composition(const std::string& name, const FindModule& find,
                                     const ParseOptions& options = {});

}  // namespace assay::metal
