#include "ir/self_check.h"

#include <fmt/format.h>

#include <unordered_map>

#include "ir/encode.h"
#include "ir/print.h"
#include "ir/verify.h"

namespace assay::ir {

std::vector<std::string> self_check(const Unit& unit) {
  std::vector<std::string> faults;
  EncodedUnit encoded = encode_unit(unit);
  std::unordered_map<Hash, const Object*> objects;
  for (const Object& object : encoded.objects) objects[object.hash] = &object;
  auto fetch = [&](const Hash& hash) -> Result<Bytes> {
    auto found = objects.find(hash);
    if (found == objects.end()) return input_error("object {} is missing", hash.hex());
    return found->second->data;
  };
  Result<Unit> tables = decode_unit_tables(encoded.record, fetch);
  if (!tables) return {"unit: " + tables.error()};
  FunctionDecoder decoder(tables.value());
  for (size_t i = 0; i < unit.functions.size(); ++i) {
    const Function& function = unit.functions[i];
    const std::string& name = unit.symbols[function.symbol].display;
    for (const std::string& fault : verify(unit, function))
      faults.push_back(fmt::format("{}: {}", name, fault));
    const FunctionEntry& entry = encoded.record.functions[i];
    Result<Bytes> body = fetch(entry.body);
    Result<Bytes> places = fetch(entry.places);
    if (!body || !places) {
      faults.push_back(fmt::format("{}: not stored", name));
      continue;
    }
    Result<Function> loaded = decoder.decode(entry, body.value(), places.value());
    if (!loaded) {
      faults.push_back(fmt::format("{}: {}", name, loaded.error()));
      continue;
    }
    PrintOptions whole{.tree = true};
    if (print_function(unit, function, whole) !=
        print_function(tables.value(), loaded.value(), whole))
      faults.push_back(fmt::format("{}: reads differently after it was stored", name));
  }
  return faults;
}

}  // namespace assay::ir
