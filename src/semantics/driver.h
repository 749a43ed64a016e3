// The driver: who explores.  The evaluator says what one point means; where meaning branches, or
// something must hold, or another function is called, it asks the driver.
//
// Obligations are conditions that the program must meet at a point.  The evaluator decides nothing
// about warnings: it says whether the condition holds, and goes on as if it did (or as the
// hardware would, where it does not).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/tri.h"
#include "logic/term.h"
#include "semantics/state.h"

namespace assay::memory {
struct Location;
}

namespace assay::semantics {

enum class ObligationKind : uint8_t {
  NonNull,      // the pointer that is followed
  Valid,        // it leads to an object that lives
  InBounds,     // and all bytes accessed are in it
  Initialised,  // and what is read was written before
  Writable,     // what is written is not constant
  DivisorNonZero,
  NoOverflow,  // a signed operation stays in its type
  ShiftInRange,
  ConversionFits,  // a floating-point number in an integer type
  SameObject,      // pointers that are compared or subtracted
  Freeable,        // what is freed: a live heap object's beginning, or null
  Callable,        // a function pointer leads to a function
  ArgumentGiven,   // va_arg: there is one more, of this type
  Reachable,       // __builtin_unreachable, the end of a function that must return a value
  PositiveSize,    // the bound of a variable array
  NoOverlap,       // memcpy and the like
  Terminated,      // a string that is read ends within its object
  Handled,         // an exception finds a handler; No: it never will, Unknown: in no frame here
  Implemented,     // a virtual call does not reach a pure method
  NoWrap,          // an unsigned operation stays in its type; asked where the driver watches
  Narrows,         // a result keeps its value in the narrower type it is stored in; likewise
  IndexInArray,  // an index stays in an array that is a part of its object; not asked under Common
  // Asked under Checks::Strict only: what machines do, and C forbids.
  Aligned,          // an address that is followed is a multiple of its type's alignment
  ValidValue,       // what is read is one of the values of its type
  HasSetBit,        // the number whose first set bit is looked for
  ShiftKeepsValue,  // C: what is shifted left is not negative, and the result fits
  ValueReturned,    // C++: a function with a result does not run off its end; C: nor is it used
  ArgumentType,     // va_arg: the argument is of the type that is asked for
};

/// What obligations the evaluator looks for.
enum class Checks : uint8_t {
  Common,
  Extents,  // also whether indices stay in inner arrays, and constant places in blocks whose size
            // the outside chose
  Strict,   // those too that every machine lets pass; for concrete states
};

/// Why an obligation is not known to hold.
enum class Source : uint8_t {
  Known,    // it is known
  Inputs,   // depends on nothing but the function's inputs
  Outside,  // chosen by the outside world
  Imprecise,
};

struct Obligation {
  ObligationKind kind;
  Tri holds = Tri::Yes;
  ir::NodeId node;        // in the innermost frame's function
  logic::Term condition;  // must be true; width 1
  Source source = Source::Known;
  memory::ObjectId object;  // what the pointer leads to; none if nothing
  int64_t offset = 0;       // InBounds: where in it, if known.  IndexInArray: the index
  uint64_t bytes = 0;       // InBounds: accessed.  IndexInArray: how many elements there are
  ir::NodeId place = {};    // IndexInArray: the index; `node` is what reads or writes there
};

/// After an obligation was seen.
enum class Verdict : uint8_t {
  Continue,
  Stop,  // this path ends here
};

/// What a call is given.
struct Argument {
  logic::Term value;  // of a place (`is_place`): its address
  const ValueType* type = nullptr;
  bool is_place = false;  // the parameter is that very object
};

struct CallRequest {
  ir::NodeId node;
  EntityId callee;  // none: `pointer` leads to no single known function
  logic::Term pointer;
  std::span<const Argument> arguments;
  const ValueType* result = nullptr;  // null: void
  logic::Term result_slot;
  /// Makes or ends a base of a larger object, whose virtual bases others make and end.
  bool is_part_only = false;
};

enum class CallAnswer : uint8_t {
  Entered,   // a frame was pushed
  Returned,  // the value of the call's node was set
  Stop,      // the path ends here
  Threw,     // an exception is under way: Evaluator::throw_standard, or out of a callback
};

/// What the driver wants where a pointer has several targets or an index several values.
enum class Split : uint8_t {
  Together,  // all at once, under their guards
  Apart,     // the driver has made a state for each: this evaluation is void
};

class Evaluator;

class Driver {
 public:
  virtual ~Driver() = default;

  /// Whether a condition holds on this path.  Not asked of constants.
  virtual Tri decide(State& state, logic::Term condition) = 0;
  virtual Split split(State& state, std::span<const logic::Term> cases) = 0;
  /// The same where a call has several callees, or a thrown object several places: such a thing
  /// cannot be done for all at once, and whoever answers Together gets what is not known.
  virtual Split split_call(State& state, std::span<const logic::Term> cases) {
    return split(state, cases);
  }
  /// Called where it is not sure to hold.
  virtual Verdict obligation(State& state, const Obligation& obligation) = 0;
  virtual CallAnswer call(State& state, const CallRequest& request) = 0;
  /// Inline assembly knows an address, and may write there.
  virtual void given_to_assembly(State& state, logic::Term address) { (void)state, (void)address; }
  /// `destructor` is to be called with that object when the program ends, last one first.
  virtual void at_exit(State& state, EntityId destructor, logic::Term object) {
    (void)state, (void)destructor, (void)object;
  }
  /// A value that only the outside knows: bytes of the environment, what asm leaves, unsupported
  /// constructs.  `why` is a constant text.
  virtual logic::Term unknown_value(State& state, uint32_t width, std::string_view why) = 0;
  /// An access at an offset that is no constant, to an object whose size nobody knows.
  virtual void unbounded_access(State& state, ir::NodeId at, const memory::Location& location,
                                uint64_t bytes) {
    (void)state, (void)at, (void)location, (void)bytes;
  }
  /// Whether nothing defines a weak name, not even a library: then its address is null.
  virtual bool is_absent(EntityId entity) const {
    (void)entity;
    return false;
  }
  /// Where a symbol comes from: those that the driver made for the function's inputs, for what the
  /// outside world delivers, or because it did not know better.
  virtual Source source_of(logic::Term symbol) const {
    (void)symbol;
    return Source::Imprecise;
  }
  /// Whether it matters that a result of these operands is cut to its type, which C allows.
  virtual bool watches(logic::Term a, logic::Term b) {
    (void)a, (void)b;
    return false;
  }
  /// How many bytes one pointer lies behind another, where their numbers do not tell: objects of
  /// the environment lie where we put them.  Null: as many as the numbers say.
  virtual logic::Term distance(State& state, logic::Term from, logic::Term to) {
    (void)state, (void)from, (void)to;
    return logic::Term();
  }
  /// The object that a number leads to which is none of our addresses: a device's registers.  None:
  /// there is nothing.  `offset`: where in it.
  virtual memory::ObjectId object_at_number(State& state, uint64_t number, uint64_t& offset) {
    (void)state, (void)number, (void)offset;
    return memory::ObjectId();
  }
  /// Whether two pointers are equal, where their numbers do not tell.  Null: as the numbers say.
  virtual logic::Term same_address(State& state, logic::Term a, logic::Term b) {
    (void)state, (void)a, (void)b;
    return logic::Term();
  }
  /// What the environment holds at a place that nobody has read before.  Before the object's
  /// beginning (`container_of`) the offset is a negative number, wrapped.
  virtual logic::Term environment_value(State& state, memory::ObjectId object, uint64_t offset,
                                        const ValueType& type) {
    (void)object, (void)offset;
    return unknown_value(state, type.width, "environment");
  }
};

}  // namespace assay::semantics
