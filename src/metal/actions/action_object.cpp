// ActionObject as bytes, and its key.
#include "metal/actions/compile.h"
#include "metal/actions/generate.h"
#include "metal/actions/native_module.h"
#include "metal/actions/rule_headers.h"

namespace assay::metal {
namespace {

constexpr std::string_view kMagic = "assay actions 3\n";

}  // namespace

Result<Hash> actions_key(const Composition& composition) {
  ByteWriter writer;
  writer.text(kMagic);
  writer.text(TRY(rule_loader())->identity());
  for (const RuleHeader& header : rule_headers()) {
    writer.text(header.name);
    writer.text(header.text);
  }
  writer.text(generate_c(composition, CodeTable(composition)));
  return hash_bytes(writer.bytes());
}

Bytes encode_action_object(const ActionObject& object) {
  ByteWriter writer;
  writer.raw(kMagic);
  writer.raw(object.key.bytes());
  writer.varint(object.warnings.size());
  for (const std::string& warning : object.warnings) writer.text(warning);
  writer.u8(object.keeps_data);
  writer.text(object.code);
  return writer.take();
}

Result<ActionObject> decode_action_object(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return input_error("compiled rules: bad magic");
  ByteReader reader(bytes.substr(kMagic.size()));
  ActionObject object;
  std::string_view key = reader.raw(16);
  if (!reader.ok()) return input_error("compiled rules: cut short");
  object.key = Hash::from_bytes(key);
  for (size_t left = reader.count(); left > 0 && reader.ok(); --left)
    object.warnings.emplace_back(reader.text());
  object.keeps_data = reader.u8() != 0;
  object.code = reader.text();
  if (!reader.ok() || !reader.at_end()) return input_error("compiled rules: damaged");
  return object;
}

}  // namespace assay::metal
