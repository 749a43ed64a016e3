#include "schedule/program_image.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unordered_set>
#include <utility>

namespace assay::schedule {
namespace {

constexpr size_t kBuffer = size_t{4} << 20;

// A file without a name: it goes when the last process that maps it does, however that ends.
int open_nameless(const std::string& folder) {
  int fd = ::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0) return fd;
  // Not every file system can make one.
  std::string name = folder + "/image-XXXXXX";
  fd = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd >= 0) ::unlink(name.c_str());
  return fd;
}

}  // namespace

class ImageWriter {
 public:
  ImageWriter(store::Store& store, const ImageOptions& options)
      : store_(store), options_(options) {}
  ImageWriter(const ImageWriter&) = delete;
  ~ImageWriter() {
    if (fd_ >= 0) ::close(fd_);
  }

  Result<ProgramImage> write() {
    fd_ = open_nameless(options_.folder);
    if (fd_ < 0)
      return input_error("{}: cannot make a file there: {}", options_.folder, std::strerror(errno));
    for (const store::StoredUnit& unit : TRY(store_.units())) {
      if (!options_.only.empty() && !options_.only.contains(unit.main_file)) continue;
      if (options_.interrupted && options_.interrupted()) break;
      if (!unit.failed) TRY(add_unit(unit));
    }
    TRY(flush());
    TRY(map());
    std::sort(image_.objects_.begin(), image_.objects_.end(),
              [](const auto& a, const auto& b) { return a.hash < b.hash; });
    return std::move(image_);
  }

 private:
  Result<void> add_unit(const store::StoredUnit& unit) {
    ir::UnitRecord record = TRY(store_.record(unit.row));
    for (const Hash& type : record.types) TRY(add_object(type));
    for (const Hash& symbol : record.symbols) TRY(add_object(symbol));
    for (const ir::FunctionEntry& entry : record.functions) {
      TRY(add_object(entry.body));
      TRY(add_object(entry.places));
    }
    record.absent.clear();
    record.diagnostics.clear();
    ProgramImage::Extent extent = TRY(append(ir::pack_record(record)));
    image_.units_.push_back(
        {.main_file = record.main_file, .record = extent, .first = first_.of(record)});
    return {};
  }

  Result<void> add_object(const Hash& hash) {
    if (!seen_.insert(hash).second) return {};
    // The function that a missing object costs is named by the worker that misses it.
    Result<Bytes> data = store_.object(hash);
    if (!data.ok()) return {};
    ProgramImage::Extent extent = TRY(append(data.value()));
    image_.objects_.push_back({.hash = hash, .extent = extent});
    return {};
  }

  Result<ProgramImage::Extent> append(std::string_view bytes) {
    ProgramImage::Extent extent{.offset = image_.size_, .size = bytes.size()};
    buffer_.append(bytes);
    image_.size_ += bytes.size();
    if (buffer_.size() >= kBuffer) TRY(flush());
    return extent;
  }

  Result<void> flush() {
    std::string_view left = buffer_;
    while (!left.empty()) {
      ssize_t put = ::write(fd_, left.data(), left.size());
      if (put < 0 && errno == EINTR) continue;
      if (put <= 0)
        return input_error("{}: cannot write the program there: {}", options_.folder,
                           std::strerror(errno));
      left.remove_prefix(static_cast<size_t>(put));
    }
    buffer_.clear();
    return {};
  }

  Result<void> map() {
    if (image_.size_ == 0) return {};
    void* data = ::mmap(nullptr, image_.size_, PROT_READ, MAP_SHARED, fd_, 0);
    if (data == MAP_FAILED)
      return input_error("cannot map the program's {} bytes: {}", image_.size_,
                         std::strerror(errno));
    image_.data_ = static_cast<const char*>(data);
    return {};
  }

  store::Store& store_;
  const ImageOptions& options_;
  int fd_ = -1;
  Bytes buffer_;
  std::unordered_set<Hash> seen_;
  FirstFunctions first_;
  ProgramImage image_;
};

std::vector<uint32_t> FirstFunctions::of(const ir::UnitRecord& record) {
  std::vector<uint32_t> result;
  for (uint32_t i = 0; i < record.functions.size(); ++i) {
    const ir::FunctionEntry& entry = record.functions[i];
    if (entry.kind == ir::FunctionKind::Function && seen_.insert({entry.body, entry.places}).second)
      result.push_back(i);
  }
  return result;
}

Result<ProgramImage> ProgramImage::make(store::Store& store, const ImageOptions& options) {
  return ImageWriter(store, options).write();
}

ProgramImage::ProgramImage(ProgramImage&& other) noexcept { *this = std::move(other); }

ProgramImage& ProgramImage::operator=(ProgramImage&& other) noexcept {
  std::swap(units_, other.units_);
  std::swap(objects_, other.objects_);
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

ProgramImage::~ProgramImage() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

std::string_view ProgramImage::text(const Extent& extent) const {
  return {data_ + extent.offset, extent.size};
}

Result<ir::UnitRecord> ProgramImage::record(size_t unit) const {
  return ir::unpack_record(text(units_[unit].record));
}

Result<std::string_view> ProgramImage::object(const Hash& hash) const {
  auto found =
      std::lower_bound(objects_.begin(), objects_.end(), hash,
                       [](const ObjectPart& part, const Hash& key) { return part.hash < key; });
  if (found == objects_.end() || found->hash != hash)
    return input_error("object {} is missing", hash.hex());
  return text(found->extent);
}

}  // namespace assay::schedule
