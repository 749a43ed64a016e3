#include "frontend/parse.h"

#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Driver/CreateInvocationFromArgs.h>
#include <clang/Sema/Sema.h>
#include <pthread.h>
#include <sys/mman.h>

#include "frontend/clang/clang_headers.h"
#include "frontend/clang/gcc_attributes.h"
#include "frontend/clang/gcc_literals.h"
#include "frontend/clang/lookup_recorder.h"
#include "frontend/clang/unit_lowering.h"

namespace assay::frontend {
namespace {

constexpr size_t kStackBytes = size_t{1} << 30;
constexpr size_t kMaxDiagnostics = 50;
constexpr size_t kMostKept = size_t{512} << 20;

// GCC keeps a global in any register of its target; Clang says no, and keeps it as a variable.
bool is_about_register(unsigned id) {
  return id == clang::diag::err_asm_invalid_global_var_reg ||
         id == clang::diag::err_asm_unknown_register_name ||
         id == clang::diag::err_asm_register_size_mismatch;
}

// Errors are the user's to read; warnings are errors of Clang that GCC accepts, to be counted.
class DiagnosticCollector : public clang::DiagnosticConsumer {
 public:
  /// `errors`: where they are, for who asks which functions have one.
  DiagnosticCollector(ir::Unit& unit, ErrorPlaces& errors) : unit_(unit), errors_(errors) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& diagnostic) override {
    clang::DiagnosticConsumer::HandleDiagnostic(level, diagnostic);
    if (level == clang::DiagnosticsEngine::Warning) {
      // The driver's remarks on flags are no errors of the code.
      if (!diagnostic.getLocation().isValid()) return;
      llvm::StringRef option = clang::DiagnosticIDs{}.getWarningOptionForDiag(diagnostic.getID());
      ++unit_.ledger.downgraded[option.empty() ? "other" : option.str()];
      return;
    }
    if (is_about_register(diagnostic.getID())) {
      ++unit_.ledger.downgraded["register-variable"];
      return;
    }
    if (level < clang::DiagnosticsEngine::Error) return;
    bool has_place = diagnostic.hasSourceManager() && diagnostic.getLocation().isValid();
    if (has_place)
      errors_.push_back(diagnostic.getSourceManager().getExpansionLoc(diagnostic.getLocation()));
    if (unit_.diagnostics.size() >= kMaxDiagnostics) return;
    ir::Diagnostic made;
    made.severity =
        level == clang::DiagnosticsEngine::Fatal ? ir::Severity::Fatal : ir::Severity::Error;
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    made.message = text.str().str();
    if (diagnostic.getID() == clang::diag::err_function_definition_not_allowed)
      made.message += "; nested functions of GNU C are not understood";
    if (has_place) {
      clang::PresumedLoc place = diagnostic.getSourceManager().getPresumedLoc(errors_.back());
      if (place.isValid()) {
        made.file = place.getFilename();
        made.line = place.getLine();
        made.column = place.getColumn();
      }
    }
    unit_.diagnostics.push_back(std::move(made));
  }

 private:
  ir::Unit& unit_;
  ErrorPlaces& errors_;
};

class LoweringConsumer : public clang::ASTConsumer {
 public:
  LoweringConsumer(clang::CompilerInstance& compiler, ir::Unit& unit, const ErrorPlaces& errors)
      : compiler_(compiler), unit_(unit), errors_(errors) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    top_level_.insert(top_level_.end(), group.begin(), group.end());
    return true;
  }
  void HandleTranslationUnit(clang::ASTContext& context) override {
    const clang::TargetInfo& target = context.getTargetInfo();
    unit_.target = target.getTriple().str();
    unit_.big_endian = target.isBigEndian();
    unit_.pointer_bits = static_cast<uint8_t>(target.getPointerWidth(clang::LangAS::Default));
    unit_.language = context.getLangOpts().CPlusPlus ? ir::Language::Cxx : ir::Language::C;
    auto resolve = [this](clang::SourceLocation where, const clang::FunctionProtoType* type) {
      return compiler_.getSema().ResolveExceptionSpec(where, type);
    };
    UnitLowering(context, unit_, errors_, resolve).lower(top_level_);
  }

 private:
  clang::CompilerInstance& compiler_;
  ir::Unit& unit_;
  const ErrorPlaces& errors_;
  std::vector<clang::Decl*> top_level_;
};

/// GCC's names of floating types in C, which Clang lacks.  C libraries declare some of them for
/// compilers like Clang, as the same types: C allows both.  Where `long double` is no wider than
/// `double`, glibc takes it for `_Float64`; on x86 it does not ask.
std::string gcc_float_types(const clang::TargetInfo& target) {
  bool is_long_double =
      &target.getLongDoubleFormat() == &llvm::APFloat::IEEEdouble() && !target.getTriple().isX86();
  std::string text = "typedef float _Float32; typedef double _Float32x;\n";
  text += is_long_double ? "typedef long double _Float64;\n" : "typedef double _Float64;\n";
  bool is_quad = &target.getLongDoubleFormat() == &llvm::APFloat::IEEEquad();
  if (target.hasFloat128Type())
    text += "typedef __float128 _Float128;\n";
  else if (is_quad)
    text += "typedef long double _Float128;\n";
  if (is_quad || &target.getLongDoubleFormat() == &llvm::APFloat::x87DoubleExtended())
    text += "typedef long double _Float64x;\n";
  return text;
}

/// What Clang made of a unit.  To take it down takes a while, so it stands until the next unit is
/// parsed: by then whoever waits for this one has its answer.
struct Remains {
  std::unique_ptr<clang::CompilerInstance> compiler;
  std::unique_ptr<clang::ASTConsumer> consumer;
  llvm::IntrusiveRefCntPtr<clang::ASTContext> context;
  std::unique_ptr<clang::Sema> sema;  // goes first: it refers to the others
};

// Left to the system when the process ends.
std::unique_ptr<Remains>& remains_of_last_unit() {
  static auto* remains = new std::unique_ptr<Remains>;
  return *remains;
}

class LoweringAction : public clang::ASTFrontendAction {
 public:
  LoweringAction(ir::Unit& unit, Remains& remains) : unit_(unit), remains_(remains) {}

  ErrorPlaces errors;

  bool BeginSourceFileAction(clang::CompilerInstance& compiler) override {
    // A macro would not do: the libraries' declarations would declare `float` then.
    clang::Preprocessor& preprocessor = compiler.getPreprocessor();
    if (!compiler.getLangOpts().CPlusPlus) {
      preprocessor.setPredefines(preprocessor.getPredefines() +
                                 gcc_float_types(compiler.getTarget()));
      accept_gcc_literals(preprocessor);
    }
    return true;
  }
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                        llvm::StringRef) override {
    return std::make_unique<LoweringConsumer>(compiler, unit_, errors);
  }
  void EndSourceFileAction() override {
    clang::CompilerInstance& compiler = getCompilerInstance();
    remains_.context = compiler.getASTContextPtr();
    remains_.consumer = compiler.takeASTConsumer();
    remains_.sema = compiler.takeSema();
  }

 private:
  ir::Unit& unit_;
  Remains& remains_;
};

void fail(ir::Unit& unit, std::string message) {
  unit.diagnostics.push_back({.severity = ir::Severity::Fatal, .message = std::move(message)});
}

void parse_on_this_stack(const PreparedCommand& command, ir::Unit& unit) {
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files = llvm::vfs::createPhysicalFileSystem();
  if (std::error_code error = files->setCurrentWorkingDirectory(command.directory)) {
    fail(unit, "cannot enter " + command.directory + ": " + error.message());
    return;
  }
  ErrorPlaces ignored;
  auto* collector = new DiagnosticCollector(unit, ignored);  // owned by the engine below
  clang::DiagnosticOptions diagnostic_options;
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
      clang::CompilerInstance::createDiagnostics(*files, diagnostic_options, collector, true);

  std::vector<const char*> arguments;
  for (const std::string& argument : command.arguments) arguments.push_back(argument.c_str());
  clang::CreateInvocationOptions options;
  options.Diags = diagnostics;
  options.VFS = files;
  std::shared_ptr<clang::CompilerInvocation> invocation =
      clang::createInvocation(arguments, std::move(options));
  if (invocation == nullptr) {
    if (unit.diagnostics.empty()) fail(unit, "the compile command names no C or C++ source file");
    return;
  }
  clang::FrontendOptions& frontend = invocation->getFrontendOpts();
  frontend.DisableFree = false;
  frontend.ProgramAction = clang::frontend::ParseSyntaxOnly;
  // Nesting is limited by the stack we give, not by a number.
  invocation->getLangOpts().BracketDepth = 1u << 20;
  invocation->getDiagnosticOpts().ErrorLimit = kMaxDiagnostics;
  invocation->getDiagnosticOpts().ShowCarets = false;  // no "1 error generated" on our streams

  register_gcc_attributes();
  auto remains = std::make_unique<Remains>();
  remains->compiler = std::make_unique<clang::CompilerInstance>(invocation);
  clang::CompilerInstance& compiler = *remains->compiler;
  auto recorder = llvm::makeIntrusiveRefCnt<LookupRecorder>(files);
  compiler.setVirtualFileSystem(recorder);
  LoweringAction action(unit, *remains);
  compiler.createDiagnostics(new DiagnosticCollector(unit, action.errors), true);
  compiler.createFileManager();
  compiler.ExecuteAction(action);
  unit.absent = recorder->absent();
  for (ir::SourceFile& file : unit.files) file.mtime_ns = recorder->read_mtime(file.path);
  // It has said all there is to say, to a unit that is gone soon.
  compiler.getDiagnostics().setClient(new clang::IgnoringDiagConsumer, true);
  // A tree this large would stand in the way of what is made of it.
  bool is_large = remains->context && remains->context->getASTAllocatedMemory() > kMostKept;
  if (!is_large) remains_of_last_unit() = std::move(remains);
}

struct Task {
  const PreparedCommand* command;
  ir::Unit* unit;
};

void* run(void* argument) {
  auto* task = static_cast<Task*>(argument);
  parse_on_this_stack(*task->command, *task->unit);
  return nullptr;
}

}  // namespace

ir::Unit parse_unit(const PreparedCommand& command) {
  remains_of_last_unit().reset();
  ir::Unit unit;
  unit.main_file = command.file;
  Task task{&command, &unit};
  // Reserved, not touched: only the pages that deep code really uses become memory.
  void* stack = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_t thread;
  bool started = stack != MAP_FAILED &&
                 pthread_attr_setstack(&attributes, stack, kStackBytes) == 0 &&
                 pthread_create(&thread, &attributes, run, &task) == 0;
  if (started)
    pthread_join(thread, nullptr);
  else
    fail(unit, "cannot reserve a stack of 1 GiB");
  pthread_attr_destroy(&attributes);
  if (stack != MAP_FAILED) munmap(stack, kStackBytes);
  return unit;
}

}  // namespace assay::frontend
