#include "schedule/program_graph.h"

#include <numeric>

#include "callgraph/unit_facts.h"

namespace assay::schedule {
namespace {

Bytes encode_index(size_t unit) {
  ByteWriter writer;
  writer.varint(unit);
  return writer.take();
}

// The worker's work: a status byte, then the facts and the answers, or why there are none.
Bytes read_unit(const ProgramImage& image, const std::vector<UnitQuestion*>& questions,
                std::string_view task) {
  ImageUnits units(image, 0);
  uint32_t number = static_cast<uint32_t>(ByteReader(task).varint());
  Result<ImageUnits::Loaded> unit = units.whole(number);
  ByteWriter answer;
  answer.u8(unit.ok() ? 1 : 0);
  if (!unit.ok()) {
    answer.raw(unit.error());
    return answer.take();
  }
  answer.text(callgraph::encode(callgraph::extract_facts(*unit.value().tables)));
  for (const UnitQuestion* question : questions) {
    ByteWriter one;
    question->answer(image, number, units, unit.value(), one);
    answer.text(one.bytes());
  }
  return answer.take();
}

// Hands over the answers to the questions too.
Result<callgraph::UnitFacts> take_answer(size_t unit, const Result<Bytes>& answer,
                                         const std::vector<UnitQuestion*>& questions) {
  if (!answer.ok()) return Error{answer.error()};
  if (answer.value().empty()) return input_error("the worker's answer is damaged");
  std::string_view rest = std::string_view(answer.value()).substr(1);
  if (answer.value().front() == 0) return Error{std::string(rest)};
  ByteReader reader(rest);
  callgraph::UnitFacts facts = TRY(callgraph::decode_facts(reader.text()));
  for (UnitQuestion* question : questions) {
    ByteReader one(reader.text());
    if (reader.ok()) question->take(static_cast<uint32_t>(unit), one);
  }
  return facts;
}

class GraphRun {
 public:
  GraphRun(const ProgramImage& image, const GraphOptions& options)
      : image_(image), options_(options), facts_(image.units()) {}

  Result<ProgramGraph> run() {
    for (UnitQuestion* question : options_.questions) TRY(question->begin(image_));
    std::vector<uint32_t> all(image_.units());
    std::iota(all.begin(), all.end(), 0);
    std::vector<uint32_t> died = TRY(ask(all, options_.questions));
    // One of the questions may be to blame, and the graph is needed more.
    if (!died.empty() && !options_.questions.empty() && !result_.interrupted)
      died = TRY(ask(died, {}));
    if (result_.interrupted) return std::move(result_);
    // Units are numbered by the image: one without facts keeps its place.
    callgraph::CallGraphBuilder builder;
    for (size_t unit = 0; unit < facts_.size(); ++unit) {
      Result<callgraph::UnitFacts>& facts = *facts_[unit];
      if (!facts.ok()) {
        result_.failed.emplace_back(image_.main_file(unit), facts.error());
        facts = callgraph::UnitFacts();
        facts.value().main_file = image_.main_file(unit);
      }
      builder.add_facts(facts.take());
    }
    result_.graph = builder.finish(options_.preferred);
    return std::move(result_);
  }

 private:
  // The units whose worker died.
  Result<std::vector<uint32_t>> ask(const std::vector<uint32_t>& units,
                                    const std::vector<UnitQuestion*>& questions) {
    std::vector<uint32_t> died;
    PoolReport done = TRY(WorkerPool::run(
        units.size(), [&](size_t i) { return encode_index(units[i]); },
        [&](std::string_view task) { return read_unit(image_, questions, task); },
        [&](size_t i, Result<Bytes> answer) -> Result<void> {
          if (!answer.ok()) died.push_back(units[i]);
          facts_[units[i]] = take_answer(units[i], answer, questions);
          if (options_.progress) options_.progress(i + 1, units.size());
          return {};
        },
        options_.interrupted, options_.pool));
    for (const auto& [text, count] : done.notes) result_.notes[text] += count;
    result_.interrupted |= done.interrupted;
    return died;
  }

  const ProgramImage& image_;
  const GraphOptions& options_;
  std::vector<std::optional<Result<callgraph::UnitFacts>>> facts_;
  ProgramGraph result_;
};

}  // namespace

Result<ProgramGraph> build_graph(const ProgramImage& image, const GraphOptions& options) {
  return GraphRun(image, options).run();
}

Result<void> LinkedProgram::link(store::Store& store, const ImageOptions& image,
                                 const GraphOptions& graph) {
  if (graph_) return {};
  image_ = TRY(ProgramImage::make(store, image));
  VariableValueFinder values;
  ProgramVariablesFinder variables(image_->units());
  GraphOptions all = graph;
  if (needs_.values) all.questions.push_back(&values);
  if (needs_.variables) all.questions.push_back(&variables);
  graph_ = TRY(build_graph(*image_, all));
  values_ = values.finish();
  variables_ = variables.finish();
  return {};
}

const machines::VariableValues& LinkedProgram::values() const {
  ASSAY_CHECK(needs_.values, "who uses the values should have asked for them");
  return values_;
}

const ProgramVariables& LinkedProgram::variables() const {
  ASSAY_CHECK(needs_.variables, "who uses the variables should have asked for them");
  return variables_;
}

}  // namespace assay::schedule
