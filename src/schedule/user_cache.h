// Small files that are kept for this user from one run to the next, by the hash of all that they
// depend on.
//
// Never beside the database: that may stand in a repository of somebody else, and what is read
// here is run (rules) or believed (compilers).  Only files that nobody else can have written are
// read; one that cannot be written is no matter, it is made again next time.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/hash.h"

namespace assay::schedule {

class UserCache {
 public:
  /// $XDG_CACHE_HOME/assay/KIND or ~/.cache/assay/KIND; where neither can be told, nothing is kept.
  explicit UserCache(std::string_view kind);
  /// Nothing is kept.
  UserCache() = default;

  std::optional<Bytes> read(const Hash& key) const;
  void write(const Hash& key, std::string_view bytes) const;

 private:
  std::string folder_;
};

}  // namespace assay::schedule
