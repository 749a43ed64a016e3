// Golden tests: each case is a file, found by listing, and its own test.
//
// A check runs the program on the file and compares what it says with what the file (or its
// sibling) expects.  With `--accept` it rewrites the expectation instead, and a human reads the
// difference in git.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "marks/text.h"

namespace assay::test {

struct GoldenCase {
  std::string kind;            // ir, findings, rules, run, cli, layers, csmith, pages
  std::filesystem::path file;  // absolute
  std::string name;            // relative to tests/
};

enum class Accept { No, Yes };

/// What is wrong, for people; empty: nothing is.
std::string check_ir(const GoldenCase& golden, Accept accept);
std::string check_findings(const GoldenCase& golden, Accept accept);
std::string check_run(const GoldenCase& golden, Accept accept);
std::string check_rules(const GoldenCase& golden, Accept accept);
std::string check_rule_page(const GoldenCase& golden, Accept accept);
std::string check_session(const GoldenCase& golden, Accept accept);
std::string check_layers(const GoldenCase& golden);
std::string check_csmith(const GoldenCase& golden);

/// One case per library of src/, that is per CMakeLists.txt with an assay_library.
std::vector<GoldenCase> list_layers();
/// One case per seed.
std::vector<GoldenCase> list_csmith();
/// One case per rule that ships, and per module that has tests.
std::vector<GoldenCase> list_rule_pages();

/// The repository's folder.
const std::filesystem::path& root_dir();
std::string read_file(const std::filesystem::path& path);  // empty if it cannot be read
void write_file(const std::filesystem::path& path, const std::string& text);

using marks::case_arguments;
using marks::CaseArguments;
using marks::join_lines;
using marks::replace_all;
using marks::split_lines;
using marks::trimmed;

}  // namespace assay::test
