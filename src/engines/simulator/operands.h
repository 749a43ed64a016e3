// What the operands of a model mean at a call: values, and places that have content.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engines/simulator/model_source.h"
#include "engines/simulator/parts.h"
#include "engines/simulator/path.h"

namespace assay::simulator {

/// A call that is emulated.
struct EmulatedCall {
  const semantics::CallRequest& request;
  FoundModel found;
  std::vector<const semantics::ValueType*> types;  // of the arguments, as the callee declares them
  const ir::TypeTable* type_table = nullptr;       // the callee's
  semantics::ValueTypes* value_types = nullptr;
  std::optional<memory::Memory> entry;          // memory as it was when the function was called
  std::map<uint32_t, logic::Term> temporaries;  // by external
  logic::Term result;                           // null: not said yet
  memory::ObjectId result_object;               // that a record is returned in
  uint64_t result_offset = 0;                   // where in it
  bool is_open = false;                         // other outcomes are possible too
  uint32_t rest = 0;                            // which argument `...` stands for
  std::optional<models::Operand> subject;       // of the operation at hand, where it has one
  uint32_t about = UINT32_MAX;                  // which one the operation at hand speaks of
  /// Of a function that is called back: which arguments of the call its own ones are.
  std::vector<uint32_t> passed;
  bool is_callback = false;
  /// It is given a text from outside that nobody has looked at.
  bool is_given_unseen = false;

  const models::Model& model() const { return *found.model; }
};

enum class SlotKind : uint8_t {
  None,      // a value that has no place
  Argument,  // of the call, by value
  Return,
  Temporary,
  Memory,
};

/// An operand that was evaluated.
struct Slot {
  SlotKind kind = SlotKind::None;
  logic::Term value;  // None, Argument: what it is; null: unknown
  bool is_signed = false;
  bool is_flexible = false;  // a constant that takes the width of what it stands beside
  logic::Term address;       // Memory: null if unknown
  uint32_t index = 0;        // of the argument, the temporary
  int64_t offset = 0;        // Return: of the field
  uint64_t bytes = 0;        // of the content; 0: not known
  bool is_all = false;       // the whole object
  models::Moment moment = models::Moment::Exit;
  const semantics::ValueType* type = nullptr;  // of the content; null: not known
};

/// Where a pointer leads on this path, null left out; false if that is not known.
struct Target {
  memory::ObjectId object;
  logic::Term offset;
  logic::Term guard;
};

/// Who reads: what the program reads must be initialised; a model says for itself what must be.
enum class Reading : uint8_t { Program, Model };

/// How many arguments a format of scanf assigns to, if all match; 0: nobody can say.
uint32_t scanned_count(std::string_view format, uint32_t pointer_bytes);

/// Of a wide character.
/// APPROX(over): as on Linux; where it has two, strings look shorter than they are.
inline constexpr uint32_t kWideBytes = 4;

class Operands {
 public:
  explicit Operands(const Parts& parts) : parts_(parts) {}

  EmulatedCall begin(const semantics::CallRequest& request, FoundModel found) const;
  Slot evaluate(Path& path, EmulatedCall& call, const models::Operand& operand) const;
  /// What it holds; null if that is not known.  Nothing is reported.
  logic::Term content(Path& path, EmulatedCall& call, const Slot& slot) const;
  void set_content(Path& path, EmulatedCall& call, const Slot& slot, logic::Term value) const;
  /// Two contents made as wide as each other; false if one is unknown.
  bool contents(Path& path, EmulatedCall& call, const Slot& a, const Slot& b, logic::Term& left,
                logic::Term& right) const;
  /// Whose content it is: `type` for pointers that are to be followed.
  const semantics::ValueType* type_of(EmulatedCall& call, const Slot& slot) const;

  /// The objects that a pointer may lead to; `complete` is false if there may be others.
  std::vector<Target> targets(Path& path, logic::Term pointer, bool& complete) const;
  /// The one place that a pointer leads to, if it leads to one that is known.
  std::optional<memory::Spot> spot(Path& path, logic::Term pointer) const;
  /// What so many bytes at an address hold; null if that is not known.  Nothing is reported.
  logic::Term read(Path& path, logic::Term address, uint64_t bytes,
                   const semantics::ValueType* type) const {
    return address.is_null() ? logic::Term() : peek(path, path.state.memory, address, bytes, type);
  }
  /// The string that a pointer leads to, of characters of `unit` bytes; none: not all of it is
  /// known.
  std::optional<std::string> known_text(Path& path, logic::Term pointer, uint32_t unit) const;
  logic::Term as_count(const Slot& slot, logic::Term value) const;  // a size_t

  /// What stands at a place of the environment; inputs that are read must be initialised.
  logic::Term environment_value(Path& path, semantics::State& state, memory::ObjectId object,
                                uint64_t offset, const semantics::ValueType& type,
                                Reading reading) const;
  void make_global(semantics::State& state, semantics::EntityId entity) const;

 private:
  bool is_in_union(const semantics::State& state, memory::ObjectId object, uint64_t offset) const;
  void read_scalars(Path& path, semantics::State& state, memory::ObjectId object, uint64_t offset,
                    uint64_t bytes) const;
  Slot variable(Path& path, EmulatedCall& call, const models::Node& node) const;
  Slot behind(Path& path, EmulatedCall& call, const models::Node& node, const Slot& pointer) const;
  Slot function(Path& path, EmulatedCall& call, const models::Node& node,
                std::vector<Slot>& arguments) const;
  logic::Term peek(Path& path, const memory::Memory& view, logic::Term address, uint64_t bytes,
                   const semantics::ValueType* type) const;
  logic::Term argument_part(const Slot& slot) const;
  logic::Term string_length(Path& path, logic::Term pointer, uint32_t unit) const;
  logic::Term masked(Path& path, EmulatedCall& call, const models::Node& node,
                     std::span<const Slot> arguments) const;
  logic::Term unknown_length(Path& path, memory::Spot at, const memory::Object& object,
                             uint32_t unit) const;

  Parts parts_;
};

}  // namespace assay::simulator
