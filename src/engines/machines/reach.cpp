#include "engines/machines/reach.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "callgraph/components.h"
#include "engines/machines/code.h"

namespace assay::machines {

using callgraph::FunctionId;

bool Below::operator()(FunctionId function) {
  if (answers_.empty()) answers_.resize(view_.graph().functions.size(), Answer::Unknown);
  if (answers_[function.index()] == Answer::Unknown) find(function);
  return answers_[function.index()] == Answer::Yes;
}

// All that is below and not known yet; then back from those of which it holds to their callers.
void Below::find(FunctionId root) {
  const callgraph::CallGraph& graph = view_.graph();
  std::vector<FunctionId> below{root}, found;
  std::vector<std::pair<FunctionId, FunctionId>> calls;  // callee, caller
  answers_[root.index()] = Answer::No;
  for (size_t i = 0; i < below.size(); ++i) {
    FunctionId function = below[i];
    if (holds_(function)) {
      answers_[function.index()] = Answer::Yes;
      found.push_back(function);
    }
    for (const callgraph::CallSite& site : graph.functions[function.index()].calls) {
      if (site.kind == callgraph::CallEdgeKind::Callback) continue;
      for (FunctionId target : site.targets) {
        Answer& answer = answers_[target.index()];
        if (answer == Answer::Unknown) {
          answer = Answer::No;
          below.push_back(target);
        } else if (answer == Answer::Yes && answers_[function.index()] == Answer::No) {
          answers_[function.index()] = Answer::Yes;
          found.push_back(function);
        }
        calls.emplace_back(target, function);
      }
    }
  }
  if (found.empty()) return;
  // Callers by callee, one behind the other.
  std::vector<uint32_t> begin(graph.functions.size() + 1), callers(calls.size());
  for (const auto& [callee, caller] : calls) ++begin[callee.index()];
  for (size_t i = 1; i < begin.size(); ++i) begin[i] += begin[i - 1];
  for (const auto& [callee, caller] : calls)
    callers[--begin[callee.index()]] = static_cast<uint32_t>(caller.index());
  for (size_t i = 0; i < found.size(); ++i) {
    size_t end = begin[found[i].index() + 1];
    for (size_t k = begin[found[i].index()]; k < end; ++k) {
      if (answers_[callers[k]] == Answer::Yes) continue;
      answers_[callers[k]] = Answer::Yes;
      found.push_back(FunctionId(callers[k]));
    }
  }
}

bool Reach::begins_here(FunctionId function, metal::StateId state) {
  auto [at, is_new] = here_.try_emplace(function);
  if (is_new)
    if (std::shared_ptr<const LoadedFunction> loaded = view_.load(function))
      at->second = rules_.may_begin(*loaded->unit, loaded->function.body);
  return !at->second.empty() && at->second[state.index()];
}

bool Reach::leads_to_match(FunctionId function, metal::StateId state) {
  auto at = below_.find(state);
  if (at == below_.end()) {
    auto begins = [this, state](FunctionId one) { return begins_here(one, state); };
    at = below_.emplace(state, Below(view_, begins)).first;
  }
  return at->second(function);
}

namespace {

// All fields of a record, those of records within it too.
void add_fields(const ir::TypeTable& types, ir::TypeId type, std::vector<std::string>& names) {
  std::set<ir::TypeId> seen;
  std::vector<ir::TypeId> todo{type};
  while (!todo.empty()) {
    ir::TypeId id = todo.back();
    todo.pop_back();
    if (!id.valid() || !seen.insert(id).second) continue;
    const ir::Type& record = types.resolved(id);
    if (record.kind != ir::TypeKind::Record) continue;
    for (const ir::Field& field : record.fields) {
      if (!field.name.empty()) names.push_back(field.name);
      todo.push_back(field.type);
    }
  }
}

}  // namespace

// A record that is written as a whole, here or by a function whose text we do not have: `memset(r,
// 0, sizeof *r)` writes all its fields.
void Mentions::add_whole_records(FunctionId function, const LoadedFunction& loaded,
                                 std::vector<std::string>& names) const {
  const ir::Body& body = loaded.function.body;
  const ir::TypeTable& types = loaded.unit->types;
  std::vector<std::string> fields;
  for (size_t i = 0; i < body.nodes.size(); ++i)
    if (body.nodes[i].op == ir::Op::Assign && body.nodes[i].type.valid())
      add_fields(types, body.nodes[i].type, fields);
  const callgraph::CallGraph& graph = view_.graph();
  for (const callgraph::CallSite& site : graph.functions[function.index()].calls) {
    bool is_known = !site.open && std::ranges::all_of(site.targets, [&](FunctionId target) {
      return graph.functions[target.index()].unit >= 0;
    });
    if (is_known || body[site.point].op != ir::Op::Call) continue;
    const ir::Symbol* callee = callee_of(*loaded.unit, body, site.point);
    bool only_frees =
        callee != nullptr && callee->has(ir::kSystem) && view_.only_frees(callee->name);
    for (ir::NodeId kid : body.kids_of(site.point)) {
      while (body[kid].op == ir::Op::Cast) kid = body.kid(kid, 0);
      ir::TypeId type = body[kid].type;
      if (type.valid() && types.is_pointer(type))
        add_fields(types, types.pointee(type), only_frees ? names : fields);
    }
  }
  for (const std::string& field : fields) {
    names.push_back(kWritten + field);
    names.push_back(kWrittenElsewhere + field);
  }
  names.insert(names.end(), fields.begin(), fields.end());
}

namespace {

// `p->f`, where p is a parameter.
bool is_behind_parameter(const ir::Body& body, ir::NodeId place) {
  while (body[place].op == ir::Op::Member) place = body.kid(place, 0);
  if (body[place].op != ir::Op::Deref) return false;
  ir::NodeId pointer = body.kid(place, 0);
  if (body[pointer].op != ir::Op::Load || body[body.kid(pointer, 0)].op != ir::Op::Local)
    return false;
  return body.local_of(body.kid(pointer, 0)).index() < body.param_count;
}

/// Of a node: it is written, or its address is taken, or it is what that is a part or an element
/// of.
enum Written : uint8_t { kSomewhere = 1, kElsewhere = 2 };

std::vector<uint8_t> written_nodes(const ir::Body& body) {
  std::vector<uint8_t> written(body.nodes.size());
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    ir::NodeId node(i), place;
    if (std::optional<Write> write = write_of(body, node)) place = write->place;
    auto is_decay = [&](ir::NodeId at) {
      return body[at].op == ir::Op::Cast && body.cast_of(at) == ir::CastKind::ArrayToPointer;
    };
    if (body[node].op == ir::Op::AddressOf || is_decay(node)) place = body.kid(node, 0);
    if (!place.valid()) continue;
    uint8_t how = is_behind_parameter(body, place) ? kSomewhere : kSomewhere | kElsewhere;
    while (place.valid()) {
      written[place.index()] |= how;
      bool is_part =
          body[place].op == ir::Op::Member || body[place].op == ir::Op::Index || is_decay(place);
      place = is_part ? body.kid(place, 0) : ir::NodeId();
    }
  }
  return written;
}

}  // namespace

std::vector<std::string> Mentions::names_of(FunctionId function) {
  std::vector<std::string> names;
  std::shared_ptr<const LoadedFunction> loaded = view_.load(function);
  if (!loaded) return names;
  const ir::Body& body = loaded->function.body;
  const ir::TypeTable& types = loaded->unit->types;
  std::vector<uint8_t> written = written_nodes(body);
  auto add = [&](size_t node, const std::string& name) {
    names.push_back(name);
    if (written[node] & kSomewhere) names.push_back(kWritten + name);
    if (written[node] & kElsewhere) names.push_back(kWrittenElsewhere + name);
  };
  for (size_t i = 0; i < body.nodes.size(); ++i) {
    const ir::Node& node = body.nodes[i];
    if (node.op == ir::Op::Global) {
      const ir::Symbol& symbol = loaded->unit->symbols[body.symbol_of(ir::NodeId(i))];
      add(i, symbol.display.empty() ? symbol.name : symbol.display);
    } else if (node.op == ir::Op::Member) {
      const ir::Type& record = types.resolved(body[body.kid(ir::NodeId(i), 0)].type);
      bool named = node.payload < record.fields.size() && !record.fields[node.payload].name.empty();
      add(i, named ? record.fields[node.payload].name : fmt::format("#{}", node.payload));
    }
  }
  add_whole_records(function, *loaded, names);
  return names;
}

void Mentions::find_components() {
  const callgraph::CallGraph& graph = view_.graph();
  callgraph::Successors successors(graph.functions.size());
  for (size_t i = 0; i < successors.size(); ++i)
    for (const callgraph::CallSite& site : graph.functions[i].calls)
      if (site.kind != callgraph::CallEdgeKind::Callback)
        for (FunctionId target : site.targets) successors[i].push_back(target.index());
  components_ = callgraph::strong_components(successors);
  component_of_.resize(successors.size());
  for (uint32_t i = 0; i < components_.size(); ++i)
    for (uint32_t member : components_[i]) component_of_[member] = i;
  rows_.resize(components_.size());
}

std::vector<uint32_t> Mentions::callees_of(uint32_t component) const {
  std::vector<uint32_t> callees;
  for (uint32_t member : components_[component])
    for (const callgraph::CallSite& site : view_.graph().functions[member].calls)
      if (site.kind != callgraph::CallEdgeKind::Callback)
        for (FunctionId target : site.targets)
          if (component_of_[target.index()] != component)
            callees.push_back(component_of_[target.index()]);
  std::ranges::sort(callees);
  auto rest = std::ranges::unique(callees);
  callees.erase(rest.begin(), rest.end());
  return callees;
}

// Pre: those of the callees are known.
std::shared_ptr<const Mentions::Row> Mentions::make_row(uint32_t component,
                                                        const std::vector<uint32_t>& callees) {
  constexpr size_t kBits = 64;
  Row own;
  auto add = [](Row& row, const Row& other) {
    if (row.size() < other.size()) row.resize(other.size());
    for (size_t i = 0; i < other.size(); ++i) row[i] |= other[i];
  };
  for (uint32_t member : components_[component])
    for (std::string& name : names_of(FunctionId(member))) {
      size_t number = numbers_.try_emplace(std::move(name), numbers_.size()).first->second;
      if (own.size() <= number / kBits) own.resize(number / kBits + 1);
      own[number / kBits] |= uint64_t{1} << number % kBits;
    }
  // The callee with the longest row mostly has what the others have.
  auto length = [&](uint32_t callee) { return rows_[callee]->size(); };
  auto longest = std::ranges::max_element(callees, {}, length);
  if (longest == callees.end()) return std::make_shared<const Row>(std::move(own));
  const Row& most = *rows_[*longest];
  auto is_within = [&](const Row& row) {
    for (size_t i = 0; i < row.size(); ++i)
      if ((row[i] & ~(i < most.size() ? most[i] : 0)) != 0) return false;
    return true;
  };
  bool is_same = is_within(own) && std::ranges::all_of(callees, [&](uint32_t callee) {
                   return rows_[callee] == rows_[*longest] || is_within(*rows_[callee]);
                 });
  if (is_same) return rows_[*longest];
  for (uint32_t callee : callees) add(own, *rows_[callee]);
  return std::make_shared<const Row>(std::move(own));
}

// All components below that are not known yet, callees first.
void Mentions::find(uint32_t component) {
  std::map<uint32_t, std::vector<uint32_t>> unknown;
  std::vector<uint32_t> todo{component};
  while (!todo.empty()) {
    uint32_t next = todo.back();
    todo.pop_back();
    auto [at, is_new] = unknown.try_emplace(next);
    if (!is_new) continue;
    at->second = callees_of(next);
    for (uint32_t callee : at->second)
      if (rows_[callee] == nullptr) todo.push_back(callee);
  }
  for (const auto& [one, callees] : unknown) rows_[one] = make_row(one, callees);
}

bool Mentions::below(FunctionId function, const std::string& name) {
  constexpr size_t kBits = 64;
  if (component_of_.empty()) find_components();
  uint32_t component = component_of_[function.index()];
  if (rows_[component] == nullptr) find(component);
  auto number = numbers_.find(name);
  if (number == numbers_.end()) return false;
  const Row& row = *rows_[component];
  size_t word = number->second / kBits;
  return word < row.size() && (row[word] >> number->second % kBits & 1) != 0;
}

}  // namespace assay::machines
