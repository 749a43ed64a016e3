#include "unit/ir/builder.h"

namespace assay::ir::test {

UnitBuilder::UnitBuilder() {
  unit.main_file = "/src/main.c";
  unit.target = "x86_64-unknown-linux-gnu";
  unit.files = {{.path = "/src/main.c", .size = 100}, {.path = "/src/list.h", .size = 50}};
  auto scalar = [&](TypeKind kind, std::string name, uint32_t width, uint16_t flags) {
    Type type;
    type.kind = kind;
    type.name = std::move(name);
    type.width = width;
    type.flags = flags;
    type.size = (width + 7) / 8;
    type.align = static_cast<uint32_t>(type.size);
    return unit.types.intern(type);
  };
  void_type = scalar(TypeKind::Void, "", 0, 0);
  int_type = scalar(TypeKind::Int, "int", 32, kSigned);
  uint_type = scalar(TypeKind::Int, "unsigned int", 32, 0);
  char_type = scalar(TypeKind::Int, "char", 8, kSigned);
  long_type = scalar(TypeKind::Int, "", 64, kSigned);
  double_type = scalar(TypeKind::Float, "", 64, 0);
  bool_type = scalar(TypeKind::Bool, "", 1, 0);
}

TypeId UnitBuilder::pointer(TypeId to) {
  return unit.types.intern({.kind = TypeKind::Pointer, .align = 8, .size = 8, .inner = to});
}

TypeId UnitBuilder::array(TypeId of, uint64_t count) {
  return unit.types.intern({.kind = TypeKind::Array,
                            .align = unit.types[of].align,
                            .size = unit.types[of].size * count,
                            .count = count,
                            .inner = of});
}

TypeId UnitBuilder::constant(TypeId of) {
  return unit.types.intern({.kind = TypeKind::Qualified, .quals = kConst, .inner = of});
}

TypeId UnitBuilder::alias(std::string name, TypeId of) {
  return unit.types.intern({.kind = TypeKind::Alias, .inner = of, .name = std::move(name)});
}

TypeId UnitBuilder::function(TypeId result, std::vector<TypeId> params, uint16_t flags) {
  return unit.types.intern(
      {.kind = TypeKind::Function, .flags = flags, .inner = result, .params = std::move(params)});
}

TypeId UnitBuilder::record(std::string name, std::vector<std::pair<std::string, TypeId>> fields,
                           uint16_t flags) {
  TypeId id = unit.types.declare_record(std::move(name), 0);
  complete(id, std::move(fields), flags);
  return id;
}

void UnitBuilder::complete(TypeId id, std::vector<std::pair<std::string, TypeId>> fields,
                           uint16_t flags) {
  Type body;
  body.kind = TypeKind::Record;
  body.name = unit.types[id].name;
  body.flags = flags | kComplete;
  body.align = 8;
  for (auto& [name, type] : fields) {
    body.fields.push_back({.name = name, .type = type, .bit_offset = body.size * 8});
    body.size += std::max<uint64_t>(8, unit.types[type].size);
  }
  unit.types.complete_record(id, std::move(body));
}

SymbolId UnitBuilder::symbol(std::string name, TypeId type, SymbolKind kind, Linkage linkage) {
  if (SymbolId known = unit.symbols.find(name, linkage); known.valid()) return known;
  Symbol symbol;
  symbol.name = name;
  symbol.display = name;
  symbol.kind = kind;
  symbol.linkage = linkage;
  symbol.type = type;
  return unit.symbols.add(std::move(symbol));
}

FunctionBuilder::FunctionBuilder(UnitBuilder& unit, std::string name) : unit_(unit) {
  function.symbol = unit.symbol(std::move(name), unit.function(unit.int_type, {}));
  function.places.files = {"/src/main.c"};
  function.places.whole = {.file = 0, .line = 3, .column = 1, .end_line = 9, .end_column = 1};
}

LocalId FunctionBuilder::local(std::string name, TypeId type, LocalKind kind) {
  LocalId id(body().locals.size());
  body().locals.push_back({.name = std::move(name), .type = type, .kind = kind});
  return id;
}

NodeId FunctionBuilder::node(Op op, TypeId type, std::initializer_list<NodeId> kids,
                             uint64_t payload, uint32_t flags) {
  NodeId id(body().nodes.size());
  body().nodes.push_back({.op = op,
                          .flags = static_cast<uint16_t>(flags),
                          .type = type,
                          .kids_begin = static_cast<uint32_t>(body().kids.size()),
                          .kid_count = static_cast<uint32_t>(kids.size()),
                          .payload = payload});
  body().kids.insert(body().kids.end(), kids.begin(), kids.end());
  uint32_t column = static_cast<uint32_t>(3 + body().nodes.size() % 40);
  function.places.of_node.push_back(
      {.file = 0, .line = 4, .column = column, .end_line = 4, .end_column = column + 2});
  return id;
}

NodeId FunctionBuilder::point(Op op, TypeId type, std::initializer_list<NodeId> kids,
                              uint64_t payload, uint32_t flags) {
  NodeId id = node(op, type, kids, payload, flags);
  body().points.push_back(id);
  return id;
}

BlockId FunctionBuilder::end(Terminator terminator, NodeId operand, std::vector<Edge> edges,
                             BlockId unwind) {
  BlockId id(body().blocks.size());
  Block block;
  block.points_begin = first_point_;
  block.point_count = static_cast<uint32_t>(body().points.size()) - first_point_;
  first_point_ = static_cast<uint32_t>(body().points.size());
  block.edges_begin = static_cast<uint32_t>(body().edges.size());
  block.edge_count = static_cast<uint32_t>(edges.size());
  body().edges.insert(body().edges.end(), edges.begin(), edges.end());
  block.terminator = terminator;
  block.operand = operand;
  block.unwind = unwind;
  body().blocks.push_back(block);
  return id;
}

BlockId FunctionBuilder::jump(uint32_t to) {
  return end(Terminator::Jump, NodeId(), {{.target = BlockId(to)}});
}

BlockId FunctionBuilder::branch(NodeId condition, uint32_t on_true, uint32_t on_false) {
  return end(Terminator::Branch, condition,
             {{.target = BlockId(on_true), .kind = EdgeKind::True},
              {.target = BlockId(on_false), .kind = EdgeKind::False}});
}

Function& FunctionBuilder::done() {
  unit_.unit.functions.push_back(std::move(function));
  return unit_.unit.functions.back();
}

Body graph(const std::vector<std::vector<uint32_t>>& successors) {
  Body body;
  for (const std::vector<uint32_t>& next : successors) {
    Block block;
    block.edges_begin = static_cast<uint32_t>(body.edges.size());
    block.edge_count = static_cast<uint32_t>(next.size());
    for (uint32_t target : next) body.edges.push_back({.target = BlockId(target)});
    body.blocks.push_back(block);
  }
  return body;
}

namespace {

uint64_t random_payload(const Unit& unit, const Body& body, const Node& node, size_t index,
                        std::mt19937& random) {
  switch (op_info(node.op).payload) {
    case PayloadKind::None:
      return 0;
    case PayloadKind::Int:
      if (node.has(kWide)) return random() % body.wides.size();
      return random() % 3 == 0 ? ~uint64_t{0} - random() : random() % 100;
    case PayloadKind::Text:
      return random() % body.strings.size();
    case PayloadKind::Local:
      return random() % 8 == 0 && node.op == Op::Catch ? UINT32_MAX : random() % body.locals.size();
    case PayloadKind::Symbol:
      return random() % 8 == 0 && node.op == Op::Construct ? UINT32_MAX
                                                           : random() % unit.symbols.size();
    case PayloadKind::Field:
      return random() % 2;
    case PayloadKind::Cast:
      return random() % kCastNames.size();
    case PayloadKind::Label:
      return random() % body.labels.size();
    case PayloadKind::Type:
      return random() % unit.types.size();
    case PayloadKind::Call:
      return random() % kCallNames.size();
    case PayloadKind::Node:
      return index == 0 ? 0 : random() % (index + 1);
  }
  return 0;
}

void add_random_nodes(UnitBuilder& unit, Function& function, std::mt19937& random, size_t size) {
  Body& body = function.body;
  uint32_t line = 4, column = 1;
  for (size_t i = 0; i < size; ++i) {
    Node node;
    node.op = static_cast<Op>(random() % kOpCount);
    node.flags = random() % 4 == 0 ? static_cast<uint16_t>(random()) : uint16_t{kLvalue};
    if (op_info(node.op).payload != PayloadKind::Int) node.flags &= ~(kWide | kLineLiteral);
    if (node.has(kLineLiteral)) node.flags &= ~kWide;
    if (random() % 8 != 0) node.type = TypeId(random() % unit.unit.types.size());
    node.kids_begin = static_cast<uint32_t>(body.kids.size());
    // A member needs a record to be a member of.
    size_t want = node.op == Op::Member ? 0 : random() % 4;
    for (size_t k = 0; k < want && i > 0; ++k)
      body.kids.push_back(NodeId(i - 1 - random() % std::min<size_t>(i, 20)));
    node.kid_count = static_cast<uint32_t>(body.kids.size()) - node.kids_begin;
    node.payload = random_payload(unit.unit, body, node, i, random);
    if (node.has(kLineLiteral)) node.payload = line;
    body.nodes.push_back(node);
    if (random() % 6 == 0) line += random() % 3;
    column = 1 + random() % 90;
    function.places.of_node.push_back(
        {.file = random() % 20 == 0 ? 1u : 0u,
         .line = line,
         .column = column,
         .end_line = line + (random() % 10 == 0 ? 1 : 0),
         .end_column = column + static_cast<uint32_t>(random() % 30)});
    if (random() % 2 == 0 && i > 0) function.places.of_node[i] = function.places.of_node[i - 1];
  }
}

}  // namespace

void add_random_function(UnitBuilder& unit, std::mt19937& random, size_t size) {
  FunctionBuilder builder(unit, fmt::format("random{}", unit.unit.functions.size()));
  Function& function = builder.function;
  Body& body = function.body;
  function.places.files = {"/src/main.c", "<scratch space>"};
  for (uint32_t i = 0; i < 5; ++i)
    builder.local(i % 2 ? std::string("x") : fmt::format("y{}", i),
                  TypeId(random() % unit.unit.types.size()), static_cast<LocalKind>(random() % 6));
  body.locals[1].cleanup = SymbolId(0u);
  body.param_count = 2;
  body.labels = {"out", ""};
  body.strings = {"hello\n", std::string("\0\xff\"", 3), ""};
  body.wides = {{1, 2}, {~uint64_t{0}, 0, 7}};
  add_random_nodes(unit, function, random, size);
  body.root = NodeId(size - 1);
  size_t next = 0;
  for (uint32_t b = 0; b < 6; ++b) {
    for (size_t n = size / 6; n > 0 && next < size; --n, ++next)
      if (random() % 5 != 0) body.points.push_back(NodeId(next));
    std::vector<Edge> edges;
    for (uint32_t e = random() % 4; e > 0; --e) {
      Edge edge{.target = BlockId(random() % 6), .kind = static_cast<EdgeKind>(random() % 8)};
      if (edge.kind == EdgeKind::Case) {
        edge.low = -static_cast<int64_t>(random() % 10);
        edge.high = edge.low + random() % 3;
      }
      if (edge.kind == EdgeKind::Catch) edge.caught = unit.int_type;
      edges.push_back(edge);
    }
    BlockId id = builder.end(static_cast<Terminator>(random() % 8),
                             random() % 2 ? NodeId(random() % size) : NodeId(), edges,
                             random() % 3 ? BlockId() : BlockId(random() % 6));
    body.blocks[id.index()].is_cleanup = random() % 2 == 0;
  }
  for (int i = 0; i < 3; ++i)
    body.phis.push_back({NodeId(random() % size), BlockId(random() % 6), NodeId(random() % size)});
  builder.done();
}

Stored::Stored(const EncodedUnit& encoded) : record(encoded.record) {
  for (const Object& object : encoded.objects)
    objects[object.hash] = object.data;
}

FetchObject Stored::fetch() const {
  return [this](const Hash& hash) -> Result<Bytes> {
    auto found = objects.find(hash);
    if (found == objects.end()) return input_error("object {}: missing", hash.hex());
    return found->second;
  };
}

Result<Function> Stored::decode(const Unit& tables, size_t index) const {
  const FunctionEntry& entry = record.functions[index];
  return FunctionDecoder(tables).decode(entry, objects.at(entry.body), objects.at(entry.places));
}

}  // namespace assay::ir::test
