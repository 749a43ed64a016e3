// The function's inputs: what its environment holds on entry, each with one symbol, made when it
// is first looked at (PREfix: memory is laid out on an as-used basis).
//
// An input is named by where it is: in a parameter, in a global, behind a pointer that is an input
// itself.  What an unknown call or a loop left behind has such values too; their holder is Fresh.
// A pointer to data is a choice between null and the address of an object of its own: two inputs
// never lead to the same object (APPROX(under): no aliases among inputs).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/ids.h"
#include "semantics/driver.h"
#include "semantics/evaluator.h"

namespace assay::simulator {

enum class HolderKind : uint8_t { Parameter, Global, Pointee, Fresh };

struct Holder {
  HolderKind kind = HolderKind::Fresh;
  uint32_t index = 0;  // of the parameter, the entity, the input that points here; a number
  friend auto operator<=>(const Holder&, const Holder&) = default;
};

using InputId = Id<struct InputTag>;

struct Input {
  Holder holder;
  int64_t offset = 0;  // in bytes from where the holder begins
  uint32_t bytes = 0;
  bool is_signed = false;
  logic::Term value;
  logic::Term is_null;       // of a pointer to data: the symbol that says so
  memory::ObjectId pointee;  // likewise
  semantics::Source source = semantics::Source::Inputs;
  ir::TypeId type;
  const ir::TypeTable* types = nullptr;
  uint32_t unit = 0;  // the length of the string there, in characters of so many bytes
};

/// Room before what a pointer of the environment leads to: `container_of` and `s[-1]` stay inside.
inline constexpr int64_t kBefore = 1024;

/// On an object: the number of the Fresh holder that its unwritten bytes come from.
inline constexpr memory::AttributeKey kFreshAttribute = UINT32_MAX - 10;

class Inputs {
 public:
  Inputs(logic::TermPool& pool, const semantics::Program& program)
      : pool_(pool), program_(program) {}

  /// What stands at a place of the environment.
  logic::Term value_at(semantics::State& state, Holder holder, int64_t offset,
                       const semantics::ValueType& type, const ir::TypeTable* types);
  /// How long the string at a place of the environment is, in characters of `unit` bytes.
  logic::Term length_at(Holder holder, int64_t offset, uint32_t unit);
  /// Where an object of the environment is; false if it is none.
  bool find_holder(const semantics::State& state, memory::ObjectId object, Holder& holder) const;
  /// Where it was on entry, whatever has become of its contents since.
  bool find_entry_holder(memory::ObjectId object, Holder& holder) const;
  /// From the beginning of the object to where its holder begins.
  static int64_t start_of(Holder holder) {
    return holder.kind == HolderKind::Pointee ? kBefore : 0;
  }

  /// A holder of values that nobody can name.
  Holder make_fresh(semantics::Source source);
  /// One unknown value of a type; a pointer can be followed.
  logic::Term unknown(semantics::State& state, const semantics::ValueType& type,
                      const ir::TypeTable* types, semantics::Source source);
  logic::Term unknown_bits(uint32_t width, semantics::Source source);
  /// One of a few unknown values, chosen by the place: for contents that are not looked at closely.
  logic::Term any_bits(uint32_t width, uint64_t place, semantics::Source source);
  /// What these bytes lead to is not lost when they become unknown: they may still lead there.
  void keep_targets(semantics::State& state, memory::ObjectId object, uint64_t offset,
                    uint64_t bytes) const;
  /// The object's bytes are unknown and initialised from now on.
  void freshen(semantics::State& state, memory::ObjectId object, semantics::Source source);
  /// The same of some of its bytes; `types` are those of the object's type.
  void freshen_part(semantics::State& state, memory::ObjectId object, uint64_t offset,
                    uint64_t bytes, semantics::ValueTypes& types, semantics::Source source);

  void add_object(memory::ObjectId object, Holder holder) { objects_[object.index()] = holder; }

  /// Whether a pointer of the environment leads into the object that it is part of: a string that
  /// holds its own text, a list that is empty; or whether two parameters lead to the same record.
  /// Null: it is no such question, and no two inputs lead to the same object.
  logic::Term leads_to_own(const memory::Memory& memory, logic::Term a, logic::Term b);
  struct OwnAddress {
    InputId pointer;
    InputId place;  // that leads to the object which the pointer is part of; or another parameter
    int64_t offset = 0;  // in that object
  };
  /// None: the symbol is no answer to that.
  const OwnAddress* own_address(logic::Term symbol) const;

  const Input& operator[](InputId id) const { return inputs_[id.index()]; }
  /// The input whose symbol it is (its value's, or "it is null"); none if it is no input's.
  InputId of_symbol(logic::Term symbol) const;
  /// The input that leads to an object; none if none does.
  InputId leading_to(memory::ObjectId object) const;
  semantics::Source source_of(logic::Term symbol) const;
  semantics::Source source_of(Holder holder) const;
  /// Between these two, what is made unknown is what a loop left.
  void begin_loop() { is_of_loop_ = true; }
  void end_loop() { is_of_loop_ = false; }
  /// Between these two, what comes from outside is what this call brings.
  void begin_call(ir::NodeId call) { call_ = call; }
  void end_call() { call_ = ir::NodeId(); }
  /// The call that brought what a symbol stands for; none: none did, or it is not known.
  ir::NodeId brought_by(uint32_t symbol) const;
  ir::NodeId brought_by(Holder holder) const;
  /// Whether an input is what rounds that were not followed left, or lies behind that.
  bool is_of_loop(InputId id) const;
  /// Whether a place still holds what it held on entry.
  bool is_entry_value(Holder holder, int64_t offset, uint32_t bytes, logic::Term value) const;
  /// The object that an input leads to, made where the state has none.
  void revive(semantics::State& state, const Input& input) const;

 private:
  struct Key {
    Holder holder;
    int64_t offset;
    uint32_t bytes;
    uint32_t width;
    friend auto operator<=>(const Key&, const Key&) = default;
  };
  std::string name_of(Holder holder, int64_t offset, uint32_t bytes) const;
  memory::Object environment_object(const Input& input) const;

  logic::TermPool& pool_;
  const semantics::Program& program_;
  std::vector<Input> inputs_;
  std::map<Key, InputId> by_place_;
  std::unordered_map<uint32_t, InputId> by_symbol_;          // node of the term
  std::unordered_map<uint32_t, Holder> objects_;             // by ObjectId
  std::unordered_map<uint32_t, semantics::Source> unknown_;  // symbols that are no inputs
  struct Fresh {
    semantics::Source source;
    bool is_of_loop;
    ir::NodeId call;  // that brought it
  };
  std::vector<Fresh> fresh_;                          // by number of the holder
  std::unordered_map<uint32_t, ir::NodeId> brought_;  // symbols that are no inputs, by which call
  logic::Term own_symbol(const OwnAddress& question);
  std::map<std::tuple<InputId, InputId, int64_t>, logic::Term> own_;  // by what is asked
  std::unordered_map<uint32_t, OwnAddress> own_addresses_;            // by symbol
  bool is_of_loop_ = false;
  ir::NodeId call_;
};

}  // namespace assay::simulator
