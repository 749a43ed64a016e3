#include "support/part.h"

#include <algorithm>

namespace assay::test {
namespace {

void remove_argument(int& argc, char** argv, int index) {
  std::copy(argv + index + 1, argv + argc + 1, argv + index);
  --argc;
}

bool stands_under(std::string_view path, std::string_view part) {
  if (!path.starts_with(part)) return false;
  std::string_view rest = path.substr(part.size());
  return rest.empty() || rest[0] == '/' || rest[0] == '.';
}

}  // namespace

std::string take_option(int& argc, char** argv, std::string_view name) {
  for (int i = 1; i < argc; ++i) {
    std::string_view argument = argv[i];
    if (!argument.starts_with(name) || argument.substr(name.size(), 1) != "=") continue;
    std::string value(argument.substr(name.size() + 1));
    remove_argument(argc, argv, i);
    return value;
  }
  return "";
}

bool take_flag(int& argc, char** argv, std::string_view name) {
  for (int i = 1; i < argc; ++i) {
    if (argv[i] != name) continue;
    remove_argument(argc, argv, i);
    return true;
  }
  return false;
}

bool in_part(std::string_view path, std::string_view part) {
  while (part.ends_with('/')) part.remove_suffix(1);
  if (part.empty() || stands_under(path, part)) return true;
  constexpr std::string_view kUnit = "unit/";
  return path.starts_with(kUnit) && stands_under(path.substr(kUnit.size()), part);
}

}  // namespace assay::test
