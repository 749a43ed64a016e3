// Small files that are kept for this user from one run to the next, by the hash of all that they
// depend on.
//
// Never beside the database: that may stand in a repository of somebody else, and what is read
// here is run (rules) or believed (compilers).  Only files that nobody else can have written are
// read; one that cannot be written is no matter, it is made again next time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/hash.h"

namespace assay::schedule {

class UserCache {
 public:
  /// $XDG_CACHE_HOME/assay/KIND or ~/.cache/assay/KIND; where neither can be told, nothing is kept.
  /// Past about `most_bytes`, what was longest not asked for goes.
  explicit UserCache(std::string_view kind, uint64_t most_bytes = UINT64_MAX);
  /// Nothing is kept.
  UserCache() = default;

  bool is_used() const { return !folder_.empty(); }
  std::optional<Bytes> read(const Hash& key) const;
  void write(const Hash& key, std::string_view bytes) const;

 private:
  bool is_bounded() const { return most_bytes_ != UINT64_MAX; }
  void trim() const;

  std::string folder_;
  uint64_t most_bytes_ = UINT64_MAX;
};

}  // namespace assay::schedule
