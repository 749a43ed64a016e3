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
#include <unordered_set>
#include <vector>

#include "ir/encode.h"
#include "store/store.h"

namespace assay::schedule {

struct ImageOptions {
  std::string folder;          // where the file is made: that of the database
  std::set<std::string> only;  // main files of units; empty: of all
  std::function<bool()> interrupted;
};

/// Which functions of a unit no earlier one had: the same content at the same places.
class FirstFunctions {
 public:
  /// By their indices in the unit.  In the order of units.
  std::vector<uint32_t> of(const ir::UnitRecord& record);

 private:
  struct Occurrence {
    Hash body;
    Hash places;
    friend bool operator==(const Occurrence&, const Occurrence&) = default;
  };
  struct OccurrenceHash {
    size_t operator()(const Occurrence& occurrence) const noexcept {
      return occurrence.body.low ^ (occurrence.places.low << 1);
    }
  };
  std::unordered_set<Occurrence, OccurrenceHash> seen_;
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
  const std::vector<uint32_t>& first_functions(size_t unit) const { return units_[unit].first; }
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
    std::vector<uint32_t> first;
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
