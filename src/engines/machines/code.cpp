#include "engines/machines/code.h"

#include <algorithm>

#include "engines/machines/facts_eval.h"
#include "engines/machines/places.h"

namespace assay::machines {
namespace {

using ir::BlockId;
using ir::NodeId;
using ir::Op;

// The local that a place is part of; none where it is behind a pointer or global.
std::optional<ir::LocalId> local_behind(const ir::Body& body, NodeId place) {
  while (true) {
    switch (body[place].op) {
      case Op::Local:
        return body.local_of(place);
      case Op::Member:
      case Op::Cast:
      case Op::Index:
        place = body.kid(place, 0);
        break;
      default:
        return std::nullopt;
    }
  }
}

// Numbers of locals that no function has.
constexpr uint64_t kResult = UINT32_MAX - 1;
constexpr uint64_t kFirstCall = uint64_t{1} << 32;
constexpr uint64_t kFirstGiven = uint64_t{1} << 40;

metal::TreeId make_value(metal::TreePool& pool, metal::ScopeId scope, uint64_t number,
                         metal::Scalar scalar, std::string_view name = "the result") {
  metal::Tree tree;
  tree.op = Op::Local;
  tree.scope = scope;
  tree.payload = number;
  tree.scalar = scalar;
  tree.name = pool.text(name);
  return pool.make(std::move(tree));
}

metal::Scalar result_scalar(const LoadedFunction& loaded) {
  const ir::Unit& unit = *loaded.unit;
  ir::TypeId type = unit.symbols[loaded.function.symbol].type;
  if (!type.valid() || unit.types.resolved(type).kind != ir::TypeKind::Function) return {};
  ir::TypeId inner = unit.types.resolved(type).inner;
  return inner.valid() ? metal::scalar_of(unit, inner) : metal::Scalar{};
}

}  // namespace

std::optional<Write> write_of(const ir::Body& body, NodeId node) {
  switch (body[node].op) {
    case Op::Assign:
    case Op::Init:
      return Write{body.kid(node, 0), body.kid(node, 1)};
    case Op::AddAssign:
    case Op::SubAssign:
    case Op::MulAssign:
    case Op::DivAssign:
    case Op::RemAssign:
    case Op::ShlAssign:
    case Op::ShrAssign:
    case Op::AndAssign:
    case Op::OrAssign:
    case Op::XorAssign:
    case Op::PreInc:
    case Op::PreDec:
    case Op::PostInc:
    case Op::PostDec:
    case Op::Construct:
      return Write{body.kid(node, 0), {}};
    default:
      return std::nullopt;
  }
}

FunctionCode::FunctionCode(metal::TreePool& pool, callgraph::FunctionId id,
                           std::shared_ptr<const LoadedFunction> loaded,
                           const callgraph::ProgramFunction& function, Constants& constants)
    : id_(id),
      loaded_(std::move(loaded)),
      function_(function),
      constants_(constants),
      trees_(pool, *loaded_->unit, loaded_->function, metal::ScopeId(id.index())),
      code_{*loaded_->unit, loaded_->function, trees_, pool, loaded_->function.body.parents()},
      result_(make_value(pool, metal::ScopeId(id.index()), kResult, result_scalar(*loaded_))),
      phis_(body().phis) {
  std::stable_sort(phis_.begin(), phis_.end(),
                   [](const ir::Phi& a, const ir::Phi& b) { return a.from < b.from; });
  find_conditions();
  find_loops();
  find_handlers();
  find_globals();
  find_written();
}

void FunctionCode::find_conditions() {
  is_condition_.assign(body().nodes.size(), false);
  tested_.assign(body().param_count, false);
  for (const ir::Block& block : body().blocks) {
    if (!block.operand.valid() || block.terminator == ir::Terminator::Return) continue;
    std::vector<NodeId> todo{block.operand};
    while (!todo.empty()) {
      NodeId node = todo.back();
      todo.pop_back();
      if (body()[node].op == Op::Local && body().local_of(node).index() < body().param_count)
        tested_[body().local_of(node).index()] = true;
      for (NodeId kid : body().kids_of(node)) todo.push_back(kid);
    }
  }
  for (size_t i = 0; i < body().blocks.size(); ++i) {
    const ir::Block& block = body().blocks[i];
    if (block.terminator != ir::Terminator::Branch || !block.operand.valid()) continue;
    for (NodeId point : body().points_of(BlockId(i)))
      if (point == block.operand) is_condition_[point.index()] = true;
  }
}

void FunctionCode::find_loops() {
  ir::Loops loops = ir::find_loops(body());
  loop_depths_.resize(body().blocks.size());
  for (const ir::Loop& loop : loops.loops) {
    for (BlockId block : loop.blocks) ++loop_depths_[block.index()];
    LoopWrites& writes = loops_[loop.header];
    writes.latches = loop.latches;
    writes.locals.resize(body().locals.size());
    for (BlockId block : loop.blocks) {
      for (NodeId point : body().points_of(block)) {
        Op op = body()[point].op;
        if (op == Op::Decl) writes.locals[body().local_of(point).index()] = true;
        if (op == Op::Call || op == Op::Construct || op == Op::Destroy || op == Op::Asm)
          writes.memory = true;
        std::optional<Write> write = write_of(body(), point);
        if (!write) continue;
        std::optional<ir::LocalId> local = local_behind(body(), write->place);
        if (local) {
          writes.locals[local->index()] = true;
        } else {
          writes.memory = true;
        }
      }
    }
    writes.counts = asks_first(loop.header, writes);
    for (ir::LocalId flag : loop_flags(unit(), body(), constants_, loop))
      writes.locals[flag.index()] = false;
  }
}

bool FunctionCode::asks_first(BlockId header, const LoopWrites& writes) const {
  const ir::Block& block = body().blocks[header.index()];
  if (block.terminator != ir::Terminator::Branch || !block.operand.valid()) return false;
  auto acts = [&](NodeId point) {
    Op op = body()[point].op;
    return op == Op::Call || op == Op::Construct || op == Op::Destroy || op == Op::Asm ||
           op == Op::Decl || write_of(body(), point).has_value();
  };
  if (std::ranges::any_of(body().points_of(header), acts)) return false;
  metal::TreeId condition = trees_[block.operand];
  return condition.valid() && any_part(code_.pool, condition, [&](metal::TreeId part) {
           const metal::Tree& tree = code_.pool[part];
           return tree.op == Op::Local && tree.payload < writes.locals.size() &&
                  writes.locals[tree.payload];
         });
}

// APPROX(under): a call to a function without a body throws only where this function would catch
// it; elsewhere every such call would end the path of everything it is given.
void FunctionCode::find_handlers() {
  const std::vector<ir::Block>& blocks = body().blocks;
  is_caught_.assign(blocks.size(), false);
  std::vector<bool> leads(blocks.size(), false);
  // A cleanup that ends in a dispatch, through cleanups only; they are numbered in no order.
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (leads[i]) continue;
      bool now = blocks[i].terminator == ir::Terminator::CatchDispatch;
      if (blocks[i].is_cleanup)
        for (const ir::Edge& edge : body().edges_of(BlockId(i)))
          now = now || leads[edge.target.index()];
      if (now) leads[i] = changed = true;
    }
  }
  for (size_t i = 0; i < blocks.size(); ++i)
    if (blocks[i].unwind.valid()) is_caught_[i] = leads[blocks[i].unwind.index()];
}

void FunctionCode::find_globals() {
  for (size_t i = 0; i < body().nodes.size(); ++i) {
    if (body().nodes[i].op != Op::Global) continue;
    metal::TreeId tree = trees_[NodeId(i)];
    if (tree.valid()) globals_.insert(code_.pool[tree].text);
  }
}

void FunctionCode::find_written() {
  for (size_t i = 0; i < body().nodes.size(); ++i) {
    std::optional<Write> write = write_of(body(), NodeId(i));
    if (!write || body()[NodeId(i)].op == Op::Construct) continue;
    // An element is written by the name of its array.
    NodeId place = write->place;
    while (body()[place].kid_count > 0 &&
           (body()[place].op == Op::Index || body()[place].op == Op::Cast ||
            body()[place].op == Op::Load))
      place = body().kid(place, 0);
    metal::TreeId tree = trees_[place];
    if (!tree.valid()) continue;
    const metal::Tree& written = code_.pool[tree];
    if (written.op == Op::Member || written.op == Op::Global)
      written_.insert({written.owner, written.text, object_of(place)});
  }
}

// The variable that points to the record of a field; none: nothing as simple.
ir::LocalId FunctionCode::object_of(NodeId place) const {
  while (body()[place].op == Op::Member) place = body().kid(place, 0);
  if (body()[place].op != Op::Deref) return {};
  NodeId pointer = body().kid(place, 0);
  if (body()[pointer].op != Op::Load || body()[body().kid(pointer, 0)].op != Op::Local) return {};
  return body().local_of(body().kid(pointer, 0));
}

bool FunctionCode::writes(const metal::Tree& place, ir::LocalId but) const {
  if (place.op != Op::Member && place.op != Op::Global) return false;
  auto at = written_.lower_bound({place.owner, place.text, ir::LocalId(0u)});
  for (; at != written_.end() && std::get<0>(*at) == place.owner && std::get<1>(*at) == place.text;
       ++at)
    if (std::get<2>(*at) != but) return true;
  return false;
}

bool FunctionCode::writes_unasked(NodeId call, const metal::Tree& tree) const {
  if (tree.op != Op::Global || !calls_system(call)) return false;
  const std::string& callee = callee_of(unit(), body(), call)->name;
  const std::string& name = code_.pool.text(tree.name);
  return callee.starts_with("getopt") && (name == "optarg" || name == "optind" || name == "optopt");
}

metal::TreeId FunctionCode::given(ir::LocalId param) const {
  const metal::Tree& named = code_.pool[local(param)];
  std::string name = code_.pool.text(named.name);
  return make_value(code_.pool, scope(), kFirstGiven + param.index(), named.scalar, name);
}

bool FunctionCode::is_given(const metal::Tree& tree) {
  return tree.op == Op::Local && tree.payload >= kFirstGiven;
}

metal::TreeId FunctionCode::call_value(NodeId call) const {
  ir::TypeId type = body()[call].type;
  metal::Scalar scalar = type.valid() ? metal::scalar_of(unit(), type) : metal::Scalar{};
  return make_value(code_.pool, scope(), kFirstCall + call.index(), scalar);
}

bool FunctionCode::calls_system(NodeId call) const {
  const ir::Symbol* callee = callee_of(unit(), body(), call);
  return callee != nullptr && is_library_function(*callee);
}

std::optional<ResultRange> FunctionCode::library_result(NodeId call) const {
  return constants_.library_result(unit(), body(), call);
}

// A global that nobody wrote down, named by the call: facts lose it with everything in memory, and
// with what its arguments name.
metal::TreeId FunctionCode::pure_value(NodeId call) const {
  metal::TreeId tree = trees_[call];
  const ir::Symbol* callee = callee_of(unit(), body(), call);
  if (!tree.valid() || callee == nullptr) return {};
  if (!is_pure_function(*callee)) return {};
  metal::Tree value;
  for (metal::TreeId kid : code_.pool[tree].kids)
    if (!is_pure(code_.pool, kid)) return {};
  value.op = Op::Global;
  value.kids = {tree};
  value.scalar = code_.pool[tree].scalar;
  if (value.scalar.kind == metal::ScalarKind::None && body()[call].type.valid())
    value.scalar = metal::scalar_of(unit(), body()[call].type);
  value.name = code_.pool.text(code_.pool.spell(tree));
  return code_.pool.make(std::move(value));
}

metal::TreeId FunctionCode::literal(uint64_t value, ir::TypeId type) const {
  metal::Tree tree;
  tree.op = Op::IntLit;
  tree.payload = value;
  tree.scalar = metal::scalar_of(unit(), type);
  return code_.pool.make(std::move(tree));
}

metal::TreeId FunctionCode::without_constants(metal::TreeId tree,
                                              const std::vector<NodeId>& globals) const {
  for (NodeId global : globals) {
    metal::TreeId variable = trees_[global];
    ir::SymbolId symbol = body().symbol_of(global);
    if (!variable.valid()) continue;
    if (std::optional<uint64_t> value = constants_.variable(unit(), symbol))
      tree = code_.pool.replace(tree, variable, literal(*value, unit().symbols[symbol].type));
  }
  return tree;
}

metal::TreeId FunctionCode::fact_tree(NodeId node) const {
  auto [at, is_new] = fact_trees_.try_emplace(node, trees_[node]);
  if (!is_new || !at->second.valid()) return at->second;
  std::map<metal::TreeId, std::vector<NodeId>> calls;
  std::vector<NodeId> todo{node}, globals;
  bool has_address = false;
  while (!todo.empty()) {
    NodeId part = todo.back();
    todo.pop_back();
    if (body()[part].has(ir::kUnevaluated)) continue;
    metal::TreeId tree = trees_[part];
    if (body()[part].op == Op::Global) globals.push_back(part);
    if (body()[part].op == Op::AddressOf) has_address = true;
    if (body()[part].op == Op::Call && tree.valid()) {
      calls[tree].push_back(part);
    } else {
      for (NodeId kid : body().kids_of(part)) todo.push_back(kid);
    }
  }
  // Two calls of one text need not yield the same: then both stay what nothing is known of.
  for (const auto& [tree, nodes] : calls) {
    if (std::optional<uint64_t> always = constants_.result(sites(nodes.front())))
      at->second =
          code_.pool.replace(at->second, tree, literal(*always, body()[nodes.front()].type));
    else if (metal::TreeId value = pure_value(nodes.front()); value.valid())
      at->second = code_.pool.replace(at->second, tree, value);
    else if (nodes.size() == 1)
      at->second = code_.pool.replace(at->second, tree, call_value(nodes.front()));
  }
  if (!has_address) at->second = without_constants(at->second, globals);
  return at->second;
}

bool FunctionCode::may_be_read(BlockId block, const metal::Tree& local) const {
  if (!liveness_) liveness_.emplace(body(), trees_, code_.pool, scope());
  if (local.payload < body().locals.size())
    return liveness_->is_live(block, ir::LocalId(static_cast<uint32_t>(local.payload)));
  if (local.payload < kFirstCall) return true;  // the result
  return liveness_->is_live_value(block, NodeId(static_cast<uint32_t>(local.payload - kFirstCall)));
}

const LoopWrites* FunctionCode::loop_at(BlockId header) const {
  auto found = loops_.find(header);
  return found == loops_.end() ? nullptr : &found->second;
}

std::span<const LoopValue> FunctionCode::loop_values(BlockId header) const {
  if (!loop_values_) loop_values_ = machines::loop_values(unit(), body(), constants_);
  auto found = loop_values_->find(header);
  if (found == loop_values_->end()) return {};
  return found->second;
}

uint32_t FunctionCode::loop_depth(NodeId point) const {
  if (loops_.empty()) return 0;
  if (depth_at_.empty())
    for (size_t i = 0; i < loop_depths_.size(); ++i)
      for (NodeId one : body().points_of(BlockId(i)))
        if (loop_depths_[i] > 0) depth_at_[one] = loop_depths_[i];
  auto found = depth_at_.find(point);
  return found == depth_at_.end() ? 0 : found->second;
}

std::span<const ir::Phi> FunctionCode::phis(BlockId from) const {
  auto begin = std::partition_point(phis_.begin(), phis_.end(),
                                    [&](const ir::Phi& phi) { return phi.from < from; });
  auto end = std::partition_point(begin, phis_.end(),
                                  [&](const ir::Phi& phi) { return phi.from <= from; });
  return {phis_.data() + (begin - phis_.begin()), static_cast<size_t>(end - begin)};
}

std::span<const callgraph::CallSite> FunctionCode::sites(NodeId point) const {
  return sites_at(function_, point);
}

}  // namespace assay::machines
