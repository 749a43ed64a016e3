#include "frontend/remembered_plan.h"

#include "frontend/clang_module.h"

namespace assay::frontend {
namespace {

constexpr size_t kHashBytes = 16;

void write_texts(ByteWriter& writer, const std::vector<std::string>& texts) {
  writer.varint(texts.size());
  for (const std::string& text : texts) writer.text(text);
}

std::vector<std::string> read_texts(ByteReader& reader) {
  std::vector<std::string> texts(reader.count());
  for (std::string& text : texts) text = reader.text();
  return texts;
}

Hash read_hash(ByteReader& reader) {
  std::string_view bytes = reader.raw(kHashBytes);
  return bytes.size() == kHashBytes ? Hash::from_bytes(bytes) : Hash();
}

}  // namespace

Hash plan_question(const std::vector<CompileCommand>& commands, const std::string& project) {
  ByteWriter writer;
  writer.text(front_end_identity());
  writer.text(project);
  for (const CompileCommand& command : commands) {
    writer.text(command.directory);
    writer.text(command.file);
    writer.text(command.problem);
    write_texts(writer, command.arguments);
  }
  return hash_bytes(writer.bytes());
}

Bytes write_plan(const std::vector<AskedCompiler>& asked, const std::vector<CommandPlan>& plans) {
  ByteWriter writer;
  writer.varint(asked.size());
  for (const AskedCompiler& each : asked) {
    writer.text(each.compiler);
    writer.text(each.directory);
    write_texts(writer, each.flags);
    writer.u8(static_cast<uint8_t>(each.language));
    writer.raw(each.answer.bytes());
    writer.raw(each.state.bytes());
    write_texts(writer, each.there);
    write_texts(writer, each.missing);
  }
  writer.varint(plans.size());
  for (const CommandPlan& plan : plans) {
    writer.raw(plan.key.bytes());
    writer.text(plan.problem);
    writer.varint(plan.dropped.size());
    for (const auto& [what, count] : plan.dropped) {
      writer.text(what);
      writer.varint(count);
    }
  }
  return writer.take();
}

std::optional<RememberedPlan> read_plan(std::string_view bytes) {
  ByteReader reader(bytes);
  RememberedPlan result;
  result.asked.resize(reader.count());
  for (AskedCompiler& each : result.asked) {
    each.compiler = reader.text();
    each.directory = reader.text();
    each.flags = read_texts(reader);
    each.language = static_cast<Language>(reader.u8());
    each.answer = read_hash(reader);
    each.state = read_hash(reader);
    each.there = read_texts(reader);
    each.missing = read_texts(reader);
  }
  result.plans.resize(reader.count());
  for (CommandPlan& plan : result.plans) {
    plan.key = read_hash(reader);
    plan.problem = reader.text();
    size_t dropped = reader.count();
    for (size_t i = 0; i < dropped; ++i) {
      std::string what(reader.text());
      plan.dropped[what] = reader.varint();
    }
  }
  if (!reader.ok() || !reader.at_end()) return std::nullopt;
  return result;
}

}  // namespace assay::frontend
