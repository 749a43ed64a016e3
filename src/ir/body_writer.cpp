#include <array>

#include "ir/body_coder.h"

namespace assay::ir {

namespace {

// The flags, type and kid count that a node most likely has: those of the last with its operator.
struct Context {
  uint16_t flags = 0;
  uint32_t type = 0;
  uint32_t kid_count = 0;
};

// 1.0 has its bits on top: turned around, they take three bytes and not ten.
uint64_t reversed(uint64_t bits) { return __builtin_bswap64(bits); }

}  // namespace

uint64_t symbol_key(std::string_view name, Linkage linkage) {
  uint64_t key = hash_bytes(name).high;
  return linkage == Linkage::Internal ? ~key : key;
}

uint64_t file_key(std::string_view path) { return hash_bytes(path).high; }

uint32_t BodyWriter::Imports::number(uint32_t index) {
  if (index >= number_.size()) return 0;
  uint32_t& number = number_[index];
  if (number == 0) {
    used_.push_back(index);
    number = static_cast<uint32_t>(used_.size());
  }
  return number;
}

void BodyWriter::Imports::clear() {
  for (uint32_t index : used_) number_[index] = 0;
  used_.clear();
}

BodyWriter::BodyWriter(const Unit& unit, const std::vector<Hash>& type_hashes)
    : type_hashes_(type_hashes), types_(unit.types.size()), symbols_(unit.symbols.size()) {
  symbol_keys_.reserve(unit.symbols.size());
  for (size_t i = 0; i < unit.symbols.size(); ++i) {
    const Symbol& symbol = unit.symbols[SymbolId(i)];
    symbol_keys_.push_back(symbol_key(symbol.name, symbol.linkage));
  }
  for (const SourceFile& file : unit.files) unit_files_.emplace(file.path, file_key(file.path));
}

void BodyWriter::write_body(const Body& body, ByteWriter& out) {
  types_.clear();
  symbols_.clear();
  stream_ = ByteWriter();
  write_nodes(body);
  write_tables(body);
  write_blocks(body);

  out.varint(types_.used().size());
  for (uint32_t index : types_.used()) out.fixed64(type_hashes_[index].high);
  out.varint(symbols_.used().size());
  for (uint32_t index : symbols_.used()) out.fixed64(symbol_keys_[index]);
  out.raw(stream_.bytes());
}

void BodyWriter::write_nodes(const Body& body) {
  std::array<Context, kOpCount> contexts;
  stream_.varint(body.nodes.size());
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    const Node& node = body.nodes[i];
    uint32_t type = types_.number(node.type.index());
    Context& context = contexts[static_cast<size_t>(node.op)];
    uint8_t op = static_cast<uint8_t>(node.op);
    if (context.flags == node.flags && context.type == type &&
        context.kid_count == node.kid_count) {
      stream_.u8(op | kAsBefore);
    } else {
      stream_.u8(op);
      stream_.varint(node.flags);
      stream_.varint(type);
      stream_.varint(node.kid_count);
      context = {node.flags, type, node.kid_count};
    }
    // Last kid first: it is most often the node just before, and its siblings are near it.
    int64_t next = static_cast<int64_t>(i);
    for (size_t k = node.kid_count; k > 0; --k) {
      int64_t kid = body.kids[node.kids_begin + k - 1].index();
      stream_.signed_varint(next - kid);
      next = kid;
    }
    write_payload(body, node, i);
  }
}

void BodyWriter::write_payload(const Body& body, const Node& node, size_t index) {
  // None is 0, as is whatever is out of range: the reader gives none for it.
  auto below = [&](size_t size) { stream_.varint(node.payload < size ? node.payload + 1 : 0); };
  switch (op_info(node.op).payload) {
    case PayloadKind::None:
      break;
    case PayloadKind::Int:
      if (node.has(kLineLiteral))
        stream_.u8(0);
      else if (node.op == Op::FloatLit && !node.has(kWide))
        stream_.varint(reversed(node.payload));
      else
        stream_.signed_varint(static_cast<int64_t>(node.payload));
      break;
    case PayloadKind::Text:
      below(body.strings.size());
      break;
    case PayloadKind::Local:
      below(body.locals.size());
      break;
    case PayloadKind::Label:
      below(body.labels.size());
      break;
    case PayloadKind::Symbol:
      stream_.varint(node.payload <= UINT32_MAX ? symbols_.number(uint32_t(node.payload)) : 0);
      break;
    case PayloadKind::Type:
      stream_.varint(node.payload <= UINT32_MAX ? types_.number(uint32_t(node.payload)) : 0);
      break;
    case PayloadKind::Field:
    case PayloadKind::Cast:
    case PayloadKind::Call:
      stream_.varint(node.payload);
      break;
    case PayloadKind::Node:
      stream_.varint(node.payload == 0 || node.payload > index ? 0 : index + 1 - node.payload);
      break;
  }
}

void BodyWriter::write_tables(const Body& body) {
  stream_.varint(body.root.valid() ? uint64_t{body.root.index()} + 1 : 0);
  stream_.varint(body.param_count);
  stream_.varint(body.locals.size());
  for (const Local& local : body.locals) {
    stream_.text(local.name);
    stream_.varint(types_.number(local.type.index()));
    stream_.u8(static_cast<uint8_t>(static_cast<uint8_t>(local.kind) << 2 |
                                    (local.address_taken ? 2 : 0) | (local.lives_on ? 1 : 0)));
    stream_.varint(symbols_.number(local.cleanup.index()));
  }
  stream_.varint(body.labels.size());
  for (const std::string& label : body.labels) stream_.text(label);
  stream_.varint(body.strings.size());
  for (const std::string& text : body.strings) stream_.text(text);
  stream_.varint(body.wides.size());
  for (const std::vector<uint64_t>& wide : body.wides) {
    stream_.varint(wide.size());
    for (uint64_t word : wide) stream_.varint(word);
  }
  stream_.varint(body.spellings.size());
  uint32_t next = 0;
  for (const Spelling& spelling : body.spellings) {
    stream_.varint(spelling.node.index() - next);
    stream_.varint(spelling.text);
    next = spelling.node.index() + 1;
  }
}

void BodyWriter::write_blocks(const Body& body) {
  stream_.varint(body.blocks.size());
  int64_t next_point = 0;
  for (size_t b = 0; b < body.blocks.size(); ++b) {
    const Block& block = body.blocks[b];
    stream_.u8(static_cast<uint8_t>(static_cast<uint8_t>(block.terminator) << 2 |
                                    (block.is_cleanup ? 2 : 0) | (block.unwind.valid() ? 1 : 0)));
    if (block.unwind.valid()) stream_.signed_varint(int64_t{block.unwind.index()} - int64_t(b));
    // Points as runs of consecutive nodes: a statement's expressions are numbered in the order
    // they are evaluated.
    std::span<const NodeId> points = body.points_of(BlockId(b));
    stream_.varint(points.size());
    for (size_t i = 0; i < points.size();) {
      size_t length = 1;
      while (i + length < points.size() && points[i + length].index() == points[i].index() + length)
        ++length;
      stream_.signed_varint(int64_t{points[i].index()} - next_point);
      stream_.varint(length);
      next_point = int64_t{points[i].index()} + static_cast<int64_t>(length);
      i += length;
    }
    stream_.varint(block.operand.valid() ? uint64_t{block.operand.index()} + 1 : 0);
    stream_.varint(block.edge_count);
    for (const Edge& edge : body.edges_of(BlockId(b))) {
      stream_.u8(static_cast<uint8_t>(edge.kind));
      stream_.signed_varint(int64_t{edge.target.index()} - int64_t(b));
      if (edge.kind == EdgeKind::Case) {
        stream_.signed_varint(edge.low);
        stream_.varint(static_cast<uint64_t>(edge.high) - static_cast<uint64_t>(edge.low));
      }
      if (edge.kind == EdgeKind::Label) stream_.signed_varint(edge.low);
      if (edge.kind == EdgeKind::Catch) stream_.varint(types_.number(edge.caught.index()));
    }
  }
  stream_.varint(body.phis.size());
  int64_t before = 0;
  for (const Phi& phi : body.phis) {
    stream_.signed_varint(int64_t{phi.node.index()} - before);
    stream_.varint(phi.from.index());
    stream_.signed_varint(int64_t{phi.node.index()} - int64_t{phi.value.index()});
    before = phi.node.index();
  }
}

namespace {

void write_whole(ByteWriter& out, const Place& place) {
  out.varint(place.file);
  out.varint(place.line);
  out.varint(place.column);
  out.signed_varint(int64_t{place.end_line} - int64_t{place.line});
  out.varint(place.end_column);
}

bool same_begin(const Place& a, const Place& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

bool same_end(const Place& a, const Place& b) {
  return a.file == b.file && a.end_line == b.end_line && a.end_column == b.end_column;
}

void write_place(ByteWriter& out, const Place& place, const Place& before, const Place* first_kid,
                 const Place* last_kid) {
  PlaceBegin begin = PlaceBegin::New;
  if (same_begin(place, before))
    begin = PlaceBegin::Same;
  else if (first_kid != nullptr && same_begin(place, *first_kid))
    begin = PlaceBegin::FirstKid;
  else if (place.file == before.file && place.line == before.line)
    begin = PlaceBegin::SameLine;

  PlaceEnd end = PlaceEnd::New;
  uint8_t high = 0;
  int64_t length = int64_t{place.end_column} - int64_t{place.column};
  if (same_end(place, before)) {
    end = PlaceEnd::Same;
  } else if (last_kid != nullptr && same_end(place, *last_kid)) {
    end = PlaceEnd::LastKid;
  } else if (place.end_line == place.line) {
    end = PlaceEnd::Length;
    high = length >= 0 && length < kLongLength ? static_cast<uint8_t>(length) : kLongLength;
  }

  out.u8(static_cast<uint8_t>(high << 4 | static_cast<uint8_t>(end) << 2 |
                              static_cast<uint8_t>(begin)));
  if (begin == PlaceBegin::SameLine)
    out.signed_varint(int64_t{place.column} - int64_t{before.column});
  if (begin == PlaceBegin::New) {
    bool other_file = place.file != before.file;
    out.signed_varint((int64_t{place.line} - int64_t{before.line}) * 2 + (other_file ? 1 : 0));
    if (other_file) out.varint(place.file);
    out.varint(place.column);
  }
  if (end == PlaceEnd::Length && high == kLongLength) out.signed_varint(length);
  if (end == PlaceEnd::New) {
    out.signed_varint(int64_t{place.end_line} - int64_t{place.line});
    out.varint(place.end_column);
  }
}

}  // namespace

void BodyWriter::write_places(const Body& body, const Places& places, ByteWriter& out) {
  out.varint(places.files.size());
  for (const std::string& file : places.files) {
    auto known = unit_files_.find(file);
    out.u8(known != unit_files_.end() ? 1 : 0);
    if (known != unit_files_.end())
      out.fixed64(known->second);
    else
      out.text(file);  // a scratch buffer of the compiler's
  }
  write_whole(out, places.whole);

  const Place nowhere;
  auto of = [&](NodeId id) -> const Place& {
    return id.index() < places.of_node.size() ? places.of_node[id.index()] : nowhere;
  };
  out.varint(body.nodes.size());
  const Place* before = &places.whole;
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    const Place& place = of(NodeId(i));
    std::span<const NodeId> kids = body.kids_of(NodeId(i));
    write_place(out, place, *before, kids.empty() ? nullptr : &of(kids.front()),
                kids.empty() ? nullptr : &of(kids.back()));
    before = &place;
  }

  size_t literals = 0;
  for (const Node& node : body.nodes) literals += is_line_literal(node) ? 1 : 0;
  out.varint(literals);
  for (size_t i = 0, last = 0; literals > 0 && i < body.nodes.size(); ++i) {
    if (!is_line_literal(body.nodes[i])) continue;
    out.varint(i - last);
    out.varint(body.nodes[i].payload);
    last = i;
  }
}

}  // namespace assay::ir
