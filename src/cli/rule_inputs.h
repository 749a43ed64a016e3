// From what `--rules` names to compositions: files, folders, and the rules that ship.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "cli/rule_catalog.h"
#include "metal/modules.h"

namespace assay::cli {

struct NamedRule {
  std::string name;  // memory/use_after_free for one that ships, else the file
  metal::Composition composition;
  RuleHead head;
};

/// Each word is a metal file, a folder (all its *.metal files, in the order of their names), or
/// the name of a rule that ships, with its folder or without.  No words: all that ship, but those
/// that run only when named.  Rules in the project that is analysed are not looked for.
Result<std::vector<NamedRule>> load_rules(const std::vector<std::string>& words);

/// The text of a rule that ships, by either name; null: there is none.
const ShippedFile* find_shipped(std::string_view word);

}  // namespace assay::cli
