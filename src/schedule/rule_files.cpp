#include "schedule/rule_files.h"

#include "metal/actions/compile.h"

namespace assay::schedule {
namespace {

bool read_cached(const UserCache& cache, RuleFile& rule) {
  Result<Hash> key = metal::actions_key(rule.composition);
  if (!key.ok()) return false;
  rule.key = key.value();
  std::optional<Bytes> bytes = cache.read(key.value());
  if (!bytes) return false;
  Result<metal::ActionObject> object = metal::decode_action_object(*bytes);
  if (!object.ok() || object.value().key != key.value()) return false;
  rule.object = std::move(*bytes);
  return true;
}

void write_cached(const UserCache& cache, const RuleFile& rule) {
  if (rule.key) cache.write(*rule.key, rule.object);
}

Bytes encode_answer(const Result<Bytes>& object) {
  ByteWriter writer;
  writer.u8(object.ok() ? 1 : 0);
  writer.raw(object.ok() ? object.value() : object.error());
  return writer.take();
}

// A mistake in the rule is an error with its text; a compiler that died is one with its end.
Result<Bytes> decode_answer(const std::string& name, Result<Bytes> answer) {
  if (!answer.ok()) return input_error("{}: cannot be compiled: {}", name, answer.error());
  if (answer.value().empty()) return input_error("{}: cannot be compiled", name);
  bool is_object = answer.value().front() != 0;
  Bytes rest = answer.value().substr(1);
  if (!is_object) return Error{rest};
  return rest;
}

}  // namespace

Result<void> compile_rules(std::vector<RuleFile>& rules, const CompileOptions& options) {
  std::vector<RuleFile*> stale;
  for (RuleFile& rule : rules)
    if (!read_cached(options.cache, rule)) stale.push_back(&rule);
  std::string mistakes;
  PoolReport done = TRY(WorkerPool::run(
      stale.size(),
      [](size_t i) {
        ByteWriter task;
        task.varint(i);
        return task.take();
      },
      [&](std::string_view task) {
        const RuleFile& rule = *stale[ByteReader(task).varint()];
        return encode_answer(metal::compile_actions(rule.composition));
      },
      [&](size_t i, Result<Bytes> answer) -> Result<void> {
        Result<Bytes> object = decode_answer(stale[i]->name, std::move(answer));
        if (object.ok()) {
          stale[i]->object = object.take();
          write_cached(options.cache, *stale[i]);
        } else {
          mistakes += (mistakes.empty() ? "" : "\n") + object.error();
        }
        return {};
      },
      options.interrupted, options.pool));
  if (!mistakes.empty()) return Error{mistakes};
  if (done.interrupted) return input_error("interrupted");
  return {};
}

bool counts_examples(const metal::Composition& composition) {
  for (const metal::Program& program : composition.programs)
    for (const char* tag : {"[SUCCESS", "[FAIL", "[POP"})
      if (program.source.find(tag) != std::string::npos) return true;
  return false;
}

bool is_local(const metal::Composition& composition) {
  for (const metal::Part& part : composition.parts) {
    if (part.kind != metal::PartKind::Machine) continue;
    if (composition.programs[part.program].machines[part.index].scope != metal::Scope::Local)
      return false;
  }
  return true;
}

}  // namespace assay::schedule
