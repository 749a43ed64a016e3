#include "schedule/capture_task.h"

#include "frontend/parse.h"

namespace assay::schedule {
namespace {

frontend::PreparedCommand decode_command(std::string_view bytes) {
  ByteReader reader(bytes);
  frontend::PreparedCommand command;
  command.directory = reader.text();
  command.file = reader.text();
  command.arguments.resize(reader.count());
  for (std::string& argument : command.arguments) argument = reader.text();
  std::string_view key = reader.raw(16);
  ASSAY_CHECK(reader.ok() && reader.at_end(), "a command should arrive as it was sent");
  command.key = Hash::from_bytes(key);
  return command;
}

}  // namespace

Bytes encode_command(const frontend::PreparedCommand& command) {
  ByteWriter writer;
  writer.text(command.directory);
  writer.text(command.file);
  writer.varint(command.arguments.size());
  for (const std::string& argument : command.arguments) writer.text(argument);
  writer.raw(command.key.bytes());
  return writer.take();
}

Bytes capture_unit(std::string_view command) {
  ir::Unit unit = frontend::parse_unit(decode_command(command));
  return encode_captured_unit({ir::encode_unit(unit), store::symbol_entries(unit)});
}

Bytes encode_captured_unit(const CapturedUnit& captured) {
  ByteWriter writer;
  store::write_symbol_entries(writer, captured.symbols);
  writer.raw(ir::pack(captured.unit));
  return writer.take();
}

Result<CapturedUnit> decode_captured_unit(std::string_view bytes) {
  ByteReader reader(bytes);
  CapturedUnit captured;
  captured.symbols = store::read_symbol_entries(reader);
  if (!reader.ok()) return input_error("the worker's answer is damaged");
  captured.unit = TRY(ir::unpack(reader.raw(reader.remaining())));
  return captured;
}

}  // namespace assay::schedule
