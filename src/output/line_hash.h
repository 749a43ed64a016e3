// GitHub's `primaryLocationLineHash`: tells an alert apart from others while lines move.
//
// Its uploader computes the same value from the checked-out file and warns when ours differs, so
// the algorithm is followed to the letter: a rolling hash (base 37, modulo 2^64) of the 100
// characters from the start of the line on, blanks skipped, line endings made equal, over UTF-16
// code units; then how often that hash has occurred in the file so far.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::output {

/// One "hash:occurrence" per line of the text, the empty one after a last line ending included.
std::vector<std::string> line_hashes(std::string_view text);

}  // namespace assay::output
