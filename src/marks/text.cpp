#include "marks/text.h"

#include <sstream>

namespace assay::marks {

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

std::string join_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

std::string replace_all(std::string text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

std::string trimmed(const std::string& text) {
  size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

CaseArguments case_arguments(const std::string& source) {
  CaseArguments arguments;
  std::string first = trimmed(source.substr(0, source.find('\n')));
  if (first.starts_with("/*") && first.ends_with("*/")) first = first.substr(0, first.size() - 2);
  if (!first.starts_with("// args:") && !first.starts_with("/* args:")) return arguments;
  std::istringstream words(first.substr(first.find(':') + 1));
  bool to_compiler = false;
  for (std::string word; words >> word;) {
    if (word == "--" && !to_compiler) {
      to_compiler = true;
    } else {
      (to_compiler ? arguments.compiler : arguments.program).push_back(word);
    }
  }
  return arguments;
}

}  // namespace assay::marks
