// Virtual calls, by class hierarchy.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "callgraph/link.h"

namespace assay::callgraph {

struct Dispatch {
  std::vector<uint32_t> targets;  // functions of the program, sorted
  bool open = false;              // classes that we do not see may override it
};

class Hierarchy {
 public:
  explicit Hierarchy(const Program& program);

  /// Where a call of a virtual method may go whose object's static class is `receiver` (kNone:
  /// any).  The reference is valid until the next call.
  const Dispatch& dispatch(uint32_t function, uint32_t receiver);
  /// The same where the object is of that class itself.
  const Dispatch& dispatch_exactly(uint32_t function, uint32_t receiver);

 private:
  const std::vector<uint32_t>& subclasses(uint32_t record);
  bool share_subclass(uint32_t record_a, uint32_t record_b);
  bool is_subclass(uint32_t record, uint32_t base);

  const Program& program_;
  std::vector<std::vector<uint32_t>> overriders_;         // by function of the program
  std::vector<uint32_t> class_of_;                        // kNone: not a method
  std::map<uint32_t, std::vector<uint32_t>> subclasses_;  // with itself, sorted
  std::map<std::pair<uint32_t, uint32_t>, Dispatch> known_, exactly_known_;
};

}  // namespace assay::callgraph
