// Containers of the C++ library, by what their elements have in common.
//
// A container is one element: as long as everything put into it was the same value, what is first
// taken out is that value; after that it is any value.  How many there are, and in which order, is
// not followed: what is taken by another index is another element, of which nothing is known.  The
// element is an object of its own; the container's first bytes hold its address,
// so that callers, callees and copies see it as they see any memory.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "engines/simulator/emulator.h"

namespace assay::simulator {

/// On an object: it is a container's element, and nobody's leak.
inline constexpr memory::AttributeKey kElementAttribute = UINT32_MAX - 12;
/// On the element of a container that has none: it only stands there.
inline constexpr memory::AttributeKey kNoneAttribute = UINT32_MAX - 14;
/// On an element: by which index it was taken out; true: by none.
inline constexpr memory::AttributeKey kTakenAttribute = UINT32_MAX - 13;

class Containers {
 public:
  explicit Containers(const Parts& parts, Emulator& emulator)
      : parts_(parts), emulator_(emulator) {}

  /// Whether it is a method of a container.
  bool knows(semantics::EntityId callee) const;
  /// Its effect.  Pre: knows(request.callee).
  void call(Path& path, const semantics::CallRequest& request);

  static std::string_view class_of(std::string_view display);
  static std::string_view method_of(std::string_view display);
  /// The element's address; null: there is none, or it is not known.
  logic::Term element_of(Path& path, logic::Term container) const {
    return element(path, container, nullptr);
  }
  /// The same element, elsewhere.
  void renew_element(Path& path, logic::Term container, ir::NodeId at) const;
  logic::Term make_element(Path& path, const semantics::CallRequest& request, uint64_t bytes) const;
  /// One element of which nothing is known: others may know it.
  logic::Term make_node(Path& path, const semantics::CallRequest& request) const;

  // containers_followed.cpp

  /// Whether the library's own code can be run for it: of the containers that the request names
  /// all is known.  Pre: knows(request.callee).
  bool is_followed(const Path& path, const semantics::CallRequest& request) const;
  /// Of an access by number, or to the first or last element, of a vector that is followed: where
  /// it goes, and how many there are.  None: it is another method, or not known.
  struct Access {
    uint64_t index = 0;
    uint64_t count = 0;
  };
  std::optional<Access> access(const Path& path, const semantics::CallRequest& request) const;
  /// Whether its constructor was run, or is; whatever is in it.
  bool is_noted(const Path& path, const semantics::CallRequest& request) const;
  /// The code of a constructor is about to be run.
  void note_built(Path& path, const semantics::CallRequest& request) const;
  /// Of containers that are lent, and not to be changed: their objects and blocks as they were.
  struct Lent {
    bool is_none = true;  // none was handed over at all
    std::vector<std::pair<memory::ObjectId, memory::Ref<memory::Object>>> objects;
  };
  /// What the arguments lead to goes to somebody who knows containers by their element.
  Lent hand_over(Path& path, const semantics::CallRequest& request) const;
  void take_back(Path& path, const Lent& lent) const;
  void hand_over_all(Path& path) const;

 private:
  bool words(const Path& path, const FollowedContainer& container,
             std::array<uint64_t, 3>& found) const;
  const FollowedContainer* find_followed(const Path& path, logic::Term address) const;
  void abstract(Path& path, const FollowedContainer& container) const;
  /// The element's address, by the container's bytes; null: there is none.
  logic::Term element(Path& path, logic::Term container, const semantics::ValueType* type) const;
  logic::Term any_element(Path& path, const semantics::CallRequest& request, ir::TypeId type) const;
  logic::Term index_of(Path& path, const semantics::CallRequest& request) const;
  bool is_another(Path& path, const semantics::CallRequest& request, logic::Term element) const;
  void set_element(Path& path, logic::Term container, logic::Term element) const;
  logic::Term no_element(Path& path, const semantics::CallRequest& request) const;
  bool is_open(Path& path, logic::Term container) const;
  void put(Path& path, const semantics::CallRequest& request);
  void put_value(Path& path, const semantics::CallRequest& request, logic::Term value);
  void construct(Path& path, const semantics::CallRequest& request);
  void keep_elements(Path& path, const semantics::CallRequest& request);
  bool give_element(Path& path, const semantics::CallRequest& request);
  void forget(Path& path, const semantics::CallRequest& request);
  ir::NodeId assigned_value(ir::NodeId call) const;

  Parts parts_;
  Emulator& emulator_;
  std::vector<ir::NodeId> mutable parents_;  // of the function's nodes, when first asked for
};

}  // namespace assay::simulator
