#include "store/pack.h"

#include <algorithm>

namespace assay::store {
namespace {

constexpr size_t kHashBytes = 16;
constexpr size_t kMaxSlots = size_t{1} << kSlotBits;
// Past this, more objects hardly make the others smaller, and reading one of them costs more.
constexpr size_t kFullBytes = size_t{256} << 10;

}  // namespace

bool Pack::is_full() const { return size() == kMaxSlots || data_.size() >= kFullBytes; }

size_t Pack::live() const {
  return static_cast<size_t>(std::count_if(hashes_.begin(), hashes_.end(),
                                           [](const Hash& hash) { return !hash.is_zero(); }));
}

std::string_view Pack::object(size_t slot) const {
  uint64_t start = slot == 0 ? 0 : ends_[slot - 1];
  return std::string_view(data_).substr(start, ends_[slot] - start);
}

ObjectId Pack::add(const Hash& hash, std::string_view data) {
  ASSAY_CHECK(size() < kMaxSlots, "a pack should not be added to when it is full");
  hashes_.push_back(hash);
  data_.append(data);
  ends_.push_back(data_.size());
  return id(size() - 1);
}

Bytes Pack::hash_list() const {
  Bytes list;
  list.reserve(size() * kHashBytes);
  for (const Hash& hash : hashes_) list += hash.bytes();
  return list;
}

Bytes Pack::size_list() const {
  ByteWriter writer;
  uint64_t last = 0;
  for (uint64_t end : ends_) {
    writer.varint(end - last);
    last = end;
  }
  return writer.take();
}

Result<Pack> Pack::read_hashes(int64_t number, std::string_view hashes) {
  size_t count = hashes.size() / kHashBytes;
  if (hashes.size() % kHashBytes != 0 || count > kMaxSlots)
    return input_error("pack {}: damaged", number);
  Pack pack(number);
  for (size_t i = 0; i < count; ++i)
    pack.hashes_.push_back(Hash::from_bytes(hashes.substr(i * kHashBytes, kHashBytes)));
  return pack;
}

Result<Pack> Pack::read(int64_t number, std::string_view hashes, std::string_view sizes,
                        std::string_view data) {
  Pack pack = TRY(read_hashes(number, hashes));
  pack.data_ = TRY(decompress(data));
  ByteReader reader(sizes);
  uint64_t end = 0;
  for (size_t i = 0; i < pack.size(); ++i) {
    end += reader.varint();
    if (end > pack.data_.size()) reader.fail();
    pack.ends_.push_back(end);
  }
  if (!reader.ok() || !reader.at_end() || end != pack.data_.size())
    return input_error("pack {}: damaged", number);
  return pack;
}

}  // namespace assay::store
