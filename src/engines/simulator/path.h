// One path through a function: its state, and what it has assumed on the way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engines/simulator/model_source.h"
#include "engines/simulator/origins.h"
#include "engines/simulator/trail.h"
#include "ir/loops.h"
#include "logic/term.h"
#include "models/model.h"
#include "semantics/driver.h"
#include "semantics/state.h"

namespace assay::simulator {

/// A list that only grows, shared between paths until one of them adds to it.
template <class T>
class SharedList {
 public:
  const T* begin() const { return items_ ? items_->data() : nullptr; }
  const T* end() const { return begin() + size(); }
  size_t size() const { return items_ ? items_->size() : 0; }
  void push_back(T item) {
    if (!items_) items_ = std::make_shared<std::vector<T>>();
    if (items_.use_count() > 1) items_ = std::make_shared<std::vector<T>>(*items_);
    items_->push_back(std::move(item));
  }

 private:
  std::shared_ptr<std::vector<T>> items_;
};

/// What has such a state is a lock.
inline constexpr std::string_view kLocked = "locked";

/// What is in such a state stays in it: nobody knows which it is in.
inline constexpr std::string_view kAnyState = "any";

/// A resource with its state; apart from the value it goes with.
struct Resource {
  logic::Term key;  // the value it goes with; of a place behind a pointer: its address
  std::string type;
  std::string state;
  bool is_behind_pointer = false;
  bool is_new = false;      // made on this path; else its first state is the caller's business
  bool is_held = false;     // losing it is a leak
  bool is_changed = false;  // the path has set its state
  bool is_escaped = false;  // unknown code may know it
  ir::NodeId node;          // the call that made it, or changed it last
};

/// A loop that the path is in.
struct Rounds {
  ir::LoopId loop;
  uint32_t count = 0;         // times it came back to the header
  uint32_t forks = 0;         // choices made inside
  bool is_open = false;       // whether it ends was not known
  bool is_by_outside = true;  // all choices made inside were the outside's
  bool is_widened = false;
  std::vector<ir::LocalId> counted;  // variables that count rounds, as many as the outside likes
  memory::Memory before;  // when it was entered
};

/// An outcome of a learnt model that was taken though nothing in the function decides for it
/// (`leaps.h`).
struct Leap {
  semantics::CallRequest request;  // without its arguments:
  std::vector<semantics::Argument> arguments;
  FoundModel found;
  const models::Outcome* outcome = nullptr;
  memory::Memory before;                  // when it was called
  std::vector<uint32_t> given;            // symbols of what it gave back
  std::vector<uint32_t> returned;         // those among them that it returned
  std::vector<memory::ObjectId> objects;  // that what it returned leads to, sorted; not new
  std::vector<logic::Term> assumed;       // for it: guards, and what the symbols are
  bool is_vague = false;                  // what it returns does not tell it from other outcomes
  bool is_settled = false;                // what it returns was looked at
  bool is_direct = false;                 // the function's own parameters decide
};

/// A branch of the function that the path passed.
struct Decision {
  logic::Term condition;  // of the edge that was taken; true: nothing was learnt from it
  ir::BlockId block;
  bool is_forced = false;     // there was no other way
  size_t begin = 0, end = 0;  // what it added to the path's conditions
};

/// A container that lies in memory as the library has it.
struct FollowedContainer {
  memory::ObjectId object;
  uint64_t offset = 0;   // in that object
  uint64_t element = 0;  // bytes of each
  bool is_scalar = false;
};

/// A pointer that a container or a string gave to what is in it (`inner.h`).
struct LentInside {
  memory::ObjectId object;  // that it leads to; none: the container has room reserved
  memory::ObjectId container;
  int64_t offset = 0;        // of the container, in that object
  uint32_t iterators = 0;    // how often it was given
  bool is_referred = false;  // not only by iterators
  bool is_node = false;      // one element alone
};

/// On a block that the library's own code has freed (`runs.cpp`).
inline constexpr memory::AttributeKey kFreedInRunAttribute = UINT32_MAX - 15;

/// On an object that a container's change has ended: it may have been moved, or destroyed.
inline constexpr memory::AttributeKey kMovedAttribute = UINT32_MAX - 16;

/// An object of a class of the library that the library's own code has built, and nobody else has
/// changed: all of it is as that code left it.
struct BuiltObject {
  memory::ObjectId object;
  uint64_t offset = 0;  // in that object
  uint64_t bytes = 0;
  bool is_text = false;  // a string: its pointer leads into itself, or to a block
};

struct Path;

/// A call of the library that is run as it is written (`runs.cpp`).
struct Run {
  std::shared_ptr<const Path> before;  // as it stood at the call
  ir::NodeId call;
  semantics::EntityId callee;
  logic::Term object;  // the first argument
};

struct Path {
  explicit Path(semantics::State begin) : state(std::move(begin)) {}

  semantics::State state;
  std::vector<logic::Term> conditions;  // all that is assumed; they can be true together
  std::vector<logic::Term> guards;      // of these, the choices between paths
  /// Of these, what only a callee asked about: that it checks a pointer does not mean that it can
  /// be null here.
  std::vector<logic::Term> soft;
  std::vector<std::shared_ptr<const Leap>> leaps;  // that the function has not looked at
  /// Branches of the function itself whose answer was known: it asks what a leap has assumed.
  std::vector<logic::Term> asked;
  SharedList<Decision> decisions;
  bool is_arbitrary = false;  // it took a way, and nobody can say when that is taken
  /// A loop whose end is not known went on in rounds that were not followed: what it wrote there is
  /// forgotten as far as it was seen, and what it would have written besides is not.
  bool is_cut = false;
  bool is_muted = false;   // what would be reported now is latent
  bool is_latent = false;  // something was: the path is not one that this function can answer for
  SharedList<models::Operation> constraints;  // what callers have to see to
  OriginNotes::Noted asking;                  // the constraint of a callee that is being tested
  std::vector<Resource> resources;
  SharedList<logic::Term> given;  // numbers of callers that are kept somewhere: perhaps resources
  std::map<uint64_t, memory::ObjectId> devices;  // pages that the program knows by number
  std::set<memory::ObjectId> gone;               // variables whose use after their end was reported
  uint32_t told = 0;                             // reports after which it went on (`faults.cpp`)
  bool is_beyond_fault = false;                  // one of them was of more than of what is not set
  bool is_known_code = false;            // at work where a path without a fault has come to as well
  SharedList<memory::ObjectId> ended;    // variables whose scope has ended
  std::vector<memory::ObjectId> living;  // those of the frame when this block was begun
  uint32_t made = 0;                     // objects at that time
  std::vector<Rounds> rounds;            // outer loops first
  uint32_t trail = kNoCrumb;
  std::shared_ptr<const Run> run;  // null: the function itself is at work
  uint64_t run_points = 0;         // of it
  ir::NodeId no_run;               // this call is not run: it was tried
  SharedList<FollowedContainer> followed;
  std::vector<BuiltObject> built;
  std::vector<LentInside> lent;
  ir::NodeId forced_call;  // evaluated again, with this outcome:
  const models::Outcome* forced_outcome = nullptr;
  bool is_at_start = true;                                // of a block that it has not begun
  models::ReturnType end = models::ReturnType::Unstated;  // Exit, Longjmp, Throw: how it ended
  ir::NodeId thrown_at;            // what leaves the function as an exception began here
  bool is_thrown_by_leap = false;  // and nothing in the function says that it does
};

/// Whether an object that memory does not have was a variable of this path; else it was made on
/// another path, and is none of this one's.
inline bool is_ended(const Path& path, memory::ObjectId id) {
  return id.index() > path.made ||
         std::find(path.living.begin(), path.living.end(), id) != path.living.end() ||
         std::find(path.ended.begin(), path.ended.end(), id) != path.ended.end();
}

}  // namespace assay::simulator
