// What one program point does to a state.  Written once, for every engine.
//
// The evaluator works on the innermost frame.  Where it needs a decision it asks its Driver; it
// never forks, merges or warns itself.  One definition per operator, grouped by file:
// evaluate_value (literals, joins), evaluate_arithmetic, evaluate_cast, evaluate_lanes (complex
// numbers, vectors), access (loads and stores through pointers), evaluate_store (assignments and
// initialisers), evaluate_call, evaluate_class (objects of classes), evaluate_class_cast,
// exceptions, control (blocks), builtins (the compiler's functions), strict (what only a concrete
// run is asked).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "logic/term_pool.h"
#include "memory/locations.h"
#include "semantics/builtins.h"
#include "semantics/classes.h"
#include "semantics/driver.h"
#include "semantics/program.h"
#include "semantics/state.h"

namespace assay::semantics {

/// How evaluation goes on.
enum class Flow : uint8_t {
  Next,
  Entered,   // a call pushed a frame: evaluation goes on in it
  Returned,  // the innermost frame is at its end: `leave` it
  Branch,    // the block ends in a choice that is no constant: the driver picks an edge
  Stop,      // the path ends here
  Apart,     // the driver split the state at a point; nothing of it was evaluated
  Throw,     // an exception is under way from this point
};

/// Losses of precision, counted.
struct Approximations {
  uint64_t unknown_element = 0;   // a symbolic index over too many cells
  uint64_t unknown_store = 0;     // those of them that were written
  uint64_t too_many_targets = 0;  // a pointer with more locations than the cap
  uint64_t unsupported = 0;       // points that have no meaning yet
  uint64_t asm_statements = 0;
};

/// Of a variable: whether its initialisation has begun, and not been broken off.
inline constexpr memory::AttributeKey kInitialisedAttribute = UINT32_MAX;

class Evaluator {
 public:
  using Term = logic::Term;

  Evaluator(logic::TermPool& pool, Program& program, Driver& driver,
            Checks checks = Checks::Common);

  // Control.

  /// Evaluates points and constant branches until something else happens.  Stops with Next when
  /// `points` is used up; it counts down.
  /// Calls are followed and left again; the frame number `floor` is not left (Flow::Returned).
  Flow run(State& state, uint64_t& points, size_t floor = 1);
  /// As `run`, for one block or what is left of it: comes back at its end (Next), and where a
  /// function is entered or left (Entered).
  Flow run_block(State& state, size_t floor = 1);
  /// At Flow::Branch: the value the block's end asks about, and the way on.
  logic::Term branch_value(const State& state) const;
  void follow(State& state, size_t edge);

  /// Begins a function: its parameters are made and set.
  void enter(State& state, const Prepared& function, std::span<const Argument> arguments,
             ir::NodeId call, logic::Term result_slot);
  /// Ends the innermost frame; the caller's node gets the value.  Pre: not the last frame, or
  /// `result` is taken by whoever drives.
  void leave(State& state);
  /// As `leave`, without a value: by longjmp and unwinding.
  void abandon(State& state);

  /// Before states that came to a block by different edges are merged: what its joins choose is
  /// chosen now.
  void settle_joins(State& state);
  /// Whether two states can be one: at the same point, with the same calls open, the same objects
  /// under construction and the same exceptions under way.  Others have to be kept apart.
  bool can_merge(const State& state, const State& otherwise) const;
  /// `state` where the condition holds, `otherwise` where it does not.  Pre: can_merge.
  /// `otherwise` is used up.
  void merge(State& state, Term condition, State& otherwise,
             const memory::Memory::Outside& outside);

  // Objects.

  /// The entity's object, made where the state has none.
  logic::Term address_of(State& state, EntityId entity);
  /// Writes a variable's initial value; it happens by itself on the first access.
  void run_initialiser(State& state, memory::ObjectId id);
  memory::ObjectId make_object(State& state, memory::ObjectKind kind, logic::Term size,
                               memory::Background background, ir::NodeId node);
  /// The function that a constant address is; none if it is no function's.
  EntityId function_at(const State& state, logic::Term address) const;

  // Memory, as the program sees it: with obligations.

  /// Reads a scalar.  Null: the path ends here (see `failed`).
  logic::Term load(State& state, ir::NodeId at, logic::Term address, const ValueType& type,
                   BitRange bits = {});
  void store(State& state, ir::NodeId at, logic::Term address, const ValueType& type,
             logic::Term value, BitRange bits = {});
  /// Bytes from one place to another, which may overlap.
  void copy(State& state, ir::NodeId at, logic::Term to, logic::Term from, uint64_t bytes);
  void fill(State& state, ir::NodeId at, logic::Term to, uint64_t bytes, uint8_t value);
  /// An unsigned integer of so many bytes: for library functions.
  logic::Term load_bytes(State& state, ir::NodeId at, logic::Term address, uint32_t bytes);
  void store_bytes(State& state, ir::NodeId at, logic::Term address, logic::Term value);
  /// Whether all bytes may be accessed; obligations are reported.
  bool accessible(State& state, ir::NodeId at, logic::Term address, uint64_t bytes, bool writes);

  /// Reports a condition that must hold; false: the path ends here.
  bool require(State& state, ObligationKind kind, ir::NodeId at, logic::Term condition);
  /// The same, where more is known than that; `holds` and `source` are found out.
  bool require(State& state, Obligation asked);
  bool violated(State& state, const Obligation& obligation);

  /// Where what is not known about a condition comes from.
  Source source_of(Term condition) const;

  /// Since the last point something ended the path or split the state.
  bool failed() const { return flow_ != Flow::Next; }

  /// The bytes of a type, variable arrays by the bounds of the innermost frame.
  logic::Term bytes_of(State& state, ir::TypeId type);

  // Classes and exceptions.

  Classes& classes() { return classes_; }
  /// What an object's vptr says; null if nothing, or the path ended.
  const Dynamic* dynamic_class(State& state, ir::NodeId at, logic::Term object);
  /// Throws one of the library's exceptions, at a point of the innermost frame.  `message`: what
  /// its `what` returns, where it keeps one.  Throw, or Stop.
  Flow throw_standard(State& state, ir::NodeId at, std::string_view name, logic::Term message);
  /// Throws an object of a class or type (as `thrown_type` names it) whose bytes are whatever they
  /// are: the caller says what.  One of a type that nobody here knows is caught by `...` only.
  memory::ObjectId throw_of(State& state, ir::NodeId at, std::string_view type);
  /// What is on its way; empty: it has no name.
  std::string thrown_type(State& state);

  logic::TermPool& pool() { return pool_; }
  Program& program() { return program_; }
  const ValueType& type_of_count() const { return count_type_; }
  const Approximations& approximations() const { return approximations_; }

  logic::Term pointer_constant(uint64_t value) const {
    return logic::Term::constant(program_.target().pointer_bits, value);
  }
  bool is_strict() const { return strict_; }
  /// The innermost frame's node.
  Term value_of(const State& state, ir::NodeId id) const { return state.frame().values[id]; }
  void set_value(State& state, ir::NodeId id, Term value) { set(state, id, value); }
  Driver& driver() { return driver_; }
  void stop() { flow_ = Flow::Stop; }
  /// To another type, as an assignment converts.
  Term converted(State& state, ir::NodeId at, Term value, const ValueType& from,
                 const ValueType& to) {
    return convert(state, at, value, from, to);
  }
  /// The next variadic argument of a va_list at an address.
  logic::Term next_argument(State& state, ir::NodeId at, logic::Term list, const ValueType& type);

 private:
  // Points.
  Flow point(State& state, Frame& frame, ir::NodeId id, const Step& step);
  void evaluate_slowly(State& state, ir::NodeId id, const Step& step);
  void set(State& state, ir::NodeId id, Term value) { state.frame().values.set(id, value); }
  Term value(const State& state, ir::NodeId id) const { return state.frame().values[id]; }
  const Step& step_of(const State& state, ir::NodeId id) const {
    return (*state.frame().function)[id];
  }

  Flow end_block(State& state);
  Flow indirect_goto(State& state, const ir::Block& block, std::span<const ir::Edge> edges);
  Term returned(State& state, ir::NodeId id, const Step& step);
  void variadic(State& state, ir::NodeId id, const Step& step);
  void first_time(State& state, ir::NodeId id, const Step& step);
  void set_bound(State& state, ir::NodeId id, const Step& step);
  Term label_address(State& state, const Step& step);
  void empty_assembly(State& state, ir::NodeId id, const Step& step);
  void assembly(State& state, ir::NodeId id, const Step& step);

  // evaluate_value.cpp
  Term literal(State& state, const Step& step);
  Term zero_of(const ValueType& type);
  Term string_address(State& state, const Step& step);
  Term local_address(State& state, ir::LocalId id, ir::NodeId at);
  Term join(State& state, ir::NodeId id, const Step& step);
  void declare(State& state, ir::LocalId id, ir::NodeId at);
  void end_scope(State& state, ir::LocalId id);
  Term index_place(State& state, ir::NodeId id, const Step& step);
  Term wide_literal(const State& state, const Step& step, uint32_t width);

  // evaluate_arithmetic.cpp
  Term unary(State& state, ir::NodeId id, const Step& step);
  Term binary(State& state, ir::NodeId at, ir::Op op, const ValueType& type, Term a,
              const ValueType& a_type, Term b, const ValueType& b_type, uint64_t element);
  Term integer(State& state, ir::NodeId at, ir::Op op, const ValueType& type, Term a, Term b,
               bool b_signed);
  Term divide(State& state, ir::NodeId at, ir::Op op, const ValueType& type, Term a, Term b);
  Term shift(State& state, ir::NodeId at, ir::Op op, const ValueType& type, Term a, Term b);
  Term floating(ir::Op op, const ValueType& type, Term a, Term b);
  Term compare(State& state, ir::NodeId at, ir::Op op, const ValueType& operand, Term a, Term b);
  Term pointer_step(State& state, Term pointer, Term count, const ValueType& count_type,
                    uint64_t element, bool down);
  Term pointer_difference(State& state, ir::NodeId at, Term a, Term b, uint64_t element,
                          uint32_t width);
  Term truth(const ValueType& type, Term value);
  Term as_number(Term boolean, const ValueType& type);
  Term one_of(const ValueType& type);

  // evaluate_cast.cpp
  Term cast(State& state, ir::NodeId id, const Step& step);
  Term convert(State& state, ir::NodeId at, Term value, const ValueType& from, const ValueType& to);
  /// Asks whether a result keeps its value in a narrower signed type; false: the path ends.
  bool keeps_value(State& state, ir::NodeId at, Term value, const ValueType& from,
                   const ValueType& to);
  bool fits_integer(const ValueType& from, Term value, const ValueType& to);

  // inner_arrays.cpp
  ir::NodeId access_of(const Prepared& function, ir::NodeId place);
  bool is_in_array(State& state, ir::NodeId id, const Step& step, Term index,
                   const ValueType& index_type, Term place);

  // strict.cpp
  ir::NodeId parent_of(const Prepared& function, ir::NodeId id);
  bool is_silent_access(const State& state, Term address, uint64_t bytes) const;
  void check_index(State& state, ir::NodeId id, const Step& step, Term place);
  void check_alignment(State& state, ir::NodeId id, const Step& step, Term address);
  void check_left_shift(State& state, ir::NodeId at, Term a, Term b);
  void check_value_returned(State& state, ir::NodeId call);
  void note_argument_type(State& state, memory::ObjectId arguments, uint64_t offset,
                          const ValueType& type);
  void check_argument_type(State& state, ir::NodeId at, const memory::Object& arguments,
                           uint64_t offset, const ValueType& type);

  // evaluate_lanes.cpp
  Term lanes(State& state, ir::NodeId at, ir::Op op, const ValueType& type, Term a,
             const ValueType& a_type, Term b, const ValueType& b_type);
  Term complex_op(ir::Op op, const ValueType& type, Term a, Term b);
  Term lane(const ValueType& type, Term value, uint32_t index);
  Term join_lanes(const ValueType& type, std::span<const Term> lanes);
  Term widen_complex(State& state, ir::NodeId at, Term value, const ValueType& from,
                     const ValueType& to);

  // evaluate_store.cpp
  void assign(State& state, ir::NodeId id, const Step& step);
  void compound_assign(State& state, ir::NodeId id, const Step& step);
  void step_by_one(State& state, ir::NodeId id, const Step& step);
  void initialise(State& state, ir::NodeId id, const Step& step);
  void store_node(State& state, ir::NodeId at, Term address, ir::NodeId value, BitRange bits,
                  const ValueType& type, uint64_t room = UINT64_MAX);
  uint64_t room_of(const State& state, const Step& place);
  Term snapshot(State& state, ir::NodeId id, Term from, uint64_t bytes, const ValueType& type);
  Term aggregate_value(State& state, ir::NodeId id);
  void keep_snapshot(State& state, ir::NodeId id, memory::ObjectId object);
  Term as_stored(Term value, const ValueType& type, BitRange bits);
  struct ListElement {
    uint64_t offset = 0;
    BitRange bits;
    const ValueType* type = nullptr;
  };
  static ListElement element_of_list(const ir::Type& list, ValueTypes& types, const Step& step,
                                     size_t index);

  // evaluate_call.cpp
  Flow call(State& state, ir::NodeId id, const Step& step);
  bool gather_arguments(State& state, ir::NodeId id, size_t first);
  Term single_choice(State& state, ir::NodeId at, Term pointer);
  Tri decided_apart(State& state, Term condition);
  Term result_slot_for(State& state, ir::NodeId call);
  void make_arguments_object(State& state, Frame& frame, std::span<const Argument> rest,
                             ir::NodeId at);
  void bind_parameter(State& state, Frame& frame, uint32_t index, const Argument& argument);

  // evaluate_class.cpp
  Making making_here(const State& state);
  Making making_of(State& state, ir::NodeId id, const Step& step, EntityId function);
  void set_vptrs(State& state, ir::NodeId at, const Making& making, Term address);
  bool dispatch(State& state, ir::NodeId at, CallRequest& request);
  uint64_t covariant_distance(EntityId called, EntityId found);
  Flow call_maker(State& state, ir::NodeId id, const Step& step, EntityId function);
  void give_whole_object(State& state, const Step& destroy, Term whole);
  void made(State& state, ir::NodeId id, const Step& step);
  Flow construct(State& state, ir::NodeId id, const Step& step);
  struct Elements {
    Term first;
    uint64_t bytes = 1;  // of each
    uint64_t count = 0;
    bool is_array = false;  // the place says how many, not an operand
    bool is_known = false;  // their number
  };
  Elements elements_at(State& state, ir::NodeId id, const Step& step);
  Term rest_of_array(State& state, const Step& first, uint64_t bytes);
  Flow construct_array(State& state, ir::NodeId id, const Step& step, EntityId function);
  bool undo_array(State& state);
  void register_at_exit(State& state, ir::NodeId id, const Step& step);
  Term three_way(State& state, ir::NodeId id, const Step& step);
  Term slot_elsewhere(State& state, ir::NodeId call);

  // evaluate_class_cast.cpp
  ClassId class_at(const State& state, const Step& step);
  Term moved(const Step& step, Term pointer, uint64_t distance);
  Term class_cast(State& state, ir::NodeId id, const Step& step, Term operand);
  Term to_virtual_base(State& state, ir::NodeId id, const Step& step, Term operand, ClassId derived,
                       ClassId base);
  Term dynamic_cast_of(State& state, ir::NodeId id, const Step& step, Term operand);
  Term member_address(State& state, const Step& step);
  Term member_place(State& state, ir::NodeId id, const Step& step);
  Term member_pointer_cast(State& state, const Step& step, Term operand);
  Term member_function(Term pointer, Term& adjustment);
  Term type_info(State& state, ir::NodeId id, const Step& step);
  Term type_info_object(State& state, const std::string& name);

  // exceptions.cpp
  struct CatchAs {
    uint64_t offset = 0;      // of the base that is caught
    bool is_pointer = false;  // the offset is added to the pointer that was thrown
    ClassId virtual_base;     // if it is one: the offset is that in a complete object
  };
  Flow exception_point(State& state, ir::NodeId id, const Step& step);
  Flow throw_object(State& state, ir::NodeId id, const Step& step);
  Flow throw_again(State& state, ir::NodeId at);
  Flow launch(State& state, ir::NodeId at, Exception made);
  Flow fly(State& state, ir::NodeId at);
  Flow terminate(State& state, ir::NodeId at);
  bool is_handled(State& state);
  Flow unwind(State& state, size_t floor);
  void forget_first_times(Frame& frame, State& state);
  Flow dispatch_catch(State& state);
  std::optional<CatchAs> matches(const Exception& thrown, const UnitEntry& unit, ir::TypeId caught);
  void begin_catch(State& state, ir::NodeId id, ir::LocalId local);
  Term converted_pointer(State& state, ir::NodeId id, const Exception& thrown, const CatchAs& as);
  Flow end_catch(State& state, ir::NodeId id);
  Flow release(State& state, ir::NodeId id, uint32_t number);

  // access.cpp
  struct Target {
    memory::ObjectId object;
    uint64_t offset;
  };
  /// The one object and constant offset that a pointer leads to, checked; false: there is none
  /// (the path ended, the state was split), or there are several.
  bool single_target(State& state, ir::NodeId at, Term address, uint64_t bytes, bool writes,
                     Target& target);
  /// Null plus or minus an offset: `p->field` with a null p.
  bool is_near_null(uint64_t address) const {
    constexpr uint64_t kNullPage = 65536;
    return address < kNullPage || pointer_constant(0 - address).bits() < kNullPage;
  }
  static bool is_kept(const memory::Memory& memory, const memory::Object& object, int64_t offset);
  Term load_slowly(State& state, ir::NodeId at, Term address, const ValueType& type, BitRange bits);
  void store_slowly(State& state, ir::NodeId at, Term address, const ValueType& type, Term value,
                    BitRange bits);
  struct Seen {
    Term value;
    Term initialised;  // when it was written before; true where that is not asked
  };
  void make_bits(State& state, memory::ObjectId id, uint64_t offset, const ValueType& type,
                 BitRange bits);
  Seen look_at(State& state, memory::ObjectId id, uint64_t offset, const ValueType& type,
               BitRange bits);
  Term read_object(State& state, ir::NodeId at, memory::ObjectId id, uint64_t offset,
                   const ValueType& type, BitRange bits);
  void write_object(State& state, memory::ObjectId id, uint64_t offset, const ValueType& type,
                    Term value, BitRange bits);
  void materialise(State& state, memory::ObjectId id, uint64_t offset, uint64_t bytes);
  // access_guarded.cpp
  struct GuardedTarget;
  bool add_cells(State& state, ir::NodeId at, const memory::Location& location, uint64_t bytes,
                 std::vector<GuardedTarget>& cells);
  bool guarded_targets(State& state, ir::NodeId at, Term address, uint64_t bytes,
                       std::vector<GuardedTarget>& cells);
  Term load_guarded(State& state, ir::NodeId at, Term address, const ValueType& type,
                    BitRange bits);
  void store_guarded(State& state, ir::NodeId at, Term address, const ValueType& type, Term value,
                     BitRange bits);
  bool any_targets(State& state, ir::NodeId at, Term address, uint64_t bytes, bool writes,
                   std::vector<GuardedTarget>& cells);
  bool is_writable(State& state, ir::NodeId at, const GuardedTarget& cell);
  Term raw_value(State& state, const GuardedTarget& cell, uint64_t offset, uint32_t bytes);
  void write_raw(State& state, std::span<const GuardedTarget> cells, uint64_t offset, Term value);
  void copy_guarded(State& state, ir::NodeId at, Term to, Term from, uint64_t bytes);
  void fill_guarded(State& state, ir::NodeId at, Term to, uint64_t bytes, uint8_t value);

  Term from_memory(Term bytes, const ValueType& type);
  Term to_memory(Term value, const ValueType& type);
  Term swap_bytes(Term value);

  logic::TermPool& pool_;
  Program& program_;
  Driver& driver_;
  const bool strict_;
  const bool asks_extents_;
  Approximations approximations_;
  Builtins builtins_;
  Classes classes_;
  /// By function: calls whose object is built where an Init wants it, and that place.
  std::unordered_map<const Prepared*, std::unordered_map<ir::NodeId, ir::NodeId>> built_places_;
  std::map<std::string, std::pair<memory::ObjectId, memory::ObjectId>, std::less<>>
      type_infos_;  // by the type's name: the object, and its text
  std::unordered_map<const Prepared*, std::vector<ir::NodeId>> parents_;  // where asked for
  ValueType count_type_;             // an unsigned integer as wide as a pointer
  std::vector<Argument> arguments_;  // of the call at hand
  Flow flow_ = Flow::Next;
  mutable std::vector<std::optional<Source>> sources_;  // by node: what source_of() found
};

}  // namespace assay::semantics
