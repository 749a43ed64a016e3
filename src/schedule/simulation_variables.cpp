#include "schedule/simulation_variables.h"

#include "schedule/image_view.h"

namespace assay::schedule {
namespace {

enum VariableFlags : uint8_t { kHasHome = 1, kIsWritten = 2, kIsConstant = 4 };

uint8_t flags_of(const ir::Symbol& symbol) {
  uint8_t flags = 0;
  if (symbol.has(ir::kDefined)) flags |= kHasHome;
  if (symbol.has(ir::kConstant)) flags |= kIsConstant;
  if (symbol.has(ir::kWritten) || symbol.has(ir::kAddressTaken)) flags |= kIsWritten;
  return flags;
}

// The worker's work: whether the unit has the program's `main`, its parts of keys, and its external
// variables.
Bytes variables_of(const ProgramImage& image, std::string_view task) {
  ImageUnits units(image, 0);
  Result<std::shared_ptr<const ImageUnits::Loaded>> loaded = units.load(ByteReader(task).varint());
  ByteWriter answer;
  if (!loaded.ok()) {
    answer.u8(0);
    write_unit_keys(answer, UnitKeys());
    return answer.take();
  }
  const ir::SymbolTable& symbols = loaded.value()->tables->symbols;
  ir::SymbolId main = symbols.find("main", ir::Linkage::External);
  Result<UnitKeys> keys = find_unit_keys(image, *loaded.value());
  answer.u8(main.valid() && symbols[main].has(ir::kDefined) ? 1 : 0);
  write_unit_keys(answer, keys.ok() ? keys.value() : UnitKeys());
  for (uint32_t i = 0; i < symbols.size(); ++i) {
    const ir::Symbol& symbol = symbols[ir::SymbolId(i)];
    if (symbol.kind != ir::SymbolKind::Variable || symbol.linkage != ir::Linkage::External)
      continue;
    answer.u8(flags_of(symbol));
    answer.text(symbol.name);
  }
  return answer.take();
}

class VariableFinder {
 public:
  explicit VariableFinder(size_t units) : keys_(units) {}

  void add(uint32_t unit, std::string_view answer) {
    ByteReader reader(answer);
    is_closed_ |= reader.u8() == 1;
    UnitKeys keys = read_unit_keys(reader);
    if (reader.ok()) keys_[unit] = std::move(keys);
    while (reader.ok() && !reader.at_end()) {
      uint8_t flags = reader.u8();
      Known& known = known_[std::string(reader.text())];
      known.flags |= flags;
      if ((flags & kHasHome) != 0 && !known.has_home) {
        known.has_home = true;
        known.home = unit;
      }
    }
  }

  ProgramVariables finish() {
    ProgramVariables all;
    all.keys = std::move(keys_);
    all.surroundings.is_closed = is_closed_;
    for (auto& [name, known] : known_) {
      bool is_constant = (known.flags & kIsConstant) != 0;
      bool is_written = !is_constant && (known.flags & kIsWritten) != 0;
      if (is_written) all.surroundings.written.insert(name);
      // Whether it has an initialiser, which counts where there is no `main`, its unit says.
      if (known.has_home && (is_constant || !is_written)) all.homes.emplace(name, known.home);
    }
    return all;
  }

 private:
  struct Known {
    uint8_t flags = 0;
    bool has_home = false;
    uint32_t home = 0;
  };
  std::map<std::string, Known> known_;
  std::vector<UnitKeys> keys_;
  bool is_closed_ = false;
};

}  // namespace

Result<ProgramVariables> find_variables(const ProgramImage& image, const PoolOptions& pool,
                                        const std::function<bool()>& interrupted) {
  VariableFinder finder(image.units());
  TRY(WorkerPool::run(
      image.units(),
      [](size_t unit) {
        ByteWriter task;
        task.varint(unit);
        return task.take();
      },
      [&](std::string_view task) { return variables_of(image, task); },
      [&](size_t unit, Result<Bytes> answer) -> Result<void> {
        if (answer.ok()) finder.add(static_cast<uint32_t>(unit), answer.value());
        return {};
      },
      interrupted, pool));
  return finder.finish();
}

}  // namespace assay::schedule
