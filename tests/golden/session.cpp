// tests/cli: sessions with the program, as a person at a shell would see them.
//
//   # What this is about.
//     $ assay check no_such_file.c
//     ! assay: error: no_such_file.c: no such file
//     [2]
//
// Lines indented by two are the session, and empty ones between lines of output; others are prose.
// `$` starts a command for sh, `>` continues it.  Below it stand its standard output as it is, its
// standard error after `! `, progress left out, and its exit code in brackets if it is not 0.  `*`
// in a line that ends in ` (glob)` stands for any text, a line `...` for any number of lines.
//
// All commands of a file run in one shell, in an empty folder of their own, which is $TMP in the
// output; $ROOT is the repository; `assay` is the program.  `unprivileged CMD` runs it so that
// file permissions bind it even if the tests run as root.
#include <fmt/format.h>

#include <cstdio>

#include "golden/diff.h"
#include "golden/golden.h"
#include "golden/process.h"

namespace assay::test {
namespace {

namespace fs = std::filesystem;

struct Command {
  std::vector<std::string> script;    // lines for sh
  std::vector<std::string> expected;  // output lines, without the indentation
  size_t output_begin = 0;            // where they stand in the file
  size_t output_end = 0;
};

std::vector<Command> read_session(const std::vector<std::string>& lines) {
  std::vector<Command> commands;
  bool in_output = false;
  size_t empty_lines = 0;
  for (size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (trimmed(line).empty()) {
      ++empty_lines;
      continue;
    }
    if (in_output && line.starts_with("  ") && !line.starts_with("  $ ")) {
      commands.back().expected.resize(commands.back().expected.size() + empty_lines);
    }
    empty_lines = 0;
    if (!line.starts_with("  ")) {
      in_output = false;
    } else if (line.starts_with("  $ ")) {
      commands.push_back({{line.substr(4)}, {}, i + 1, i + 1});
      in_output = true;
    } else if (in_output && line.starts_with("  > ") && commands.back().expected.empty()) {
      commands.back().script.push_back(line.substr(4));
      commands.back().output_begin = commands.back().output_end = i + 1;
    } else if (in_output) {
      commands.back().expected.push_back(line.substr(2));
      commands.back().output_end = i + 1;
    }
  }
  return commands;
}

// Each command in the same shell, so that `cd` and variables last; its output in files of its own.
std::string make_script(const std::vector<Command>& commands, const fs::path& results) {
  std::string script =
      "unprivileged() {\n"
      "  if [ \"$(id -u)\" = 0 ]; then\n"
      "    setpriv --bounding-set=-dac_override,-dac_read_search \"$@\"\n"
      "  else \"$@\"; fi\n"
      "}\n";
  for (size_t i = 0; i < commands.size(); ++i) {
    std::string base = (results / std::to_string(i)).string();
    script += "{\n" + join_lines(commands[i].script);
    script += fmt::format("}} >{0}.out 2>{0}.err\necho $? >{0}.code\n", base);
  }
  return script;
}

/// What only a slow machine (`capture: 3/7 files …`) or a build with sanitizers gets to print.
bool is_of_this_build(const std::string& line) {
  unsigned done = 0, total = 0;
  return std::sscanf(line.c_str(), "%*[a-z]: %u/%u ", &done, &total) == 2 ||
         line.starts_with("assay: note: worker without sandbox: built with sanitizers");
}

std::vector<std::string> read_output(const fs::path& results, size_t index, const fs::path& home) {
  std::string base = (results / std::to_string(index)).string();
  auto clean = [&](const std::string& text) {
    return split_lines(
        replace_all(replace_all(text, home.string(), "$TMP"), ASSAY_ROOT_DIR, "$ROOT"));
  };
  std::vector<std::string> lines = clean(read_file(base + ".out"));
  for (const std::string& line : clean(read_file(base + ".err"))) {
    if (is_of_this_build(line)) continue;
    lines.push_back(line.empty() ? "!" : "! " + line);
  }
  std::string code = trimmed(read_file(base + ".code"));
  if (code.empty()) code = "the shell ended";
  if (code != "0") lines.push_back("[" + code + "]");
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

// Wildcards by backtracking to the last star only, which is enough for `*`.
template <class Sequence, class IsStar, class Equal>
bool matches_with_stars(const Sequence& pattern, const Sequence& text, IsStar is_star,
                        Equal equal) {
  size_t p = 0, t = 0, star = pattern.size(), resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && is_star(pattern[p])) {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && equal(pattern[p], text[t])) {
      ++p, ++t;
    } else if (star < pattern.size()) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && is_star(pattern[p])) ++p;
  return p == pattern.size();
}

bool line_matches(const std::string& pattern, const std::string& line) {
  constexpr std::string_view kGlob = " (glob)";
  if (!pattern.ends_with(kGlob)) return pattern == line;
  return matches_with_stars(
      pattern.substr(0, pattern.size() - kGlob.size()), line, [](char c) { return c == '*'; },
      [](char a, char b) { return a == b; });
}

bool output_matches(const std::vector<std::string>& expected,
                    const std::vector<std::string>& actual) {
  return matches_with_stars(
      expected, actual, [](const std::string& line) { return line == "..." || line == "! ..."; },
      line_matches);
}

}  // namespace

std::string check_session(const GoldenCase& golden, Accept accept) {
  std::vector<std::string> lines = split_lines(read_file(golden.file));
  std::vector<Command> commands = read_session(lines);
  TemporaryFolder home, results;
  fs::create_directory(results.path() / "bin");
  fs::create_symlink(ASSAY_PROGRAM, results.path() / "bin" / "assay");
  write_file(results.path() / "script.sh", make_script(commands, results.path()));
  const char* path = std::getenv("PATH");
  run_process({"sh", (results.path() / "script.sh").string()}, home.path(),
              {{"PATH", (results.path() / "bin").string() + ":" + (path != nullptr ? path : "")},
               {"HOME", home.path()},
               {"TMP", home.path()},
               {"ROOT", ASSAY_ROOT_DIR}});

  std::string complaints;
  // From the end, so that earlier positions stay valid while lines are rewritten.
  for (size_t i = commands.size(); i-- > 0;) {
    const Command& command = commands[i];
    std::vector<std::string> actual = read_output(results.path(), i, home.path());
    if (output_matches(command.expected, actual)) continue;
    complaints =
        fmt::format("  $ {}\n{}", command.script[0], line_difference(command.expected, actual)) +
        complaints;
    for (std::string& line : actual) {
      if (!line.empty()) line = "  " + line;
    }
    lines.erase(lines.begin() + command.output_begin, lines.begin() + command.output_end);
    lines.insert(lines.begin() + command.output_begin, actual.begin(), actual.end());
  }
  if (complaints.empty()) return "";
  if (accept == Accept::Yes) {
    write_file(golden.file, join_lines(lines));
    return "";
  }
  return fmt::format("tests/{}\n{}", golden.name, complaints);
}

}  // namespace assay::test
