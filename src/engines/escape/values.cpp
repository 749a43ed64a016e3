#include "engines/escape/values.h"

#include <algorithm>

namespace assay::escape {
namespace {

constexpr size_t kMaxOffsets = 6;

ir::NodeId smaller(ir::NodeId a, ir::NodeId b) {
  if (!a.valid() || !b.valid()) return a.valid() ? a : b;
  return std::min(a, b);
}

void keep_explanation(Address& into, const Address& from) {
  into.taken = smaller(into.taken, from.taken);
  into.stored = smaller(into.stored, from.stored);
  into.ended = smaller(into.ended, from.ended);
}

}  // namespace

bool AddressSet::insert(const Address& address) {
  auto less = [](const Address& a, const Location& b) { return a.at < b; };
  auto at = std::lower_bound(addresses_.begin(), addresses_.end(), address.at, less);
  if (at != addresses_.end() && at->at == address.at) {
    keep_explanation(*at, address);
    return false;
  }
  const Base base = address.at.base;
  // Other includes null.
  if (base.kind == BaseKind::Null && !addresses_.empty() &&
      addresses_.front().at.base.kind == BaseKind::Other)
    return false;
  if (base.kind == BaseKind::Other) {
    std::erase_if(addresses_, [](const Address& a) { return a.at.base.kind == BaseKind::Null; });
    at = std::lower_bound(addresses_.begin(), addresses_.end(), address.at, less);
  }
  auto of_base = [&](const Address& each) { return each.at.base == base; };
  auto any = std::find_if(addresses_.begin(), addresses_.end(), [&](const Address& each) {
    return each.at == Location{base, kAnyOffset};
  });
  if (any != addresses_.end()) {
    keep_explanation(*any, address);
    return false;
  }
  size_t offsets = std::count_if(addresses_.begin(), addresses_.end(), of_base);
  if (address.at.offset != kAnyOffset && offsets < kMaxOffsets) {
    addresses_.insert(at, address);
    return true;
  }
  Address merged = address;
  merged.at.offset = kAnyOffset;
  for (const Address& each : addresses_)
    if (of_base(each)) keep_explanation(merged, each);
  std::erase_if(addresses_, of_base);
  addresses_.insert(std::lower_bound(addresses_.begin(), addresses_.end(), merged.at, less),
                    merged);
  return true;
}

bool AddressSet::insert(const AddressSet& addresses) {
  bool grew = false;
  for (const Address& address : addresses) grew |= insert(address);
  return grew;
}

bool AddressSet::has_frame() const {
  return std::any_of(begin(), end(), [](const Address& a) { return a.at.base.is_frame(); });
}

bool AddressSet::is_null() const { return size() == 1 && front().at.base.kind == BaseKind::Null; }

bool AddressSet::same_locations(const AddressSet& other) const {
  return std::equal(begin(), end(), other.begin(), other.end(),
                    [](const Address& a, const Address& b) { return a.at == b.at; });
}

bool AddressSet::same_frame_locations(const AddressSet& other) const {
  auto a = begin(), b = other.begin();
  while (true) {
    while (a != end() && !a->at.base.is_frame()) ++a;
    while (b != other.end() && !b->at.base.is_frame()) ++b;
    if (a == end() || b == other.end()) return a == end() && b == other.end();
    if (a->at != b->at) return false;
    ++a, ++b;
  }
}

AddressSet Value::scalar() const {
  AddressSet all;
  for (const Part& part : parts) all.insert(part.addresses);
  return all.empty() ? AddressSet::other() : all;
}

bool Value::has_frame() const {
  return std::any_of(parts.begin(), parts.end(),
                     [](const Part& part) { return part.addresses.has_frame(); });
}

void Value::insert(const Value& value) {
  for (const Part& part : value.parts) {
    auto at = std::find_if(parts.begin(), parts.end(),
                           [&](const Part& each) { return each.offset == part.offset; });
    if (at == parts.end())
      parts.push_back(part);
    else
      at->addresses.insert(part.addresses);
  }
  std::sort(parts.begin(), parts.end(),
            [](const Part& a, const Part& b) { return a.offset < b.offset; });
}

bool Value::same_frame_locations(const Value& other) const {
  return std::equal(parts.begin(), parts.end(), other.parts.begin(), other.parts.end(),
                    [](const Part& a, const Part& b) {
                      return a.offset == b.offset && a.addresses.same_frame_locations(b.addresses);
                    });
}

Base Objects::pointee(const Location& location) {
  if (location.base.kind == BaseKind::Other) return {};
  if (auto found = index_.find(location); found != index_.end())
    return {BaseKind::Pointee, found->second};
  Entry entry{location.base, 1};
  if (location.base.kind == BaseKind::Pointee) {
    const Entry& parent = entries_[location.base.index];
    entry = {parent.root, parent.depth + 1};
  }
  if (entry.depth > kMaxDepth || entries_.size() >= kMaxObjects) return {};
  entries_.push_back(entry);
  uint32_t index = static_cast<uint32_t>(entries_.size() - 1);
  index_.emplace(location, index);
  return {BaseKind::Pointee, index};
}

Base Objects::root(Base base) const {
  return base.kind == BaseKind::Pointee ? entries_[base.index].root : base;
}

}  // namespace assay::escape
