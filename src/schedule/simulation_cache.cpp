#include "schedule/simulation_cache.h"

namespace assay::schedule {

Result<std::optional<Bytes>> SimulationCache::find_bytes(const Hash& key) {
  if (use_ == CacheUse::Off) return std::optional<Bytes>();
  return store_.summary(key);
}

Result<void> SimulationCache::put_bytes(const Hash& key, std::string_view bytes) {
  if (use_ != CacheUse::ReadWrite) return {};
  has_written_ = true;
  return store_.put_summary(key, bytes);
}

Result<std::optional<std::vector<SimulationAnswer>>> SimulationCache::find(const Hash& key,
                                                                           size_t functions) {
  std::optional<std::vector<SimulationAnswer>> none;
  std::optional<Bytes> bytes = TRY(find_bytes(key));
  if (!bytes) return none;
  // Damaged bytes are as good as none.
  Result<std::vector<SimulationAnswer>> answers = decode_simulation_answers(*bytes);
  if (!answers.ok() || answers.value().size() != functions) return none;
  return std::optional<std::vector<SimulationAnswer>>(answers.take());
}

Result<void> SimulationCache::put(const Hash& key, const std::vector<SimulationAnswer>& answers) {
  // What failed may not fail the next time.
  for (const SimulationAnswer& answer : answers)
    if (!answer.failure.empty()) return {};
  return put_bytes(key, encode_simulation_answers(answers));
}

Result<void> SimulationCache::commit() {
  if (!has_written_) return {};
  has_written_ = false;
  return store_.commit();
}

Result<void> SimulationCache::finish() {
  return use_ == CacheUse::ReadWrite ? store_.finish_summaries() : Result<void>();
}

}  // namespace assay::schedule
