// Pointers into containers and strings: to an element, to a text, of an iterator.
//
// A change of the container may move or destroy what they lead to.  Each pointer that a container
// or string gave is noted with whose it is; a method that changes ends those objects, and what the
// container holds from then on is another one.  Vectors and strings whose own code is run
// (`runs.cpp`) need none of this, but for the texts of strings: what changes those is compiled.
#pragma once

#include <string_view>
#include <vector>

#include "engines/simulator/containers.h"
#include "engines/simulator/report.h"

namespace assay::simulator {

/// What a pointer to an object that has ended leads to, in a sentence; and a note of its end.
std::string_view led_to(const memory::Object& ended);
Note ended_note(const memory::Object& ended);

class InnerPointers {
 public:
  InnerPointers(const Parts& parts, Emulator& emulator, Containers& containers)
      : parts_(parts), emulator_(emulator), containers_(containers) {
    semantics::EntityId own = parts.function.entity;
    is_library_ = own.valid() && parts.program.symbol(own).has(ir::kSystem);
  }

  /// Whether the text of a string is given as an object of its own; then the call is done.
  bool give_text(Path& path, const semantics::CallRequest& request);
  /// Before `erase(iterator)`: the element that it is about; none: it is another call, or not
  /// known.
  memory::ObjectId led_by_iterator(Path& path, const semantics::CallRequest& request);
  /// What a call that was done gave, and what it has ended.
  void after(Path& path, const semantics::CallRequest& request, memory::ObjectId erased);
  /// `method` of the container, whatever its arguments were, was run.
  void after_run(Path& path, const Run& run);

 private:
  bool give_view(Path& path, const semantics::CallRequest& request, memory::Spot own);
  bool give_iterator(Path& path, const semantics::CallRequest& request);
  void note(Path& path, memory::Spot container, logic::Term pointer, bool by_iterator);
  void forget_given(Path& path, const semantics::CallRequest& request, memory::Spot own);
  void change(Path& path, semantics::EntityId callee, memory::Spot container, ir::NodeId node);
  void erase(Path& path, memory::ObjectId element, memory::Spot container, ir::NodeId node);
  void end_all(Path& path, memory::Spot container, ir::NodeId node);
  void end(Path& path, memory::ObjectId object, ir::NodeId node);
  bool is_const(semantics::EntityId method) const;
  void write_texts(Path& path, semantics::EntityId callee, memory::Spot container);
  bool is_handed_in(const Path& path, semantics::EntityId callee, memory::Spot container) const;
  bool may_be_reserved(const Path& path, semantics::EntityId callee, memory::Spot container) const;
  logic::Term text_of(Path& path, const semantics::CallRequest& request, memory::Spot at);

  Parts parts_;
  Emulator& emulator_;
  Containers& containers_;
  bool is_library_ = false;  // what its own functions do is followed as it is written
};

}  // namespace assay::simulator
