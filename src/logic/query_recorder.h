// Writes the prover's questions as SMT-LIB files, one each, so that the prover can be tuned and
// measured on real ones.
//
// Files are numbered in the order of the questions; a question asked again is not written again.
#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>

#include "base/hash.h"
#include "base/result.h"
#include "logic/term_pool.h"

namespace assay::logic {

class QueryRecorder {
 public:
  /// `folder` exists or can be made; `prefix` starts the files' names.
  static Result<QueryRecorder> open(std::string folder, std::string prefix = "query");

  /// The conjunction of all.  A file that cannot be written is an error once, at finish().
  void record(const TermPool& pool, std::span<const Term> conjuncts);
  /// How many files were written.
  Result<uint32_t> finish() const;

 private:
  QueryRecorder(std::string folder, std::string prefix);

  std::string folder_, prefix_;
  uint32_t count_ = 0;
  std::set<Hash> seen_;
  std::string failure_;
};

}  // namespace assay::logic
