// Who may include whom: the folders' CMakeLists.txt say it, and this holds the sources to it.
//
// The linker finds a wrong use of another library's functions; this finds a wrong include, of a
// header-only part too.  Clang stays in frontend/clang and metal/actions, SQLite in store/sqlite_*.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "golden/golden.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

struct Library {
  std::string folder;             // relative to src/
  std::vector<std::string> uses;  // library names, as CMake has them
};

// By name: assay_ir, assay_escape, …
std::map<std::string, Library> read_libraries() {
  std::map<std::string, Library> libraries;
  fs::path src = root_dir() / "src";
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(src)) {
    if (entry.path().filename() != "CMakeLists.txt") continue;
    std::string text = read_file(entry.path());
    constexpr std::string_view kCall = "assay_library(";
    size_t begin = text.find(kCall);
    if (begin == std::string::npos) continue;
    begin += kCall.size();
    std::istringstream words(text.substr(begin, text.find(')', begin) - begin));
    Library library;
    library.folder = fs::relative(entry.path().parent_path(), src);
    std::string name, word;
    words >> name;
    while (words >> word) {
      if (word != "USES" && word != "PIC") library.uses.push_back(word);
    }
    libraries["assay_" + name] = library;
  }
  return libraries;
}

// Folders of the library and of all it may use, directly or through others.
std::set<std::string> allowed_folders(const std::map<std::string, Library>& libraries,
                                      const std::string& name) {
  std::set<std::string> seen, folders;
  std::vector<std::string> todo{name};
  while (!todo.empty()) {
    std::string next = todo.back();
    todo.pop_back();
    auto found = libraries.find(next);
    if (found == libraries.end() || !seen.insert(next).second) continue;
    folders.insert(found->second.folder);
    todo.insert(todo.end(), found->second.uses.begin(), found->second.uses.end());
  }
  return folders;
}

// `src/`-relative folder of the library that owns a file; the longest match wins.
std::string owner_of(const std::map<std::string, Library>& libraries, const std::string& file) {
  std::string best;
  for (const auto& [name, library] : libraries) {
    if (file.starts_with(library.folder + "/") && library.folder.size() > best.size()) {
      best = library.folder;
    }
  }
  return best;
}

// The name between the quotes or brackets of an #include line; empty for other lines.
std::string included_name(const std::string& line) {
  std::string text = trimmed(line);
  if (!text.starts_with("#include")) return "";
  size_t begin = text.find_first_of("\"<");
  if (begin == std::string::npos) return "";
  size_t end = text.find_first_of("\">", begin + 1);
  return text.substr(begin + 1, end - begin - 1);
}

std::string complaint_about(const std::string& file, const std::string& include,
                            const std::map<std::string, Library>& libraries,
                            const std::set<std::string>& allowed) {
  bool may_see_clang = file.starts_with("frontend/clang/") || file.starts_with("metal/actions/");
  for (const char* foreign : {"clang/", "clang-c/", "llvm/", "llvm-c/"}) {
    if (include.starts_with(foreign) && !may_see_clang) {
      return fmt::format("{} includes {}: only frontend/clang/ and metal/actions/ may see Clang",
                         file, include);
    }
  }
  if (include == "sqlite3.h" && !file.starts_with("store/sqlite_")) {
    return fmt::format("{} includes sqlite3.h: only store/sqlite_* may", file);
  }
  std::string owner = owner_of(libraries, include);
  if (owner.empty() || allowed.contains(owner)) return "";
  return fmt::format("{} includes {}, but its CMakeLists.txt does not use {}", file, include,
                     owner);
}

}  // namespace

std::vector<GoldenCase> list_layers() {
  std::vector<GoldenCase> cases;
  for (const auto& [name, library] : read_libraries()) {
    cases.push_back({"layers", root_dir() / "src" / library.folder, "layers/" + library.folder});
  }
  return cases;
}

std::string check_layers(const GoldenCase& golden) {
  std::map<std::string, Library> libraries = read_libraries();
  fs::path src = root_dir() / "src";
  std::string folder = fs::relative(golden.file, src);
  std::set<std::string> allowed;
  for (const auto& [name, library] : libraries) {
    if (library.folder == folder) allowed = allowed_folders(libraries, name);
  }
  std::vector<std::string> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(golden.file)) {
    std::string file = fs::relative(entry.path(), src);
    bool is_source = file.ends_with(".h") || file.ends_with(".cpp");
    if (is_source && owner_of(libraries, file) == folder) files.push_back(file);
  }
  std::sort(files.begin(), files.end());
  std::string complaints;
  for (const std::string& file : files) {
    for (const std::string& line : split_lines(read_file(src / file))) {
      std::string complaint = complaint_about(file, included_name(line), libraries, allowed);
      if (!complaint.empty()) complaints += "src/" + complaint + "\n";
    }
  }
  return complaints;
}

}  // namespace assay::test
