// The comments of a C or C++ source text, and which lines hold code.
//
// No more of the language than it takes to know what is a comment: strings, raw strings, characters
// and spliced lines.  Text that does not compile gives some answer too.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace assay::findings {

struct Comment {
  std::string_view text;  // without // or /* */
  uint32_t line = 0;      // of its first character, from 1
  uint32_t column = 0;
  uint32_t end_line = 0;
};

struct CommentedText {
  std::vector<Comment> comments;
  std::vector<bool> has_code;  // by line, from 1; [0] stands for none
  /// The first line after `line` that holds code, if only comments stand between; 0: none.
  uint32_t next_code(uint32_t line) const;
  std::vector<bool> has_comment;
};

CommentedText read_comments(std::string_view text);

}  // namespace assay::findings
