// `assay run FILE…`: interprets a whole program, and says where it leaves what C defines.
//
// This command does what the program does: it reads and writes files, and its streams are ours.
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <set>
#include <tuple>

#include "cli/cli.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/out_of_memory.h"
#include "engines/interpreter/interpreter.h"
#include "frontend/command.h"
#include "frontend/parse.h"

namespace assay::cli {
namespace {

using interpreter::Fault;
using interpreter::FaultStep;
using interpreter::Outcome;

using Units = std::vector<std::unique_ptr<ir::Unit>>;

/// As the user would write it: relative to where they are, if it is below.
std::string shown_path(const std::string& file) {
  std::error_code error;
  std::filesystem::path relative =
      std::filesystem::relative(file, std::filesystem::current_path(error), error);
  if (error || relative.empty() || relative.native().starts_with("..")) return file;
  return relative.string();
}

Result<Units> parse_program(const Options& options) {
  // What follows `--` is the program's, not the compiler's.
  Options of_files = options;
  of_files.has_dashes = false;
  of_files.after_dashes.clear();
  // Before C++20 libstdc++'s headers leave the bodies of std::string's functions to its binary,
  // which cannot be interpreted; with its own checks on they do not.
  of_files.extra_args_before.push_back("-D_GLIBCXX_ASSERTIONS");
  Inputs inputs = TRY(find_inputs(of_files));
  for (const std::string& text : inputs.notes) note(text);
  frontend::CommandAdapter adapter;
  Units units;
  for (const frontend::CompileCommand& each : inputs.commands) {
    frontend::PreparedCommand command = TRY(adapter.prepare(each));
    units.push_back(std::make_unique<ir::Unit>(frontend::parse_unit(command)));
    const ir::Unit& unit = *units.back();
    if (!unit.diagnostics.empty()) {
      const ir::Diagnostic& first = unit.diagnostics.front();
      std::string place = first.file.empty() ? unit.main_file
                                             : fmt::format("{}:{}:{}", shown_path(first.file),
                                                           first.line, first.column);
      return input_error("{}: {}", place, first.message);
    }
    if (unit.pointer_bits != units.front()->pointer_bits ||
        unit.big_endian != units.front()->big_endian) {
      return input_error("{}: compiled for another target than {}", unit.main_file,
                         units.front()->main_file);
    }
  }
  return units;
}

Result<void> check_linked(const semantics::Program& program) {
  for (const semantics::Entity& entity : program.entities()) {
    if (entity.is_ambiguous) {
      return input_error("'{}' is defined in several of the files", entity.name);
    }
  }
  semantics::EntityId main = program.find("main");
  if (!main.valid() || !program[main].body) {
    return input_error("none of the files defines a function 'main'");
  }
  return {};
}

/// Prints each fault once, however often the program comes by.
class FaultPrinter {
 public:
  void print(const Fault& fault) {
    if (fault.calls.empty()) {
      fmt::print(stderr, "assay: warning: {} [{}]\n", fault.message, fault.kind);
      return;
    }
    const FaultStep& at = fault.calls.front();
    if (!seen_.emplace(fault.kind, at.file, at.place.line, at.place.column).second) return;
    // In order with what the program has said so far.
    std::fflush(stdout);
    fmt::print(stderr, "{}: warning: {} [{}]\n", place_of(at), fault.message, fault.kind);
    // A deep recursion tells itself by its ends.
    constexpr size_t kShown = 20;
    for (size_t i = 1; i < fault.calls.size(); ++i) {
      if (i == kShown && fault.calls.size() > kShown + 1) {
        fmt::print(stderr, "    ... and {} more calls\n", fault.calls.size() - kShown);
        break;
      }
      fmt::print(stderr, "    called at {}, in {}\n", place_of(fault.calls[i]),
                 fault.calls[i].function);
    }
  }

 private:
  static std::string place_of(const FaultStep& step) {
    return fmt::format("{}:{}:{}", shown_path(step.file), step.place.line, step.place.column);
  }

  std::set<std::tuple<std::string, std::string, uint32_t, uint32_t>> seen_;
};

Result<int> run_program(const Options& options) {
  Units units = TRY(parse_program(options));
  std::vector<const ir::Unit*> pointers;
  for (const auto& unit : units) pointers.push_back(unit.get());
  semantics::Program program(pointers);
  TRY(check_linked(program));
  FaultPrinter printer;
  interpreter::Options how{.max_points = options.max_points,
                           .fault = [&](const Fault& fault) { printer.print(fault); }};
  how.arguments.push_back(std::filesystem::path(options.paths.front()).stem().string());
  how.arguments.insert(how.arguments.end(), options.after_dashes.begin(),
                       options.after_dashes.end());
  interpreter::Interpreter machine(program, std::move(how));
  Outcome outcome = machine.run();
  if (options.verbose) note(fmt::format("{} program points", outcome.points));
  switch (outcome.how) {
    case Outcome::How::Exited:
      return outcome.status;
    case Outcome::How::Signalled:
      return kSignal + outcome.status;
    case Outcome::How::Unsupported:
      return input_error("{}: not supported: {}", options.paths.front(), outcome.reason);
    case Outcome::How::OutOfBudget:
      return input_error("{}: {}", options.paths.front(), outcome.reason);
  }
  return kCouldNot;
}

}  // namespace

int run_run(const Options& options) {
  say_when_memory_ends();
  Result<int> code = run_program(options);
  if (code) return code.value();
  std::fflush(stdout);
  return fail(code.error());
}

}  // namespace assay::cli
