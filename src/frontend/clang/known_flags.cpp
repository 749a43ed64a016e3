#include "frontend/known_flags.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Driver/CreateInvocationFromArgs.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Options/Options.h>
#include <llvm/Option/Arg.h>
#include <llvm/Option/ArgList.h>
#include <llvm/Option/OptTable.h>

#include <algorithm>
#include <iterator>

namespace assay::frontend {
namespace {

namespace options = clang::options;
using llvm::opt::Arg;
using llvm::opt::Option;

/// Flags that Clang knows and that a worker must not follow: they write files or load code, or
/// ask for code that is not the program's.  By prefix, as each comes in many forms.
struct Unwanted {
  std::string_view prefix;
  FlagUse use;
};
constexpr Unwanted kUnwanted[] = {
    {"-fplugin", FlagUse::Dropped},
    {"-fpass-plugin", FlagUse::Dropped},
    {"-fprofile", FlagUse::Dropped},
    {"-fno-profile", FlagUse::Dropped},
    {"-fcoverage", FlagUse::Dropped},
    {"-ftest-coverage", FlagUse::Dropped},
    {"-fauto-profile", FlagUse::Dropped},
    {"-ftime-", FlagUse::Dropped},
    {"-fsave-optimization-record", FlagUse::Dropped},
    {"-foptimization-record", FlagUse::Dropped},
    {"-fstack-usage", FlagUse::Dropped},
    {"-fdump", FlagUse::Dropped},
    {"-femit", FlagUse::Dropped},
    {"-fembed", FlagUse::Dropped},
    {"-fcrash-diagnostics", FlagUse::Dropped},
    {"-fproc-stat-report", FlagUse::Dropped},
    {"-flto", FlagUse::Dropped},
    {"-fno-lto", FlagUse::Dropped},
    {"-ffat-lto", FlagUse::Dropped},
    {"-fthinlto", FlagUse::Dropped},
    {"-fdiagnostics", FlagUse::Dropped},
    {"-fno-diagnostics", FlagUse::Dropped},
    {"-fcolor", FlagUse::Dropped},
    {"-fmessage-length", FlagUse::Dropped},
    {"-ferror-limit", FlagUse::Dropped},
    {"-fmax-errors", FlagUse::Dropped},
    {"-fcf-protection", FlagUse::Dropped},
    {"-fsyntax-only", FlagUse::Dropped},
    // The program is analysed as it runs without them.
    {"-fsanitize", FlagUse::Reported},
    {"-fno-sanitize", FlagUse::Dropped},
    {"-fopenmp", FlagUse::Reported},  // pragmas are then ignored, as the language allows
    {"-fmodule", FlagUse::Reported},
    {"-fprebuilt-module", FlagUse::Reported},
    {"-fprebuilt-implicit", FlagUse::Reported},
};

/// -fno-allow-store-data-races stays; a value after `=` or `,` goes.
std::string flag_name(std::string_view word) {
  return std::string(word.substr(0, word.find_first_of("=,", 1)));
}

FlagUse use_of_known(const Option& option, std::string_view name) {
  for (const Unwanted& unwanted : kUnwanted) {
    if (name.starts_with(unwanted.prefix)) return unwanted.use;
  }
  switch (option.getID()) {
    case options::OPT_std_EQ:
    case options::OPT_ansi:
    case options::OPT__sysroot_EQ:
    case options::OPT_isysroot:
      return FlagUse::Machine;
    case options::OPT_stdlib_EQ:
    case options::OPT_stdlibxx_isystem:
    case options::OPT_target:
    case options::OPT_nostdinc:
    case options::OPT_nostdincxx:
    case options::OPT_nostdlibinc:
    case options::OPT_nobuiltininc:
    case options::OPT_gcc_toolchain:
    case options::OPT_gcc_install_dir_EQ:
      return FlagUse::Headers;
    case options::OPT_specs_EQ:
    case options::OPT_specs:
      return FlagUse::Foreign;
    case options::OPT_pthread:
    case options::OPT_undef:
      return FlagUse::Dialect;
    case options::OPT_include_pch:
    case options::OPT_emit_pch:
    case options::OPT_C:
    case options::OPT_CC:
    case options::OPT_P:
    case options::OPT_mllvm:
      return FlagUse::Dropped;
    default:
      break;
  }
  // Known by name alone, for GCC's sake.
  if (option.hasFlag(options::Ignored) || option.hasFlag(options::Unsupported)) {
    return FlagUse::Dropped;
  }
  if (option.matches(options::OPT_M_Group) || option.matches(options::OPT_d_Group)) {
    return FlagUse::Dropped;
  }
  if (option.matches(options::OPT_Preprocessor_Group)) return FlagUse::Paths;
  if (option.matches(options::OPT_m_Group)) return FlagUse::Machine;
  bool dialect = option.matches(options::OPT_f_Group) ||
                 option.matches(options::OPT_f_clang_Group) || option.matches(options::OPT_O_Group);
  // -pedantic and its kind are warnings.
  if (option.matches(options::OPT_pedantic_Group)) dialect = false;
  return dialect ? FlagUse::Dialect : FlagUse::Dropped;
}

FlagUse use_of_unknown(std::string_view word) {
  // A warning that only GCC has is no loss.
  if (word.starts_with("-W") || word.starts_with("-g")) return FlagUse::Dropped;
  if (word.starts_with("-fplugin") || word.starts_with("-fdump") || word.starts_with("-wrapper")) {
    return FlagUse::Dropped;
  }
  if (word.starts_with("-m")) return FlagUse::Foreign;
  if (word.starts_with("-specs") || word.starts_with("--specs")) return FlagUse::Foreign;
  return FlagUse::Reported;
}

/// Opens what wraps flags for the preprocessor or for libtool's compiler, so that they are
/// sorted as flags of their own.  Clang's own wrapper, -Xclang, is opened for -include alone:
/// that is how CMake spells a precompiled header.
std::vector<std::string> unwrap(std::span<const std::string> arguments) {
  std::vector<std::string> result;
  for (size_t i = 0; i < arguments.size(); ++i) {
    std::string_view word = arguments[i];
    if (word == "-Xclang" && i + 3 < arguments.size() && arguments[i + 1] == "-include" &&
        arguments[i + 2] == "-Xclang") {
      result.insert(result.end(), {"-include", arguments[i + 3]});
      i += 3;
    } else if ((word == "-Xpreprocessor" || word == "-Xcompiler") && i + 1 < arguments.size()) {
      result.push_back(arguments[++i]);
    } else if (word.starts_with("-Wp,") || word.starts_with("-Wc,")) {
      bool skip_value = false;
      for (word.remove_prefix(4); !word.empty();) {
        std::string_view part = word.substr(0, word.find(','));
        word.remove_prefix(std::min(part.size() + 1, word.size()));
        // Here, unlike on the command line, these take a file name.
        if (!skip_value) result.emplace_back(part);
        skip_value = !skip_value && (part == "-MD" || part == "-MMD");
      }
    } else {
      result.emplace_back(word);
    }
  }
  return result;
}

struct QuietDiagnostics {
  clang::DiagnosticOptions options;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> engine;

  QuietDiagnostics()
      : engine(new clang::DiagnosticsEngine(clang::DiagnosticIDs::create(), options,
                                            new clang::IgnoringDiagConsumer)) {}
};

}  // namespace

std::vector<Flag> sort_flags(std::span<const std::string> arguments) {
  std::vector<std::string> words = unwrap(arguments.subspan(std::min<size_t>(1, arguments.size())));
  std::vector<const char*> pointers;
  pointers.reserve(words.size());
  for (const std::string& word : words) pointers.push_back(word.c_str());
  unsigned missing_index = 0;
  unsigned missing_count = 0;
  llvm::opt::InputArgList parsed = clang::getDriverOptTable().ParseArgs(
      pointers, missing_index, missing_count, llvm::opt::Visibility(options::ClangOption));
  std::vector<Flag> flags;
  for (const Arg* arg : parsed) {
    const Option& option = arg->getOption();
    if (option.getID() == options::OPT_INPUT || option.getID() == options::OPT_x) continue;
    Flag flag;
    if (option.getID() == options::OPT_UNKNOWN) {
      flag.words = {arg->getSpelling().str()};
      flag.name = flag_name(flag.words[0]);
      flag.use = use_of_unknown(flag.words[0]);
    } else {
      llvm::opt::ArgStringList rendered;
      arg->render(parsed, rendered);
      flag.words.assign(rendered.begin(), rendered.end());
      flag.name = option.getPrefixedName().str();
      flag.use = use_of_known(option, flag.name);
      if (flag.name.ends_with('=')) flag.name.pop_back();
    }
    flags.push_back(std::move(flag));
  }
  return flags;
}

ClangAnswer ask_clang(const std::vector<std::string>& flags, std::string_view target,
                      Language language) {
  std::vector<std::string> words{"clang"};
  if (!target.empty()) words.push_back("--target=" + std::string(target));
  words.insert(words.end(), flags.begin(), flags.end());
  std::string_view spoken = is_cxx(language) ? "c++" : "c";
  words.insert(words.end(),
               {"-w", "-fsyntax-only", "-nostdinc", "-nostdinc++", "-x", std::string(spoken), "-"});
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());

  QuietDiagnostics diagnostics;
  clang::CreateInvocationOptions how;
  how.Diags = diagnostics.engine;
  std::shared_ptr<clang::CompilerInvocation> invocation = clang::createInvocation(pointers, how);
  if (!invocation || diagnostics.engine->hasErrorOccurred()) return {};
  clang::CompilerInstance instance(std::move(invocation));
  instance.createVirtualFileSystem();
  instance.setDiagnostics(diagnostics.engine);
  // A processor, an ABI or a feature may be known to the driver and not to the target.
  if (!instance.createTarget() || diagnostics.engine->hasErrorOccurred()) return {};
  instance.createFileManager();
  instance.createSourceManager();
  instance.createPreprocessor(clang::TU_Complete);

  ClangAnswer answer;
  answer.accepted = !diagnostics.engine->hasErrorOccurred();
  llvm::StringRef text = instance.getPreprocessor().getPredefines();
  while (answer.accepted && !text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (line.starts_with("#define ")) answer.predefines.push_back(line.str());
  }
  return answer;
}

}  // namespace assay::frontend
