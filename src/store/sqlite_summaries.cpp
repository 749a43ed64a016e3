// What engines found out about functions: bytes under the hash of all they were made from.
#include "store/sqlite_impl.h"

namespace assay::store {
namespace {

constexpr std::string_view kMetaRun = "summary_run";
// Who switches between two sets of options keeps both.
constexpr int64_t kRunsKept = 4;

int64_t row_of(const Hash& key) { return static_cast<int64_t>(key.high); }

}  // namespace

Result<std::optional<Bytes>> Store::summary(const Hash& key) {
  Query query = TRY(impl_->database.query("SELECT hash, value FROM summaries WHERE key = ?"));
  bool found = TRY(query.bind(row_of(key)).next());
  if (!found || TRY(query.hash(0)) != key) return std::optional<Bytes>();
  Result<Bytes> value = decompress(query.text(1));
  // Damaged: made again, and written over.
  if (!value.ok()) return std::optional<Bytes>();
  impl_->asked_summaries.push_back(row_of(key));
  return std::optional<Bytes>(value.take());
}

Result<void> Store::put_summary(const Hash& key, std::string_view value) {
  return impl_->write([&]() -> Result<void> {
    int64_t run = TRY(impl_->meta(kMetaRun)) + 1;
    Query insert = TRY(impl_->database.query(
        "INSERT OR REPLACE INTO summaries(key, hash, run, value) VALUES (?, ?, ?, ?)"));
    Bytes compressed = compress(value);
    return insert.run(row_of(key), key, run, Blob{compressed});
  });
}

Result<void> Store::finish_summaries() {
  TRY(impl_->write([&]() -> Result<void> {
    int64_t run = TRY(impl_->meta(kMetaRun)) + 1;
    Query update = TRY(impl_->database.query("UPDATE summaries SET run = ? WHERE key = ?"));
    for (int64_t row : impl_->asked_summaries) TRY(update.run(run, row));
    impl_->asked_summaries.clear();
    Query drop = TRY(impl_->database.query("DELETE FROM summaries WHERE run <= ?"));
    TRY(drop.run(run - kRunsKept));
    return impl_->set_meta(kMetaRun, run);
  }));
  return commit();
}

}  // namespace assay::store
