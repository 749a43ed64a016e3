#include "metal/parse.h"

#include <algorithm>
#include <utility>

#include "base/nearest.h"
#include "metal/check.h"
#include "metal/cursor.h"
#include "metal/lexer.h"
#include "metal/machine_parser.h"

namespace assay::metal {
namespace {

class ProgramParser {
 public:
  ProgramParser(Cursor& cursor, const ParseOptions& options, Program& program)
      : cursor_(cursor), options_(options), program_(program) {}

  void run() {
    while (!cursor_.at_end()) {
      size_t start = cursor_.position();
      if (!item() && cursor_.position() == start) cursor_.next();
    }
  }

 private:
  bool item() {
    if (cursor_.take(";")) return true;
    const Token& token = cursor_.peek();
    if (token.kind == TokenKind::Module) return import();
    if (token.kind == TokenKind::Directive)
      return cursor_.diagnostics().error(token.place,
                                         "a preprocessor line stands outside 'sm_header'");
    if (token.is_word("sm_header")) return header();
    if (token.is_word("sm")) return machine();
    if (token.is("}")) return cursor_.diagnostics().error(token.place, "this brace closes nothing");
    return bare_machine();
  }

  bool import() {
    Place place = cursor_.next().place;
    if (cursor_.peek().kind != TokenKind::FileName) return false;  // the lexer has said it
    std::string_view file = cursor_.next().text;
    if (file.starts_with('"') && file.size() > 1) file = file.substr(1, file.size() - 2);
    program_.imports.push_back({std::string(file), place, program_.machines.size()});
    return true;
  }

  bool header() {
    cursor_.next();
    if (!cursor_.at("{")) return cursor_.expected("'{' after 'sm_header'");
    Header header;
    header.before_machine = program_.machines.size();
    if (!cursor_.raw_code(header.code)) return false;
    program_.headers.push_back(std::move(header));
    return true;
  }

  bool machine() {
    Machine machine;
    cursor_.next();
    if (!cursor_.at_identifier()) {
      cursor_.expected("the name of a machine after 'sm'");
    } else {
      Token name = cursor_.next();
      machine.name = name.text;
      machine.place = name.place;
      check_name(machine);
    }
    qualifiers(machine);
    if (!cursor_.at("{")) return cursor_.expected("'{' and the machine's rules");
    Place open = cursor_.peek().place;
    size_t end = cursor_.after_braces(cursor_.position());
    cursor_.next();
    MachineParser parser(cursor_, machine, options_.types);
    parser.declarations(end - 1);
    while (!cursor_.at_end() && !cursor_.at("}")) parser.item();
    if (!cursor_.take("}"))
      cursor_.diagnostics().error(open, "the brace of machine '{}' is not closed", machine.name);
    program_.machines.push_back(std::move(machine));
    return true;
  }

  void check_name(const Machine& machine) {
    for (const Machine& before : program_.machines) {
      if (before.name == machine.name)
        cursor_.diagnostics().error(machine.place,
                                    "machine '{}' is defined twice, first in line {}", machine.name,
                                    before.place.line);
    }
  }

  void qualifiers(Machine& machine) {
    static const std::vector<std::string_view> kWords = {"local", "subsume"};
    while (cursor_.at_identifier()) {
      Token word = cursor_.next();
      if (word.text == "local") {
        machine.scope = Scope::Local;
      } else if (word.text == "subsume") {
        machine.subsumption = Subsumption::On;
      } else {
        cursor_.diagnostics().error(word.place, "'{}' says nothing about a machine{}", word.text,
                                    suggestion(word.text, kWords));
      }
    }
  }

  /// Rules outside `sm` are one machine without a name, which takes the whole file.
  bool bare_machine() {
    if (!program_.machines.empty()) return misplaced(cursor_.peek().place);
    Machine machine;
    machine.place = cursor_.peek().place;
    MachineParser parser(cursor_, machine, options_.types);
    size_t back = cursor_.position();
    while (!cursor_.at_end()) cursor_.next();
    size_t end = cursor_.position();
    cursor_.seek(back);
    parser.declarations(end);
    while (!cursor_.at_end()) {
      const Token& token = cursor_.peek();
      if (token.kind == TokenKind::Module) {
        import();
      } else if (token.is_word("sm_header")) {
        header();
      } else if (token.is_word("sm")) {
        misplaced(token.place);
        cursor_.seek(end);
      } else if (token.is("}")) {
        cursor_.diagnostics().error(token.place, "this brace closes nothing");
        cursor_.next();
      } else {
        parser.item();
      }
    }
    program_.machines.push_back(std::move(machine));
    return true;
  }

  bool misplaced(Place place) {
    cursor_.diagnostics().error(
        place, "a file has either machines in 'sm NAME {{ … }}' or rules without 'sm', not both");
    while (!cursor_.at_end()) cursor_.next();
    return false;
  }

  Cursor& cursor_;
  const ParseOptions& options_;
  Program& program_;
};

}  // namespace

Result<Program> parse_program(std::string_view file, std::string_view source,
                              const ParseOptions& options) {
  Diagnostics diagnostics(file, source);
  std::vector<Token> tokens = lex(source, diagnostics);
  Cursor cursor(source, tokens, diagnostics);
  Program program;
  program.file = file;
  program.source = source;
  ProgramParser(cursor, options, program).run();
  // Rules with mistakes are missing in the tree: what is said of them would mislead.
  if (!diagnostics.any_errors()) {
    for (Machine& machine : program.machines) check_machine(machine, program, diagnostics);
  }
  if (diagnostics.any_errors()) return Error{diagnostics.errors()};
  program.warnings = diagnostics.warnings();
  return program;
}

}  // namespace assay::metal
