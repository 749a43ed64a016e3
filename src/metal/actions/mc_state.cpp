// mc.h: states, data, and what later machines see.
#include <fmt/format.h>

#include "base/nearest.h"
#include "metal/actions/context.h"
#include "metal/actions/rule_symbols.h"

namespace assay::metal {
namespace {

// An instance's data is copied with every state: what is larger belongs elsewhere.
constexpr size_t kMaxData = 1 << 20;

const char* global_state() {
  return answer([](Context& c) { return c.keep(c.host().state(HoleId())); });
}

void set_state_of(Context& c, HoleId variable, const char* name, std::string_view function) {
  if (name == nullptr) return c.fail(fmt::format("calls {} without a state", function));
  if (c.host().set_state(variable, name)) return;
  std::vector<std::string_view> names;
  for (const State& state : c.machine().states) {
    if (state.variable == variable) names.push_back(state.name);
  }
  c.fail(fmt::format("calls {} with '{}', which is no state to go to here{}", function, name,
                     suggestion(name, names)));
}

void set_global_state(const char* name) {
  perform([&](Context& c) { set_state_of(c, HoleId(), name, "mc_set_state"); });
}

const char* variable_state(TreeHandle handle) {
  return answer([&](Context& c) -> const char* {
    HoleId variable = c.variable(handle, "mc_v_state");
    if (!variable.valid()) return nullptr;
    std::string state = c.host().state(variable);
    return state.empty() ? nullptr : c.keep(state);
  });
}

void set_variable_state(TreeHandle handle, const char* name) {
  perform([&](Context& c) {
    HoleId variable = c.variable(handle, "mc_v_set_state");
    if (variable.valid()) set_state_of(c, variable, name, "mc_v_set_state");
  });
}

int name_count(TreeHandle handle) {
  return answer([&](Context& c) -> int {
    HoleId variable = c.variable(handle, "mc_v_names");
    return variable.valid() ? static_cast<int>(c.host().name_count(variable)) : 0;
  });
}

void set_data_of(Context& c, HoleId variable, std::optional<InstanceData> data) {
  if (data && data->bytes.size() > kMaxData)
    return c.fail(
        fmt::format("sets data of {} bytes; the limit is {}", data->bytes.size(), kMaxData));
  c.host().set_data(variable, std::move(data));
}

void set_text(TreeHandle handle, const char* text) {
  perform([&](Context& c) {
    HoleId variable = c.variable(handle, "mc_v_set_data");
    if (!variable.valid()) return;
    std::optional<InstanceData> data;
    if (text != nullptr) data = InstanceData{text, true};
    set_data_of(c, variable, std::move(data));
  });
}

void set_bytes(TreeHandle handle, const void* bytes, size_t size) {
  perform([&](Context& c) {
    HoleId variable = c.variable(handle, "mc_v_set_data_sized");
    if (!variable.valid()) return;
    if (size > kMaxData)
      return c.fail(fmt::format("sets data of {} bytes; the limit is {}", size, kMaxData));
    std::optional<InstanceData> data;
    if (bytes != nullptr)
      data = InstanceData{std::string(static_cast<const char*>(bytes), size), false};
    set_data_of(c, variable, std::move(data));
  });
}

/// A copy that C code may write to, and that is aligned for anything.
void* get_data(TreeHandle handle) {
  return answer([&](Context& c) -> void* {
    HoleId variable = c.variable(handle, "mc_v_get_data");
    if (!variable.valid()) return nullptr;
    std::optional<InstanceData> data = c.host().data(variable);
    if (!data) return nullptr;
    auto* copy = static_cast<char*>(c.scratch().allocate(data->bytes.size() + 1));
    if (copy == nullptr) {
      c.fail("has no memory left");
      return nullptr;
    }
    data->bytes.copy(copy, data->bytes.size());
    return copy;
  });
}

size_t data_size(TreeHandle handle) {
  return answer([&](Context& c) -> size_t {
    HoleId variable = c.variable(handle, "mc_v_data_size");
    if (!variable.valid()) return 0;
    std::optional<InstanceData> data = c.host().data(variable);
    return data ? data->bytes.size() : 0;
  });
}

void kill_path_at(TreeHandle handle) {
  perform([&](Context& c) {
    const RuleTree* tree = c.find(handle);
    if (!c.failure().empty()) return;
    c.host().kill_path(tree == nullptr ? ir::NodeId() : tree->node);
  });
}

void kill_path() {
  perform([](Context& c) { c.host().kill_path(c.invocation().at); });
}

void annotate(TreeHandle handle, const char* key, const char* value) {
  perform([&](Context& c) {
    const RuleTree* tree = c.find(handle);
    if (key == nullptr) return c.fail("annotates without a key");
    // A tree of another function: there is no code here that a later machine would see.
    if (tree == nullptr || !tree->node.valid()) return;
    c.host().annotate(source_node(c.code(), tree->node), key, value == nullptr ? "" : value);
  });
}

const char* annotation(TreeHandle handle, const char* key) {
  return answer([&](Context& c) -> const char* {
    const RuleTree* tree = c.find(handle);
    if (tree == nullptr || !tree->node.valid() || key == nullptr) return nullptr;
    std::optional<std::string> value = c.host().annotation(source_node(c.code(), tree->node), key);
    return value ? c.keep(*value) : nullptr;
  });
}

}  // namespace

std::vector<RuleSymbol> state_symbols() {
  return {rule_symbol("mc_state", global_state),
          rule_symbol("mc_set_state", set_global_state),
          rule_symbol("mc_v_state", variable_state),
          rule_symbol("mc_v_names", name_count),
          rule_symbol("mc_v_set_state", set_variable_state),
          rule_symbol("mc_v_set_data", set_text),
          rule_symbol("mc_v_set_data_sized", set_bytes),
          rule_symbol("mc_v_get_data", get_data),
          rule_symbol("mc_v_data_size", data_size),
          rule_symbol("mc_set_path_kill", kill_path_at),
          rule_symbol("mc_kill_path", kill_path),
          rule_symbol("mc_annotate", annotate),
          rule_symbol("mc_annotation", annotation)};
}

}  // namespace assay::metal
