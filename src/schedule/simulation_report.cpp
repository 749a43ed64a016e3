#include "schedule/simulation_report.h"

#include "schedule/finding_bytes.h"

namespace assay::schedule {
namespace {

void write_counts(ByteWriter& writer, const SimulationReport& report) {
  for (uint64_t each : {report.functions, report.stopped, report.paths, report.points,
                        report.questions, report.complete.points, report.complete.edges,
                        report.complete.predicates, report.complete.paths})
    writer.varint(each);
  write_coverage(writer, report.coverage);
}

void read_counts(ByteReader& reader, SimulationReport& report) {
  for (uint64_t* each : {&report.functions, &report.stopped, &report.paths, &report.points,
                         &report.questions, &report.complete.points, &report.complete.edges,
                         &report.complete.predicates, &report.complete.paths})
    *each = reader.varint();
  report.coverage = read_coverage(reader);
}

// Not of any content: there is one.
Hash record_key() { return hash_bytes("the simulator's last run"); }

}  // namespace

Bytes encode_simulation_report(const SimulationReport& report) {
  ByteWriter writer;
  writer.varint(report.findings.size());
  for (const findings::Finding& finding : report.findings) write_finding(writer, finding);
  write_counts(writer, report);
  writer.varint(report.out_of_budget.size());
  for (const FunctionFailure& each : report.out_of_budget) {
    writer.text(each.function);
    writer.text(each.file);
    writer.text(each.why);
  }
  return writer.take();
}

Result<SimulationReport> decode_simulation_report(std::string_view bytes) {
  ByteReader reader(bytes);
  SimulationReport report;
  report.findings.resize(reader.count());
  for (findings::Finding& finding : report.findings) finding = read_finding(reader);
  read_counts(reader, report);
  report.out_of_budget.resize(reader.count());
  for (FunctionFailure& each : report.out_of_budget) {
    each.function = reader.text();
    each.file = reader.text();
    each.why = reader.text();
  }
  if (!reader.ok() || !reader.at_end()) return input_error("the simulator's report is damaged");
  report.known = report.functions;
  return report;
}

Result<void> keep_simulation_record(store::Store& store, const SimulationReport& report) {
  ByteWriter writer;
  write_counts(writer, report);
  TRY(store.put_summary(record_key(), writer.bytes()));
  return store.commit();
}

Result<std::optional<SimulationReport>> last_simulation(store::Store& store) {
  std::optional<Bytes> bytes = TRY(store.summary(record_key()));
  if (!bytes) return std::optional<SimulationReport>();
  ByteReader reader(*bytes);
  SimulationReport report;
  read_counts(reader, report);
  if (!reader.ok() || !reader.at_end()) return std::optional<SimulationReport>();
  return std::optional<SimulationReport>(std::move(report));
}

}  // namespace assay::schedule
