#include "frontend/split_command.h"

#include <algorithm>
#include <array>

#include "frontend/read_file.h"

namespace assay::frontend {
namespace {

// Deeper than any real build; what a file that names itself runs into.
constexpr int kMaxResponseDepth = 32;
// A response file of response files may double at each level.
constexpr size_t kMaxArguments = 4'000'000;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/// Whether the word before takes the next as its value, so that an `@` there may be plain text.
bool takes_value(std::string_view option) {
  static constexpr std::array<std::string_view, 12> kOptions = {
      "-I",  "-D",  "-U",  "-isystem", "-iquote",  "-idirafter",
      "-MF", "-MT", "-MQ", "-o",       "-include", "-imacros"};
  return std::find(kOptions.begin(), kOptions.end(), option) != kOptions.end();
}

}  // namespace

Result<std::vector<std::string>> split_shell_command(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;  // `""` is a word, though empty
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (is_space(c)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == '\\') {
      if (++i == text.size()) return input_error("ends in a backslash");
      if (text[i] != '\n') word.push_back(text[i]);
    } else if (c == '\'') {
      size_t end = text.find('\'', i + 1);
      if (end == std::string_view::npos) return input_error("a single quote is not closed");
      word.append(text.substr(i + 1, end - i - 1));
      i = end;
    } else if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i) {
        bool escape = text[i] == '\\' && i + 1 < text.size() &&
                      std::string_view("\"\\$`\n").find(text[i + 1]) != std::string_view::npos;
        if (escape) ++i;
        if (!escape || text[i] != '\n') word.push_back(text[i]);
      }
      if (i == text.size()) return input_error("a double quote is not closed");
    } else {
      word.push_back(c);
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

std::vector<std::string> split_response_file(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool in_word = false;
  char quote = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (quote == 0 && is_space(c)) {
      if (in_word) words.push_back(std::move(word));
      word.clear();
      in_word = false;
      continue;
    }
    in_word = true;
    if (c == '\\' && i + 1 < text.size()) {
      word.push_back(text[++i]);
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else {
      word.push_back(c);
    }
  }
  if (in_word) words.push_back(std::move(word));
  return words;
}

Result<void> expand_response_files(std::vector<std::string>& arguments,
                                   const std::string& directory) {
  auto is_response = [](const std::string& word) { return word.size() > 1 && word[0] == '@'; };
  if (std::none_of(arguments.begin(), arguments.end(), is_response)) return {};

  // A stack of word lists being read, innermost last; no recursion over what files say.
  struct Level {
    std::vector<std::string> words;
    size_t next = 0;
  };
  std::vector<Level> levels;
  levels.push_back({std::move(arguments)});
  std::vector<std::string> result;
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.words.size()) {
      levels.pop_back();
      continue;
    }
    std::string word = std::move(level.words[level.next++]);
    if (!is_response(word)) {
      result.push_back(std::move(word));
      if (result.size() > kMaxArguments) return input_error("more than {} words", kMaxArguments);
      continue;
    }
    std::string name = word.substr(1);
    if (name[0] != '/') name = directory + "/" + name;
    Result<std::string> text = read_file(name);
    if (!text.ok()) {
      if (result.empty() || !takes_value(result.back())) {
        return input_error("response file '{}': {}", word.substr(1), text.error());
      }
      result.push_back(std::move(word));
      continue;
    }
    if (levels.size() > kMaxResponseDepth) {
      return input_error("response file '{}': nested more than {} deep", word.substr(1),
                         kMaxResponseDepth);
    }
    levels.push_back({split_response_file(text.value())});
  }
  arguments = std::move(result);
  return {};
}

}  // namespace assay::frontend
