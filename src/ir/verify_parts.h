// The parts of verify().  Inside src/ir only.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "ir/dominators.h"
#include "ir/unit.h"

namespace assay::ir {

/// Collects what is wrong with one function.
class Problems {
 public:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    sentences_.push_back(fmt::format(format, std::forward<Args>(args)...));
  }
  bool none() const { return sentences_.empty(); }
  std::vector<std::string> take() { return std::move(sentences_); }

 private:
  std::vector<std::string> sentences_;
};

/// Every number is in range, kids are older than parents, a node has one parent.
void verify_numbers(const Unit& unit, const Function& function, Problems& problems);
/// Edges are of the kinds and in the order that their terminator asks for.
void verify_edges(const Body& body, Problems& problems);
/// Points and values.  Pre: verify_numbers found nothing.
void verify_points(const Unit& unit, const Body& body, const Dominators& dominators,
                   Problems& problems);
/// Construction and destruction.  Pre: likewise.
void verify_lives(const Unit& unit, const Body& body, const Dominators& dominators,
                  Problems& problems);

inline bool is_value_join(Op op) {
  return op == Op::LogAnd || op == Op::LogOr || op == Op::Conditional;
}

}  // namespace assay::ir
