#include "frontend/clang/place_finder.h"

#include <llvm/Support/Path.h>

#include <algorithm>
#include <cstring>

namespace assay::frontend {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$';
}

std::vector<uint32_t> line_starts(std::string_view text) {
  std::vector<uint32_t> starts{0};
  const char* begin = text.data();
  const char* end = begin + text.size();
  for (const char* at = begin; at < end;) {
    const char* newline = static_cast<const char*>(std::memchr(at, '\n', end - at));
    if (newline == nullptr) break;
    at = newline + 1;
    starts.push_back(static_cast<uint32_t>(at - begin));
  }
  return starts;
}

}  // namespace

std::string PlaceFinder::path_of(clang::FileEntryRef file) const {
  llvm::SmallString<256> path(file.getName());
  sources_.getFileManager().makeAbsolutePath(path);
  llvm::sys::path::remove_dots(path);
  return path.str().str();
}

PlaceFinder::Lines& PlaceFinder::lines_of(clang::FileID file) {
  std::unique_ptr<Lines>& lines = lines_by_file_[file];
  if (lines == nullptr) {
    lines = std::make_unique<Lines>();
    llvm::StringRef text = sources_.getBufferData(file);
    lines->text = {text.data(), text.size()};
    lines->starts = line_starts(lines->text);
  }
  return *lines;
}

uint32_t PlaceFinder::file_number(clang::FileID file) {
  auto [entry, is_new] = numbers_.try_emplace(file, static_cast<uint32_t>(files_.size()));
  if (is_new) {
    clang::OptionalFileEntryRef ref = sources_.getFileEntryRefForID(file);
    files_.push_back(ref ? path_of(*ref) : "<built-in>");
    kept_[file] = true;
  }
  return entry->second;
}

uint32_t PlaceFinder::token_length(clang::SourceLocation location, std::string_view text,
                                   uint32_t offset) {
  if (offset >= text.size()) return 1;
  char c = text[offset];
  if (c == ')' || c == ']' || c == '}' || c == ';' || c == '{' || c == '(') return 1;
  if (is_word(c)) {
    size_t end = offset;
    while (end < text.size() && is_word(text[end])) ++end;
    // A literal prefix, a floating literal or a backslash: Clang's lexer knows.
    if (end == text.size() || (text[end] != '"' && text[end] != '\'' && text[end] != '.' &&
                               text[end] != '\\' && text[end] != '+' && text[end] != '-'))
      return static_cast<uint32_t>(end - offset);
    if (!(c >= '0' && c <= '9') && (text[end] == '.' || text[end] == '+' || text[end] == '-'))
      return static_cast<uint32_t>(end - offset);
  }
  return std::max(1u, clang::Lexer::MeasureTokenLength(location, sources_, options_));
}

PlaceFinder::Point PlaceFinder::point(clang::SourceLocation location, bool end_of_token) {
  if (location.isInvalid()) return {};
  if (location.isMacroID())
    location = end_of_token && !sources_.isMacroArgExpansion(location)
                   ? sources_.getExpansionRange(location).getEnd()
                   : sources_.getFileLoc(location);
  // The end of a macro's expansion may stand in another macro's body.
  if (location.isMacroID()) location = sources_.getFileLoc(location);
  unsigned offset = 0;
  if (lines_ == nullptr || !sources_.isInFileID(location, last_file_, &offset)) {
    clang::FileIDAndOffset found = sources_.getDecomposedLoc(location);
    if (found.first.isInvalid()) return {};
    last_file_ = found.first;
    offset = found.second;
    lines_ = &lines_of(last_file_);
    last_line_ = 0;
    last_number_ = file_number(last_file_);
  }
  if (end_of_token) offset += token_length(location, lines_->text, offset) - 1;
  const std::vector<uint32_t>& starts = lines_->starts;
  bool near = starts[last_line_] <= offset &&
              (last_line_ + 1 == starts.size() || offset < starts[last_line_ + 1]);
  if (!near) {
    auto next = std::upper_bound(starts.begin(), starts.end(), offset);
    last_line_ = static_cast<uint32_t>(next - starts.begin()) - 1;
  }
  return {last_number_, last_line_ + 1, offset - starts[last_line_] + 1};
}

ir::Place PlaceFinder::place(clang::SourceRange range) {
  if (range == last_range_ && lines_ != nullptr) return last_place_;
  last_range_ = range;
  Point begin = point(range.getBegin(), false);
  Point end = point(range.getEnd(), true);
  // Ends in another file: an #include in the middle of an expression.  Say where it begins.
  if (end.line == 0 || end.file != begin.file || end.line < begin.line ||
      (end.line == begin.line && end.column < begin.column))
    end = begin;
  last_place_ = {.file = begin.file,
                 .line = begin.line,
                 .column = begin.column,
                 .end_line = end.line,
                 .end_column = end.column};
  return last_place_;
}

uint32_t PlaceFinder::macro_flags(clang::SourceLocation location) const {
  if (!location.isMacroID()) return 0;
  return sources_.isMacroArgExpansion(location) ? ir::kInMacroArg : ir::kInMacroBody;
}

std::vector<std::string> PlaceFinder::take_files() {
  numbers_.clear();
  lines_ = nullptr;
  return std::move(files_);
}

void PlaceFinder::list_files() {
  llvm::DenseMap<clang::FileID, int32_t> index;
  auto add = [&](clang::FileID id, const clang::SrcMgr::SLocEntry& entry) {
    clang::OptionalFileEntryRef ref = entry.getFile().getContentCache().OrigEntry;
    if (!ref) return;
    llvm::StringRef text = sources_.getBufferData(id);
    ir::SourceFile file;
    file.path = path_of(*ref);
    file.content = hash_bytes({text.data(), text.size()});
    file.size = text.size();
    file.is_system = clang::SrcMgr::isSystem(entry.getFile().getFileCharacteristic());
    file.keep_text = kept_.contains(id);
    clang::FileID parent = sources_.getFileID(entry.getFile().getIncludeLoc());
    if (auto found = index.find(parent); parent.isValid() && found != index.end())
      file.included_by = found->second;
    index[id] = static_cast<int32_t>(unit_.files.size());
    unit_.files.push_back(std::move(file));
  };
  // A file included twice has two entries; who reads it needs it once, kept if either is.
  llvm::StringMap<size_t> by_path;
  for (unsigned i = 0; i < sources_.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry& entry = sources_.getLocalSLocEntry(i);
    if (!entry.isFile()) continue;
    clang::OptionalFileEntryRef ref = entry.getFile().getContentCache().OrigEntry;
    if (!ref) continue;
    clang::FileID id =
        sources_.getFileID(clang::SourceLocation::getFromRawEncoding(entry.getOffset()));
    if (auto found = by_path.find(ref->getName()); found != by_path.end()) {
      index[id] = static_cast<int32_t>(found->second);
      if (kept_.contains(id)) unit_.files[found->second].keep_text = true;
      continue;
    }
    by_path[ref->getName()] = unit_.files.size();
    add(id, entry);
  }
}

}  // namespace assay::frontend
