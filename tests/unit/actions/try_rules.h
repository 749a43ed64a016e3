// Runs the rules of a metal file over a C file, without states: each rule is tried at each point of
// each function, and its C code runs against a host that writes down what it is asked.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "ir/unit.h"
#include "metal/actions/load.h"
#include "support/read_text.h"

namespace assay::test {

/// The file and its modules; a module that is not beside it is empty.
Result<metal::Composition> load_rules(const std::filesystem::path& file);
ir::Unit lower(const std::filesystem::path& source);

/// Answers from what it was told, and keeps a line for each thing that happens.
class RecordingHost : public metal::Host {
 public:
  explicit RecordingHost(const metal::Machine& machine) : machine_(machine) {}

  void report(metal::RuleReport report) override;
  void kill_path(ir::NodeId at) override;
  uint64_t error_count() const override { return errors_; }
  std::optional<metal::InstanceData> data(metal::HoleId variable) const override;
  void set_data(metal::HoleId variable, std::optional<metal::InstanceData> data) override;
  std::string state(metal::HoleId variable) const override;
  bool set_state(metal::HoleId variable, std::string_view name) override;
  std::optional<std::string> annotation(ir::NodeId node, std::string_view key) const override;
  void annotate(ir::NodeId node, std::string_view key, std::string value) override;
  bool has_body(ir::NodeId) const override { return false; }
  bool is_known_zero(metal::TreeId, ir::NodeId) const override { return false; }
  void count(std::string_view key, int64_t by) override;

  std::string text;

 private:
  const metal::Machine& machine_;
  uint64_t errors_ = 0;
  std::map<metal::HoleId, metal::InstanceData> data_;
  std::map<metal::HoleId, std::string> states_;
  std::map<std::pair<ir::NodeId, std::string>, std::string> annotations_;
};

/// What all rules did, function by function; static data is set back before each.
std::string try_rules(const metal::Composition& composition, metal::ActionRunner& runner,
                      const ir::Unit& unit);

/// Compiled and loaded; a failure of the test if that does not go.
std::unique_ptr<metal::ActionRunner> load_runner(const metal::Composition& composition,
                                                 metal::ActionCell* cell = nullptr,
                                                 metal::ActionLimits limits = {});

}  // namespace assay::test
