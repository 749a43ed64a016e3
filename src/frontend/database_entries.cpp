#include "frontend/database_entries.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace assay::frontend {
namespace {

using Json = nlohmann::json;

/// Receives the parser's events.  Three levels matter: the list, an entry, its arguments; what
/// lies deeper belongs to keys that are not ours.
class EntryReader final : public nlohmann::json_sax<Json> {
 public:
  explicit EntryReader(std::string_view text) : text_(text) {}

  std::vector<DatabaseEntry> entries;
  std::string error;

  bool start_array(size_t) override {
    if (depth_ == 2 && key_ == "arguments") entries.back().arguments.emplace();
    if (depth_ == 1) return not_an_object();
    if (depth_ == 2 && is_ours(key_) && key_ != "arguments") return wrong_type();
    if (depth_ == 3 && key_ == "arguments") return wrong_type();
    ++depth_;
    return true;
  }
  bool end_array() override { return close(); }
  bool start_object(size_t) override {
    if (depth_ == 0) return fail(": not an array but an object");
    if (depth_ == 2 && is_ours(key_)) return wrong_type();
    if (depth_ == 3 && key_ == "arguments") return wrong_type();
    if (depth_ == 1) entries.emplace_back();
    ++depth_;
    return true;
  }
  bool end_object() override { return close(); }
  bool key(std::string& name) override {
    if (depth_ == 2) key_ = name;
    return true;
  }
  bool string(std::string& value) override {
    if (depth_ == 3 && key_ == "arguments") {
      entries.back().arguments->push_back(std::move(value));
      return true;
    }
    if (depth_ != 2) return scalar();
    DatabaseEntry& entry = entries.back();
    if (key_ == "directory") entry.directory = std::move(value);
    if (key_ == "file") entry.file = std::move(value);
    if (key_ == "output") entry.output = std::move(value);
    if (key_ == "command") entry.command = std::move(value);
    return key_ != "arguments" || wrong_type();
  }
  bool null() override { return scalar(); }
  bool boolean(bool) override { return scalar(); }
  bool number_integer(int64_t) override { return scalar(); }
  bool number_unsigned(uint64_t) override { return scalar(); }
  bool number_float(double, const std::string&) override { return scalar(); }
  bool binary(Json::binary_t&) override { return scalar(); }

  bool parse_error(size_t position, const std::string&,
                   const nlohmann::detail::exception& problem) override {
    size_t end = std::min(position == 0 ? 0 : position - 1, text_.size());
    std::string_view before = text_.substr(0, end);
    size_t line = 1 + static_cast<size_t>(std::count(before.begin(), before.end(), '\n'));
    size_t newline = before.rfind('\n');
    size_t column = newline == std::string_view::npos ? end + 1 : end - newline;
    std::string reason = problem.what();
    // The library's text ends in what was read and what was expected; its head repeats the place.
    if (size_t dash = reason.find(" - "); dash != std::string::npos) reason.erase(0, dash + 3);
    if (reason.size() > 200) reason.resize(200);
    return fail(fmt::format(":{}:{}: not JSON: {}", line, column, reason));
  }

 private:
  static bool is_ours(std::string_view key) {
    return key == "directory" || key == "file" || key == "output" || key == "command" ||
           key == "arguments";
  }
  bool fail(std::string message) {
    error = std::move(message);
    return false;
  }
  bool wrong_type() {
    const char* wanted = key_ == "arguments" ? "an array of strings" : "a string";
    return fail(fmt::format(": entry {}: \"{}\" is not {}", entries.size() - 1, key_, wanted));
  }
  bool not_an_object() { return fail(fmt::format(": entry {} is not an object", entries.size())); }
  bool close() {
    --depth_;
    return true;
  }
  /// A value that is neither string nor container.
  bool scalar() {
    if (depth_ == 0) return fail(": not an array");
    if (depth_ == 1) return not_an_object();
    if (depth_ == 2 && is_ours(key_)) return wrong_type();
    if (depth_ == 3 && key_ == "arguments") return wrong_type();
    return true;
  }

  std::string_view text_;
  size_t depth_ = 0;
  std::string key_;  // of the entry, whatever is read below it
};

}  // namespace

Result<std::vector<DatabaseEntry>> parse_database_entries(std::string_view text) {
  bool blank = std::all_of(text.begin(), text.end(),
                           [](char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; });
  if (blank) return input_error(": the file is empty");
  EntryReader reader(text);
  if (!Json::sax_parse(text, &reader)) return Error{reader.error};
  if (reader.entries.empty()) return input_error(": no entries: nothing was compiled");
  return std::move(reader.entries);
}

}  // namespace assay::frontend
