#include "schedule/kept_units.h"

#include <algorithm>

#include "schedule/simulation_unit_keys.h"

namespace assay::schedule {
namespace {

// Larger ones are parsed again: a cache is for many.
constexpr size_t kLargestUnit = 8 << 20;

constexpr store::UnitRow kOne(uint32_t{0});  // the only one asked about

// Bytes of another build may mean something else.
Hash key_of(const Hash& unit) { return hash_bytes(unit.bytes() + own_build().bytes()); }

store::StoredInputs inputs_of(const ir::UnitRecord& record) {
  store::StoredInputs inputs;
  std::vector<uint32_t>& files = inputs.of_unit[kOne];
  for (const ir::SourceFile& file : record.files) {
    files.push_back(static_cast<uint32_t>(inputs.files.size()));
    inputs.files.push_back({file.path, file.content, file.size, file.mtime_ns});
  }
  std::vector<uint32_t>& absent = inputs.absent_of_unit[kOne];
  for (const ir::AbsentNames& each : record.absent) {
    for (const std::string& name : each.names) {
      absent.push_back(static_cast<uint32_t>(inputs.absent.size()));
      inputs.absent.push_back(fmt::format("{}/{}", each.directory, name));
    }
  }
  return inputs;
}

}  // namespace

std::optional<CapturedUnit> KeptUnits::find(const Hash& unit) {
  std::optional<Bytes> bytes = cache_.read(key_of(unit));
  if (!bytes) return std::nullopt;
  Result<CapturedUnit> captured = decode_captured_unit(*bytes);
  if (!captured.ok()) return std::nullopt;
  store::StoredInputs inputs = inputs_of(captured.value().unit.record);
  if (!Freshness(inputs, start_, &folders_).is_fresh(kOne)) return std::nullopt;
  return captured.take();
}

void KeptUnits::keep(const Hash& unit, const CapturedUnit& captured) const {
  if (!cache_.is_used()) return;
  const ir::UnitRecord& record = captured.unit.record;
  bool is_whole = std::ranges::none_of(record.diagnostics, [](const ir::Diagnostic& diagnostic) {
    return diagnostic.severity == ir::Severity::Fatal;
  });
  bool is_settled = std::ranges::all_of(
      record.files, [](const ir::SourceFile& file) { return file.mtime_ns != 0; });
  if (!is_whole || !is_settled) return;
  Bytes bytes = encode_captured_unit(captured);
  if (bytes.size() <= kLargestUnit) cache_.write(key_of(unit), bytes);
}

}  // namespace assay::schedule
