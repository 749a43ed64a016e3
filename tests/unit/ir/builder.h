// Small units and functions for tests, built by hand or at random.
#pragma once

#include <initializer_list>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "ir/encode.h"
#include "ir/unit.h"

namespace assay::ir::test {

/// A unit with the usual types and one file, to which functions are added.
class UnitBuilder {
 public:
  UnitBuilder();

  Unit unit;
  TypeId void_type, int_type, uint_type, char_type, long_type, double_type, bool_type;

  TypeId pointer(TypeId to);
  TypeId array(TypeId of, uint64_t count);
  TypeId constant(TypeId of);
  TypeId alias(std::string name, TypeId of);
  TypeId function(TypeId result, std::vector<TypeId> params, uint16_t flags = 0);
  /// A complete record; bit offsets are counted up in words of 8 bytes.
  TypeId record(std::string name, std::vector<std::pair<std::string, TypeId>> fields,
                uint16_t flags = 0);
  void complete(TypeId id, std::vector<std::pair<std::string, TypeId>> fields, uint16_t flags = 0);
  SymbolId symbol(std::string name, TypeId type, SymbolKind kind = SymbolKind::Function,
                  Linkage linkage = Linkage::External);
};

/// A function with one block at a time.
class FunctionBuilder {
 public:
  FunctionBuilder(UnitBuilder& unit, std::string name);

  LocalId local(std::string name, TypeId type, LocalKind kind = LocalKind::Variable);
  /// A node that is no point.
  NodeId node(Op op, TypeId type, std::initializer_list<NodeId> kids = {}, uint64_t payload = 0,
              uint32_t flags = 0);
  /// A node that is the next point of the block at hand.
  NodeId point(Op op, TypeId type, std::initializer_list<NodeId> kids = {}, uint64_t payload = 0,
               uint32_t flags = 0);
  NodeId place(LocalId local) {
    return point(Op::Local, body().locals[local.index()].type, {}, local.index(), kLvalue);
  }
  NodeId number(uint64_t value) { return point(Op::IntLit, unit_.int_type, {}, value); }
  /// Blocks are numbered as they are ended; edges may name later ones.
  BlockId end(Terminator terminator, NodeId operand, std::vector<Edge> edges,
              BlockId unwind = BlockId());
  BlockId jump(uint32_t to);
  BlockId branch(NodeId condition, uint32_t on_true, uint32_t on_false);
  BlockId leave() { return end(Terminator::Return, NodeId(), {}); }

  Body& body() { return function.body; }
  /// Adds the function to the unit.
  Function& done();

  Function function;

 private:
  UnitBuilder& unit_;
  uint32_t first_point_ = 0;
};

/// Only blocks and edges: a graph given as lists of successors.
Body graph(const std::vector<std::vector<uint32_t>>& successors);

/// A well-encodable function of about `size` nodes with every kind of payload.
void add_random_function(UnitBuilder& unit, std::mt19937& random, size_t size);

/// What a store would give back.
struct Stored {
  explicit Stored(const EncodedUnit& encoded);
  FetchObject fetch() const;
  Result<Function> decode(const Unit& tables, size_t index) const;

  UnitRecord record;
  std::map<Hash, Bytes> objects;
};

}  // namespace assay::ir::test
