// Tasks and answers of the simulator, as bytes.
#include "schedule/finding_bytes.h"
#include "schedule/simulation_task.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;

FunctionId read_function(ByteReader& reader, size_t functions) {
  uint64_t index = reader.varint();
  if (index >= functions) reader.fail();
  return reader.ok() ? FunctionId(static_cast<uint32_t>(index)) : FunctionId(uint32_t{0});
}

void write_coverage(ByteWriter& writer, const simulator::Coverage& coverage) {
  for (uint32_t each : {coverage.points, coverage.points_seen, coverage.edges, coverage.edges_seen,
                        coverage.predicates, coverage.predicates_seen})
    writer.varint(each);
}

simulator::Coverage read_coverage(ByteReader& reader) {
  simulator::Coverage coverage;
  for (uint32_t* each : {&coverage.points, &coverage.points_seen, &coverage.edges,
                         &coverage.edges_seen, &coverage.predicates, &coverage.predicates_seen})
    *each = static_cast<uint32_t>(reader.varint());
  return coverage;
}

SimulationAnswer read_answer(ByteReader& reader) {
  SimulationAnswer answer;
  answer.failure = reader.text();
  answer.model = reader.text();
  answer.findings.resize(reader.count());
  for (findings::Finding& finding : answer.findings) finding = read_finding(reader);
  answer.coverage = read_coverage(reader);
  answer.paths = static_cast<uint32_t>(reader.varint());
  answer.points = reader.varint();
  answer.questions = reader.varint();
  answer.is_out_of_budget = reader.u8() != 0;
  return answer;
}

}  // namespace

Bytes encode_simulation_task(const SimulationTask& task) {
  ByteWriter writer;
  writer.varint(task.components.size());
  for (const SimulatedComponent& component : task.components) {
    writer.u8(component.is_recursive ? 1 : 0);
    writer.varint(component.functions.size());
    for (FunctionId id : component.functions) writer.varint(id.index());
  }
  writer.varint(task.models.size());
  for (const auto& [function, text] : task.models) {
    writer.varint(function.index());
    writer.text(text);
  }
  return writer.take();
}

Result<SimulationTask> decode_simulation_task(std::string_view bytes, size_t functions) {
  ByteReader reader(bytes);
  SimulationTask task;
  task.components.resize(reader.count());
  for (SimulatedComponent& component : task.components) {
    component.is_recursive = reader.u8() != 0;
    component.functions.resize(reader.count());
    for (FunctionId& id : component.functions) id = read_function(reader, functions);
  }
  for (size_t left = reader.count(); left > 0 && reader.ok(); --left) {
    FunctionId function = read_function(reader, functions);
    task.models.emplace(function, reader.text());
  }
  if (!reader.ok() || !reader.at_end()) return input_error("the worker's task is damaged");
  return task;
}

Bytes encode_simulation_answers(const std::vector<SimulationAnswer>& answers) {
  ByteWriter writer;
  writer.varint(answers.size());
  for (const SimulationAnswer& answer : answers) {
    writer.text(answer.failure);
    writer.text(answer.model);
    writer.varint(answer.findings.size());
    for (const findings::Finding& finding : answer.findings) write_finding(writer, finding);
    write_coverage(writer, answer.coverage);
    writer.varint(answer.paths);
    writer.varint(answer.points);
    writer.varint(answer.questions);
    writer.u8(answer.is_out_of_budget ? 1 : 0);
  }
  return writer.take();
}

Result<std::vector<SimulationAnswer>> decode_simulation_answers(std::string_view bytes) {
  ByteReader reader(bytes);
  std::vector<SimulationAnswer> answers(reader.count());
  for (SimulationAnswer& answer : answers) {
    answer = read_answer(reader);
    if (!reader.ok()) break;
  }
  if (!reader.ok() || !reader.at_end()) return input_error("the worker's answer is damaged");
  return answers;
}

}  // namespace assay::schedule
