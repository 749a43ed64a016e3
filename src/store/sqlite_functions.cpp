// Functions: a row for each that differs from all others, and per unit a list of rows.
//
// Units that include the same headers have the same inline functions: names, bodies, places and
// what is said about them, all equal.
#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

constexpr size_t kColumns = 10;
using Columns = std::array<int64_t, kColumns>;

Hash key_of(const Columns& columns) {
  ByteWriter writer;
  for (int64_t column : columns) writer.signed_varint(column);
  return hash_bytes(writer.bytes());
}

Result<void> know_functions(Store::Impl& impl) {
  if (impl.functions.size() > kMaxRemembered) {
    impl.functions.clear();
    impl.functions_known = false;
  }
  if (impl.functions_known) return {};
  Query query = TRY(impl.database.query(
      "SELECT id, name, kind, linkage, flags, body, places, file, line, points, unsupported"
      " FROM functions"));
  while (TRY(query.next())) {
    Columns columns;
    for (size_t i = 0; i < kColumns; ++i) columns[i] = query.integer(static_cast<int>(i) + 1);
    impl.functions.emplace(key_of(columns), query.integer(0));
  }
  impl.functions_known = true;
  return {};
}

Result<int64_t> put_function(Store::Impl& impl, const Columns& c) {
  auto [known, is_new] = impl.functions.try_emplace(key_of(c), 0);
  if (!is_new) return known->second;
  Query insert = TRY(impl.database.query(
      "INSERT INTO functions(name, kind, linkage, flags, body, places, file, line, points,"
      " unsupported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"));
  TRY(insert.run(c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9]));
  known->second = impl.database.last_row();
  return known->second;
}

}  // namespace

int64_t name_key(std::string_view name) { return static_cast<int32_t>(hash_bytes(name).low); }

Result<ObjectId> Store::Impl::put_name(const std::string& name, const std::string& display) {
  if (names.size() > kMaxRemembered) names.clear();
  auto known = names.find(name);
  if (known != names.end()) return known->second;
  ByteWriter writer;
  writer.u8(static_cast<uint8_t>(PackKind::Name));
  writer.raw(name);
  Hash hash = hash_bytes(writer.bytes());
  writer = ByteWriter();
  writer.text(name);
  if (display != name) writer.raw(display);
  ObjectId id = TRY(put_object(PackKind::Name, hash, writer.bytes()));
  Query insert = TRY(database.query("INSERT OR IGNORE INTO names(key, name) VALUES (?, ?)"));
  TRY(insert.run(name_key(name), id));
  if (display != name) TRY(insert.run(name_key(display), id));
  names.emplace(name, id);
  return id;
}

Result<std::pair<std::string, std::string>> Store::Impl::name_of(ObjectId id) {
  std::string_view bytes = TRY(object_bytes(id));
  ByteReader reader(bytes);
  std::string name(reader.text());
  std::string display(reader.raw(reader.remaining()));
  if (!reader.ok()) return database.failure(SQLITE_CORRUPT);
  if (display.empty()) display = name;
  return std::pair(std::move(name), std::move(display));
}

Result<Bytes> Store::Impl::put_functions(
    const ir::UnitRecord& record, const std::unordered_map<std::string_view, int64_t>& files_here) {
  TRY(know_functions(*this));
  IdListWriter list;
  for (const ir::FunctionEntry& entry : record.functions) {
    ObjectId name = TRY(put_name(entry.name, entry.display));
    ObjectId body = TRY(object_id(entry.body));
    ObjectId places = TRY(object_id(entry.places));
    auto file = files_here.find(entry.file);
    int64_t id = TRY(put_function(
        *this, {name, static_cast<int64_t>(entry.kind), static_cast<int64_t>(entry.linkage),
                entry.symbol_flags, body, places, file == files_here.end() ? 0 : file->second,
                entry.line, entry.points, entry.unsupported}));
    list.add(id);
  }
  return list.take();
}

Result<ir::FunctionEntry> Store::Impl::function(int64_t id) {
  ir::FunctionEntry entry;
  ObjectId name = 0, body = 0, places = 0;
  {
    Query query = TRY(
        database.query("SELECT f.name, f.kind, f.linkage, f.flags, f.body, f.places,"
                       " coalesce(files.path, ''), f.line, f.points, f.unsupported FROM functions f"
                       " LEFT JOIN files ON files.id = f.file WHERE f.id = ?"));
    bool found = TRY(query.bind(id).next());
    if (!found) return database.failure(SQLITE_CORRUPT);
    name = query.integer(0);
    entry.kind = static_cast<ir::FunctionKind>(query.integer(1));
    entry.linkage = static_cast<ir::Linkage>(query.integer(2));
    entry.symbol_flags = static_cast<uint32_t>(query.integer(3));
    body = query.integer(4);
    places = query.integer(5);
    entry.file = query.text(6);
    entry.line = static_cast<uint32_t>(query.integer(7));
    entry.points = static_cast<uint32_t>(query.integer(8));
    entry.unsupported = static_cast<uint32_t>(query.integer(9));
  }
  std::tie(entry.name, entry.display) = TRY(name_of(name));
  entry.body = TRY(object_hash(body));
  entry.places = TRY(object_hash(places));
  return entry;
}

Result<std::vector<ir::FunctionEntry>> Store::Impl::functions_of(std::string_view list) {
  std::vector<int64_t> ids;
  if (!for_each_id(list, [&](int64_t id) { ids.push_back(id); }))
    return database.failure(SQLITE_CORRUPT);
  std::vector<ir::FunctionEntry> entries;
  entries.reserve(ids.size());
  for (int64_t id : ids) {
    ir::FunctionEntry entry = TRY(function(id));
    entries.push_back(std::move(entry));
  }
  return entries;
}

Result<std::vector<FoundFunction>> Store::find_functions(const std::string& name) {
  std::unordered_set<int64_t> wanted;
  {
    Query query = TRY(
        impl_->database.query("SELECT f.id, f.name FROM names n JOIN functions f ON f.name = n.name"
                              " WHERE n.key = ?"));
    query.bind(name_key(name));
    while (TRY(query.next())) {
      auto [linkage, display] = TRY(impl_->name_of(query.integer(1)));
      if (linkage == name || display == name) wanted.insert(query.integer(0));
    }
  }
  std::vector<FoundFunction> found;
  if (wanted.empty()) return found;
  struct Place {
    UnitRow unit;
    uint32_t ordinal;
    int64_t function;
  };
  std::vector<Place> places;
  {
    Query query =
        TRY(impl_->database.query("SELECT id, function_list FROM units ORDER BY position, id"));
    while (TRY(query.next())) {
      UnitRow unit(static_cast<uint32_t>(query.integer(0)));
      uint32_t ordinal = 0;
      bool sound = for_each_id(query.text(1), [&](int64_t id) {
        if (wanted.contains(id)) places.push_back({unit, ordinal, id});
        ++ordinal;
      });
      if (!sound) return impl_->database.failure(SQLITE_CORRUPT);
    }
  }
  for (const Place& place : places) {
    ir::FunctionEntry entry = TRY(impl_->function(place.function));
    found.push_back({.unit = place.unit, .ordinal = place.ordinal, .entry = std::move(entry)});
  }
  return found;
}

}  // namespace assay::store
