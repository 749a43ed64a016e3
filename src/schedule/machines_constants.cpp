#include "schedule/machines_constants.h"

#include <optional>
#include <set>
#include <unordered_map>

#include "engines/machines/constants.h"
#include "metal/tree.h"
#include "schedule/external_variables.h"
#include "schedule/image_view.h"

namespace assay::schedule {
namespace {

/// What one unit knows of one variable of its own.
struct FirstValue {
  std::string text;
  bool is_external = false;
  bool is_given = false;  // by an initialiser; otherwise it is zero
  uint64_t value = 0;
};

bool may_change_unseen(const ir::Unit& unit, const ir::Symbol& symbol) {
  const ir::Type& type = unit.types[symbol.type];
  return symbol.has(ir::kWeak) || symbol.has(ir::kThreadLocal) || may_write(symbol) ||
         (type.kind == ir::TypeKind::Qualified && (type.quals & ir::kVolatile) != 0);
}

/// No program at hand: an initialiser names no other variable's value.
class NoProgram final : public machines::ProgramView {
 public:
  const callgraph::CallGraph& graph() const override { return graph_; }
  std::shared_ptr<const machines::LoadedFunction> load(callgraph::FunctionId) override {
    return nullptr;
  }

 private:
  callgraph::CallGraph graph_;
};

// The number that the last point of an initialiser stores into all of the variable.
std::optional<uint64_t> given_value(const ir::Unit& unit, const ir::Function& initialiser) {
  const ir::Body& body = initialiser.body;
  std::optional<ir::NodeId> init;
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    if (body.nodes[i].op != ir::Op::Init) continue;
    if (init) return std::nullopt;
    init = ir::NodeId(i);
  }
  if (!init || body[body.kid(*init, 0)].op != ir::Op::Global) return std::nullopt;
  NoProgram none;
  return machines::Constants(none).value(unit, body, body.kid(*init, 1));
}

std::vector<FirstValue> first_values(const ImageUnits& units, const ImageUnits::Loaded& loaded) {
  const ir::Unit& unit = *loaded.tables;
  std::unordered_map<std::string_view, size_t> initialisers;
  for (size_t i = 0; i < loaded.record.functions.size(); ++i)
    if (loaded.record.functions[i].kind == ir::FunctionKind::GlobalInit)
      initialisers.emplace(loaded.record.functions[i].name, i);
  std::vector<FirstValue> values;
  for (uint32_t i = 0; i < unit.symbols.size(); ++i) {
    const ir::Symbol& symbol = unit.symbols[ir::SymbolId(i)];
    if (symbol.kind != ir::SymbolKind::Variable || !symbol.has(ir::kDefined)) continue;
    metal::Scalar scalar = metal::scalar_of(unit, symbol.type);
    bool is_number = scalar.kind == metal::ScalarKind::Int;
    if (!is_number && !unit.types.is_pointer(symbol.type)) continue;
    if (may_change_unseen(unit, symbol)) continue;
    FirstValue first{.text = metal::symbol_text(unit, symbol),
                     .is_external = symbol.linkage == ir::Linkage::External};
    if (auto found = initialisers.find(symbol.name); found != initialisers.end()) {
      Result<ir::Function> body = units.function(loaded, found->second);
      if (!body.ok() || body.value().symbol != ir::SymbolId(i)) continue;
      std::optional<uint64_t> value = given_value(unit, body.value());
      if (!value) continue;
      first.is_given = true;
      first.value = *value;
    } else if (symbol.has(ir::kConstant) || symbol.has(ir::kSystem)) {
      continue;  // a constant may be computed when the program starts
    }
    values.push_back(std::move(first));
  }
  return values;
}

}  // namespace

class VariableValueFinder::Known {
 public:
  void take(uint32_t unit, ByteReader& reader) {
    variables_.add(unit, reader);
    size_t count = reader.count();
    for (size_t i = 0; i < count && reader.ok(); ++i) {
      FirstValue value;
      value.text = reader.text();
      uint8_t flags = reader.u8();
      value.is_external = (flags & 1) != 0;
      value.is_given = (flags & 2) != 0;
      value.value = reader.varint();
      if (reader.ok()) add(std::move(value));
    }
  }

  machines::VariableValues finish() const {
    machines::VariableValues values;
    for (const auto& [text, first] : known_) {
      bool is_open = first.is_external && !variables_.is_closed() && !first.is_given;
      if (is_open || doubtful_.contains(text)) continue;
      if (first.is_external && !variables_.keeps_first_value(text)) continue;
      values.emplace(text, first.value);
    }
    return values;
  }

 private:
  // Several programs in one database may each have a variable of that name.
  void add(FirstValue value) {
    std::string text = value.text;
    auto [known, is_new] = known_.try_emplace(text, std::move(value));
    if (is_new) return;
    if (known->second.value != value.value || known->second.is_given != value.is_given)
      doubtful_.insert(std::move(text));
  }

  ExternalVariables variables_;
  std::map<std::string, FirstValue> known_;
  std::set<std::string> doubtful_;
};

VariableValueFinder::VariableValueFinder() : known_(std::make_unique<Known>()) {}
VariableValueFinder::~VariableValueFinder() = default;

void VariableValueFinder::answer(const ProgramImage&, uint32_t, const ImageUnits& units,
                                 const ImageUnits::Loaded& unit, ByteWriter& answer) const {
  ExternalVariables::write(answer, unit.tables->symbols);
  std::vector<FirstValue> values = first_values(units, unit);
  answer.varint(values.size());
  for (const FirstValue& value : values) {
    answer.text(value.text);
    answer.u8(static_cast<uint8_t>((value.is_external ? 1 : 0) | (value.is_given ? 2 : 0)));
    answer.varint(value.value);
  }
}

void VariableValueFinder::take(uint32_t unit, ByteReader& answer) { known_->take(unit, answer); }

machines::VariableValues VariableValueFinder::finish() const { return known_->finish(); }

}  // namespace assay::schedule
