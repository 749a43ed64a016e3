#include "schedule/machines_types.h"

#include <algorithm>

#include "ir/encode.h"
#include "metal/match_type.h"

namespace assay::schedule {
namespace {

constexpr std::string_view kShips = "assay:";  // begins the names of files that are built in

struct TypedHole {
  const metal::Program* program;
  const metal::Hole* hole;
};

std::vector<TypedHole> typed_holes(const std::vector<RuleFile>& rules) {
  std::vector<TypedHole> holes;
  for (const RuleFile& rule : rules)
    for (const metal::Program& program : rule.composition.programs) {
      if (program.file.starts_with(kShips)) continue;
      for (const metal::Machine& machine : program.machines)
        for (const metal::Hole& hole : machine.holes)
          if (hole.kind == metal::HoleKind::Typed) holes.push_back({&program, &hole});
    }
  return holes;
}

}  // namespace

Result<void> check_types(const ProgramImage& image, const std::vector<RuleFile>& rules) {
  std::vector<TypedHole> left = typed_holes(rules);
  for (size_t i = 0; i < image.units() && !left.empty(); ++i) {
    ir::UnitRecord record = TRY(image.record(i));
    ir::Unit unit = TRY(ir::decode_unit_tables(
        record, [&](const Hash& hash) -> Result<Bytes> { return Bytes(TRY(image.object(hash))); }));
    std::erase_if(left,
                  [&](const TypedHole& one) { return metal::knows_name(unit, one.hole->type); });
  }
  if (left.empty()) return {};
  std::string sentences;
  for (const TypedHole& one : left)
    sentences += fmt::format("{}{}:{}:{}: nothing in the program has the type '{}' of hole '{}'",
                             sentences.empty() ? "" : "\n", one.program->file, one.hole->place.line,
                             one.hole->place.column, one.hole->type.base, one.hole->name);
  return input_error("{}", sentences);
}

}  // namespace assay::schedule
