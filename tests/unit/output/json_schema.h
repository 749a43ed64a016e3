// Whether a JSON value keeps to a JSON Schema: as much of draft 7 as SARIF's schema uses.  A
// keyword that is not known here is an answer of its own, so that none is passed over in silence.
#pragma once

#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace assay::output {

class JsonSchema {
 public:
  explicit JsonSchema(nlohmann::json schema) : root_(std::move(schema)) {}

  /// What is wrong, each with its place; the first hundred.
  std::vector<std::string> violations(const nlohmann::json& value) {
    problems_.clear();
    check(root_, value, "$");
    return problems_;
  }

 private:
  using Json = nlohmann::json;

  void complain(const std::string& where, const std::string& what) {
    if (problems_.size() < 100) problems_.push_back(where + ": " + what);
  }

  static bool has_type(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == "null" && value.is_null();
  }

  bool accepts(const Json& schema, const Json& value) {
    std::vector<std::string> kept = std::move(problems_);
    problems_.clear();
    check(schema, value, "$");
    bool fine = problems_.empty();
    problems_ = std::move(kept);
    return fine;
  }

  void check(const Json& schema, const Json& value, const std::string& where) {
    static const std::set<std::string> kSilent{
        "description", "default", "$schema", "$id", "title", "definitions", "properties", "format"};
    for (const auto& [keyword, rule] : schema.items())
      if (!kSilent.contains(keyword)) check_keyword(keyword, rule, schema, value, where);
    if (!schema.contains("properties") || !value.is_object()) return;
    for (const auto& [name, rule] : schema["properties"].items())
      if (value.contains(name)) check(rule, value[name], where + "." + name);
  }

  void check_keyword(const std::string& keyword, const Json& rule, const Json& schema,
                     const Json& value, const std::string& where) {
    if (keyword == "$ref") {
      std::string pointer = rule.get<std::string>().substr(1);
      check(root_.at(Json::json_pointer(pointer)), value, where);
    } else if (keyword == "type") {
      bool fits = false;
      for (const Json& type : rule.is_array() ? rule : Json::array({rule}))
        fits |= has_type(value, type);
      if (!fits) complain(where, "is not of type " + rule.dump());
    } else if (keyword == "required") {
      for (const Json& name : rule)
        if (value.is_object() && !value.contains(name.get<std::string>()))
          complain(where, "has no " + name.get<std::string>());
    } else if (keyword == "additionalProperties") {
      check_additional(rule, schema, value, where);
    } else if (keyword == "items") {
      for (size_t i = 0; value.is_array() && i < value.size(); ++i)
        check(rule, value[i], where + "[" + std::to_string(i) + "]");
    } else if (keyword == "enum") {
      if (std::find(rule.begin(), rule.end(), value) == rule.end())
        complain(where, value.dump() + " is none of " + rule.dump());
    } else if (keyword == "minimum" || keyword == "maximum") {
      if (value.is_number() && (keyword == "minimum" ? value < rule : value > rule))
        complain(where, value.dump() + " is beyond the " + keyword + " " + rule.dump());
    } else if (keyword == "minItems") {
      if (value.is_array() && value.size() < rule.get<size_t>()) complain(where, "has too few");
    } else if (keyword == "uniqueItems") {
      if (rule == true && value.is_array() &&
          std::set<Json>(value.begin(), value.end()).size() != value.size())
        complain(where, "holds something twice");
    } else if (keyword == "pattern") {
      if (value.is_string() &&
          !std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>())))
        complain(where, value.dump() + " does not match " + rule.dump());
    } else if (keyword == "anyOf" || keyword == "oneOf" || keyword == "allOf") {
      check_several(keyword, rule, value, where);
    } else if (keyword == "not") {
      if (accepts(rule, value)) complain(where, "is what it should not be");
    } else {
      complain(where, "the schema says " + keyword + ", which is not known here");
    }
  }

  void check_additional(const Json& rule, const Json& schema, const Json& value,
                        const std::string& where) {
    if (!value.is_object()) return;
    for (const auto& [name, member] : value.items()) {
      if (schema.contains("properties") && schema["properties"].contains(name)) continue;
      if (rule == false) complain(where, "may not have " + name);
      if (rule.is_object()) check(rule, member, where + "." + name);
    }
  }

  void check_several(const std::string& keyword, const Json& rule, const Json& value,
                     const std::string& where) {
    size_t fitting = 0;
    for (const Json& each : rule) fitting += accepts(each, value) ? 1 : 0;
    bool fine = keyword == "anyOf"   ? fitting > 0
                : keyword == "oneOf" ? fitting == 1
                                     : fitting == rule.size();
    if (!fine) complain(where, "fits " + std::to_string(fitting) + " of " + keyword);
  }

  Json root_;
  std::vector<std::string> problems_;
};

}  // namespace assay::output
