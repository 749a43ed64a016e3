#include <algorithm>
#include <map>

#include "base/bytes.h"
#include "findings/finding.h"
#include "findings/merge.h"

namespace assay::findings {
namespace {

// Wording is left out, so that a better sentence in a later version does not make an old finding
// new; so are places and files, which change with every edit.  Of the trace only where it goes
// into calls and out of them counts: a condition more on the way is the same bug.
Hash identity_key(const Finding& finding) {
  ByteWriter out;
  out.text(finding.kind);
  out.text(finding.function_symbol.empty() ? finding.function : finding.function_symbol);
  out.varint(finding.variables.size());
  for (const std::string& variable : finding.variables) out.text(variable);
  int depth = 0;
  for (const Step& step : finding.trace) {
    if (step.depth != depth) out.signed_varint(step.depth);
    depth = step.depth;
  }
  return hash_bytes(out.bytes());
}

Hash with_ordinal(const Hash& key, uint64_t ordinal) {
  ByteWriter out;
  out.raw(key.bytes());
  out.varint(ordinal);
  return hash_bytes(out.bytes());
}

}  // namespace

std::vector<IdentifiedFinding> identify(std::vector<Finding> findings) {
  std::vector<IdentifiedFinding> identified = merge_causes(std::move(findings));
  std::map<Hash, uint64_t> equals;
  for (IdentifiedFinding& each : identified) {
    Hash key = identity_key(each.finding);
    each.identity = with_ordinal(key, equals[key]++);
  }
  return identified;
}

std::vector<std::string> engines_of(const IdentifiedFinding& finding) {
  std::vector<std::string> engines{finding.finding.engine};
  for (const Evidence& each : finding.evidence) engines.push_back(each.engine);
  std::sort(engines.begin(), engines.end());
  engines.erase(std::unique(engines.begin(), engines.end()), engines.end());
  return engines;
}

}  // namespace assay::findings
