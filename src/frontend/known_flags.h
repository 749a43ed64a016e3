// What Clang makes of a flag, asked of Clang itself: its option table, its driver, its targets.
//
// Nothing here lists GCC's flags.  A flag that Clang's table does not have is unknown; one that
// it has is sorted by the group it belongs to; one that it has but does not accept for this
// target, language or value is found by trying.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/compile_kind.h"

namespace assay::frontend {

enum class FlagUse : unsigned char {
  Paths,     // -I, -D, -include and their kind: always accepted, and different in every command
  Dialect,   // -std, -f…, -O…: known to Clang, to be tried
  Machine,   // -m…: to be tried, and decides the real compiler's headers and macros
  Headers,   // --target, -stdlib, -nostdinc: for the real compiler, which answers with directories
  Foreign,   // -specs, a -m… that Clang does not know: for the real compiler, and reported
  Dropped,   // meant for the build alone: output, warnings, debugging, linking
  Reported,  // unknown, or left out although it may change what the program means
};

struct Flag {
  FlagUse use = FlagUse::Dropped;
  std::string name;  // as users know it, without its value: -mpreferred-stack-boundary
  std::vector<std::string> words;  // in Clang's spelling; as written if Clang does not know it
};

/// The flags of a command, without compiler and inputs, in order.
std::vector<Flag> sort_flags(std::span<const std::string> arguments);

/// What Clang says to a set of flags for a target and language.
struct ClangAnswer {
  bool accepted = false;
  std::vector<std::string> predefines;  // "#define …" lines; empty if not accepted
};
ClangAnswer ask_clang(const std::vector<std::string>& flags, std::string_view target,
                      Language language);

/// Where the headers of the Clang we are linked with lie.
std::string clang_resource_directory();

}  // namespace assay::frontend
