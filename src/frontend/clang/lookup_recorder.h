// A file system that remembers what it was asked for: what it does not have, and when what it has
// was last changed.
//
// A unit depends on the headers it read, and on those that were not there: one that appears
// earlier on the include path, or that `__has_include` asked for, changes what the unit means.
// A missing path is kept as the first missing entry of the deepest directory that exists.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>

#include <string>
#include <vector>

#include "frontend/clang/clang_headers.h"
#include "ir/unit.h"

namespace assay::frontend {

class LookupRecorder : public llvm::vfs::ProxyFileSystem {
 public:
  explicit LookupRecorder(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files)
      : ProxyFileSystem(std::move(files)) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;
  bool exists(const llvm::Twine& path) override;

  /// Everything so far.  Asks for each directory once.
  std::vector<ir::AbsentNames> absent();

  /// When the file was last changed, seen from before its first byte was read, in nanoseconds;
  /// 0 if it was not read.  `path` is absolute, without `.` steps.
  int64_t read_mtime(llvm::StringRef path) const { return read_.lookup(path); }

 private:
  void note(const llvm::Twine& path, std::error_code error);

  llvm::StringSet<> missing_;      // as asked for
  llvm::StringMap<int64_t> read_;  // by absolute path
};

}  // namespace assay::frontend
