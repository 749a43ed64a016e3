#include "unit/actions/try_rules.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "frontend/command.h"
#include "frontend/parse.h"
#include "metal/actions/compile.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;
using namespace metal;

std::string severity_name(ReportClass severity) {
  switch (severity) {
    case ReportClass::Security:
      return " SECURITY";
    case ReportClass::Minor:
      return " MINOR";
    case ReportClass::Error:
      return "";
  }
  return "";
}

std::string tag(std::string_view name, const std::optional<std::string>& value) {
  return value ? fmt::format(" {}=<{}>", name, *value) : "";
}

class Trial : public CalloutRunner {
 public:
  Trial(ActionRunner& runner, const Machine& machine, size_t number, const Code& code)
      : runner_(runner), machine_(machine), number_(number), code_(code), host_(machine) {}

  std::string run() {
    for (CodeId id : runner_.init_of(number_)) run(id, {}, {});
    const ir::Body& body = code_.function.body;
    for (size_t i = 0; i < body.blocks.size(); ++i) {
      for (ir::NodeId node : body.points_of(ir::BlockId(i))) try_at(node, Moment::Point);
      if (body.blocks[i].terminator == ir::Terminator::Branch)
        try_at(body.blocks[i].operand, Moment::Condition);
    }
    for (CodeId id : runner_.final_of(number_)) run(id, {}, {});
    return host_.text;
  }

  bool holds(PatternId callout, const Code&, ir::NodeId at, const Bindings& bindings) override {
    return run(runner_.callout_of(number_, callout), at, bindings) != 0;
  }

 private:
  void try_at(ir::NodeId node, Moment moment) {
    for (uint32_t guard = 0; guard < machine_.guards.size(); ++guard) {
      for (uint32_t rule = 0; rule < machine_.guards[guard].rules.size(); ++rule) {
        Match found;
        RuleRef ref{guard, rule};
        if (!match_rule(machine_, ref, code_, node, moment, {}, *this, found)) continue;
        if (CodeId id = runner_.action_of(number_, ref); id.valid()) run(id, node, found.bindings);
      }
    }
  }
  int64_t run(CodeId id, ir::NodeId at, const Bindings& bindings) {
    Result<int64_t> value = runner_.run(id, {machine_, code_, at, bindings, host_});
    if (value.ok()) return value.value();
    host_.text += "  failed: " + value.error() + "\n";
    runner_.reset_static_data();
    return 0;
  }

  ActionRunner& runner_;
  const Machine& machine_;
  size_t number_;
  const Code& code_;
  RecordingHost host_;
};

}  // namespace

Result<Composition> load_rules(const fs::path& file) {
  return load_composition(file.filename(),
                          [&](const std::string& name, const std::string&) -> Result<ModuleText> {
                            return ModuleText{name, read_text(file.parent_path() / name)};
                          });
}

ir::Unit lower(const fs::path& source) {
  frontend::CommandAdapter adapter;
  return frontend::parse_unit(
      adapter.prepare(frontend::command_for_source(source, {}).take()).take());
}

void RecordingHost::report(RuleReport report) {
  errors_ += report.sort == ReportSort::Error;
  text +=
      fmt::format("  {}{}{}{}{}{}{}: {}\n", report.sort == ReportSort::Error ? "error" : "note",
                  report.kind.empty() ? "" : " " + report.kind,
                  report.variable.valid() ? " of " + machine_.hole(report.variable).name : "",
                  severity_name(report.severity), tag("success", report.success),
                  tag("fail", report.fail), tag("population", report.population), report.message);
}

void RecordingHost::kill_path(ir::NodeId at) {
  text += at.valid() ? "  path killed\n" : "  path killed here\n";
}

std::optional<InstanceData> RecordingHost::data(HoleId variable) const {
  auto found = data_.find(variable);
  return found == data_.end() ? std::nullopt : std::optional(found->second);
}

void RecordingHost::set_data(HoleId variable, std::optional<InstanceData> data) {
  text +=
      fmt::format("  data: {}\n", !data           ? "none"
                                  : data->is_text ? "text"
                                                  : fmt::format("{} bytes", data->bytes.size()));
  data_.erase(variable);
  if (data) data_[variable] = *data;
}

std::string RecordingHost::state(HoleId variable) const {
  auto found = states_.find(variable);
  if (found != states_.end()) return found->second;
  return variable.valid() ? "" : machine_.state(machine_.initial).name;
}

bool RecordingHost::set_state(HoleId variable, std::string_view name) {
  for (const State& state : machine_.states) {
    if (state.variable != variable || state.name != name) continue;
    text += fmt::format("  state: {}\n", name);
    states_[variable] = name;
    return true;
  }
  return false;
}

std::optional<std::string> RecordingHost::annotation(ir::NodeId node, std::string_view key) const {
  auto found = annotations_.find({node, std::string(key)});
  return found == annotations_.end() ? std::nullopt : std::optional(found->second);
}

void RecordingHost::annotate(ir::NodeId node, std::string_view key, std::string value) {
  annotations_[{node, std::string(key)}] = std::move(value);
}

void RecordingHost::count(std::string_view key, int64_t by) {
  text += fmt::format("  count {} {:+}\n", key, by);
}

std::string try_rules(const Composition& composition, ActionRunner& runner, const ir::Unit& unit) {
  std::string text;
  for (size_t i = 0; i < unit.functions.size(); ++i) {
    const ir::Function& function = unit.functions[i];
    if (function.kind != ir::FunctionKind::Function) continue;
    TreePool pool;
    FunctionTrees trees(pool, unit, function, ScopeId(i));
    Code code{unit, function, trees, pool, function.body.parents()};
    runner.reset_static_data();
    text += unit.symbols[function.symbol].name + "\n";
    size_t machine = 0;
    for (const Part& part : composition.parts) {
      if (part.kind != PartKind::Machine) continue;
      const Machine& at = composition.programs[part.program].machines[part.index];
      text += Trial(runner, at, machine++, code).run();
    }
  }
  return text;
}

std::unique_ptr<ActionRunner> load_runner(const Composition& composition, ActionCell* cell,
                                          ActionLimits limits) {
  Result<Bytes> object = compile_actions(composition);
  if (!object.ok()) {
    ADD_FAILURE() << object.error();
    return nullptr;
  }
  Result<std::unique_ptr<ActionRunner>> runner =
      load_actions(composition, object.value(), cell, limits);
  if (!runner.ok()) {
    ADD_FAILURE() << runner.error();
    return nullptr;
  }
  return runner.take();
}

}  // namespace assay::test
