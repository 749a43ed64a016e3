// A file system that remembers what it was asked for and does not have.
//
// A unit depends on the headers it read, and on those that were not there: one that appears
// earlier on the include path, or that `__has_include` asked for, changes what the unit means.
// A missing path is kept as the first missing entry of the deepest directory that exists.
#pragma once

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

 private:
  void note(const llvm::Twine& path, std::error_code error);

  llvm::StringSet<> missing_;  // as asked for
};

}  // namespace assay::frontend
