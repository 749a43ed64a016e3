#include "frontend/clang/gcc_literals.h"

#include <algorithm>
#include <optional>
#include <string>

namespace assay::frontend {
namespace {

struct Suffix {
  llvm::StringLiteral written;
  llvm::StringLiteral meant;  // as gcc_float_types() says in parse.cpp
};
constexpr Suffix kSuffixes[] = {
    {"f32", "f"}, {"f32x", ""}, {"f64", ""}, {"f64x", "L"}, {"f128", "Q"}};

/// `0xf64` is an integer.
bool is_floating(llvm::StringRef literal) {
  if (literal.starts_with_insensitive("0x")) return literal.find_first_of("pP") != literal.npos;
  return literal.find_first_of(".eE") != literal.npos;
}

/// The literal as Clang takes it; none if it does already, or is no such thing.
std::optional<std::string> respelt(llvm::StringRef literal, const clang::TargetInfo& target) {
  // Most numbers are short, and end in a digit or a letter that no suffix ends in.
  if (literal.size() < 5 || literal.find_last_of("fF") == literal.npos) return std::nullopt;
  for (const Suffix& suffix : kSuffixes) {
    if (!literal.ends_with_insensitive(suffix.written)) continue;
    llvm::StringRef number = literal.drop_back(suffix.written.size());
    if (!is_floating(number)) return std::nullopt;
    bool has_no_quad = suffix.meant == "Q" && !target.hasFloat128Type();
    return number.str() + (has_no_quad ? "L" : suffix.meant.str());
  }
  return std::nullopt;
}

}  // namespace

void accept_gcc_literals(clang::Preprocessor& preprocessor) {
  preprocessor.setTokenWatcher([&preprocessor](const clang::Token& token) {
    if (token.isNot(clang::tok::numeric_constant) || token.getLength() < 5) return;
    llvm::SmallString<32> buffer;
    llvm::StringRef literal = preprocessor.getSpelling(token, buffer);
    std::optional<std::string> text = respelt(literal, preprocessor.getTargetInfo());
    if (!text) return;
    // Literals are read up to their length, and the character after it is looked at.
    char* kept = preprocessor.getPreprocessorAllocator().Allocate<char>(text->size() + 1);
    std::copy_n(text->c_str(), text->size() + 1, kept);
    // Who watches is shown the very token that the parser gets next.
    auto& changed = const_cast<clang::Token&>(token);
    changed.setLiteralData(kept);
    changed.setLength(static_cast<unsigned>(text->size()));
    changed.clearFlag(clang::Token::NeedsCleaning);
  });
}

}  // namespace assay::frontend
