#include <algorithm>
#include <map>
#include <tuple>

#include "base/bytes.h"
#include "findings/finding.h"

namespace assay::findings {
namespace {

// One cause may be found in every unit that includes a header, and in every instance of a
// template: the place and the variables name it, the function's spelling does not.
auto cause(const Finding& f) { return std::tie(f.where, f.kind, f.variables); }

/// Of several ways to one cause the easiest to follow stands for it.
auto effort(const Finding& f) {
  return std::tie(f.rank.severity, f.rank.call_chain, f.rank.indirection, f.rank.conditionals,
                  f.rank.distance);
}

auto order(const Finding& f) {
  return std::tie(f.where.file, f.where.line, f.where.column, f.kind, f.message, f.where.end_line,
                  f.where.end_column, f.function_symbol, f.engine);
}

// Wording is left out, so that a better sentence in a later version does not make an old
// finding new; so are places and files, which change with every edit.
Hash identity_key(const Finding& finding) {
  ByteWriter out;
  out.text(finding.kind);
  out.text(finding.function_symbol.empty() ? finding.function : finding.function_symbol);
  out.varint(finding.variables.size());
  for (const std::string& variable : finding.variables) out.text(variable);
  out.varint(finding.trace.size());
  for (const Step& step : finding.trace) out.signed_varint(step.depth);
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
  // Equal causes are brought together first; which of them is kept does not depend on the order
  // in which workers delivered them.
  std::sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    if (auto by_cause = cause(a) <=> cause(b); by_cause != 0) return by_cause < 0;
    if (auto by_effort = effort(a) <=> effort(b); by_effort != 0) return by_effort < 0;
    return order(a) < order(b);
  });
  findings.erase(
      std::unique(findings.begin(), findings.end(),
                  [](const Finding& a, const Finding& b) { return cause(a) == cause(b); }),
      findings.end());
  std::sort(findings.begin(), findings.end(),
            [](const Finding& a, const Finding& b) { return order(a) < order(b); });

  std::vector<IdentifiedFinding> identified;
  identified.reserve(findings.size());
  std::map<Hash, uint64_t> equals;
  for (Finding& finding : findings) {
    Hash key = identity_key(finding);
    Hash identity = with_ordinal(key, equals[key]++);
    identified.push_back({std::move(finding), identity});
  }
  return identified;
}

}  // namespace assay::findings
