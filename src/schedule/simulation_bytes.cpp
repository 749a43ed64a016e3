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

void write_node(ByteWriter& writer, ir::NodeId node) {
  writer.varint(node.valid() ? uint64_t{node.index()} + 1 : 0);
}

ir::NodeId read_node(ByteReader& reader) {
  uint64_t index = reader.varint();
  return index == 0 ? ir::NodeId() : ir::NodeId(static_cast<uint32_t>(index - 1));
}

void write_name(ByteWriter& writer, const simulator::OperationName& name) {
  writer.text(name.function);
  if (name.is_given()) writer.hash(name.operation);
}

simulator::OperationName read_name(ByteReader& reader) {
  simulator::OperationName name;
  name.function = reader.text();
  if (name.is_given()) name.operation = reader.hash();
  return name;
}

void write_origins(ByteWriter& writer, const simulator::Origins& origins) {
  writer.varint(origins.size());
  for (const auto& [operation, origin] : origins) {
    writer.hash(operation);
    write_node(writer, origin.node);
    write_name(writer, origin.deeper);
    writer.text(origin.message);
  }
}

simulator::Origins read_origins(ByteReader& reader) {
  simulator::Origins origins;
  for (size_t left = reader.count(); left > 0 && reader.ok(); --left) {
    simulator::Origin& origin = origins[reader.hash()];
    origin.node = read_node(reader);
    origin.deeper = read_name(reader);
    origin.message = reader.text();
  }
  return origins;
}

void write_place(ByteWriter& writer, const simulator::NodePlace& place) {
  write_node(writer, place.node);
  writer.text(place.function);
  write_name(writer, place.deeper);
}

simulator::NodePlace read_place(ByteReader& reader) {
  simulator::NodePlace place;
  place.node = read_node(reader);
  place.function = reader.text();
  place.deeper = read_name(reader);
  return place;
}

void write_unplaced(ByteWriter& writer, const simulator::Unplaced& unplaced) {
  write_finding(writer, unplaced.finding);
  write_place(writer, unplaced.where);
  writer.varint(unplaced.steps.size());
  for (const simulator::NodePlace& step : unplaced.steps) write_place(writer, step);
  writer.varint(unplaced.path.size());
  for (ir::NodeId node : unplaced.path) write_node(writer, node);
}

simulator::Unplaced read_unplaced(ByteReader& reader) {
  simulator::Unplaced unplaced;
  unplaced.finding = read_finding(reader);
  unplaced.where = read_place(reader);
  unplaced.steps.resize(reader.count());
  for (simulator::NodePlace& step : unplaced.steps) step = read_place(reader);
  unplaced.path.resize(reader.count());
  for (ir::NodeId& node : unplaced.path) node = read_node(reader);
  return unplaced;
}

SimulationAnswer read_answer(ByteReader& reader) {
  SimulationAnswer answer;
  answer.failure = reader.text();
  answer.model = reader.text();
  answer.globals.resize(reader.count());
  for (std::string& name : answer.globals) name = reader.text();
  answer.origins = read_origins(reader);
  answer.findings.resize(reader.count());
  for (simulator::Unplaced& finding : answer.findings) finding = read_unplaced(reader);
  answer.coverage = read_coverage(reader);
  answer.paths = static_cast<uint32_t>(reader.varint());
  answer.points = reader.varint();
  answer.questions = reader.varint();
  uint8_t bits = reader.u8();
  answer.is_out_of_budget = (bits & 1) != 0;
  answer.is_complete = (bits & 2) != 0;
  return answer;
}

}  // namespace

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
    writer.varint(answer.globals.size());
    for (const std::string& name : answer.globals) writer.text(name);
    write_origins(writer, answer.origins);
    writer.varint(answer.findings.size());
    for (const simulator::Unplaced& finding : answer.findings) write_unplaced(writer, finding);
    write_coverage(writer, answer.coverage);
    writer.varint(answer.paths);
    writer.varint(answer.points);
    writer.varint(answer.questions);
    writer.u8(
        static_cast<uint8_t>((answer.is_out_of_budget ? 1 : 0) | (answer.is_complete ? 2 : 0)));
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
