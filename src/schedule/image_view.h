// A program image as an engine reads it: functions decoded when they are asked for, and kept as
// long as a budget of memory allows.
//
// What has been kept never shows in an answer, only in its speed.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engines/machines/program.h"
#include "models/library.h"
#include "schedule/program_image.h"

namespace assay::schedule {

/// The least recently used go first when the whole weighs more than the limit.
template <class Value>
class WeightedCache {
 public:
  explicit WeightedCache(uint64_t limit) : limit_(limit) {}

  /// Null: not kept.
  std::shared_ptr<const Value> find(uint32_t key) {
    auto found = index_.find(key);
    if (found == index_.end()) return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return found->second->value;
  }
  void put(uint32_t key, std::shared_ptr<const Value> value, uint64_t weight) {
    order_.push_front({key, std::move(value), weight});
    index_[key] = order_.begin();
    total_ += weight;
    while (total_ > limit_ && order_.size() > 1) {
      total_ -= order_.back().weight;
      index_.erase(order_.back().key);
      order_.pop_back();
    }
  }

 private:
  struct Item {
    uint32_t key;
    std::shared_ptr<const Value> value;
    uint64_t weight;
  };
  uint64_t limit_;
  uint64_t total_ = 0;
  std::list<Item> order_;
  std::unordered_map<uint32_t, typename std::list<Item>::iterator> index_;
};

/// Units of an image with their tables decoded.
class ImageUnits {
 public:
  struct Loaded {
    ir::UnitRecord record;
    std::shared_ptr<const ir::Unit> tables;  // no functions, unless it was loaded whole
    std::unique_ptr<ir::FunctionDecoder> decoder;
  };

  ImageUnits(const ProgramImage& image, uint64_t cache_bytes)
      : image_(image), cache_(cache_bytes) {}

  Result<std::shared_ptr<const Loaded>> load(size_t unit);
  Result<ir::Function> function(const Loaded& unit, size_t index) const;
  /// With all its functions; not kept.
  Result<Loaded> whole(size_t unit) const;

 private:
  Result<std::shared_ptr<ir::Unit>> tables_of(const ir::UnitRecord& record) const;

  const ProgramImage& image_;
  WeightedCache<Loaded> cache_;
};

class ImageView : public machines::ProgramView {
 public:
  /// Both outlive the view.
  ImageView(const ProgramImage& image, const callgraph::CallGraph& graph,
            uint64_t cache_bytes = kCacheBytes);
  /// What is known of variables; outlives the view.
  void set_variable_values(const machines::VariableValues* values) { values_ = values; }
  /// What the system's functions do; outlives the view.
  void set_library(const models::Library* library) { library_ = library; }

  const callgraph::CallGraph& graph() const override { return graph_; }
  std::shared_ptr<const machines::LoadedFunction> load(callgraph::FunctionId function) override;
  const machines::VariableValues* variable_values() const override { return values_; }
  std::optional<machines::ResultRange> library_result(const std::string& function) override;
  bool only_frees(const std::string& function) override;

  struct Unreadable {
    callgraph::FunctionId function;
    std::string why;
  };
  /// What load could not read since the last call, each once.
  std::vector<Unreadable> take_unreadable();

  static constexpr uint64_t kCacheBytes = uint64_t{256} << 20;

 private:
  Result<std::shared_ptr<const machines::LoadedFunction>> decode(
      const callgraph::ProgramFunction& function);

  const callgraph::CallGraph& graph_;
  const machines::VariableValues* values_ = nullptr;
  const models::Library* library_ = nullptr;
  std::unordered_map<std::string, std::optional<machines::ResultRange>> results_;
  ImageUnits units_;
  WeightedCache<machines::LoadedFunction> functions_;
  std::unordered_map<uint32_t, std::string> unreadable_;
  std::vector<Unreadable> told_;
};

}  // namespace assay::schedule
