// Every piece of C code that a composition runs, numbered.
//
// The order is that of the parts and, in a machine, of init, final, actions and callouts: the
// compiler and the loader make the same table from the same composition.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "metal/actions/host.h"
#include "metal/modules.h"

namespace assay::metal {

enum class CodeKind : uint8_t { Init, Final, Action, Callout };

struct CodeEntry {
  CodeKind kind;
  size_t program;  // in Composition::programs
  size_t machine;  // counts the machines of Composition::parts
  const Machine* in;
  std::string_view text;
  Place place;
  std::string description;  // `rule 'close': its action at close.metal:7:40`
};

class CodeTable {
 public:
  /// Points into the composition.
  explicit CodeTable(const Composition& composition);

  const std::vector<CodeEntry>& entries() const { return entries_; }
  const CodeEntry& operator[](CodeId id) const { return entries_[id.index()]; }
  CodeId action_of(size_t machine, RuleRef rule) const;
  CodeId callout_of(size_t machine, PatternId callout) const;
  std::vector<CodeId> init_of(size_t machine) const { return init_[machine]; }
  std::vector<CodeId> final_of(size_t machine) const { return final_[machine]; }

  /// The name of its function in the object code.
  static std::string symbol(CodeId id);

 private:
  CodeId add(CodeKind kind, const Part& part, const Program& program, std::string_view text,
             Place place);
  void add_machine(const Part& part, const Program& program);

  std::vector<CodeEntry> entries_;
  size_t machines_ = 0;
  std::map<std::pair<size_t, RuleRef>, CodeId> actions_;
  std::map<std::pair<size_t, PatternId>, CodeId> callouts_;
  std::vector<std::vector<CodeId>> init_, final_;
};

}  // namespace assay::metal
