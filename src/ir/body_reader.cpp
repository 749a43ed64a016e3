#include <array>

#include "ir/body_coder.h"

namespace assay::ir {

namespace {

class BodyReader {
 public:
  BodyReader(const UnitNames& names, std::string_view data) : names_(names), in_(data) {}

  Result<Body> read() {
    read_imports();
    read_nodes();
    read_tables();
    read_blocks();
    read_phis();
    if (in_.ok()) check_payloads();
    if (!in_.ok() || !in_.at_end()) {
      if (!problem_.empty()) return Error{problem_};
      return input_error("its body is damaged");
    }
    return std::move(body_);
  }

 private:
  struct Context {
    uint16_t flags = 0;
    TypeId type;
    uint32_t kid_count = 0;
  };

  void fail(std::string problem) {
    if (in_.ok()) problem_ = std::move(problem);
    in_.fail();
  }

  // An index that the bytes hold plus 1; 0 is none.
  uint32_t optional_index(size_t size) {
    uint64_t value = in_.varint();
    if (value > size) in_.fail();
    return value == 0 || !in_.ok() ? UINT32_MAX : static_cast<uint32_t>(value - 1);
  }
  TypeId type() {
    uint32_t index = optional_index(types_.size());
    return index == UINT32_MAX ? TypeId() : types_[index];
  }
  SymbolId symbol() {
    uint32_t index = optional_index(symbols_.size());
    return index == UINT32_MAX ? SymbolId() : symbols_[index];
  }
  // A number written as its difference from `base`, downwards or upwards; must be below `size`.
  uint32_t relative(int64_t base, size_t size) {
    // Unsigned: damaged differences may overflow.
    uint64_t value = static_cast<uint64_t>(base) + static_cast<uint64_t>(in_.signed_varint());
    return checked(value, size);
  }
  uint32_t checked(uint64_t value, size_t size) {
    if (value >= size) in_.fail();
    return in_.ok() ? static_cast<uint32_t>(value) : 0;
  }

  void read_imports();
  void read_nodes();
  void read_kids(uint32_t index, Node& node);
  uint64_t read_payload(const Node& node, uint32_t index);
  void read_tables();
  void read_blocks();
  void read_points(Block& block);
  void read_edges(uint32_t index, Block& block, size_t block_count);
  void read_phis();
  void check_payloads();

  const UnitNames& names_;
  ByteReader in_;
  Body body_;
  std::vector<TypeId> types_;
  std::vector<SymbolId> symbols_;
  int64_t next_point_ = 0;
  std::string problem_;
};

void BodyReader::read_imports() {
  size_t type_count = in_.count();
  for (size_t i = 0; i < type_count && in_.ok(); ++i) {
    auto found = names_.types.find(in_.fixed64());
    if (found == names_.types.end())
      fail("it uses a type that its unit does not list");
    else
      types_.push_back(found->second);
  }
  size_t symbol_count = in_.count();
  for (size_t i = 0; i < symbol_count && in_.ok(); ++i) {
    auto found = names_.symbols.find(in_.fixed64());
    if (found == names_.symbols.end())
      fail("it uses a symbol that its unit does not list");
    else
      symbols_.push_back(found->second);
  }
}

void BodyReader::read_nodes() {
  std::array<Context, kOpCount> contexts;
  size_t count = in_.count();
  body_.nodes.reserve(count);
  body_.kids.reserve(count);
  for (uint32_t i = 0; i < count && in_.ok(); ++i) {
    uint8_t head = in_.u8();
    uint8_t op = head & ~kAsBefore;
    if (op >= kOpCount) return in_.fail();
    Context& context = contexts[op];
    if ((head & kAsBefore) == 0) {
      context.flags = static_cast<uint16_t>(in_.varint());
      context.type = type();
      uint64_t kid_count = in_.varint();
      if (kid_count > in_.remaining()) return in_.fail();
      context.kid_count = static_cast<uint32_t>(kid_count);
    }
    Node node;
    node.op = static_cast<Op>(op);
    node.flags = context.flags;
    node.type = context.type;
    node.kid_count = context.kid_count;
    read_kids(i, node);
    node.payload = read_payload(node, i);
    body_.nodes.push_back(node);
  }
}

void BodyReader::read_kids(uint32_t index, Node& node) {
  node.kids_begin = static_cast<uint32_t>(body_.kids.size());
  // Each kid is a byte at least, also where the count was not written with this node.
  if (node.kid_count > in_.remaining()) return in_.fail();
  body_.kids.resize(body_.kids.size() + node.kid_count);
  uint64_t next = index;
  for (size_t k = node.kid_count; k > 0; --k) {
    next -= static_cast<uint64_t>(in_.signed_varint());
    body_.kids[node.kids_begin + k - 1] = NodeId(checked(next, index));
  }
}

uint64_t BodyReader::read_payload(const Node& node, uint32_t index) {
  switch (op_info(node.op).payload) {
    case PayloadKind::None:
      return 0;
    case PayloadKind::Int:
      if (node.op == Op::FloatLit && !node.has(kWide) && !node.has(kLineLiteral))
        return __builtin_bswap64(in_.varint());
      return static_cast<uint64_t>(in_.signed_varint());
    case PayloadKind::Symbol:
      return symbol().index();
    case PayloadKind::Type:
      return type().index();
    case PayloadKind::Cast:
      return checked(in_.varint(), kCastNames.size());
    case PayloadKind::Call:
      return checked(in_.varint(), kCallNames.size());
    case PayloadKind::Field:
      return in_.varint();
    case PayloadKind::Text:
    case PayloadKind::Local:
    case PayloadKind::Label:
      // The tables come later: check_payloads looks again.
      return optional_index(UINT32_MAX - 1);
    case PayloadKind::Node: {
      uint64_t distance = in_.varint();
      return distance == 0 ? 0 : uint64_t{checked(index - distance, index)} + 1;
    }
  }
  return 0;
}

void BodyReader::read_tables() {
  if (uint32_t root = optional_index(body_.nodes.size()); root != UINT32_MAX)
    body_.root = NodeId(root);
  uint64_t param_count = in_.varint();
  size_t local_count = in_.count();
  if (param_count > local_count) in_.fail();
  body_.param_count = static_cast<uint32_t>(param_count);
  for (size_t i = 0; i < local_count && in_.ok(); ++i) {
    Local local;
    local.name = in_.text();
    local.type = type();
    uint8_t bits = in_.u8();
    local.kind =
        static_cast<LocalKind>(checked(bits >> 2, static_cast<size_t>(LocalKind::Exception) + 1));
    local.address_taken = (bits & 2) != 0;
    local.lives_on = (bits & 1) != 0;
    local.cleanup = symbol();
    body_.locals.push_back(std::move(local));
  }
  auto texts = [this](std::vector<std::string>& out) {
    size_t count = in_.count();
    for (size_t i = 0; i < count && in_.ok(); ++i) out.emplace_back(in_.text());
  };
  texts(body_.labels);
  texts(body_.strings);
  size_t wide_count = in_.count();
  for (size_t i = 0; i < wide_count && in_.ok(); ++i) {
    std::vector<uint64_t> wide(in_.count());
    for (uint64_t& word : wide) word = in_.varint();
    body_.wides.push_back(std::move(wide));
  }
  size_t spelling_count = in_.count();
  uint64_t next = 0;
  for (size_t i = 0; i < spelling_count && in_.ok(); ++i) {
    uint64_t distance = checked(in_.varint(), body_.nodes.size());
    Spelling spelling{.node = NodeId(checked(next + distance, body_.nodes.size()))};
    spelling.text = checked(in_.varint(), body_.strings.size());
    next = uint64_t{spelling.node.index()} + 1;
    body_.spellings.push_back(spelling);
  }
}

void BodyReader::read_points(Block& block) {
  block.points_begin = static_cast<uint32_t>(body_.points.size());
  uint64_t count = in_.varint();
  // A point is a node once: more than there are nodes is damage, and so is a long run.
  if (count > body_.nodes.size() - body_.points.size()) return in_.fail();
  block.point_count = static_cast<uint32_t>(count);
  while (count > 0 && in_.ok()) {
    uint32_t first = relative(next_point_, body_.nodes.size());
    uint64_t length = in_.varint();
    if (length == 0 || length > count || length > body_.nodes.size() - first) return in_.fail();
    for (uint64_t i = 0; i < length; ++i)
      body_.points.push_back(NodeId(first + static_cast<uint32_t>(i)));
    next_point_ = static_cast<int64_t>(first + length);
    count -= length;
  }
}

void BodyReader::read_edges(uint32_t index, Block& block, size_t block_count) {
  block.edges_begin = static_cast<uint32_t>(body_.edges.size());
  block.edge_count = static_cast<uint32_t>(in_.count());
  for (uint32_t i = 0; i < block.edge_count && in_.ok(); ++i) {
    Edge edge;
    edge.kind = static_cast<EdgeKind>(checked(in_.u8(), static_cast<size_t>(EdgeKind::Label) + 1));
    edge.target = BlockId(relative(index, block_count));
    if (edge.kind == EdgeKind::Case) {
      edge.low = in_.signed_varint();
      edge.high = static_cast<int64_t>(static_cast<uint64_t>(edge.low) + in_.varint());
    }
    if (edge.kind == EdgeKind::Label) edge.low = in_.signed_varint();
    if (edge.kind == EdgeKind::Catch) edge.caught = type();
    body_.edges.push_back(edge);
  }
}

void BodyReader::read_blocks() {
  size_t count = in_.count();
  body_.blocks.reserve(count);
  for (uint32_t b = 0; b < count && in_.ok(); ++b) {
    Block block;
    uint8_t bits = in_.u8();
    block.terminator = static_cast<Terminator>(
        checked(bits >> 2, static_cast<size_t>(Terminator::Unreachable) + 1));
    block.is_cleanup = (bits & 2) != 0;
    if (bits & 1) block.unwind = BlockId(relative(b, count));
    read_points(block);
    if (uint32_t operand = optional_index(body_.nodes.size()); operand != UINT32_MAX)
      block.operand = NodeId(operand);
    read_edges(b, block, count);
    body_.blocks.push_back(block);
  }
}

void BodyReader::read_phis() {
  size_t count = in_.count();
  int64_t before = 0;
  for (size_t i = 0; i < count && in_.ok(); ++i) {
    Phi phi;
    phi.node = NodeId(relative(before, body_.nodes.size()));
    phi.from = BlockId(checked(in_.varint(), body_.blocks.size()));
    uint64_t value = phi.node.index() - static_cast<uint64_t>(in_.signed_varint());
    phi.value = NodeId(checked(value, body_.nodes.size()));
    before = phi.node.index();
    body_.phis.push_back(phi);
  }
}

// Indices into what came after the nodes.  A handler need not name what it caught, nor a jump its
// label; elsewhere none is damage.
void BodyReader::check_payloads() {
  for (const Node& node : body_.nodes) {
    bool in_range = true;
    bool is_none = node.payload == UINT32_MAX;
    switch (op_info(node.op).payload) {
      case PayloadKind::Text:
        in_range = node.payload < body_.strings.size();
        break;
      case PayloadKind::Local:
        in_range = node.payload < body_.locals.size() || (is_none && node.op != Op::Local);
        break;
      case PayloadKind::Label:
        in_range = node.payload < body_.labels.size() || is_none;
        break;
      case PayloadKind::Int:
        in_range = !node.has(kWide) || is_line_literal(node) || node.payload < body_.wides.size();
        break;
      default:
        break;
    }
    if (!in_range) return in_.fail();
    if (node.op != Op::Member || node.kid_count == 0) continue;
    TypeId owner = body_.nodes[body_.kids[node.kids_begin].index()].type;
    if (!owner.valid()) continue;
    const Type& record = names_.unit.types.resolved(owner);
    if (record.kind == TypeKind::Record && node.payload >= record.fields.size())
      return fail("it names a field that its record does not have");
  }
}

}  // namespace

Result<Body> read_body(const UnitNames& names, std::string_view data) {
  return BodyReader(names, data).read();
}

namespace {

Place read_whole(ByteReader& in) {
  Place place;
  place.file = static_cast<uint32_t>(in.varint());
  place.line = static_cast<uint32_t>(in.varint());
  place.column = static_cast<uint32_t>(in.varint());
  place.end_line = static_cast<uint32_t>(place.line + static_cast<uint64_t>(in.signed_varint()));
  place.end_column = static_cast<uint32_t>(in.varint());
  return place;
}

// The mirror of write_place.
Place read_place(ByteReader& in, const Place& before, const Place* first_kid,
                 const Place* last_kid) {
  uint8_t head = in.u8();
  auto begin = static_cast<PlaceBegin>(head & 3);
  auto end = static_cast<PlaceEnd>(head >> 2 & 3);
  Place place = before;
  if (first_kid == nullptr && (begin == PlaceBegin::FirstKid || end == PlaceEnd::LastKid)) {
    in.fail();
    return place;
  }
  if (begin == PlaceBegin::FirstKid) {
    place.file = first_kid->file;
    place.line = first_kid->line;
    place.column = first_kid->column;
  } else if (begin == PlaceBegin::SameLine) {
    place.column = static_cast<uint32_t>(before.column + static_cast<uint64_t>(in.signed_varint()));
  } else if (begin == PlaceBegin::New) {
    int64_t line = in.signed_varint();
    place.line = static_cast<uint32_t>(before.line + (line >> 1));
    if (line & 1) place.file = static_cast<uint32_t>(in.varint());
    place.column = static_cast<uint32_t>(in.varint());
  }
  if (end == PlaceEnd::Length) {
    int64_t length = head >> 4;
    if (length == kLongLength) length = in.signed_varint();
    place.end_line = place.line;
    place.end_column = static_cast<uint32_t>(place.column + static_cast<uint64_t>(length));
  } else if (end == PlaceEnd::LastKid) {
    place.end_line = last_kid->end_line;
    place.end_column = last_kid->end_column;
  } else if (end == PlaceEnd::New) {
    place.end_line = static_cast<uint32_t>(place.line + static_cast<uint64_t>(in.signed_varint()));
    place.end_column = static_cast<uint32_t>(in.varint());
  }
  return place;
}

void read_files(const UnitNames& names, ByteReader& in, Places& places) {
  size_t count = in.count();
  for (size_t i = 0; i < count && in.ok(); ++i) {
    if (in.u8() == 0) {
      places.files.emplace_back(in.text());
      continue;
    }
    auto found = names.files.find(in.fixed64());
    if (found == names.files.end()) return in.fail();
    places.files.push_back(names.unit.files[found->second].path);
  }
}

}  // namespace

Result<Places> read_places(const UnitNames& names, std::string_view data, Body& body) {
  ByteReader in(data);
  Places places;
  read_files(names, in, places);
  places.whole = read_whole(in);
  size_t count = in.count();
  if (count != body.nodes.size()) return input_error("its places are not those of its body");
  places.of_node.reserve(count);
  Place before = places.whole;
  for (size_t i = 0; i < count && in.ok(); ++i) {
    std::span<const NodeId> kids = body.kids_of(NodeId(i));
    before = read_place(in, before, kids.empty() ? nullptr : &places[kids.front()],
                        kids.empty() ? nullptr : &places[kids.back()]);
    // A place without a file keeps 0, also where the function has no file at all.
    if (before.file >= places.files.size() && before.file != 0) in.fail();
    places.of_node.push_back(before);
  }
  if (places.whole.file >= places.files.size() && places.whole.file != 0) in.fail();

  size_t literals = in.count();
  uint64_t index = 0;
  for (size_t i = 0; i < literals && in.ok(); ++i) {
    index += in.varint();
    uint64_t value = in.varint();
    if (index >= body.nodes.size() || !is_line_literal(body.nodes[index])) {
      in.fail();
      break;
    }
    body.nodes[index].payload = value;
    places.line_literals.emplace_back(NodeId(static_cast<uint32_t>(index)), value);
  }
  if (!in.ok() || !in.at_end()) return input_error("its places are damaged");
  return places;
}

}  // namespace assay::ir
