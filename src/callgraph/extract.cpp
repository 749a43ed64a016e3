#include "callgraph/extract.h"

#include "ir/op.h"

namespace assay::callgraph {

using ir::TypeId;

namespace {

std::string alias_of(const ir::Symbol& symbol) {
  const ir::Attribute* alias = symbol.find(ir::AttributeKind::Alias);
  return alias != nullptr ? alias->text : std::string();
}

}  // namespace

uint32_t UnitExtractor::function(ir::SymbolId symbol) {
  auto [found, is_new] =
      functions_.try_emplace(symbol.index(), static_cast<uint32_t>(facts.functions.size()));
  if (!is_new) return found->second;
  const ir::Symbol& named = unit.symbols[symbol];
  FunctionFact fact;
  fact.name = named.name;
  fact.display = named.display;
  fact.alias = alias_of(named);
  // A weak reference is the file's private name of what others know by its real one.
  if (!fact.alias.empty() && !named.has(ir::kDefined)) fact.display = fact.alias;
  fact.linkage = named.linkage;
  fact.flags = named.flags;
  fact.overrides = named.overrides;
  if (named.record.valid() && unit.types.is_record(named.record))
    fact.record = carriers.record_fact(named.record);
  if (named.type.valid()) {
    const ir::Type& type = unit.types.resolved(named.type);
    fact.params = static_cast<uint32_t>(type.params.size()) + (named.has(ir::kMethod) ? 1 : 0);
    fact.variadic = type.has(ir::kVariadic) || type.has(ir::kNoPrototype);
  }
  fact.allocates = named.find(ir::AttributeKind::Malloc) != nullptr ||
                   named.find(ir::AttributeKind::AllocSize) != nullptr;
  facts.functions.push_back(std::move(fact));
  return found->second;
}

uint32_t UnitExtractor::variable(ir::SymbolId symbol) {
  auto [found, is_new] =
      variables_.try_emplace(symbol.index(), static_cast<uint32_t>(facts.variables.size()));
  if (!is_new) return found->second;
  const ir::Symbol& named = unit.symbols[symbol];
  facts.variables.push_back({named.name, alias_of(named), named.linkage, named.has(ir::kDefined)});
  return found->second;
}

void UnitExtractor::expose_global(ir::SymbolId symbol) {
  if (!exposed_.insert(symbol).second) return;
  const ir::Symbol& named = unit.symbols[symbol];
  TypeId record = carriers.record_in(named.type);
  if (!record.valid()) return;
  uint32_t owner = variable(symbol);
  const std::vector<Leaf> leaves = carriers.leaves(record);
  for (const Leaf& leaf : leaves) {
    uint32_t own = carriers.cell(CellKind::Global, owner, leaf.offset).raw();
    uint32_t of_type = carriers.field_cell(leaf.owner, leaf.owner_offset).raw();
    facts.flows.push_back({FlowKind::Copy, CarrierKind::Any, of_type, own});
    // A constant cannot be written through the pointer.
    if (!named.has(ir::kConstant))
      facts.flows.push_back({FlowKind::Copy, CarrierKind::Any, own, of_type});
  }
}

Hash body_hash(const ir::Unit& unit, const ir::Body& body) {
  ByteWriter writer;
  for (const ir::Node& node : body.nodes) {
    const ir::OpInfo& info = ir::op_info(node.op);
    writer.u8(static_cast<uint8_t>(node.op));
    // What a macro made or not, and where a line stands, is not content.
    writer.varint(node.flags & ~(ir::kInMacroBody | ir::kInMacroArg));
    writer.fixed64(node.type.valid() ? unit.types.hash(node.type).low : 0);
    writer.varint(node.kid_count);
    for (uint32_t i = 0; i < node.kid_count; ++i)
      writer.varint(body.kids[node.kids_begin + i].index());
    if (node.has(ir::kLineLiteral)) continue;
    if (info.payload == ir::PayloadKind::Symbol) {
      bool named = node.payload < unit.symbols.size();
      writer.text(named ? unit.symbols[ir::SymbolId(node.payload)].name : "");
    } else if (info.payload == ir::PayloadKind::Type) {
      TypeId type(static_cast<uint32_t>(node.payload));
      bool named = type.index() < unit.types.size();
      writer.fixed64(named ? unit.types.hash(type).low : 0);
    } else if (info.payload == ir::PayloadKind::Text) {
      writer.text(node.payload < body.strings.size() ? body.strings[node.payload] : "");
    } else {
      writer.varint(node.payload);
    }
  }
  for (const ir::Block& block : body.blocks) {
    writer.u8(static_cast<uint8_t>(block.terminator));
    writer.varint(block.point_count);
    writer.varint(block.edge_count);
  }
  for (const ir::Edge& edge : body.edges) writer.varint(edge.target.index());
  for (ir::NodeId point : body.points) writer.varint(point.index());
  return hash_bytes(writer.bytes());
}

UnitFacts extract_facts(const ir::Unit& unit) {
  UnitFacts facts;
  facts.main_file = unit.main_file;
  UnitExtractor shared(unit, facts);
  // Virtual methods and aliases count even if nobody here names them: another unit may.
  for (uint32_t i = 0; i < unit.symbols.size(); ++i) {
    const ir::Symbol& symbol = unit.symbols[ir::SymbolId(i)];
    bool is_alias = symbol.find(ir::AttributeKind::Alias) != nullptr;
    if (symbol.kind != ir::SymbolKind::Function) {
      if (is_alias) shared.variable(ir::SymbolId(i));
    } else if (is_alias || symbol.has(ir::kVirtual)) {
      shared.function(ir::SymbolId(i));
    }
  }
  for (uint32_t i = 0; i < unit.functions.size(); ++i) {
    const ir::Function& function = unit.functions[i];
    const ir::Symbol& symbol = unit.symbols[function.symbol];
    uint32_t index = 0;
    if (function.kind == ir::FunctionKind::GlobalInit) {
      shared.variable(function.symbol);
      index = static_cast<uint32_t>(facts.functions.size());
      facts.functions.push_back({.name = symbol.name, .linkage = symbol.linkage});
      facts.functions[index].is_program_function = false;
    } else {
      index = shared.function(function.symbol);
    }
    FunctionFact& fact = facts.functions[index];
    fact.has_body = true;
    fact.index_in_unit = i;
    fact.line = function.places.whole.line;
    if (function.places.whole.file < function.places.files.size())
      fact.file = function.places.files[function.places.whole.file];
    fact.params = std::max(fact.params, function.body.param_count);
    fact.body = body_hash(unit, function.body);
    FunctionExtractor(shared, function, index).run();
  }
  shared.carriers.finish_records();
  return facts;
}

}  // namespace assay::callgraph
