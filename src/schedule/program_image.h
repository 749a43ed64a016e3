// The whole program as workers see it, who cannot open the database.
//
// The coordinator copies the encoded units into a file without a name beside the database, and
// maps it; workers forked afterwards share the mapping.  The pages belong to the file, so that a
// program larger than memory is read from the disk as needed and not held by every worker.  What
// is kept on the heap is an index: 32 bytes for each object.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "ir/encode.h"
#include "store/store.h"

namespace assay::schedule {

struct ImageOptions {
  std::string folder;          // where the file is made: that of the database
  std::set<std::string> only;  // main files of units; empty: of all
  std::function<bool()> interrupted;
};

class ProgramImage {
 public:
  /// Interrupted: an image of the units so far.
  static Result<ProgramImage> make(store::Store& store, const ImageOptions& options);
  ProgramImage(ProgramImage&& other) noexcept;
  ProgramImage& operator=(ProgramImage&& other) noexcept;
  ~ProgramImage();

  /// Units that have a record, in the order of the database.
  size_t units() const { return units_.size(); }
  const std::string& main_file(size_t unit) const { return units_[unit].main_file; }
  /// Without what only capture asks for.
  Result<ir::UnitRecord> record(size_t unit) const;
  Result<std::string_view> object(const Hash& hash) const;
  uint64_t bytes() const { return size_; }

 private:
  friend class ImageWriter;
  struct Extent {
    uint64_t offset = 0;
    uint64_t size = 0;
  };
  struct UnitPart {
    std::string main_file;
    Extent record;
  };
  struct ObjectPart {
    Hash hash;
    Extent extent;
  };
  ProgramImage() = default;
  std::string_view text(const Extent& extent) const;

  std::vector<UnitPart> units_;
  std::vector<ObjectPart> objects_;  // by hash
  const char* data_ = nullptr;
  uint64_t size_ = 0;
};

}  // namespace assay::schedule
