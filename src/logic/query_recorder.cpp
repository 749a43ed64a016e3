#include "logic/query_recorder.h"

#include <filesystem>
#include <fstream>

#include "logic/smtlib_print.h"

namespace assay::logic {

QueryRecorder::QueryRecorder(std::string folder, std::string prefix)
    : folder_(std::move(folder)), prefix_(std::move(prefix)) {}

Result<QueryRecorder> QueryRecorder::open(std::string folder, std::string prefix) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return input_error("{}: cannot make this folder: {}", folder, error.message());
  if (!std::filesystem::is_directory(folder, error)) return input_error("{}: not a folder", folder);
  return QueryRecorder(std::move(folder), std::move(prefix));
}

void QueryRecorder::record(const TermPool& pool, std::span<const Term> conjuncts) {
  std::string text = smtlib_script(pool, conjuncts);
  if (!seen_.insert(hash_bytes(text)).second) return;
  std::string path = fmt::format("{}/{}-{:06}.smt2", folder_, prefix_, count_ + 1);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file)
    ++count_;
  else if (failure_.empty())
    failure_ = path;
}

Result<uint32_t> QueryRecorder::finish() const {
  if (!failure_.empty()) return input_error("{}: cannot write this file", failure_);
  return count_;
}

}  // namespace assay::logic
