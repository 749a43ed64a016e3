#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_set>

#include "frontend/command.h"
#include "frontend/compile_kind.h"
#include "frontend/database_entries.h"
#include "frontend/read_file.h"
#include "frontend/split_command.h"

namespace assay::frontend {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDatabaseName = "compile_commands.json";

/// `path` made absolute and tidy.  `a/../b` is only shortened where that is the same file: behind
/// a symbolic link it may be another.
std::string absolute_path(const std::string& base, const std::string& path) {
  fs::path whole = path.starts_with('/') ? fs::path(path) : fs::path(base) / path;
  fs::path tidy = whole.lexically_normal();
  if (tidy.has_relative_path() && !tidy.has_filename()) tidy = tidy.parent_path();
  if (whole.native().find("..") == std::string::npos) return tidy;
  std::error_code error;
  bool same = fs::equivalent(whole, tidy, error);
  // A path that does not exist is as good either way.
  return same || !fs::exists(whole, error) ? tidy : whole;
}

/// Whether CMake, Meson or configure only wanted to see what the compiler says: who watches a build
/// sees these files as well, and most are gone afterwards.
bool is_probe(const CompileCommand& command) {
  for (const std::string* path : {&command.file, &command.directory}) {
    bool is_of_cmake = false;
    for (const fs::path& part : fs::path(*path)) {
      const std::string& name = part.native();
      if (name == "meson-private") return true;
      bool is_tried =
          name.starts_with("CompilerId") || name == "CMakeScratch" || name == "CMakeTmp";
      if (is_of_cmake && is_tried) return true;
      is_of_cmake = is_of_cmake || name == "CMakeFiles";
    }
  }
  std::error_code error;
  return fs::path(command.file).stem() == "conftest" && !fs::exists(command.file, error);
}

/// The entry as a command, or the reason why it is left out; an error for a broken entry.
struct ReadEntry {
  CompileCommand command;
  std::string skipped;
};

Result<ReadEntry> read_entry(DatabaseEntry& entry, const std::string& database_directory) {
  ReadEntry result;
  CompileCommand& command = result.command;
  if (!entry.file) return input_error("no \"file\"");
  if (entry.file->empty()) return input_error("\"file\" is empty");
  // The format's text asks for a directory, but who leaves it out means the database's own.
  command.directory = absolute_path(database_directory, entry.directory.value_or("."));
  command.file = absolute_path(command.directory, *entry.file);
  command.output = entry.output.value_or("");
  if (entry.arguments) {
    command.arguments = std::move(*entry.arguments);
  } else if (entry.command) {
    auto words = split_shell_command(*entry.command);
    if (!words.ok()) return input_error("\"command\": {}", words.error());
    command.arguments = words.take();
  } else {
    return input_error("neither \"arguments\" nor \"command\"");
  }
  Result<void> expanded = expand_response_files(command.arguments, command.directory);
  if (!expanded.ok()) {
    command.problem = expanded.error();
    return result;
  }
  strip_launchers(command.arguments);
  if (command.arguments.empty()) return input_error("an empty command");
  result.skipped = compile_kind(command.arguments, command.file).reason;
  if (result.skipped.empty() && is_probe(command))
    result.skipped = "a build tool's test of the compiler";
  return result;
}

/// Same command, whatever it is called; the set holds hashes, as entries are long and many.
Hash identity(const CompileCommand& command) {
  std::string text = command.directory + '\0' + command.file + '\0' + command.output;
  for (const std::string& word : command.arguments) (text += '\0') += word;
  return hash_bytes(text);
}

}  // namespace

Result<CommandList> read_compilation_database(const std::string& path) {
  Result<std::string> text = read_file(path);
  if (!text.ok()) return input_error("{}: {}", path, text.error());
  Result<std::vector<DatabaseEntry>> entries = parse_database_entries(text.value());
  if (!entries.ok()) return input_error("{}{}", path, entries.error());

  std::error_code error;
  std::string directory = fs::absolute(path, error).parent_path();
  CommandList list;
  list.commands.reserve(entries.value().size());
  std::unordered_set<Hash> seen;
  for (size_t i = 0; i < entries.value().size(); ++i) {
    DatabaseEntry& entry = entries.value()[i];
    Result<ReadEntry> read = read_entry(entry, directory);
    if (!read.ok()) {
      if (!entry.file) return input_error("{}: entry {}: {}", path, i, read.error());
      return input_error("{}: entry {} ('{}'): {}", path, i, *entry.file, read.error());
    }
    if (!read.value().skipped.empty()) {
      ++list.skipped[read.value().skipped];
    } else if (seen.insert(identity(read.value().command)).second) {
      list.commands.push_back(std::move(read.value().command));
    }
  }
  return list;
}

Result<std::string> find_compilation_database(const std::string& directory) {
  std::error_code error;
  fs::path root(directory);
  if (fs::is_regular_file(root, error)) return directory;
  if (!fs::is_directory(root, error)) return input_error("{}: no such directory", directory);
  if (fs::is_regular_file(root / kDatabaseName, error)) return (root / kDatabaseName).string();

  std::set<std::string> found;
  for (fs::directory_iterator at(root, error), end; !error && at != end; at.increment(error)) {
    if (!at->path().filename().string().starts_with("build")) continue;
    fs::path database = at->path() / kDatabaseName;
    std::error_code ignored;
    if (fs::is_regular_file(database, ignored)) found.insert(database.string());
  }
  if (found.size() == 1) return *found.begin();
  if (found.empty()) {
    return input_error(
        "{}: no {} here or in build*/; make one with `assay capture -- make` or "
        "`cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON`",
        directory, kDatabaseName);
  }
  return input_error("{}: more than one {}, name the one meant: {}", directory, kDatabaseName,
                     fmt::join(found, ", "));
}

Result<CompileCommand> command_for_source(const std::string& file,
                                          const std::vector<std::string>& flags) {
  std::error_code error;
  if (!fs::exists(file, error)) return input_error("{}: no such file", file);
  if (fs::is_directory(file, error)) return input_error("{}: is a directory", file);
  CompileCommand command;
  command.directory = fs::current_path(error).string();
  if (error) return input_error("the current directory is gone");
  command.file = absolute_path(command.directory, file);
  command.arguments = {"cc"};
  command.arguments.insert(command.arguments.end(), flags.begin(), flags.end());
  bool is_whole_command =
      !flags.empty() && !flags[0].starts_with('-') && !flags[0].starts_with('@');
  if (is_whole_command) command.arguments = flags;
  TRY(expand_response_files(command.arguments, command.directory));
  if (is_whole_command) strip_launchers(command.arguments);
  if (command.arguments.empty()) return input_error("{}: an empty command", file);

  CompileKind kind = compile_kind(command.arguments, command.file);
  if (!kind.reason.empty()) {
    return input_error("{}: {}; say -x c or -x c++ if it is a source file", file, kind.reason);
  }
  if (is_whole_command) return command;
  if (is_cxx(kind.language)) command.arguments[0] = "c++";
  command.arguments.insert(command.arguments.end(), {"-c", command.file});
  return command;
}

}  // namespace assay::frontend
