#include "ir/symbol_coder.h"

namespace assay::ir {

namespace {

void write_type(ByteWriter& out, TypeId id, const std::vector<Hash>& hashes) {
  Hash hash = id.valid() ? hashes[id.index()] : Hash();
  out.u8(hash.is_zero() ? 0 : 1);
  if (hash.is_zero()) return;
  out.fixed64(hash.high);
  out.fixed64(hash.low);
}

TypeId read_type(ByteReader& in, const std::unordered_map<Hash, TypeId>& types) {
  if (in.u8() == 0) return TypeId();
  Hash hash;
  hash.high = in.fixed64();
  hash.low = in.fixed64();
  auto found = types.find(hash);
  if (found == types.end()) {
    in.fail();
    return TypeId();
  }
  return found->second;
}

void write_texts(ByteWriter& out, const std::vector<std::string>& texts) {
  out.varint(texts.size());
  for (const std::string& text : texts) out.text(text);
}

std::vector<std::string> read_texts(ByteReader& in) {
  std::vector<std::string> texts;
  size_t count = in.count();
  for (size_t i = 0; i < count && in.ok(); ++i) texts.emplace_back(in.text());
  return texts;
}

}  // namespace

void write_symbol(ByteWriter& out, const Symbol& symbol, const std::vector<Hash>& type_hashes) {
  out.text(symbol.name);
  bool own_display = symbol.display != symbol.name;
  out.u8(static_cast<uint8_t>((own_display ? 4 : 0) |
                              (symbol.kind == SymbolKind::Variable ? 2 : 0) |
                              (symbol.linkage == Linkage::Internal ? 1 : 0)));
  if (own_display) out.text(symbol.display);
  out.varint(symbol.flags);
  write_type(out, symbol.type, type_hashes);
  write_type(out, symbol.record, type_hashes);
  write_texts(out, symbol.param_names);
  write_texts(out, symbol.overrides);
  out.varint(symbol.attributes.size());
  for (const Attribute& attribute : symbol.attributes) {
    out.u8(static_cast<uint8_t>(attribute.kind));
    out.varint(attribute.args.size());
    for (int64_t arg : attribute.args) out.signed_varint(arg);
    out.text(attribute.text);
  }
}

Result<Symbol> read_symbol(std::string_view data, const std::unordered_map<Hash, TypeId>& types) {
  ByteReader in(data);
  Symbol symbol;
  symbol.name = in.text();
  uint8_t bits = in.u8();
  symbol.kind = bits & 2 ? SymbolKind::Variable : SymbolKind::Function;
  symbol.linkage = bits & 1 ? Linkage::Internal : Linkage::External;
  symbol.display = bits & 4 ? std::string(in.text()) : symbol.name;
  symbol.flags = static_cast<uint32_t>(in.varint());
  symbol.type = read_type(in, types);
  symbol.record = read_type(in, types);
  symbol.param_names = read_texts(in);
  symbol.overrides = read_texts(in);
  size_t count = in.count();
  for (size_t i = 0; i < count && in.ok(); ++i) {
    Attribute attribute;
    uint8_t kind = in.u8();
    if (kind >= kAttributeKindCount) in.fail();
    attribute.kind = static_cast<AttributeKind>(kind);
    attribute.args.resize(in.count());
    for (int64_t& arg : attribute.args) arg = in.signed_varint();
    attribute.text = in.text();
    symbol.attributes.push_back(std::move(attribute));
  }
  if (!in.ok() || !in.at_end()) return input_error("symbol '{}': damaged", symbol.name);
  return symbol;
}

}  // namespace assay::ir
