// Terms over the function's inputs, in the words of the model language.
//
// What cannot be said (a value that no input determines, floating point, an expression that is too
// long) gives nothing; who asks leaves the fact out, in the direction that is safe for it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engines/simulator/inputs.h"
#include "models/model.h"
#include "semantics/classes.h"

namespace assay::simulator {

class Describer {
 public:
  /// `model` gets the function's parameters now, and globals as they are spoken of.
  Describer(const logic::TermPool& pool, const semantics::Program& program, const Inputs& inputs,
            const semantics::Prepared& function, models::Model& model);

  /// Where an input stands: its content on entry, or (Exit) the place as it is left.
  std::optional<models::Operand> input(InputId id, models::Moment moment) const;
  /// A value, from the contents that the inputs had on entry.
  /// `places`: further symbols that the caller can see, and where.
  using Places = std::map<uint32_t, models::Operand>;
  std::optional<models::Operand> value(const semantics::State& state, logic::Term term,
                                       const Places* places = nullptr) const;
  /// A count of bytes: an input that is narrower than a size_t is extended by whoever reads it.
  std::optional<models::Operand> count(const semantics::State& state, logic::Term term) const;
  /// So many bytes at an offset of an object that the caller knows.
  std::optional<models::Operand> place(memory::ObjectId object, int64_t offset, uint64_t bytes,
                                       models::Moment moment) const;
  /// That `bytes` bytes at an index of what an input leads to are there; none: it cannot be said.
  std::optional<models::Operation> access(const semantics::State& state, InputId pointer,
                                          logic::Term index, uint64_t bytes, bool writes) const;
  /// A condition, as operations of that role that hold together.
  std::optional<std::vector<models::Operation>> condition(const semantics::State& state,
                                                          logic::Term condition, models::Role role,
                                                          const Places* places = nullptr) const;
  /// What a vptr leads to, as a global that goes by the name of its class; none if it is no vptr.
  std::optional<models::Operand> vtable(semantics::Classes& classes, uint64_t vptr) const;

 private:
  std::optional<models::Operation> literal(const semantics::State& state, logic::Term condition,
                                           models::Role role, const Places* places) const;
  bool append_input(InputId id, models::Moment moment, std::vector<models::Node>& nodes) const;
  bool append_holder(Holder holder, models::Node outermost, std::vector<models::Node>& nodes) const;
  bool append_own(const Inputs::OwnAddress& own, std::vector<models::Node>& pointer,
                  std::vector<models::Node>& place) const;
  bool append_pointer(const semantics::State& state, logic::Term term,
                      std::vector<models::Node>& nodes) const;
  bool has_name(uint32_t entity) const;
  models::ExternalId global(uint32_t entity) const;

  const logic::TermPool& pool_;
  const semantics::Program& program_;
  const Inputs& inputs_;
  const semantics::UnitEntry* unit_;
  models::Model& model_;
  mutable std::map<uint32_t, models::ExternalId> globals_;     // by entity
  mutable std::map<std::string, models::ExternalId> vtables_;  // by name
};

/// Which vptr such a name means; 0 if the class is not known here.
uint64_t find_vtable(semantics::Classes& classes, std::string_view name);

/// A constant as the language writes it: with a sign where its top bit is set.
models::Operand constant_operand(logic::Term constant);
models::Operand null_operand();
/// `return<BYTES:OFFSET>`.
models::Operand return_operand(uint64_t bytes, int64_t offset = 0);
/// `*<BYTES:OFFSET>` of a pointer.
models::Operand behind(models::Operand pointer, uint64_t bytes, int64_t offset,
                       models::Moment moment);
/// Whether it asks for memory at an index, not where a pointer leads to.
bool is_indexed(const models::Operation& operation);
models::Operation operation(models::Role role, models::Operator op,
                            std::vector<models::Operand> operands);

}  // namespace assay::simulator
