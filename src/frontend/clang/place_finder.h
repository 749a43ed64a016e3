// Clang's source locations as places: file, line, column of both ends.
//
// Asked once or twice per node, so it remembers the file and line it was asked about last.  A
// place inside a macro's expansion is where the macro is used; one inside a macro's argument is
// where the argument is written.  Lines are physical: `#line` is ignored, because reports quote
// the text that was compiled.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/clang/clang_headers.h"
#include "ir/unit.h"

namespace assay::frontend {

class PlaceFinder {
 public:
  PlaceFinder(clang::SourceManager& sources, const clang::LangOptions& options, ir::Unit& unit)
      : sources_(sources), options_(options), unit_(unit) {}

  /// Files are numbered anew for each function; `take_files` ends one.
  ir::Place place(clang::SourceRange range);
  /// kInMacroBody, kInMacroArg or 0.
  uint32_t macro_flags(clang::SourceLocation location) const;
  std::vector<std::string> take_files();
  /// All files that the unit read, main file first; marks those that kept functions stand in.
  void list_files();

 private:
  struct Point {
    uint32_t file = 0, line = 0, column = 0;
  };
  Point point(clang::SourceLocation location, bool end_of_token);
  uint32_t file_number(clang::FileID file);
  uint32_t token_length(clang::SourceLocation location, std::string_view text, uint32_t offset);

  clang::SourceManager& sources_;
  const clang::LangOptions& options_;
  ir::Unit& unit_;

  struct Lines {
    std::string_view text;
    std::vector<uint32_t> starts;  // offset of each line's first character
  };
  Lines& lines_of(clang::FileID file);
  /// Absolute, without `.` steps; `..` stays, because symlinks may be on the way.
  std::string path_of(clang::FileEntryRef file) const;

  clang::SourceRange last_range_;  // most nodes stand where the one before them does
  ir::Place last_place_;
  clang::FileID last_file_;
  Lines* lines_ = nullptr;  // of last_file_
  uint32_t last_line_ = 0;  // index of the line found last in it
  uint32_t last_number_ = 0;

  llvm::DenseMap<clang::FileID, std::unique_ptr<Lines>> lines_by_file_;
  llvm::DenseMap<clang::FileID, uint32_t> numbers_;
  std::vector<std::string> files_;
  std::vector<clang::FileID> file_ids_;
  llvm::DenseMap<clang::FileID, bool> kept_;
};

}  // namespace assay::frontend
