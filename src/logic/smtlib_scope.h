// What names mean while a script is read: globals that come and go with push and pop, and the names
// that `let` and parameters put in front of them.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "logic/smtlib_read.h"

namespace assay::logic {

struct SmtBinding {
  enum Kind : uint8_t { Value, Function, Macro, Sort };
  Kind kind = Value;
  SmtValue value;                     // Value, Macro: the body
  uint32_t declaration = UINT32_MAX;  // Function, and Values that are declared
  std::vector<SmtValue> parameters;   // Macro: the symbols that stand for them
  SmtSort sort;                       // Sort
};

class SmtScope {
 public:
  const SmtBinding* find(const std::string& name) const;
  void enter(const std::string& name, SmtBinding binding) {
    names_[name].push_back(std::move(binding));
  }
  void leave(const std::string& name);

  /// A name until the matching pop().  False if it is there already.
  bool define(const std::string& name, SmtBinding binding);
  void push() { levels_.push_back(globals_.size()); }
  /// False if there is nothing to pop.
  bool pop();
  /// Forgets all names.  Pre: no let is open.
  void clear();
  const std::vector<std::string>& globals() const { return globals_; }

 private:
  std::unordered_map<std::string, std::vector<SmtBinding>> names_;
  std::vector<std::string> globals_;  // in the order of definition
  std::vector<size_t> levels_;
};

}  // namespace assay::logic
