// Texts as lists of lines.
#pragma once

#include <string>
#include <vector>

namespace assay::marks {

std::vector<std::string> split_lines(const std::string& text);
std::string join_lines(const std::vector<std::string>& lines);
std::string replace_all(std::string text, const std::string& from, const std::string& to);
/// Without blanks at both ends.
std::string trimmed(const std::string& text);

/// What a first line `// args: --function f -- -std=gnu17` asks for: arguments of the program, and
/// those of the compiler after `--`.
struct CaseArguments {
  std::vector<std::string> program;
  std::vector<std::string> compiler;
};
CaseArguments case_arguments(const std::string& source);

}  // namespace assay::marks
