// Loading compiled actions, and one run of one of them.
#include <algorithm>
#include <csetjmp>
#include <cstring>

#include "metal/actions/code_table.h"
#include "metal/actions/compile.h"
#include "metal/actions/context.h"
#include "metal/actions/load.h"
#include "metal/actions/native_module.h"
#include "metal/actions/rule_symbols.h"

namespace assay::metal {
namespace {

using ActionFunction = void (*)(const TreeHandle* holes);
using CalloutFunction = long long (*)(const TreeHandle* holes);

/// Calls the code, and comes back however it ends.  Alone in its function: what lives across setjmp
/// is here, and nothing of it changes in between.
[[gnu::noinline]] int64_t call(Context& context, CodeKind kind, void* function,
                               const TreeHandle* holes) {
  if (setjmp(context.way_out) != 0) return 0;
  if (kind == CodeKind::Callout) return reinterpret_cast<CalloutFunction>(function)(holes);
  reinterpret_cast<ActionFunction>(function)(holes);
  return 0;
}

class Runner : public ActionRunner {
 public:
  Runner(const Composition& composition, ActionCell* cell, ActionLimits limits)
      : table_(composition), cell_(cell), limits_(limits) {}

  Result<void> load(const Composition& composition, std::string_view bytes,
                    std::optional<Hash> key) {
    ActionObject object = TRY(decode_action_object(bytes));
    if (!key) key = TRY(actions_key(composition));
    if (object.key != *key)
      return input_error("compiled rules are not those of {}", composition.programs[0].file);
    keeps_data_ = object.keeps_data;
    code_ = std::move(object.code);
    return {};
  }

  CodeId action_of(size_t machine, RuleRef rule) const override {
    return table_.action_of(machine, rule);
  }
  CodeId callout_of(size_t machine, PatternId callout) const override {
    return table_.callout_of(machine, callout);
  }
  std::vector<CodeId> init_of(size_t machine) const override { return table_.init_of(machine); }
  std::vector<CodeId> final_of(size_t machine) const override { return table_.final_of(machine); }
  std::string describe(CodeId code) const override { return table_[code].description; }

  Result<int64_t> run(CodeId code, const Invocation& invocation) override {
    if (!object_) TRY(link());
    const CodeEntry& entry = table_[code];
    ASSAY_CHECK(running_context == nullptr, "code of rules should not run code of rules");
    ASSAY_CHECK(entry.in->holes.size() == invocation.machine.holes.size(),
                "code should run for the machine that has it");
    Context context(invocation, memory_, limits_, ++runs_);
    std::vector<TreeHandle> holes = context.hole_handles();
    *steps_ = limits_.steps;
    *stack_limit_ = reinterpret_cast<uint64_t>(__builtin_frame_address(0)) - limits_.stack_bytes;
    running_context = &context;
    enter(code);
    int64_t value = call(context, entry.kind, functions_[code.index()], holes.data());
    leave();
    running_context = nullptr;
    if (!context.failure().empty())
      return input_error("{} {}", entry.description, context.failure());
    return value;
  }

  bool keeps_data() const override { return keeps_data_; }
  void reset_static_data() override {
    if (object_) object_->reset_static_data();
    memory_.clear();
  }

 private:
  // When something of it runs: most rules have nothing to say about a small program.
  Result<void> link() {
    object_ = TRY(TRY(rule_loader())->load(code_, rule_symbols()));
    steps_ = static_cast<int64_t*>(object_->address(kStepsSymbol));
    stack_limit_ = static_cast<uint64_t*>(object_->address(kStackLimitSymbol));
    ASSAY_CHECK(steps_ != nullptr && stack_limit_ != nullptr, "rules should count their steps");
    for (size_t i = 0; i < table_.entries().size(); ++i) {
      functions_.push_back(object_->address(CodeTable::symbol(CodeId(i))));
      ASSAY_CHECK(functions_.back() != nullptr, "compiled rules should have all their code");
    }
    return {};
  }

  void enter(CodeId code) {
    if (cell_ == nullptr) return;
    if (named_ != code) {
      const std::string& text = table_[code].description;
      size_t size = std::min(text.size(), sizeof(cell_->code) - 1);
      std::memcpy(cell_->code, text.data(), size);
      cell_->code[size] = '\0';
      named_ = code;
    }
    cell_->is_running.store(1, std::memory_order_release);
  }
  void leave() {
    if (cell_ != nullptr) cell_->is_running.store(0, std::memory_order_release);
  }

  CodeTable table_;
  ActionCell* cell_;
  ActionLimits limits_;
  Bytes code_;
  std::unique_ptr<LoadedObject> object_;  // none until something runs
  std::vector<void*> functions_;          // by CodeId
  int64_t* steps_ = nullptr;
  uint64_t* stack_limit_ = nullptr;
  RuleMemory memory_;
  bool keeps_data_ = false;
  uint32_t runs_ = 0;
  CodeId named_;  // whose text stands in the cell
};

}  // namespace

std::string running_action(const ActionCell& cell) {
  if (cell.is_running.load(std::memory_order_acquire) == 0) return "";
  return std::string(cell.code, strnlen(cell.code, sizeof(cell.code)));
}

Result<std::unique_ptr<ActionRunner>> load_actions(const Composition& composition,
                                                   std::string_view object, ActionCell* cell,
                                                   ActionLimits limits, std::optional<Hash> key) {
  auto runner = std::make_unique<Runner>(composition, cell, limits);
  TRY(runner->load(composition, object, key));
  return std::unique_ptr<ActionRunner>(std::move(runner));
}

}  // namespace assay::metal
