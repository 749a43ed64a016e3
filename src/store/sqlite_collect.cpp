// Forgetting: units that are gone, then what only they named.
//
// Marking reads one short list of ids per unit, no record and no object; sweeping reads the
// index of hashes.  Nothing is collected unless a unit was replaced or dropped.
#include "store/sqlite_impl.h"

namespace assay::store {

Result<void> Store::finish_capture() {
  Result<void> result = impl_->write([&]() -> Result<void> {
    TRY(impl_->drop_untouched_units());
    int64_t sweep = TRY(impl_->meta(kMetaSweep));
    if (sweep != 0) TRY(impl_->collect());
    return {};
  });
  if (!result.ok()) return result;
  return commit();
}

Result<void> Store::Impl::delete_unit_rows(int64_t unit) {
  for (std::string_view sql :
       {"DELETE FROM unit_files WHERE unit = ?", "DELETE FROM functions WHERE unit = ?",
        "DELETE FROM symbols WHERE unit = ?", "DELETE FROM losses WHERE unit = ?",
        "DELETE FROM units WHERE id = ?"}) {
    Query remove = TRY(database.query(sql));
    TRY(remove.run(unit));
  }
  return set_meta(kMetaSweep, 1);
}

Result<void> Store::Impl::drop_untouched_units() {
  std::vector<int64_t> gone;
  {
    Query query = TRY(database.query("SELECT id FROM units"));
    while (TRY(query.next()))
      if (!touched_units.contains(query.integer(0))) gone.push_back(query.integer(0));
  }
  for (int64_t unit : gone) TRY(delete_unit_rows(unit));
  return {};
}

Result<void> Store::Impl::collect() {
  int64_t highest = TRY(database.integer("SELECT max(id) FROM objects"));
  std::vector<bool> live(highest + 1);
  {
    Query lists = TRY(database.query("SELECT objects FROM units"));
    while (TRY(lists.next())) {
      bool sound = decode_ids(lists.text(0), [&](int64_t id) {
        if (id > 0 && id <= highest) live[id] = true;
      });
      if (!sound) return database.failure(SQLITE_CORRUPT);
    }
  }
  std::vector<int64_t> dead;
  {
    Query all = TRY(database.query("SELECT id FROM objects"));
    while (TRY(all.next()))
      if (!live[all.integer(0)]) dead.push_back(all.integer(0));
  }
  Query remove = TRY(database.query("DELETE FROM objects WHERE id = ?"));
  for (int64_t id : dead) TRY(remove.run(id));
  TRY(database.execute(
      "DELETE FROM files WHERE id NOT IN (SELECT file FROM unit_files);"
      "DELETE FROM names WHERE NOT EXISTS (SELECT 1 FROM functions WHERE name = names.id)"
      " AND NOT EXISTS (SELECT 1 FROM symbols WHERE name = names.id);"));
  objects.clear();
  names.clear();
  files.clear();
  return set_meta(kMetaSweep, 0);
}

}  // namespace assay::store
