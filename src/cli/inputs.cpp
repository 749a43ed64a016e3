#include "cli/inputs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <tuple>

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDatabaseName = "compile_commands.json";

// Without exceptions, and without a trailing slash.
std::string absolute_path(const std::string& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  if (error) return path;
  absolute = absolute.lexically_normal();
  if (!absolute.has_filename() && absolute.has_parent_path()) absolute = absolute.parent_path();
  return absolute;
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// Whether the front end's search would find one or more databases there.
bool has_database(const fs::path& folder) {
  if (is_there(folder / kDatabaseName)) return true;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::string name = at->path().filename();
    if (name.starts_with("build") && is_there(at->path() / kDatabaseName)) return true;
  }
  return false;
}

Result<std::vector<std::string>> sources_in(const std::string& folder) {
  std::vector<std::string> sources;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored) && is_source_file(at->path())) sources.push_back(at->path());
  }
  if (error) return input_error("{}: cannot be read: {}", folder, error.message());
  std::sort(sources.begin(), sources.end());
  return sources;
}

class InputFinder {
 public:
  explicit InputFinder(const Options& options) : options_(options) {}

  Result<Inputs> find() {
    std::vector<std::string> paths = options_.paths;
    if (paths.empty() && options_.build_dir.empty()) paths.push_back(".");
    if (!options_.build_dir.empty()) TRY(read_given_database());
    if (paths.empty()) {
      if (options_.has_dashes && !options_.after_dashes.empty()) return flags_need_sources();
      inputs_.commands = given_->commands;
      inputs_.root = root_of_database(given_path_);
    }
    for (const std::string& path : paths) TRY(add_path(path));
    if (!paths.empty()) choose_root();
    add_extra_arguments();
    drop_repeated();
    if (inputs_.commands.empty()) return nothing_to_compile(paths);
    return std::move(inputs_);
  }

 private:
  static Error flags_need_sources() {
    return input_error(
        "compiler flags after -- are for plain source files; a compile_commands.json has its own "
        "(--extra-arg=FLAG adds to them)");
  }

  Result<void> read_given_database() {
    std::string given = absolute_path(options_.build_dir);
    if (!is_there(given)) return input_error("{}: no such file or folder", options_.build_dir);
    std::error_code ignored;
    given_path_ = fs::is_directory(given, ignored) ? TRY(database_of_folder(given)) : given;
    given_ = TRY(frontend::read_compilation_database(given_path_));
    return {};
  }

  // In the folder, in its build*/, or where `assay capture` left it.
  static Result<std::string> database_of_folder(const std::string& folder) {
    std::string captured = folder + "/.assay/" + kDatabaseName;
    if (!has_database(folder) && is_there(captured)) return captured;
    return frontend::find_compilation_database(folder);
  }

  Result<void> add_path(const std::string& path) {
    std::error_code error;
    fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found)
      return input_error("{}: no such file or folder", path);
    if (error) return input_error("{}: cannot be opened: {}", path, error.message());
    if (fs::is_fifo(status) || fs::is_socket(status))
      return input_error("{}: a pipe, not a file: its text could not be read again", path);
    if (fs::is_directory(status)) return add_folder(path);
    if (path.ends_with(".json")) return add_database(absolute_path(path));
    return add_source(path);
  }

  Result<void> add_database(const std::string& path) {
    has_whole_ = true;
    roots_.insert(root_of_database(path));
    return append_database(path);
  }

  Result<void> append_database(const std::string& path) {
    if (!options_.after_dashes.empty()) return flags_need_sources();
    frontend::CommandList list = TRY(frontend::read_compilation_database(path));
    for (const auto& [reason, count] : list.skipped) {
      inputs_.notes.push_back(fmt::format("{}: {} {} skipped: {}", path, count,
                                          count == 1 ? "entry" : "entries", reason));
    }
    append(list.commands);
    return {};
  }

  Result<void> add_folder(const std::string& path) {
    std::string folder = absolute_path(path);
    if (given_) {
      size_t before = inputs_.commands.size();
      for (const frontend::CompileCommand& command : given_->commands) {
        if (command.file.starts_with(folder + "/")) inputs_.commands.push_back(command);
      }
      if (inputs_.commands.size() == before) {
        return input_error("{}: {} compiles nothing in this folder", path, given_path_);
      }
      bool is_all = inputs_.commands.size() - before == given_->commands.size();
      (is_all ? has_whole_ : has_part_) = true;
      roots_.insert(is_all ? folder : absolute_path("."));
      return {};
    }
    bool has_own = has_database(folder) || is_there(folder + "/.assay/" + kDatabaseName);
    if (!has_own && !options_.has_dashes && add_from_parents(folder, [&](const std::string& file) {
          return file.starts_with(folder + "/");
        })) {
      has_part_ = true;
      return {};
    }
    has_whole_ = true;
    roots_.insert(folder);
    if (has_own) {
      TRY(append_database(TRY(database_of_folder(folder))));
    } else {
      std::vector<std::string> sources = TRY(sources_in(folder));
      if (sources.empty()) {
        return input_error(
            "{}: no compile_commands.json here or in build*/, and no C or C++ files; let cmake "
            "write one (-DCMAKE_EXPORT_COMPILE_COMMANDS=ON) or run `assay capture -- make`",
            path);
      }
      inputs_.notes.push_back(fmt::format(
          "{}: no compile_commands.json here or in build*/; taking its {} C and C++ file{} as {}",
          path, sources.size(), sources.size() == 1 ? "" : "s",
          sources.size() == 1 ? "it is" : "they are"));
      for (const std::string& source : sources) TRY(add_plain(source));
    }
    return {};
  }

  Result<void> add_source(const std::string& path) {
    std::string file = absolute_path(path);
    has_part_ = true;
    auto is_it = [&](const std::string& other) { return other == file; };
    if (!given_ && !options_.has_dashes && add_from_parents(file, is_it)) return {};
    roots_.insert(absolute_path("."));
    if (!given_) return add_plain(file);
    if (append_commands_of(*given_, is_it)) return {};
    return input_error("{}: {} has no command for this file", path, given_path_);
  }

  // As clang-tidy looks for a file's command: in the databases of its parent folders, nearest
  // first.  One that cannot be read, or does not know the file, is passed over with a note.
  template <class IsWanted>
  bool add_from_parents(const std::string& named, const IsWanted& is_wanted) {
    for (fs::path folder = fs::path(named).parent_path(); folder != folder.root_path();
         folder = folder.parent_path()) {
      if (!has_database(folder) && !is_there(folder / ".assay" / kDatabaseName)) continue;
      Result<std::string> path = database_of_folder(folder);
      if (!path) {
        inputs_.notes.push_back(path.error());
        continue;
      }
      Result<const frontend::CommandList*> list = read_once(path.value());
      if (!list) {
        inputs_.notes.push_back(list.error());
      } else if (append_commands_of(*list.value(), is_wanted)) {
        roots_.insert(root_of_database(path.value()));
        return true;
      }
    }
    return false;
  }

  Result<const frontend::CommandList*> read_once(const std::string& path) {
    auto known = read_.find(path);
    if (known == read_.end()) {
      known = read_.emplace(path, TRY(frontend::read_compilation_database(path))).first;
    }
    return &known->second;
  }

  template <class IsWanted>
  bool append_commands_of(const frontend::CommandList& list, const IsWanted& is_wanted) {
    size_t before = inputs_.commands.size();
    for (const frontend::CompileCommand& command : list.commands) {
      if (is_wanted(command.file)) inputs_.commands.push_back(command);
    }
    return inputs_.commands.size() > before;
  }

  Result<void> add_plain(const std::string& file) {
    inputs_.commands.push_back(TRY(frontend::command_for_source(file, options_.after_dashes)));
    return {};
  }

  void append(const std::vector<frontend::CompileCommand>& commands) {
    inputs_.commands.insert(inputs_.commands.end(), commands.begin(), commands.end());
  }

  // Where the database of findings stands: in the project, if all belongs to one.
  void choose_root() {
    inputs_.root = roots_.size() == 1 ? *roots_.begin() : absolute_path(".");
    inputs_.is_part = has_part_ && !has_whole_;
  }

  void add_extra_arguments() {
    for (frontend::CompileCommand& command : inputs_.commands) {
      std::vector<std::string>& arguments = command.arguments;
      arguments.insert(arguments.begin() + (arguments.empty() ? 0 : 1),
                       options_.extra_args_before.begin(), options_.extra_args_before.end());
      arguments.insert(arguments.end(), options_.extra_args.begin(), options_.extra_args.end());
    }
  }

  // A file may be named twice, by itself and by its folder.
  void drop_repeated() {
    std::set<std::tuple<std::string, std::string, std::vector<std::string>>> seen;
    std::erase_if(inputs_.commands, [&](const frontend::CompileCommand& command) {
      return !seen.emplace(command.directory, command.file, command.arguments).second;
    });
  }

  Error nothing_to_compile(const std::vector<std::string>& paths) const {
    std::string what = paths.empty() ? given_path_ : paths.front();
    return input_error("{}: nothing to analyse: its compile_commands.json lists no C or C++ file",
                       what);
  }

  // The project of out/compile_commands.json is the folder around a build folder.
  static std::string root_of_database(const std::string& path) {
    fs::path folder = fs::path(path).parent_path();
    std::string name = folder.filename();
    bool inside = name.starts_with("build") || name == ".assay";
    return inside ? folder.parent_path() : folder;
  }

  const Options& options_;
  Inputs inputs_;
  std::optional<frontend::CommandList> given_;  // of -p
  std::string given_path_;
  std::map<std::string, frontend::CommandList> read_;
  std::set<std::string> roots_;  // the projects that the inputs belong to
  bool has_part_ = false, has_whole_ = false;
};

}  // namespace

Result<Inputs> find_inputs(const Options& options) { return InputFinder(options).find(); }

std::string database_path(const Options& options, const std::string& root) {
  return absolute_path(options.db.empty() ? root + "/.assay/assay.db" : options.db);
}

std::string captured_commands_path(const std::string& database) {
  return fs::path(database).parent_path() / kDatabaseName;
}

Result<std::string> project_folder(const Options& options) {
  std::string folder = options.paths.empty() ? "." : options.paths.front();
  std::error_code error;
  if (!fs::is_directory(folder, error)) return input_error("{}: no such folder", folder);
  return absolute_path(folder);
}

std::string repository_root(const std::string& folder) {
  fs::path at = folder;
  for (; at != at.root_path(); at = at.parent_path()) {
    if (is_there(at / ".git")) return at;
  }
  return folder;
}

bool is_source_file(const std::string& path) {
  static constexpr std::array<std::string_view, 8> kSuffixes{".c",   ".cc", ".cpp", ".cxx",
                                                             ".c++", ".C",  ".CPP", ".i"};
  std::string suffix = fs::path(path).extension();
  return std::find(kSuffixes.begin(), kSuffixes.end(), suffix) != kSuffixes.end();
}

}  // namespace assay::cli
