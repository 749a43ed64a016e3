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

Bytes encode_task(const ir::EncodedUnit& unit, size_t to_analyse, bool is_whole) {
  ByteWriter writer;
  writer.varint(to_analyse);
  writer.u8(is_whole ? 1 : 0);
  writer.raw(ir::pack(unit));
  return writer.take();
}

Bytes analyse_unit(std::string_view task, const escape::Options& options) {
  if (task.empty()) return encode_outcomes({});  // an earlier unit had all of it
  ByteReader reader(task);
  size_t to_analyse = reader.varint();
  bool is_whole = reader.u8() != 0;
  Result<ir::EncodedUnit> encoded = ir::unpack(reader.raw(reader.remaining()));
  ASSAY_CHECK(encoded.ok(), "a unit should arrive as it was sent");
  const ir::UnitRecord& record = encoded.value().record;
  ObjectMap objects;
  for (const ir::Object& object : encoded.value().objects)
    objects.emplace(object.hash, object.data);
  Result<ir::Unit> unit =
      ir::decode_unit_tables(record, [&](const Hash& hash) { return fetch(objects, hash); });
  if (!unit.ok()) return encode_outcomes(all_failed(to_analyse, unit.error()));
  ir::FunctionDecoder decoder(unit.value());
  std::vector<FunctionOutcome> outcomes(to_analyse);
  std::vector<Result<ir::Function>> functions;
  for (const ir::FunctionEntry& entry : record.functions) {
    functions.push_back(decode_function(decoder, objects, entry));
    is_whole &= functions.back().ok();
  }
  std::vector<ir::Function>& of_unit = unit.value().functions;
  if (is_whole)
    for (Result<ir::Function>& function : functions) of_unit.push_back(function.take());
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!is_whole && !functions[i].ok()) {
      outcomes[i].failure = functions[i].error();
      continue;
    }
    const ir::Function& function = is_whole ? of_unit[i] : functions[i].value();
    escape::Outcome outcome = escape::analyse(unit.value(), function, options);
    outcomes[i].findings = std::move(outcome.findings);
    outcomes[i].out_of_budget = outcome.out_of_budget;
  }
  return encode_outcomes(outcomes);
}

}  // namespace assay::schedule
