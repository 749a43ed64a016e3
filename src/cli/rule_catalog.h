// The rules that ship, and what the head of a rule's file says about it.
//
// A head is the file's first comment: a line that says what the rule asks for; a line
// `KIND (LEVEL, CWE-N, SEVERITY): TITLE` for each kind of finding; then paragraphs for people:
// what goes wrong, and how to mend it.  `Runs only when named` among them keeps the rule out of
// runs that do not name it.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "findings/finding.h"

namespace assay::cli {

struct ShippedFile {
  std::string_view name;  // below rules/: memory/use_after_free.metal
  std::string_view text;
};
/// Rules (*.metal) and what they use (*.m), by name.
std::span<const ShippedFile> shipped_files();

struct RuleKind {
  std::string id;
  findings::Level level = findings::Level::Warning;
  int cwe = 0;           // 0: none said
  std::string severity;  // as KindInfo has it
  std::string title;
};

struct RuleHead {
  std::string summary;  // one line
  std::vector<RuleKind> kinds;
  std::string description;  // paragraphs, separated by empty lines
  bool only_when_named = false;
};
/// Whatever a head does not say stays empty: a rule needs none.
RuleHead read_rule_head(std::string_view text);

/// Short name: memory/use_after_free for memory/use_after_free.metal.
std::string rule_name(std::string_view file);
bool is_rule_file(std::string_view file);

/// Kinds of findings as rules' heads describe them; what the engines' own table has is not
/// replaced, and of two heads the first counts.
class KindCatalog {
 public:
  void add(const RuleHead& head);
  /// Valid as long as the catalog lives and nothing is added.
  std::vector<findings::KindInfo> kinds() const;

 private:
  struct Kind {
    RuleKind kind;
    std::string description;
  };
  std::vector<Kind> kinds_;
};

/// All kinds of the rules that ship.
const std::vector<findings::KindInfo>& shipped_kinds();

}  // namespace assay::cli
