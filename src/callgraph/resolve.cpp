#include "callgraph/resolve.h"

#include <algorithm>

#include "callgraph/components.h"

namespace assay::callgraph {

namespace {

const Token kUnknownToken(Token::Kind::Unknown, 0);

uint64_t pair_key(uint32_t a, uint32_t b) { return uint64_t{a} << 32 | b; }

}  // namespace

Resolver::Resolver(Program& program, Solver& solver)
    : escapes(program.functions.size()),
      program_(program),
      solver_(solver),
      hierarchy_(program),
      outside_(solver.new_cell()),
      escaped_records_(program.records.size()),
      filled_records_(program.records.size()) {}

void Resolver::run() {
  solver_.add(outside_, kUnknownToken);
  solver_.watch(outside_, kOutsideWatch);
  for (Cell cell : program_.foreign_cells()) {
    solver_.add(cell, kUnknownToken);
    solver_.copy(outside_, cell);
  }
  add_flows();
  add_sites();
  add_entry_points();
  do {
    solver_.solve(*this);
  } while (settle_untyped());
  collect_targets();
}

void Resolver::add_flows() {
  auto add_body = [&](uint32_t caller, uint32_t unit, const FunctionFact& fact) {
    Cell base = solver_.new_cells(fact.cells);
    for (const Flow& flow : fact.flows) add_flow(unit, base, flow);
    for (const SiteFact& site : fact.sites)
      sites.push_back({.caller = caller, .unit = unit, .fact = &site, .base = base});
  };
  for (uint32_t i = 0; i < program_.functions.size(); ++i) {
    for (LinkedFunction::Instance instance : program_.functions[i].instances)
      add_body(i, instance.unit, program_.units[instance.unit].functions[instance.function]);
  }
  for (uint32_t u = 0; u < program_.units.size(); ++u) {
    for (const FunctionFact& fact : program_.units[u].functions) {
      if (fact.has_body && !fact.is_program_function) add_body(kNone, u, fact);
    }
    for (const Flow& flow : program_.units[u].flows) add_flow(u, 0, flow);
  }
}

void Resolver::add_flow(uint32_t unit, Cell base, const Flow& flow) {
  auto resolved = [&](uint32_t raw) { return program_.cell(unit, CellRef::from_raw(raw), base); };
  if (flow.kind == FlowKind::Punned) {
    uint32_t a = program_.record(unit, flow.a), b = program_.record(unit, flow.b);
    if (!program_.fits(a, b)) link_records(a, b);
    return;
  }
  Cell a = resolved(flow.a);
  switch (flow.kind) {
    case FlowKind::Function:
      for (uint32_t function : program_.meaning(unit, flow.b))
        solver_.add(a, {Token::Kind::Function, function});
      break;
    case FlowKind::Address:
      solver_.set_kind(resolved(flow.b), flow.through);
      solver_.add(a, {Token::Kind::Address, resolved(flow.b)});
      break;
    case FlowKind::Memory:
      solver_.add(a, solver_.new_memory());
      break;
    case FlowKind::Record:
      solver_.add(a, {Token::Kind::Record, program_.record(unit, flow.b)});
      break;
    case FlowKind::Copy:
      solver_.copy(a, resolved(flow.b));
      break;
    case FlowKind::Load:
      solver_.load(a, resolved(flow.b), flow.through);
      break;
    case FlowKind::Store: {
      Cell from = resolved(flow.b);
      solver_.store(a, from, flow.through);
      // Stored through a pointer from outside, it is outside.
      solver_.watch(a, from | kStoreWatch);
      break;
    }
    case FlowKind::Typed:
      untyped_.push_back({a, program_.record(unit, flow.b)});
      break;
    case FlowKind::Unknown:
      solver_.add(a, kUnknownToken);
      break;
    case FlowKind::Escape:
      solver_.copy(outside_, a);
      break;
    case FlowKind::Punned:
      break;
  }
}

void Resolver::add_sites() {
  for (uint32_t i = 0; i < sites.size(); ++i) {
    const SiteFact& fact = *sites[i].fact;
    if (fact.kind == SiteKind::Indirect || fact.kind == SiteKind::MemberPointer) {
      if (fact.callee.valid()) solver_.watch(cell(sites[i], fact.callee), i);
      continue;
    }
    for (uint32_t function : program_.meaning(sites[i].unit, fact.function)) {
      if (fact.kind == SiteKind::Direct) {
        call(i, function);
        continue;
      }
      uint32_t receiver =
          fact.receiver == kNone ? kNone : program_.record(sites[i].unit, fact.receiver);
      const Dispatch& dispatch = fact.is_exact ? hierarchy_.dispatch_exactly(function, receiver)
                                               : hierarchy_.dispatch(function, receiver);
      sites[i].open |= dispatch.open;
      for (uint32_t target : dispatch.targets) call(i, target);
    }
  }
}

// What nobody inside calls, somebody outside does, with arguments that we do not know.
// APPROX(under): a function that the program itself calls is called from outside only if its
// address gets there; and records that come from an outside caller were filled by code we see.
void Resolver::add_entry_points() {
  Successors successors(program_.functions.size());
  for (const LinkedSite& site : sites) {
    if (site.caller != kNone) {
      successors[site.caller].insert(successors[site.caller].end(), site.targets.begin(),
                                     site.targets.end());
    }
  }
  std::vector<std::vector<uint32_t>> components = strong_components(successors);
  std::vector<bool> entered(components.size());
  std::vector<uint32_t> component_of(program_.functions.size());
  for (uint32_t i = 0; i < components.size(); ++i) {
    for (uint32_t member : components[i]) {
      component_of[member] = i;
      if (program_.functions[member].address_taken) entered[i] = true;
    }
  }
  for (const LinkedSite& site : sites) {
    for (uint32_t target : site.targets) {
      if (site.caller == kNone || component_of[site.caller] != component_of[target])
        entered[component_of[target]] = true;
    }
  }
  for (uint32_t i = 0; i < program_.functions.size(); ++i) {
    const LinkedFunction& function = program_.functions[i];
    if (function.unit < 0 || entered[component_of[i]]) continue;
    if (function.fact->linkage != ir::Linkage::External) continue;
    for (Cell param : function.params) {
      if (param != kNone) solver_.add(param, kUnknownToken);
    }
    if (function.result != kNone) solver_.copy(outside_, function.result);
  }
}

void Resolver::call(uint32_t site, uint32_t function) {
  if (!called_.insert(pair_key(site, function)).second) return;
  sites[site].targets.push_back(function);
  if (program_.functions[function].unit >= 0)
    call_defined(sites[site], function);
  else
    call_bodyless(site, function);
}

void Resolver::call_defined(const LinkedSite& site, uint32_t function) {
  const FunctionFact& callee = *program_.functions[function].fact;
  for (uint32_t i = 0; i < site.fact->arguments.size(); ++i) {
    const ArgumentFact& argument = site.fact->arguments[i];
    if (!argument.value.valid()) continue;
    solver_.copy(i < callee.params ? program_.param(function, i)
                                   : program_.variadic(function, argument.kind),
                 cell(site, argument.value));
  }
  if (site.fact->result.valid())
    solver_.copy(cell(site, site.fact->result), program_.result(function));
}

void Resolver::call_bodyless(uint32_t index, uint32_t function) {
  LinkedSite& site = sites[index];
  const FunctionFact& callee = *program_.functions[function].fact;
  const SiteFact& fact = *site.fact;
  if (fact.result.valid()) {
    Cell result = cell(site, fact.result);
    if (callee.allocates) {
      solver_.add(result, solver_.new_memory());
      // realloc: the new memory may be the old.
      for (const ArgumentFact& argument : fact.arguments) {
        if (argument.value.valid()) solver_.copy(result, cell(site, argument.value));
      }
    } else {
      // Not memory of its own for each call: what is stored behind an unknown pointer is outside,
      // and what is loaded from there is unknown.
      solver_.add(result, kUnknownToken);
    }
  }
  if (callee.allocates) return;
  if (fact.result_record != kNone)
    fill_from_outside(program_.record(site.unit, fact.result_record));
  hand_over(site);
}

void Resolver::call_unknown(uint32_t index) {
  LinkedSite& site = sites[index];
  if (site.unknown) return;
  site.unknown = site.open = true;
  // Not callbacks of this site: whoever is called may be one of ours, and calls them itself.
  for (const ArgumentFact& argument : site.fact->arguments) {
    if (argument.value.valid()) solver_.copy(outside_, given_away(site, argument));
    if (argument.record != kNone) escape_record(program_.record(site.unit, argument.record));
  }
  if (site.fact->result.valid()) solver_.add(cell(site, site.fact->result), kUnknownToken);
}

// APPROX(under): code outside that takes an object as untyped memory (`void *`) neither calls
// the functions in it nor puts new ones there.
// APPROX(under): the callbacks of a site are the arguments and what stands in the records they
// point to; what is further away is known to be outside, but not from where.
void Resolver::hand_over(LinkedSite& site) {
  if (site.handed != kNone) return;
  auto hand = [&](Cell from) {
    if (site.handed == kNone) {
      site.handed = solver_.new_cell();
      solver_.copy(outside_, site.handed);
    }
    solver_.copy(site.handed, from);
  };
  for (const ArgumentFact& argument : site.fact->arguments) {
    if (argument.value.valid()) hand(given_away(site, argument));
    if (argument.record == kNone) continue;
    uint32_t record = program_.record(site.unit, argument.record);
    for (const RecordLeaf& leaf : solver_.leaves(record)) hand(leaf.cell);
    escape_record(record);
    if (!argument.is_const) fill_from_outside(record);
  }
}

// APPROX(under): code outside that gets a record calls the functions in it, and in the records
// that its own fields point to (a device's table of operations), but goes no further: programs
// hand out their innermost records as opaque handles, and all is connected to all.
void Resolver::escape_record(uint32_t record) {
  auto expose = [&](uint32_t each) {
    if (escaped_records_[each]) return;
    escaped_records_[each] = true;
    for (const RecordLeaf& leaf : solver_.leaves(each)) solver_.copy(outside_, leaf.cell);
  };
  expose(record);
  for (uint32_t other : program_.records[record].reaches) expose(other);
}

// APPROX(under): code outside fills the record itself, not what its fields point to.
void Resolver::fill_from_outside(uint32_t record) {
  if (filled_records_[record]) return;
  filled_records_[record] = true;
  for (const RecordLeaf& leaf : solver_.leaves(record)) solver_.add(leaf.cell, kUnknownToken);
}

// APPROX(under): code outside calls no function whose address it got as a pointer to characters
// or as an integer.
Cell Resolver::given_away(const LinkedSite& site, const ArgumentFact& argument) {
  Cell from = cell(site, argument.value);
  if (argument.kind == CarrierKind::Code || argument.kind == CarrierKind::Untyped) return from;
  Cell result = solver_.new_cell();
  solver_.refuse_functions(result);
  solver_.copy(result, from);
  return result;
}

void Resolver::escape_function(uint32_t function) {
  if (escapes[function]) return;
  escapes[function] = true;
  const LinkedFunction& linked = program_.functions[function];
  if (linked.unit < 0) return;
  for (Cell param : linked.params) {
    if (param != kNone) solver_.add(param, kUnknownToken);
  }
  if (linked.result != kNone) solver_.copy(outside_, linked.result);
}

void Resolver::arrived(uint32_t watch, Token token) {
  if (watch == kOutsideWatch) {
    if (token.kind() == Token::Kind::Function) escape_function(token.id());
    if (token.kind() == Token::Kind::Address) {
      uint32_t count = solver_.is_memory(token.id()) ? kCarrierKinds : 1;
      for (uint32_t i = 0; i < count; ++i) {
        solver_.copy(outside_, token.id() + i);
        solver_.add(token.id() + i, kUnknownToken);
      }
    }
    return;
  }
  if ((watch & kStoreWatch) != 0) {
    if (token.kind() == Token::Kind::Unknown) solver_.copy(outside_, watch & ~kStoreWatch);
    return;
  }
  if (token.kind() == Token::Kind::Unknown) return call_unknown(watch);
  if (token.kind() != Token::Kind::Function) return;
  const LinkedSite& site = sites[watch];
  const FunctionFact& fact = *program_.functions[token.id()].fact;
  if (site.fact->kind != SiteKind::MemberPointer || (fact.flags & ir::kVirtual) == 0)
    return call(watch, token.id());
  uint32_t receiver =
      site.fact->receiver == kNone ? kNone : program_.record(site.unit, site.fact->receiver);
  const Dispatch& dispatch = site.fact->is_exact ? hierarchy_.dispatch_exactly(token.id(), receiver)
                                                 : hierarchy_.dispatch(token.id(), receiver);
  sites[watch].open |= dispatch.open;
  for (uint32_t target : dispatch.targets) call(watch, target);
}

// An untyped pointer that is used as a pointer to a record: where everything that can get there
// is known and none of it is such a record, the program looks at one record through another.
// APPROX(under): where a fitting record, fresh memory or something from outside can get there,
// the program is taken to know which of them it has.
bool Resolver::settle_untyped() {
  bool changed = false;
  for (const Untyped& use : untyped_) {
    std::vector<uint32_t> others;
    std::vector<Cell> cells;
    bool fits = false;
    for (Token token : solver_.tokens(use.pointer)) {
      if (token.kind() == Token::Kind::Unknown) fits = true;
      if (token.kind() == Token::Kind::Address) {
        fits |= solver_.is_memory(token.id());
        cells.push_back(token.id());
      }
      if (token.kind() != Token::Kind::Record) continue;
      fits = fits || program_.fits(token.id(), use.record);
      others.push_back(token.id());
    }
    if (fits) continue;
    for (uint32_t other : others) {
      size_t before = linked_.size();
      link_records(other, use.record);
      changed |= linked_.size() != before;
    }
    for (Cell cell : cells) {
      for (const RecordLeaf& leaf : solver_.leaves(use.record)) {
        if (leaf.offset != 0 || !linked_.insert(pair_key(cell, leaf.cell)).second) continue;
        solver_.copy(leaf.cell, cell);
        solver_.copy(cell, leaf.cell);
        changed = true;
      }
    }
  }
  return changed;
}

// Two records over the same bytes: leaves at equal offsets are one.
void Resolver::link_records(uint32_t record_a, uint32_t record_b) {
  uint64_t key = pair_key(std::min(record_a, record_b), std::max(record_a, record_b));
  if (!linked_.insert(key | kRecordPair).second) return;
  const std::vector<RecordLeaf>& a = solver_.leaves(record_a);
  const std::vector<RecordLeaf>& b = solver_.leaves(record_b);
  size_t j = 0;
  for (const RecordLeaf& leaf : a) {
    while (j < b.size() && b[j].offset < leaf.offset) ++j;
    for (size_t k = j; k < b.size() && b[k].offset == leaf.offset; ++k) {
      solver_.copy(leaf.cell, b[k].cell);
      solver_.copy(b[k].cell, leaf.cell);
    }
  }
}

// APPROX(under): of the functions known outside, a call from an unknown pointer reaches those
// that take as many arguments.
bool Resolver::takes(uint32_t function, size_t arguments) const {
  const FunctionFact& fact = *program_.functions[function].fact;
  return fact.params == arguments || (fact.variadic && fact.params <= arguments);
}

void Resolver::collect_targets() {
  std::vector<uint32_t> outside;
  for (uint32_t i = 0; i < escapes.size(); ++i) {
    if (escapes[i]) outside.push_back(i);
  }
  for (LinkedSite& site : sites) {
    bool through_pointer =
        site.fact->kind == SiteKind::Indirect || site.fact->kind == SiteKind::MemberPointer;
    if (site.unknown) {
      for (uint32_t function : outside) {
        if (takes(function, site.fact->arguments.size())) site.targets.push_back(function);
      }
    }
    sort_unique(site.targets);
    // Nothing was ever stored there: it comes from somewhere that we do not see.
    if (through_pointer && site.targets.empty()) site.open = true;
    if (site.handed == kNone) continue;
    for (Token token : solver_.tokens(site.handed)) {
      if (token.kind() == Token::Kind::Function) site.callbacks.push_back(token.id());
    }
  }
}

}  // namespace assay::callgraph
