#include "ir/used_types.h"

#include "ir/type_coder.h"

namespace assay::ir {

namespace {

class Collector {
 public:
  explicit Collector(const Unit& unit)
      : unit_(unit), whole_(unit.types.size()), named_(unit.types.size()) {}

  UsedTypes collect() {
    for (size_t i = 0; i < unit_.symbols.size(); ++i) {
      const Symbol& symbol = unit_.symbols[SymbolId(i)];
      use(symbol.type);
      use(symbol.record);
    }
    for (const Function& function : unit_.functions) use_body(function.body);
    close_whole();
    close_named();
    UsedTypes result;
    result.opaque.resize(unit_.types.size());
    for (size_t i = 0; i < unit_.types.size(); ++i)
      result.opaque[i] = !whole_[i] && unit_.types[TypeId(i)].kind == TypeKind::Record;
    result.order = std::move(order_);
    return result;
  }

 private:
  void use(TypeId id) {
    if (!id.valid() || whole_[id.index()]) return;
    whole_[id.index()] = true;
    order_.push_back(id);
  }
  // Arithmetic on a pointer needs the size of what it points to, a cast the offsets of bases.
  void use_with_pointee(TypeId id) {
    if (!id.valid() || with_pointee_seen(id)) return;
    use(id);
    use(unit_.types.pointee(id));
    const Type& type = unit_.types.resolved(id);
    if (type.kind == TypeKind::MemberPointer) use(type.owner);
  }
  bool with_pointee_seen(TypeId id) {
    if (pointees_done_.empty()) pointees_done_.resize(unit_.types.size());
    bool seen = pointees_done_[id.index()];
    pointees_done_[id.index()] = true;
    return seen;
  }

  void use_body(const Body& body) {
    for (const Node& node : body.nodes) {
      use_with_pointee(node.type);
      if (op_info(node.op).payload == PayloadKind::Type && node.payload < unit_.types.size())
        use_with_pointee(TypeId(static_cast<uint32_t>(node.payload)));
    }
    for (const Local& local : body.locals) use_with_pointee(local.type);
    for (const Edge& edge : body.edges) use_with_pointee(edge.caught);
  }

  // order_ is its own worklist.
  void close_whole() {
    for (size_t i = 0; i < order_.size(); ++i)
      for_each_by_value(unit_.types[order_[i]], [this](TypeId id) { use(id); });
  }

  // What is spoken of: all the way through pointers, but not into records without a body.
  void close_named() {
    for (TypeId id : order_) named_[id.index()] = true;
    for (size_t i = 0; i < order_.size(); ++i) {
      TypeId id = order_[i];
      auto visit = [this](TypeId next) {
        if (named_[next.index()]) return;
        named_[next.index()] = true;
        order_.push_back(next);
      };
      const Type& type = unit_.types[id];
      if (type.kind == TypeKind::Record && !whole_[id.index()]) continue;
      for_each_by_value(type, visit);
      for_each_behind(type, visit);
    }
  }

  const Unit& unit_;
  std::vector<TypeId> order_;
  std::vector<bool> whole_;
  std::vector<bool> named_;
  std::vector<bool> pointees_done_;
};

}  // namespace

UsedTypes find_used_types(const Unit& unit) { return Collector(unit).collect(); }

}  // namespace assay::ir
