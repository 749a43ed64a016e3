#include "engines/machines/exploration.h"

#include <algorithm>

namespace assay::machines {
namespace {

using ir::BlockId;
using ir::NodeId;
using ir::Op;

// Whether a rule of the global state could fire in the block itself, or in what it calls.
bool begins_in(const MachineRules& rules, Reach& reach, const FunctionCode& code,
               const std::vector<bool>& named, BlockId block, metal::StateId state) {
  auto fires = [&](NodeId node, metal::Moment moment) {
    return std::ranges::any_of(rules.index().candidates(code.code(), node, moment),
                               [&](metal::RuleRef ref) {
                                 return rules.applies_in(ref, state) && rules.may_match(ref, named);
                               });
  };
  const ir::Block& at = code.body().blocks[block.index()];
  bool decides = at.terminator == ir::Terminator::Branch || at.terminator == ir::Terminator::Switch;
  if (decides && at.operand.valid() && fires(at.operand, metal::Moment::Condition)) return true;
  for (NodeId point : code.body().points_of(block)) {
    if (fires(point, metal::Moment::Point)) return true;
    if (rules.is_local()) continue;
    for (const callgraph::CallSite& site : code.sites(point))
      for (callgraph::FunctionId target : site.targets)
        if (reach.leads_to_match(target, state)) return true;
  }
  return false;
}

bool is_in_header(const FunctionCode& code, NodeId call) {
  const ir::Body& body = code.body();
  if (body[call].op != Op::Call) return false;
  NodeId callee = body.kid(call, 0);
  while (body[callee].op == Op::Cast || body[callee].op == Op::Load) callee = body.kid(callee, 0);
  return body[callee].op == Op::FunctionRef &&
         code.unit().symbols[body.symbol_of(callee)].has(ir::kSystem);
}

// How often a block is gone through with facts: where the function is so large that its steps would
// not last, all of it is seen with fewer facts rather than its first paths with many.
size_t visits(const ir::Body& body, uint64_t max_steps, size_t most) {
  constexpr size_t kNodesPerPoint = 3;
  uint64_t rounds = max_steps / (body.nodes.size() / kNodesPerPoint + 1);
  return std::clamp<size_t>(rounds / 2, 2, std::max<size_t>(most, 2));
}

bool has_effect(const ir::Body& body, NodeId node) {
  switch (body[node].op) {
    case Op::Call:
    case Op::Construct:
    case Op::Destroy:
    case Op::Decl:
    case Op::ScopeEnd:
    case Op::Return:
    case Op::Asm:
    case Op::Throw:
    case Op::CatchEnd:
      return true;
    default:
      return write_of(body, node).has_value();
  }
}

}  // namespace

const std::vector<NodeId>& PointLists::get(const MachineRules& rules,
                                           const Annotations& annotations, const FunctionCode& code,
                                           BlockId block) {
  auto [at, is_new] = lists_.try_emplace(code.id());
  if (is_new) {
    at->second.resize(code.body().blocks.size());
    for (size_t i = 0; i < code.body().blocks.size(); ++i)
      for (NodeId point : code.body().points_of(BlockId(i)))
        if (has_effect(code.body(), point) ||
            annotations.is_killed({code.id(), point}, rules.number()) ||
            !rules.index().candidates(code.code(), point, metal::Moment::Point).empty())
          at->second[i].push_back(point);
  }
  return at->second[block.index()];
}

bool PointLists::may_begin(const MachineRules& rules, Reach& reach, const FunctionCode& code,
                           BlockId block, metal::StateId state) {
  auto [at, is_new] = begins_.try_emplace({code.id(), state});
  if (!is_new) return at->second[block.index()];
  const ir::Body& body = code.body();
  // From those in which something begins back to those that lead there.
  std::vector<std::vector<BlockId>> before(body.blocks.size());
  std::vector<BlockId> todo;
  at->second.resize(body.blocks.size());
  auto found = [&](BlockId one) {
    if (at->second[one.index()]) return;
    at->second[one.index()] = true;
    todo.push_back(one);
  };
  for (size_t i = 0; i < body.blocks.size(); ++i) {
    for (const ir::Edge& edge : body.edges_of(BlockId(i)))
      before[edge.target.index()].push_back(BlockId(i));
    if (body.blocks[i].unwind.valid()) before[body.blocks[i].unwind.index()].push_back(BlockId(i));
    if (begins_in(rules, reach, code, named(rules, code), BlockId(i), state)) found(BlockId(i));
  }
  while (!todo.empty()) {
    BlockId next = todo.back();
    todo.pop_back();
    for (BlockId one : before[next.index()]) found(one);
  }
  return at->second[block.index()];
}

const std::vector<bool>& PointLists::named(const MachineRules& rules, const FunctionCode& code) {
  auto [at, is_new] = named_.try_emplace(code.id());
  if (is_new) at->second = rules.named_in(code.unit(), code.body());
  return at->second;
}

Exploration::Exploration(Run& run, ContextId id, Results results)
    : run_(run),
      id_(id),
      context_(run.contexts[id]),
      code_(*run.workspace.code(context_.function)),
      results_(std::move(results)),
      // What the system's headers define in place is no code of the program.
      has_body_([this](NodeId call) { return has_body(call) && !is_in_header(code_, call); }),
      firing_(run.rules, code_, run.points.named(run.rules, code_), context_, run.annotations,
              run.runner, run.options, has_body_),
      cache_(run.workspace.pool(), code_.body().blocks.size(),
             run.rules.is_stateless() ? 1 : run.options.max_facts,
             visits(code_.body(), run.options.max_steps, run.options.max_visits),
             visits(code_.body(), run.options.max_steps, run.options.max_bare_visits)) {}

void Exploration::begin() {
  begun_ = true;
  Item item;
  item.block = BlockId(0u);
  item.state.global = context_.entry.global;
  item.state.instances = context_.entry.instances;
  item.state.facts = context_.entry.facts;
  for (size_t i = 0; i < item.state.instances.size(); ++i) {
    HistoryStep step;
    step.kind = HistoryStep::Kind::Entered;
    step.number = static_cast<uint32_t>(i);
    item.state.instances[i].history = context_.add(step);
  }
  firing_.run_code(run_.runner.init_of(run_.rules.number()), item.state);
  if (run_.trace) {
    run_.trace->begin(item.state, segment(Segment::Kind::Entry, BlockId(0u), 0, {}));
    run_.trace->end(item.state);
  }
  stack_.push_back(std::move(item));
}

// APPROX(under): of the ways that meet in one state only so many are remembered.
void Exploration::keep_cuts(std::vector<Cut> cuts) {
  constexpr size_t kMaxCuts = 256;
  for (Cut& cut : cuts)
    if (context_.cuts.size() < kMaxCuts) context_.cuts.push_back(cut);
}

// An error is also reached by the ways that ended in a state that had been there: its own may be
// impossible before that.
void Exploration::find_other_ways() {
  for (RuleError& error : context_.errors) {
    if (error.report.sort != metal::ReportSort::Error || !error.way.history.valid()) continue;
    // The latest cut first: before it, its way has what is common.
    for (size_t i = context_.cuts.size(); i-- > 0 && error.others.size() < kMaxOtherWays;)
      if (std::optional<ErrorWay> other = context_.way_by(context_.cuts[i], error.way))
        error.others.push_back(*other);
  }
}

void Exploration::finish() {
  find_other_ways();
  State none;
  none.global = context_.entry.global;
  firing_.run_code(run_.runner.final_of(run_.rules.number()), none);
  if (firing_.failure().empty()) return;
  context_.stopped = firing_.failure();
  context_.is_rule_fault = true;
}

std::optional<ContextId> Exploration::advance() {
  if (!begun_) begin();
  while (!stack_.empty()) {
    Item item = std::move(stack_.back());
    stack_.pop_back();
    if (std::optional<ContextId> needed = step(std::move(item))) return needed;
    if (!firing_.failure().empty()) {
      stop(firing_.failure());
      context_.is_rule_fault = true;
    }
  }
  finish();
  return std::nullopt;
}

std::optional<ContextId> Exploration::step(Item item) {
  switch (item.kind) {
    case Item::Kind::Enter:
      enter(std::move(item));
      return std::nullopt;
    case Item::Kind::Finish:
      finish_visit(item.visit);
      return std::nullopt;
    case Item::Kind::Resume:
      return run_points(std::move(item));
  }
  return std::nullopt;
}

// Nothing is tracked, and nothing will be on any way from here to the root's end.
bool Exploration::is_idle(const Item& item) {
  return is_root() && item.state.instances.empty() && run_.trace == nullptr &&
         !run_.rules.ends_globally() &&
         !run_.points.may_begin(run_.rules, run_.reach, code_, item.block, item.state.global);
}

void Exploration::enter(Item item) {
  if (is_idle(item) || stop_if_over()) return;
  TreeSet tracked = tracked_trees(item.state);
  bool is_begin = !item.after.valid();
  bool use_cache = run_.options.block_cache || (is_begin && code_.loop_at(item.block) != nullptr);
  Visit visit;
  visit.parent = item.visit;
  if (use_cache) {
    Arrival arrival =
        cache_.arrive(item.state, is_begin ? item.block : item.after, tracked, item.value);
    if (!arrival.is_new) {
      keep_cuts(std::move(arrival.cuts));
      note_in_the_way(item.visit, arrival.mattered);
      if (run_.trace)
        run_.trace->relax(item.state, is_begin ? segment(Segment::Kind::Block, item.block, 0, {})
                                               : item.state.trace->segment);
      return;
    }
    visit.seen = arrival.untracked;
    visit.mattered = std::move(arrival.mattered);
  }
  visit.tracked = std::move(tracked);
  visits_.push_back(std::move(visit));
  Item done;
  done.kind = Item::Kind::Finish;
  done.visit = visits_.size() - 1;
  item.visit = done.visit;
  stack_.push_back(std::move(done));
  item.kind = Item::Kind::Resume;
  item.after = {};
  item.value = {};
  if (run_.trace && is_begin)
    run_.trace->begin(item.state, segment(Segment::Kind::Block, item.block, 0, {}));
  stack_.push_back(std::move(item));
}

void Exploration::finish_visit(size_t number) {
  Visit& visit = visits_[number];
  cache_.explored(visit.seen, visit.mattered);
  note_in_the_way(visit.parent, visit.mattered);
  visit.tracked.clear();
  visit.mattered.clear();
}

void Exploration::note_in_the_way(size_t number, const TreeSet& trees) {
  if (number == SIZE_MAX) return;
  Visit& visit = visits_[number];
  for (metal::TreeId tree : trees)
    if (visit.tracked.contains(tree)) visit.mattered.insert(tree);
}

bool Exploration::stop_if_over() {
  ++context_.steps;
  ++run_.root_steps;
  if (run_.is_over()) {
    // What is on the way gets some more steps to its end, without the callees that are not known.
    constexpr uint64_t kReserve = 4;
    run_.is_tainted = true;
    if (context_.stopped.empty()) context_.stopped = "the root's limit of steps was met";
    if (run_.root_steps > run_.root_limit + kReserve * run_.options.max_steps) {
      stack_.clear();
      return true;
    }
  }
  if (context_.steps <= run_.options.max_steps) return false;
  stop("the limit of steps was met");
  return true;
}

void Exploration::stop(std::string reason) {
  if (context_.stopped.empty()) context_.stopped = std::move(reason);
  stack_.clear();
}

std::optional<ContextId> Exploration::run_points(Item item) {
  const std::vector<NodeId>& points =
      run_.points.get(run_.rules, run_.annotations, code_, item.block);
  for (; item.point < points.size(); ++item.point, item.fired = false) {
    NodeId node = points[item.point];
    bool is_matched = false;
    if (!item.fired) {
      if (stop_if_over()) return std::nullopt;
      if (run_.annotations.is_killed({code_.id(), node}, run_.rules.number())) return std::nullopt;
      // What the call gave before is not what it gives now.
      if (body()[node].op == ir::Op::Call) kill(item.state, code_.tree(node), {});
      Occasion occasion;
      occasion.at = node;
      std::vector<Alias> aliases = add_aliases(item.state, node);
      firing_.fire_instances(item.state, metal::Moment::Point, occasion);
      // What is thrown leaves from here.
      if (body()[node].op == Op::Throw && !occasion.path_ends) {
        firing_.fire_global(item.state, metal::Moment::Point, occasion);
        note_in_the_way(item.visit, occasion.in_the_way);
      }
      if (occasion.path_ends || !run_point(item, node)) return std::nullopt;
      if (std::optional<Write> written = write_of(body(), node))
        write(item.state, node, *written, occasion);
      firing_.fire_global(item.state, metal::Moment::Point, occasion);
      // What a rule began to track right here goes to the caller, too: `return malloc(n);`.
      if (occasion.any_fired && body()[node].op == Op::Return && body()[node].kid_count > 0 &&
          !is_root())
        name_result(item.state, node);
      remove_aliases(item.state, aliases);
      note_in_the_way(item.visit, occasion.in_the_way);
      if (occasion.path_ends || !firing_.failure().empty()) return std::nullopt;
      is_matched = occasion.any_fired;
    }
    if (!is_call(node)) continue;
    ContextId needed;
    switch (call(item, node, is_matched, needed)) {
      case CallStep::Skipped:
        // What does not return may still throw.
        if (!code_.is_caught(item.block) && !run_.workspace.returns().may_return(code_.sites(node)))
          return std::nullopt;
        break;
      case CallStep::Entered:
        return std::nullopt;
      case CallStep::Waiting:
        item.fired = true;
        stack_.push_back(std::move(item));
        return needed;
    }
  }
  size_t waiting = stack_.size();
  leave_block(std::move(item));
  if (run_.options.is_reversed)
    std::reverse(stack_.begin() + static_cast<std::ptrdiff_t>(waiting), stack_.end());
  return std::nullopt;
}

// What is no call and no write.  False: the path ends here.
bool Exploration::run_point(Item& item, NodeId node) {
  switch (body()[node].op) {
    case Op::Decl:
      declare(item.state, node);
      return true;
    case Op::ScopeEnd:
      end_scope(item.state, node);
      return firing_.failure().empty();
    case Op::Return:
      pass_return(item.state, node);
      return true;
    case Op::Asm:
      assemble(item.state, node);
      return true;
    case Op::Throw:
      item.state.thrown = item.state.caught;
      if (body()[node].kid_count > 0)
        item.state.thrown =
            run_.workspace.throws().type_of(code_.shared_unit(), body()[body().kid(node, 0)].type);
      unwind(item, std::move(item.state), node);
      return false;
    case Op::CatchEnd:
      item.state.caught = nullptr;
      return true;
    default:
      return true;
  }
}

}  // namespace assay::machines
