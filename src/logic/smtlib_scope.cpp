#include "logic/smtlib_scope.h"

namespace assay::logic {

const SmtBinding* SmtScope::find(const std::string& name) const {
  auto at = names_.find(name);
  return at == names_.end() || at->second.empty() ? nullptr : &at->second.back();
}

void SmtScope::leave(const std::string& name) { names_[name].pop_back(); }

bool SmtScope::define(const std::string& name, SmtBinding binding) {
  std::vector<SmtBinding>& bindings = names_[name];
  if (!bindings.empty()) return false;
  bindings.push_back(std::move(binding));
  globals_.push_back(name);
  return true;
}

bool SmtScope::pop() {
  if (levels_.empty()) return false;
  while (globals_.size() > levels_.back()) {
    names_.erase(globals_.back());
    globals_.pop_back();
  }
  levels_.pop_back();
  return true;
}

void SmtScope::clear() {
  names_.clear();
  globals_.clear();
  levels_.clear();
}

}  // namespace assay::logic
