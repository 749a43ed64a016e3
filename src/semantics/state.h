// A state: memory, and the frames of the functions that are being evaluated.
//
// Copying a state costs little: memory and the values of nodes are shared until written.
#pragma once

#include <deque>
#include <vector>

#include "logic/term.h"
#include "memory/memory.h"
#include "semantics/exception.h"
#include "semantics/program.h"

namespace assay::semantics {

/// The values of a function's nodes: terms by NodeId, in pages that forks share.
class Values {
 public:
  explicit Values(size_t count) : pages_((count + kPage - 1) / kPage) {
    for (auto& page : pages_) page = memory::Ref<Page>(new Page);
  }
  logic::Term operator[](ir::NodeId id) const {
    return pages_[id.index() / kPage]->terms[id.index() % kPage];
  }
  /// Each value that differs becomes join(this one, the other one).
  template <class Join>
  void merge(const Values& otherwise, Join&& join) {
    for (size_t page = 0; page < pages_.size(); ++page) {
      if (pages_[page] == otherwise.pages_[page]) continue;
      for (uint32_t i = 0; i < kPage; ++i) {
        logic::Term theirs = otherwise.pages_[page]->terms[i];
        if (pages_[page]->terms[i] == theirs) continue;
        logic::Term joined = join(pages_[page]->terms[i], theirs);
        pages_[page].own().terms[i] = joined;
      }
    }
  }
  void set(ir::NodeId id, logic::Term value) {
    pages_[id.index() / kPage].own().terms[id.index() % kPage] = value;
  }

 private:
  static constexpr uint32_t kPage = 32;
  struct Page : memory::Pooled<Page> {
    Page() = default;
    Page(const Page& other) : Pooled(other), terms(other.terms) {}
    uint32_t refs = 0;
    std::array<logic::Term, kPage> terms{};
  };
  std::vector<memory::Ref<Page>> pages_;
};

/// Of which object a constructor or destructor makes a part; part 0 is the complete object.
struct Making {
  ClassId whole;
  uint32_t part = 0;
  friend bool operator==(const Making&, const Making&) = default;
};

/// Elements that one point builds or destroys one after another.
struct ArrayWork {
  ir::NodeId node;
  uint64_t next = 0;
  uint64_t count = 0;
  bool undoes = false;  // an element's constructor has thrown: `next` are still to destroy
  EntityId destructor;  // then
  friend bool operator==(const ArrayWork&, const ArrayWork&) = default;
};

struct Frame {
  explicit Frame(const Prepared& of) : function(&of), values(of.steps.size()) {
    locals.resize(of.body->locals.size());
  }

  const Prepared* function;
  Values values;
  std::vector<logic::Term> locals;      // addresses, by LocalId; null: not made yet
  std::vector<memory::ObjectId> owned;  // dropped when the frame is left
  std::vector<std::pair<ir::NodeId, memory::ObjectId>> snapshots;  // aggregate values, by node
  std::vector<std::pair<uint64_t, logic::Term>> bounds;            // of variable arrays, by number
  memory::ObjectId arguments;    // those past the parameters; none if there are none
  logic::Term result;            // set by Return
  Making making;                 // of a constructor or destructor
  uint64_t result_distance = 0;  // of a covariant result, to the base that the caller expects
  std::vector<ArrayWork> arrays;
  std::vector<std::pair<memory::ObjectId, ir::BlockId>> first_times;  // found so, and where
  logic::Term result_slot;  // where a returned object is to be built; null: anywhere

  ir::BlockId block{0u};
  ir::BlockId came_from;
  uint32_t point = 0;  // the next one in the block
};

struct State {
  State(logic::TermPool& pool, memory::Target target) : memory(pool, target) {}

  memory::Memory memory;
  Exceptions exceptions;
  std::deque<Frame> frames;  // the innermost last; references stand while frames are pushed

  Frame& frame() { return frames.back(); }
  const Frame& frame() const { return frames.back(); }
};

}  // namespace assay::semantics
