// The difference of two texts, line by line, for people.
#pragma once

#include <string>
#include <vector>

namespace assay::test {

/// Lines only in `expected` with `-`, lines only in `actual` with `+`, three lines around them.
/// Empty if the texts are equal.
std::string line_difference(const std::vector<std::string>& expected,
                            const std::vector<std::string>& actual);

}  // namespace assay::test
