#include "schedule/machines_task.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <set>

#include "schedule/finding_bytes.h"

namespace assay::schedule {
namespace {

using callgraph::FunctionId;

// Of paths to errors, that are gone over for one task.  Many times what the programs we know need.
constexpr uint64_t kMinPoints = 4'000'000;

/// What is said, whatever the way to it.
std::set<std::string> reported(const machines::RootResult& result) {
  std::set<std::string> said;
  for (const auto* list : {&result.errors, &result.notes})
    for (const machines::RuleFinding& each : *list) {
      const findings::Finding& f = each.finding;
      said.insert(fmt::format("{}:{}:{}: {} {}", f.where.file, f.where.line, f.where.column, f.kind,
                              f.message));
    }
  for (const machines::RuleCount& count : result.counts)
    said.insert(fmt::format("{} {} {}", count.place, count.key, count.by));
  return said;
}

/// As long as it lives, the small blocks that were free are not.
class Elsewhere {
 public:
  Elsewhere() {
    constexpr size_t kBlocks = 512, kStep = 16, kLargest = 256;
    for (size_t size = kStep; size <= kLargest; size += kStep)
      for (size_t i = 0; i < kBlocks; ++i) blocks_.emplace_back(std::malloc(size), &std::free);
  }

 private:
  std::vector<std::unique_ptr<void, void (*)(void*)>> blocks_;
};

void write_findings(ByteWriter& writer, const std::vector<findings::Finding>& findings) {
  writer.varint(findings.size());
  for (const findings::Finding& finding : findings) write_finding(writer, finding);
}

void read_findings(ByteReader& reader, std::vector<findings::Finding>& findings) {
  findings.resize(reader.count());
  for (findings::Finding& finding : findings) finding = read_finding(reader);
}

void write_stops(ByteWriter& writer, const std::vector<RuleAnswer::Stop>& stops) {
  writer.varint(stops.size());
  for (const RuleAnswer::Stop& stop : stops) {
    writer.varint(stop.function.index());
    writer.text(stop.why);
  }
}

void read_stops(ByteReader& reader, size_t functions, std::vector<RuleAnswer::Stop>& stops) {
  stops.resize(reader.count());
  for (RuleAnswer::Stop& stop : stops) {
    uint64_t index = reader.varint();
    if (index >= functions) return reader.fail();
    stop.function = FunctionId(static_cast<uint32_t>(index));
    stop.why = reader.text();
  }
}

void write_path(ByteWriter& writer, const std::vector<machines::PathEvent>& path) {
  writer.varint(path.size());
  for (const machines::PathEvent& event : path) {
    writer.u8(static_cast<uint8_t>(event.kind));
    writer.varint(event.function.index());
    writer.varint(event.block.index());
    writer.varint(event.edge);
    writer.varint(event.at.index());
    writer.u8(static_cast<uint8_t>(event.is_nonzero));
  }
}

// An id that was none is the largest number.
template <class Id>
Id read_id(ByteReader& reader) {
  uint32_t index = static_cast<uint32_t>(reader.varint());
  return index == UINT32_MAX ? Id() : Id(index);
}

std::vector<machines::PathEvent> read_path(ByteReader& reader) {
  std::vector<machines::PathEvent> path(reader.count());
  for (machines::PathEvent& event : path) {
    uint8_t kind = reader.u8();
    if (kind > static_cast<uint8_t>(machines::PathEvent::Kind::Stop)) reader.fail();
    event.kind = static_cast<machines::PathEvent::Kind>(kind);
    event.function = read_id<FunctionId>(reader);
    event.block = read_id<ir::BlockId>(reader);
    event.edge = static_cast<uint32_t>(reader.varint());
    event.at = read_id<ir::NodeId>(reader);
    uint8_t is_nonzero = reader.u8();
    if (is_nonzero > static_cast<uint8_t>(Tri::Unknown)) reader.fail();
    event.is_nonzero = static_cast<Tri>(is_nonzero);
  }
  return path;
}

void write_functions(ByteWriter& writer, const std::vector<FunctionId>& functions) {
  writer.varint(functions.size());
  for (FunctionId function : functions) writer.varint(function.index());
}

void read_functions(ByteReader& reader, size_t functions, std::vector<FunctionId>& list) {
  list.resize(reader.count());
  for (FunctionId& function : list) {
    uint64_t index = reader.varint();
    if (index >= functions) return reader.fail();
    function = FunctionId(static_cast<uint32_t>(index));
  }
}

Bytes encode_answer(const RuleAnswer& answer) {
  return encode_answers({.answers = {answer}, .coverage = {}});
}

}  // namespace

Bytes encode_answers(const TaskAnswer& task) {
  ByteWriter writer;
  writer.varint(task.coverage.size());
  for (const auto& rule : task.coverage) {
    writer.varint(rule.size());
    for (const machines::Engine::Coverage& machine : rule) {
      write_functions(writer, machine.entered);
      write_functions(writer, machine.missed);
    }
  }
  writer.varint(task.answers.size());
  for (const RuleAnswer& answer : task.answers) {
    write_findings(writer, answer.findings);
    writer.varint(answer.paths.size());
    for (const auto& path : answer.paths) write_path(writer, path);
    writer.varint(answer.ways.size());
    for (uint64_t ways : answer.ways) writer.varint(ways);
    write_findings(writer, answer.notes);
    writer.varint(answer.counts.size());
    for (const machines::RuleCount& count : answer.counts) {
      writer.text(count.place);
      writer.text(count.key);
      writer.signed_varint(count.by);
    }
    write_stops(writer, answer.stopped);
    write_stops(writer, answer.failed);
    write_stops(writer, answer.doubtful);
  }
  return writer.take();
}

Result<TaskAnswer> decode_answers(std::string_view bytes, size_t functions) {
  ByteReader reader(bytes);
  TaskAnswer task;
  task.coverage.resize(reader.count());
  for (auto& rule : task.coverage) {
    rule.resize(reader.count());
    for (machines::Engine::Coverage& machine : rule) {
      read_functions(reader, functions, machine.entered);
      read_functions(reader, functions, machine.missed);
    }
    if (!reader.ok()) break;
  }
  if (reader.ok()) task.answers.resize(reader.count());
  for (RuleAnswer& answer : task.answers) {
    read_findings(reader, answer.findings);
    answer.paths.resize(reader.count());
    for (auto& path : answer.paths) path = read_path(reader);
    answer.ways.resize(reader.count());
    for (uint64_t& ways : answer.ways) ways = reader.varint();
    read_findings(reader, answer.notes);
    answer.counts.resize(reader.count());
    for (machines::RuleCount& count : answer.counts) {
      count.place = reader.text();
      count.key = reader.text();
      count.by = reader.signed_varint();
    }
    read_stops(reader, functions, answer.stopped);
    read_stops(reader, functions, answer.failed);
    read_stops(reader, functions, answer.doubtful);
    if (!reader.ok()) break;
  }
  if (!reader.ok() || !reader.at_end()) return input_error("the worker's answer is damaged");
  return task;
}

Bytes MachinesWorker::run(size_t number, const MachinesTask& task) {
  if (view_ == nullptr) start();
  cells_.begin(number, cell_);
  begin_errors(task.functions.size());
  forget(task);
  for (uint32_t rule : task.rules) {
    Slot& loaded = slot(rule);
    if (loaded.engine && !loaded.engine->is_local())
      loaded.engine->grant(options_.steps_per_root * task.functions.size());
  }
  TaskAnswer done;
  done.answers.resize(task.rules.size() * task.functions.size());
  // By function first: it is decoded once, whatever its number of rules.
  for (size_t f = 0; f < task.functions.size(); ++f)
    for (size_t r = 0; r < task.rules.size(); ++r)
      if (!is_done(task, task.rules[r], task.functions[f]))
        done.answers[r * task.functions.size() + f] = answer(task.rules[r], task.functions[f]);
  for (uint32_t rule : task.rules) {
    Slot& loaded = slot(rule);
    done.coverage.emplace_back();
    if (loaded.engine && !task.is_second) done.coverage.back() = loaded.engine->coverage();
  }
  return encode_answers(done);
}

bool MachinesWorker::is_done(const MachinesTask& task, uint32_t rule, FunctionId function) {
  Slot& loaded = slot(rule);
  return task.is_second && loaded.engine && !loaded.engine->misses(function);
}

void MachinesWorker::start() {
  view_ = std::make_unique<ImageView>(image_, graph_);
  view_->set_variable_values(options_.values);
  view_->set_library(options_.library);
  writes_ = std::make_unique<machines::Writes>(*view_);
  errors_ = std::make_unique<ErrorFilter>(*view_, *writes_, options_.refuting);
  workspace_ = std::make_unique<machines::Workspace>(*view_);
  cell_ = cells_.take();
}

// What an engine has learnt about the program may be large.  And it saves steps: where a rule that
// follows calls meets its budget must not depend on what this worker did before.
void MachinesWorker::forget(const MachinesTask& task) {
  std::erase_if(slots_, [&](const auto& slot) {
    return std::find(task.rules.begin(), task.rules.end(), slot.first) == task.rules.end();
  });
  bool follows_calls = std::any_of(task.rules.begin(), task.rules.end(), [&](uint32_t rule) {
    return !is_local(rules_[rule].composition);
  });
  if (!follows_calls) return;
  slots_.clear();
  workspace_ = std::make_unique<machines::Workspace>(*view_);
}

MachinesWorker::Slot& MachinesWorker::slot(uint32_t rule) {
  auto found = slots_.find(rule);
  if (found == slots_.end()) found = slots_.emplace(rule, load(rule)).first;
  return found->second;
}

MachinesWorker::Slot MachinesWorker::load(uint32_t rule, Order order) {
  const RuleFile& file = rules_[rule];
  Slot slot;
  Result<std::unique_ptr<metal::ActionRunner>> actions =
      metal::load_actions(file.composition, file.object, &cells_.action(cell_), {}, file.key);
  if (!actions.ok()) {
    slot.broken = actions.error();
    return slot;
  }
  slot.actions = actions.take();
  machines::EngineOptions engine = options_.engine;
  engine.is_reversed = order == Order::Reversed;
  slot.engine =
      std::make_unique<machines::Engine>(file.composition, *slot.actions, *workspace_, engine);
  return slot;
}

RuleAnswer MachinesWorker::answer(uint32_t rule, FunctionId function) {
  Slot& loaded = slot(rule);
  RuleAnswer answer;
  if (!loaded.broken.empty()) {
    answer.failed.push_back({function, loaded.broken});
    return answer;
  }
  answer = analyse(*loaded.engine, function);
  if (options_.check_rules) check(rule, function, answer);
  for (ImageView::Unreadable& one : view_->take_unreadable())
    answer.failed.push_back({one.function, std::move(one.why)});
  return answer;
}

void MachinesWorker::begin_errors(size_t roots) {
  errors_->begin(std::max(kMinPoints, options_.points_per_root * uint64_t{roots}));
}

void MachinesWorker::check(uint32_t rule, FunctionId function, RuleAnswer& answer) {
  Slot fresh = load(rule);
  RuleAnswer again = analyse(*fresh.engine, function);
  // Where a limit was met, what lies behind it may differ.
  bool is_whole = answer.stopped.empty() && again.stopped.empty();
  if (is_whole && encode_answer(again) != encode_answer(answer))
    answer.doubtful.push_back(
        {function, "what it reports depends on what was analysed before (--check-rule)"});
  fresh = load(rule);
  machines::RootResult forth = fresh.engine->analyse(function);
  Elsewhere elsewhere;
  Slot reversed = load(rule, Order::Reversed);
  machines::RootResult back = reversed.engine->analyse(function);
  bool is_complete = forth.stopped.empty() && back.stopped.empty();
  if (is_complete && reported(forth) != reported(back))
    answer.doubtful.push_back({function,
                               "what it reports depends on the order of branches, or on where "
                               "memory lies (--check-rule)"});
}

RuleAnswer MachinesWorker::analyse(machines::Engine& engine, FunctionId function) {
  // What one function gives must not depend on which others are in the task, if the number of
  // workers decides that.
  if (engine.is_local() || options_.check_rules) begin_errors(1);
  machines::RootResult result = engine.analyse(
      function, [this](const machines::ErrorOutline& error) { return errors_->wants(error); });
  RuleAnswer answer;
  // The easiest to follow first.
  std::ranges::stable_sort(result.errors, {}, [](const machines::RuleFinding& error) {
    return error.finding.trace.size();
  });
  for (machines::RuleFinding& error : result.errors)
    errors_->keep(function, std::move(error), answer);
  if (errors_->take_given_up())
    answer.stopped.push_back({function, "no steps were left to ask whether an error is possible"});
  for (machines::RuleFinding& note : result.notes) answer.notes.push_back(std::move(note.finding));
  answer.counts = std::move(result.counts);
  for (machines::Stopped& stop : result.stopped)
    (stop.is_rule_fault ? answer.failed : answer.stopped)
        .push_back({stop.function, std::move(stop.reason)});
  return answer;
}

}  // namespace assay::schedule
