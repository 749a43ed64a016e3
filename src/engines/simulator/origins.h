// Where the operations of a learnt model come from, so that a report at a caller can go down to
// what the callee does.
//
// None of it is part of the model: nodes change with every edit, and callers of a function whose
// model stays the same are not simulated again.  A finding names the operation that it rests on;
// where that stands is looked up when the finding gets its lines.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/hash.h"
#include "engines/simulator/trail.h"
#include "ir/function.h"
#include "models/model.h"

namespace assay::simulator {

/// An operation of a learnt model.
struct OperationName {
  std::string function;  // its linkage name; empty: none is meant
  Hash operation;        // of its text

  bool is_given() const { return !function.empty(); }
};
OperationName name_of(const models::Model& model, const models::Operation& operation);

/// What makes a function have an operation in its model.
struct Origin {
  ir::NodeId node;
  OperationName deeper;  // of a callee whose model has it; none: the node itself does it
  std::string message;
};
/// Of one function, by the hash of the operation's text.
using Origins = std::map<Hash, Origin>;

/// Notes origins while a function is simulated; operations have their number as a tag.
class OriginNotes {
 public:
  struct Noted {
    ir::NodeId node;
    const models::Model* callee = nullptr;         // null: the node itself does it
    const models::Operation* operation = nullptr;  // of the callee
  };
  /// Never 0.
  uint32_t add(const Noted& noted) {
    noted_.push_back(noted);
    return static_cast<uint32_t>(noted_.size());
  }
  const Noted& of(uint32_t tag) const { return noted_[tag - 1]; }

 private:
  std::vector<Noted> noted_;
};

/// That a call did such a thing on a path: by itself, or by the one operation that the model of its
/// callee has for it.
OriginNotes::Noted noted_at(const std::vector<Crumb>& crumbs, ir::NodeId node, models::Operator op);

}  // namespace assay::simulator
