#include "schedule/analysis_task.h"

#include <unordered_map>

#include "ir/encode.h"
#include "schedule/finding_bytes.h"

namespace assay::schedule {
namespace {

using ObjectMap = std::unordered_map<Hash, std::string_view>;

Result<Bytes> fetch(const ObjectMap& objects, const Hash& hash) {
  auto found = objects.find(hash);
  if (found == objects.end()) return input_error("object {} is missing", hash.hex());
  return Bytes(found->second);
}

Result<ir::Function> decode_function(const ir::FunctionDecoder& decoder, const ObjectMap& objects,
                                     const ir::FunctionEntry& entry) {
  Bytes body = TRY(fetch(objects, entry.body));
  Bytes places = TRY(fetch(objects, entry.places));
  return decoder.decode(entry, body, places);
}

std::vector<FunctionOutcome> all_failed(size_t count, const std::string& why) {
  return std::vector<FunctionOutcome>(count, FunctionOutcome{.findings = {}, .failure = why});
}

}  // namespace

Bytes encode_outcomes(const std::vector<FunctionOutcome>& outcomes) {
  ByteWriter writer;
  writer.varint(outcomes.size());
  for (const FunctionOutcome& outcome : outcomes) {
    writer.u8(outcome.out_of_budget ? 1 : 0);
    writer.text(outcome.failure);
    writer.varint(outcome.findings.size());
    for (const findings::Finding& finding : outcome.findings) write_finding(writer, finding);
  }
  return writer.take();
}

Result<std::vector<FunctionOutcome>> decode_outcomes(std::string_view bytes) {
  ByteReader reader(bytes);
  std::vector<FunctionOutcome> outcomes(reader.count());
  for (FunctionOutcome& outcome : outcomes) {
    outcome.out_of_budget = reader.u8() != 0;
    outcome.failure = reader.text();
    outcome.findings.resize(reader.count());
    for (findings::Finding& finding : outcome.findings) finding = read_finding(reader);
    if (!reader.ok()) break;
  }
  if (!reader.ok() || !reader.at_end()) return input_error("the worker's answer is damaged");
  return outcomes;
}

Bytes analyse_unit(std::string_view packed_unit, const escape::Options& options) {
  if (packed_unit.empty()) return encode_outcomes({});  // an earlier unit had all of it
  Result<ir::EncodedUnit> encoded = ir::unpack(packed_unit);
  ASSAY_CHECK(encoded.ok(), "a unit should arrive as it was sent");
  const ir::UnitRecord& record = encoded.value().record;
  ObjectMap objects;
  for (const ir::Object& object : encoded.value().objects)
    objects.emplace(object.hash, object.data);
  Result<ir::Unit> unit =
      ir::decode_unit_tables(record, [&](const Hash& hash) { return fetch(objects, hash); });
  if (!unit.ok()) return encode_outcomes(all_failed(record.functions.size(), unit.error()));
  ir::FunctionDecoder decoder(unit.value());
  std::vector<FunctionOutcome> outcomes(record.functions.size());
  for (size_t i = 0; i < outcomes.size(); ++i) {
    Result<ir::Function> function = decode_function(decoder, objects, record.functions[i]);
    if (!function.ok()) {
      outcomes[i].failure = function.error();
      continue;
    }
    escape::Outcome outcome = escape::analyse(unit.value(), function.value(), options);
    outcomes[i].findings = std::move(outcome.findings);
    outcomes[i].out_of_budget = outcome.out_of_budget;
  }
  return encode_outcomes(outcomes);
}

}  // namespace assay::schedule
