#include "schedule/machines_infer.h"

#include "schedule/image_view.h"
#include "schedule/program_graph.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;
using machines::InferKind;

// Trees of functions that were looked at are let go now and then.
constexpr size_t kTrimEvery = 64;

std::string name_of(const machines::InferredRule& rule) {
  std::string name = rule.kind == InferKind::Pairs  ? "pairs"
                     : rule.kind == InferKind::Null ? "null"
                                                    : "free";
  for (const machines::Role* role : {&rule.first, &rule.second}) {
    if (role == &rule.second && rule.kind != InferKind::Pairs) continue;
    name += "_" + role->function;
    if (!role->is_result && role->arguments > 1) name += "_" + std::to_string(role->argument + 1);
  }
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

void shorten_places(machines::InferredRule& rule, const std::string& root) {
  for (auto* places : {&rule.kept, &rule.broken})
    for (machines::InferredRule::Evidence& place : *places)
      if (!root.empty() && place.where.file.starts_with(root + "/"))
        place.where.file.erase(0, root.size() + 1);
}

Bytes infer(const ProgramImage& image, const callgraph::CallGraph& graph,
            const InferRunOptions& options) {
  ImageView view(image, graph);
  machines::Workspace workspace(view);
  machines::Inference inference(options.kind, options.infer);
  for (size_t i = 0; i < graph.functions.size(); ++i) {
    if (graph.functions[i].unit < 0) continue;
    inference.add(workspace, FunctionId(i));
    if (i % kTrimEvery == 0) workspace.trim();
  }
  ByteWriter writer;
  std::vector<machines::InferredRule> rules = inference.rules();
  writer.varint(rules.size());
  for (machines::InferredRule& rule : rules) {
    shorten_places(rule, options.root);
    writer.text(name_of(rule));
    writer.text(machines::print(rule));
    writer.text(machines::metal_of(rule));
  }
  return writer.take();
}

Result<std::vector<LikelyRule>> decode(std::string_view bytes) {
  ByteReader reader(bytes);
  std::vector<LikelyRule> rules(reader.count());
  for (LikelyRule& rule : rules) {
    rule.name = reader.text();
    rule.text = reader.text();
    rule.metal = reader.text();
  }
  if (!reader.ok() || !reader.at_end()) return input_error("the worker's answer is damaged");
  return rules;
}

}  // namespace

Result<std::vector<LikelyRule>> infer_rules(store::Store& store, const InferRunOptions& options) {
  ProgramImage image = TRY(
      ProgramImage::make(store, {.folder = options.folder, .interrupted = options.interrupted}));
  ProgramGraph graph = TRY(build_graph(
      image, {.pool = options.pool, .progress = {}, .interrupted = options.interrupted}));
  if (graph.interrupted) return input_error("interrupted");
  std::vector<LikelyRule> rules;
  PoolReport done = TRY(WorkerPool::run(
      1, [](size_t) { return Bytes(); },
      [&](std::string_view) { return infer(image, graph.graph, options); },
      [&](size_t, Result<Bytes> answer) -> Result<void> {
        if (!answer.ok()) return input_error("cannot infer rules: {}", answer.error());
        rules = TRY(decode(answer.value()));
        return {};
      },
      options.interrupted, options.pool));
  if (done.interrupted) return input_error("interrupted");
  return rules;
}

}  // namespace assay::schedule
