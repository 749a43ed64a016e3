#include "schedule/image_view.h"

#include "models/in_common.h"

namespace assay::schedule {
namespace {

// What decoded things weigh, roughly: the caches need an order of magnitude.
constexpr uint64_t kBytesPerTableEntry = 300;
constexpr uint64_t kBytesPerFunctionEntry = 250;

uint64_t weight_of(const ir::UnitRecord& record) {
  return (record.types.size() + record.symbols.size()) * kBytesPerTableEntry +
         record.functions.size() * kBytesPerFunctionEntry;
}

template <class T>
uint64_t bytes_of(const std::vector<T>& items) {
  return items.capacity() * sizeof(T);
}

uint64_t weight_of(const ir::Function& function) {
  const ir::Body& body = function.body;
  return sizeof function + bytes_of(body.nodes) + bytes_of(body.kids) + bytes_of(body.blocks) +
         bytes_of(body.points) + bytes_of(body.edges) + bytes_of(body.phis) +
         bytes_of(body.locals) + bytes_of(function.places.of_node);
}

}  // namespace

Result<std::shared_ptr<ir::Unit>> ImageUnits::tables_of(const ir::UnitRecord& record) const {
  return std::make_shared<ir::Unit>(
      TRY(ir::decode_unit_tables(record, [&](const Hash& hash) -> Result<Bytes> {
        return Bytes(TRY(image_.object(hash)));
      })));
}

Result<std::shared_ptr<const ImageUnits::Loaded>> ImageUnits::load(size_t unit) {
  uint32_t key = static_cast<uint32_t>(unit);
  if (std::shared_ptr<const Loaded> kept = cache_.find(key)) return kept;
  auto loaded = std::make_shared<Loaded>();
  loaded->record = TRY(image_.record(unit));
  loaded->tables = TRY(tables_of(loaded->record));
  loaded->decoder = std::make_unique<ir::FunctionDecoder>(*loaded->tables);
  cache_.put(key, loaded, weight_of(loaded->record));
  return std::shared_ptr<const Loaded>(std::move(loaded));
}

Result<ir::Function> ImageUnits::function(const Loaded& unit, size_t index) const {
  const ir::FunctionEntry& entry = unit.record.functions[index];
  std::string_view body = TRY(image_.object(entry.body));
  std::string_view places = TRY(image_.object(entry.places));
  return unit.decoder->decode(entry, body, places);
}

Result<ImageUnits::Loaded> ImageUnits::whole(size_t unit) const {
  Loaded loaded;
  loaded.record = TRY(image_.record(unit));
  std::shared_ptr<ir::Unit> tables = TRY(tables_of(loaded.record));
  loaded.tables = tables;
  loaded.decoder = std::make_unique<ir::FunctionDecoder>(*tables);
  std::vector<ir::Function> functions;
  functions.reserve(loaded.record.functions.size());
  for (size_t i = 0; i < loaded.record.functions.size(); ++i)
    functions.push_back(TRY(function(loaded, i)));
  tables->functions = std::move(functions);
  return loaded;
}

ImageView::ImageView(const ProgramImage& image, const callgraph::CallGraph& graph,
                     uint64_t cache_bytes)
    : graph_(graph), units_(image, cache_bytes / 2), functions_(cache_bytes / 2) {}

std::shared_ptr<const machines::LoadedFunction> ImageView::load(callgraph::FunctionId function) {
  const callgraph::ProgramFunction& found = graph_.functions[function.index()];
  if (found.unit < 0) return nullptr;
  if (std::shared_ptr<const machines::LoadedFunction> kept = functions_.find(function.index()))
    return kept;
  Result<std::shared_ptr<const machines::LoadedFunction>> loaded = decode(found);
  if (!loaded.ok()) {
    if (unreadable_.emplace(function.index(), loaded.error()).second)
      told_.push_back({function, loaded.error()});
    return nullptr;
  }
  functions_.put(function.index(), loaded.value(), weight_of(loaded.value()->function));
  return loaded.take();
}

Result<std::shared_ptr<const machines::LoadedFunction>> ImageView::decode(
    const callgraph::ProgramFunction& function) {
  std::shared_ptr<const ImageUnits::Loaded> unit =
      TRY(units_.load(static_cast<size_t>(function.unit)));
  ASSAY_CHECK(function.index_in_unit < unit->record.functions.size(),
              "the call graph should be that of the image's units");
  auto loaded = std::make_shared<machines::LoadedFunction>();
  loaded->unit = unit->tables;
  loaded->function = TRY(units_.function(*unit, function.index_in_unit));
  return std::shared_ptr<const machines::LoadedFunction>(std::move(loaded));
}

std::optional<machines::ResultRange> ImageView::library_result(const std::string& function) {
  if (library_ == nullptr) return std::nullopt;
  auto [at, is_new] = results_.try_emplace(function);
  const models::Model* model = is_new ? library_->find(function) : nullptr;
  std::optional<models::ResultRange> range;
  if (model != nullptr) range = models::result_range(*model);
  if (range) at->second = machines::ResultRange{range->low, range->high};
  return at->second;
}

bool ImageView::only_frees(const std::string& function) {
  const models::Model* model = library_ ? library_->find(function) : nullptr;
  return model != nullptr && models::only_frees(*model);
}

std::vector<ImageView::Unreadable> ImageView::take_unreadable() { return std::exchange(told_, {}); }

}  // namespace assay::schedule
