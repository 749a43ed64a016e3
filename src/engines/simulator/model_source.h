// Where the models of called functions come from.
#pragma once

#include <string_view>

#include "base/tri.h"
#include "engines/simulator/special.h"
#include "models/model.h"
#include "semantics/program.h"

namespace assay::simulator {

struct FoundModel {
  const models::Model* model = nullptr;  // null: nobody knows what the function does
  bool is_automatic = false;
};

class ModelSource {
 public:
  virtual ~ModelSource() = default;
  virtual FoundModel find(semantics::EntityId callee) const = 0;
  /// What the declaration of a function that nobody knows asks of its arguments: a model that has
  /// constraints alone; null: nothing.
  virtual const models::Model* demands(semantics::EntityId callee) const = 0;
  /// Where a call through a pointer or of a virtual method leads, if the program as a whole leaves
  /// one function only; none: several, or it is not known.
  virtual semantics::EntityId only_target(semantics::EntityId caller, ir::NodeId call) const = 0;
  /// Where a call of a virtual method leads, if the program as a whole leaves a few: one of them,
  /// and what all of them do, as the outcomes of one model.  None: not known.
  struct Joint {
    semantics::EntityId callee;
    FoundModel found;
  };
  virtual Joint joint_target(semantics::EntityId caller, ir::NodeId call) const = 0;
  /// Whether the body of a callee is at hand for special calls.
  virtual bool is_helper(semantics::EntityId callee) const = 0;
  /// What came out of special calls, kept for the next ones.
  virtual Specials& specials() const = 0;
  /// Whether losing track of a resource in that state is a leak; Unknown: nobody declared it.
  virtual Tri is_held(std::string_view type, std::string_view state) const = 0;
  /// Whether resources of that type are declared to have such a state.
  virtual bool has_state(std::string_view type, std::string_view state) const = 0;
  /// Of a state that never changes, what it means: "popen made"; null: it is none.
  virtual const std::string* sort_text(std::string_view type, std::string_view state) const = 0;
  /// Whether losing track of such a resource can be a leak at all.
  virtual bool has_held_state(std::string_view type) const = 0;
  /// Whether a global has the value that its initialiser gave it, whenever a function looks.
  virtual bool is_constant(semantics::EntityId global) const = 0;
};

}  // namespace assay::simulator
