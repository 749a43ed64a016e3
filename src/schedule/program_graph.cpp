#include "schedule/program_graph.h"

#include "callgraph/unit_facts.h"
#include "schedule/image_view.h"

namespace assay::schedule {
namespace {

Bytes encode_index(size_t unit) {
  ByteWriter writer;
  writer.varint(unit);
  return writer.take();
}

// The worker's work: a status byte, then the facts, or why there are none.
Bytes facts_of(const ProgramImage& image, std::string_view task) {
  size_t index = ByteReader(task).varint();
  Result<ir::Unit> unit = ImageUnits(image, 0).whole(index);
  ByteWriter answer;
  answer.u8(unit.ok() ? 1 : 0);
  answer.raw(unit.ok() ? callgraph::encode(callgraph::extract_facts(unit.value())) : unit.error());
  return answer.take();
}

Result<callgraph::UnitFacts> read_answer(const Result<Bytes>& answer) {
  if (!answer.ok()) return Error{answer.error()};
  if (answer.value().empty()) return input_error("the worker's answer is damaged");
  std::string_view rest = std::string_view(answer.value()).substr(1);
  if (answer.value().front() == 0) return Error{std::string(rest)};
  return callgraph::decode_facts(rest);
}

}  // namespace

Result<ProgramGraph> build_graph(const ProgramImage& image, const GraphOptions& options) {
  ProgramGraph result;
  callgraph::CallGraphBuilder builder;
  PoolReport done = TRY(WorkerPool::run(
      image.units(), encode_index, [&](std::string_view task) { return facts_of(image, task); },
      [&](size_t unit, Result<Bytes> answer) -> Result<void> {
        Result<callgraph::UnitFacts> facts = read_answer(answer);
        if (!facts.ok()) {
          // Units are numbered by the image: one without facts keeps its place.
          result.failed.emplace_back(image.main_file(unit), facts.error());
          facts = callgraph::UnitFacts();
          facts.value().main_file = image.main_file(unit);
        }
        builder.add_facts(facts.take());
        if (options.progress) options.progress(unit + 1, image.units());
        return {};
      },
      options.interrupted, options.pool));
  result.notes = done.notes;
  result.interrupted = done.interrupted;
  if (!result.interrupted) result.graph = builder.finish(options.preferred);
  return result;
}

Result<void> LinkedProgram::link(store::Store& store, const ImageOptions& image,
                                 const GraphOptions& graph) {
  if (graph_) return {};
  image_ = TRY(ProgramImage::make(store, image));
  graph_ = TRY(build_graph(*image_, graph));
  return {};
}

}  // namespace assay::schedule
