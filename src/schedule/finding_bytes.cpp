#include "schedule/finding_bytes.h"

namespace assay::schedule {
namespace {

void write_location(ByteWriter& writer, const findings::Location& location) {
  writer.text(location.file);
  writer.varint(location.line);
  writer.varint(location.column);
  writer.varint(location.end_line);
  writer.varint(location.end_column);
}

findings::Location read_location(ByteReader& reader) {
  findings::Location location;
  location.file = reader.text();
  location.line = static_cast<uint32_t>(reader.varint());
  location.column = static_cast<uint32_t>(reader.varint());
  location.end_line = static_cast<uint32_t>(reader.varint());
  location.end_column = static_cast<uint32_t>(reader.varint());
  return location;
}

void write_name(ByteWriter& writer, const std::optional<std::string>& name) {
  writer.u8(name ? 1 : 0);
  if (name) writer.text(*name);
}

std::optional<std::string> read_name(ByteReader& reader) {
  if (reader.u8() == 0) return std::nullopt;
  return std::string(reader.text());
}

void write_rank(ByteWriter& writer, const findings::RankInputs& rank) {
  writer.u8(static_cast<uint8_t>(rank.severity));
  writer.varint(rank.origin);
  writer.varint(rank.distance);
  writer.varint(rank.conditionals);
  writer.varint(rank.indirection);
  writer.varint(rank.call_chain);
  writer.text(rank.group);
  write_name(writer, rank.success);
  write_name(writer, rank.failure);
  write_name(writer, rank.population);
}

findings::RankInputs read_rank(ByteReader& reader) {
  findings::RankInputs rank;
  uint8_t severity = reader.u8();
  if (severity > static_cast<uint8_t>(findings::Severity::Minor)) reader.fail();
  rank.severity = static_cast<findings::Severity>(severity);
  rank.origin = static_cast<uint32_t>(reader.varint());
  rank.distance = static_cast<uint32_t>(reader.varint());
  rank.conditionals = static_cast<uint32_t>(reader.varint());
  rank.indirection = static_cast<uint32_t>(reader.varint());
  rank.call_chain = static_cast<uint32_t>(reader.varint());
  rank.group = reader.text();
  rank.success = read_name(reader);
  rank.failure = read_name(reader);
  rank.population = read_name(reader);
  return rank;
}

}  // namespace

void write_finding(ByteWriter& writer, const findings::Finding& finding) {
  writer.text(finding.kind);
  writer.text(finding.message);
  write_location(writer, finding.where);
  writer.text(finding.function);
  writer.text(finding.function_symbol);
  writer.varint(finding.variables.size());
  for (const std::string& variable : finding.variables) writer.text(variable);
  writer.varint(finding.trace.size());
  for (const findings::Step& step : finding.trace) {
    write_location(writer, step.where);
    writer.text(step.message);
    writer.signed_varint(step.depth);
  }
  writer.text(finding.engine);
  write_rank(writer, finding.rank);
}

findings::Finding read_finding(ByteReader& reader) {
  findings::Finding finding;
  finding.kind = reader.text();
  finding.message = reader.text();
  finding.where = read_location(reader);
  finding.function = reader.text();
  finding.function_symbol = reader.text();
  finding.variables.resize(reader.count());
  for (std::string& variable : finding.variables) variable = reader.text();
  finding.trace.resize(reader.count());
  for (findings::Step& step : finding.trace) {
    step.where = read_location(reader);
    step.message = reader.text();
    step.depth = static_cast<int>(reader.signed_varint());
  }
  finding.engine = reader.text();
  finding.rank = read_rank(reader);
  return finding;
}

}  // namespace assay::schedule
