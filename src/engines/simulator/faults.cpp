// What comes behind a fault.
//
// A path ends with a fault.  Where nobody else comes to what stands behind it, it would not be
// looked at until the fault is mended: so such paths wait until no other is left, and go on then,
// with what the faulty point gives unknown.  What they find where others have been counts for
// nothing, and where they end is no outcome of the function's model.
#include "engines/simulator/simulation.h"

namespace assay::simulator {

namespace {
constexpr uint32_t kMaxTold = 8;  // of one path
}  // namespace

/// How far a path came in a block.
void Simulation::note_passed(const Path& path, ir::BlockId block, semantics::Flow flow) {
  const semantics::Frame& frame = path.state.frames.front();
  uint32_t& passed = passed_[block.index()];
  switch (flow) {
    case semantics::Flow::Next:
    case semantics::Flow::Branch:
    case semantics::Flow::Returned:
      passed = function_.body->blocks[block.index()].point_count + 1;
      return;
    case semantics::Flow::Stop:
    case semantics::Flow::Apart: {
      // A point at which a path stops was begun, and not passed.
      bool is_begun = flow == semantics::Flow::Stop && frame.point > 0;
      if (frame.block == block) passed = std::max(passed, frame.point - (is_begun ? 1U : 0U));
      return;
    }
    case semantics::Flow::Entered:
    case semantics::Flow::Throw:
      return;
  }
}

bool Simulation::was_passed(const Path& path) const {
  const semantics::Frame& frame = path.state.frame();
  return passed_[frame.block.index()] > frame.point;
}

void Simulation::go_on_later(Path path, uint32_t fault) {
  if (path.told >= kMaxTold) return;
  ++path.told;
  behind_faults_.push_back({std::move(path), fault});
}

/// A path on which what was not set has some value, all of it, runs the point again.
bool Simulation::forget_unset(const Path& path, const semantics::Obligation& asked) {
  if (!asked.object.valid() || asked.offset < 0 || path.told >= kMaxTold) return false;
  Path again = path;
  inputs_.freshen(again.state, asked.object, semantics::Source::Imprecise);
  uint32_t fault = --again.state.frame().point;
  go_on_later(std::move(again), fault);
  return true;
}

/// A path that was stopped by a fault.  Who follows null comes to nothing more.
void Simulation::go_on_behind(Path path) {
  if (path.state.frames.size() != 1 || path.is_latent || is_ended_by_null_) return;
  semantics::Frame& frame = path.state.frame();
  std::span<const ir::NodeId> points = function_.body->points_of(frame.block);
  if (frame.point == 0 || frame.point > points.size()) return;
  ir::NodeId at = points[frame.point - 1];
  const semantics::Step& step = function_[at];
  if (!is_call_done_ && step.type) {
    bool is_place = step.has(ir::kLvalue);
    if (!is_place && !step.type->is_scalar()) return;
    uint32_t width = is_place ? program_.target().pointer_bits : step.type->width;
    evaluator_.set_value(path.state, at, inputs_.unknown_bits(width, semantics::Source::Imprecise));
  }
  path.is_beyond_fault = true;
  uint32_t fault = frame.point - 1;
  go_on_later(std::move(path), fault);
}

/// A fault in the library's own code: the call takes its model.
void Simulation::go_on_behind_run(const Path& path) {
  Path again = *path.run->before;
  again.no_run = path.run->call;
  again.is_beyond_fault = true;
  again.told = path.told;
  uint32_t fault = again.state.frame().point;
  go_on_later(std::move(again), fault);
}

/// The next of these paths that stands where nobody else came to; none: there is no such path.
std::optional<Path> Simulation::take_behind_fault() {
  while (!behind_faults_.empty()) {
    BehindFault next = std::move(behind_faults_.front());
    behind_faults_.pop_front();
    if (passed_[next.path.state.frame().block.index()] <= next.fault) return std::move(next.path);
    result_.is_complete = false;
  }
  return std::nullopt;
}

}  // namespace assay::simulator
