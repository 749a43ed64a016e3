// UnitFacts as bytes.  One description of the layout serves both directions, so they cannot
// drift apart.
#include "callgraph/unit_facts.h"

namespace assay::callgraph {

namespace {

constexpr uint8_t kVersion = 3;

class Writing {
 public:
  void number(uint32_t value) {
    writer_.varint(uint64_t{value} + 1);
  }  // kNone, being 2^32 − 1, fits
  void number(uint64_t value) { writer_.varint(value); }
  void flag(bool value) { writer_.u8(value ? 1 : 0); }
  template <class Enum>
  void choice(Enum value, Enum) {
    writer_.u8(static_cast<uint8_t>(value));
  }
  void text(const std::string& value) { writer_.text(value); }
  void cell(CellRef value) { number(value.raw()); }
  void hash(const Hash& value) {
    writer_.fixed64(value.high);
    writer_.fixed64(value.low);
  }
  template <class List, class Each>
  void list(List& items, Each each) {
    writer_.varint(items.size());
    for (auto& item : items) each(item);
  }
  Bytes take() { return writer_.take(); }

 private:
  ByteWriter writer_;
};

class Reading {
 public:
  explicit Reading(std::string_view bytes) : reader_(bytes) {}
  void number(uint32_t& value) { value = static_cast<uint32_t>(reader_.varint() - 1); }
  void number(uint64_t& value) { value = reader_.varint(); }
  void flag(bool& value) { value = reader_.u8() != 0; }
  template <class Enum>
  void choice(Enum& value, Enum last) {
    uint8_t raw = reader_.u8();
    if (raw > static_cast<uint8_t>(last)) return reader_.fail();
    value = static_cast<Enum>(raw);
  }
  void text(std::string& value) { value = reader_.text(); }
  void cell(CellRef& value) {
    uint32_t raw = 0;
    number(raw);
    value = CellRef::from_raw(raw);
  }
  void hash(Hash& value) {
    value.high = reader_.fixed64();
    value.low = reader_.fixed64();
  }
  template <class List, class Each>
  void list(List& items, Each each) {
    size_t count = reader_.count();
    for (size_t i = 0; i < count && reader_.ok(); ++i) each(items.emplace_back());
  }
  bool complete() const { return reader_.ok() && reader_.at_end(); }

 private:
  ByteReader reader_;
};

template <class Coder>
void code_flow(Coder& coder, auto& flow) {
  coder.choice(flow.kind, FlowKind::Escape);
  coder.choice(flow.through, CarrierKind::Any);
  coder.number(flow.a);
  coder.number(flow.b);
}

template <class Coder>
void code_site(Coder& coder, auto& site) {
  coder.number(site.point);
  coder.choice(site.kind, SiteKind::MemberPointer);
  coder.number(site.function);
  coder.cell(site.callee);
  coder.number(site.receiver);
  coder.flag(site.is_exact);
  coder.list(site.arguments, [&](auto& argument) {
    coder.cell(argument.value);
    coder.choice(argument.kind, CarrierKind::Any);
    coder.number(argument.record);
    coder.flag(argument.is_const);
  });
  coder.cell(site.result);
  coder.number(site.result_record);
}

template <class Coder>
void code_function(Coder& coder, auto& fact) {
  coder.text(fact.name);
  coder.text(fact.display);
  coder.text(fact.alias);
  coder.choice(fact.linkage, ir::Linkage::Internal);
  coder.number(fact.flags);
  coder.number(fact.record);
  coder.list(fact.overrides, [&](auto& name) { coder.text(name); });
  coder.number(fact.params);
  coder.flag(fact.variadic);
  coder.flag(fact.allocates);
  coder.flag(fact.address_taken);
  coder.flag(fact.has_body);
  coder.flag(fact.is_program_function);
  coder.flag(fact.mentions_internal);
  coder.text(fact.file);
  coder.number(fact.line);
  coder.number(fact.index_in_unit);
  coder.hash(fact.body);
  coder.number(fact.cells);
  coder.list(fact.flows, [&](auto& flow) { code_flow(coder, flow); });
  coder.list(fact.sites, [&](auto& site) { code_site(coder, site); });
}

template <class Coder>
void code_record(Coder& coder, auto& record) {
  auto numbers = [&](auto& list) { coder.list(list, [&](auto& n) { coder.number(n); }); };
  coder.hash(record.key);
  numbers(record.bases);
  numbers(record.parts);
  numbers(record.reaches);
  coder.list(record.leaves, [&](auto& leaf) {
    coder.number(leaf.offset);
    coder.choice(leaf.kind, CarrierKind::Any);
    coder.cell(leaf.cell);
  });
}

template <class Coder>
void code_facts(Coder& coder, auto& facts) {
  coder.text(facts.main_file);
  coder.list(facts.functions, [&](auto& fact) { code_function(coder, fact); });
  coder.list(facts.variables, [&](auto& variable) {
    coder.text(variable.name);
    coder.text(variable.alias);
    coder.choice(variable.linkage, ir::Linkage::Internal);
    coder.flag(variable.defined);
  });
  coder.list(facts.records, [&](auto& record) { code_record(coder, record); });
  coder.list(facts.cells, [&](auto& cell) {
    coder.choice(cell.kind, CellKind::Thrown);
    coder.number(cell.owner);
    coder.number(cell.detail);
  });
  coder.list(facts.flows, [&](auto& flow) { code_flow(coder, flow); });
}

// Every index of decoded facts, against what it counts.
class IndexCheck {
 public:
  explicit IndexCheck(const UnitFacts& facts) : facts_(facts) {}

  bool all() const {
    for (const RecordFact& record : facts_.records) {
      if (!records(record.bases) || !records(record.parts) || !records(record.reaches))
        return false;
      for (const LeafFact& leaf : record.leaves) {
        if (!leaf.cell.is_of_unit() || !cell(leaf.cell, 0)) return false;
      }
    }
    for (const UnitCell& cell : facts_.cells) {
      if (!owner(cell)) return false;
    }
    for (const FunctionFact& fact : facts_.functions) {
      if (!function_ok(fact)) return false;
    }
    return flows(facts_.flows, 0);
  }

 private:
  static bool below(uint32_t index, size_t size) { return index < size; }
  bool record(uint32_t index) const { return below(index, facts_.records.size()); }
  bool record_or_none(uint32_t index) const { return index == kNone || record(index); }
  bool function(uint32_t index) const { return below(index, facts_.functions.size()); }
  bool records(const std::vector<uint32_t>& list) const {
    for (uint32_t index : list) {
      if (!record(index)) return false;
    }
    return true;
  }
  bool cell(CellRef ref, uint32_t own) const {
    if (!ref.valid()) return false;
    return below(ref.index(), ref.is_of_unit() ? facts_.cells.size() : own);
  }
  bool cell_or_none(CellRef ref, uint32_t own) const { return !ref.valid() || cell(ref, own); }

  bool owner(const UnitCell& cell) const {
    switch (cell.kind) {
      case CellKind::Global:
        return below(cell.owner, facts_.variables.size());
      case CellKind::Field:
        return record(cell.owner);
      case CellKind::Param:
        return function(cell.owner) && cell.detail < facts_.functions[cell.owner].params;
      case CellKind::Variadic:
        return function(cell.owner) && cell.detail < kCarrierKinds;
      case CellKind::Result:
        return function(cell.owner);
      case CellKind::AnyVariadic:
        return cell.detail < kCarrierKinds;
      case CellKind::Thrown:
        return true;
    }
    return false;
  }

  bool flows(const std::vector<Flow>& list, uint32_t own) const {
    for (const Flow& flow : list) {
      bool a =
          flow.kind == FlowKind::Punned ? record(flow.a) : cell(CellRef::from_raw(flow.a), own);
      bool b = true;
      if (flow.kind == FlowKind::Function) {
        b = function(flow.b);
      } else if (flow.kind == FlowKind::Record || flow.kind == FlowKind::Typed ||
                 flow.kind == FlowKind::Punned) {
        b = record(flow.b);
      } else if (flow.kind != FlowKind::Memory && flow.kind != FlowKind::Unknown &&
                 flow.kind != FlowKind::Escape) {
        b = cell(CellRef::from_raw(flow.b), own);
      }
      if (!a || !b) return false;
    }
    return true;
  }

  bool function_ok(const FunctionFact& fact) const {
    // More cells than there is anything to say about: a damaged count, not a body.
    size_t most = fact.flows.size() * 2 + fact.sites.size();
    for (const SiteFact& site : fact.sites) most += site.arguments.size() + 2;
    if (fact.cells > most || fact.params > 1'000'000 || !record_or_none(fact.record)) return false;
    for (const SiteFact& site : fact.sites) {
      bool by_name = site.kind == SiteKind::Direct || site.kind == SiteKind::Virtual;
      if (by_name && !function(site.function)) return false;
      if (!cell_or_none(site.callee, fact.cells) || !cell_or_none(site.result, fact.cells) ||
          !record_or_none(site.receiver) || !record_or_none(site.result_record))
        return false;
      for (const ArgumentFact& argument : site.arguments) {
        if (!cell_or_none(argument.value, fact.cells) || !record_or_none(argument.record))
          return false;
      }
    }
    return flows(fact.flows, fact.cells);
  }

  const UnitFacts& facts_;
};

}  // namespace

Bytes encode(const UnitFacts& facts) {
  Writing writing;
  writing.number(uint64_t{kVersion});
  code_facts(writing, facts);
  return writing.take();
}

Result<UnitFacts> decode_facts(std::string_view bytes) {
  Reading reading(bytes);
  uint64_t version = 0;
  reading.number(version);
  if (version != kVersion) return input_error("call facts: version {} is not ours", version);
  UnitFacts facts;
  code_facts(reading, facts);
  if (!reading.complete() || !IndexCheck(facts).all())
    return input_error("call facts: damaged bytes");
  return facts;
}

}  // namespace assay::callgraph
