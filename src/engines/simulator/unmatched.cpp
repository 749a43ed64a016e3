// Searches that find nothing: what is known of a text, and which outcomes are a lookup's "there is
// no such name".
//
// Whether a text holds a character, or is the name of something, whoever wrote it knows.  Of a text
// that has just come from outside, and that nobody has looked at, nobody does: that nothing is
// found is as possible there as anything else, and no leap.
#include <algorithm>

#include "engines/simulator/simulation.h"

namespace assay::simulator {

using ir::Op;
using logic::Term;
using semantics::Source;

namespace {

/// The variable that an expression begins with: `line` of `&line[0]`; none if there is none.
ir::LocalId root_of(const ir::Body& body, ir::NodeId at) {
  while (at.valid() && body[at].op != Op::Local) {
    bool is_way = body[at].kid_count > 0 &&
                  (body[at].op == Op::Cast || body[at].op == Op::Load || body[at].op == Op::Index ||
                   body[at].op == Op::AddressOf || body[at].op == Op::Deref);
    if (!is_way) return ir::LocalId();
    at = body.kid(at, 0);
  }
  return at.valid() ? body.local_of(at) : ir::LocalId();
}

bool names(const ir::Body& body, ir::NodeId root, ir::LocalId local) {
  std::vector<ir::NodeId> todo{root};
  while (!todo.empty()) {
    ir::NodeId at = todo.back();
    todo.pop_back();
    if (body[at].op == Op::Local && body.local_of(at) == local) return true;
    std::span<const ir::NodeId> kids = body.kids_of(at);
    todo.insert(todo.end(), kids.begin(), kids.end());
  }
  return false;
}

/// Whether what a function answers says nothing that the language of models could not: the length
/// of a text, say.  What a comparison answers is any number.
bool answers_plainly(const Crumb& crumb) {
  if (crumb.kind != CrumbKind::Model || crumb.is_automatic || !crumb.outcome) return false;
  if (crumb.outcome->kind == models::OutcomeKind::Rest || crumb.outcome->reason == kNotFound)
    return false;
  bool is_only = crumb.model->outcomes.size() == 1;
  bool brings = false, is_any = false;
  for (const models::Operation& each : crumb.outcome->operations) {
    if (each.role != models::Role::Result || each.operands.empty()) continue;
    brings = brings || each.op == models::Operator::ValueExternal ||
             each.op == models::Operator::FormatScanned;
    is_any = is_any || (each.op == models::Operator::MemoryInitialized &&
                        each.operands[0].nodes.front().kind == models::NodeKind::Return);
  }
  return brings || (is_only && !is_any);
}

}  // namespace

/// Whether a text came from outside, and nothing that this path has called was to look at it.
bool Simulation::is_unseen_text(Path& path, Term text, ir::NodeId argument) {
  const ir::Body& body = *function_.body;
  if (text.is_null() || path.state.frames.size() != 1 || path.is_cut) return false;
  std::optional<memory::Spot> at = emulator_.operands().spot(path, text);
  const memory::Object* object = at ? path.state.memory.find(at->object) : nullptr;
  if (!object || at->offset < 0) return false;
  // Its beginning, of which each byte is as it came.
  Holder holder;
  bool has_holder = inputs_.find_holder(path.state, at->object, holder);
  int64_t start = object->kind == memory::ObjectKind::Environment ? kBefore : 0;
  if (at->offset != start) return false;
  memory::Read first = object->contents.read(pool_, static_cast<uint64_t>(at->offset), 1);
  Source source = Source::Known;
  if (first.init == memory::Init::All) {
    if (first.value.is_immediate()) return false;
    source = evaluator_.source_of(first.value);
  } else if (has_holder && first.init == memory::Init::None) {
    source = inputs_.source_of(holder);
  }
  if (source != Source::Outside) return false;
  ir::LocalId root = root_of(body, argument);
  if (!root.valid()) return false;
  for (const Crumb& crumb : trail_.until(path.trail)) {
    bool is_call = crumb.kind == CrumbKind::Model || crumb.kind == CrumbKind::Unknown;
    if (!is_call || !crumb.node.valid() || body[crumb.node].op != Op::Call) continue;
    if (names(body, crumb.node, root) && !answers_plainly(crumb)) return false;
  }
  return true;
}

/// The same of any text that a call is given.
bool Simulation::is_given_unseen_text(Path& path, const semantics::CallRequest& request) {
  const ir::Body& body = *function_.body;
  if (path.state.frames.size() != 1 || body[request.node].op != Op::Call) return false;
  std::span<const ir::NodeId> kids = body.kids_of(request.node);
  for (size_t i = 0; i < request.arguments.size() && i + 1 < kids.size(); ++i) {
    const semantics::Argument& argument = request.arguments[i];
    bool is_pointer = argument.type && argument.type->shape == semantics::Shape::Pointer;
    if (is_pointer && is_unseen_text(path, argument.value, kids[i + 1])) return true;
  }
  return false;
}

/// Whether a condition calls a function that compares texts, one of them by way of a parameter;
/// No: it calls another one.
Tri Extractor::compares_text(ir::NodeId condition) const {
  const ir::Body& body = *parts_.function.body;
  Tri found = Tri::Unknown;
  std::vector<ir::NodeId> todo{condition};
  while (!todo.empty()) {
    ir::NodeId at = todo.back();
    todo.pop_back();
    std::span<const ir::NodeId> kids = body.kids_of(at);
    todo.insert(todo.end(), kids.begin(), kids.end());
    if (body[at].op != Op::Call) continue;
    if (kids.empty() || body[kids[0]].op != Op::FunctionRef) return Tri::No;
    semantics::EntityId callee =
        parts_.program.entity_of(*parts_.function.unit, body.symbol_of(kids[0]));
    FoundModel model = callee.valid() ? parts_.models.find(callee) : FoundModel();
    if (!model.model || model.is_automatic || model.model->outcomes.size() != 1) return Tri::No;
    const std::vector<models::Operation>& operations = model.model->outcomes[0].operations;
    auto texts = std::count_if(operations.begin(), operations.end(), [](const auto& each) {
      return each.op == models::Operator::StringTerminated;
    });
    if (texts < 2) return Tri::No;
    for (uint32_t i = 0; i < body.param_count; ++i)
      if (names(body, at, ir::LocalId(i))) found = Tri::Yes;
  }
  return found;
}

/// Whether a path is a search through something that compared what it found with a text that the
/// function is given, and was at its end.
bool Extractor::is_unmatched(const Path& path) {
  const ir::Body& body = *parts_.function.body;
  Term value = path.state.frame().result;
  bool is_null = path.end == models::ReturnType::Unstated && !value.is_null() &&
                 value.width() == parts_.program.target().pointer_bits && value.is_value(0);
  // That a loop ends after rounds that were not followed is how such a search ends.
  bool is_arbitrary = path.is_arbitrary && !path.is_cut;
  if (!is_null || is_arbitrary || !path.leaps.empty()) return false;
  if (!loops_) loops_ = ir::find_loops(body);
  bool has_compared = false;
  std::set<Term> asked;
  for (const Decision& decision : path.decisions) {
    ir::NodeId operand = body.blocks[decision.block.index()].operand;
    Tri compares = operand.valid() ? compares_text(operand) : Tri::No;
    has_compared = has_compared || compares == Tri::Yes;
    if (loops_->of_block[decision.block.index()].valid() && compares != Tri::No)
      asked.insert(decision.condition);
  }
  if (!has_compared) return false;
  return std::all_of(path.guards.begin(), path.guards.end(), [&](Term guard) {
    return asked.contains(guard) || parts_.evaluator.source_of(guard) == Source::Outside ||
           parts_.judge.describer().condition(path.state, guard, models::Role::Guard).has_value();
  });
}

}  // namespace assay::simulator
