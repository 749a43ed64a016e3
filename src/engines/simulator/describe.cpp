#include "engines/simulator/describe.h"

#include <algorithm>
#include <set>

#include "logic/build.h"

namespace assay::simulator {

using logic::Op;
using logic::Term;
using models::Function;
using models::Moment;
using models::Node;
using models::NodeKind;
using models::Operand;
using models::Operation;
using models::Operator;
using models::Role;
using semantics::State;

namespace {

/// Longer expressions are not worth their reading.
constexpr size_t kMaxNodes = 120;

constexpr struct {
  Op op;
  Function function;
} kFunctions[] = {
    {Op::Not, Function::Not},     {Op::Neg, Function::Neg},       {Op::And, Function::And},
    {Op::Or, Function::Or},       {Op::Xor, Function::Xor},       {Op::Add, Function::Add},
    {Op::Sub, Function::Sub},     {Op::Mul, Function::Mul},       {Op::UDiv, Function::Udiv},
    {Op::SDiv, Function::Sdiv},   {Op::URem, Function::Urem},     {Op::SRem, Function::Srem},
    {Op::Shl, Function::Shl},     {Op::LShr, Function::Lshr},     {Op::AShr, Function::Ashr},
    {Op::ZExt, Function::Zext},   {Op::SExt, Function::Sext},     {Op::Extract, Function::Extract},
    {Op::Ite, Function::Ite},     {Op::Concat, Function::Concat}, {Op::Eq, Function::Eq},
    {Op::Ult, Function::Ult},     {Op::Slt, Function::Slt},       {Op::UMulO, Function::Umulo},
    {Op::SMulO, Function::Smulo},
};

const Function* function_for(Op op) {
  for (const auto& each : kFunctions) {
    if (each.op == op) return &each.function;
  }
  return nullptr;
}

Node function_node(Function function) { return {.kind = NodeKind::Function, .function = function}; }

/// Pre: an immediate.
Node constant_node(Term constant) {
  Node node{.kind = NodeKind::Constant};
  int64_t value = constant.signed_bits();
  node.is_negative = constant.width() > 1 && value < 0;
  node.number = node.is_negative ? uint64_t{0} - static_cast<uint64_t>(value) : constant.bits();
  return node;
}

std::string parameter_name(const semantics::Prepared& function, uint32_t index,
                           std::set<std::string>& taken) {
  std::string name = function.body->locals[index].name;
  bool is_reserved = std::find(models::kReservedNames.begin(), models::kReservedNames.end(),
                               name) != models::kReservedNames.end();
  if (name.empty() || is_reserved) name = "arg" + std::to_string(index);
  while (!taken.insert(name).second) name += "_";
  return name;
}

}  // namespace

Operand constant_operand(Term constant) {
  Operand operand;
  operand.nodes.push_back(constant_node(constant));
  return operand;
}

Operand null_operand() {
  Operand operand;
  operand.nodes.push_back({.kind = NodeKind::Null});
  return operand;
}

Operand return_operand(uint64_t bytes, int64_t offset) {
  Operand operand;
  Node node{.kind = NodeKind::Return};
  node.field = {.size = bytes, .offset = offset};
  operand.nodes.push_back(node);
  return operand;
}

Operand behind(Operand pointer, uint64_t bytes, int64_t offset, Moment moment) {
  Node node{.kind = NodeKind::Deref, .moment = moment};
  node.field = {.size = bytes, .offset = offset};
  pointer.nodes.insert(pointer.nodes.begin(), node);
  return pointer;
}

Operation operation(Role role, Operator op, std::vector<Operand> operands) {
  return {.role = role, .op = op, .operands = std::move(operands)};
}

bool is_indexed(const Operation& operation) {
  if (operation.op != Operator::MemoryReadable && operation.op != Operator::MemoryWritable)
    return false;
  const std::vector<Node>& place = operation.operands[0].nodes;
  return place.front().kind == NodeKind::Function && place.front().function == Function::Add &&
         place[1].kind != NodeKind::Function &&
         operation.operands[1].nodes.front().kind == NodeKind::Constant;
}

Describer::Describer(const logic::TermPool& pool, const semantics::Program& program,
                     const Inputs& inputs, const semantics::Prepared& function,
                     models::Model& model)
    : pool_(pool), program_(program), inputs_(inputs), unit_(function.unit), model_(model) {
  std::set<std::string> taken;
  for (uint32_t i = 0; i < function.body->param_count; ++i) {
    model_.externals.push_back({.name = parameter_name(function, i, taken)});
  }
}

/// A variable that another unit keeps to itself, which a callee has spoken of, has no name here:
/// this unit, or another callee's, may have one of the same name.
bool Describer::has_name(uint32_t entity) const {
  semantics::EntityId id(entity);
  return program_.symbol(id).linkage != ir::Linkage::Internal || program_[id].unit == unit_;
}

models::ExternalId Describer::global(uint32_t entity) const {
  auto [found, is_new] = globals_.try_emplace(entity, models::ExternalId(model_.externals.size()));
  if (is_new) {
    const ir::Symbol& symbol = program_.symbol(semantics::EntityId(entity));
    bool is_static = symbol.linkage == ir::Linkage::Internal;
    // A parameter that hides it: callees know the variable, and parameters have no need of names.
    for (models::External& each : model_.externals)
      if (each.kind == models::ExternalKind::Param && each.name == symbol.name)
        each.name += "_here";
    model_.externals.push_back(
        {.kind = is_static ? models::ExternalKind::Static : models::ExternalKind::Global,
         .name = symbol.name});
  }
  return found->second;
}

namespace {
constexpr std::string_view kVtable = "vtable for ";
}  // namespace

std::optional<Operand> Describer::vtable(semantics::Classes& classes, uint64_t vptr) const {
  const semantics::Dynamic* dynamic = classes.at_vptr(vptr);
  if (!dynamic) return std::nullopt;
  std::string name(kVtable);
  name += classes[dynamic->whole].name;
  if (dynamic->acting != 0 || dynamic->part != 0) {
    name += " in " + std::to_string(dynamic->acting) + " at " + std::to_string(dynamic->part);
  }
  auto [found, is_new] = vtables_.try_emplace(name, models::ExternalId(model_.externals.size()));
  if (is_new) model_.externals.push_back({.kind = models::ExternalKind::Global, .name = name});
  Operand operand;
  Node node{.kind = NodeKind::Variable};
  node.external = found->second;
  operand.nodes.push_back(node);
  return operand;
}

uint64_t find_vtable(semantics::Classes& classes, std::string_view name) {
  if (!name.starts_with(kVtable)) return 0;
  name.remove_prefix(kVtable.size());
  semantics::Dynamic dynamic;
  size_t at = name.rfind(" at "), in = name.rfind(" in ");
  if (at != name.npos && in != name.npos && in < at) {
    auto number = [](std::string_view digits) {
      uint32_t value = 0;
      for (char digit : digits.substr(0, 6)) {
        if (digit < '0' || digit > '9') return UINT32_MAX;
        value = value * 10 + static_cast<uint32_t>(digit - '0');
      }
      return value;
    };
    dynamic.acting = number(name.substr(in + 4, at - in - 4));
    dynamic.part = number(name.substr(at + 4));
    name = name.substr(0, in);
  }
  dynamic.whole = classes.find(name);
  if (!dynamic.whole.valid()) return 0;
  size_t parts = classes.parts(dynamic.whole).size();
  return dynamic.acting < parts && dynamic.part < parts ? classes.vptr(dynamic) : 0;
}

/// `outermost` is what stands at the holder: its field is set, the rest is filled in.
bool Describer::append_holder(Holder holder, Node outermost, std::vector<Node>& nodes) const {
  // From the place inwards: a chain of dereferences, and the variable at its end.
  for (int depth = 0; depth < 64; ++depth) {
    switch (holder.kind) {
      case HolderKind::Parameter:
        outermost.kind = NodeKind::Variable;
        outermost.external = models::ExternalId(holder.index);
        nodes.push_back(outermost);
        return true;
      case HolderKind::Global:
        if (!has_name(holder.index)) return false;
        outermost.kind = NodeKind::Variable;
        outermost.external = global(holder.index);
        nodes.push_back(outermost);
        return true;
      case HolderKind::Fresh:
        return false;
      case HolderKind::Pointee:
        break;
    }
    outermost.kind = NodeKind::Deref;
    nodes.push_back(outermost);
    const Input& pointer = inputs_[InputId(holder.index)];
    outermost = Node{.moment = Moment::Entry};
    outermost.field = {.size = pointer.bytes, .offset = pointer.offset};
    holder = pointer.holder;
  }
  return false;
}

bool Describer::append_input(InputId id, Moment moment, std::vector<Node>& nodes) const {
  const Input& input = inputs_[id];
  if (input.unit != 0) {
    // Of a string that a pointer leads to.
    if (input.holder.kind != HolderKind::Pointee) return false;
    nodes.push_back(function_node(input.unit == 1 ? Function::StringLength : Function::WideLength));
    if (input.offset != 0) nodes.push_back(function_node(Function::Add));
    const Input& pointer = inputs_[InputId(input.holder.index)];
    Node node{.moment = Moment::Entry};
    node.field = {.size = pointer.bytes, .offset = pointer.offset};
    if (!append_holder(pointer.holder, node, nodes)) return false;
    uint64_t bits = static_cast<uint64_t>(input.offset);
    if (input.offset != 0) nodes.push_back(constant_node(Term::constant(64, bits)));
    return true;
  }
  Node node{.moment = moment};
  node.field = {.size = input.bytes, .offset = input.offset};
  return append_holder(input.holder, node, nodes);
}

std::optional<Operand> Describer::input(InputId id, Moment moment) const {
  Operand operand;
  if (!append_input(id, moment, operand.nodes)) return std::nullopt;
  return operand;
}

std::optional<Operand> Describer::place(memory::ObjectId object, int64_t offset, uint64_t bytes,
                                        Moment moment) const {
  // By what it was on entry, even if its content has become unknown since.
  InputId pointer = inputs_.leading_to(object);
  Operand operand;
  Node node{.moment = moment};
  if (pointer.valid()) {
    node.field = {.size = bytes, .offset = offset - kBefore};
    Holder holder{HolderKind::Pointee, pointer.index()};
    if (!append_holder(holder, node, operand.nodes)) return std::nullopt;
    return operand;
  }
  Holder holder;
  if (!inputs_.find_entry_holder(object, holder)) return std::nullopt;
  node.field = {.size = bytes, .offset = offset};
  if (!append_holder(holder, node, operand.nodes)) return std::nullopt;
  return operand;
}

/// The pointer, and the place in its own object that it is compared with.
bool Describer::append_own(const Inputs::OwnAddress& own, std::vector<Node>& pointer,
                           std::vector<Node>& place) const {
  const Input& input = inputs_[own.pointer];
  if (!append_input(own.pointer, Moment::Entry, pointer)) return false;
  if (own.offset != 0) place.push_back(function_node(Function::Add));
  if (!append_input(own.place, Moment::Entry, place)) return false;
  uint64_t offset = static_cast<uint64_t>(own.offset);
  if (own.offset != 0) place.push_back(constant_node(Term::constant(input.bytes * 8, offset)));
  return true;
}

/// Addresses that come from inputs: `p`, `p + 8`, "p is null".
bool Describer::append_pointer(const State& state, Term term, std::vector<Node>& nodes) const {
  auto sum = [&](InputId id, int64_t distance) {
    if (distance != 0) nodes.push_back(function_node(Function::Add));
    if (!append_input(id, Moment::Entry, nodes)) return false;
    uint64_t bits = static_cast<uint64_t>(distance);
    if (distance != 0) nodes.push_back(constant_node(Term::constant(term.width(), bits)));
    return true;
  };
  if (term.is_immediate()) {
    if (term.width() != state.memory.target().pointer_bits) return false;
    memory::Spot spot = state.memory.spot(term.bits());
    InputId id = spot.object.valid() ? inputs_.leading_to(spot.object) : InputId();
    return id.valid() && sum(id, spot.offset - kBefore);
  }
  if (pool_.is(term, Op::Symbol) && term.width() == 1) {
    if (const Inputs::OwnAddress* own = inputs_.own_address(term)) {
      nodes.push_back(function_node(Function::Eq));
      return append_own(*own, nodes, nodes);
    }
    InputId id = inputs_.of_symbol(term);
    if (!id.valid() || inputs_[id].is_null != term) return false;
    nodes.push_back(function_node(Function::Eq));
    if (!append_input(id, Moment::Entry, nodes)) return false;
    nodes.push_back(constant_node(Term::constant(8, 0)));
    return true;
  }
  if (!pool_.is(term, Op::Ite)) return false;
  InputId id = inputs_.of_symbol(pool_.arg(term, 0));
  Term null = pool_.arg(term, 1), address = pool_.arg(term, 2);
  if (!id.valid() || !null.is_immediate() || !address.is_immediate()) return false;
  memory::Spot spot = state.memory.spot(address.bits());
  if (!inputs_[id].pointee.valid() || spot.object != inputs_[id].pointee) return false;
  return null.signed_bits() == spot.offset - kBefore && sum(id, null.signed_bits());
}

std::optional<Operand> Describer::value(const State& state, Term root, const Places* places) const {
  Operand operand;
  std::vector<Node>& nodes = operand.nodes;
  std::vector<Term> todo{root};
  while (!todo.empty()) {
    Term term = todo.back();
    todo.pop_back();
    if (nodes.size() > kMaxNodes) return std::nullopt;
    size_t before = nodes.size();
    if (append_pointer(state, term, nodes)) continue;
    nodes.resize(before);
    if (term.is_immediate()) {
      bool is_address = term.width() == state.memory.target().pointer_bits &&
                        state.memory.spot(term.bits()).object.valid();
      if (is_address) return std::nullopt;
      nodes.push_back(constant_node(term));
      continue;
    }
    if (pool_.is(term, Op::Symbol)) {
      InputId id = inputs_.of_symbol(term);
      auto place = places ? places->find(term.node()) : Places::const_iterator();
      if (places && place != places->end()) {
        bool is_flag = id.valid() && inputs_[id].is_null == term;
        if (is_flag) nodes.push_back(function_node(Function::Eq));
        nodes.insert(nodes.end(), place->second.nodes.begin(), place->second.nodes.end());
        if (is_flag) nodes.push_back(constant_node(Term::constant(8, 0)));
        continue;
      }
      if (!id.valid() || !append_input(id, Moment::Entry, nodes)) return std::nullopt;
      continue;
    }
    const Function* function = function_for(pool_.op(term));
    if (!function) return std::nullopt;
    Node node = function_node(*function);
    if (*function == Function::Zext || *function == Function::Sext) {
      node.numbers[0] = term.width();
    } else if (*function == Function::Extract) {
      node.numbers = {pool_.params(term).a, pool_.params(term).b};
    }
    nodes.push_back(node);
    std::span<const Term> args = pool_.args(term);
    for (size_t i = args.size(); i-- > 0;) {
      // A part of a concatenation says how wide it is.
      if (*function == Function::Concat && args[i].is_immediate()) return std::nullopt;
      todo.push_back(args[i]);
    }
  }
  return operand;
}

std::optional<Operand> Describer::count(const State& state, Term term) const {
  if (pool_.is(term, Op::SExt) || pool_.is(term, Op::ZExt)) {
    Term inner = pool_.arg(term, 0);
    InputId id = pool_.is(inner, Op::Symbol) ? inputs_.of_symbol(inner) : InputId();
    if (id.valid() && inputs_[id].is_signed == pool_.is(term, Op::SExt))
      return input(id, Moment::Entry);
  }
  return value(state, term);
}

std::optional<Operation> Describer::access(const State& state, InputId pointer, Term index,
                                           uint64_t bytes, bool writes) const {
  std::optional<Operand> base = input(pointer, Moment::Entry), offset = value(state, index);
  if (!base || !offset) return std::nullopt;
  Operand place;
  place.nodes.push_back(function_node(Function::Add));
  for (const Operand& part : {*base, *offset})
    place.nodes.insert(place.nodes.end(), part.nodes.begin(), part.nodes.end());
  return operation(Role::Constraint, writes ? Operator::MemoryWritable : Operator::MemoryReadable,
                   {std::move(place), constant_operand(Term::constant(64, bytes))});
}

namespace {

struct Comparison {
  Operator plain, negated;          // constant second
  Operator turned, turned_negated;  // constant first, operands swapped
};

Comparison comparison_of(Op op) {
  if (op == Op::Slt) return {Operator::Ilt, Operator::Ige, Operator::Igt, Operator::Ile};
  if (op == Op::Ult) return {Operator::Ult, Operator::Uge, Operator::Ugt, Operator::Ule};
  return {Operator::Ieq, Operator::Ine, Operator::Ieq, Operator::Ine};
}

}  // namespace

std::optional<Operation> Describer::literal(const State& state, Term condition, Role role,
                                            const Places* places) const {
  bool negated = pool_.is(condition, Op::Not);
  Term inner = negated ? pool_.arg(condition, 0) : condition;
  InputId flag = pool_.is(inner, Op::Symbol) ? inputs_.of_symbol(inner) : InputId();
  const Inputs::OwnAddress* own =
      pool_.is(inner, Op::Symbol) ? inputs_.own_address(inner) : nullptr;
  if (own) {
    Operand pointer, place;
    if (!append_own(*own, pointer.nodes, place.nodes)) return std::nullopt;
    return operation(role, negated ? Operator::Pne : Operator::Peq, {pointer, place});
  }
  if (flag.valid() && inputs_[flag].is_null == inner) {
    std::optional<Operand> pointer = input(flag, Moment::Entry);
    if (places && places->contains(inner.node())) pointer = places->at(inner.node());
    if (!pointer) return std::nullopt;
    return operation(role, negated ? Operator::Pne : Operator::Peq, {*pointer, null_operand()});
  }
  bool compares = !inner.is_immediate() &&
                  (pool_.is(inner, Op::Eq) || pool_.is(inner, Op::Ult) || pool_.is(inner, Op::Slt));
  if (!compares) {
    std::optional<Operand> operand = value(state, inner, places);
    if (!operand) return std::nullopt;
    if (!negated) return operation(role, Operator::IntNonZero, {*operand});
    return operation(role, Operator::Ieq, {*operand, constant_operand(Term::constant(1, 0))});
  }
  Comparison names = comparison_of(pool_.op(inner));
  Term first = pool_.arg(inner, 0), second = pool_.arg(inner, 1);
  bool turns = first.is_immediate();
  if (turns) std::swap(first, second);
  std::optional<Operand> left = value(state, first, places);
  std::optional<Operand> right = value(state, second, places);
  if (!left || !right) return std::nullopt;
  Operator op = turns ? (negated ? names.turned_negated : names.turned)
                      : (negated ? names.negated : names.plain);
  return operation(role, op, {*left, *right});
}

std::optional<std::vector<Operation>> Describer::condition(const State& state, Term condition,
                                                           Role role, const Places* places) const {
  std::vector<Operation> operations;
  std::vector<Term> todo{condition};
  while (!todo.empty()) {
    Term part = todo.back();
    todo.pop_back();
    if (part.is_true()) continue;
    if (operations.size() > kMaxNodes) return std::nullopt;
    if (pool_.is(part, Op::And)) {
      todo.push_back(pool_.arg(part, 1));
      todo.push_back(pool_.arg(part, 0));
      continue;
    }
    std::optional<Operation> made = literal(state, part, role, places);
    if (!made) return std::nullopt;
    operations.push_back(std::move(*made));
  }
  return operations;
}

}  // namespace assay::simulator
