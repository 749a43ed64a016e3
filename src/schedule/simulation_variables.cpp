#include "schedule/simulation_variables.h"

#include "schedule/external_variables.h"
#include "schedule/image_view.h"

namespace assay::schedule {
namespace {

// The worker's work: the unit's parts of keys, and what it has to say of external variables.
Bytes variables_of(const ProgramImage& image, std::string_view task) {
  ImageUnits units(image, 0);
  Result<std::shared_ptr<const ImageUnits::Loaded>> loaded = units.load(ByteReader(task).varint());
  ByteWriter answer;
  if (!loaded.ok()) return answer.take();
  Result<UnitKeys> keys = find_unit_keys(image, *loaded.value());
  write_unit_keys(answer, keys.ok() ? keys.value() : UnitKeys());
  ExternalVariables::write(answer, loaded.value()->tables->symbols);
  return answer.take();
}

}  // namespace

Result<ProgramVariables> find_variables(const ProgramImage& image, const PoolOptions& pool,
                                        const std::function<bool()>& interrupted) {
  ProgramVariables all;
  all.keys.resize(image.units());
  ExternalVariables variables;
  TRY(WorkerPool::run(
      image.units(),
      [](size_t unit) {
        ByteWriter task;
        task.varint(unit);
        return task.take();
      },
      [&](std::string_view task) { return variables_of(image, task); },
      [&](size_t unit, Result<Bytes> answer) -> Result<void> {
        if (!answer.ok()) return {};
        ByteReader reader(answer.value());
        UnitKeys keys = read_unit_keys(reader);
        if (!reader.ok()) return {};
        all.keys[unit] = std::move(keys);
        variables.add(static_cast<uint32_t>(unit), reader);
        return {};
      },
      interrupted, pool));
  all.surroundings.is_closed = variables.is_closed();
  all.surroundings.written = variables.written();
  all.homes = variables.homes();
  return all;
}

}  // namespace assay::schedule
