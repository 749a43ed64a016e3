// Each object with a destructor is constructed before it is destroyed, and destroyed once.
//
// A forward data-flow problem over sets of locals: those that may be alive, and those that may
// not be.  Temporaries that only some paths make are destroyed behind a test of how control came;
// for them only what goes wrong on every path is reported.  The hold that a handler has on its
// exception is tracked as an object too.
#include "ir/verify_parts.h"

namespace assay::ir {

namespace {

class BitSet {
 public:
  explicit BitSet(size_t size) : words_((size + 63) / 64) {}
  void set(size_t i) { words_[i / 64] |= uint64_t{1} << (i % 64); }
  void clear(size_t i) { words_[i / 64] &= ~(uint64_t{1} << (i % 64)); }
  bool has(size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }
  /// True if this grew.
  bool add(const BitSet& other) {
    bool grew = false;
    for (size_t i = 0; i < words_.size(); ++i) {
      uint64_t sum = words_[i] | other.words_[i];
      grew |= sum != words_[i];
      words_[i] = sum;
    }
    return grew;
  }

 private:
  std::vector<uint64_t> words_;
};

struct Lives {
  explicit Lives(size_t size) : alive(size), dead(size) {}
  bool add(const Lives& other) {
    bool grew = alive.add(other.alive);
    return dead.add(other.dead) || grew;
  }
  void make_alive(size_t i) {
    alive.set(i);
    dead.clear(i);
  }
  void make_dead(size_t i) {
    alive.clear(i);
    dead.set(i);
  }
  BitSet alive;
  BitSet dead;
};

class LifeChecker {
 public:
  LifeChecker(const Unit& unit, const Body& body, const Dominators& dominators, Problems& problems)
      : unit_(unit), body_(body), dominators_(dominators), problems_(problems) {}

  void check() {
    find_objects();
    if (objects_.empty()) return;
    solve();
    report_ = true;
    for (BlockId block : dominators_.reverse_postorder()) {
      Lives lives = at_entry_[block.index()];
      Lives unwinding(objects_.size());
      run(block, lives, unwinding);
      check_exit(block, lives);
    }
  }

 private:
  static constexpr uint32_t kUntracked = UINT32_MAX;

  void find_objects();
  void solve();
  void run(BlockId block, Lives& lives, Lives& unwinding);
  void step(NodeId point, Lives& lives);
  void construct(NodeId point, size_t object, Lives& lives);
  void destroy(NodeId point, size_t object, Lives& lives);
  void check_exit(BlockId block, const Lives& lives);
  bool has_destructor(TypeId type) const;
  uint32_t object_at(NodeId place) const;
  const Local& local(size_t object) const { return body_.locals[objects_[object]]; }
  bool is_conditional(size_t object) const { return local(object).kind == LocalKind::Temporary; }
  std::string name(size_t object) const {
    const Local& found = local(object);
    return found.name.empty() ? fmt::format("%{}", objects_[object]) : found.name;
  }

  const Unit& unit_;
  const Body& body_;
  const Dominators& dominators_;
  Problems& problems_;
  std::vector<uint32_t> objects_;    // locals
  std::vector<uint32_t> object_of_;  // by local
  std::vector<Lives> at_entry_;
  bool report_ = false;
};

bool LifeChecker::has_destructor(TypeId type) const {
  while (type.valid()) {
    type = unit_.types.canonical(type);
    const Type& found = unit_.types[type];
    if (found.kind == TypeKind::Record) return found.has(kNonTrivialDestructor);
    if (found.kind != TypeKind::Array && found.kind != TypeKind::VariableArray) return false;
    type = found.inner;
  }
  return false;
}

// Tracked are objects that this function makes and has to destroy.  Parameters and the place of
// the result are someone else's to make or to destroy, and what is built member by member shows
// no construction of the whole.
void LifeChecker::find_objects() {
  object_of_.assign(body_.locals.size(), kUntracked);
  auto track = [&](uint64_t index) {
    uint32_t& object = object_of_[index];
    if (object != kUntracked) return;
    object = static_cast<uint32_t>(objects_.size());
    objects_.push_back(static_cast<uint32_t>(index));
  };
  for (const Node& node : body_.nodes) {
    if (node.op == Op::CatchBegin && node.payload < body_.locals.size()) track(node.payload);
    if ((node.op != Op::Construct && node.op != Op::Init) || node.kid_count == 0) continue;
    const Node& place = body_[body_.kids[node.kids_begin]];
    if (place.op != Op::Local || place.payload >= body_.locals.size()) continue;
    const Local& local = body_.locals[place.payload];
    bool ours = local.kind == LocalKind::Variable || local.kind == LocalKind::Temporary;
    if (ours && has_destructor(local.type)) track(place.payload);
  }
}

uint32_t LifeChecker::object_at(NodeId place) const {
  const Node& node = body_[place];
  if (node.op != Op::Local || node.payload >= object_of_.size()) return kUntracked;
  return object_of_[node.payload];
}

void LifeChecker::solve() {
  at_entry_.assign(body_.blocks.size(), Lives(objects_.size()));
  for (size_t i = 0; i < objects_.size(); ++i) at_entry_[0].dead.set(i);
  const std::vector<BlockId>& order = dominators_.reverse_postorder();
  std::vector<bool> todo(order.size(), true);
  bool again = true;
  // Sets only grow: a few rounds, as many as loops nest.
  while (again) {
    again = false;
    for (size_t i = 0; i < order.size(); ++i) {
      if (!todo[i]) continue;
      todo[i] = false;
      Lives lives = at_entry_[order[i].index()];
      Lives unwinding(objects_.size());
      run(order[i], lives, unwinding);
      auto flow = [&](BlockId to, const Lives& what) {
        if (!at_entry_[to.index()].add(what)) return;
        todo[dominators_.position(to)] = true;
        again |= dominators_.position(to) <= i;
      };
      for (const Edge& edge : body_.edges_of(order[i])) flow(edge.target, lives);
      if (BlockId unwind = body_.blocks[order[i].index()].unwind; unwind.valid())
        flow(unwind, unwinding);
    }
  }
}

// `unwinding` gathers what holds where a point throws: an object whose constructor throws was
// never alive, one whose destructor throws is gone.
void LifeChecker::run(BlockId block, Lives& lives, Lives& unwinding) {
  bool unwinds = body_.blocks[block.index()].unwind.valid();
  for (NodeId point : body_.points_of(block)) {
    const Node& node = body_[point];
    bool throws = unwinds && node.has(kMayThrow);
    bool ends_life = node.op == Op::Destroy || node.op == Op::CatchEnd;
    if (throws && !ends_life) unwinding.add(lives);
    step(point, lives);
    if (throws && ends_life) unwinding.add(lives);
  }
}

void LifeChecker::step(NodeId point, Lives& lives) {
  const Node& node = body_[point];
  if (node.op == Op::Decl && node.payload < object_of_.size()) {
    // With its initialiser inside, the declaration ends where the object's life has begun.
    uint32_t object = object_of_[node.payload];
    if (object != kUntracked && node.kid_count == 0) lives.make_dead(object);
    return;
  }
  if (node.op == Op::CatchBegin || node.op == Op::CatchEnd) {
    uint32_t object = node.payload < object_of_.size() ? object_of_[node.payload] : kUntracked;
    if (object == kUntracked) return;
    return node.op == Op::CatchBegin ? construct(point, object, lives)
                                     : destroy(point, object, lives);
  }
  bool makes = node.op == Op::Construct || node.op == Op::Init;
  if ((!makes && node.op != Op::Destroy) || node.kid_count == 0) return;
  uint32_t object = object_at(body_.kid(point, 0));
  if (object == kUntracked) return;
  if (makes)
    construct(point, object, lives);
  else
    destroy(point, object, lives);
}

void LifeChecker::construct(NodeId point, size_t object, Lives& lives) {
  bool wrong = is_conditional(object) ? !lives.dead.has(object) : lives.alive.has(object);
  if (report_ && wrong)
    problems_.add("n{} constructs {}, which may be alive already", point.index(), name(object));
  lives.make_alive(object);
}

void LifeChecker::destroy(NodeId point, size_t object, Lives& lives) {
  bool wrong = is_conditional(object) ? !lives.alive.has(object) : lives.dead.has(object);
  if (report_ && wrong)
    problems_.add("n{} destroys {}, which may not be alive", point.index(), name(object));
  lives.make_dead(object);
}

void LifeChecker::check_exit(BlockId block, const Lives& lives) {
  Terminator terminator = body_.blocks[block.index()].terminator;
  if (terminator != Terminator::Return && terminator != Terminator::Resume) return;
  for (size_t i = 0; i < objects_.size(); ++i) {
    bool wrong = is_conditional(i) ? !lives.dead.has(i) : lives.alive.has(i);
    if (wrong)
      problems_.add("B{} leaves the function while {} may be alive", block.index(), name(i));
  }
}

}  // namespace

void verify_lives(const Unit& unit, const Body& body, const Dominators& dominators,
                  Problems& problems) {
  LifeChecker(unit, body, dominators, problems).check();
}

}  // namespace assay::ir
