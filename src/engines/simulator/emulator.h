// Emulation of a model at a call (PREfix: the six steps).
//
// Which outcomes are eligible, and what one of them does to a path: the guards that were unknown
// are assumed, the constraints tested, the results evaluated in the order they are written in.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engines/simulator/layout.h"
#include "engines/simulator/leaps.h"
#include "engines/simulator/operands.h"

namespace assay::simulator {

/// How a path goes on after a call.
enum class Applied : uint8_t {
  Returned,
  Warned,      // a constraint is broken: the path ends
  Impossible,  // what the outcome says contradicts what is known
  Left,        // the function does not come back
  Threw,       // but by an exception
};

/// What the guards of an outcome came to, none of them false.
struct Guards {
  std::vector<logic::Term> unknown;  // to be assumed
  std::vector<logic::Term> decided;  // true by what the path assumes
  bool is_vague = false;             // of one nothing can be said

  std::vector<logic::Term> all() const {
    std::vector<logic::Term> both = unknown;
    both.insert(both.end(), decided.begin(), decided.end());
    return both;
  }
};

/// So many bytes of an object.
struct PartOf {
  memory::ObjectId object;
  uint64_t offset = 0;
  uint64_t bytes = 0;
};

class Emulator {
 public:
  explicit Emulator(const Parts& parts) : parts_(parts), operands_(parts), leaps_(parts) {}

  /// None of its guards is false.
  bool is_eligible(Path& path, EmulatedCall& call, const models::Outcome& outcome, Guards& guards);
  Applied apply(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                const Guards& guards);
  /// What nobody modelled: all it can reach is unknown but initialised, and known elsewhere.
  void call_unknown(Path& path, const semantics::CallRequest& request);
  /// `rest`, where no outcome is eligible: as `call_unknown`, for what its results name.
  void apply_rest(Path& path, EmulatedCall& call, const models::Outcome& outcome);

  void set_unknown_result(Path& path, const semantics::CallRequest& request);
  /// What the value leads to is known elsewhere from now on.
  void keep(Path& path, logic::Term value) { escape(path, value); }

  /// Unknown code may write where the value leads to, and keep it.
  void give(Path& path, logic::Term value) { disturb(path, value, true); }
  /// Whether a parameter is a pointer to something const; how large what it points to is.
  bool is_to_const(const semantics::CallRequest& request, size_t index, uint64_t& bytes) const;

  /// The resources whose values stand in an object are not lost from now on, whatever becomes of
  /// it.
  static void escape_resources(Path& path, const memory::Object& object);

  const Operands& operands() const { return operands_; }
  const Leaps& leaps() const { return leaps_; }

 private:
  using Operation = models::Operation;

  // leaps.cpp
  bool is_leap(const Path& path, const EmulatedCall& call, const models::Outcome& outcome,
               const Guards& guards) const;
  /// The value, as a symbol that is assumed to be it: what comes of it can be told by that.
  logic::Term as_leapt(Path& path, EmulatedCall& call, const Slot& slot, logic::Term value);
  void note_given(logic::Term value);
  void note_objects(const Path& path, const EmulatedCall& call, logic::Term returned);
  /// Whether what it returns does not tell the outcome from others that are possible.
  bool is_vague(Path& path, EmulatedCall& call, const models::Outcome& outcome);
  bool is_direct(const models::Outcome& outcome, const Guards& guards) const;
  /// Whether all outcomes that are possible ask for it; `known`: conditions before this one.
  bool is_asked_anyway(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                       const Operation& operation, size_t known);

  // emulator.cpp
  bool test_constraints(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                        size_t known);
  bool is_held(Path& path, EmulatedCall& call, const Operation& operation);
  semantics::EntityId called_back(Path& path, EmulatedCall& call, const Operation& operation);
  bool test_callback(Path& path, EmulatedCall& call, const Operation& operation);
  logic::Term unknown_result(Path& path, const semantics::CallRequest& request);
  void give_result(Path& path, EmulatedCall& call, const models::Outcome& outcome);
  void make_result_object(Path& path, EmulatedCall& call);
  template <class Each>
  bool for_each_rest(EmulatedCall& call, const Operation& operation, Each&& each);
  void keep_arguments(Path& path, const EmulatedCall& call);
  void look_at_entry(Path& path, EmulatedCall& call, const models::Outcome& outcome);

  // guards.cpp
  Tri guard(Path& path, EmulatedCall& call, const Operation& operation, logic::Term& condition);
  /// The condition that a comparison states; null if it is not known.
  logic::Term comparison(Path& path, EmulatedCall& call, const Operation& operation);
  const Resource* find_resource(Path& path, EmulatedCall& call, const Slot& slot,
                                const std::string& type, logic::Term& key);

  // constraints.cpp
  bool constraint(Path& path, EmulatedCall& call, const Operation& operation);
  bool valid_pointer(Path& path, EmulatedCall& call, const Operation& operation, const Slot& slot);
  /// Not null, and alive; then `targets` are where it leads to.
  bool follow(Path& path, EmulatedCall& call, const Operation& operation, logic::Term pointer,
              std::vector<Target>& targets);
  bool is_number_followed(Path& path, EmulatedCall& call, logic::Term pointer);
  bool is_null_by_chance(const Path& path, const EmulatedCall& call) const;
  bool is_written(const Path& path, const memory::Object& object, memory::ObjectId id,
                  uint64_t offset, uint64_t bytes) const;
  bool is_carried_along(Path& path, EmulatedCall& call);
  bool initialised(Path& path, EmulatedCall& call, const Operation& operation);
  bool accessible(Path& path, EmulatedCall& call, const Operation& operation);
  /// `operation` names the count of bytes, if that is an operand of the model.
  bool has_room(Path& path, EmulatedCall& call, const Operation& operation, logic::Term pointer,
                logic::Term bytes);
  std::string no_room_text(const EmulatedCall& call, const Operation& operation, logic::Term size,
                           logic::Term offset, logic::Term bytes) const;
  bool is_never_allocated(Path& path, const EmulatedCall& call, logic::Term pointer);
  bool freeable(Path& path, EmulatedCall& call, const Operation& operation);
  bool disjoint(Path& path, EmulatedCall& call, const Operation& operation);
  bool terminated(Path& path, EmulatedCall& call, const Operation& operation);
  bool is_string_of_ours(Path& path, EmulatedCall& call, const Operation& operation);
  void note_raw(Path& path, memory::Spot at, logic::Term count);
  void keep_raw(Path& path, memory::ObjectId id);
  void end_string(Path& path, EmulatedCall& call, const Operation& operation);
  logic::Term raw_number(const memory::Object& object) const;
  bool is_raw(const Path& path, const memory::Object& object, uint64_t begin) const;
  void warn_of_raw(Path& path, EmulatedCall& call, const memory::Object& object);
  // formats.cpp
  bool format(Path& path, EmulatedCall& call, const Operation& operation);
  void warn_of_any_length(Path& path, EmulatedCall& call, const std::string& conversion);
  logic::Term length_of(Path& path, EmulatedCall& call, const models::Operand& argument);
  void scan_first(Path& path, EmulatedCall& call, const Operation& operation);
  std::optional<std::string> known_string(Path& path, EmulatedCall& call,
                                          const models::Operand& operand);

  // constraints.cpp
  bool is_replaced(Path& path, EmulatedCall& call, const models::Operand& operand);
  bool resource(Path& path, EmulatedCall& call, const Operation& operation);
  bool is_written_down(const EmulatedCall& call) const;
  bool alive(Path& path, EmulatedCall& call, const Target& target);
  std::optional<Operation> for_callers(Path& path, EmulatedCall& call, const Operation& operation);
  std::optional<Operation> access_for_callers(Path& path, EmulatedCall& call,
                                              const Operation& operation);
  std::optional<models::Operand> operand_for_callers(Path& path, EmulatedCall& call,
                                                     const models::Operand& operand);
  // subjects.cpp
  /// About the argument that the operation speaks of.
  Warning warning(const Path& path, const EmulatedCall& call, std::string kind,
                  std::string message) const;
  /// Bytes written to an array in a record, that reach the fields behind it.
  void warn_of_member(Path& path, const EmulatedCall& call, uint64_t bytes) const;
  ir::NodeId argument_node(const EmulatedCall& call) const;
  std::string argument_text(const EmulatedCall& call) const;
  /// Written down as one.
  bool is_number(ir::NodeId argument) const;
  std::string subject_text(const EmulatedCall& call, std::string argument) const;

  // results.cpp
  bool result(Path& path, EmulatedCall& call, const models::Outcome& outcome,
              const Operation& operation);
  bool set_related(Path& path, EmulatedCall& call, const models::Outcome& outcome,
                   const Operation& operation);
  bool is_open_to_all(Path& path, const Slot& slot) const;
  bool is_in_block(Path& path, const Slot& slot) const;
  void warn_constant(Path& path, const EmulatedCall& call) const;
  void check_written(Path& path, const EmulatedCall& call, const Slot& slot);
  bool asks_whether_sum_wraps(Path& path, EmulatedCall& call, const models::Operation& guard);
  void disturb_unnamed(Path& path, const EmulatedCall& call);
  static void forget_state(Path& path, logic::Term pointer);
  void give_away(Path& path, const semantics::CallRequest& request);
  bool is_overwritten_unseen(const EmulatedCall& call, const models::Operand& place) const;
  void let_go(Path& path, const Slot& slot);
  void assume_exact(Path& path, logic::Term size) const;
  bool make_memory(Path& path, EmulatedCall& call, const Operation& operation);
  void warn_huge(Path& path, const EmulatedCall& call, uint64_t bytes);
  void free_memory(Path& path, EmulatedCall& call, const Operation& operation);
  void make_unknown(Path& path, EmulatedCall& call, const Operation& operation,
                    semantics::Source source);
  void make_valid(Path& path, EmulatedCall& call, const Slot& slot);
  void copy_memory(Path& path, EmulatedCall& call, const Operation& operation);
  void fill_memory(Path& path, EmulatedCall& call, const Operation& operation);
  void fill_wide(Path& path, EmulatedCall& call, const Operation& operation);
  bool takes_released_number(Path& path, logic::Term key, const std::string& type);
  void set_resource(Path& path, EmulatedCall& call, const Operation& operation);
  logic::Term unknown_content(Path& path, EmulatedCall& call, const Slot& slot,
                              semantics::Source source);

  // reach.cpp
  void escape(Path& path, logic::Term value);
  void escape_choices(Path& path, EmulatedCall& call, const models::Operand& operand);
  void escape(Path& path, const std::set<memory::ObjectId>& objects);
  /// `bytes`: of what the pointer leads to, by its type; 0: not known.
  void disturb(Path& path, logic::Term pointer, bool writes, uint64_t bytes = 0);
  void disturb_globals(Path& path, semantics::EntityId function);
  std::optional<PartOf> part_behind(Path& path, logic::Term pointer, uint64_t bytes) const;

  Parts parts_;
  Operands operands_;
  Leaps leaps_;
  const models::Outcome* outcome_ = nullptr;  // at hand
  Leap* leap_ = nullptr;                      // that is being taken
  bool is_joined_ = false;                    // the outcome stands for several
  uint32_t leapt_ = 0;                        // numbers in memory that it has made symbols of
  std::vector<logic::Term> assigned_;         // places that the outcome at hand has set
  bool result_is_assigned_ = false;
  /// What functions that are declared `const` answered, by their arguments.
  std::map<std::pair<semantics::EntityId, std::vector<logic::Term>>, logic::Term> told_;
};

/// The family of functions that an operation's last operand names; malloc's if it names none.
std::string family_of(const models::Operation& operation);

}  // namespace assay::simulator
