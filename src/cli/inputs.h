// From what the user names to what is compiled: folders, compile_commands.json, source files.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/options.h"
#include "frontend/command.h"

namespace assay::cli {

struct Inputs {
  std::vector<frontend::CompileCommand> commands;
  std::string root;                // absolute; the project, where .assay/ stands
  bool is_part = false;            // of the project: the rest of its database stays as it is
  std::vector<std::string> notes;  // what the user should know about how this was found
};

/// What `options.paths` (the current folder if empty) stand for:
/// - a folder: its compile_commands.json, in it, in build*/ or in .assay/ where `capture` leaves
///   it; without one, what that of a parent folder compiles in it, or else the C and C++ files
///   directly in it, as plain files;
/// - a compile_commands.json;
/// - a source file: its commands in the database of -p, or, without `--`, in that of a parent
///   folder; else a plain file, compiled with the flags after `--`.
/// Files, and folders with -p, are a part of the project; the other inputs are all of it.
/// Never empty: nothing to compile is an error.
Result<Inputs> find_inputs(const Options& options);

/// The database file: --db, or .assay/assay.db in the project.
std::string database_path(const Options& options, const std::string& root);
/// Where `capture` keeps the commands of builds it watched.
std::string captured_commands_path(const std::string& database);

/// The project folder of commands that read no sources: the path given, or the current folder.
Result<std::string> project_folder(const Options& options);

/// The folder of the repository that holds `folder` (the nearest parent with a .git), or itself.
std::string repository_root(const std::string& folder);

bool is_source_file(const std::string& path);

}  // namespace assay::cli
