// Objects in packs: writing, reading, finding them by hash.
//
// The last pack of each kind stays open, also from run to run, until it is full; a commit writes
// it as far as it is.
#include <algorithm>
#include <atomic>
#include <thread>

#include "base/processors.h"
#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

constexpr uint64_t kMaxCached = uint64_t{128} << 20;
constexpr uint64_t kMaxUnwritten = uint64_t{64} << 20;

// A pack that will be written again is not worth much time.  Source text gains a tenth from the
// highest of these, and is compressed while others work; the rest gains a thirtieth.
constexpr int level_of(PackKind kind, Store::Impl::Effort effort) {
  if (effort == Store::Impl::Effort::Quick) return kQuickLevel;
  return kind == PackKind::Text ? 5 : 3;
}

// On all cores: a capture of one large unit ends with nothing else to do.  The threads are gone
// when this returns, because workers are forked from this process.
std::vector<Bytes> compress_all(const std::vector<Store::Impl::FullPack>& packs) {
  std::vector<Bytes> compressed(packs.size());
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (size_t i = next++; i < packs.size(); i = next++)
      compressed[i] =
          compress(packs[i].pack.data(), level_of(packs[i].kind, Store::Impl::Effort::Full));
  };
  size_t helpers = std::min<size_t>(packs.size(), usable_processors());
  std::vector<std::thread> threads;
  for (size_t i = 1; i < helpers; ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return compressed;
}

}  // namespace

ObjectId ObjectIndex::find(const Hash& hash) const {
  auto recent = recent_.find(hash);
  if (recent != recent_.end()) return recent->second;
  auto stored = std::lower_bound(stored_.begin(), stored_.end(), std::pair(hash, ObjectId{0}));
  return stored != stored_.end() && stored->first == hash ? stored->second : 0;
}

void ObjectIndex::load(std::vector<std::pair<Hash, ObjectId>> stored) {
  stored_ = std::move(stored);
  std::sort(stored_.begin(), stored_.end());
  loaded_ = true;
}

Result<ObjectId> Store::Impl::object_id(const Hash& hash) {
  ObjectId id = index.find(hash);
  if (id != 0 || index.is_loaded()) return id;
  std::vector<std::pair<Hash, ObjectId>> stored;
  Query query = TRY(database.query("SELECT id, hashes FROM packs"));
  while (TRY(query.next())) {
    Pack pack = TRY(Pack::read_hashes(query.integer(0), query.text(1)));
    for (size_t slot = 0; slot < pack.size(); ++slot)
      if (!pack.hash(slot).is_zero()) stored.emplace_back(pack.hash(slot), pack.id(slot));
  }
  index.load(std::move(stored));
  return index.find(hash);
}

Result<ObjectId> Store::Impl::put_object(PackKind kind, const Hash& hash, std::string_view data) {
  ObjectId known = TRY(object_id(hash));
  if (known != 0) return known;
  OpenPack& open = open_packs[static_cast<size_t>(kind)];
  if (!open.is_open) {
    Query query =
        TRY(database.query("SELECT id, hashes, sizes, data FROM packs WHERE kind = ?"
                           " ORDER BY id DESC LIMIT 1"));
    bool found = TRY(query.bind(kind).next());
    if (found)
      open.pack = TRY(Pack::read(query.integer(0), query.text(1), query.text(2), query.text(3)));
    open.is_open = true;
  }
  if (open.pack.number() == 0 || open.pack.is_full()) {
    if (open.changed) {
      full_bytes += open.pack.bytes();
      full_packs.push_back({kind, std::move(open.pack)});
      open.pack = Pack();
      if (full_bytes > kMaxUnwritten) TRY(write_full_packs());
    }
    if (last_pack < 0) last_pack = TRY(database.integer("SELECT max(id) FROM packs"));
    open.pack = Pack(++last_pack);
  }
  ObjectId id = open.pack.add(hash, data);
  open.changed = true;
  index.add(hash, id);
  return id;
}

Result<void> Store::Impl::write_full_packs() {
  std::vector<Bytes> compressed = compress_all(full_packs);
  for (size_t i = 0; i < full_packs.size(); ++i)
    TRY(insert_pack(full_packs[i].kind, full_packs[i].pack, compressed[i]));
  full_packs.clear();
  full_bytes = 0;
  return {};
}

Result<void> Store::Impl::write_if_full(PackKind kind) {
  OpenPack& open = open_packs[static_cast<size_t>(kind)];
  if (!open.changed || !open.pack.is_full()) return {};
  TRY(write_pack(kind, open.pack, Effort::Full));
  open.changed = false;
  return {};
}

Result<void> Store::Impl::write_pack(PackKind kind, const Pack& pack, Effort effort) {
  return insert_pack(kind, pack, compress(pack.data(), level_of(kind, effort)));
}

Result<void> Store::Impl::insert_pack(PackKind kind, const Pack& pack, std::string_view data) {
  Query insert =
      TRY(database.query("INSERT OR REPLACE INTO packs(id, kind, live, hashes, sizes, data)"
                         " VALUES (?, ?, ?, ?, ?, ?)"));
  Bytes hashes = pack.hash_list();
  Bytes sizes = pack.size_list();
  auto cached = read_packs.find(pack.number());
  if (cached != read_packs.end()) {
    read_bytes -= cached->second.bytes();
    read_packs.erase(cached);
  }
  return insert.run(pack.number(), kind, pack.live(), Blob{hashes}, Blob{sizes}, Blob{data});
}

Result<void> Store::Impl::write_packs(Effort effort) {
  for (size_t i = 0; i < open_packs.size(); ++i) {
    OpenPack& open = open_packs[i];
    auto kind = static_cast<PackKind>(i);
    if (!open.changed) continue;
    if (effort == Effort::Full) {
      full_packs.push_back({kind, open.pack});
      open.changed = false;
    } else {
      // Written in haste, it is written once more at the end.
      TRY(write_pack(kind, open.pack, effort));
    }
  }
  TRY(write_full_packs());
  if (index.recent() > kMaxRemembered) index.forget();
  return {};
}

namespace {

Result<Pack> load_pack(Database& database, int64_t number) {
  Query query = TRY(database.query("SELECT hashes, sizes, data FROM packs WHERE id = ?"));
  bool found = TRY(query.bind(number).next());
  if (!found) return input_error("{}: no pack {}", database.path(), number);
  return Pack::read(number, query.text(0), query.text(1), query.text(2));
}

Result<const Pack*> find_pack(Store::Impl& impl, int64_t number) {
  for (const Store::Impl::OpenPack& open : impl.open_packs)
    if (open.is_open && open.pack.number() == number) return &open.pack;
  for (const Store::Impl::FullPack& full : impl.full_packs)
    if (full.pack.number() == number) return &full.pack;
  auto known = impl.read_packs.find(number);
  if (known != impl.read_packs.end()) return &known->second;
  Pack pack = TRY(load_pack(impl.database, number));
  if (impl.read_bytes + pack.bytes() > kMaxCached) {
    impl.read_packs.clear();
    impl.read_bytes = 0;
  }
  impl.read_bytes += pack.bytes();
  return &impl.read_packs.emplace(number, std::move(pack)).first->second;
}

}  // namespace

Result<std::string_view> Store::Impl::object_bytes(ObjectId id) {
  const Pack* pack = TRY(find_pack(*this, pack_of(id)));
  if (slot_of(id) >= pack->size() || pack->hash(slot_of(id)).is_zero())
    return input_error("{}: no object {}", database.path(), id);
  return pack->object(slot_of(id));
}

Result<Hash> Store::Impl::object_hash(ObjectId id) {
  const Pack* pack = TRY(find_pack(*this, pack_of(id)));
  if (slot_of(id) >= pack->size() || pack->hash(slot_of(id)).is_zero())
    return input_error("{}: no object {}", database.path(), id);
  const Hash& hash = pack->hash(slot_of(id));
  // Whoever asks for hashes asks for these objects next.
  if (!index.is_loaded()) index.add(hash, id);
  return hash;
}

Result<Bytes> Store::object(const Hash& hash) {
  ObjectId id = TRY(impl_->object_id(hash));
  if (id == 0) return input_error("{}: no object {}", impl_->database.path(), hash.hex());
  std::string_view bytes = TRY(impl_->object_bytes(id));
  return Bytes(bytes);
}

Result<bool> Store::has_object(const Hash& hash) {
  ObjectId id = TRY(impl_->object_id(hash));
  return id != 0;
}

}  // namespace assay::store
