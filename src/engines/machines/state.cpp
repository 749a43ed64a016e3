#include "engines/machines/state.h"

#include <algorithm>
#include <utility>

namespace assay::machines {
namespace {

constexpr size_t kMaxNames = 16;
// Of a name, as it would be written: `shard[hash % n].mutex` is one, but not with all that computes
// the hash.  Each step of a path looks through all names.
constexpr size_t kMaxNodes = 24;

bool is_long(const metal::TreePool& pool, metal::TreeId tree) {
  std::vector<metal::TreeId> todo{tree};
  for (size_t seen = 0; !todo.empty(); ++seen) {
    if (seen == kMaxNodes) return true;
    metal::TreeId next = todo.back();
    todo.pop_back();
    const std::vector<metal::TreeId>& kids = pool[next].kids;
    todo.insert(todo.end(), kids.begin(), kids.end());
  }
  return false;
}

}  // namespace

const Name* Instance::find(metal::TreeId tree) const {
  auto found =
      std::find_if(names.begin(), names.end(), [&](const Name& name) { return name.tree == tree; });
  return found == names.end() ? nullptr : &*found;
}

bool Instance::is_named(metal::TreeId tree) const { return find(tree) != nullptr; }

const Name& Instance::first_name() const {
  return *std::ranges::min_element(names, {}, &Name::chain);
}

void Instance::add_name(const metal::TreePool& pool, Name name) {
  auto at = std::find_if(names.begin(), names.end(), [&](const Name& other) {
    return pool.compare(name.tree, other.tree) <= 0;
  });
  if (at != names.end() && at->tree == name.tree) {
    at->chain = std::min(at->chain, name.chain);
    return;
  }
  // APPROX(under): an object goes by so many names, none of them long, and is not known by others.
  if (names.size() < kMaxNames && !is_long(pool, name.tree)) names.insert(at, name);
}

void Instance::add_parts_behind(metal::TreePool& pool, metal::TreeId pointer,
                                metal::TreeId variable) {
  if (pool[pointer].scalar.kind != metal::ScalarKind::Pointer) return;
  if (pool[variable].op != ir::Op::Local || pointer == variable) return;
  uint32_t next_place = 1;
  for (const Name& name : names) next_place = std::max(next_place, name.place + 1);
  const std::vector<Name> known = names;
  for (const Name& name : known) {
    if (name.tree == pointer || !pool.mentions(name.tree, pointer)) continue;
    metal::TreeId part = pool.replace(name.tree, pointer, variable);
    if (is_named(part)) continue;
    uint32_t place = name.place != 0 ? name.place : next_place++;
    std::ranges::find(names, name.tree, &Name::tree)->place = place;
    add_name(pool, {part, name.chain + 1, place});
  }
}

Hash Instance::key(const metal::TreePool& pool) const {
  HashList list;
  list.add(variable.index());
  list.add(state.index());
  list.add(static_cast<uint64_t>(static_cast<int64_t>(origin)));
  list.add(data ? data->is_text + 1u : 0u);
  if (data) list.add(data->bytes);
  for (const Name& name : names) {
    list.add(pool[name.tree].hash);
    if (name.doubt.valid()) list.add(name.doubt.index());
  }
  return list.result();
}

const Instance* State::find(metal::HoleId variable, metal::TreeId tree) const {
  for (const Instance& instance : instances)
    if (instance.variable == variable && instance.is_named(tree)) return &instance;
  return nullptr;
}

Instance* State::find(metal::HoleId variable, metal::TreeId tree) {
  return const_cast<Instance*>(std::as_const(*this).find(variable, tree));
}

void State::add_copies(metal::TreePool& pool, Instance& instance) const {
  for (const Copies& one : copies) {
    for (const Name& pointer : one.names)
      for (const Name& variable : one.names)
        instance.add_parts_behind(pool, pointer.tree, variable.tree);
    auto known = std::ranges::find_if(
        one.names, [&](const Name& name) { return instance.is_named(name.tree); });
    if (known == one.names.end()) continue;
    uint32_t chain = instance.find(known->tree)->chain;
    for (const Name& name : one.names)
      if (!instance.is_named(name.tree) && find(instance.variable, name.tree) == nullptr)
        instance.add_name(pool, {name.tree, chain + std::max(1u, name.chain)});
  }
}

void State::sort(const metal::TreePool& pool) {
  std::stable_sort(instances.begin(), instances.end(), [&](const Instance& a, const Instance& b) {
    if (a.variable != b.variable) return a.variable < b.variable;
    if (a.names.empty() || b.names.empty())
      return a.names.empty() == b.names.empty() ? a.origin < b.origin : b.names.empty();
    return pool.compare(a.names.front().tree, b.names.front().tree) < 0;
  });
}

void HashList::add(uint64_t value) {
  bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void HashList::add(const Hash& hash) {
  add(hash.high);
  add(hash.low);
}

void HashList::add(std::string_view text) {
  add(static_cast<uint64_t>(text.size()));
  bytes_.append(text);
}

Hash HashList::result() const { return hash_bytes(bytes_); }

}  // namespace assay::machines
