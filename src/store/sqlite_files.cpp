// Files that units read: one row for each content of each file.
#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

std::string file_key(std::string_view path, const Hash& content) {
  std::string key(path);
  key.push_back('\0');
  return key += content.bytes();
}

}  // namespace

Result<void> Store::Impl::know_files() {
  if (files_known) return {};
  Query query = TRY(database.query("SELECT id, path, content, size, mtime_ns, text FROM files"));
  while (TRY(query.next())) {
    Hash content = TRY(query.hash(2));
    files[file_key(query.text(1), content)] = {.id = query.integer(0),
                                               .size = static_cast<uint64_t>(query.integer(3)),
                                               .mtime_ns = query.integer(4),
                                               .text = query.integer(5)};
  }
  files_known = true;
  return {};
}

Result<Store::Impl::KnownFile*> Store::Impl::put_file(const ir::SourceFile& file) {
  TRY(know_files());
  KnownFile& known = files[file_key(file.path, file.content)];
  ObjectId text = known.text;
  if (text == 0 && file.keep_text) text = TRY(object_id(file.content));
  if (known.id != 0 && known.size == file.size && known.mtime_ns == file.mtime_ns &&
      known.text == text)
    return &known;
  Query insert =
      TRY(database.query("INSERT OR REPLACE INTO files(id, path, content, size, mtime_ns, text)"
                         " VALUES (nullif(?, 0), ?, ?, ?, ?, ?)"));
  TRY(insert.run(known.id, file.path, file.content, file.size, file.mtime_ns, text));
  known = {.id = database.last_row(), .size = file.size, .mtime_ns = file.mtime_ns, .text = text};
  return &known;
}

Result<Bytes> Store::Impl::put_files(const ir::UnitRecord& record,
                                     std::unordered_map<std::string_view, int64_t>& ids) {
  ByteWriter writer;
  int64_t last = 0;
  for (size_t i = 0; i < record.files.size(); ++i) {
    const ir::SourceFile& file = record.files[i];
    KnownFile* known = TRY(put_file(file));
    ids.emplace(file.path, known->id);
    writer.signed_varint(known->id - last);
    last = known->id;
    writer.signed_varint(static_cast<int64_t>(i) - file.included_by);
    writer.u8(static_cast<uint8_t>((file.is_system ? 1 : 0) | (file.keep_text ? 2 : 0)));
  }
  return writer.take();
}

Result<Bytes> Store::Impl::put_absent(const ir::UnitRecord& record) {
  if (!absent_known) {
    Query query = TRY(database.query("SELECT id, path FROM absent"));
    while (TRY(query.next())) absent.emplace(query.text(1), query.integer(0));
    absent_known = true;
  }
  Query insert = TRY(database.query("INSERT INTO absent(path) VALUES (?)"));
  IdListWriter list;
  for (const ir::AbsentNames& each : record.absent) {
    for (const std::string& name : each.names) {
      std::string path = fmt::format("{}/{}", each.directory, name);
      auto [known, is_new] = absent.try_emplace(path, 0);
      if (is_new) {
        TRY(insert.run(path));
        known->second = database.last_row();
      }
      list.add(known->second);
    }
  }
  return list.take();
}

Result<void> Store::refresh_file(const StoredFile& file) {
  return impl_->write([&]() -> Result<void> {
    TRY(impl_->know_files());
    auto known = impl_->files.find(file_key(file.path, file.content));
    if (known == impl_->files.end()) return {};
    Query update =
        TRY(impl_->database.query("UPDATE files SET size = ?2, mtime_ns = ?3 WHERE id = ?1"));
    TRY(update.run(known->second.id, file.size, file.mtime_ns));
    known->second.size = file.size;
    known->second.mtime_ns = file.mtime_ns;
    return {};
  });
}

Result<std::vector<ir::SourceFile>> Store::Impl::files_of(std::string_view list) {
  std::vector<FileUse> uses;
  if (!for_each_file_use(list, [&](const FileUse& use) { uses.push_back(use); }))
    return database.failure(SQLITE_CORRUPT);
  Query query = TRY(database.query("SELECT path, content, size, mtime_ns FROM files WHERE id = ?"));
  std::vector<ir::SourceFile> result;
  result.reserve(uses.size());
  for (const FileUse& use : uses) {
    bool found = TRY(query.bind(use.file).next());
    if (!found) return database.failure(SQLITE_CORRUPT);
    Hash content = TRY(query.hash(1));
    result.push_back({.path = std::string(query.text(0)),
                      .content = content,
                      .size = static_cast<uint64_t>(query.integer(2)),
                      .mtime_ns = query.integer(3),
                      .is_system = use.is_system,
                      .keep_text = use.keep_text,
                      .included_by = use.included_by});
    query.reset();
  }
  return result;
}

Result<StoredInputs> Store::inputs() {
  StoredInputs inputs;
  std::unordered_map<int64_t, uint32_t> index_of;
  {
    Query query = TRY(impl_->database.query("SELECT id, path, content, size, mtime_ns FROM files"));
    while (TRY(query.next())) {
      Hash content = TRY(query.hash(2));
      index_of.emplace(query.integer(0), static_cast<uint32_t>(inputs.files.size()));
      inputs.files.push_back({.path = std::string(query.text(1)),
                              .content = content,
                              .size = static_cast<uint64_t>(query.integer(3)),
                              .mtime_ns = query.integer(4)});
    }
  }
  std::unordered_map<int64_t, uint32_t> absent_index;
  {
    Query query = TRY(impl_->database.query("SELECT id, path FROM absent"));
    while (TRY(query.next())) {
      absent_index.emplace(query.integer(0), static_cast<uint32_t>(inputs.absent.size()));
      inputs.absent.emplace_back(query.text(1));
    }
  }
  Query query =
      TRY(impl_->database.query("SELECT id, file_list, absent_list FROM units WHERE NOT failed"));
  while (TRY(query.next())) {
    UnitRow unit(static_cast<uint32_t>(query.integer(0)));
    std::vector<uint32_t>& files = inputs.of_unit[unit];
    std::vector<uint32_t>& absent = inputs.absent_of_unit[unit];
    bool known = true;
    bool sound = for_each_file_use(query.text(1), [&](const FileUse& use) {
      auto index = index_of.find(use.file);
      known &= index != index_of.end();
      if (known) files.push_back(index->second);
    });
    sound &= for_each_id(query.text(2), [&](int64_t id) {
      auto index = absent_index.find(id);
      known &= index != absent_index.end();
      if (known) absent.push_back(index->second);
    });
    if (!sound || !known) return impl_->database.failure(SQLITE_CORRUPT);
  }
  return inputs;
}

Result<std::optional<std::string>> Store::source_text(const std::string& path) {
  TRY(impl_->know_files());
  int64_t newest = 0;
  ObjectId text = 0;
  std::string prefix = path;
  prefix.push_back('\0');
  for (auto file = impl_->files.lower_bound(prefix);
       file != impl_->files.end() && file->first.starts_with(prefix); ++file) {
    if (file->second.text == 0 || file->second.id < newest) continue;
    newest = file->second.id;
    text = file->second.text;
  }
  if (text == 0) return std::optional<std::string>();
  std::string_view bytes = TRY(impl_->object_bytes(text));
  return std::optional<std::string>(bytes);
}

}  // namespace assay::store
