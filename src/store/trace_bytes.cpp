#include "store/trace_bytes.h"

#include <map>

namespace assay::store {
namespace {

using findings::Evidence;
using findings::IdentifiedFinding;
using findings::Location;
using findings::Step;

// A trace names the same few files over and over: each is written when it is first met.
class TraceWriter {
 public:
  void steps(const std::vector<Step>& steps) {
    out_.varint(steps.size());
    for (const Step& step : steps) {
      location(step.where);
      out_.text(step.message);
      out_.signed_varint(step.depth);
    }
  }
  void location(const Location& where) {
    auto [file, is_new] = files_.try_emplace(where.file, files_.size());
    out_.varint(file->second);
    if (is_new) out_.text(where.file);
    out_.varint(where.line);
    out_.varint(where.column);
    out_.varint(where.end_line);
    out_.varint(where.end_column);
  }
  ByteWriter& out() { return out_; }

 private:
  ByteWriter out_;
  std::map<std::string, uint64_t> files_;
};

class TraceReader {
 public:
  explicit TraceReader(std::string_view bytes) : in_(bytes) {}

  std::vector<Step> steps() {
    std::vector<Step> steps(in_.count());
    for (Step& step : steps) {
      step.where = location();
      step.message = in_.text();
      step.depth = static_cast<int>(in_.signed_varint());
    }
    return steps;
  }
  Location location() {
    Location where;
    uint64_t file = in_.varint();
    if (file == files_.size()) files_.emplace_back(in_.text());
    if (file >= files_.size()) {
      in_.fail();
      return where;
    }
    where.file = files_[file];
    where.line = static_cast<uint32_t>(in_.varint());
    where.column = static_cast<uint32_t>(in_.varint());
    where.end_line = static_cast<uint32_t>(in_.varint());
    where.end_column = static_cast<uint32_t>(in_.varint());
    return where;
  }
  ByteReader& in() { return in_; }

 private:
  ByteReader in_;
  std::vector<std::string> files_;
};

}  // namespace

Bytes encode_traces(const IdentifiedFinding& finding) {
  TraceWriter writer;
  writer.out().text(finding.finding.engine);
  writer.steps(finding.finding.trace);
  writer.out().varint(finding.evidence.size());
  for (const Evidence& each : finding.evidence) {
    writer.out().text(each.engine);
    writer.out().text(each.message);
    writer.location(each.where);
    writer.steps(each.trace);
  }
  return writer.out().take();
}

bool decode_traces(std::string_view bytes, IdentifiedFinding& finding) {
  TraceReader reader(bytes);
  finding.finding.engine = reader.in().text();
  finding.finding.trace = reader.steps();
  finding.evidence.resize(reader.in().count());
  for (Evidence& each : finding.evidence) {
    each.engine = reader.in().text();
    each.message = reader.in().text();
    each.where = reader.location();
    each.trace = reader.steps();
  }
  return reader.in().ok();
}

}  // namespace assay::store
