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
  return finding;
}

}  // namespace assay::schedule
