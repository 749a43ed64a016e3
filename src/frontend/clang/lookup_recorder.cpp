#include "frontend/clang/lookup_recorder.h"

#include <llvm/Support/Path.h>

#include <chrono>
#include <map>
#include <optional>
#include <set>

namespace assay::frontend {
namespace {

namespace path = llvm::sys::path;

int64_t mtime_of(const llvm::vfs::Status& status) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             status.getLastModificationTime().time_since_epoch())
      .count();
}

/// Which directories exist, asked once each.
class Directories {
 public:
  explicit Directories(llvm::vfs::FileSystem& files) : files_(files) {}

  /// When it was last changed, in nanoseconds; none if there is no such directory.
  std::optional<int64_t> mtime(llvm::StringRef directory) {
    auto [entry, is_new] = known_.try_emplace(directory.str());
    if (!is_new) return entry->second;
    if (auto found = files_.status(directory)) entry->second = mtime_of(*found);
    return entry->second;
  }

 private:
  llvm::vfs::FileSystem& files_;
  std::map<std::string, std::optional<int64_t>> known_;
};

}  // namespace

void LookupRecorder::note(const llvm::Twine& asked, std::error_code error) {
  if (error != std::errc::no_such_file_or_directory && error != std::errc::not_a_directory) return;
  llvm::SmallString<128> text;
  missing_.insert(asked.toStringRef(text));
}

llvm::ErrorOr<llvm::vfs::Status> LookupRecorder::status(const llvm::Twine& asked) {
  auto found = ProxyFileSystem::status(asked);
  if (!found) note(asked, found.getError());
  return found;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> LookupRecorder::openFileForRead(
    const llvm::Twine& asked) {
  auto found = ProxyFileSystem::openFileForRead(asked);
  if (!found) {
    note(asked, found.getError());
    return found;
  }
  llvm::SmallString<256> whole;
  asked.toVector(whole);
  auto status = (*found)->status();  // which who opened it asks for next
  if (!status || makeAbsolute(whole)) return found;
  path::remove_dots(whole);
  // A file that is opened again may have changed meanwhile: its first time stands for all.
  read_.try_emplace(whole, mtime_of(*status));
  return found;
}

bool LookupRecorder::exists(const llvm::Twine& asked) {
  bool found = ProxyFileSystem::exists(asked);
  if (!found) note(asked, std::make_error_code(std::errc::no_such_file_or_directory));
  return found;
}

std::vector<ir::AbsentNames> LookupRecorder::absent() {
  Directories directories(getUnderlyingFS());
  std::map<std::string, std::set<std::string>> names;
  for (const auto& entry : missing_) {
    llvm::SmallString<256> whole(entry.first());
    if (whole.empty() || makeAbsolute(whole)) continue;
    path::remove_dots(whole);  // `.` only: `a/..` need not be where `a` stands
    llvm::StringRef name = path::filename(whole);
    llvm::StringRef directory = path::parent_path(whole);
    while (!directory.empty() && !directories.mtime(directory)) {
      name = path::filename(directory);
      directory = path::parent_path(directory);
    }
    if (!directory.empty() && name != "..") names[directory.str()].insert(name.str());
  }
  std::vector<ir::AbsentNames> result;
  for (auto& [directory, missing] : names)
    result.push_back({.directory = directory,
                      .mtime_ns = *directories.mtime(directory),
                      .names = {missing.begin(), missing.end()}});
  return result;
}

}  // namespace assay::frontend
