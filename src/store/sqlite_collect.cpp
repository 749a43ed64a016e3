// Forgetting: units that are gone, then what only they named.
//
// Marking reads lists of ids, no record and no object; sweeping reads which objects a pack holds.
// Nothing is collected unless a unit was replaced or dropped, and a pack of which little is dead
// stays as it is: its dead objects may be wanted again.
#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

// A pack is written anew when at least this part of it is dead.
constexpr uint64_t kDeadShare = 4;

/// What some unit still names.
struct Live {
  std::vector<bool> functions, files, absent, objects;

  static void mark(std::vector<bool>& set, int64_t id) {
    if (id <= 0) return;
    auto index = static_cast<size_t>(id);
    if (index >= set.size()) set.resize(index + index / 2 + 1);
    set[index] = true;
  }
  static bool has(const std::vector<bool>& set, int64_t id) {
    return id > 0 && static_cast<size_t>(id) < set.size() && set[static_cast<size_t>(id)];
  }
};

Result<void> mark_units(Database& database, Live& live) {
  Query query =
      TRY(database.query("SELECT function_list, file_list, type_list, symbol_list, absent_list"
                         " FROM units"));
  while (TRY(query.next())) {
    auto object = [&](ObjectId id) { Live::mark(live.objects, id); };
    bool sound = for_each_id(query.text(0), [&](int64_t id) { Live::mark(live.functions, id); }) &&
                 for_each_file_use(query.text(1),
                                   [&](const FileUse& use) { Live::mark(live.files, use.file); }) &&
                 for_each_id(query.text(2), object) && for_each_id(query.text(3), object) &&
                 for_each_id(query.text(4), [&](int64_t id) { Live::mark(live.absent, id); });
    if (!sound) return database.failure(SQLITE_CORRUPT);
  }
  return {};
}

// Rows whose id, the first column of `list`, is not live are deleted by `remove`; for the others
// the further columns name objects that live with them.
Result<void> sweep_rows(Database& database, const std::vector<bool>& alive, std::string_view list,
                        int columns, std::string_view remove, Live& live) {
  std::vector<int64_t> dead;
  Query query = TRY(database.query(list));
  while (TRY(query.next())) {
    if (!Live::has(alive, query.integer(0))) {
      dead.push_back(query.integer(0));
      continue;
    }
    for (int i = 1; i <= columns; ++i) Live::mark(live.objects, query.integer(i));
  }
  Query statement = TRY(database.query(remove));
  for (int64_t id : dead) TRY(statement.run(id));
  return {};
}

Result<void> sweep_names(Database& database, Live& live) {
  {
    Query query = TRY(database.query("SELECT name FROM symbols"));
    while (TRY(query.next())) Live::mark(live.objects, query.integer(0));
  }
  std::vector<std::pair<int64_t, ObjectId>> dead;
  Query query = TRY(database.query("SELECT key, name FROM names"));
  while (TRY(query.next()))
    if (!Live::has(live.objects, query.integer(1)))
      dead.emplace_back(query.integer(0), query.integer(1));
  Query remove = TRY(database.query("DELETE FROM names WHERE key = ? AND name = ?"));
  for (const auto& [key, name] : dead) TRY(remove.run(key, name));
  return {};
}

Pack without_dead(const Pack& pack, const Live& live) {
  Pack result(pack.number());
  for (size_t slot = 0; slot < pack.size(); ++slot) {
    if (Live::has(live.objects, pack.id(slot))) {
      result.add(pack.hash(slot), pack.object(slot));
    } else {
      result.add_hole();
    }
  }
  return result;
}

Result<void> sweep_packs(Store::Impl& impl, const Live& live) {
  struct Sparse {
    int64_t number;
    PackKind kind;
  };
  std::vector<Sparse> sparse;
  {
    Query query = TRY(impl.database.query("SELECT id, kind, hashes FROM packs"));
    while (TRY(query.next())) {
      Pack pack = TRY(Pack::read_hashes(query.integer(0), query.text(2)));
      uint64_t dead = 0;
      for (size_t slot = 0; slot < pack.size(); ++slot)
        dead += !pack.hash(slot).is_zero() && !Live::has(live.objects, pack.id(slot)) ? 1 : 0;
      if (dead > 0 && dead * kDeadShare >= pack.live())
        sparse.push_back({pack.number(), static_cast<PackKind>(query.integer(1))});
    }
  }
  for (const Sparse& each : sparse) {
    Pack pack;
    {
      Query query = TRY(impl.database.query("SELECT hashes, sizes, data FROM packs WHERE id = ?"));
      TRY(query.bind(each.number).next());
      pack = TRY(Pack::read(each.number, query.text(0), query.text(1), query.text(2)));
    }
    Pack rest = without_dead(pack, live);
    if (rest.live() > 0) {
      TRY(impl.write_pack(each.kind, rest, Store::Impl::Effort::Full));
    } else {
      Query remove = TRY(impl.database.query("DELETE FROM packs WHERE id = ?"));
      TRY(remove.run(each.number));
    }
  }
  return {};
}

}  // namespace

Result<void> Store::finish_capture() {
  std::vector<int64_t> gone = TRY(impl_->untouched_units());
  std::vector<Hash> unasked = TRY(impl_->unasked_compilers());
  int64_t sweep = TRY(impl_->meta(kMetaSweep));
  if (impl_->is_unwritten && gone.empty() && unasked.empty() && sweep == 0) return {};
  Result<void> result = impl_->write([&]() -> Result<void> {
    for (int64_t unit : gone) TRY(impl_->delete_unit_rows(unit));
    Query forget = TRY(impl_->database.query("DELETE FROM compilers WHERE question = ?"));
    for (const Hash& question : unasked) TRY(forget.run(question));
    TRY(impl_->write_packs(Impl::Effort::Full));
    if (sweep != 0 || !gone.empty()) TRY(impl_->collect());
    return impl_->give_back_pages();
  });
  if (!result.ok()) return result;
  return commit();
}

// Packs that were stored half full, and again, leave their first place empty: how many depends on
// how often a run committed, and the size of the file should not.
Result<void> Store::Impl::give_back_pages() {
  int64_t unused = TRY(database.integer("PRAGMA freelist_count"));
  if (unused == 0) return {};
  return database.execute("PRAGMA incremental_vacuum");
}

Result<void> Store::Impl::delete_unit_rows(int64_t unit) {
  for (std::string_view sql :
       {"DELETE FROM symbols WHERE unit = ?", "DELETE FROM losses WHERE unit = ?",
        "DELETE FROM units WHERE id = ?"}) {
    Query remove = TRY(database.query(sql));
    TRY(remove.run(unit));
  }
  return set_meta(kMetaSweep, 1);
}

Result<std::vector<int64_t>> Store::Impl::untouched_units() {
  std::vector<int64_t> gone;
  Query query = TRY(database.query("SELECT id FROM units"));
  while (TRY(query.next()))
    if (!touched_units.contains(query.integer(0))) gone.push_back(query.integer(0));
  return gone;
}

Result<std::vector<Hash>> Store::Impl::unasked_compilers() {
  std::vector<Hash> gone;
  Query query = TRY(database.query("SELECT question FROM compilers"));
  while (TRY(query.next())) {
    Hash question = TRY(query.hash(0));
    if (!asked_compilers.contains(question)) gone.push_back(question);
  }
  return gone;
}

Result<void> Store::Impl::collect() {
  Live live;
  TRY(mark_units(database, live));
  TRY(sweep_rows(database, live.functions, "SELECT id, name, body, places FROM functions", 3,
                 "DELETE FROM functions WHERE id = ?", live));
  TRY(sweep_rows(database, live.files, "SELECT id, text FROM files", 1,
                 "DELETE FROM files WHERE id = ?", live));
  TRY(sweep_rows(database, live.absent, "SELECT id FROM absent", 0,
                 "DELETE FROM absent WHERE id = ?", live));
  TRY(sweep_names(database, live));
  TRY(sweep_packs(*this, live));
  // Everything above spoke of what is gone now.
  index.forget();
  names.clear();
  files.clear();
  files_known = false;
  functions.clear();
  functions_known = false;
  absent.clear();
  absent_known = false;
  units.clear();
  units_known = false;
  for (OpenPack& open : open_packs) open = OpenPack();
  last_pack = -1;
  read_packs.clear();
  read_bytes = 0;
  return set_meta(kMetaSweep, 0);
}

}  // namespace assay::store
