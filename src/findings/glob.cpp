#include "findings/glob.h"

#include <algorithm>
#include <string>

namespace assay::findings {

// Backtracks to the last star only, which is enough for `*`: linear space, no recursion.
bool glob_matches(std::string_view glob, std::string_view text) {
  size_t g = 0, t = 0, star = std::string_view::npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && (glob[g] == '?' || glob[g] == text[t])) {
      ++g, ++t;
    } else if (star != std::string_view::npos) {
      g = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

bool path_matches(std::string_view glob, std::string_view path) {
  std::string pattern(glob);
  while (pattern.starts_with("./")) pattern.erase(0, 2);
  if (pattern.ends_with('/')) pattern += '*';
  if (pattern.find('/') != std::string::npos) {
    if (pattern.starts_with("**/") && glob_matches(pattern.substr(3), path)) return true;
    return glob_matches(pattern, path) || glob_matches(pattern + "/*", path);
  }
  for (size_t begin = 0; begin <= path.size();) {
    size_t end = std::min(path.find('/', begin), path.size());
    if (glob_matches(pattern, path.substr(begin, end - begin))) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace assay::findings
