// What the simulator found out before, kept in the database under the key of all it depends on.
#pragma once

#include <optional>
#include <vector>

#include "schedule/simulation_task.h"
#include "store/store.h"

namespace assay::schedule {

enum class CacheUse : uint8_t {
  Off,
  Read,
  ReadWrite,  // the database is open for writing
};

class SimulationCache {
 public:
  SimulationCache(store::Store& store, CacheUse use) : store_(store), use_(use) {}

  /// The answers of a component with so many functions; none: not known.
  Result<std::optional<std::vector<SimulationAnswer>>> find(const Hash& key, size_t functions);
  Result<void> put(const Hash& key, const std::vector<SimulationAnswer>& answers);
  /// Any bytes, under a key of their own.
  Result<std::optional<Bytes>> find_bytes(const Hash& key);
  Result<void> put_bytes(const Hash& key, std::string_view bytes);
  /// What was put so far stays, whatever happens next.
  Result<void> commit();
  /// Drops what the last runs did not ask for.
  Result<void> finish();

  bool is_used() const { return use_ != CacheUse::Off; }

 private:
  store::Store& store_;
  CacheUse use_;
  bool has_written_ = false;
};

}  // namespace assay::schedule
