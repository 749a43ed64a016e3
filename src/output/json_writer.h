// JSON written front to back into a text: no tree of it is ever built.
//
// Texts may hold any bytes; what is written is valid UTF-8, and `<`, `>` and `&` are escaped, so
// that a page that embeds it shows text and nothing else.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace assay::output {

class JsonWriter {
 public:
  enum class Layout {
    Line,      // all of it on one line
    Indented,  // by two blanks; small objects and lists begin on their own lines as well
  };
  JsonWriter(std::string& out, Layout layout) : out_(out), layout_(layout) {}

  void begin_object() { begin('{'); }
  void end_object() { end('}'); }
  void begin_array() { begin('['); }
  void end_array() { end(']'); }
  /// Before a value inside an object.
  void key(std::string_view name);

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool truth);
  void value(std::integral auto number) {
    separate();
    out_ += std::to_string(number);
  }
  void value(double number);

  template <class Value>
  void member(std::string_view name, const Value& content) {
    key(name);
    value(content);
  }
  void begin_object(std::string_view name) {
    key(name);
    begin_object();
  }
  void begin_array(std::string_view name) {
    key(name);
    begin_array();
  }

 private:
  void begin(char bracket);
  void end(char bracket);
  void separate();
  void new_line();
  void text(std::string_view text);

  std::string& out_;
  Layout layout_;
  std::vector<bool> filled_;  // per open bracket: holds something
  bool after_key_ = false;
};

}  // namespace assay::output
