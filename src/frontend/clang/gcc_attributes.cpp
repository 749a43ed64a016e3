#include "frontend/clang/gcc_attributes.h"

#include <clang/Sema/ParsedAttr.h>
#include <clang/Sema/Sema.h>

#include <string>

namespace assay::frontend {
namespace {

// No source text can hold it by accident.
constexpr llvm::StringLiteral kMark = "\x01gcc:";
constexpr unsigned kAnyNumber = 15;  // of optional arguments, as Clang writes it

/// What stands in the parentheses, separated by commas; none if it is not what GCC takes.
std::optional<std::string> written_arguments(clang::ASTContext& context,
                                             const clang::ParsedAttr& attribute) {
  std::string text;
  for (unsigned i = 0; i < attribute.getNumArgs(); ++i) {
    text += ',';
    if (attribute.isArgIdent(i)) {
      text += attribute.getArgAsIdent(i)->getIdentifierInfo()->getName();
      continue;
    }
    const clang::Expr* value = attribute.getArgAsExpr(i);
    if (value->isValueDependent()) return std::nullopt;
    std::optional<llvm::APSInt> number = value->getIntegerConstantExpr(context);
    if (!number || !number->isSingleWord()) return std::nullopt;
    text += llvm::toString(*number, 10);
  }
  return text;
}

struct GccAttributeInfo : clang::ParsedAttrInfo {
  explicit GccAttributeInfo(llvm::ArrayRef<Spelling> spellings) {
    OptArgs = kAnyNumber;
    IsKnownToGCC = 1;
    Spellings = spellings;
  }
  AttrHandling handleDeclAttribute(clang::Sema& sema, clang::Decl* declaration,
                                   const clang::ParsedAttr& attribute) const override {
    if (!llvm::isa<clang::FunctionDecl>(declaration)) return AttributeNotApplied;
    clang::ASTContext& context = sema.getASTContext();
    std::optional<std::string> arguments = written_arguments(context, attribute);
    if (!arguments) return AttributeNotApplied;
    llvm::StringRef name(Spellings[0].NormalizedFullName);
    std::string text = kMark.str() + name.str() + *arguments;
    declaration->addAttr(
        clang::AnnotateAttr::Create(context, text, nullptr, 0, attribute.getRange()));
    return AttributeApplied;
  }
};

constexpr auto kGnu = clang::ParsedAttr::AS_GNU;
constexpr auto kBrackets = clang::ParsedAttr::AS_CXX11;
constexpr auto kBracketsInC = clang::ParsedAttr::AS_C23;

struct AccessInfo : GccAttributeInfo {
  static constexpr Spelling kNames[] = {
      {kGnu, "access"}, {kBrackets, "gnu::access"}, {kBracketsInC, "gnu::access"}};
  AccessInfo() : GccAttributeInfo(kNames) {}
};
struct FdArgInfo : GccAttributeInfo {
  static constexpr Spelling kNames[] = {
      {kGnu, "fd_arg"}, {kBrackets, "gnu::fd_arg"}, {kBracketsInC, "gnu::fd_arg"}};
  FdArgInfo() : GccAttributeInfo(kNames) {}
};
struct FdArgReadInfo : GccAttributeInfo {
  static constexpr Spelling kNames[] = {
      {kGnu, "fd_arg_read"}, {kBrackets, "gnu::fd_arg_read"}, {kBracketsInC, "gnu::fd_arg_read"}};
  FdArgReadInfo() : GccAttributeInfo(kNames) {}
};
struct FdArgWriteInfo : GccAttributeInfo {
  static constexpr Spelling kNames[] = {{kGnu, "fd_arg_write"},
                                        {kBrackets, "gnu::fd_arg_write"},
                                        {kBracketsInC, "gnu::fd_arg_write"}};
  FdArgWriteInfo() : GccAttributeInfo(kNames) {}
};

}  // namespace

void register_gcc_attributes() {
  using Registry = clang::ParsedAttrInfoRegistry;
  static Registry::Add<AccessInfo> access("access", "which memory a function reads or writes");
  static Registry::Add<FdArgInfo> fd("fd_arg", "a parameter that is an open file descriptor");
  static Registry::Add<FdArgReadInfo> readable("fd_arg_read", "one that is open for reading");
  static Registry::Add<FdArgWriteInfo> writable("fd_arg_write", "one that is open for writing");
}

std::optional<ir::Attribute> gcc_attribute(const clang::AnnotateAttr* annotate) {
  llvm::StringRef text = annotate->getAnnotation();
  if (!text.consume_front(kMark)) return std::nullopt;
  auto [name, rest] = text.split(',');
  ir::Attribute made{ir::AttributeKind::Access, {}, {}};
  if (name.consume_front("fd_arg")) {
    made.kind = ir::AttributeKind::FdArg;
    name.consume_front("_");
    made.text = name.str();  // "read", "write" or nothing
  }
  while (!rest.empty()) {
    auto [word, others] = rest.split(',');
    rest = others;
    int64_t number = 0;
    // GCC counts parameters from 1.
    if (!word.getAsInteger(10, number))
      made.args.push_back(number - 1);
    else
      made.text = word.str();
  }
  return made;
}

}  // namespace assay::frontend
