// Leaps: outcomes of learnt models that a path takes though nothing in its function decides for
// them (Infer's latent issues; PREfix: "incomplete knowledge").
//
// A callee looks at memory of which its caller knows nothing, and does one thing or another.  The
// path goes on with each, but what goes wrong only because of such a choice is for callers to
// know: it is not reported, as long as the function does not look at what came of the call itself.
// `if (f(x) < 0)` says that f may fail for this x; `f(x)->y` says that it does not.
//
// What an outcome gives back are symbols, assumed to be what the model says: a fault that is still
// there without these assumptions is reported, one that is not rests on them.
#pragma once

#include <cstdint>
#include <functional>

#include "engines/simulator/operands.h"

namespace assay::simulator {

/// What leaps may have done instead.  Looked up when something is about to be reported.
class Leaps {
 public:
  explicit Leaps(const Parts& parts) : parts_(parts), operands_(parts) {}

  /// Whether another outcome of a leap writes these bytes.
  bool may_write(const Path& path, memory::ObjectId object, uint64_t offset, uint64_t bytes) const;
  /// Whether how large an object is, or that it is this one, rests on a leap.
  bool chose(const Path& path, memory::ObjectId object) const;
  /// Whether a block is new by a leap only: other outcomes answer with what was there before, and
  /// with what stands in it.
  bool may_be_kept(const Path& path, memory::ObjectId object) const;
  /// Whether what an expression reads is a callee's choice: that it is read from this object, a
  /// constant that stands for "none", say, or that nothing else was written there.
  bool gave(const Path& path, ir::NodeId expression) const;
  /// Whether another outcome of a leap frees the object, or puts its address somewhere.
  bool may_keep(const Path& path, memory::ObjectId object) const;
  /// The same of a resource.
  bool may_keep(const Path& path, const Resource& resource) const;

 private:
  using See =
      std::function<bool(Path& before, EmulatedCall& call, const models::Operation& result)>;
  /// Whether `see` finds what it looks for among the results of the other outcomes.
  bool others(const Path& path, const Leap& leap, const See& see) const;
  bool is_given(const Leap& leap, memory::ObjectId object) const;

  Parts parts_;
  Operands operands_;
};

}  // namespace assay::simulator
