#include "cli/unwanted.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "models/in_common.h"

namespace assay::cli {
namespace {

// Of a function that nobody modelled, the kernel's or the program's, the name has to do.
bool seems_to_allocate(std::string_view name) {
  constexpr std::array<std::string_view, 10> kMakes{"alloc", "Alloc",  "dup",    "Dup",  "new",
                                                    "New",   "create", "Create", "make", "Make"};
  return std::any_of(kMakes.begin(), kMakes.end(), [&](std::string_view word) {
    return name.find(word) != std::string_view::npos;
  });
}

bool allocates(const std::string& function, const models::Library& library) {
  const models::Model* model = library.find(function);
  return model != nullptr ? models::only_exhausts(*model) : seems_to_allocate(function);
}

}  // namespace

bool is_wanted_of_rules(const findings::Finding& finding, const simulator::Options& options,
                        const models::Library& library) {
  if (!options.leaks && (finding.kind == "leak" || finding.kind == "resource-leak")) return false;
  if (options.allocation_fails) return true;
  bool is_of_null = finding.kind == "null-deref" || finding.kind == "null-unchecked";
  // APPROX(over): what a rule says of a path that only a failed allocation takes (a file that stays
  // open there) is still reported; only the pointer itself is looked at.
  return !is_of_null || !allocates(finding.rank.group, library);
}

}  // namespace assay::cli
