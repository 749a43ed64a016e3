// One writer at a time: an exclusive lock on a file beside the database.
//
// The kernel gives the lock up when its holder dies, however it dies; the file itself stays, since
// removing it would let two processes hold a lock on two files of one name.
#pragma once

#include <string>

#include "base/result.h"

namespace assay::store {

class LockFile {
 public:
  /// Fails at once, naming the database and the process that holds the lock.
  static Result<LockFile> take(const std::string& database);
  LockFile(LockFile&& other) noexcept;
  LockFile& operator=(LockFile&& other) noexcept;
  ~LockFile();

 private:
  explicit LockFile(int fd) : fd_(fd) {}
  int fd_;
};

}  // namespace assay::store
